import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import type { SparseComponents } from './decode-texel.ts';
import { linearFromSrgb, readBits } from './decode-number.ts';
import type { FormatLayout } from './format-table.ts';

/** A component between two endpoints, by the freedom that the formats BC1 to BC5 have (D3D11.3 19.5.2). */
function between(device: ForeignDevice, a: number, b: number, share: readonly [number, number], codes: number): number {
  const exact = (a * share[0] + b * share[1]) / (share[0] + share[1]);
  const palette = device.settings.blockPalette;
  if (palette === 'exact' || (codes > 255 && palette === 'truncated')) return exact;
  const scaled = exact * codes;
  return (palette === 'nearest' ? Math.round(scaled) : Math.floor(scaled + 1e-9)) / codes;
}

/** A colour of 5, 6 and 5 bits, widened to 8 by repeating its highest bits (D3D11.3 19.5.3). */
function widenedColor(device: ForeignDevice, code: number): number[] {
  const widen = (value: number, bits: number): number => {
    if (faulty(device, 'block_color_not_widened')) return (value << (8 - bits)) / 255;
    return ((value << (8 - bits)) | (value >> (2 * bits - 8))) / 255;
  };
  return [widen(code >> 11, 5), widen((code >> 5) & 63, 6), widen(code & 31, 5)];
}

/** The texel (x, y) of a block of BC1, BC2 or BC3 (D3D11.3 19.5.6 to 19.5.8). */
export function decodeColorBlock(
  device: ForeignDevice,
  layout: FormatLayout,
  block: Uint8Array,
  x: number,
  y: number,
): SparseComponents {
  const scheme = layout.scheme!;
  const plain = scheme.startsWith('bc1');
  const start = plain ? 0 : 64;
  const codes = [readBits(block, start, 16), readBits(block, start + 16, 16)];
  const ends = codes.map((code) => widenedColor(device, code));
  const texel = faulty(device, 'block_index_order') ? 15 - (4 * y + x) : 4 * y + x;
  const index = readBits(block, start + 32 + 2 * texel, 2);
  const compared = plain ? !faulty(device, 'bc1_always_four_colors') : faulty(device, 'bc3_compares_colors');
  const equal = codes[0] === codes[1] && faulty(device, 'bc1_equal_colors_four');
  const three = compared && codes[0] <= codes[1] && !equal;
  const color = [0, 1, 2].map((component) => {
    const pair = [ends[0][component], ends[1][component]];
    if (index < 2) return pair[index];
    if (three) return index === 3 ? 0 : between(device, pair[0], pair[1], [1, 1], 255);
    const share: [number, number] = (index === 2) === faulty(device, 'block_thirds_swapped') ? [1, 2] : [2, 1];
    return between(device, pair[0], pair[1], share, 255);
  });
  const opaque = !(three && index === 3) || faulty(device, 'bc1_black_opaque');
  const alpha = scheme === 'bc1_rgb' ? undefined : plain ? (opaque ? 1 : 0) : blockAlpha(device, scheme, block, texel);
  const srgb = layout.numeric === 'srgb' && !faulty(device, 'srgb_ignored') && !faulty(device, 'srgb_after_filter');
  return [...(srgb ? color.map(linearFromSrgb) : color), alpha];
}

function blockAlpha(device: ForeignDevice, scheme: string, block: Uint8Array, texel: number): number {
  if (scheme === 'bc2') {
    const code = readBits(block, 4 * texel, 4);
    return faulty(device, 'bc2_alpha_shifted') ? (code * 16) / 255 : code / 15;
  }
  return ramp(device, block, texel, false);
}

/** BC4's eight values between two endpoints, or six and the ends of the range (D3D11.3 19.5.9, 19.5.10). */
function ramp(device: ForeignDevice, block: Uint8Array, texel: number, signed: boolean): number {
  const raw = [block[0], block[1]];
  const codes = signed ? raw.map((code) => (code > 127 ? code - 256 : code)) : raw;
  const ends = codes.map((code) => (signed ? Math.max(code / 127, -1) : code / 255));
  const index = readBits(block, 16 + 3 * texel, 3);
  if (index < 2) return ends[index];
  const precise = signed ? 32767 : 65535;
  if (codes[0] > codes[1] || faulty(device, 'bc4_always_eight')) {
    const share: [number, number] = faulty(device, 'bc4_ramp_reversed')
      ? [index - 1, 8 - index]
      : [8 - index, index - 1];
    return between(device, ends[0], ends[1], share, precise);
  }
  if (index > 5 && !faulty(device, 'bc4_extremes_missing'))
    return index === 7 ? 1 : signed && !faulty(device, 'bc4_signed_low_zero') ? -1 : 0;
  return between(device, ends[0], ends[1], [6 - index, index - 1], precise);
}

/** The texel (x, y) of a block of BC4 or BC5. */
export function decodeRampBlock(
  device: ForeignDevice,
  layout: FormatLayout,
  block: Uint8Array,
  x: number,
  y: number,
): SparseComponents {
  const signed = layout.numeric === 'snorm' && !faulty(device, 'bc4_signed_as_unsigned');
  const texel = faulty(device, 'block_index_order') ? 15 - (4 * y + x) : 4 * y + x;
  const red = ramp(device, block, texel, signed);
  if (layout.scheme === 'bc4') return [red, undefined, undefined, undefined];
  const green = ramp(device, block.subarray(8), texel, signed);
  if (faulty(device, 'bc5_green_of_red')) return [red, red, undefined, undefined];
  return faulty(device, 'bc5_swapped') ? [green, red, undefined, undefined] : [red, green, undefined, undefined];
}
