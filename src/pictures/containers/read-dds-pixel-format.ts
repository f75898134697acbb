import type { ContainerBytes } from './container-bytes.ts';
import { consecutive, type DdsFormat, fill, GRGB, RGBG } from './read-dds-dxgi.ts';

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
  ...withCodes('bc1_rgba_unorm_block', 'DXT1'),
  ...withCodes('bc2_unorm_block', 'DXT2', 'DXT3'),
  ...withCodes('bc3_unorm_block', 'DXT4', 'DXT5'),
  ...withCodes('bc4_unorm_block', 'ATI1', 'BC4U'),
  ...withCodes('bc4_snorm_block', 'BC4S'),
  ...withCodes('bc5_unorm_block', 'ATI2', 'BC5U'),
  ...withCodes('bc5_snorm_block', 'BC5S'),
  [fourCc('RGBG'), RGBG],
  [fourCc('GRGB'), GRGB],
  ...consecutive(36, 'r16g16b16a16_unorm'),
  ...consecutive(110, 'r16g16b16a16_snorm', 'r16_sfloat', 'r16g16_sfloat', 'r16g16b16a16_sfloat'),
  ...consecutive(114, 'r32_sfloat', 'r32g32_sfloat', 'r32g32b32a32_sfloat'),
]);

function withCodes(format: string, ...codes: readonly string[]) {
  return codes.map((code) => [fourCc(code), { format }] as const);
}

/** dwRGBBitCount and the masks of r, g, b and a, 0 for absent components; true if alpha may be absent, which is then 1. */
type Masks = readonly [kind: Kind, bits: number, r: number, g: number, b: number, a: number, string, fills?: true];

/**
 * The formats by masks, taken literally: the r and b of 10:10:10:2, which some writers exchange, are as in the header.
 */
const MASKS: readonly Masks[] = [
  ['rgb', 32, 0xff, 0xff00, 0xff0000, 0xff000000, 'r8g8b8a8_unorm', true],
  ['rgb', 32, 0xff0000, 0xff00, 0xff, 0xff000000, 'b8g8r8a8_unorm', true],
  ['rgb', 32, 0x3ff, 0xffc00, 0x3ff00000, 0xc0000000, 'a2b10g10r10_unorm_pack32'],
  ['rgb', 32, 0x3ff00000, 0xffc00, 0x3ff, 0xc0000000, 'a2r10g10b10_unorm_pack32'],
  ['rgb', 32, 0xffff, 0xffff0000, 0, 0, 'r16g16_unorm'],
  ['rgb', 24, 0xff0000, 0xff00, 0xff, 0, 'b8g8r8_unorm'],
  ['rgb', 24, 0xff, 0xff00, 0xff0000, 0, 'r8g8b8_unorm'],
  ['rgb', 16, 0xf800, 0x7e0, 0x1f, 0, 'r5g6b5_unorm_pack16'],
  ['rgb', 16, 0x1f, 0x7e0, 0xf800, 0, 'b5g6r5_unorm_pack16'],
  ['rgb', 16, 0x7c00, 0x3e0, 0x1f, 0x8000, 'a1r5g5b5_unorm_pack16', true],
  ['rgb', 16, 0x1f, 0x3e0, 0x7c00, 0x8000, 'a1b5g5r5_unorm_pack16', true],
  ['rgb', 16, 0xf800, 0x7c0, 0x3e, 0x1, 'r5g5b5a1_unorm_pack16'],
  ['rgb', 16, 0x3e, 0x7c0, 0xf800, 0x1, 'b5g5r5a1_unorm_pack16'],
  ['rgb', 16, 0xf00, 0xf0, 0xf, 0xf000, 'a4r4g4b4_unorm_pack16', true],
  ['rgb', 16, 0xf, 0xf0, 0xf00, 0xf000, 'a4b4g4r4_unorm_pack16', true],
  ['rgb', 16, 0xf000, 0xf00, 0xf0, 0xf, 'r4g4b4a4_unorm_pack16'],
  ['rgb', 16, 0xf0, 0xf00, 0xf000, 0xf, 'b4g4r4a4_unorm_pack16'],
  ['rgb', 16, 0xff, 0xff00, 0, 0, 'r8g8_unorm'],
  ['rgb', 16, 0xffff, 0, 0, 0, 'r16_unorm'],
  ['rgb', 8, 0xff, 0, 0, 0, 'r8_unorm'],
  ['luminance', 8, 0xff, 0, 0, 0, 'r8_unorm'],
  ['luminance', 16, 0xffff, 0, 0, 0, 'r16_unorm'],
  ['luminance', 16, 0xff, 0, 0, 0xff00, 'r8g8_unorm'],
  ['alpha', 8, 0, 0, 0, 0xff, 'a8_unorm'],
  ['bump', 16, 0xff, 0xff00, 0, 0, 'r8g8_snorm'],
  ['bump', 32, 0xff, 0xff00, 0xff0000, 0xff000000, 'r8g8b8a8_snorm'],
  ['bump', 32, 0xffff, 0xffff0000, 0, 0, 'r16g16_snorm'],
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
  for (const [of, size, red, green, blue, alpha, format, fills] of MASKS) {
    if (of !== kind || size !== bits || [red, green, blue].some((mask, n) => mask !== masks[n])) continue;
    if (alpha === masks[3]) return { format };
    // The bits of alpha are the highest.
    if (fills && masks[3] === 0) return { format, rewrite: fill(bits / 8, bits / 8 - 1, alpha >>> (bits - 8)) };
  }
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
