import { describe, expect, it } from 'vitest';
import { FLOAT16, halfToFloat } from '../../../rtl-model/fixed-point/float16.ts';
import { decodeFloat, floatFormat, type FloatFormat } from '../../../rtl-model/fixed-point/float-format.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { everyInput, float32Pattern } from '../vectors.ts';
import { firstDifference, type Leaf } from '../verilated.ts';

const HALF: Leaf = {
  module: 'half_to_float',
  sources: ['fixed_point_pkg', 'round_shift', 'float_unpack', 'float_pack', 'half_to_float'].map(
    (name) => `fixed-point/${name}.sv`,
  ),
  inputs: [{ name: 'half', width: 16 }],
  outputs: [{ name: 'bits', width: 32 }],
};
const EVERY_HALF = everyInput(HALF, (values) => {
  values[1] = float32Pattern(halfToFloat(values[0]));
});

describe('half_to_float', () => {
  it('gives the float32 of every half', async () => {
    expect(await firstDifference(HALF, EVERY_HALF)).toBeNull();
  });

  itIsSynthesized(() => [HALF, EVERY_HALF]);

  const mutants: readonly Mutant[] = [
    ['infinity is a number', ['if (infinite)', "if (1'b0)"]],
    ['a NaN has a sign', ['if (nan)', 'if (nan && !negative)']],
    ['the bias is one off', ['127 - 15', '127 - 16']],
  ];
  itFinds(mutants, () => [HALF, EVERY_HALF]);
});

function codeLeaf({ exponentBits, fractionBits }: FloatFormat): Leaf {
  return {
    module: 'float_to_code',
    sources: ['fixed-point/float_unpack.sv', 'fixed-point/float_to_code.sv'],
    parameters: { EXPONENT_BITS: exponentBits, FRACTION_BITS: fractionBits },
    inputs: [{ name: 'bits', width: 1 + exponentBits + fractionBits }],
    outputs: [
      { name: 'code', width: fractionBits + 2 ** exponentBits - 1, signed: true, sometimes: true },
      { name: 'infinite', width: 1 },
      { name: 'nan', width: 1 },
    ],
  };
}

/** Every pattern: the value of a finite one is so many least steps. */
function everyCode(format: FloatFormat) {
  return everyInput(codeLeaf(format), (values) => {
    const value = decodeFloat(values[0], format);
    const isFinite = Number.isFinite(value);
    values[1] = isFinite ? value / format.ulp[0] : NaN;
    values[2] = Number(!isFinite && !Number.isNaN(value));
    values[3] = Number(Number.isNaN(value));
  });
}

describe('float_to_code', () => {
  it.each([FLOAT16, floatFormat('small', true, 3, 4), floatFormat('short', true, 5, 2)])(
    'gives the least steps in each $name',
    async (format) => {
      expect(await firstDifference(codeLeaf(format), everyCode(format))).toBeNull();
    },
  );

  itIsSynthesized(() => [codeLeaf(FLOAT16), everyCode(FLOAT16)]);

  const mutants: readonly Mutant[] = [
    ['numbers are twice as large', ["exponent - EXPONENT_BITS'(1)", 'exponent']],
    ['numbers have no sign', ['negative ? -magnitude : magnitude', 'magnitude']],
  ];
  itFinds(mutants, () => [codeLeaf(FLOAT16), everyCode(FLOAT16)]);
});
