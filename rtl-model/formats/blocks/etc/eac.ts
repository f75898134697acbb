import { type BlockCodec, componentCodec } from '../block-codec.ts';
import { signedScale, unsignedScale } from '../component-scale.ts';

/**
 * The 8-byte single-component half of ETC2's alpha and of EAC (Khronos data format: Format RGBA ETC2, Format Unsigned
 * R11 EAC, Format Signed R11 EAC). It holds a base, a multiplier and, for each texel, a 3-bit index that selects one of
 * eight modifiers.
 */

/** Modifiers by table index and pixel index (Khronos data format: Intensity modifier sets for RGBA ETC2 alpha component). */
// prettier-ignore
const MODIFIERS = Int8Array.of(
  -3, -6, -9, -15, 2, 5, 8, 14,
  -3, -7, -10, -13, 2, 6, 9, 12,
  -2, -5, -8, -13, 1, 4, 7, 12,
  -2, -4, -6, -13, 1, 3, 5, 12,
  -3, -6, -8, -12, 2, 5, 7, 11,
  -3, -7, -9, -11, 2, 6, 8, 10,
  -4, -7, -8, -11, 3, 6, 7, 10,
  -3, -5, -8, -11, 2, 4, 7, 10,
  -2, -6, -8, -10, 1, 5, 7, 9,
  -2, -5, -8, -10, 1, 4, 7, 9,
  -2, -4, -8, -10, 1, 3, 7, 9,
  -2, -5, -7, -10, 1, 4, 6, 9,
  -3, -4, -7, -10, 2, 3, 6, 9,
  -1, -2, -3, -10, 0, 1, 2, 9,
  -4, -6, -8, -9, 3, 5, 7, 8,
  -3, -5, -7, -9, 2, 4, 6, 8,
);

/** The value of each pixel index of the current block. */
const palette = new Float32Array(8);

/**
 * EAC red (Khronos data format: Format Unsigned R11 EAC, Format Signed R11 EAC). Codes are the 11-bit ones that the
 * text calls the exact representation; none of the text's extensions to more bits is used.
 */
export function eacR11(signed: boolean): BlockCodec {
  return eac(1, signed);
}

/** EAC red, then green (Khronos data format: Format Unsigned RG11 EAC, Format Signed RG11 EAC). */
export function eacR11G11(signed: boolean): BlockCodec {
  return eac(2, signed);
}

function eac(components: 1 | 2, signed: boolean): BlockCodec {
  return signed
    ? componentCodec(components, signedScale(1023), decodeSignedEac)
    : componentCodec(components, unsignedScale(2047), decodeUnsignedEac);
}

/** Decodes alpha as codes of 255; with multiplier 0 the result is the base. */
export function decodeEtc2Alpha(bytes: Uint8Array, from: number, texels: Float32Array): void {
  fillPalette(bytes, from, bytes[from], bytes[from + 1] >>> 4, 0, 255);
  lookUp(bytes, from, texels, 3);
}

/**
 * Decodes one component as codes of 2047.
 *
 * @param component the component that is written, 0 to 3 for r, g, b, a; the others are left unchanged
 */
function decodeUnsignedEac(bytes: Uint8Array, from: number, texels: Float32Array, component: number): void {
  fillPalette(bytes, from, 8 * bytes[from] + 4, eighths(bytes[from + 1] >>> 4), 0, 2047);
  lookUp(bytes, from, texels, component);
}

/** Decodes one component as codes of 1023; -1023 is -1. The base is two's complement; -128 means -127. */
function decodeSignedEac(bytes: Uint8Array, from: number, texels: Float32Array, component: number): void {
  const base = Math.max(-127, (bytes[from] << 24) >> 24);
  fillPalette(bytes, from, 8 * base, eighths(bytes[from + 1] >>> 4), -1023, 1023);
  lookUp(bytes, from, texels, component);
}

/** The multiplier times 8; 0 represents 1/8. */
function eighths(multiplier: number): number {
  return multiplier === 0 ? 1 : 8 * multiplier;
}

function fillPalette(bytes: Uint8Array, from: number, base: number, step: number, least: number, most: number): void {
  const table = 8 * (bytes[from + 1] & 15);
  for (let index = 0; index < 8; index++) {
    palette[index] = Math.min(Math.max(base + step * MODIFIERS[table + index], least), most);
  }
}

/** Looks up the texels. Indices run from the high bits of byte 2 on, column by column, two columns in each 24 bits. */
function lookUp(bytes: Uint8Array, from: number, texels: Float32Array, component: number): void {
  for (let half = 0; half < 2; half++) {
    const at = from + 2 + 3 * half;
    const indices = (bytes[at] << 16) | (bytes[at + 1] << 8) | bytes[at + 2];
    const to = 8 * half + component;
    for (let pixel = 0; pixel < 8; pixel++) {
      texels[to + 16 * (pixel & 3) + (pixel & 4)] = palette[(indices >>> (21 - 3 * pixel)) & 7];
    }
  }
}
