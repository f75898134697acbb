import type { ImageView } from '../../../rtl-model/state/image-view.ts';
import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import type { Answer } from '../../specification/answers/answer.ts';
import { footprints } from '../../specification/lod/footprint.ts';
import {
  clamped,
  held,
  hull,
  type Interval,
  interval,
  point,
  sum,
  widened,
} from '../../specification/exact/interval.ts';
import { addedBias, lodPoint } from '../../specification/lod/levels.ts';
import { operandIndex } from '../../specification/state/lane.ts';
import { isFree, type Profile } from '../profiles.ts';
import { type JudgedLane, snappedHull } from './specified-coordinates.ts';

/**
 * lambda as a profile allows it (D3D11.3 7.18.11; Vulkan: LOD Operation): base and bias snapped together or each by
 * itself, so are the bounds; MinLOD wins. A bias beyond what the profile demands may be held to that or not.
 *
 * @param ratio of anisotropy at most: the LOD may be that of an axis so much shorter than the longer one
 * @returns undefined where the derivatives are not finite, which leaves the LOD open
 */
export function specifiedLod(judged: JudgedLane, ratio = 1): Interval | undefined {
  const { state, lane, profile } = judged;
  const { sampler, instruction } = state;
  const at = operandIndex(lane);
  const { batch } = lane;
  const explicit = instruction.lod === 'explicit';
  const isotropic = explicit ? lodPoint(batch.lod[at]) : implicitLod(judged);
  if (isotropic === undefined) return undefined;
  const base = interval(isotropic.lower - Math.log2(ratio), isotropic.upper);
  const bits = profile.mipmapPrecisionBits;
  const anyRounding = isFree(profile, 'lod-rounding');
  const snapped = (x: Interval) => snappedHull(x, bits, anyRounding);
  const added = addedBias(sampler, explicit ? 0 : batch.lod[at]);
  const limit = profile.maxSamplerLodBias;
  const bias = hull(point(added), clamped(point(added), -limit, limit));
  const lod = sum(base, bias);
  const biased = [snapped(lod), sum(snapped(base), snapped(bias)), explicit ? lod : computed(lod, profile)].reduce(
    hull,
  );
  const least = Math.max(sampler.minLod, batch.minLod[at]);
  const [minLod, maxLod] = [snapped(lodPoint(least)), snapped(lodPoint(sampler.maxLod))];
  return held(biased, minLod, maxLod);
}

/** d' (Vulkan: Image Level(s) Selection); the view's minimum may count as a whole number. */
export function levelInterval(lambda: Interval, { state: { view }, profile }: Omit<JudgedLane, 'lane'>): Interval {
  const { lower, upper } = clamped(lambda, 0, view.levelCount - 1);
  const snapped = snappedHull(point(view.minLod), profile.mipmapPrecisionBits, isFree(profile, 'lod-rounding'));
  const whole = profile.specification === 'Vulkan' ? Math.floor(view.minLod) : snapped.lower;
  return interval(
    Math.max(view.baseMipLevel + lower, Math.min(snapped.lower, whole)),
    Math.max(view.baseMipLevel + upper, snapped.upper),
  );
}

/** An implicit LOD, which Vulkan asks for with so many bits of accuracy (Scale Factor Operation, LOD Operation). */
function computed(lod: Interval, { specification, mipmapPrecisionBits }: Profile): Interval {
  return specification === 'Vulkan' ? widened(lod, 2 ** -mipmapPrecisionBits) : lod;
}

/**
 * log2 of the scale factor. D3D11.3: of the ideal ellipse, or of the vectors as they are, for approximations of the
 * ellipse are allowed and some vectors skip it. Vulkan: from the largest component of either vector to sqrt(2) times
 * the sum of a vector's components (Scale Factor Operation), of coarse or fine derivatives.
 */
function implicitLod({ state, lane, profile }: JudgedLane): Interval | undefined {
  const anyFactor = isFree(profile, 'scale-factor');
  const methods = anyFactor ? (['max-component', 'component-sum'] as const) : (['ellipse', 'euclidean'] as const);
  const derivatives = anyFactor ? (['coarse', 'fine'] as const) : (['coarse'] as const);
  const lengths = derivatives.flatMap((of) =>
    methods.flatMap((scaleFactor) => {
      const design = { ...state.design, lod: { ...state.design.lod, scaleFactor, derivatives: of } };
      const factor = scaleFactor === 'component-sum' ? Math.SQRT2 : 1;
      const found = footprints({ ...state, design }, lane, false);
      return found.map(({ length }) => interval(length.lower * factor, length.upper * factor));
    }),
  );
  if (lengths.length === 0) return undefined;
  const { lower, upper } = lengths.reduce(hull);
  return interval(Math.log2(lower), Math.log2(upper));
}

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
