import { describe, expect, it } from 'vitest';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import type { LerpRule } from '../../../rtl-model/steps/steps.ts';
import type { RoundingMode } from '../../../rtl-model/fixed-point/rounding.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { anyInteger, everyWithin, type Expected, integerWithin, randomInputs } from '../vectors.ts';
import { firstDifference, type Leaf, roundingConstant, weightScaleConstant } from '../verilated.ts';

/** Bits of a and b, of the weight, and dropped ones; fraction bits of a and b. */
type Widths = readonly [
  width: number,
  weightBits: number,
  dropped: number,
  rounding: RoundingMode,
  scale?: LerpRule['scale'],
  fractionBits?: number,
];

function leaf([width, weightBits, dropped, rounding, scale = 'power-of-two', fractionBits = 0]: Widths): Leaf {
  return {
    module: 'lerp',
    sources: [
      'fixed-point/fixed_point_pkg.sv',
      'design/filter_widths_pkg.sv',
      'fixed-point/round_shift.sv',
      'filter-unit/lerp.sv',
    ],
    parameters: {
      WIDTH: width,
      WEIGHT_BITS: weightBits,
      DROPPED: dropped,
      FRACTION_BITS: fractionBits,
      ROUNDING: roundingConstant(rounding),
      WEIGHT_SCALE: weightScaleConstant(scale),
    },
    inputs: [
      { name: 'a', width, signed: true },
      { name: 'b', width, signed: true },
      { name: 'weight', width: weightBits + 1 },
    ],
    outputs: [{ name: 'value', width: width + weightBits - dropped - fractionBits, signed: true }],
  };
}

/** Fractions are there to be narrowed: a lerp that drops nothing of codes keeps them. */
function expected([, weightBits, dropped, rounding, scale = 'power-of-two', fractionBits = 0]: Widths): Expected {
  const rule = { bits: weightBits, dropped, mode: rounding, scale };
  const one = 2 ** fractionBits;
  return (values) => {
    values[3] = PLAIN.lerp(values[0] / one, values[1] / one, values[2], rule);
  };
}

function every(widths: Widths) {
  const [width, weightBits] = widths;
  const code: [number, number] = [-(2 ** (width - 1)), 2 ** (width - 1) - 1];
  return everyWithin([code, code, [0, 2 ** weightBits]], expected(widths));
}

const named = (all: readonly Widths[]) =>
  all.map((widths) => {
    const [width, weightBits, dropped, ...others] = widths;
    return [`${width} bits by a weight of ${weightBits}, less ${dropped} (${others.join(', ')}),`, widths] as const;
  });

describe('lerp', () => {
  // 8-bit texels: exact, with some of the weight's bits, and with none; other ways to round.
  const small: Widths[] = [
    [9, 8, 0, 'nearest-even'],
    [9, 8, 5, 'nearest-up'],
    [9, 8, 8, 'nearest-even'],
    [9, 4, 4, 'floor'],
    [7, 6, 3, 'nearest-down'],
    [7, 6, 4, 'nearest-away'],
    [6, 7, 6, 'toward-zero'],
    [9, 4, 0, 'nearest-up', 'all-ones'],
    [7, 5, 5, 'nearest-even', 'all-ones'],
    [8, 1, 0, 'ceil', 'all-ones'],
    [8, 3, 2, 'toward-zero', 'all-ones'],
    [8, 4, 2, 'floor', 'all-ones'],
    [9, 4, 3, 'nearest-away', 'all-ones-over-power-of-two'],
  ];
  const fractions: Widths[] = [
    [8, 4, 2, 'nearest-even', 'power-of-two', 3],
    [8, 3, 3, 'ceil', 'power-of-two', 5],
    [8, 4, 0, 'nearest-even', 'all-ones', 3],
    [8, 3, 3, 'nearest-up', 'all-ones', 1],
    [8, 3, 1, 'toward-zero', 'all-ones', 4],
    [8, 4, 0, 'nearest-away', 'all-ones-over-power-of-two', 2],
  ];
  it.each(named(fractions))('of codes with fractions of %s is lerp', async (_, widths) => {
    expect(await firstDifference(leaf(widths), every(widths))).toBeNull();
  });

  it.each(named(small))('of codes of %s is lerp', async (_, widths) => {
    expect(await firstDifference(leaf(widths), every(widths))).toBeNull();
  });

  // The level lerps of the presets, and 16-bit texels.
  const wide: Widths[] = [
    [17, 8, 8, 'nearest-up'],
    [13, 4, 4, 'nearest-up'],
    [34, 8, 0, 'nearest-even'],
    [25, 15, 9, 'nearest-even'],
    [17, 8, 4, 'nearest-up', 'all-ones'],
  ];
  it.each(named(wide))('of values of %s is lerp', async (_, widths) => {
    const module = leaf(widths);
    const [a, b] = module.inputs;
    const draws = [anyInteger(a), anyInteger(b), integerWithin(0, 2 ** widths[1])];
    expect(await firstDifference(module, randomInputs(draws, expected(widths)))).toBeNull();
  });

  itIsSynthesized(() => [leaf(small[1]), every(small[1])]);
  // A weight of 1 is a constant of all ones.
  for (const widths of small.filter(([, , , , scale]) => scale !== undefined).slice(-2)) {
    itIsSynthesized(() => [leaf(widths), every(widths)]);
  }

  const mutants: readonly Mutant<[Widths]>[] = [
    ['the difference lacks its carry', [9, 4, 0, 'floor'], ['[WIDTH:0] difference', '[WIDTH-1:0] difference']],
    [
      'the last bit is dropped, not rounded',
      [9, 4, 4, 'nearest-up'],
      [
        '.BITS(DROPPED + FRACTION_BITS),\n        .ROUNDING(ROUNDING)',
        '.BITS(DROPPED + FRACTION_BITS),\n        .ROUNDING(fixed_point_pkg::FLOOR)',
      ],
    ],
    ['weights of 1 count as 0', [9, 4, 0, 'floor'], ['held  = weight;', "held  = {1'b0, weight[WEIGHT_BITS-1:0]};"]],
    [
      'the weight is that of a',
      [9, 4, 4, 'floor'],
      ["(WIDTH + 1)'(b) - (WIDTH + 1)'(a)", "(WIDTH + 1)'(a) - (WIDTH + 1)'(b)"],
    ],
    ['weights of 1 are one more', [9, 4, 3, 'floor', 'all-ones'], ['weight[WEIGHT_BITS] ? {', "1'b0 ? {"]],
    ['a rest of all ones stays', [9, 4, 3, 'floor', 'all-ones'], ['if (&rest[WEIGHT_BITS-1:0])', "if (1'b0)"]],
    [
      'a fraction is rounded by itself',
      [8, 4, 0, 'nearest-even', 'all-ones', 3],
      ["rest[WEIGHT_BITS-1], rest != '0}", "1'b0, 1'b0}"],
    ],
    ['a step too few divides', [9, 2, 0, 'floor', 'all-ones'], ['WEIGHT_BITS + 2;', 'WEIGHT_BITS - 1;']],
  ];
  itFinds(mutants, (widths) => [leaf(widths), every(widths)]);
});
