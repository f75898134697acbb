import type { LodDesign } from '../../../rtl-model/design/design.ts';
import { ROUNDING_MODES, type RoundingMode, roundToInteger } from '../../../rtl-model/fixed-point/rounding.ts';
import { ANYTHING, hulls, type Interval, interval, point, widened } from '../../specification/exact/interval.ts';
import { coarserLevel, imageLevels, lodOperands, lodRange } from '../../specification/lod/levels.ts';
import { onCurve } from '../../specification/lod/lod-steps.ts';
import { layerOf } from '../../specification/state/lane.ts';
import { FLOAT_ACCURACY } from '../float-precision.ts';
import type { Profile } from '../profiles.ts';
import { type CurveLine, lineThrough, simplestIn, type CurveSegment } from './curve-pieces.ts';
import { type Evidence, type Grid, gridSamples, snap, SNAP_ORDERS, codeUnit } from './fit-evidence.ts';
import { type CoordinateFit, ENOUGH, firstPlaces, type GridFit, isProved } from './hypotheses.ts';
import { computedBy } from '../judge/result-accuracy.ts';
import { snappedBy, specifiedSample } from '../judge/specified-level.ts';
import { freedomOfLod } from '../judge/permitted-readings.ts';
import { specifiedLength } from '../judge/specified-lod.ts';

/** The evidence of a request about the weight of the coarser level. */
export interface MeasuredWeight {
  readonly evidence: Evidence;
  /** Fraction of d'. */
  readonly fraction: number;
  readonly weight: Interval;
  /** A code of the format, as a weight: the rounding of the lerp may hide it. */
  readonly unit: number;
  /** The weights that the profile allows. */
  readonly allowed: Interval;
}

/** The least difference of two levels that shows the weight between them. */
const LEAST_CONTRAST = 16;

/** The coarsest grid of LODs: 4 bits (Vulkan: Required Limits). */
const COARSEST_STEP = 2 ** -4;

/**
 * The weights that requests between levels show, rising in the LOD's fraction. The levels themselves have all the
 * freedom that the profile leaves to coordinates and lerps, unless the same results show the grid of the coordinates.
 */
export function measuredWeights(
  all: readonly Evidence[],
  subtexel: CoordinateFit | null,
  profile: Profile,
): readonly MeasuredWeight[] {
  return betweenLevels(all)
    .flatMap((evidence) => measuredWeight(evidence, subtexel, profile) ?? [])
    .toSorted((a, b) => a.fraction - b.fraction);
}

/** The evidence of two levels of one layer. */
export function betweenLevels(all: readonly Evidence[]): readonly Evidence[] {
  return all.filter(({ state, d, betweenLayers }) => {
    return state.sampler.mipmapMode === 'linear' && !Number.isInteger(d) && !betweenLayers;
  });
}

function measuredWeight(evidence: Evidence, subtexel: CoordinateFit | null, profile: Profile): MeasuredWeight | null {
  const { state, lane, result, request, d } = evidence;
  // A coordinate that need not fit the format may have saturated.
  if (snappedBy({ state, lane, profile }, state.view.baseMipLevel, evidence.filter) === undefined) return null;
  const level = Math.floor(d);
  const finer = levelRange(evidence, level, subtexel, profile);
  const lower = coarserLevel(level, state.view, state.design.text);
  // A LOD that snaps up to level + 1 has that level alone, which is not the lower one (Vulkan 1.1).
  if (lower !== level + 1 && d - level > 1 - COARSEST_STEP) return null;
  const coarser = levelRange(evidence, lower, subtexel, profile);
  const allowed = weightsBetween(evidence, profile);
  const largest = Math.max(finer.largest, coarser.largest);
  if (!Number.isFinite(largest) || allowed === null) return null;
  const unit = codeUnit(evidence, largest);
  const contrast = (c: number) => {
    const [fine, coarse] = [finer.value[c], coarser.value[c]];
    return state.result.constants[c] === undefined ? Math.max(coarse.lower - fine.upper, fine.lower - coarse.upper) : 0;
  };
  const c = [0, 1, 2, 3].reduce((most, n) => (contrast(n) > contrast(most) ? n : most));
  const difference = contrast(c);
  if (difference < LEAST_CONTRAST * unit) return null;
  const one = state.result.ones[c];
  const known = (request.tolerance + 2 ** -24 * Math.abs(result[c])) * one + accuracyOf(evidence, largest, profile);
  // The weight is monotone in the result and in either level, so its extremes are at the ends of all three.
  const ends = [result[c] * one - known, result[c] * one + known].flatMap((value) =>
    endsOf(finer.value[c]).flatMap((fine) =>
      endsOf(coarser.value[c]).map((coarse) => (value - fine) / (coarse - fine)),
    ),
  );
  const weight = interval(Math.min(...ends), Math.max(...ends));
  return { evidence, fraction: d - level, weight, unit: unit / difference, allowed };
}

function endsOf({ lower, upper }: Interval): readonly number[] {
  return lower === upper ? [lower] : [lower, upper];
}

/** The error that float operations of a blend may have, in codes (Vulkan: Floating-Point Computation). */
export function accuracyOf({ state }: Evidence, largest: number, { specification, text }: Profile): number {
  const { operations } = computedBy('sample', state.sampler, state.view, text);
  return specification === 'Vulkan' ? FLOAT_ACCURACY * operations * largest : 0;
}

/** A sample of one level, as far as the results and the profile decide it: r, g, b, a in codes. */
function levelRange(evidence: Evidence, level: number, subtexel: CoordinateFit | null, profile: Profile) {
  const { state, lane, filter } = evidence;
  const proven = subtexel !== null && isProved(subtexel) ? subtexel : null;
  const onGrids = proven && gridRange(evidence, level, proven);
  if (onGrids && proven.contradicts === 0) return onGrids;
  const free = specifiedSample({ state, lane, layer: layerOf(state, lane), profile }, level, filter);
  if (!onGrids) return free;
  return { value: hulls(free.value, onGrids.value), largest: Math.max(free.largest, onGrids.largest) };
}

/** The samples of a level on every grid that explains the results alike; null where no grid says anything. */
function gridRange(evidence: Evidence, level: number, { alike, off }: CoordinateFit) {
  const samples = gridSamples(evidence, { level, filter: evidence.filter }, alike, SNAP_ORDERS);
  if (samples === null) return null;
  const largest = Math.max(...samples.map((sample) => sample.largest));
  const distance = evidence.filter === 'linear' ? off * codeUnit(evidence, largest) : 0;
  const colors = samples.map(({ color }): readonly Interval[] => color.map((code) => widened(point(code), distance)));
  return { value: colors.reduce(hulls), largest };
}

/**
 * The weights of the coarser level that a profile allows a request, with all its freedom of the LOD (D3D11.3 7.18.10;
 * Vulkan: LOD Operation, Image Level(s) Selection). Any weight if other levels may be selected: their blend can look
 * like any weight of these levels.
 *
 * @returns null where the LOD may select another filter
 */
export function weightsBetween({ state: { reading, ...rest }, lane, d }: Evidence, profile: Profile): Interval | null {
  const state = { ...rest, reading: { ...reading, lod: freedomOfLod(profile) } };
  const length = specifiedLength({ state, lane, profile });
  if (length === undefined) return null;
  const { lambda } = lodRange(lodOperands(lane, length), state);
  const { magFilter, minFilter } = state.sampler;
  if (magFilter !== minFilter && lambda.lower <= 0) return null;
  const level = Math.floor(d);
  const { lower, upper } = imageLevels(lambda, state);
  return lower < level || upper > level + 1 ? ANYTHING : interval(lower - level, upper - level);
}

export type Knot = readonly [number, number];

/** The grid of the LOD or, under a curve, of the weights between levels, and the curve. */
export interface LevelWeightFit extends GridFit {
  /** The curve as a design has it: null for the fraction itself. */
  readonly curve: LodDesign['levelWeightCurve'];
}

const MOST_BITS = 12;
const MOST_SEGMENTS = 12;
/** The parts of a step by which rounding may move a weight from its line. */
const ROUNDED = [0, 3 / 8, 1 / 2];

/** Families of roundings that differ by more than ties. */
const FAMILIES: readonly RoundingMode[] = ['nearest-even', 'floor', 'ceil'];

/**
 * The piecewise linear curve with the fewest pieces that explains weights other than the LOD's fraction. The first step
 * is the grid of the weights, to which LODs are snapped as well. Then come pieces from left to right, each as long as
 * one line fits, then the simplest knots that reproduce as many weights.
 *
 * @returns null if a curve needs a piece for every few weights
 */
export function fitCurve(weights: readonly MeasuredWeight[]): LevelWeightFit | null {
  const coarsest = weightGrid(weights);
  if (coarsest === null) return null;
  const { slack } = coarsest;
  const missedBy = (curve: readonly Knot[], { bits, rounding }: Grid) =>
    weights.filter((weight) => !reproduces(curve, weight, { bits, rounding }, slack));
  // Few weights may lie on a coarser grid than the LODs.
  let best: {
    readonly bits: number;
    readonly curve: readonly Knot[];
    readonly missed: readonly MeasuredWeight[];
  } | null = null;
  for (let { bits } = coarsest; bits <= MOST_BITS && best?.missed.length !== 0; bits++) {
    const found = FAMILIES.flatMap((rounding) =>
      curvesFor(weights, { bits, rounding }, slack).map((curve) => {
        return { bits, curve, missed: missedBy(curve, { bits, rounding }) };
      }),
    ).toSorted((a, b) => a.missed.length - b.missed.length || complexity(a.curve) - complexity(b.curve))[0];
    if (found !== undefined && found.missed.length < (best?.missed.length ?? Infinity)) best = found;
  }
  if (best === null) return null;
  const { bits, curve, missed } = best;
  const grid = { bits, slack };
  return {
    bits,
    atLeast:
      weights.every(({ fraction }) => Number.isInteger(fraction * 2 ** bits)) || !wouldShowFinerGrid(weights, grid),
    rounding: ROUNDING_MODES.filter((rounding) => missedBy(curve, { bits, rounding }).length === missed.length),
    curve,
    requests: weights.length,
    says: weights.length - missed.length,
    contradicts: missed.length,
    against: firstPlaces(missed.map(({ evidence }) => evidence.request)),
    slack,
  };
}

/** Curves that may explain the weights, with simple numbers for their knots or the fitted ones. */
function curvesFor(weights: readonly MeasuredWeight[], grid: Grid, slack: number): readonly (readonly Knot[])[] {
  const one = 2 ** grid.bits;
  const snapped = weights.map(({ fraction, weight, unit }) => {
    return { x: snap(fraction, grid) / one, y: widened(weight, slack * unit) };
  });
  const between = snapped.filter(({ x }) => x < 1);
  // Weights of a level alone are no rounded ones: a line that only comes near them is not theirs.
  const first = between.findIndex((segment) => !held(segment, 0));
  const last = between.findLastIndex((segment) => !held(segment, 1));
  if (first < 0 || last < 0) {
    const weight = first < 0 ? 0 : 1;
    return [
      [
        [0, weight],
        [1, weight],
      ],
    ];
  }
  const [low, middle, high] = [between.slice(0, first), between.slice(first, last + 1), between.slice(last + 1)];
  if (middle.length === 0)
    return [
      [
        [low[low.length - 1].x, 0],
        [high[0].x, 1],
      ],
    ];
  return ROUNDED.flatMap((steps) => {
    const pieces = linePieces(middle.map(({ x, y }) => ({ x, y: widened(y, steps / one) })));
    if (pieces === null) return [];
    const knots = knotsOf([...flat(low, 0), ...pieces, ...flat(high, 1)]);
    return [knots, ...[1 / 64, 1 / 4, 1, 2].map((share) => simplified(knots, share / one))];
  }).filter(isCurve);
}

function held({ y }: CurveSegment, weight: number): boolean {
  return y.lower <= weight && y.upper >= weight;
}

function flat(segments: readonly CurveSegment[], weight: number): readonly CurveLine[] {
  return segments.length === 0 ? [] : [{ slope: 0, intercept: weight }];
}

/** The coarsest grid that nearly all weights lie on, with the least slack in units of the format. */
function weightGrid(weights: readonly MeasuredWeight[]): { readonly bits: number; readonly slack: number } | null {
  for (const slack of [2 ** -20, 2 ** -12, 2 ** -8, 2 ** -4, 2 ** -2]) {
    for (let bits = 1; bits <= MOST_BITS; bits++) {
      const on = weights.filter(({ weight, unit }) => holdsMultiple(widened(weight, slack * unit), 2 ** -bits));
      if (on.length >= ENOUGH * weights.length) return { bits, slack };
    }
  }
  return null;
}

/** True if most weights are known to less than half a step, so that they would show a finer grid. */
function wouldShowFinerGrid(
  weights: readonly MeasuredWeight[],
  { bits, slack }: { readonly bits: number; readonly slack: number },
) {
  const narrow = weights.filter(({ weight: { lower, upper }, unit }) => {
    return upper - lower + 2 * slack * unit < 2 ** -(bits + 1);
  });
  return 2 * narrow.length > weights.length;
}

function holdsMultiple({ lower, upper }: Interval, step: number): boolean {
  return Math.floor(upper / step) * step >= lower;
}

/** True if a design with this curve has the measured weights (levelWeightCurve of a design). */
function reproduces(curve: readonly Knot[], { fraction, weight, unit }: MeasuredWeight, grid: Grid, slack: number) {
  const one = 2 ** grid.bits;
  const snapped = snap(fraction, grid) / one;
  const allowed = widened(weight, slack * unit);
  // A LOD that snaps to the next level selects it alone.
  const made = snapped === 1 ? 1 : roundToInteger(onCurve(curve, snapped) * one, 'nearest-even') / one;
  return made >= allowed.lower && made <= allowed.upper;
}

/** Pieces, each as long as one line fits; null if there are too many. */
function linePieces(segments: readonly CurveSegment[]): readonly CurveLine[] | null {
  const pieces: CurveLine[] = [];
  for (let first = 0; first < segments.length;) {
    if (pieces.length === MOST_SEGMENTS) return null;
    let line = lineThrough(segments.slice(first, first + 1))!;
    let end = first + 1;
    // Doubling steps, then halving ones.
    for (let step = 1; step > 0;) {
      const longer = end + step <= segments.length ? lineThrough(segments.slice(first, end + step)) : null;
      if (longer !== null) {
        [line, end, step] = [longer, end + step, step * 2];
      } else {
        step = Math.floor(step / 2);
      }
    }
    pieces.push(line);
    first = end;
  }
  return pieces;
}

/** The knots between the pieces; a piece that is flat at an end needs no knot beyond. */
function knotsOf(pieces: readonly CurveLine[]): readonly Knot[] {
  const at = ({ slope, intercept }: CurveLine, x: number) => Math.max(0, Math.min(1, slope * x + intercept));
  const [first, last] = [pieces[0], pieces[pieces.length - 1]];
  const knots: Knot[] = first.slope === 0 ? [] : [[0, at(first, 0)]];
  for (const [n, piece] of pieces.slice(1).entries()) {
    const before = pieces[n];
    const x = (before.intercept - piece.intercept) / (piece.slope - before.slope);
    knots.push([x, at(before.slope === 0 ? before : piece, x)]);
  }
  if (last.slope !== 0) knots.push([1, at(last, 1)]);
  return knots;
}

function simplified(knots: readonly Knot[], distance: number): readonly Knot[] {
  const simple = (x: number) => simplestIn(interval(Math.max(0, x - distance), Math.min(1, x + distance)));
  return knots.map(([x, y]) => [simple(x), simple(y)]);
}

function isCurve(knots: readonly Knot[]): boolean {
  const inside = knots.every(([x, y]) => x >= 0 && x <= 1 && y >= 0 && y <= 1);
  const rises = knots.every(([x, y], n) => n === 0 || (x > knots[n - 1][0] && y >= knots[n - 1][1]));
  return knots.length >= 2 && inside && rises;
}

/** Digits that it takes to write the knots. */
function complexity(knots: readonly Knot[]): number {
  return JSON.stringify(knots).length;
}
