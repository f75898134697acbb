import { describe, expect, it } from 'vitest';
import type { Design } from '../../../rtl-model/design/design.ts';
import { cornerBits, FixedArithmetic } from '../../../rtl-model/filter-unit/arithmetic/fixed-arithmetic.ts';
import { unsignedScale } from '../../../rtl-model/formats/blocks/component-scale.ts';
import { cornerTexelBits } from '../../../src/forms/parameters/unit-widths.ts';
import { filterWidths } from '../../../rtl-model/design/filter-widths.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { integerWithin, randomInputs } from '../vectors.ts';
import { firstDifference, type Leaf, roundingConstant, type Vectors } from '../verilated.ts';
import { FILTER_DESIGNS } from './filter-designs.ts';

const CODE_BITS = 17;

function leaf(design: Design): Leaf {
  const CORNER_BITS = cornerTexelBits(design);
  const code = (name: string) => ({ name, width: CODE_BITS, signed: true });
  return {
    module: 'corner_texel',
    sources: ['fixed-point/fixed_point_pkg.sv', 'fixed-point/round_shift.sv', 'filter-unit/corner_texel.sv'],
    parameters: { CODE_BITS, CORNER_BITS, ROUNDING: roundingConstant(design.filter.rounding) },
    inputs: [...['a', 'b', 'c'].map(code), { name: 'bits', width: 5 }],
    outputs: [{ name: 'texel', width: CODE_BITS + CORNER_BITS, signed: true }],
  };
}

/** Codes of each width, of both signs, and the fraction bits that the texels of such a format have. */
function vectors(design: Design): Vectors {
  const { afterV } = filterWidths(design);
  const widths = Array.from({ length: CODE_BITS - 1 }, (_, n) => {
    const scales = [unsignedScale(2 ** (n + 1) - 1)];
    return { arithmetic: new FixedArithmetic(design, scales, 2), bits: cornerBits(scales, afterV), largest: 2 ** n };
  });
  const one = 2 ** cornerTexelBits(design);
  const code = integerWithin(-(2 ** (CODE_BITS - 1)), 2 ** (CODE_BITS - 1) - 1);
  return randomInputs([code, code, code, integerWithin(0, widths.length - 1)], (values) => {
    const { arithmetic, bits, largest } = widths[values[3]];
    for (let n = 0; n < 3; n++) values[n] %= 2 * largest;
    values[4] = arithmetic.corner(values[0], values[1], values[2]) * one;
    values[3] = bits;
  });
}

describe('corner_texel', () => {
  it.each(FILTER_DESIGNS)(
    'of $name averages three texels of every width, with the fraction of their format',
    async (design) => {
      expect(await firstDifference(leaf(design), vectors(design))).toBeNull();
    },
  );

  itIsSynthesized(() => [leaf(FILTER_DESIGNS[4]), vectors(FILTER_DESIGNS[4])]);

  const mutants: readonly Mutant[] = [
    ['a third is a half', ['{below, rest[1], rest', "{below, 1'b1, rest"]],
    [
      'the third texel is the second',
      ['({!c[CODE_BITS-1], c[CODE_BITS-2:0]})', '({!b[CODE_BITS-1], b[CODE_BITS-2:0]})'],
    ],
    ['every format has the same fraction', ['<< bits;', '<< CORNER_BITS;']],
    ['codes have no sign', ['({!a[CODE_BITS-1], a', '({a[CODE_BITS-1], a']],
  ];
  itFinds(mutants, () => [leaf(FILTER_DESIGNS[2]), vectors(FILTER_DESIGNS[2])]);
});
