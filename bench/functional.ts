import type { Design } from '../rtl-model/design/design.ts';
import { levelBytes } from '../rtl-model/memory/level-size.ts';
import { layOutImages } from '../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../rtl-model/registers/quad-batch.ts';
import { ADDRESS_MODES, type AddressMode, DEFAULT_SAMPLER } from '../rtl-model/state/sampler.ts';
import { TEXEL_FORMATS } from '../rtl-model/formats/texel-formats.ts';
import { MIP_CHAIN_FORMATS } from '../rtl-model/formats/uncompressed-formats.ts';
import { TextureUnit } from '../rtl-model/texture-unit.ts';
import { bareBilinear } from './bare-bilinear.ts';

const SIZE = 512;
const SAMPLES = 65_536;

/** Coordinates of a surface that extends a little beyond the image on every side. */
function surface(): QuadBatch {
  const batch = new QuadBatch(SAMPLES / 4);
  batch.count = batch.capacity;
  batch.active.fill(15);
  for (let k = 0; k < SAMPLES; k++) {
    const [i, j] = [k % 256, Math.floor(k / 256)];
    batch.s[k] = (i / 256) * 1.1 - 0.05 + j * 1e-5;
    batch.t[k] = (j / 256) * 1.1 - 0.05 + i * 1e-5;
  }
  return batch;
}

function unit(design: Design, formatName: string, mode: AddressMode): TextureUnit {
  const source = { format: TEXEL_FORMATS.get(formatName)!, width: SIZE, height: SIZE, layers: 1 };
  const levels = [Uint8Array.from({ length: levelBytes(source, 0) }, (_, k) => Math.imul(k, 2654435761) >>> 24)];
  const memory = layOutImages([{ ...source, levels }], 'linear');
  const sampler = { ...DEFAULT_SAMPLER, addressModeU: mode, addressModeV: mode };
  return new TextureUnit(design, memory, [{ image: 0, sampler, instruction: { lod: 'explicit', projected: false } }]);
}

/** The bare loop and the model on one state, measured in turn. */
export interface FunctionalCase {
  readonly name: string;
  readonly bare: () => void;
  readonly model: () => void;
}

/** Bilinear states: every address mode, every format of 8-bit components. The bare loop is the same for all of them. */
export function functionalCases(design: Design): FunctionalCase[] {
  const batch = surface();
  const result = new Float32Array(4 * SAMPLES);
  const texels = Uint32Array.from({ length: SIZE * SIZE }, (_, k) => Math.imul(k, 2654435761) >>> 0);
  const bare = () => bareBilinear(batch.s, batch.t, SAMPLES, texels, SIZE, SIZE, result);
  const bytes = [...MIP_CHAIN_FORMATS.values()].filter((format) => format.componentBits === 8);
  const cases: (readonly [string, AddressMode])[] = [
    ...ADDRESS_MODES.map((mode) => ['r8g8b8a8_unorm', mode] as const),
    ...bytes.filter(({ name }) => name !== 'r8g8b8a8_unorm').map(({ name }) => [name, 'repeat'] as const),
  ];
  return cases.map(([format, mode]) => {
    const model = unit(design, format, mode);
    return { name: `${format} ${mode}`, bare, model: () => model.sample(batch, result) };
  });
}

/** One or two formats of every family of block codecs: codes of 8 and of 16 bits, floats, fewer components. */
const BLOCK_FORMATS = [
  'bc1_rgba_unorm_block',
  'bc3_unorm_block',
  'bc4_unorm_block',
  'bc5_snorm_block',
  'bc6h_ufloat_block',
  'bc7_srgb_block',
  'etc2_r8g8b8a8_unorm_block',
  'eac_r11g11_unorm_block',
  'astc_4x4_unorm_block',
  'astc_8x8_sfloat_block',
];

/** The model on a block-compressed format and on uncompressed texels, measured in turn. */
export interface CompressedCase {
  readonly name: string;
  readonly uncompressed: () => void;
  readonly compressed: () => void;
}

/** Cases of bilinear filtering with repeat; the uncompressed format is always r8g8b8a8_unorm. */
export function compressedCases(design: Design): CompressedCase[] {
  const batch = surface();
  const result = new Float32Array(4 * SAMPLES);
  const plain = unit(design, 'r8g8b8a8_unorm', 'repeat');
  return BLOCK_FORMATS.map((name) => {
    const model = unit(design, name, 'repeat');
    return {
      name,
      uncompressed: () => plain.sample(batch, result),
      compressed: () => model.sample(batch, result),
    };
  });
}

/** The number of samples in one run of a case. */
export const SAMPLES_PER_RUN = SAMPLES;
