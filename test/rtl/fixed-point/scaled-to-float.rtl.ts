import { describe, expect, it } from 'vitest';
import { floatBits } from '../../../rtl-model/fixed-point/float32.ts';
import { itIsSynthesized } from '../module-tests.ts';
import { type Draw, integerWithin, randomInputs } from '../vectors.ts';
import { firstDifference, type Leaf } from '../verilated.ts';

const LEAF: Leaf = {
  module: 'scaled_to_float',
  sources: [
    'fixed-point/fixed_point_pkg.sv',
    'fixed-point/scaled_pkg.sv',
    'fixed-point/round_shift.sv',
    'fixed-point/float_pack.sv',
    'fixed-point/scaled_to_float.sv',
  ],
  inputs: [
    {
      name: 'value',
      width: 36,
      members: [
        { name: 'exponent', width: 12, signed: true },
        { name: 'mantissa', width: 24 },
      ],
    },
  ],
  outputs: [{ name: 'bits', width: 32 }],
};

/** Its highest bit is set, or it is 0. */
const anyMantissa: Draw = (dice) => {
  if (dice.chance(0.01)) return 0;
  const kept = dice.integer(0, 23);
  const bits = dice.chance(0.1) ? 2 ** 23 - 1 : dice.integer(0, 2 ** 23 - 1);
  return 2 ** 23 + Math.floor(bits / 2 ** kept) * 2 ** kept;
};

function vectors(exponent: Draw) {
  return randomInputs([exponent, anyMantissa], (values) => {
    values[2] = floatBits(values[1] * 2 ** values[0]);
  });
}

/** Exponents of the least and of the greatest float32, and any at all. */
const RANGES: readonly [string, number, number][] = [
  ['denorms', -176, -147],
  ['the greatest', 100, 108],
  ['all exponents', -900, 900],
];

describe('scaled_to_float', () => {
  it.each(RANGES)('rounds to float32 (%s)', async (_, low, high) => {
    expect(await firstDifference(LEAF, vectors(integerWithin(low, high)))).toBeNull();
  });

  itIsSynthesized(() => [LEAF, vectors(integerWithin(-176, 108))]);

  const mutants: [string, [string, string]][] = [
    ['what is lost does not count', ["shifted[0] || lost != '0", 'shifted[0]']],
    ['denorms are twice as large', ["13'sd1 - exponent", "13'sd0 - exponent"]],
    ['the largest wrap', ['exponent > 500', 'exponent > 5000']],
  ];
  it.each(mutants)('is found where %s', async (_, replace) => {
    const found = await Promise.all(
      RANGES.map(([, low, high]) => firstDifference({ ...LEAF, replace }, vectors(integerWithin(low, high)))),
    );
    expect(found.join('\n')).toMatch(/got .*\n.*expected/);
  });
});
