import { PLAIN } from '../../../steps/plain-steps.ts';
import { ConstantTable, type Steps } from '../../../steps/steps.ts';
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

/** The weights of the first and the second endpoint in 35ths: of the codes of eight steps, then of six and the ends. */
const EIGHT_STEPS = [35, 0, 0, 35, 30, 5, 25, 10, 20, 15, 15, 20, 10, 25, 5, 30];
const SIX_STEPS_AND_ENDS = [35, 0, 0, 35, 28, 7, 21, 14, 14, 21, 7, 28, 0, 0, 0, 0];
const STEP_WEIGHTS = new ConstantTable('bc steps', () => Int32Array.of(...EIGHT_STEPS, ...SIX_STEPS_AND_ENDS));

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
  fillPalette(bytes[from], bytes[from + 1], false);
  lookUpRamp(palette, bytes, from, texels, component);
}

function decodeSignedRamp(bytes: Uint8Array, from: number, texels: Float32Array, component: number): void {
  fillPalette((bytes[from] << 24) >> 24, (bytes[from + 1] << 24) >> 24, true);
  lookUpRamp(palette, bytes, from, texels, component);
}

function fillPalette(end0: number, end1: number, signed: boolean): void {
  for (let code = 0; code < 8; code++) palette[code] = rampOfBlock(PLAIN, end0, end1, code, signed);
}

/**
 * The component of a code in 35ths. In the description.
 *
 * @param end0,end1 as stored; of signed ones -128 means -127 (-1). They are compared as stored: Khronos leaves the order of
 * -127 and -128 open, D3D11.3 compares the stored values.
 */
export function rampOfBlock<V>(s: Steps<V>, end0: V, end1: V, code: V, signed: boolean): V {
  const { one } = signed ? SIGNED_RAMP_SCALE : UNSIGNED_RAMP_SCALE;
  const eight = s.less(end1, end0);
  const entry = s.add(s.add(code, code), s.select(eight, s.constant(0), s.constant(16)));
  const [first, second] = ([0, 1] as const).map((n) => s.entryOfTwo(STEP_WEIGHTS, entry, n, 0, PARTS));
  const value = (end: V) => (signed ? s.greatest(s.constant(-127), end) : end);
  const step = s.add(s.multiply(first, value(end0)), s.multiply(second, value(end1)));
  const isEnd = s.and(s.not(eight), s.less(s.constant(5), code));
  const ends = s.select(s.equal(code, s.constant(6)), s.constant(signed ? -one : 0), s.constant(one));
  return s.select(isEnd, ends, step);
}

/** Texels by their 3-bit codes, which are in two groups of eight, 24 bits each. @param palette the values of the codes */
export function lookUpRamp(
  palette: Float32Array,
  bytes: Uint8Array,
  from: number,
  texels: Float32Array,
  component: number,
): void {
  for (let group = 0; group < 2; group++) {
    const at = from + 2 + 3 * group;
    const codes = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16);
    const to = 32 * group + component;
    for (let texel = 0; texel < 8; texel++) texels[to + 4 * texel] = palette[(codes >>> (3 * texel)) & 7];
  }
}
