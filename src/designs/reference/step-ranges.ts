import type { Design } from '../../../rtl-model/design/design.ts';
import { filterSteps } from '../../../rtl-model/design/filter-ranges.ts';
import { fixed } from '../../../rtl-model/fixed-point/format.ts';
import { LodUnit } from '../../../rtl-model/lod-unit/lod-unit.ts';
import { level } from '../../../rtl-model/registers/register-formats.ts';
import type { StepRange } from '../../../rtl-model/steps/step.ts';
import { StepGraph } from '../../../rtl-model/steps/step-graph.ts';
import { plainState } from '../plain-state.ts';

/**
 * The ranges of the plain path's steps, by the names of their registers: for the largest image of a design, and codes from
 * 0 to `most`. LODs, weights and filter come from graphs of their steps.
 */
export function stepRanges(design: Design, most: number): Readonly<Record<string, StepRange>> {
  const { address, filter, limits } = design;
  const { integerBits, fractionBits } = address.coordinate;
  const plain = plainState(design);
  const lastLevel = level('level', plain).max;
  const sampler = { ...plain.sampler, magFilter: 'nearest' } as const;
  const unit = new LodUnit({ ...plain, sampler, lastLevel }, { passes: () => 1 });
  const s = new StepGraph();
  const [rho, operand, minLod] = ['rho', 'lodOperand', 'minLod'].map((name) => s.register(name, 'float32'));
  const baseLod = unit.log2Unit.log2(s, rho);
  const levels = unit.levels(s, baseLod, operand, minLod);
  const { min, max } = fixed('coordinate', integerBits, fractionBits);
  const fraction = s.register('fraction', 'integer', 0, 2 ** fractionBits - 1);
  const weight = s.round(fraction, fractionBits - filter.weightBits, filter.rounding);
  const named = (names: readonly string[], range: StepRange) => Object.fromEntries(names.map((name) => [name, range]));
  return {
    ...levels,
    ...filterSteps(design, 0, most),
    ...named(['fixedU', 'fixedV'], { low: min, high: max }),
    ...named(['i0', 'j0', 'i1', 'j1'], { low: -1, high: limits.maxImageDimension2D - 1 }),
    ...named(['alpha', 'beta'], weight),
    baseLod,
    bias: unit.bounds.bias(s, operand),
    leastLod: unit.bounds.minLod(s, minLod),
    levelIndex: { low: 0, high: lastLevel },
    layerIndex: { low: 0, high: limits.maxImageArrayLayers - 1 },
  };
}
