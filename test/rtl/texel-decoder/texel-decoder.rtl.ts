import { describe, expect, it } from 'vitest';
import { srgbLinearTable } from '../../../rtl-model/fixed-point/srgb.ts';
import { TexelBytes } from '../../../rtl-model/memory/texel-bytes.ts';
import { BORDER_ADDRESS, Footprints } from '../../../rtl-model/registers/footprints.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../../rtl-model/state/sampler.ts';
import { texelDecoder } from '../../../rtl-model/texel-decoder/format-decoder.ts';
import { Dice } from '../../oracle/dice.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { fieldsOf, PLAIN_PATH_FORMATS, type PlainPathFormat } from '../formats/plain-path-formats.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { romFile } from '../rom-file.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';

function leaf(srgbLinearBits: number): Leaf {
  const codeBits = Math.max(8, srgbLinearBits) + 1;
  const texel = { width: codeBits, signed: true, count: 4 };
  return {
    module: 'texel_decoder',
    sources: [
      'formats/texel_format_pkg.sv',
      'fixed-point/rom.sv',
      'texel-decoder/component_decoder.sv',
      'texel-decoder/texel_decoder.sv',
    ],
    parameters: { SRGB_LINEAR_BITS: srgbLinearBits, CODE_BITS: codeBits },
    inputs: [
      { name: 'word', width: 32 },
      { name: 'byte_offset', width: 2 },
      { name: 'border', width: 1 },
      { name: 'component_type', width: 2 },
      { name: 'fields', width: 36 },
      { name: 'border_texel', ...texel },
    ],
    outputs: [{ name: 'texel', ...texel }],
    files: { 'srgb.mem': romFile(srgbLinearTable(srgbLinearBits)) },
  };
}

const BORDER_COLORS: readonly Sampler['borderColor'][] = [
  [0, 0, 0, 0],
  [1, 1, 1, 1],
  [0.25, -0.5, 0.75, 0.125],
];

/** Every texel of 8 and of 16 bits of each format, and as many of 32 bits, at every place in a word, and the border. */
function everyTexel(srgbLinearBits: number): Vectors {
  const design = { ...FULL_QUALITY, filter: { ...FULL_QUALITY.filter, srgbLinearBits } };
  const decoders = PLAIN_PATH_FORMATS.map(({ format }) =>
    BORDER_COLORS.map((borderColor) => texelDecoder(design, format, { ...DEFAULT_SAMPLER, borderColor })),
  );
  const dice = new Dice(1);
  const data = new TexelBytes(16);
  const foot = new Footprints(1);
  return {
    count: 2 ** 16 * PLAIN_PATH_FORMATS.length,
    fill: (n, values) => {
      const at = Math.floor(n / 2 ** 16);
      const { format, componentType }: PlainPathFormat = PLAIN_PATH_FORMATS[at];
      const decoder = dice.pick(decoders[at]);
      const texelsInWord = 4 / format.texelBytes;
      const offset = (n % texelsInWord) * format.texelBytes;
      const border = n % 61 === 0;
      data.bytes.set([dice.bits(), dice.bits(), dice.bits(), dice.bits()]);
      data.bytes.set([n, n >>> 8].slice(0, format.texelBytes), offset);
      decoder.decodeTap(foot, 0, border ? BORDER_ADDRESS : offset, data);
      values[0] = data.words[0];
      values[1] = offset;
      values[2] = Number(border);
      values[3] = componentType;
      values[4] = fieldsOf(format);
      for (let c = 0; c < 4; c++) {
        values[5 + c] = decoder.tables!.border[c];
        values[9 + c] = foot.texel[c];
      }
    },
  };
}

describe('texel_decoder', () => {
  it.each([12, 8, 16])('decodes every texel of 8 and 16 bits, with %i bits of linear light', async (bits) => {
    expect(await firstDifference(leaf(bits), everyTexel(bits))).toBeNull();
  });

  itIsSynthesized(() => [leaf(12), everyTexel(12)]);

  const mutants: readonly Mutant[] = [
    ['there are two codes of -1', ["stored == 8'h80 ? 8'h81 : stored", 'stored']],
    ['alpha is missing as 0', ["CODE_BITS'(ALPHA)", "'0"]],
    ['sRGB has a linear alpha', ['SRGB && !ALPHA', 'SRGB']],
    ['bits of the next component are kept', ["& ~(8'hff << field.bits)", '']],
    ['the texel begins with its word', ["word >> {byte_offset, 3'b000}", 'word']],
    ['the border is decoded', ['border ? border_texel : decoded', 'decoded']],
  ];
  itFinds(mutants, () => [leaf(12), everyTexel(12)]);
});
