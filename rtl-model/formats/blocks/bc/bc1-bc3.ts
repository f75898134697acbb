import { PLAIN } from '../../../steps/plain-steps.ts';
import { ConstantTable, type Steps } from '../../../steps/steps.ts';
import { type BlockCodec, codec4x4 } from '../block-codec.ts';
import { CONSTANT_SCALE, unsignedScale } from '../component-scale.ts';
import type { BcValues } from './bc-values.ts';
import { rampDecoder } from './bc4-bc5.ts';

/**
 * The 8-byte colour half of BC1, BC2 and BC3 (D3D11.3 19.5.6 to 19.5.8; Khronos data format: S3TC). It holds two 5:6:5
 * colours and, for each texel, a 2-bit code that selects one of them, a mean of them or black.
 *
 * Colours are exact. The Khronos text defines them as thirds and halves of code/31 and code/63, so the results are
 * sixths of the stored codes. D3D11.3 19.5.2 also allows UNORM8 promotion and rounded division, within 1/255 +
 * 0.03 |endpoint_0 - endpoint_1| of this. Values that the reference decodes to 0 or 1 are 0 or 1 here too.
 */
const SIXTHS = 6;

/** Scales of exact r, g, b. */
export const EXACT_COLOR_SCALES = [unsignedScale(31 * SIXTHS), unsignedScale(63 * SIXTHS), unsignedScale(31 * SIXTHS)];

/** The weights of color_0 and color_1 in sixths: of the codes of four colours, then of three colours and black. */
const COLOR_WEIGHTS = new ConstantTable('bc colors', () =>
  Int32Array.of(6, 0, 0, 6, 4, 2, 2, 4, 6, 0, 0, 6, 3, 3, 0, 0),
);
const FOUR_COLORS = 0;
const THREE_COLORS_AND_BLACK = 4;

/** Components of a colour of 16 bits. */
const CHANNELS = [
  { shift: 11, bits: 5, mask: 31 },
  { shift: 5, bits: 6, mask: 63 },
  { shift: 0, bits: 5, mask: 31 },
] as const;

/** r, g, b, a of the four codes of the current block. */
const palette = new Float32Array(16);

/**
 * BC1 (D3D11.3 19.5.6; Khronos data format: S3TC, BC1 with and without alpha).
 *
 * @param alpha true if the black of a three-colour block is transparent
 */
export function bc1(values: BcValues, alpha: boolean, srgb: boolean): BlockCodec {
  const blackAlpha = alpha ? 0 : 1;
  const scales = [...values.colorScales, CONSTANT_SCALE];
  return codec4x4(
    8,
    scales,
    (bytes, from, texels) => decodeColors(values, bytes, from, texels, true, blackAlpha),
    srgb,
  );
}

/** BC2: sixteen 4-bit alphas, then the colours (D3D11.3 19.5.7; Khronos data format: S3TC, BC2). */
export function bc2(values: BcValues, srgb: boolean): BlockCodec {
  const decode: BlockCodec['decode'] = (bytes, from, texels) => {
    decodeColors(values, bytes, from + 8, texels, values.threeColors, 1);
    for (let texel = 0; texel < 16; texel++) {
      const code = (bytes[from + (texel >>> 1)] >>> (4 * (texel & 1))) & 15;
      texels[4 * texel + 3] = values.alpha(PLAIN, code);
    }
  };
  return codec4x4(16, [...values.colorScales, values.alphaScale], decode, srgb);
}

/** BC3: alpha as in BC4, then the colours (D3D11.3 19.5.8; Khronos data format: S3TC, BC3). */
export function bc3(values: BcValues, srgb: boolean): BlockCodec {
  const { alpha } = values.ramps;
  const decodeAlpha = rampDecoder(alpha);
  const decode: BlockCodec['decode'] = (bytes, from, texels) => {
    decodeColors(values, bytes, from + 8, texels, values.threeColors, 1);
    decodeAlpha(bytes, from, texels, 3);
  };
  return codec4x4(16, [...values.colorScales, alpha.scale], decode, srgb);
}

/** A component of a colour in sixths of its stored code. In the description. */
export function exactColor<V>(s: Steps<V>, _bits: 5 | 6, end0: V, end1: V, code: V): V {
  const entry = s.add(code, code);
  const first = s.entryOfTwo(COLOR_WEIGHTS, entry, 0, 0, SIXTHS);
  const second = s.entryOfTwo(COLOR_WEIGHTS, entry, 1, 0, SIXTHS);
  return s.add(s.multiply(first, end0), s.multiply(second, end1));
}

/**
 * Decodes r, g, b, and alpha as 1 but for that of black. A block with color_0 <= color_1 may have three colours and black.
 *
 * @param three true if it does  @param blackAlpha alpha of black, 0 or 1
 */
function decodeColors(
  values: BcValues,
  bytes: Uint8Array,
  from: number,
  texels: Float32Array,
  three: boolean,
  blackAlpha: number,
): void {
  const color0 = bytes[from] | (bytes[from + 1] << 8);
  const color1 = bytes[from + 2] | (bytes[from + 3] << 8);
  const colors = three && color0 <= color1 ? THREE_COLORS_AND_BLACK : FOUR_COLORS;
  for (let c = 0; c < 3; c++) {
    const { shift, bits, mask } = CHANNELS[c];
    const end0 = (color0 >>> shift) & mask;
    const end1 = (color1 >>> shift) & mask;
    for (let code = 0; code < 4; code++) {
      palette[4 * code + c] = values.color(PLAIN, bits, end0, end1, colors + code);
    }
  }
  for (let code = 0; code < 4; code++) palette[4 * code + 3] = 1;
  if (colors === THREE_COLORS_AND_BLACK) palette[15] = blackAlpha;
  for (let texel = 0; texel < 16; texel++) {
    const entry = 4 * ((bytes[from + 4 + (texel >>> 2)] >>> (2 * (texel & 3))) & 3);
    texels[4 * texel] = palette[entry];
    texels[4 * texel + 1] = palette[entry + 1];
    texels[4 * texel + 2] = palette[entry + 2];
    texels[4 * texel + 3] = palette[entry + 3];
  }
}
