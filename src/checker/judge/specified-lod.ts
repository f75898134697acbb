import { type Answer, OPEN } from '../../specification/answers/answer.ts';
import { clamped, hull, type Interval, interval, point } from '../../specification/exact/interval.ts';
import { largestRatio } from '../../specification/lod/anisotropy.ts';
import { implicitLength } from '../../specification/lod/implicit-length.ts';
import { implicitly, lodsOfLengths } from '../../specification/operations/queries.ts';
import type { JudgedLane } from './specified-coordinates.ts';

/**
 * The lengths that a profile allows the LOD of a lane; 1 for an explicit LOD, which has no length. D3D11.3 permits an
 * anisotropic LOD to be clamped to the top level before the bias (7.18.11). In Vulkan, eta is at most maxAnisotropy and
 * the ratio of the axes. A power-of-two rate of samples may replace the ratio, and an implementation may use less
 * anisotropy.
 *
 * @param anisotropic true for the LOD of an anisotropic sample
 * @returns undefined where the derivatives are not finite, which leaves the LOD open
 */
export function specifiedLength(judged: JudgedLane, anisotropic = false): Interval | undefined {
  const { state, lane, profile } = judged;
  if (state.instruction.lod === 'explicit') return point(1);
  const direct = profile.specification === 'D3D11.3';
  const length = implicitLength(state, lane, anisotropic && direct);
  if (length === undefined || !anisotropic) return length;
  if (direct) return hull(length, clamped(length, 1, Infinity));
  const most = Math.min(state.sampler.maxAnisotropy, 2 * largestRatio(state, lane));
  return interval(length.lower / most, length.upper);
}

/**
 * A queried LOD (Vulkan: LOD Query; D3D11.3 22.5.6). D3D11.3 does not define it for nearest levels; with anisotropy it is
 * that of the shorter axis, and in Vulkan whatever the implementation does.
 */
export function specifiedQuery({ state, lane, profile }: JudgedLane): Answer {
  const { mipmapMode, anisotropyEnable } = state.sampler;
  if (profile.specification === 'Vulkan' ? anisotropyEnable : mipmapMode === 'nearest') return OPEN;
  const implicit = implicitly(state);
  const length = specifiedLength({ state: implicit, lane, profile }, anisotropyEnable);
  if (length === undefined) return OPEN;
  const [level, lod, ...rest] = lodsOfLengths(implicit, [length]);
  return { type: 'float', ways: [[level, heldInRange(lod), ...rest]] };
}

/** The magnitude from which all LODs are equal: no image has so many levels. */
const OUT_OF_RANGE = 16;

function heldInRange({ lower, upper }: Interval): Interval {
  return interval(
    lower > OUT_OF_RANGE ? OUT_OF_RANGE : lower < -OUT_OF_RANGE ? -Infinity : lower,
    upper < -OUT_OF_RANGE ? -OUT_OF_RANGE : upper > OUT_OF_RANGE ? Infinity : upper,
  );
}
