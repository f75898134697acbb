import { defineSampler, drawnCoordinate, float } from './draws.ts';
import type { TableWriter } from './table-writer.ts';

/** Formats of every class that can be filtered. */
export const FILTERED_FORMATS: readonly string[] = [
  'r8_unorm',
  'r8_snorm',
  'r8g8_unorm',
  'r8g8b8a8_unorm',
  'r8g8b8a8_snorm',
  'r8g8b8a8_srgb',
  'b8g8r8a8_unorm',
  'b8g8r8a8_srgb',
  'r16_unorm',
  'r16g16_snorm',
  'r16g16b16a16_unorm',
  'r16_sfloat',
  'r16g16b16a16_sfloat',
  'r32_sfloat',
  'r32g32b32a32_sfloat',
  'a8_unorm',
  'r5g6b5_unorm_pack16',
  'b5g6r5_unorm_pack16',
  'a1r5g5b5_unorm_pack16',
  'b4g4r4a4_unorm_pack16',
  'a2b10g10r10_unorm_pack32',
  'b10g11r11_ufloat_pack32',
  'e5b9g9r9_ufloat_pack32',
  'bc1_rgb_unorm_block',
  'bc1_rgba_unorm_block',
  'bc1_rgba_srgb_block',
  'bc2_unorm_block',
  'bc3_unorm_block',
  'bc4_unorm_block',
  'bc4_snorm_block',
  'bc5_unorm_block',
  'bc5_snorm_block',
  'bc6h_ufloat_block',
  'bc6h_sfloat_block',
  'bc7_unorm_block',
  'bc7_srgb_block',
];

const INTEGER_FORMATS = [
  'r8_uint',
  'r8_sint',
  'r16g16_uint',
  'r32_uint',
  'r32_sint',
  'r32g32b32a32_uint',
  'r8g8b8a8_sint',
];

/** Every format, at nearest and linear. */
export function formatScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const nearest = defineSampler(writer, { mag: 'nearest', min: 'nearest' });
  const linear = defineSampler(writer, {});
  for (const format of [...FILTERED_FORMATS, ...INTEGER_FORMATS]) {
    const block = format.includes('block');
    const side = block ? 20 : 5;
    const image = writer.image({ format, width: side, height: side, levels: block ? 2 : 1 });
    const integer = INTEGER_FORMATS.includes(format);
    for (let n = 0; n < count * (block ? 3 : 1); n++) {
      const coord = [drawnCoordinate(random, side), drawnCoordinate(random, side)];
      const lod = block && n % 4 === 1 ? 1 : 0;
      writer.request({ image, sampler: integer || n % 3 === 0 ? nearest : linear, coord, lod });
    }
  }
  const image = writer.image({ format: 'r8g8b8a8_unorm', width: 5, height: 5 });
  const encoded = writer.view(image, { format: 'r8g8b8a8_srgb' });
  const pairs = writer.text === 'd3d11' ? ['r8g8_b8g8_unorm', 'g8r8_g8b8_unorm'] : [];
  const subsampled = pairs.map((format) => writer.image({ format, width: 6, height: 3 }));
  for (let n = 0; n < count; n++) {
    const coord = [drawnCoordinate(random, 5), drawnCoordinate(random, 5)];
    for (const other of [encoded, ...subsampled]) writer.request({ image: other, sampler: nearest, coord, lod: 0 });
  }
}

/** Formats of the other classes: three components, scaled, packed, padded, and depth with stencil. */
const FETCHED_FORMATS: readonly string[] = [
  'r8g8b8_unorm',
  'b8g8r8_srgb',
  'r8g8b8a8_uscaled',
  'b8g8r8a8_sscaled',
  'b8g8r8_uint',
  'a8b8g8r8_unorm_pack32',
  'a8b8g8r8_snorm_pack32',
  'a8b8g8r8_srgb_pack32',
  'a8b8g8r8_sint_pack32',
  'r16_uint',
  'r16g16_sscaled',
  'r16g16b16_sfloat',
  'r16g16b16_snorm',
  'r32g32_sfloat',
  'r32g32b32_sfloat',
  'r32g32b32_uint',
  'r32g32b32a32_sint',
  'r4g4_unorm_pack8',
  'r4g4b4a4_unorm_pack16',
  'a4r4g4b4_unorm_pack16',
  'a4b4g4r4_unorm_pack16',
  'r5g5b5a1_unorm_pack16',
  'b5g5r5a1_unorm_pack16',
  'a1b5g5r5_unorm_pack16',
  'a2r10g10b10_unorm_pack32',
  'a2r10g10b10_snorm_pack32',
  'a2r10g10b10_uint_pack32',
  'a2b10g10r10_sint_pack32',
  'a2b10g10r10_uscaled_pack32',
  'r12x4_unorm_pack16',
  'r10x6g10x6_unorm_2pack16',
  'r10x6g10x6b10x6a10x6_unorm_4pack16',
  'r12x4g12x4_uint_2pack16_arm',
  'r14x2g14x2b14x2a14x2_unorm_4pack16_arm',
  's8_uint',
];

/** Depth and stencil of combined formats. */
const COMBINED_FORMATS = ['d16_unorm_s8_uint', 'd24_unorm_s8_uint', 'd32_sfloat_s8_uint'];

/** Fetches and nearest samples of formats that are seldom filtered. */
export function otherFormatScene(writer: TableWriter, count: number): void {
  const { random } = writer;
  const sampler = defineSampler(writer, { mag: 'nearest', min: 'nearest' });
  const plain = FETCHED_FORMATS.map((format) => writer.image({ format, width: 3, height: 2 }));
  const combined = COMBINED_FORMATS.flatMap((format) => {
    const image = writer.image({ format, width: 3, height: 2 });
    return ['depth', 'stencil'].map((aspect) => writer.view(image, { aspect }));
  });
  for (const image of [...plain, ...combined])
    for (let n = 0; n < count; n++) {
      writer.request({ op: 'fetch', image, coord: [random.integer(0, 2), random.integer(0, 1)] });
      writer.request({ image, sampler, coord: [random.unit(), random.unit()].map(float), lod: 0 });
    }
}
