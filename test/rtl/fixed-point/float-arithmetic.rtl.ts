import { describe, expect, it } from 'vitest';
import { bitsToFloat } from '../../../rtl-model/fixed-point/float32.ts';
import {
  decodeFloat,
  encodeFloat,
  type FloatFormat,
  floatFormat,
} from '../../../rtl-model/fixed-point/float-format.ts';
import { anyFloat32, everyInput, float32Pattern, randomInputs } from '../vectors.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';

type Operation = (a: number, b: number) => number;

const SOURCES = ['fixed_point_pkg', 'round_shift', 'float_unpack', 'float_pack'];

function leaf(module: string, result: string, exponentBits = 8, fractionBits = 23): Leaf {
  const width = 1 + exponentBits + fractionBits;
  return {
    module,
    sources: [...SOURCES, module].map((name) => `fixed-point/${name}.sv`),
    parameters: { EXPONENT_BITS: exponentBits, FRACTION_BITS: fractionBits },
    inputs: ['a', 'b'].map((name) => ({ name, width })),
    outputs: [{ name: result, width }],
  };
}

function everyPair(module: Leaf, format: FloatFormat, operate: Operation): Vectors {
  return everyInput(module, (values) => {
    const exact = operate(decodeFloat(values[0], format), decodeFloat(values[1], format));
    values[2] = encodeFloat(exact, format, 'nearest-even');
  });
}

const operations: [string, string, Operation][] = [
  ['float_add', 'sum', (a, b) => a + b],
  ['float_multiply', 'product', (a, b) => a * b],
];

describe.each(operations)('%s', (module, result, operate) => {
  it('is Math.fround of the exact result for float32', async () => {
    const float32 = leaf(module, result);
    // Exponents far apart, near to each other, and those of products at both ends of the range.
    for (const [low, high] of [
      [-127, 128],
      [-13, 13],
      [-76, -60],
      [60, 66],
    ]) {
      const draw = anyFloat32(low, high);
      const vectors = randomInputs([draw, draw], (values) => {
        values[2] = float32Pattern(operate(bitsToFloat(values[0]), bitsToFloat(values[1])));
      });
      expect(await firstDifference(float32, vectors)).toBeNull();
    }
  });

  it.each([
    [4, 3],
    [3, 5],
    [5, 2],
    [2, 1],
  ])('rounds every pair of floats of %i exponent and %i fraction bits to nearest even', async (exponent, fraction) => {
    const format = floatFormat('small', true, exponent, fraction);
    const small = leaf(module, result, exponent, fraction);
    expect(await firstDifference(small, everyPair(small, format, operate))).toBeNull();
  });

  it('computes the same in the netlist that Yosys makes of it', async () => {
    const format = floatFormat('small', true, 4, 3);
    const small = { ...leaf(module, result, 4, 3), netlist: true };
    expect(await firstDifference(small, everyPair(small, format, operate))).toBeNull();
  });
});

describe('a mutant of float arithmetic is found where', () => {
  const mutants: [string, string, [string, string]][] = [
    ['the bits behind an aligned summand are lost', 'float_add', ["|| lost != '0", '']],
    ['the sum of -0 and 0 is -0', 'float_add', [" && (!subtract || magnitude != '0)", '']],
    ['an infinity takes an opposite one', 'float_add', [' || (smaller_infinite && subtract)', '']],
    ['the exponent is one too large', 'float_multiply', ['BIAS - 1', 'BIAS - 2']],
    ['the product of zero and infinity is infinity', 'float_multiply', [" || (a_infinite && b_significand == '0)", '']],
    ['products below the least number lose their last bits', 'float_multiply', ["|| lost != '0", '']],
    ['ties go up', 'float_multiply', ['half && (rest || below[0])', 'half']],
    ['a denorm is normalized too far', 'float_add', ['lowered > (1', 'lowered >= (1']],
    ['too large numbers wrap', 'float_multiply', ['pattern >= INFINITY', "1'b0"]],
  ];
  it.each(mutants)('%s (%s)', async (_, module, replace) => {
    const [, result, operate] = operations.find(([name]) => name === module)!;
    const format = floatFormat('small', true, 4, 3);
    const mutant = { ...leaf(module, result, 4, 3), replace };
    expect(await firstDifference(mutant, everyPair(mutant, format, operate))).toMatch(/got .*\n.*expected/);
  });
});
