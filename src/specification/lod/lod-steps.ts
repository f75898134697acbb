import type { LodDesign, NearestLevelRule } from '../../../rtl-model/design/design.ts';
import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import { clamped, hull, type Interval, interval, point, scaled, sum, widened } from '../exact/interval.ts';
import { narrowed } from '../exact/narrowing.ts';
import { perState } from '../state/per-state.ts';
import type { LodFreedom, LodSteps } from '../texels/reading.ts';

/** The steps by a state's reading, or by its design. */
export const lodSteps = perState(({ design, reading, sampler }): LodSteps => {
  const { lod, limits } = design;
  const right =
    reading.lod === undefined
      ? stepsOfDesign(lod, limits.maxSamplerLodBias, slopeOf(lod, sampler))
      : stepsOfText(reading.lod);
  return reading.faultySteps?.lodSteps?.(right) ?? right;
});

/** 7.18.11: min(MaxLOD, NaN) is MaxLOD, as it is for infinity. */
export function lodPoint(x: number): Interval {
  return point(Number.isNaN(x) ? Infinity : x);
}

interface Grid {
  readonly integerBits: number;
  readonly fractionBits: number;
}

/** Base, bias and bounds are narrowed to their own formats, then to the LOD's. */
function stepsOfDesign(lod: LodDesign, maxSamplerLodBias: number, slope: number): LodSteps {
  const onGrid = (x: Interval, { fractionBits }: Grid) =>
    scaled(narrowed(scaled(x, 2 ** fractionBits), lod.rounding), 2 ** -fractionBits);
  const signed = (x: Interval, { integerBits, fractionBits }: Grid) =>
    clamped(x, -(2 ** (integerBits - 1)), 2 ** (integerBits - 1) - 2 ** -fractionBits);
  const unsigned = (x: Interval, { integerBits, fractionBits }: Grid) =>
    clamped(x, 0, 2 ** integerBits - 2 ** -fractionBits);
  const toLod = (x: Interval) => onGrid(x, lod.format);
  const kept = (x: Interval) => signed(x, lod.format);
  const bound = (x: number) => toLod(unsigned(onGrid(lodPoint(x), lod.clamp), lod.clamp));
  const step = 2 ** -lod.format.fractionBits;
  return {
    step,
    log2: (length) => tableLog2(length, lod),
    biased: (base, bias) => {
      const limited = Math.max(-maxSamplerLodBias, Math.min(maxSamplerLodBias, bias));
      return sum(kept(toLod(base)), toLod(signed(onGrid(lodPoint(limited), lod.bias), lod.bias)));
    },
    bound,
    // Directly, or by way of the clamp's format.
    viewMinimum: (level) => hull(toLod(lodPoint(level)), bound(level)),
    kept,
    nearest: (levels) => nearestBetween(levels, lod.nearestRule, lod.nearestRule),
    weights: ({ lower, upper }) =>
      [...new Set([lower, Math.min(upper, 1 - step)])].map((fraction) => {
        const weight = slope === 1 ? levelWeight(fraction, lod) : slopedWeight(fraction, slope, step);
        return weight.upper === 0 ? null : weight;
      }),
  };
}

/**
 * Base and bias are snapped together or each by itself, and so are bounds. A bias beyond what the text demands may be
 * held to that or not. Between levels the ends of a part count with the error of a lerp: the part is open there.
 */
function stepsOfText({ snapped, error, maxSamplerLodBias, wholeMinimum, anyNearest, anyWeight }: LodFreedom): LodSteps {
  return {
    step: 0,
    log2: ({ lower, upper }) => interval(Math.log2(lower), Math.log2(upper)),
    biased: (base, added, explicit) => {
      const bias = hull(point(added), clamped(point(added), -maxSamplerLodBias, maxSamplerLodBias));
      const lod = sum(base, bias);
      return [snapped(lod), sum(snapped(base), snapped(bias)), widened(lod, explicit ? 0 : error)].reduce(hull);
    },
    bound: (lod) => snapped(lodPoint(lod)),
    viewMinimum: (level) => hull(snapped(point(level)), point(wholeMinimum ? Math.floor(level) : level)),
    kept: (lod) => lod,
    nearest: (levels) => nearestBetween(levels, anyNearest ? 'ceil-minus-one' : 'floor-plus-half', 'floor-plus-half'),
    weights: ({ lower, upper }) => {
      if (upper === 0) return [null];
      return (anyWeight ? [0, 1] : [...new Set([lower, upper])]).map((weight) => point(weight));
    },
  };
}

/**
 * log2 by a table of h = 2^-indexBits steps. An entry is off by half a unit of 2^-entryBits, and so is the
 * interpolation; the chord of a concave curve lies below it by at most h^2 / 8 times the largest curvature, 1 / ln 2.
 * Mantissa bits that do not take part are worth less than h 2^-interpolationBits, and the slope is at most 1 / ln 2.
 */
function tableLog2(length: Interval, lod: LodDesign): Interval {
  const { indexBits, entryBits, interpolationBits } = lod.log2Table;
  const step = 2 ** -indexBits;
  const unit = 2 ** -entryBits;
  const dropped = Math.max(0, step * 2 ** -interpolationBits - 2 ** -23) / Math.LN2;
  const below = dropped + (interpolationBits === 0 ? unit / 2 : step ** 2 / 8 / Math.LN2 + unit);
  return interval(Math.log2(length.lower) - below, Math.log2(length.upper) + unit);
}

/** @param least the rule that gives the least of the nearest levels, `greatest` that of the greatest */
function nearestBetween({ lower, upper }: Interval, least: NearestLevelRule, greatest: NearestLevelRule): Interval {
  return interval(nearestLevel(lower, least), nearestLevel(upper, greatest));
}

function nearestLevel(d: number, rule: NearestLevelRule): number {
  return rule === 'ceil-minus-one' ? Math.ceil(d + 0.5) - 1 : Math.floor(d + 0.5);
}

/** The slope for a sampler: `lod.levelWeightSlopes` has one for each octave of maxAnisotropy. */
function slopeOf({ levelWeightSlopes }: LodDesign, { anisotropyEnable, maxAnisotropy }: Sampler): number {
  if (levelWeightSlopes === null) return 1;
  const reached = levelWeightSlopes.filter(
    (_, octave) => octave === 0 || (anisotropyEnable && maxAnisotropy >= 2 ** octave),
  );
  return reached[reached.length - 1];
}

/** A line through the middle of 0 to 1, whose start and values are cut off to the steps of the LOD. */
function slopedWeight(fraction: number, slope: number, step: number): Interval {
  const cut = (x: number) => Math.floor(x / step) * step;
  const start = cut(0.5 - 0.5 / slope);
  return point(Math.max(0, Math.min(1, cut(slope * (fraction - start)))));
}

/** The fraction itself, or what the design's curve makes of it, to the nearest of the grid. */
function levelWeight(fraction: number, lod: LodDesign): Interval {
  const curve = lod.levelWeightCurve;
  if (curve === null) return point(fraction);
  const one = 2 ** lod.format.fractionBits;
  const weight = onCurve(curve, fraction) * one;
  return scaled(narrowed(point(weight), 'nearest-even'), 1 / one);
}

/** The weight of a curve at a fraction; the curve is flat beyond its knots, which rise in x. */
export function onCurve(knots: readonly (readonly [number, number])[], x: number): number {
  const [first, last] = [knots[0], knots[knots.length - 1]];
  if (x <= first[0]) return first[1];
  if (x >= last[0]) return last[1];
  const k = knots.findIndex(([fraction], n) => n > 0 && fraction >= x);
  const share = (x - knots[k - 1][0]) / (knots[k][0] - knots[k - 1][0]);
  return knots[k - 1][1] * (1 - share) + knots[k][1] * share;
}
