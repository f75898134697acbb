import { describe, expect, it } from 'vitest';
import type { Design } from '../../../rtl-model/design/design.ts';
import { Log2Unit } from '../../../rtl-model/lod-unit/log2.ts';
import { bitsToFloat } from '../../../rtl-model/fixed-point/float32.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { romFile } from '../rom-file.ts';
import { anyFloat32, type Draw, everyWithin, type Expected, randomInputs } from '../vectors.ts';
import { designParameters } from '../design-parameters.ts';
import { firstDifference, type Leaf } from '../verilated.ts';
import { LOD_DESIGNS } from './lod-designs.ts';

function leaf(design: Design): Leaf {
  const { lod } = design;
  const { format } = lod;
  return {
    module: 'log2',
    sources: [
      'fixed-point/fixed_point_pkg.sv',
      ...['round_shift', 'saturate', 'rom'].map((name) => `fixed-point/${name}.sv`),
      'lod-unit/log2.sv',
    ],
    parameters: designParameters(design, 'log2'),
    inputs: [{ name: 'bits', width: 32 }],
    outputs: [{ name: 'lod', width: format.integerBits + format.fractionBits, signed: true }],
    files: { 'log2.mem': romFile(new Log2Unit(lod).table) },
  };
}

function expected({ lod }: Design): Expected {
  const unit = new Log2Unit(lod);
  return (values) => {
    values[1] = unit.log2(PLAIN, bitsToFloat(values[0]));
  };
}

/** A length, which is not negative. */
function anyLength(least: number, most: number): Draw {
  const any = anyFloat32(least, most);
  return (dice) => any(dice) % 2 ** 31;
}

/** Patterns of the lengths in [2^exponent, 4 * 2^exponent). */
function twoOctaves(exponent: number): readonly [number, number] {
  const first = (127 + exponent) * 2 ** 23;
  return [first, first + 2 ** 24 - 1];
}

describe('log2', () => {
  it.each(LOD_DESIGNS)('of $name is that of every length from 1/2 to 2', async (design) => {
    expect(await firstDifference(leaf(design), everyWithin([twoOctaves(-1)], expected(design)))).toBeNull();
  });

  it.each(LOD_DESIGNS)('of $name is that of any length', async (design) => {
    const vectors = randomInputs([anyLength(-126, 127)], expected(design));
    expect(await firstDifference(leaf(design), vectors)).toBeNull();
  });

  itIsSynthesized(() => [leaf(LOD_DESIGNS[3]), randomInputs([anyLength(-40, 40)], expected(LOD_DESIGNS[3]))]);

  const mutants: readonly Mutant<[Design]>[] = [
    [
      'the interpolation is dropped, not rounded',
      LOD_DESIGNS[2],
      ['.ROUNDING(fixed_point_pkg::NEAREST_UP)', '.ROUNDING(fixed_point_pkg::FLOOR)'],
    ],
    ['the weight has a bit less', LOD_DESIGNS[2], ['(REST_BITS - WEIGHT_BITS));', '(REST_BITS - WEIGHT_BITS)) & ~1;']],
    ['the sum is dropped, not rounded', LOD_DESIGNS[0], ['.ROUNDING(ROUNDING)', '.ROUNDING(fixed_point_pkg::FLOOR)']],
    ['infinity has a logarithm', LOD_DESIGNS[2], ["> 9'd254", "> 9'd255"]],
  ];
  itFinds(mutants, (design) => {
    const vectors = randomInputs([anyLength(-12, 127)], expected(design));
    return [leaf(design), vectors];
  });
});
