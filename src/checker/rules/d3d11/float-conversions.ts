import { componentCode } from '../../../specification/texels/numeric-formats.ts';
import {
  type CodeFormat,
  FLOAT_FORMATS,
  SINT_FORMATS,
  UINT_FORMATS,
  texelReads,
  SHARED_EXPONENT_READS,
} from '../../probes/codes.ts';
import { EXHAUSTIVE, Measurement, seeded } from '../../probes/measurement.ts';
import { SeededBits } from '../../probes/seeded-bits.ts';
import { storedImage } from '../../probes/texel-image.ts';
import { codeRule } from './code-rule.ts';
import { d3d11Rule, specifiedByD3d11 } from '../specification-rule.ts';
import { witnessOf, askSteps } from '../../probes/requests.ts';

/** Object.is, with one NaN for all: -0 is not 0. */
function same(a: number, b: number): boolean {
  return Object.is(a, b) || (Number.isNaN(a) && Number.isNaN(b));
}

/** The components of some formats keep their number. @param type as the format records name it */
function exactRule(
  place: string,
  type: 'ufloat' | 'uint' | 'sint',
  formats: readonly CodeFormat[],
  text: { readonly title: string; readonly limit: string },
) {
  const integers = type !== 'ufloat';
  return codeRule(place, {
    ...text,
    unit: 'cases',
    required: 0,
    formats,
    reads: integers ? ['ld'] : ['ld', 'point'],
    integers,
    error: (got, code, { bits }) => (same(got, componentCode(type, bits, code)) ? 0 : 1),
    expected: (code, { bits }) => String(componentCode(type, bits, code)),
  });
}

export const SMALL_FLOATS = exactRule('3.1.5/small-floats', 'ufloat', FLOAT_FORMATS, {
  title: 'float16, float11 and float10 become the same number in float32',
  limit: 'exactly, denormals, infinities, the sign of zero and NaN as NaN included (3.1.5, 3.1.6, 3.2.2)',
});

export const UINT_CODES = exactRule('3.2.3.12/uint-widened', 'uint', UINT_FORMATS, {
  title: 'UINT components are padded with zeros to 32 bits',
  limit: 'exactly',
});

export const SINT_CODES = exactRule('3.2.3.9/sint-widened', 'sint', SINT_FORMATS, {
  title: 'SINT components are sign-extended to 32 bits',
  limit: 'exactly',
});

export const SHARED_EXPONENT = specifiedByD3d11('19.3.2.1/shared-exponent', {
  title: 'R9G9B9E5 components are fraction / 512 * 2^(e - 15)',
  limit: 'exactly; an exponent of 31 is a number as well, and alpha is 1',
  method: 'every fraction with every exponent, for each component, by ld and by point sampling',
  chosen: EXHAUSTIVE,
  requests: () => SHARED_EXPONENT_READS,
});

const SEED = 0x3132;
const SMALLEST_NORMAL = 2 ** -126;

/** ld moves data; point sampling may flush denormals (22.4.15). */
export const FLOAT32_UNMODIFIED = d3d11Rule('3.1.3.2/float32-unmodified', {
  title: 'ld leaves 32-bit floats as they are',
  limit: 'every number to the bit, denormals among them; NaN stays NaN; point sampling may flush denormals to zero',
  method: 'the corners of float32 and random bit patterns, by ld and by point sampling',
  unit: 'cases',
  *check(subject, _profile, effort) {
    const wrong = new Measurement();
    const bits = new SeededBits(SEED);
    const corners = [0, 0x8000_0000, 1, 0x8000_0001, 0x7f_ffff, 0x80_0000, 0x3f80_0000, 0x7f7f_ffff, 0x7f80_0000];
    const others = [0xff80_0000, 0x7fc0_0000, 0xff7f_ffff];
    const height = effort === 'full' ? 128 : 8;
    const words = Uint32Array.from({ length: 256 * height }, (_, n) => [...corners, ...others][n] ?? bits.next());
    const values = new Float32Array(words.buffer);
    const image = storedImage('r32_sfloat', 256, height, new Uint8Array(words.buffer));
    const [loaded, sampled] = texelReads(image, ['ld', 'point']);
    yield* askSteps(subject, [loaded, sampled], ([got], n, step) => {
      const flushed = step === sampled && Math.abs(values[n]) < SMALLEST_NORMAL && got === 0;
      wrong.judge(flushed || same(got, values[n]), () =>
        witnessOf(step, n, values[n], got, { texel: `0x${words[n].toString(16)}` }),
      );
    });
    return wrong.atMost(0, seeded(SEED));
  },
});
