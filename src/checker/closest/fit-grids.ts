import { type Evidence, type Grid, gridSample, residual, snap, codeUnit } from './fit-evidence.ts';
import type { Interval } from '../../specification/exact/interval.ts';
import type { Profile } from '../profiles.ts';
import {
  accuracyOf,
  betweenLevels,
  fitCurve,
  type LevelWeightFit,
  type MeasuredWeight,
  weightsBetween,
} from './level-weights.ts';
import { type CoordinateFit, distinguishing, explainsEnough, fitGrid, type GridFit, gridsTo } from './hypotheses.ts';
import { evenly } from '../attribute/attribute-faults.ts';

const COORDINATE_GRIDS = gridsTo(16);
const MOST_COORDINATES = 1024;
const WEIGHT_GRIDS = gridsTo(12);
const MOST_WEIGHTS = 2048;

/** The grid of linear weights, fitted to linear samples of single levels; null if no sample shows it. */
export function fitSubtexel(all: readonly Evidence[]): CoordinateFit | null {
  const usable = all.filter((evidence) => {
    return evidence.filter === 'linear' && !evidence.betweenLayers && singleLevel(evidence) !== null;
  });
  const trials = evenly(usable, MOST_COORDINATES).map((evidence) => ({
    evidence,
    residuals: COORDINATE_GRIDS.map((grid) => levelResidual(evidence, singleLevel(evidence)!, grid)),
  }));
  return fitGrid(distinguishing(trials), COORDINATE_GRIDS);
}

/**
 * The coordinate grid, fitted to linear samples between levels, where no single level shows it. The LOD has every
 * freedom of the profile, and each lerp a tolerance of half a unit of the format.
 *
 * @returns null where no grid explains nearly all
 */
export function fitBetweenLevels(all: readonly Evidence[], profile: Profile): CoordinateFit | null {
  const trials = evenly(betweenLevels(all), MOST_BLENDS).flatMap((evidence) => {
    const weights = evidence.filter === 'linear' ? weightsBetween(evidence, profile) : null;
    if (weights === null || !Number.isFinite(weights.upper - weights.lower)) return [];
    return { evidence, residuals: COORDINATE_GRIDS.map((grid) => blendResidual(evidence, weights, grid, profile)) };
  });
  const fit = fitGrid(distinguishing(trials), COORDINATE_GRIDS);
  return fit !== null && explainsEnough(fit) ? { ...fit, off: fit.slack + AXES * HALF } : null;
}

const MOST_BLENDS = 256;
const AXES = 2;
const HALF = 0.5;

/** The residual of a sample between two levels, beyond what LOD and lerps may hide. */
function blendResidual(evidence: Evidence, weights: Interval, grid: Grid, profile: Profile): number {
  const { d, filter } = evidence;
  const [finer, coarser] = [0, 1].map((n) => gridSample(evidence, { level: Math.floor(d) + n, filter }, grid));
  if (finer === null || coarser === null) return 0;
  const largest = Math.max(finer.largest, coarser.largest);
  const unit = codeUnit(evidence, largest);
  const lerp = (w: number) => finer.color.map((code, c) => code + w * (coarser.color[c] - code));
  const [from, to] = [lerp(weights.lower), lerp(weights.upper)];
  const nearest = from.map((code, c) => {
    const result = evidence.result[c] * evidence.state.result.ones[c];
    return Math.max(Math.min(code, to[c]), Math.min(Math.max(code, to[c]), result));
  });
  const hidden = (AXES + 1) * HALF + accuracyOf(evidence, largest, profile) / unit;
  return Math.max(0, residual(evidence, nearest, unit) - hidden);
}

/** The coarsest LOD grid that explains the weights, or else a curve; null if no request is between levels. */
export function fitLevelWeights(all: readonly MeasuredWeight[]): LevelWeightFit | null {
  const weights = evenly(all, MOST_WEIGHTS);
  const trials = weights.map(({ evidence, fraction, weight, unit }) => ({
    evidence,
    // In units of the format. The next level counts as weight 1 of this one.
    residuals: WEIGHT_GRIDS.map((grid) => {
      const snapped = snap(fraction, grid) / 2 ** grid.bits;
      return Math.max(0, weight.lower - snapped, snapped - weight.upper) / unit;
    }),
  }));
  const fit = fitGrid(trials, WEIGHT_GRIDS);
  if (fit === null) return null;
  const curved = explainsEnough(fit) ? null : fitCurve(weights);
  if (curved !== null && curved.contradicts < fit.contradicts) return curved;
  return { ...gridOnly(fit), curve: null };
}

/** The grid alone, which is what a report shows. */
export function gridOnly(fit: CoordinateFit): GridFit {
  const { alike: _, off: __, ...grid } = fit;
  return grid;
}

/** The residual of a sample of one level with coordinates on a grid; 0 where the sample shows no grid. */
export function levelResidual(evidence: Evidence, level: number, grid: Grid, layer?: number): number {
  const sample = gridSample(evidence, { level, filter: evidence.filter, layer }, grid);
  return sample === null ? 0 : residual(evidence, sample.color, codeUnit(evidence, sample.largest));
}

/** The distance from a level or a half beyond which no LOD grid of three bits or more can change the level. */
const FAR_FROM_TIE = 2 ** -3;

/** The level that is sampled alone, whatever the LOD's grid; null where that is not certain. */
export function singleLevel({ state: { sampler }, d, lambda }: Evidence): number | null {
  if (sampler.magFilter !== sampler.minFilter && Math.abs(lambda) < FAR_FROM_TIE && lambda !== 0) return null;
  if (sampler.mipmapMode === 'linear') return Number.isInteger(d) ? d : null;
  return Math.abs(d - Math.floor(d) - 0.5) < FAR_FROM_TIE ? null : Math.round(d);
}
