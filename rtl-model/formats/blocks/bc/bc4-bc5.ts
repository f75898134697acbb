import { type BlockCodec, componentCodec } from '../block-codec.ts';
import { signedScale, unsignedScale } from '../component-scale.ts';

/**
 * The 8-byte single-component half of BC3, BC4 and BC5 (D3D11.3 19.5.9, 19.5.10; Khronos data format: RGTC). It holds
 * two 8-bit endpoints and, for each texel, a 3-bit code that selects an endpoint, a step between the endpoints, or one
 * of the ends of the format's range.
 *
 * Values are exact. Both texts define sevenths and fifths of code/255 (signed: code/127), so the results are 35ths of
 * the stored codes. D3D11.3 19.5.2 allows 1/65535 (signed: 1/32767) + 0.03 |end_0 - end_1| around these values, but no
 * error at the ends 0, 1 and -1.
 */
const PARTS = 35;

export const UNSIGNED_RAMP_SCALE = unsignedScale(255 * PARTS);
const SIGNED_RAMP_SCALE = signedScale(127 * PARTS);

/** The weights of the first and the second endpoint in 35ths, for each code. */
const EIGHT_STEPS = Uint8Array.of(35, 0, 0, 35, 30, 5, 25, 10, 20, 15, 15, 20, 10, 25, 5, 30);
const SIX_STEPS = Uint8Array.of(35, 0, 0, 35, 28, 7, 21, 14, 14, 21, 7, 28);

/** The value of each code of the current block. */
const palette = new Float32Array(8);

/** BC4: red (D3D11.3 19.5.9, 19.5.10; Khronos data format: RGTC, BC4). */
export function bc4(signed: boolean): BlockCodec {
  return ramps(1, signed);
}

/** BC5: red, then green (D3D11.3 19.5.11, 19.5.12; Khronos data format: RGTC, BC5). */
export function bc5(signed: boolean): BlockCodec {
  return ramps(2, signed);
}

function ramps(components: 1 | 2, signed: boolean): BlockCodec {
  return signed
    ? componentCodec(components, SIGNED_RAMP_SCALE, decodeSignedRamp)
    : componentCodec(components, UNSIGNED_RAMP_SCALE, decodeUnsignedRamp);
}

/** @param component the component that is written, 0 to 3 for r, g, b, a; the others are left unchanged */
export function decodeUnsignedRamp(bytes: Uint8Array, from: number, texels: Float32Array, component: number): void {
  const end0 = bytes[from];
  const end1 = bytes[from + 1];
  fillPalette(end0, end1, end0 > end1, 0, UNSIGNED_RAMP_SCALE.one);
  lookUp(bytes, from, texels, component);
}

/**
 * Decodes two's-complement endpoints; -128 means -127 (-1). The endpoints are compared as stored. Khronos leaves the
 * order of -127 and -128 open, D3D11.3 compares the stored values.
 */
function decodeSignedRamp(bytes: Uint8Array, from: number, texels: Float32Array, component: number): void {
  const end0 = (bytes[from] << 24) >> 24;
  const end1 = (bytes[from + 1] << 24) >> 24;
  const { one } = SIGNED_RAMP_SCALE;
  fillPalette(Math.max(-127, end0), Math.max(-127, end1), end0 > end1, -one, one);
  lookUp(bytes, from, texels, component);
}

function fillPalette(end0: number, end1: number, eight: boolean, least: number, most: number): void {
  const steps = eight ? EIGHT_STEPS : SIX_STEPS;
  for (let code = 0; 2 * code < steps.length; code++) {
    palette[code] = steps[2 * code] * end0 + steps[2 * code + 1] * end1;
  }
  if (eight) return;
  palette[6] = least;
  palette[7] = most;
}

/** Looks up the texels. Their codes are in two groups of eight, 24 bits each. */
function lookUp(bytes: Uint8Array, from: number, texels: Float32Array, component: number): void {
  for (let group = 0; group < 2; group++) {
    const at = from + 2 + 3 * group;
    const codes = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16);
    const to = 32 * group + component;
    for (let texel = 0; texel < 8; texel++) texels[to + 4 * texel] = palette[(codes >>> (3 * texel)) & 7];
  }
}
