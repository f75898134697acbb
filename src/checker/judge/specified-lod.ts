import { type Answer, OPEN } from '../../specification/answers/answer.ts';
import { leavesNoLevel } from '../../specification/filtering/out-of-bounds.ts';
import { baseScales } from '../../specification/coordinates/texel-coordinates.ts';
import { areaOf, FLOAT_LENGTH_ERROR } from '../../specification/lod/footprint.ts';
import { implicitLength, permittedDerivatives } from '../../specification/lod/implicit-length.ts';
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
import type { SampleState } from '../../specification/state/state.ts';
import { isFree } from '../profiles.ts';
import { type JudgedLane, snappedHull } from './specified-coordinates.ts';

/**
 * The LODs that a profile allows (D3D11.3 7.18.11; Vulkan: LOD Operation): base and bias snapped together or each by
 * itself, so are the bounds; MinLOD wins. A bias beyond what the profile demands may be held to that or not.
 *
 * @param anisotropic true for the LOD of an anisotropic sample
 * @returns lambda' and lambda; undefined where the derivatives are not finite, which leaves the LOD open
 */
function specifiedLods(judged: JudgedLane, anisotropic: boolean) {
  const { state, lane, profile } = judged;
  const { sampler, instruction } = state;
  const at = operandIndex(lane);
  const { batch } = lane;
  const explicit = instruction.lod === 'explicit';
  const base = explicit ? lodPoint(batch.lod[at]) : implicitLod(judged, anisotropic);
  if (base === undefined) return undefined;
  const bits = profile.mipmapPrecisionBits;
  const anyRounding = isFree(profile, 'lod-rounding');
  const snapped = (x: Interval) => snappedHull(x, bits, anyRounding);
  const added = addedBias(sampler, explicit ? 0 : batch.lod[at]);
  const limit = profile.maxSamplerLodBias;
  const bias = hull(point(added), clamped(point(added), -limit, limit));
  const lod = sum(base, bias);
  // Vulkan asks for so many bits of accuracy of an implicit LOD (Scale Factor Operation, LOD Operation).
  const error = explicit || profile.specification !== 'Vulkan' ? 0 : 2 ** -bits;
  const biased = [snapped(lod), sum(snapped(base), snapped(bias)), widened(lod, error)].reduce(hull);
  const least = Math.max(sampler.minLod, batch.minLod[at]);
  const [minLod, maxLod] = [snapped(lodPoint(least)), snapped(lodPoint(sampler.maxLod))];
  return { biased, lambda: held(biased, minLod, maxLod) };
}

/** lambda as a profile allows it. @param anisotropic, and result, as of `specifiedLods` */
export function specifiedLod(judged: JudgedLane, anisotropic = false): Interval | undefined {
  return specifiedLods(judged, anisotropic)?.lambda;
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

/**
 * log2 of the length. An anisotropic one D3D11.3 lets be held to the top level before the bias (7.18.11). In Vulkan eta
 * is at most maxAnisotropy and the ratio of the axes, which a rate of samples that is a power of two may stand for; and
 * an implementation may go by less anisotropy than that.
 */
function implicitLod(judged: JudgedLane, anisotropic: boolean): Interval | undefined {
  const { state, lane, profile } = judged;
  const direct = profile.specification === 'D3D11.3';
  const length = implicitLength(state, lane, anisotropic && direct);
  if (length === undefined) return undefined;
  const lod = interval(Math.log2(length.lower), Math.log2(length.upper));
  if (!anisotropic) return lod;
  if (direct) return hull(lod, clamped(lod, 0, Infinity));
  const most = Math.min(state.sampler.maxAnisotropy, 2 * largestRatio(judged));
  return interval(lod.lower - Math.log2(most), lod.upper);
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
 * A queried LOD (Vulkan: LOD Query; D3D11.3 22.5.6): the level from the view's first one, and lambda' before it is held.
 * D3D11.3 does not define it for nearest levels; with anisotropy it is that of the shorter axis, and in Vulkan whatever
 * the implementation does.
 *
 * @param state with a design of `SPECIFIED_DESIGN`
 */
export function specifiedQuery({ state, lane, profile }: JudgedLane): Answer {
  const { sampler, view } = state;
  const vulkan = profile.specification === 'Vulkan';
  const nearest = sampler.mipmapMode === 'nearest';
  if (vulkan ? sampler.anisotropyEnable : nearest) return OPEN;
  const implicit: SampleState = { ...state, instruction: { ...state.instruction, lod: 'implicit' } };
  const judged = { state: implicit, lane, profile };
  const found = specifiedLods(judged, sampler.anisotropyEnable);
  if (found === undefined) return OPEN;
  const { lower, upper } = levelInterval(found.lambda, judged);
  const selected = nearest ? interval(Math.ceil(lower + 0.5) - 1, Math.floor(upper + 0.5)) : interval(lower, upper);
  const level = sum(selected, point(-view.baseMipLevel));
  // A view without a level has 0 (D3D11.3 5.8.5).
  const shown = leavesNoLevel(state) ? point(0) : level;
  return { type: 'float', ways: [[shown, heldInRange(found.biased), point(0), point(0)]] };
}

/** LODs of which any number of this magnitude or more may stand for any other: no image has so many levels. */
const OUT_OF_RANGE = 16;

function heldInRange({ lower, upper }: Interval): Interval {
  return interval(
    lower > OUT_OF_RANGE ? OUT_OF_RANGE : lower < -OUT_OF_RANGE ? -Infinity : lower,
    upper < -OUT_OF_RANGE ? -OUT_OF_RANGE : upper > OUT_OF_RANGE ? Infinity : upper,
  );
}
