import { describe, expect, it } from 'vitest';
import { anisotropicPositions } from '../../../rtl-model/address-unit/sample-positions.ts';
import type { LodDesign } from '../../../rtl-model/design/design.ts';
import { bitsToFloat, floatBits } from '../../../rtl-model/fixed-point/float32.ts';
import { D3D_MINIMUM, FULL_QUALITY } from '../../oracle/presets.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { romFile } from '../rom-file.ts';
import {
  anyFloat32,
  type Draw,
  everyInput,
  type Expected,
  float32Pattern,
  integerWithin,
  randomInputs,
} from '../vectors.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';

const FLOAT_SOURCES = ['fixed_point_pkg', 'round_shift', 'float_unpack', 'float_pack', 'float_add', 'float_multiply'];

describe('sample_position', () => {
  const leaf: Leaf = {
    module: 'sample_position',
    sources: [...FLOAT_SOURCES.map((name) => `fixed-point/${name}.sv`), 'address-unit/sample_position.sv'],
    inputs: [
      { name: 'u', width: 32 },
      { name: 'axis', width: 32 },
      { name: 'position', width: 32 },
      { name: 'single', width: 1 },
    ],
    outputs: [{ name: 'sample_u', width: 32 }],
  };
  const positions = anisotropicPositions(FULL_QUALITY.lod).flatMap((row) => [...row]);
  const anyPosition: Draw = (dice) => floatBits(dice.pick(positions));
  // The step of SamplePlan, whose coordinates are float32 registers.
  const expected: Expected = (values) => {
    const [u, axis, position] = Array.from(values, bitsToFloat);
    values[4] = values[3] === 1 ? values[0] : float32Pattern(u + Math.fround(axis * position));
  };
  const draws = [anyFloat32(-12, 4), anyFloat32(-16, 3), anyPosition, integerWithin(0, 1)];
  const vectors = () => randomInputs(draws, expected);

  it('adds the rounded step to the coordinate', async () => {
    expect(await firstDifference(leaf, vectors())).toBeNull();
  });

  const mutants: readonly Mutant[] = [
    ['a single sample moves', ['single ? u :', "1'b0 ? u :"]],
    ['the step goes the other way', ['.b  (step)', ".b  (step ^ 32'h8000_0000)"]],
  ];
  itFinds(mutants, () => [leaf, vectors()]);
});

describe('sample_positions', () => {
  /** The ROM of a design. */
  function romOf(lod: LodDesign, sampleBits: number): string {
    const words = new Uint32Array(2 ** (2 * sampleBits));
    for (const [n, row] of anisotropicPositions(lod).entries()) {
      if (n > 0) words.set(Array.from(row, floatBits), (n - 1) * 2 ** sampleBits);
    }
    return romFile(words);
  }

  function leaf(lod: LodDesign, sampleBits: number): Leaf {
    return {
      module: 'sample_positions',
      sources: ['fixed-point/rom.sv', 'address-unit/sample_positions.sv'],
      parameters: { SAMPLE_BITS: sampleBits, FILE: '"positions.mem"' },
      files: { 'positions.mem': romOf(lod, sampleBits) },
      inputs: [
        { name: 'last', width: sampleBits },
        { name: 'sample', width: sampleBits },
      ],
      outputs: [{ name: 'position', width: 32 }],
    };
  }

  function vectors(module: Leaf, lod: LodDesign): Vectors {
    const positions = anisotropicPositions(lod);
    return everyInput(module, (values) => {
      const [last, sample] = values;
      values[2] = floatBits(positions[last + 1]?.[sample] ?? 0);
    });
  }

  const designs: [string, LodDesign, number][] = [
    ['full-quality', FULL_QUALITY.lod, 4],
    ['d3d11.3-minimum', D3D_MINIMUM.lod, 4],
    ['centered', { ...FULL_QUALITY.lod, anisotropicRates: [1, 3, 32], anisotropicSpacing: 'centered' }, 5],
  ];
  it.each(designs)('has the position of every sample (%s)', async (_, lod, sampleBits) => {
    const module = leaf(lod, sampleBits);
    expect(await firstDifference(module, vectors(module, lod))).toBeNull();
  });

  itIsSynthesized(() => {
    const module = leaf(FULL_QUALITY.lod, 4);
    return [module, vectors(module, FULL_QUALITY.lod)];
  });

  const mutants: readonly Mutant[] = [
    ['the rows are exchanged with the columns', ['{last, sample}', '{sample, last}']],
    ['a row starts one entry late', ['{last, sample}', "{last, sample} + (2 * SAMPLE_BITS)'(1)"]],
  ];
  itFinds(mutants, () => {
    const mutant = leaf(FULL_QUALITY.lod, 4);
    return [mutant, vectors(mutant, FULL_QUALITY.lod)];
  });
});
