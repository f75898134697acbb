import { describe, expect, it } from 'vitest';
import { floatBits } from '../../../rtl-model/fixed-point/float32.ts';
import { itFinds, type Mutant } from '../module-tests.ts';
import { anyInteger, everyWithin, type Expected, integerWithin, randomInputs } from '../vectors.ts';
import { firstDifference, type Leaf } from '../verilated.ts';

function leaf(width: number, oneBits: number, fractionBits: number): Leaf {
  return {
    module: 'code_to_float32',
    sources: [
      'fixed-point/fixed_point_pkg.sv',
      'fixed-point/round_shift.sv',
      'fixed-point/float_pack.sv',
      'filter-unit/code_to_float32.sv',
    ],
    parameters: { VALUE_WIDTH: width, ONE_BITS: oneBits, FRACTION_BITS: fractionBits },
    inputs: [
      { name: 'value', width, signed: true },
      { name: 'one', width: oneBits },
    ],
    outputs: [{ name: 'color', width: 32 }],
  };
}

/** The float64 quotient of these integers never lies on the other side of a tie than the exact one (unorm.ts). */
function expected(fractionBits: number): Expected {
  return (values) => {
    values[2] = floatBits(values[0] / (values[1] * 2 ** fractionBits));
  };
}

describe('code_to_float32', () => {
  it('of every 9-bit code with 4 fraction bits, over every divisor of 8 bits, is the nearest float32', async () => {
    const vectors = everyWithin(
      [
        [-(2 ** 12), 2 ** 12 - 1],
        [1, 255],
      ],
      expected(4),
    );
    expect(await firstDifference(leaf(13, 8, 4), vectors)).toBeNull();
  });

  const widths: [number, number, number][] = [
    [9, 12, 0],
    [22, 12, 8],
    [38, 12, 24],
    [50, 16, 32],
    // Denorms, and what is far below them.
    [30, 8, 160],
    [12, 4, 190],
  ];
  it.each(widths)('of values of %i bits, over divisors of %i, %i below the point, is it', async (...widths) => {
    const [, oneBits, fractionBits] = widths;
    const module = leaf(...widths);
    const draws = [anyInteger(module.inputs[0]), integerWithin(1, 2 ** oneBits - 1)];
    expect(await firstDifference(module, randomInputs(draws, expected(fractionBits)))).toBeNull();
  });

  const mutants: readonly Mutant[] = [
    ['the remainder does not count', ["remainder != '0 || rest != '0", "1'b0"]],
    ['the dividend beyond the quotient does not count', [" || rest != '0", '']],
    ['ties go up', ['.ROUNDING(fixed_point_pkg::NEAREST_EVEN)', '.ROUNDING(fixed_point_pkg::NEAREST_UP)']],
    ['a digit of the quotient is missing', ['DIGITS = 26', 'DIGITS = 25']],
  ];
  const ofDenorms: readonly Mutant[] = [
    ['denorms are twice as large', ["5'(1 - normal)", "5'(0 - normal)"]],
    ['what a denorm loses does not count', ["shifted[0] || lost != '0", 'shifted[0]']],
  ];
  itFinds(ofDenorms, () => {
    const module = leaf(30, 8, 160);
    return [module, randomInputs([anyInteger(module.inputs[0]), integerWithin(1, 255)], expected(160))];
  });

  itFinds(mutants, () => {
    const module = leaf(38, 8, 24);
    const vectors = randomInputs([anyInteger(module.inputs[0]), integerWithin(1, 255)], expected(24));
    return [module, vectors];
  });
});
