import { describe, expect, it } from 'vitest';
import type { Design } from '../../../rtl-model/design/design.ts';
import { itFinds, type Mutant } from '../module-tests.ts';
import { anyInteger, type Expected, integerWithin, randomInputs } from '../vectors.ts';
import { designParameters } from '../design-parameters.ts';
import { firstDifference, type Leaf } from '../verilated.ts';
import { FILTER_DESIGNS, filterOf } from './filter-designs.ts';

function leaf(design: Design): Leaf {
  const { sampleWidth, filter } = filterOf(design);
  const sum = { width: filter.accumulatorBits, signed: true };
  return {
    module: 'accumulator',
    sources: ['filter-unit/accumulator.sv'],
    parameters: designParameters(design, 'accumulator'),
    inputs: [
      { name: 'sample', width: sampleWidth, signed: true },
      { name: 'first', width: 1 },
      { name: 'sum', ...sum },
    ],
    outputs: [{ name: 'next_sum', ...sum }],
  };
}

function vectors({ inputs: [sample] }: Leaf, design: Design) {
  const { arithmetic, rates } = filterOf(design);
  const sum = new Float64Array(4);
  const expected: Expected = (values) => {
    sum[0] = values[1] === 1 ? 0 : values[2];
    arithmetic.add(sum, 0, Float64Array.of(values[0], 0, 0, 0), 0);
    values[3] = sum[0];
  };
  const largest = (Math.max(...rates) - 1) * 2 ** (sample.width - 1);
  return randomInputs([anyInteger(sample), integerWithin(0, 1), integerWithin(-largest, largest)], expected);
}

describe('accumulator', () => {
  it.each([FILTER_DESIGNS[0], FILTER_DESIGNS[2]])('of $name adds a sample to its sum', async (design) => {
    const module = leaf(design);
    expect(await firstDifference(module, vectors(module, design))).toBeNull();
  });

  const mutants: readonly Mutant[] = [
    ['the first sample is added to the sum before it', ["first ? '0 : sum", 'sum']],
    ['the sign of a sample is lost', ["ACCUMULATOR_BITS'(sample)", "ACCUMULATOR_BITS'($unsigned(sample))"]],
  ];
  itFinds(mutants, () => {
    const module = leaf(FILTER_DESIGNS[0]);
    return [module, vectors(module, FILTER_DESIGNS[0])];
  });
});
