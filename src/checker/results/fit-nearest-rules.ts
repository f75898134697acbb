import type { LayerRounding, NearestLevelRule } from '../../../rtl-model/design/design.ts';
import { operandIndex } from '../../specification/state/lane.ts';
import { isArray } from '../../specification/state/view.ts';
import { type Evidence, snap } from './fit-evidence.ts';
import { levelResidual, singleLevel } from './fit-grids.ts';
import { choose, type GridFit, gridOf, type Support, telling, type Trial } from './hypotheses.ts';

/** A rule that the results show, among those that the specifications know. */
export interface RuleFit<T> extends Support {
  readonly rule: T;
}

const LEVEL_RULES: readonly NearestLevelRule[] = ['ceil-minus-one', 'floor-plus-half'];
const LAYER_RULES: readonly LayerRounding[] = ['nearest-even', 'floor-plus-half'];

/** The nearest of two levels where the LOD is halfway: null where none is. */
export function fitNearestLevel(
  all: readonly Evidence[],
  subtexel: GridFit | null,
  levelWeights: GridFit | null,
): RuleFit<NearestLevelRule> | null {
  const lodGrid = gridOf(levelWeights, 8);
  const one = 2 ** lodGrid.bits;
  const halfway = all.flatMap((evidence) => {
    const { state, d } = evidence;
    const below = Math.floor(snap(d, lodGrid) / one);
    const ties = state.sampler.mipmapMode === 'nearest' && snap(d, lodGrid) / one - below === 0.5;
    if (!ties) return [];
    return [
      { evidence, residuals: [below, below + 1].map((level) => levelResidual(evidence, level, gridOf(subtexel, 16))) },
    ];
  });
  return ruleFit(halfway, LEVEL_RULES);
}

/** The nearest of two layers where the coordinate is halfway: null where none is. */
export function fitLayer(all: readonly Evidence[], subtexel: GridFit | null): RuleFit<LayerRounding> | null {
  const halfway = all.flatMap((evidence) => {
    const { view } = evidence.state;
    const a = evidence.lane.batch.layer[operandIndex(evidence.lane)];
    const below = Math.floor(a);
    const ties = isArray(view.viewType) && a - below === 0.5 && below >= 0 && below + 1 < view.layerCount;
    const level = singleLevel(evidence);
    if (!ties || level === null) return [];
    const even = below % 2 === 0 ? below : below + 1;
    const layers = [even, below + 1].map((layer) => view.baseArrayLayer + layer);
    return [
      { evidence, residuals: layers.map((layer) => levelResidual(evidence, level, gridOf(subtexel, 16), layer)) },
    ];
  });
  return ruleFit(halfway, LAYER_RULES);
}

function ruleFit<T>(trials: readonly Trial[], rules: readonly T[]): RuleFit<T> | null {
  const choice = choose(telling(trials), rules);
  return choice === null ? null : { rule: choice.best[0], ...choice.support };
}
