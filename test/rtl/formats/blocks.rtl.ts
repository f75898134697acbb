import { describe, expect, it } from 'vitest';
import { bcValues } from '../../../rtl-model/formats/blocks/bc/bc-codecs.ts';
import { bc1, bc3 } from '../../../rtl-model/formats/blocks/bc/bc1-bc3.ts';
import { bc4 } from '../../../rtl-model/formats/blocks/bc/bc4-bc5.ts';
import { componentScales } from '../../../rtl-model/formats/format-scales.ts';
import { UNIT_BLOCK_FORMATS } from '../../../src/forms/parameters/unit-widths.ts';
import { plainFormat } from '../../../src/forms/rtl/unit-state.ts';
import { Dice } from '../../oracle/dice.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { RANDOM } from '../vectors.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';

const EXACT = bcValues(null);
const TEXELS = 16;

const COLORS: Leaf = {
  module: 'bc1_bc3',
  sources: ['formats/blocks/bc/bc1_bc3.sv'],
  inputs: [
    { name: 'half', width: 32, count: 2 },
    { name: 'texel', width: 4 },
    { name: 'three_colors', width: 1 },
  ],
  outputs: [
    { name: 'r', width: 8 },
    { name: 'g', width: 9 },
    { name: 'b', width: 8 },
    { name: 'black', width: 1 },
  ],
};

/** Blocks of any colours, of equal ones and of neighbours, whose codes are any, texel after texel; those of BC1 and of BC3. */
function colorBlocks(): Vectors {
  const dice = new Dice(1);
  const codecs = [bc3(EXACT, false), bc1(EXACT, true, false)];
  const block = new Uint8Array(16);
  const halves = new Uint16Array(block.buffer, 8);
  const words = new Uint32Array(block.buffer, 8);
  const texels = new Float32Array(4 * TEXELS);
  return {
    count: RANDOM,
    fill: (n, values) => {
      const texel = n % TEXELS;
      const three = dice.integer(0, 1);
      const color = dice.integer(0, 0xffff);
      const other = dice.pick([color, color + 1, color - 1, dice.integer(0, 0xffff), 0, 0xffff]);
      halves.set([color, other, dice.integer(0, 0xffff), dice.integer(0, 0xffff)]);
      codecs[three].decode(block, three === 1 ? 8 : 0, texels);
      const [r, g, b, a] = texels.subarray(4 * texel, 4 * texel + 4);
      values.set([words[0], words[1], texel, three, r, g, b, three === 1 ? 1 - a : 0]);
    },
  };
}

const RAMP: Leaf = {
  module: 'bc4_bc5',
  sources: ['formats/blocks/bc/bc4_bc5.sv'],
  inputs: [
    { name: 'half', width: 32, count: 2 },
    { name: 'texel', width: 4 },
    { name: 'is_signed', width: 1 },
  ],
  outputs: [{ name: 'value', width: 15, signed: true }],
};

/** Every pair of ends, signed and not, with every code at any of the texels. */
const EVERY_RAMP = 2 ** 20;
function rampBlocks(): Vectors {
  const dice = new Dice(1);
  const codecs = [bc4(EXACT, false), bc4(EXACT, true)];
  const block = new Uint8Array(8);
  const words = new Uint32Array(block.buffer);
  const texels = new Float32Array(4 * TEXELS);
  return {
    count: EVERY_RAMP,
    fill: (n, values) => {
      const texel = dice.integer(0, TEXELS - 1);
      const isSigned = (n >> 16) & 1;
      for (let at = 2; at < 8; at++) block[at] = dice.bits();
      block.set([n & 255, (n >> 8) & 255]);
      setCode(block, texel, n >> 17);
      codecs[isSigned].decode(block, 0, texels);
      values.set([words[0], words[1], texel, isSigned, texels[4 * texel]]);
    },
  };
}

/** Sets the code of 3 bits of a texel. */
function setCode(block: Uint8Array, texel: number, code: number): void {
  for (let bit = 0; bit < 3; bit++) {
    const at = 16 + 3 * texel + bit;
    const mask = 1 << (at % 8);
    block[at >> 3] = (block[at >> 3] & ~mask) | (((code >> bit) & 1) * mask);
  }
}

function scaleLeaf(srgbLinearBits: number): Leaf {
  const oneBits = Math.max(14, srgbLinearBits);
  return {
    module: 'block_scale',
    sources: ['formats/texel_format_pkg.sv', 'formats/block_scale.sv'],
    parameters: { SRGB_ONE: 2 ** srgbLinearBits - 1, ONE_BITS: oneBits },
    inputs: [
      { name: 'components', width: 5 },
      { name: 'component_type', width: 2 },
    ],
    outputs: [{ name: 'one', width: oneBits, count: 4 }],
  };
}

function everyScale(srgbLinearBits: number): Vectors {
  return {
    count: UNIT_BLOCK_FORMATS.length,
    fill: (n, values) => {
      const format = UNIT_BLOCK_FORMATS[n];
      const { components, componentType } = plainFormat(format)!;
      values.set([components, componentType, ...componentScales(format, srgbLinearBits).map(({ one }) => one)]);
    },
  };
}

describe('bc1_bc3', () => {
  it('has the colours of BC1 and of BC3, of four colours and of three and black', async () => {
    expect(await firstDifference(COLORS, colorBlocks())).toBeNull();
  });

  itIsSynthesized(() => [COLORS, colorBlocks()]);

  const mutants: readonly Mutant[] = [
    ['equal colours are four colours', ['&& color_0 <= color_1', '&& color_0 < color_1']],
    ['every block has three colours where its order says so', ['three = three_colors &&', "three = 1'b1 &&"]],
    [
      'the third colour is the fourth',
      ["3'b0_10: {weight_0, weight_1} = {3'd4", "3'b0_10: {weight_0, weight_1} = {3'd2"],
    ],
    ['the mean is a third', ["{3'd3, 3'd3}", "{3'd4, 3'd2}"]],
    ['texels are those of the row before', ["half[{1'b1, texel, 1'b0}+:2]", "half[{1'b1, texel ^ 4'd4, 1'b0}+:2]"]],
    ['green has five bits', ['color_1[10:5]', 'color_1[10:6]']],
  ];
  itFinds(mutants, () => [COLORS, colorBlocks()]);
});

describe('bc4_bc5', () => {
  it('has the value of every code between every two ends, signed and not', async () => {
    expect(await firstDifference(RAMP, rampBlocks())).toBeNull();
  });

  itIsSynthesized(() => [RAMP, rampBlocks()]);

  const mutants: readonly Mutant[] = [
    ['equal ends have eight steps', ['eight = stored_1 < stored_0', 'eight = stored_1 <= stored_0']],
    ['ends are compared after -128 is held', ['eight = stored_1 < stored_0', 'eight = end_1 < end_0']],
    ['there are two codes of -1', ["stored_0 == -9'sd128 ? -13'sd127 : ", '']],
    ['the least of signed values is 0', ['is_signed ? -SIGNED_ONE', "1'b0 ? -SIGNED_ONE"]],
    ['six steps have sevenths', ["eight ? 3'd7 : 3'd5", "eight ? 3'd7 : 3'd7"]],
  ];
  itFinds(mutants, () => [RAMP, rampBlocks()]);
});

describe('block_scale', () => {
  it.each([12, 8, 16])('gives the codes of 1 with %i bits of linear light', async (bits) => {
    expect(UNIT_BLOCK_FORMATS).toHaveLength(12);
    expect(await firstDifference(scaleLeaf(bits), everyScale(bits))).toBeNull();
  });

  itIsSynthesized(() => [scaleLeaf(12), everyScale(12)]);

  const mutants: readonly Mutant[] = [
    ['SNORM counts to the 1 of UNORM', ["ONE_BITS'(35 * 127)", "ONE_BITS'(35 * 255)"]],
    ['green of BC5 is lacking', ['{LACKING, ramp, ramp}', '{LACKING, LACKING, ramp}']],
    ['alpha is sRGB', ['one[2:0] = {3{ONE_BITS', 'one = {4{ONE_BITS']],
  ];
  itFinds(mutants, () => [scaleLeaf(12), everyScale(12)]);
});
