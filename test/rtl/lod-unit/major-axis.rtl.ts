import { describe, expect, it } from 'vitest';
import { bitsToFloat } from '../../../rtl-model/fixed-point/float32.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { anyFloat32, float32Pattern, integerWithin, randomInputs } from '../vectors.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';

const FLOAT_SOURCES = ['fixed_point_pkg', 'round_shift', 'float_unpack', 'float_pack', 'float_add', 'float_multiply'];

function leaf(fractionBits: number): Leaf {
  return {
    module: 'major_axis',
    sources: [
      ...[...FLOAT_SOURCES, 'unsigned_to_float'].map((name) => `fixed-point/${name}.sv`),
      'lod-unit/major_axis.sv',
    ],
    parameters: { FRACTION_BITS: fractionBits },
    inputs: [
      { name: 'dx', width: 32 },
      { name: 'dy', width: 32 },
      { name: 'along_x', width: fractionBits + 2, signed: true },
      { name: 'along_y', width: fractionBits + 2, signed: true },
    ],
    outputs: [{ name: 'axis', width: 32 }],
  };
}

/** The sum of LodUnit, whose axes are float32 registers. */
function vectors(fractionBits: number): Vectors {
  const one = 2 ** fractionBits;
  const derivative = anyFloat32(-10, 3);
  const along = integerWithin(-one, one);
  return randomInputs([derivative, derivative, along, along], (values) => {
    const [dx, dy] = [bitsToFloat(values[0]), bitsToFloat(values[1])];
    values[4] = float32Pattern(Math.fround(dx * (values[2] / one)) + Math.fround(dy * (values[3] / one)));
  });
}

describe('major_axis', () => {
  it.each([2, 14, 24])('adds the rounded products (%i fraction bits)', async (bits) => {
    expect(await firstDifference(leaf(bits), vectors(bits))).toBeNull();
  });

  itIsSynthesized(() => [leaf(14), vectors(14)]);

  const mutants: readonly Mutant[] = [
    ['the direction has no sign', ['{negative, exponent', "{1'b0, exponent"]],
    ['nothing is 2^-128', ["magnitude == '0 ? '0 :", '']],
    ['the fraction has a bit less', ["exponent - 8'(FRACTION_BITS)", "exponent - 8'(FRACTION_BITS - 1)"]],
  ];
  itFinds(mutants, () => [leaf(14), vectors(14)]);
});
