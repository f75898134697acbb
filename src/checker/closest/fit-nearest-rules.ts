import type { LayerRounding, NearestLevelRule } from '../../../rtl-model/design/design.ts';
import { operandIndex } from '../../specification/state/lane.ts';
import { isArray } from '../../specification/state/view.ts';
import { type Evidence, snap } from './fit-evidence.ts';
import { levelResidual, singleLevel } from './fit-grids.ts';
import { choose, distinguishing, type GridFit, gridOf, type Support, type Trial } from './hypotheses.ts';

/** A rule that the results show, among those that the specifications know. */
export interface RuleFit<T> extends Support {
  readonly rule: T;
}

const LEVEL_RULES: readonly NearestLevelRule[] = ['ceil-minus-one', 'floor-plus-half'];
const LAYER_RULES: readonly LayerRounding[] = ['nearest-even', 'floor-plus-half'];

/** The rule for a LOD half way between two levels; null without such a LOD. */
export function fitNearestLevel(
  all: readonly Evidence[],
  subtexel: GridFit | null,
  levelWeights: GridFit | null,
): RuleFit<NearestLevelRule> | null {
  const lodGrid = gridOf(levelWeights, 8);
  const candidates: Candidates = ({ state, d }) => tiedLevels(state, snap(d, lodGrid) / 2 ** lodGrid.bits);
  return chosenRule(trialsOf(all, subtexel, candidates), LEVEL_RULES);
}

/** The rule for a coordinate half way between two layers; null without such a coordinate. */
export function fitLayer(all: readonly Evidence[], subtexel: GridFit | null): RuleFit<LayerRounding> | null {
  return chosenRule(layerTrials(all, subtexel), LAYER_RULES);
}

function chosenRule<T>(trials: readonly Trial[], rules: readonly T[]): RuleFit<T> | null {
  const choice = choose(trials, rules);
  return choice && { rule: choice.best[0], ...choice.support };
}

/** The requests half way between two layers; a residual for each of the rules, RNE(a) and floor(a + 0.5). */
export function layerTrials(all: readonly Evidence[], subtexel: GridFit | null): readonly Trial[] {
  return trialsOf(all, subtexel, (evidence) => {
    const { view } = evidence.state;
    const a = evidence.lane.batch.layer[operandIndex(evidence.lane)];
    const below = Math.floor(a);
    const ties = isArray(view.viewType) && a - below === 0.5 && below >= 0 && below + 1 < view.layerCount;
    const level = singleLevel(evidence);
    if (!ties || level === null) return [];
    return [below + (below % 2), below + 1].map((layer) => ({ level, layer: view.baseArrayLayer + layer }));
  });
}

/**
 * The requests whose LOD is half way between two levels before any snap; a residual for each of the rules,
 * ceil(d' + 0.5) - 1 and floor(d' + 0.5).
 */
export function levelTrials(all: readonly Evidence[], subtexel: GridFit | null): readonly Trial[] {
  return trialsOf(all, subtexel, ({ state, d }) => tiedLevels(state, d));
}

/** The two levels on either side of d', where it is half way between them and the nearest one is read. */
function tiedLevels({ sampler }: Evidence['state'], d: number): ReturnType<Candidates> {
  const below = Math.floor(d);
  const ties = sampler.mipmapMode === 'nearest' && d - below === 0.5;
  return ties ? [{ level: below }, { level: below + 1 }] : [];
}

/** The level, and the layer where it is in question, that each rule selects; none without a tie. */
type Candidates = (evidence: Evidence) => readonly { readonly level: number; readonly layer?: number }[];

function trialsOf(all: readonly Evidence[], subtexel: GridFit | null, candidates: Candidates): readonly Trial[] {
  const grid = gridOf(subtexel, 16);
  const trials = all.map((evidence) => ({
    evidence,
    residuals: candidates(evidence).map(({ level, layer }) => levelResidual(evidence, level, grid, layer)),
  }));
  return distinguishing(trials);
}
