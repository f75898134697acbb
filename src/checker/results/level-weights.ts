import type { LodDesign } from '../../../rtl-model/design/design.ts';
import { ROUNDING_MODES, type RoundingMode, roundToInteger } from '../../../rtl-model/fixed-point/rounding.ts';
import { type Interval, interval, widened } from '../../specification/exact/interval.ts';
import { coarserLevel, onCurve } from '../../specification/lod/levels.ts';
import { type Line, lineThrough, simplestIn, type Stab } from './curve-pieces.ts';
import { type Evidence, type Grid, gridSample, snap, unitOf } from './fit-evidence.ts';
import { firstPlaces, type GridFit, gridOf } from './hypotheses.ts';

/** The evidence of a request about the weight of the coarser level. */
export interface MeasuredWeight {
  readonly evidence: Evidence;
  /** Fraction of d'. */
  readonly fraction: number;
  readonly weight: Interval;
  /** Code of the format, in weight: what rounding the lerp to the format may hide. */
  readonly unit: number;
}

/** Levels that differ by less say too little of the weight between them. */
const LEAST_CONTRAST = 16;

/** The coarsest grid of LODs: 4 bits (Vulkan: Required Limits). */
const COARSEST_STEP = 2 ** -4;

/** The weights that requests between levels show, rising in the LOD's fraction. */
export function measuredWeights(all: readonly Evidence[], subtexel: GridFit | null): readonly MeasuredWeight[] {
  const grid = gridOf(subtexel, 16);
  return all
    .filter(({ state, d }) => state.sampler.mipmapMode === 'linear' && !Number.isInteger(d))
    .flatMap((evidence) => measuredWeight(evidence, grid) ?? [])
    .toSorted((a, b) => a.fraction - b.fraction);
}

function measuredWeight(evidence: Evidence, grid: Grid): MeasuredWeight | null {
  const { state, result, request, d, filter } = evidence;
  const level = Math.floor(d);
  const finer = gridSample(evidence, level, filter, grid);
  const lower = coarserLevel(level, state.view, state.design.text);
  // A LOD that snaps up to level + 1 has that level alone, which is not the lower one (Vulkan 1.1).
  if (lower !== level + 1 && d - level > 1 - COARSEST_STEP) return null;
  const coarser = gridSample(evidence, lower, filter, grid);
  if (finer === null || coarser === null) return null;
  const unit = unitOf(evidence, Math.max(finer.largest, coarser.largest));
  const contrast = (c: number) => (state.result.constants[c] === undefined ? coarser.color[c] - finer.color[c] : 0);
  const c = [0, 1, 2, 3].reduce((most, n) => (Math.abs(contrast(n)) > Math.abs(contrast(most)) ? n : most));
  const difference = contrast(c);
  if (Math.abs(difference) < LEAST_CONTRAST * unit) return null;
  const one = state.result.ones[c];
  const known = request.tolerance + 2 ** -24 * Math.abs(result[c]);
  const ends = [result[c] - known, result[c] + known].map((value) => (value * one - finer.color[c]) / difference);
  const weight = interval(Math.min(...ends), Math.max(...ends));
  return { evidence, fraction: d - level, weight, unit: Math.abs(unit / difference) };
}

export type Knot = readonly [number, number];

/** The grid of the LOD or, under a curve, of the weights between levels, and the curve. */
export interface LevelWeightFit extends GridFit {
  /** The curve as a design has it: null for the fraction itself. */
  readonly curve: LodDesign['levelWeightCurve'];
}

const MOST_BITS = 12;
const MOST_SEGMENTS = 12;
/** The part of a step that rounding may move a weight from its line, 0 to 1. */
const ROUNDED = [0, 3 / 8, 1 / 2];
const ENOUGH = 0.98;

/** Families of roundings that differ by more than ties. */
const FAMILIES: readonly RoundingMode[] = ['nearest-even', 'floor', 'ceil'];

/**
 * The piecewise linear curve with the fewest pieces that explains weights that are not the LOD's fraction: first the
 * grid on which the weights lie, which the LODs are snapped to as well, then pieces from left to right, each as long as
 * one line serves, then the simplest numbers for the knots that reproduce as many weights.
 *
 * @returns null where nothing short of a piece for every few weights would do
 */
export function fitCurve(weights: readonly MeasuredWeight[]): LevelWeightFit | null {
  const grid = weightGrid(weights);
  if (grid === null) return null;
  const { bits, slack } = grid;
  const missedBy = (curve: readonly Knot[], rounding: RoundingMode) =>
    weights.filter((weight) => !reproduces(curve, weight, { bits, rounding }, slack));
  const best = FAMILIES.flatMap((rounding) =>
    curvesFor(weights, { bits, rounding }, slack).map((curve) => ({ curve, missed: missedBy(curve, rounding) })),
  ).toSorted((a, b) => a.missed.length - b.missed.length || complexity(a.curve) - complexity(b.curve))[0];
  if (best === undefined) return null;
  const { curve, missed } = best;
  return {
    bits,
    atLeast: weights.every(({ fraction }) => Number.isInteger(fraction * 2 ** bits)),
    rounding: ROUNDING_MODES.filter((rounding) => missedBy(curve, rounding).length === missed.length),
    curve,
    requests: weights.length,
    says: weights.length - missed.length,
    contradicts: missed.length,
    against: firstPlaces(missed.map(({ evidence }) => evidence.request)),
    slack,
  };
}

/** Curves that may explain the weights, with plain numbers for their knots or as they come. */
function curvesFor(weights: readonly MeasuredWeight[], grid: Grid, slack: number): readonly (readonly Knot[])[] {
  const one = 2 ** grid.bits;
  const snapped = weights.map(({ fraction, weight, unit }) => {
    return { x: snap(fraction, grid) / one, y: widened(weight, slack * unit) };
  });
  const between = snapped.filter(({ x }) => x < 1);
  // Weights of a level alone are no rounded ones: a line that only comes near them is not theirs.
  const first = between.findIndex((stab) => !held(stab, 0));
  const last = between.findLastIndex((stab) => !held(stab, 1));
  if (first < 0 || last < 0) {
    const weight = first < 0 ? 0 : 1;
    return [pair([0, weight], [1, weight])];
  }
  const [low, middle, high] = [between.slice(0, first), between.slice(first, last + 1), between.slice(last + 1)];
  if (middle.length === 0) return [pair([low[low.length - 1].x, 0], [high[0].x, 1])];
  return ROUNDED.flatMap((steps) => {
    const pieces = linePieces(middle.map(({ x, y }) => ({ x, y: widened(y, steps / one) })));
    if (pieces === null) return [];
    const knots = knotsOf([...flat(low, 0), ...pieces, ...flat(high, 1)]);
    return [knots, ...[1 / 64, 1 / 4, 1, 2].map((share) => simplified(knots, share / one))];
  }).filter(isCurve);
}

function pair(a: Knot, b: Knot): readonly Knot[] {
  return [a, b];
}

function held({ y }: Stab, weight: number): boolean {
  return y.lower <= weight && y.upper >= weight;
}

function flat(stabs: readonly Stab[], weight: number): readonly Line[] {
  return stabs.length === 0 ? [] : [{ slope: 0, intercept: weight }];
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

function holdsMultiple({ lower, upper }: Interval, step: number): boolean {
  return Math.floor(upper / step) * step >= lower;
}

/** True if a design with this curve has the measured weights (levelWeightCurve of a design). */
function reproduces(curve: readonly Knot[], { fraction, weight, unit }: MeasuredWeight, grid: Grid, slack: number) {
  const one = 2 ** grid.bits;
  const snapped = snap(fraction, grid) / one;
  const allowed = widened(weight, slack * unit);
  // An LOD that snaps to the next level is one of that.
  const made = snapped === 1 ? 1 : roundToInteger(onCurve(curve, snapped) * one, 'nearest-even') / one;
  return made >= allowed.lower && made <= allowed.upper;
}

/** Each piece as long as a line serves; null for too many. */
function linePieces(stabs: readonly Stab[]): readonly Line[] | null {
  const pieces: Line[] = [];
  for (let first = 0; first < stabs.length;) {
    if (pieces.length === MOST_SEGMENTS) return null;
    let line = lineThrough(stabs.slice(first, first + 1))!;
    let end = first + 1;
    // Doubling steps, then halving ones.
    for (let step = 1; step > 0;) {
      const longer = end + step <= stabs.length ? lineThrough(stabs.slice(first, end + step)) : null;
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
function knotsOf(pieces: readonly Line[]): readonly Knot[] {
  const at = ({ slope, intercept }: Line, x: number) => Math.max(0, Math.min(1, slope * x + intercept));
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
