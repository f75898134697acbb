import { ROUNDING_MODES } from '../../../rtl-model/fixed-point/rounding.ts';
import { type Grid, snap } from './fit-evidence.ts';
import { thinned } from './fit-subtexel.ts';
import { choose, explainsEnough } from './hypotheses.ts';
import { fitCurve, type LevelWeightFit } from './level-weight-curve.ts';
import type { MeasuredWeight } from './measured-weights.ts';

const MOST_BITS = 12;
const MOST_REQUESTS = 2048;

const GRIDS: readonly Grid[] = Array.from({ length: MOST_BITS }, (_, n) => n + 1).flatMap((bits) =>
  ROUNDING_MODES.map((rounding) => ({ bits, rounding })),
);

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
