import { type Interval, interval } from '../../specification/exact/interval.ts';
import { type Evidence, type Grid, gridSample, unitOf } from './fit-evidence.ts';
import { type GridFit, gridOf } from './hypotheses.ts';

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
