import { type Grid, snap } from './fit-evidence.ts';
import { thinned } from './fit-subtexel.ts';
import { explainsEnough, fitGrid, gridsTo } from './hypotheses.ts';
import { fitCurve, type LevelWeightFit } from './level-weight-curve.ts';
import type { MeasuredWeight } from './measured-weights.ts';

const GRIDS = gridsTo(12);
const MOST_REQUESTS = 2048;

/**
 * The fraction on the coarsest grid that explains the weights, or else the curve that does; null where no request is
 * between levels.
 */
export function fitLevelWeights(all: readonly MeasuredWeight[]): LevelWeightFit | null {
  const weights = thinned(all, MOST_REQUESTS);
  const fit = fitGrid(
    weights.map((weight) => ({
      evidence: weight.evidence,
      residuals: GRIDS.map((grid) => gridResidual(weight, grid)),
    })),
    GRIDS,
  );
  if (fit === null) return null;
  const identity = { ...fit, curve: null };
  if (explainsEnough(fit)) return identity;
  const curved = fitCurve(weights);
  return curved !== null && curved.contradicts < identity.contradicts ? curved : identity;
}

/** The residual in units of the format. The next level counts as weight 1 of this one. */
function gridResidual({ fraction, weight, unit }: MeasuredWeight, grid: Grid): number {
  const snapped = snap(fraction, grid) / 2 ** grid.bits;
  return Math.max(0, weight.lower - snapped, snapped - weight.upper) / unit;
}
