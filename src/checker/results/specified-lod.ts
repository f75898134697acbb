import { footprints } from '../../specification/lod/footprint.ts';
import { baseScales } from '../../specification/coordinates/texel-coordinates.ts';
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
import { lodPoint } from '../../specification/lod/levels.ts';
import { derivativesOf } from '../../specification/lod/derivatives.ts';
import { type Lane, operandIndex } from '../../specification/state/lane.ts';
import type { SampleState } from '../../specification/state/state.ts';
import type { Profile } from '../profiles.ts';
import { snappedHull } from './snapped-hull.ts';

/**
 * lambda as a profile allows it (D3D11.3 7.18.11; Vulkan: LOD Operation): base and bias snapped together or each by
 * itself, so are the bounds; MinLOD wins. A bias beyond what the profile demands may be held to that or not.
 *
 * @returns undefined where the derivatives are not finite, which leaves the LOD open
 */
export function specifiedLod(state: SampleState, lane: Lane, profile: Profile): Interval | undefined {
  const { sampler, instruction } = state;
  const at = operandIndex(lane);
  const { batch } = lane;
  const explicit = instruction.lod === 'explicit';
  const base = explicit ? lodPoint(batch.lod[at]) : implicitLod(state, lane, profile);
  if (base === undefined) return undefined;
  const bits = profile.mipmapPrecisionBits;
  const snapped = (x: Interval) => snappedHull(x, bits, profile.specification);
  const added = Math.fround(Math.fround(sampler.mipLodBias) + (explicit ? 0 : batch.lod[at]));
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

/** An implicit LOD, which Vulkan asks for with so many bits of accuracy (Scale Factor Operation, LOD Operation). */
export function computed(lod: Interval, { specification, mipmapPrecisionBits }: Profile): Interval {
  return specification === 'Vulkan' ? widened(lod, 2 ** -mipmapPrecisionBits) : lod;
}

const ROOT_2 = Math.SQRT2;

/**
 * log2 of the scale factor. D3D11.3: of the ideal ellipse, or of the vectors as they are, for approximations of the
 * ellipse are allowed and some vectors skip it. Vulkan: from the largest component of either vector to sqrt(2) times
 * the sum of a vector's components (Scale Factor Operation), of coarse or fine derivatives.
 */
function implicitLod(state: SampleState, lane: Lane, profile: Profile): Interval | undefined {
  const vulkan = profile.specification === 'Vulkan';
  const methods = vulkan ? (['max-component', 'component-sum'] as const) : (['ellipse', 'euclidean'] as const);
  const derivatives = vulkan ? (['coarse', 'fine'] as const) : (['coarse'] as const);
  const lengths = derivatives.flatMap((of) =>
    methods.flatMap((scaleFactor) => {
      const design = { ...state.design, lod: { ...state.design.lod, scaleFactor, derivatives: of } };
      const found = footprints(
        derivativesOf({ ...state, design }, lane),
        baseScales(state),
        design,
        state.sampler,
        false,
      );
      const factor = scaleFactor === 'component-sum' ? ROOT_2 : 1;
      return found.map(({ length }) => interval(length.lower * factor, length.upper * factor));
    }),
  );
  if (lengths.length === 0) return undefined;
  const { lower, upper } = lengths.reduce(hull);
  return interval(Math.log2(lower), Math.log2(upper));
}
