import { type Answer, OPEN } from '../../specification/answers/answer.ts';
import { baseScales } from '../../specification/coordinates/texel-coordinates.ts';
import { clamped, hull, type Interval, interval, point } from '../../specification/exact/interval.ts';
import { areaOf, FLOAT_LENGTH_ERROR } from '../../specification/lod/footprint.ts';
import { implicitLength, permittedDerivatives } from '../../specification/lod/implicit-length.ts';
import { implicitly, lodsOfLengths } from '../../specification/operations/queries.ts';
import type { JudgedLane } from './specified-coordinates.ts';

/**
 * The lengths that a profile allows the LOD of a lane; 1 for an explicit one, which has none. An anisotropic one D3D11.3
 * lets be held to the top level before the bias (7.18.11). In Vulkan eta is at most maxAnisotropy and the ratio of the
 * axes, which a rate of samples that is a power of two may stand for; and an implementation may go by less anisotropy
 * than that.
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
  const most = Math.min(state.sampler.maxAnisotropy, 2 * largestRatio(judged));
  return interval(length.lower / most, length.upper);
}

/**
 * True where an anisotropic sample is the isotropic one: without a ratio of the axes by any method, or with maxAnisotropy
 * of 1 (Vulkan: Scale Factor Operation; D3D11.3 7.18.11).
 */
export function isRound(judged: JudgedLane): boolean {
  return judged.state.sampler.maxAnisotropy <= 1 || largestRatio(judged) === 1;
}

/**
 * The largest ratio of the axes: of the lengths of the derivatives in x and y, by each method of the scale factor, and
 * by the area that they span, as D3D11.3 has it (7.18.11) and units do under Vulkan, too. Axes that are as long as each
 * other only after differences are rounded have a ratio: the number of samples is rounded up.
 */
function largestRatio({ state, lane }: JudgedLane): number {
  const scales = baseScales(state);
  const exact = { ...state, reading: { ...state.reading, exactDifferences: true } };
  const derivatives = [state, exact].flatMap((of) => permittedDerivatives(of, lane));
  const ratios = derivatives.flatMap(({ dx, dy }) => {
    const [x, y] = [dx, dy].map((of) => of.map((component, axis) => component * scales[axis]));
    const ofLengths = [Math.max, Math.hypot, (...parts: number[]) => parts.reduce((a, b) => a + b)].map((length) => {
      const [a, b] = [x, y].map((of) => length(...of.map(Math.abs)));
      return a === b ? 1 : Math.max(a, b) / Math.min(a, b);
    });
    if (x.length === 1) return ofLengths;
    const ofArea = Math.max(Math.hypot(...x), Math.hypot(...y)) ** 2 / areaOf(x, y).area;
    return [...ofLengths, ofArea > 1 + FLOAT_LENGTH_ERROR ? ofArea : 1];
  });
  return ratios.reduce((most, ratio) => (ratio >= 1 ? Math.max(most, ratio) : Infinity), 1);
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

/** LODs of which any number of this magnitude or more may stand for any other: no image has so many levels. */
const OUT_OF_RANGE = 16;

function heldInRange({ lower, upper }: Interval): Interval {
  return interval(
    lower > OUT_OF_RANGE ? OUT_OF_RANGE : lower < -OUT_OF_RANGE ? -Infinity : lower,
    upper < -OUT_OF_RANGE ? -OUT_OF_RANGE : upper > OUT_OF_RANGE ? Infinity : upper,
  );
}
