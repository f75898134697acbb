import { PLAIN } from '../../../steps/plain-steps.ts';
import { ConstantTable, type Steps } from '../../../steps/steps.ts';
import { type BlockCodec, type ComponentDecoder, componentCodec } from '../block-codec.ts';
import { signedScale, unsignedScale } from '../component-scale.ts';
import { type BcValues, type RampValues, stepOrRangeEnd } from './bc-values.ts';

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

/** The weights of the first and the second endpoint in 35ths: of the codes of eight steps, then of six and the ends. */
const EIGHT_STEPS = [35, 0, 0, 35, 30, 5, 25, 10, 20, 15, 15, 20, 10, 25, 5, 30];
const SIX_STEPS_AND_ENDS = [35, 0, 0, 35, 28, 7, 21, 14, 14, 21, 7, 28, 0, 0, 0, 0];
const STEP_WEIGHTS = new ConstantTable('bc steps', () => Int32Array.of(...EIGHT_STEPS, ...SIX_STEPS_AND_ENDS));

/** The value of each code of the current block. */
const palette = new Float32Array(8);

/** BC4: red (D3D11.3 19.5.9, 19.5.10; Khronos data format: RGTC, BC4). */
export function bc4({ ramps }: BcValues, signed: boolean): BlockCodec {
  return codecOf(1, signed ? ramps.snorm : ramps.unorm);
}

/** BC5: red, then green (D3D11.3 19.5.11, 19.5.12; Khronos data format: RGTC, BC5). */
export function bc5({ ramps }: BcValues, signed: boolean): BlockCodec {
  return codecOf(2, signed ? ramps.snorm : ramps.unorm);
}

function codecOf(components: 1 | 2, ramp: RampValues): BlockCodec {
  return componentCodec(components, ramp.scale, rampDecoder(ramp));
}

/** Decodes the 8 bytes of a component. */
export function rampDecoder(ramp: RampValues): ComponentDecoder {
  const { signed } = ramp.scale;
  const endAt = (bytes: Uint8Array, at: number) => (signed ? (bytes[at] << 24) >> 24 : bytes[at]);
  return (bytes, from, texels, component) => {
    const [end0, end1] = [endAt(bytes, from), endAt(bytes, from + 1)];
    for (let code = 0; code < 8; code++) palette[code] = ramp.value(PLAIN, end0, end1, code);
    // The 3-bit codes are in two groups of eight, 24 bits each.
    for (let group = 0; group < 2; group++) {
      const at = from + 2 + 3 * group;
      const codes = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16);
      const to = 32 * group + component;
      for (let texel = 0; texel < 8; texel++) texels[to + 4 * texel] = palette[(codes >>> (3 * texel)) & 7];
    }
  };
}

/** The exact values, in 35ths of the stored codes. In the description. */
export function exactRamp(signed: boolean): RampValues {
  const scale = signed ? signedScale(127 * PARTS) : unsignedScale(255 * PARTS);
  const least = signed ? -scale.one : 0;
  return {
    scale,
    value: (s, end0, end1, code) => {
      const eight = s.less(end1, end0);
      const entry = s.add(s.add(code, code), s.select(eight, s.constant(0), s.constant(16)));
      const first = s.multiply(s.entryOfTwo(STEP_WEIGHTS, entry, 0, 0, PARTS), heldEnd(s, signed, end0));
      const second = s.multiply(s.entryOfTwo(STEP_WEIGHTS, entry, 1, 0, PARTS), heldEnd(s, signed, end1));
      return stepOrRangeEnd(s, eight, code, s.add(first, second), least, scale.one);
    },
  };
}

/** An end whose -128 means -127. */
function heldEnd<V>(s: Steps<V>, signed: boolean, end: V): V {
  return signed ? s.greatest(s.constant(-127), end) : end;
}
