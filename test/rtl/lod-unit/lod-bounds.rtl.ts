import { describe, expect, it } from 'vitest';
import type { Design } from '../../../rtl-model/design/design.ts';
import { bitsToFloat } from '../../../rtl-model/fixed-point/float32.ts';
import { LodBounds } from '../../../rtl-model/lod-unit/lod-bounds.ts';
import { lodFormat } from '../../../rtl-model/lod-unit/log2.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import { Dice } from '../../oracle/dice.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { anyFloat32, randomInputs } from '../vectors.ts';
import { designParameters } from '../design-parameters.ts';
import { firstDifference, type Leaf } from '../verilated.ts';
import { biasWidth, limitWidth, LOD_DESIGNS } from './lod-designs.ts';

const FLOAT_SOURCES = [
  'fixed-point/fixed_point_pkg.sv',
  ...['round_shift', 'saturate', 'float_unpack', 'float_to_fixed'].map((name) => `fixed-point/${name}.sv`),
  'lod-unit/lod_fraction.sv',
];

function boundsOf(design: Design, mipLodBias = 0): LodBounds {
  return new LodBounds(design, lodFormat(design.lod), { ...DEFAULT_SAMPLER, mipLodBias });
}

function biasLeaf(design: Design): Leaf {
  return {
    module: 'lod_bias',
    sources: [
      ...FLOAT_SOURCES,
      ...['float_pack', 'float_add'].map((name) => `fixed-point/${name}.sv`),
      'lod-unit/lod_bias.sv',
    ],
    parameters: designParameters(design, 'lod_bias'),
    inputs: [
      { name: 'sampler_bias', width: 32 },
      { name: 'shader_bias', width: 32 },
    ],
    outputs: [{ name: 'bias', width: biasWidth(design), signed: true }],
  };
}

function biasVectors(design: Design) {
  const draw = anyFloat32(-14, 8);
  const dice = new Dice(2);
  const samplers = Array.from({ length: 4096 }, () => draw(dice));
  const bounds = new Map(samplers.map((bias) => [bias, boundsOf(design, bitsToFloat(bias))]));
  return randomInputs([(of) => of.pick(samplers), draw], (values) => {
    values[2] = bounds.get(values[0])!.bias(PLAIN, bitsToFloat(values[1]));
  });
}

function limitLeaf(design: Design): Leaf {
  return {
    module: 'lod_limit',
    sources: [...FLOAT_SOURCES, 'lod-unit/lod_limit.sv'],
    parameters: designParameters(design, 'lod_limit'),
    inputs: [{ name: 'bound', width: 32 }],
    outputs: [{ name: 'limit', width: limitWidth(design.lod) }],
  };
}

function limitVectors(design: Design) {
  const bounds = boundsOf(design);
  return randomInputs([anyFloat32(-14, 8)], (values) => {
    values[1] = bounds.limit(bitsToFloat(values[0]));
  });
}

/** The LOD's greatest value, twice that of NaN as a bias, has more bits than an int of SystemVerilog. */
const WIDEST: Design = {
  ...LOD_DESIGNS[4],
  name: 'a LOD of 32 bits',
  lod: { ...LOD_DESIGNS[4].lod, format: { integerBits: 20, fractionBits: 12 } },
};

describe('lod_bias', () => {
  it.each([...LOD_DESIGNS, WIDEST])('of $name is the bias of the bounds', async (design) => {
    expect(await firstDifference(biasLeaf(design), biasVectors(design))).toBeNull();
  });

  itIsSynthesized(() => [biasLeaf(LOD_DESIGNS[3]), biasVectors(LOD_DESIGNS[3])]);

  const mutants: readonly Mutant[] = [
    ['the limit holds above alone', ["if (converted < WIDTH'(LEAST)) limited = WIDTH'(LEAST);", '']],
    ['NaN is no bias', ['nan ? NAN_BIAS', "nan ? '0"]],
    ['the last bits are rounded to nearest', ['.ROUNDING(ROUNDING)\n  ) to_lod', ') to_lod']],
  ];
  itFinds(mutants, () => {
    const design = LOD_DESIGNS[3];
    return [biasLeaf(design), biasVectors(design)];
  });
});

describe('lod_limit', () => {
  it.each(LOD_DESIGNS)('of $name is the limit of the bounds', async (design) => {
    expect(await firstDifference(limitLeaf(design), limitVectors(design))).toBeNull();
  });

  itIsSynthesized(() => [limitLeaf(LOD_DESIGNS[4]), limitVectors(LOD_DESIGNS[4])]);

  const mutants: readonly Mutant[] = [
    ['negative bounds are kept', [".SIGNED(1'b0)", ".SIGNED(1'b1)"]],
    ['the integer bit of a carry is missing', ['.INTEGER_BITS(INTEGER_BITS + 1)', '.INTEGER_BITS(INTEGER_BITS)']],
  ];
  itFinds(mutants, () => {
    const design = LOD_DESIGNS[4];
    return [limitLeaf(design), limitVectors(design)];
  });
});
