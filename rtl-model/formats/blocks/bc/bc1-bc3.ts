import { PLAIN } from '../../../steps/plain-steps.ts';
import { ConstantTable, type Steps } from '../../../steps/steps.ts';
import { type BlockCodec, codec4x4 } from '../block-codec.ts';
import { CONSTANT_SCALE, unsignedScale } from '../component-scale.ts';
import { decodeUnsignedRamp, UNSIGNED_RAMP_SCALE } from './bc4-bc5.ts';

/**
 * The 8-byte colour half of BC1, BC2 and BC3 (D3D11.3 19.5.6 to 19.5.8; Khronos data format: S3TC). It holds two 5:6:5
 * colours and, for each texel, a 2-bit code that selects one of them, a mean of them or black.
 *
 * Colours are exact. The Khronos text defines them as thirds and halves of code/31 and code/63, so the results are
 * sixths of the stored codes. D3D11.3 19.5.2 also allows UNORM8 promotion and rounded division, within 1/255 +
 * 0.03 |endpoint_0 - endpoint_1| of this. Values that the reference decodes to 0 or 1 are 0 or 1 here too.
 */
const SIXTHS = 6;

/** Scales of r, g, b. */
const COLOR_SCALES = [unsignedScale(31 * SIXTHS), unsignedScale(63 * SIXTHS), unsignedScale(31 * SIXTHS)];

/** The weights of color_0 and color_1 in sixths: of the codes of four colours, then of three colours and black. */
const COLOR_WEIGHTS = new ConstantTable('bc colors', () =>
  Int32Array.of(6, 0, 0, 6, 4, 2, 2, 4, 6, 0, 0, 6, 3, 3, 0, 0),
);
const FOUR_COLORS = 0;
const THREE_COLORS_AND_BLACK = 4;

/** r, g, b, a of the four codes of the current block. */
const palette = new Float32Array(16);

/**
 * BC1 (D3D11.3 19.5.6; Khronos data format: S3TC, BC1 with and without alpha).
 *
 * @param alpha true if the black of a three-colour block is transparent
 */
export function bc1(alpha: boolean, srgb: boolean): BlockCodec {
  const blackAlpha = alpha ? 0 : 1;
  return codec4x4(
    8,
    [...COLOR_SCALES, CONSTANT_SCALE],
    (bytes, from, texels) => decodeBc1Colors(bytes, from, texels, blackAlpha),
    srgb,
  );
}

/** BC2: sixteen 4-bit alphas, then four colours (D3D11.3 19.5.7; Khronos data format: S3TC, BC2). Alpha is exact. */
export function bc2(srgb: boolean): BlockCodec {
  return codec4x4(16, [...COLOR_SCALES, unsignedScale(15)], decodeBc2, srgb);
}

function decodeBc2(bytes: Uint8Array, from: number, texels: Float32Array): void {
  decodeFourColors(bytes, from + 8, texels);
  for (let texel = 0; texel < 16; texel++) {
    texels[4 * texel + 3] = (bytes[from + (texel >>> 1)] >>> (4 * (texel & 1))) & 15;
  }
}

/** BC3: alpha as in BC4, then four colours (D3D11.3 19.5.8; Khronos data format: S3TC, BC3). */
export function bc3(srgb: boolean): BlockCodec {
  return codec4x4(16, [...COLOR_SCALES, UNSIGNED_RAMP_SCALE], decodeBc3, srgb);
}

function decodeBc3(bytes: Uint8Array, from: number, texels: Float32Array): void {
  decodeFourColors(bytes, from + 8, texels);
  decodeUnsignedRamp(bytes, from, texels, 3);
}

/**
 * Decodes r, g, b and alpha 1. A BC1 block with color_0 <= color_1 has three colours and black.
 *
 * @param blackAlpha alpha of black, 0 or 1
 */
function decodeBc1Colors(bytes: Uint8Array, from: number, texels: Float32Array, blackAlpha: number): void {
  const four = colorAt(bytes, from) > colorAt(bytes, from + 2);
  fillPalette(bytes, from, four ? FOUR_COLORS : THREE_COLORS_AND_BLACK);
  if (!four) palette[15] = blackAlpha;
  lookUpColors(palette, bytes, from, texels);
}

/** Decodes r, g, b of a block that has four colours in either order of its endpoints; leaves alpha at 1. */
function decodeFourColors(bytes: Uint8Array, from: number, texels: Float32Array): void {
  fillPalette(bytes, from, FOUR_COLORS);
  lookUpColors(palette, bytes, from, texels);
}

/**
 * A component of a colour in sixths of its stored code. In the description.
 *
 * @param end0,end1 the component of color_0 and color_1  @param code plus 4 for three colours and black
 */
export function colorOfBlock<V>(s: Steps<V>, end0: V, end1: V, code: V): V {
  const entry = s.add(code, code);
  const [first, second] = ([0, 1] as const).map((n) => s.entryOfTwo(COLOR_WEIGHTS, entry, n, 0, SIXTHS));
  return s.add(s.multiply(first, end0), s.multiply(second, end1));
}

/** The 5:6:5 colour in two bytes. */
export function colorAt(bytes: Uint8Array, at: number): number {
  return bytes[at] | (bytes[at + 1] << 8);
}

/** @param colors FOUR_COLORS, or THREE_COLORS_AND_BLACK */
function fillPalette(bytes: Uint8Array, from: number, colors: number): void {
  const color0 = colorAt(bytes, from);
  const color1 = colorAt(bytes, from + 2);
  for (let code = 0; code < 4; code++) {
    const at = colors + code;
    palette[4 * code] = colorOfBlock(PLAIN, color0 >>> 11, color1 >>> 11, at);
    palette[4 * code + 1] = colorOfBlock(PLAIN, (color0 >>> 5) & 63, (color1 >>> 5) & 63, at);
    palette[4 * code + 2] = colorOfBlock(PLAIN, color0 & 31, color1 & 31, at);
    palette[4 * code + 3] = 1;
  }
}

/** Texels by their 2-bit codes. @param palette r, g, b, a of the four codes */
export function lookUpColors(palette: Float32Array, bytes: Uint8Array, from: number, texels: Float32Array): void {
  for (let texel = 0; texel < 16; texel++) {
    const entry = 4 * ((bytes[from + 4 + (texel >>> 2)] >>> (2 * (texel & 3))) & 3);
    texels[4 * texel] = palette[entry];
    texels[4 * texel + 1] = palette[entry + 1];
    texels[4 * texel + 2] = palette[entry + 2];
    texels[4 * texel + 3] = palette[entry + 3];
  }
}
