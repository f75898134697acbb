import type { ImageView } from '../../../rtl-model/state/image-view.ts';
import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import type { Answer } from '../../specification/answers/answer.ts';
import { type Interval, interval } from '../../specification/exact/interval.ts';
import type { Profile } from '../profiles.ts';
import { computed } from './specified-lod.ts';

/**
 * A queried LOD (Vulkan: Scale Factor Operation, LOD Query): sqrt(2) times the sum of the components is allowed, half a
 * level beyond it, and with anisotropy whatever the implementation does. It is computed to the profile's bits, so that
 * r may be a level off where it is a nearest one; and what is out of range may be held to some maximum or minimum.
 *
 * @param answer what precise designs return
 */
export function approximatedLod(answer: Answer, view: ImageView, sampler: Sampler, profile: Profile): Answer {
  if (answer.ways === undefined) return answer;
  if (sampler.anisotropyEnable) return { ...answer, ways: undefined };
  const nearest = sampler.mipmapMode === 'nearest';
  const ways = answer.ways.map(([level, lod, ...others]) => {
    const sloped = computed(interval(lod.lower, lod.upper + 0.5), profile);
    const further = nearest ? 1 : sloped.upper - lod.upper;
    const nearer = nearest ? 1 : lod.lower - sloped.lower;
    const last = Math.max(level.upper, Math.min(view.levelCount - 1, level.upper + further));
    return [interval(Math.max(0, level.lower - nearer), last), heldInRange(sloped), ...others];
  });
  return { ...answer, ways };
}

/** LODs of which any number of this magnitude or more may stand for any other: no image has so many levels. */
const OUT_OF_RANGE = 16;

function heldInRange({ lower, upper }: Interval): Interval {
  return interval(lower > OUT_OF_RANGE ? OUT_OF_RANGE : lower, upper < -OUT_OF_RANGE ? -OUT_OF_RANGE : upper);
}
