import type { LayerRounding, NearestLevelRule } from '../../../rtl-model/design/design.ts';
import { operandIndex } from '../../specification/state/lane.ts';
import { isArray } from '../../specification/state/view.ts';
import { type Evidence, type Grid, gridSample, residual, snap, unitOf } from './fit-evidence.ts';
import { singleLevel, type SubtexelFit } from './fit-subtexel.ts';
import { choose, type Support } from './hypotheses.ts';
import type { LevelWeightFit } from './level-weight-curve.ts';

/** A rule that the results show, among those that the specifications know. */
export interface RuleFit<T> extends Support {
  readonly rule: T;
  readonly requests: number;
}

const LEVEL_RULES: readonly NearestLevelRule[] = ['ceil-minus-one', 'floor-plus-half'];
const LAYER_RULES: readonly LayerRounding[] = ['nearest-even', 'floor-plus-half'];
/** Without a fit: coordinates that are not snapped at all, in effect. */
const FINE: Grid = { bits: 16, rounding: 'nearest-even' };

/** The nearest of two levels where the LOD is halfway: null where none is. */
export function fitNearestLevel(
  all: readonly Evidence[],
  subtexel: SubtexelFit | null,
  levelWeights: LevelWeightFit | null,
): RuleFit<NearestLevelRule> | null {
  const lodGrid = { bits: levelWeights?.bits ?? 8, rounding: levelWeights?.rounding[0] ?? 'nearest-even' } as const;
  const one = 2 ** lodGrid.bits;
  const halfway = all.flatMap((evidence) => {
    const { state, d } = evidence;
    const snapped = snap(d, lodGrid) / one;
    const ties = state.sampler.mipmapMode === 'nearest' && snapped - Math.floor(snapped) === 0.5;
    return ties ? [{ evidence, values: [Math.floor(snapped), Math.floor(snapped) + 1] }] : [];
  });
  return between(halfway, LEVEL_RULES, subtexel, (evidence, level) => ({ level, layer: undefined, evidence }));
}

/** The nearest of two layers where the coordinate is halfway: null where none is. */
export function fitLayer(all: readonly Evidence[], subtexel: SubtexelFit | null): RuleFit<LayerRounding> | null {
  const halfway = all.flatMap((evidence) => {
    const { view } = evidence.state;
    const a = evidence.lane.batch.layer[operandIndex(evidence.lane)];
    const below = Math.floor(a);
    const ties = isArray(view.viewType) && a - below === 0.5 && below >= 0 && below + 1 < view.layerCount;
    if (!ties || singleLevel(evidence) === null) return [];
    const even = below % 2 === 0 ? below : below + 1;
    return [{ evidence, values: [even, below + 1].map((layer) => view.baseArrayLayer + layer) }];
  });
  return between(halfway, LAYER_RULES, subtexel, (evidence, layer) => ({
    level: singleLevel(evidence)!,
    layer,
    evidence,
  }));
}

interface Halfway {
  readonly evidence: Evidence;
  /** The level that each rule selects. */
  readonly values: readonly number[];
}

type Place = (evidence: Evidence, value: number) => Place3;

interface Place3 {
  readonly evidence: Evidence;
  readonly level: number;
  readonly layer: number | undefined;
}

function between<T>(
  halfway: readonly Halfway[],
  rules: readonly T[],
  subtexel: SubtexelFit | null,
  place: Place,
): RuleFit<T> | null {
  const grid: Grid = subtexel === null ? FINE : { bits: subtexel.bits, rounding: subtexel.rounding[0] };
  const telling = halfway
    .map(({ evidence, values }) => ({
      evidence,
      row: values.map((value) => placeResidual(place(evidence, value), grid)),
    }))
    .filter(({ row }) => row.some((value) => value !== row[0]));
  const evidence = telling.map((one) => one.evidence);
  const residuals = rules.map((_, h) => Float64Array.from(telling, ({ row }) => row[h]));
  const choice = choose(evidence, rules, residuals);
  return choice === null ? null : { rule: choice.best[0], requests: evidence.length, ...choice.support };
}

function placeResidual({ evidence, level, layer }: Place3, grid: Grid): number {
  const sample = gridSample(evidence, level, evidence.filter, grid, layer);
  return sample === null ? 0 : residual(evidence, sample.color, unitOf(evidence, sample.largest));
}
