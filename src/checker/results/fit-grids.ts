import { type Evidence, type Grid, gridSample, residual, snap, unitOf } from './fit-evidence.ts';
import { fitCurve, type LevelWeightFit, type MeasuredWeight } from './level-weights.ts';
import { explainsEnough, fitGrid, type GridFit, gridsTo, telling } from './hypotheses.ts';

const COORDINATE_GRIDS = gridsTo(16);
const MOST_COORDINATES = 1024;
const WEIGHT_GRIDS = gridsTo(12);
const MOST_WEIGHTS = 2048;

/** The grid that linear weights lie on, by the linear samples of single levels; null where none speaks. */
export function fitSubtexel(all: readonly Evidence[]): GridFit | null {
  const usable = all.filter((evidence) => evidence.filter === 'linear' && singleLevel(evidence) !== null);
  const trials = thinned(usable, MOST_COORDINATES).map((evidence) => ({
    evidence,
    residuals: COORDINATE_GRIDS.map((grid) => levelResidual(evidence, singleLevel(evidence)!, grid)),
  }));
  return fitGrid(telling(trials), COORDINATE_GRIDS);
}

/**
 * The fraction on the coarsest grid that explains the weights, or else the curve that does; null where no request is
 * between levels.
 */
export function fitLevelWeights(all: readonly MeasuredWeight[]): LevelWeightFit | null {
  const weights = thinned(all, MOST_WEIGHTS);
  const trials = weights.map(({ evidence, fraction, weight, unit }) => ({
    evidence,
    // In units of the format. The next level counts as weight 1 of this one.
    residuals: WEIGHT_GRIDS.map((grid) => {
      const snapped = snap(fraction, grid) / 2 ** grid.bits;
      return Math.max(0, weight.lower - snapped, snapped - weight.upper) / unit;
    }),
  }));
  const fit = fitGrid(trials, WEIGHT_GRIDS);
  const curved = fit === null || explainsEnough(fit) ? null : fitCurve(weights);
  return curved !== null && curved.contradicts < fit!.contradicts ? curved : fit && { ...fit, curve: null };
}

/** The residual of a sample of one level with coordinates on a grid; 0 where the grid cannot be told. */
export function levelResidual(evidence: Evidence, level: number, grid: Grid, layer?: number): number {
  const sample = gridSample(evidence, level, evidence.filter, grid, layer);
  return sample === null ? 0 : residual(evidence, sample.color, unitOf(evidence, sample.largest));
}

/** The distance from a level or a half beyond which no LOD grid of three bits or more can change the level. */
const FAR_FROM_TIE = 2 ** -3;

/** The level that is sampled alone, whatever the LOD's grid; null where that is not certain. */
export function singleLevel({ state: { sampler }, d, lambda }: Evidence): number | null {
  if (sampler.magFilter !== sampler.minFilter && Math.abs(lambda) < FAR_FROM_TIE && lambda !== 0) return null;
  if (sampler.mipmapMode === 'linear') return Number.isInteger(d) ? d : null;
  return Math.abs(d - Math.floor(d) - 0.5) < FAR_FROM_TIE ? null : Math.round(d);
}

/** Every k-th, so that at most `most` are left. */
function thinned<T>(all: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(all.length, most) }, (_, n) => all[Math.floor(n * step)]);
}
