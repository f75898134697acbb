import { describe, expect, it } from 'vitest';
import { bitsToFloat } from '../../../rtl-model/fixed-point/float32.ts';
import { unitOf } from '../../../rtl-model/fixed-point/truncation.ts';
import { quotient } from '../../../rtl-model/front-end/quotient.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import { itIsSynthesized } from '../module-tests.ts';
import { anyFloat32, type Draw, float32Pattern, randomInputs } from '../vectors.ts';
import { firstDifference, type Leaf } from '../verilated.ts';

function leaf(bits: number): Leaf {
  return {
    module: 'float_divide',
    sources: ['fixed-point/float_unpack.sv', 'fixed-point/float_divide.sv'],
    parameters: { BITS: bits },
    inputs: [
      { name: 'a', width: 32 },
      { name: 'b', width: 32 },
    ],
    outputs: [{ name: 'quotient', width: 32 }],
  };
}

function vectors(bits: number, draws: readonly Draw[] = [anyFloat32(-126, 127), anyFloat32(-126, 127)]) {
  const unit = unitOf(bits);
  return randomInputs(draws, (values) => {
    values[2] = float32Pattern(quotient(PLAIN, bitsToFloat(values[0]), bitsToFloat(values[1]), unit));
  });
}

/** Quotients near the ends of float32, which only some pairs come to. */
const AT_THE_ENDS: readonly Draw[] = [anyFloat32(-64, -62), anyFloat32(62, 65)];
const AT_THE_TOP: readonly Draw[] = [anyFloat32(62, 65), anyFloat32(-65, -62)];
/** Multiples of the divisor: all bits below are zeros. */
const SHORT: readonly Draw[] = [
  (dice) => dice.integer(100, 150) * 2 ** 23 + dice.integer(0, 2 ** 12 - 1) * 2 ** 11,
  (dice) => dice.integer(100, 150) * 2 ** 23 + dice.integer(0, 15) * 2 ** 19,
];

describe('float_divide', () => {
  it.each([24, 22, 21, 13, 2, 1])('cuts the quotient to %i bits', async (bits) => {
    expect(await firstDifference(leaf(bits), vectors(bits))).toBeNull();
  });

  it.each([
    ['of the least', AT_THE_ENDS],
    ['of the greatest', AT_THE_TOP],
    ['that are short', SHORT],
  ])('does so with quotients %s', async (_, draws) => {
    expect(await firstDifference(leaf(22), vectors(22, draws))).toBeNull();
  });

  itIsSynthesized(() => [leaf(13), vectors(13)]);

  const mutants: [string, [string, string]][] = [
    ['a digit is missing', ['{normalized[BITS:1], 23', "{normalized[BITS:1] & ~BITS'(1), 23"]],
    ['the quotient reaches its divisor', ["rest >= {1'b0, b_significand}", "rest > {1'b0, b_significand}"]],
    ['the least quotient is lost', ['exponent < 1', 'exponent < 2']],
    ['infinity begins late', ['exponent > 254', 'exponent > 255']],
    ['denorms divide', ['a_zero   = !a_significand[23]', "a_zero   = a_significand == '0"]],
  ];
  it.each(mutants)('is found where %s', async (_, replace) => {
    const found = await Promise.all(
      [undefined, AT_THE_ENDS, AT_THE_TOP].map((draws) =>
        firstDifference({ ...leaf(22), replace }, vectors(22, draws)),
      ),
    );
    expect(found.join('\n')).toMatch(/got .*\n.*expected/);
  });
});
