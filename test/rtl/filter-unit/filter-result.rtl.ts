import { describe, expect, it } from 'vitest';
import type { Design } from '../../../rtl-model/design/design.ts';
import { filterWidths } from '../../../rtl-model/design/filter-widths.ts';
import { reciprocalTable } from '../../../rtl-model/design/reciprocals.ts';
import { FixedArithmetic } from '../../../rtl-model/filter-unit/arithmetic/fixed-arithmetic.ts';
import { Dice } from '../../oracle/dice.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { RANDOM } from '../vectors.ts';
import { designParameters } from '../design-parameters.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';
import { FILTER_DESIGNS, filterOf, scales } from './filter-designs.ts';

/** @param volume true for the result of a volume, whose sums are single samples */
function leaf(design: Design, volume = false): Leaf {
  const { codeBits, filter, reciprocalBits, levelWeightBits } = filterOf(design);
  const accumulatorBits = volume ? codeBits + filterWidths(design, 3).afterSlice : filter.accumulatorBits;
  const sum = { width: accumulatorBits, signed: true };
  return {
    module: 'filter_result',
    sources: [
      'fixed-point/fixed_point_pkg.sv',
      'fixed-point/round_shift.sv',
      'fixed-point/float_pack.sv',
      'design/filter_widths_pkg.sv',
      ...['lerp', 'average', 'code_to_float32', 'filter_result'].map((name) => `filter-unit/${name}.sv`),
    ],
    parameters: {
      ...designParameters(design, 'filter_result'),
      ACCUMULATOR_BITS: accumulatorBits,
      VOLUME: `1'b${Number(volume)}`,
    },
    inputs: [
      { name: 'sum_hi', ...sum },
      { name: 'sum_lo', ...sum },
      { name: 'reciprocal', width: reciprocalBits + 1 },
      { name: 'level_weight', width: levelWeightBits },
      { name: 'one', width: codeBits - 1 },
    ],
    outputs: [{ name: 'color', width: 32 }],
  };
}

/** Sums of N samples of one component of a format; every fourth lane reads one level only. */
function vectors(design: Design, volume = false): Vectors {
  const { rates: all, reciprocalBits, levelWeightBits } = filterOf(design);
  const arithmetic = new FixedArithmetic(design, scales(design), volume ? 3 : 2);
  const { afterSlice } = filterWidths(design, volume ? 3 : 2);
  const rates = volume ? [1] : all;
  const reciprocals = reciprocalTable(reciprocalBits, Math.max(...rates));
  const components = scales(design);
  const dice = new Dice(1);
  const hi = new Float64Array(4);
  const lo = new Float64Array(4);
  const color = new Float32Array(4);
  const colorBits = new Uint32Array(color.buffer);
  return {
    count: RANDOM,
    fill: (_, values) => {
      const n = dice.pick(rates);
      const c = dice.integer(0, 3);
      const { one, signed } = components[c];
      const largest = n * one * 2 ** afterSlice;
      const sum = () => (dice.chance(0.1) ? largest : Math.round(dice.real(signed ? -largest : 0, largest)) + 0);
      const weight = dice.chance(0.25) ? 0 : dice.integer(0, 2 ** levelWeightBits - 1);
      hi[c] = values[0] = sum();
      lo[c] = values[1] = sum();
      values[2] = reciprocals[n];
      values[3] = weight;
      values[4] = one;
      arithmetic.finish(hi, lo, 0, n, weight, color);
      values[5] = colorBits[c];
    },
  };
}

describe('filter_result', () => {
  it.each(FILTER_DESIGNS)('of $name is the result of the filter arithmetic', async (design) => {
    expect(await firstDifference(leaf(design), vectors(design))).toBeNull();
  });

  it.each(FILTER_DESIGNS)('of $name is that of volumes', async (design) => {
    expect(await firstDifference(leaf(design, true), vectors(design, true))).toBeNull();
  });

  const ofVolumes: readonly Mutant[] = [
    [
      'slices are narrowed as planes',
      ['VOLUME\n      ? filter_widths_pkg::after_slice', 'VOLUME\n      ? filter_widths_pkg::after_v'],
    ],
    ['levels of slices are exchanged', ['.b(lo)', '.b(hi)']],
  ];
  itFinds(ofVolumes, () => [leaf(FILTER_DESIGNS[2], true), vectors(FILTER_DESIGNS[2], true)]);

  itIsSynthesized(() => [leaf(FILTER_DESIGNS[4]), vectors(FILTER_DESIGNS[4])]);

  const mutants: readonly Mutant<[Design]>[] = [
    ['the levels are exchanged', FILTER_DESIGNS[0], ['.a(hi)', '.a(lo)']],
    [
      'the lerp between levels rounds down',
      FILTER_DESIGNS[4],
      ['.ROUNDING(ROUNDING)\n  ) between_levels', '.ROUNDING(fixed_point_pkg::FLOOR)\n  ) between_levels'],
    ],
    [
      'the fraction bits before the level lerp stand for those behind it',
      FILTER_DESIGNS[2],
      ['.FRACTION_BITS(AFTER_LEVEL + CORNER_BITS)', '.FRACTION_BITS(AFTER_SAMPLE + CORNER_BITS)'],
    ],
  ];
  itFinds(mutants, (design) => [leaf(design), vectors(design)]);
});
