import { describe, expect, it } from 'vitest';
import { srgbLinearTable } from '../../../rtl-model/fixed-point/srgb.ts';
import { TexelBytes } from '../../../rtl-model/memory/texel-bytes.ts';
import { Footprints } from '../../../rtl-model/registers/footprints.ts';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import { texelDecoder } from '../../../rtl-model/texel-decoder/format-decoder.ts';
import { UNIT_BLOCK_FORMATS } from '../../../src/forms/parameters/unit-widths.ts';
import { plainFormat } from '../../../src/forms/rtl/unit-state.ts';
import { Dice } from '../../oracle/dice.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { romFile } from '../rom-file.ts';
import { RANDOM } from '../vectors.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';

const TEXELS = 16;
/** The codes of 1 of colours: sixths of 31 and of 63. */
const [FIVE_BITS, SIX_BITS] = [186, 378];

function leaf(srgbLinearBits: number): Leaf {
  const codeBits = 1 + Math.max(14, srgbLinearBits);
  return {
    module: 'block_decoder',
    sources: [
      'formats/texel_format_pkg.sv',
      'fixed-point/rom.sv',
      'formats/blocks/bc/bc1_bc3.sv',
      'formats/blocks/bc/bc4_bc5.sv',
      'texel-decoder/block_decoder.sv',
    ],
    parameters: { SRGB_LINEAR_BITS: srgbLinearBits, CODE_BITS: codeBits },
    inputs: [
      { name: 'block', width: 32, count: 4 },
      { name: 'texel', width: 4 },
      { name: 'components', width: 5 },
      { name: 'component_type', width: 2 },
    ],
    outputs: [{ name: 'codes', width: codeBits, signed: true, count: 4 }],
    files: {
      'srgb_5_bits.mem': romFile(srgbLinearTable(srgbLinearBits, FIVE_BITS)),
      'srgb_6_bits.mem': romFile(srgbLinearTable(srgbLinearBits, SIX_BITS)),
    },
  };
}

/** Blocks of every format by chance, texel after texel, as the decoder reads them in the model's memory. */
function anyBlocks(srgbLinearBits: number): Vectors {
  const design = { ...FULL_QUALITY, filter: { ...FULL_QUALITY.filter, srgbLinearBits } };
  const decoders = UNIT_BLOCK_FORMATS.map(({ unpacker }) => texelDecoder(design, unpacker!.format, DEFAULT_SAMPLER));
  const dice = new Dice(1);
  const data = new TexelBytes(8 * TEXELS);
  const memory = new DataView(data.bytes.buffer);
  const block = new Uint8Array(16);
  const words = new Uint32Array(block.buffer);
  const foot = new Footprints(1);
  return {
    count: RANDOM,
    fill: (n, values) => {
      const at = n % UNIT_BLOCK_FORMATS.length;
      const format = UNIT_BLOCK_FORMATS[at];
      const { components, componentType } = plainFormat(format)!;
      const texel = dice.integer(0, TEXELS - 1);
      for (let byte = 0; byte < 16; byte++) block[byte] = dice.bits();
      format.unpacker!.unpack(block, 0, memory, 0);
      decoders[at].decodeTap(foot, 0, texel * format.unpacker!.format.texelBytes, data);
      values.set([...words, texel, components, componentType, ...foot.texel.subarray(0, 4)]);
    },
  };
}

describe('block_decoder', () => {
  it.each([12, 8, 16])('decodes blocks of every format, with %i bits of linear light', async (bits) => {
    expect(await firstDifference(leaf(bits), anyBlocks(bits))).toBeNull();
  });

  itIsSynthesized(() => [leaf(12), anyBlocks(12)]);

  const mutants: readonly Mutant[] = [
    ['BC2 and BC3 have three colours', ['.three_colors(is_bc1)', ".three_colors(1'b1)"]],
    ['colours come first', ['is_bc1 ? block[63:0] : block[127:64]', 'block[63:0]']],
    [
      'black of BC1 without alpha is transparent',
      ['texel_format_pkg::BC1_RGBA: codes', 'texel_format_pkg::BC1_RGB: codes'],
    ],
    ['green of BC5 is its red', ["codes[1] = CODE_BITS'(second)", "codes[1] = CODE_BITS'(first)"]],
    ['sRGB is not linear', ['component_type == texel_format_pkg::SRGB', "1'b0"]],
    ['green of sRGB is read as blue', ['.index(g)', ".index(9'(b))"]],
    ['SNORM is UNORM', ['is_signed = component_type == texel_format_pkg::SNORM', "is_signed = 1'b0"]],
    ['alpha of BC2 is that of the texel beside', ["block[{1'b0, texel, 2'b00}+:4]", "block[{1'b0, ~texel, 2'b00}+:4]"]],
  ];
  itFinds(mutants, () => [leaf(12), anyBlocks(12)]);
});
