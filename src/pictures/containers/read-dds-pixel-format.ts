import type { ContainerBytes } from './container-bytes.ts';
import { type DdsFormat, fill, GRGB, RGBG } from './read-dds-dxgi.ts';

/** Flags of DDS_PIXELFORMAT.dwFlags. */
const ALPHA_PIXELS = 0x1;
const FOUR_CC = 0x4;
const KINDS = [
  { flag: 0x2, kind: 'alpha' },
  { flag: FOUR_CC, kind: 'fourcc' },
  { flag: 0x20, kind: 'palette' },
  { flag: 0x40, kind: 'rgb' },
  { flag: 0x200, kind: 'yuv' },
  { flag: 0x2_0000, kind: 'luminance' },
  { flag: 0x8_0000, kind: 'bump' },
] as const;
type Kind = (typeof KINDS)[number]['kind'];

/** The formats by dwFourCC, which holds a D3DFORMAT number or a code of four letters. BC1 has its one bit of alpha. */
const FOUR_CCS: ReadonlyMap<number, DdsFormat> = new Map([
  [fourCc('DXT1'), { format: 'bc1_rgba_unorm_block' }],
  [fourCc('DXT2'), { format: 'bc2_unorm_block' }],
  [fourCc('DXT3'), { format: 'bc2_unorm_block' }],
  [fourCc('DXT4'), { format: 'bc3_unorm_block' }],
  [fourCc('DXT5'), { format: 'bc3_unorm_block' }],
  [fourCc('ATI1'), { format: 'bc4_unorm_block' }],
  [fourCc('BC4U'), { format: 'bc4_unorm_block' }],
  [fourCc('BC4S'), { format: 'bc4_snorm_block' }],
  [fourCc('ATI2'), { format: 'bc5_unorm_block' }],
  [fourCc('BC5U'), { format: 'bc5_unorm_block' }],
  [fourCc('BC5S'), { format: 'bc5_snorm_block' }],
  [fourCc('RGBG'), RGBG],
  [fourCc('GRGB'), GRGB],
  [36, { format: 'r16g16b16a16_unorm' }],
  [110, { format: 'r16g16b16a16_snorm' }],
  [111, { format: 'r16_sfloat' }],
  [112, { format: 'r16g16_sfloat' }],
  [113, { format: 'r16g16b16a16_sfloat' }],
  [114, { format: 'r32_sfloat' }],
  [115, { format: 'r32g32_sfloat' }],
  [116, { format: 'r32g32b32a32_sfloat' }],
]);

/** dwRGBBitCount and the masks of r, g, b and a; 0 for absent components. */
type Masks = readonly [kind: Kind, bits: number, r: number, g: number, b: number, a: number, DdsFormat];

/**
 * The formats by masks, taken literally: the r and b of 10:10:10:2, which some writers exchange, are as in the header.
 */
const MASKS: readonly Masks[] = [
  ['rgb', 32, 0xff, 0xff00, 0xff0000, 0xff000000, { format: 'r8g8b8a8_unorm' }],
  ['rgb', 32, 0xff, 0xff00, 0xff0000, 0, { format: 'r8g8b8a8_unorm', rewrite: fill(4, 3, 0xff) }],
  ['rgb', 32, 0xff0000, 0xff00, 0xff, 0xff000000, { format: 'b8g8r8a8_unorm' }],
  ['rgb', 32, 0xff0000, 0xff00, 0xff, 0, { format: 'b8g8r8a8_unorm', rewrite: fill(4, 3, 0xff) }],
  ['rgb', 32, 0x3ff, 0xffc00, 0x3ff00000, 0xc0000000, { format: 'a2b10g10r10_unorm_pack32' }],
  ['rgb', 32, 0x3ff00000, 0xffc00, 0x3ff, 0xc0000000, { format: 'a2r10g10b10_unorm_pack32' }],
  ['rgb', 32, 0xffff, 0xffff0000, 0, 0, { format: 'r16g16_unorm' }],
  ['rgb', 24, 0xff0000, 0xff00, 0xff, 0, { format: 'b8g8r8_unorm' }],
  ['rgb', 24, 0xff, 0xff00, 0xff0000, 0, { format: 'r8g8b8_unorm' }],
  ['rgb', 16, 0xf800, 0x7e0, 0x1f, 0, { format: 'r5g6b5_unorm_pack16' }],
  ['rgb', 16, 0x1f, 0x7e0, 0xf800, 0, { format: 'b5g6r5_unorm_pack16' }],
  ['rgb', 16, 0x7c00, 0x3e0, 0x1f, 0x8000, { format: 'a1r5g5b5_unorm_pack16' }],
  ['rgb', 16, 0x7c00, 0x3e0, 0x1f, 0, { format: 'a1r5g5b5_unorm_pack16', rewrite: fill(2, 1, 0x80) }],
  ['rgb', 16, 0x1f, 0x3e0, 0x7c00, 0x8000, { format: 'a1b5g5r5_unorm_pack16' }],
  ['rgb', 16, 0x1f, 0x3e0, 0x7c00, 0, { format: 'a1b5g5r5_unorm_pack16', rewrite: fill(2, 1, 0x80) }],
  ['rgb', 16, 0xf800, 0x7c0, 0x3e, 0x1, { format: 'r5g5b5a1_unorm_pack16' }],
  ['rgb', 16, 0x3e, 0x7c0, 0xf800, 0x1, { format: 'b5g5r5a1_unorm_pack16' }],
  ['rgb', 16, 0xf00, 0xf0, 0xf, 0xf000, { format: 'a4r4g4b4_unorm_pack16' }],
  ['rgb', 16, 0xf00, 0xf0, 0xf, 0, { format: 'a4r4g4b4_unorm_pack16', rewrite: fill(2, 1, 0xf0) }],
  ['rgb', 16, 0xf, 0xf0, 0xf00, 0xf000, { format: 'a4b4g4r4_unorm_pack16' }],
  ['rgb', 16, 0xf, 0xf0, 0xf00, 0, { format: 'a4b4g4r4_unorm_pack16', rewrite: fill(2, 1, 0xf0) }],
  ['rgb', 16, 0xf000, 0xf00, 0xf0, 0xf, { format: 'r4g4b4a4_unorm_pack16' }],
  ['rgb', 16, 0xf0, 0xf00, 0xf000, 0xf, { format: 'b4g4r4a4_unorm_pack16' }],
  ['rgb', 16, 0xff, 0xff00, 0, 0, { format: 'r8g8_unorm' }],
  ['rgb', 16, 0xffff, 0, 0, 0, { format: 'r16_unorm' }],
  ['rgb', 8, 0xff, 0, 0, 0, { format: 'r8_unorm' }],
  ['luminance', 8, 0xff, 0, 0, 0, { format: 'r8_unorm' }],
  ['luminance', 16, 0xffff, 0, 0, 0, { format: 'r16_unorm' }],
  ['luminance', 16, 0xff, 0, 0, 0xff00, { format: 'r8g8_unorm' }],
  ['alpha', 8, 0, 0, 0, 0xff, { format: 'a8_unorm' }],
  ['bump', 16, 0xff, 0xff00, 0, 0, { format: 'r8g8_snorm' }],
  ['bump', 32, 0xff, 0xff00, 0xff0000, 0xff000000, { format: 'r8g8b8a8_snorm' }],
  ['bump', 32, 0xffff, 0xffff0000, 0, 0, { format: 'r16g16_snorm' }],
];

const DX10 = fourCc('DX10');

/**
 * The format of a DDS_PIXELFORMAT at `at`; null if the DX10 header states it. Luminance is r, its alpha is g, as in
 * Direct3D 10. Masks of components that the flags do not name are ignored.
 *
 * @throws TextureFileError when no VkFormat corresponds
 */
export function readPixelFormat(file: ContainerBytes, at: number): DdsFormat | null {
  const flags = file.u32(at + 4);
  const kinds = KINDS.filter(({ flag }) => (flags & flag) !== 0);
  if (kinds.length !== 1) {
    throw file.error('ddspf.dwFlags', `${hex(flags)}, expected one of alpha, FourCC, RGB, luminance and bump`);
  }
  const [{ kind }] = kinds;
  return kind === 'fourcc' ? readFourCc(file, at) : readMasks(file, at, kind, flags);
}

function readFourCc(file: ContainerBytes, at: number): DdsFormat | null {
  const code = file.u32(at + 8);
  if (code === DX10) return null;
  const format = FOUR_CCS.get(code);
  if (format !== undefined) return format;
  const read = 'DX10, DXT1 to DXT5, ATI1, ATI2, BC4U, BC4S, BC5U, BC5S, RGBG, GRGB, 36 or 110 to 116';
  throw file.error('ddspf.dwFourCC', `${codeText(code)} is not read, expected ${read}`);
}

function readMasks(file: ContainerBytes, at: number, kind: Kind, flags: number): DdsFormat {
  const bits = file.u32(at + 12);
  const colour = kind === 'rgb' || kind === 'bump';
  const [r, g, b, a] = [0, 1, 2, 3].map((n) => file.u32(at + 16 + 4 * n));
  const withAlpha = kind === 'alpha' || kind === 'bump' || (flags & ALPHA_PIXELS) !== 0;
  const masks = [kind === 'alpha' ? 0 : r, colour ? g : 0, colour ? b : 0, withAlpha ? a : 0];
  const found = MASKS.find((row) => row[0] === kind && row[1] === bits && masks.every((m, n) => m === row[n + 2]));
  if (found !== undefined) return found[6];
  const said = `${kind} of ${bits} bits, masks ${masks.map(hex).join(' ')}`;
  throw file.error('ddspf', `${said} (r g b a), expected bits and masks of a VkFormat`);
}

function fourCc(letters: string): number {
  return [0, 1, 2, 3].reduce((code, n) => code + letters.charCodeAt(n) * 2 ** (8 * n), 0);
}

/** The code as four letters if they are printable, otherwise as a number. */
function codeText(code: number): string {
  const letters = [0, 8, 16, 24].map((shift) => String.fromCharCode((code >>> shift) & 0xff)).join('');
  return /^[ -~]{4}$/.test(letters) ? `"${letters}"` : `${code}`;
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
