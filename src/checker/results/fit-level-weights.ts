import { ROUNDING_MODES, type RoundingMode } from '../../../rtl-model/fixed-point/rounding.ts';
import type { LodDesign } from '../../../rtl-model/design.ts';
import { type Interval, interval } from '../../oracle/interval.ts';
import { type Evidence, type Grid, gridSample, snap, unitOf } from './fit-evidence.ts';
import { type SubtexelFit, thinned } from './fit-subtexel.ts';
import { choose, explainsEnough, type Support } from './hypotheses.ts';
import { fitCurve } from './level-weight-curve.ts';

/** What a request shows of the weight of the coarser level. */
export interface MeasuredWeight {
  readonly evidence: Evidence;
  /** Fraction of d'. */
  readonly fraction: number;
  readonly weight: Interval;
  /** Code of the format, in weight: what rounding the lerp to the format may hide. */
  readonly unit: number;
}

/** The grid and curve of level weights, as the results show them. */
export interface LevelWeightFit extends Support {
  /** Fraction bits of the LOD or, under a curve, of the weights. */
  readonly bits: number;
  readonly atLeast: boolean;
  readonly rounding: readonly RoundingMode[];
  /** As in a design: null for the fraction itself. */
  readonly curve: LodDesign['levelWeightCurve'];
  readonly requests: number;
}

const MOST_BITS = 12;
const MOST_REQUESTS = 2048;
/** Levels that differ by less say too little of the weight between them. */
const LEAST_CONTRAST = 16;

const GRIDS: readonly Grid[] = Array.from({ length: MOST_BITS }, (_, n) => n + 1).flatMap((bits) =>
  ROUNDING_MODES.map((rounding) => ({ bits, rounding })),
);

/** The weights that requests between levels show, rising in the LOD's fraction. */
export function measuredWeights(all: readonly Evidence[], subtexel: SubtexelFit | null): readonly MeasuredWeight[] {
  const grid: Grid = { bits: subtexel?.bits ?? 16, rounding: subtexel?.rounding[0] ?? 'nearest-even' };
  return all
    .filter(({ state, d }) => state.sampler.mipmapMode === 'linear' && !Number.isInteger(d))
    .flatMap((evidence) => measuredWeight(evidence, grid) ?? [])
    .toSorted((a, b) => a.fraction - b.fraction);
}

function measuredWeight(evidence: Evidence, grid: Grid): MeasuredWeight | null {
  const { state, result, request, d, filter } = evidence;
  const level = Math.floor(d);
  const finer = gridSample(evidence, level, filter, grid);
  const coarser = gridSample(evidence, level + 1, filter, grid);
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

/**
 * The fraction on the coarsest grid that explains the weights, or else the curve that does; null where no request is
 * between levels.
 */
export function fitLevelWeights(all: readonly MeasuredWeight[]): LevelWeightFit | null {
  const weights = thinned(all, MOST_REQUESTS);
  const evidence = weights.map((weight) => weight.evidence);
  const residuals = GRIDS.map((grid) => Float64Array.from(weights, (weight) => gridResidual(weight, grid)));
  const choice = choose(evidence, GRIDS, residuals);
  if (choice === null) return null;
  const { bits } = choice.best[0];
  const identity: LevelWeightFit = {
    bits,
    atLeast: choice.best.some((grid) => grid.bits > bits),
    rounding: choice.best.filter((grid) => grid.bits === bits).map(({ rounding }) => rounding),
    curve: null,
    requests: weights.length,
    ...choice.support,
  };
  if (explainsEnough(choice.support, weights.length)) return identity;
  const curved = fitCurve(weights);
  return curved !== null && curved.contradicts < identity.contradicts ? curved : identity;
}

/** In units of the format. The next level counts as weight 1 of this one. */
function gridResidual({ fraction, weight, unit }: MeasuredWeight, grid: Grid): number {
  const snapped = snap(fraction, grid) / 2 ** grid.bits;
  return Math.max(0, weight.lower - snapped, snapped - weight.upper) / unit;
}
