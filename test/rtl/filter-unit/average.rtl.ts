import { describe, expect, it } from 'vitest';
import type { Design } from '../../../rtl-model/design/design.ts';
import { reciprocalTable } from '../../../rtl-model/design/reciprocals.ts';
import { Dice } from '../../oracle/dice.ts';
import { itFinds, type Mutant } from '../module-tests.ts';
import { RANDOM } from '../vectors.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';
import { FILTER_DESIGNS, filterOf } from './filter-designs.ts';

function leaf(design: Design): Leaf {
  const { sampleWidth, filter, rounding, reciprocalBits } = filterOf(design);
  return {
    module: 'average',
    sources: ['fixed-point/fixed_point_pkg.sv', 'fixed-point/round_shift.sv', 'filter-unit/average.sv'],
    parameters: {
      SAMPLE_WIDTH: sampleWidth,
      ACCUMULATOR_BITS: filter.accumulatorBits,
      RECIPROCAL_BITS: reciprocalBits,
      ROUNDING: rounding,
    },
    inputs: [
      { name: 'sum', width: filter.accumulatorBits, signed: true },
      { name: 'reciprocal', width: reciprocalBits + 1 },
    ],
    outputs: [{ name: 'value', width: sampleWidth + 1, signed: true }],
  };
}

/** Sums of as many samples as the design takes, the largest and the smallest among them. */
function vectors(design: Design): Vectors {
  const { arithmetic, rates, reciprocalBits, sampleWidth } = filterOf(design);
  const reciprocals = reciprocalTable(reciprocalBits, Math.max(...rates));
  const dice = new Dice(1);
  return {
    count: RANDOM,
    fill: (_, values) => {
      const n = dice.pick(rates);
      const largest = n * (2 ** (sampleWidth - 1) - 1);
      values[0] = dice.chance(0.1) ? dice.pick([-largest, largest]) : Math.round(dice.real(-largest, largest));
      values[1] = reciprocals[n];
      values[2] = arithmetic.average(values[0], n);
    },
  };
}

describe('average', () => {
  // The Vulkan minimum takes one sample, whose average is itself.
  it.each(FILTER_DESIGNS)('of $name is the sum over the number of samples', async (design) => {
    expect(await firstDifference(leaf(design), vectors(design))).toBeNull();
  });

  const mutants: readonly Mutant[] = [
    ['the last bits are dropped, not rounded', ['.ROUNDING(ROUNDING)', '.ROUNDING(fixed_point_pkg::FLOOR)']],
    [
      'a reciprocal of 1 is lost',
      ["$signed(PRODUCT_WIDTH'(reciprocal))", "$signed(PRODUCT_WIDTH'(reciprocal[RECIPROCAL_BITS-1:0]))"],
    ],
  ];
  itFinds(mutants, () => [leaf(FILTER_DESIGNS[0]), vectors(FILTER_DESIGNS[0])]);
});
