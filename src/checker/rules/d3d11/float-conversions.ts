import { sharedExponentValue, signExtended, smallFloat } from '../../../specification/texels/numeric-formats.ts';
import { FLOAT_FORMATS, INTEGER_FORMATS, readTexels } from '../../probes/codes.ts';
import { EXHAUSTIVE, Measurement, seeded } from '../../probes/measurement.ts';
import { SeededBits } from '../../probes/seeded-bits.ts';
import { storedImage } from '../../probes/texel-image.ts';
import { witnessFields } from '../../probes/requests.ts';
import { codeRule } from './code-rule.ts';
import { d3d11Rule } from './d3d11-rule.ts';

/** Object.is, with one NaN for all: -0 is not 0. */
function same(a: number, b: number): boolean {
  return Object.is(a, b) || (Number.isNaN(a) && Number.isNaN(b));
}

export const SMALL_FLOATS = codeRule({
  section: '3.1.5',
  name: 'small-floats',
  title: 'float16, float11 and float10 become the same number in float32',
  limit: 'exactly, denormals, infinities, the sign of zero and NaN as NaN included (3.1.5, 3.1.6, 3.2.2)',
  unit: 'cases',
  required: 0,
  formats: FLOAT_FORMATS,
  reads: ['ld', 'point'],
  error: (got, code, { bits }) => (same(got, smallFloat(code, bits)) ? 0 : 1),
  expected: (code, { bits }) => String(smallFloat(code, bits)),
});

const SIGNED_FORMATS = INTEGER_FORMATS.filter(({ dxgi }) => dxgi.endsWith('_SINT'));
const UNSIGNED_FORMATS = INTEGER_FORMATS.filter(({ dxgi }) => dxgi.endsWith('_UINT'));

export const UINT_CODES = codeRule({
  section: '3.2.3.12',
  name: 'uint-widened',
  title: 'UINT components are padded with zeros to 32 bits',
  limit: 'exactly',
  unit: 'cases',
  required: 0,
  formats: UNSIGNED_FORMATS,
  reads: ['ld'],
  integers: true,
  error: (got, code) => (got === code ? 0 : 1),
  expected: String,
});

export const SINT_CODES = codeRule({
  section: '3.2.3.9',
  name: 'sint-widened',
  title: 'SINT components are sign-extended to 32 bits',
  limit: 'exactly',
  unit: 'cases',
  required: 0,
  formats: SIGNED_FORMATS,
  reads: ['ld'],
  integers: true,
  error: (got, code, field) => (got === signExtended(code, field.bits) ? 0 : 1),
  expected: (code, field) => String(signExtended(code, field.bits)),
});

/** 19.3.2.1: nine bits of fraction with no 1 before the point. */
export const SHARED_EXPONENT = d3d11Rule({
  section: '19.3.2.1',
  name: 'shared-exponent',
  title: 'R9G9B9E5 components are fraction / 512 * 2^(e - 15)',
  limit: 'exactly; an exponent of 31 is a number as well, and alpha is 1',
  method: 'every fraction with every exponent, for each component, by ld and by point sampling',
  unit: 'cases',
  *check(subject) {
    const wrong = new Measurement();
    const words = Uint32Array.from({ length: 2 ** 14 }, (_, n) => {
      const [r, g, b] = fractions(n);
      return r + g * 2 ** 9 + b * 2 ** 18 + Math.floor(n / 512) * 2 ** 27;
    });
    const image = storedImage('e5b9g9r9_ufloat_pack32', 512, 32, new Uint8Array(words.buffer));
    yield* readTexels(subject, image, ['ld', 'point'], (read, result, at, n) => {
      const exponent = Math.floor(n / 512);
      const expected = [...fractions(n).map((fraction) => sharedExponentValue(fraction, exponent)), 1];
      for (let c = 0; c < 4; c++) {
        wrong.judge(result[at + c] === expected[c], () => ({
          inputs: witnessFields({ format: image.format.name, instruction: read, component: 'rgba'[c] }),
          raw: { texel: `0x${words[n].toString(16)}` },
          expected: String(expected[c]),
          got: String(result[at + c]),
        }));
      }
    });
    return wrong.atMost(0, EXHAUSTIVE);
  },
});

/** The fractions of texel n: each component runs through all of them, not in step with the others. */
function fractions(n: number): readonly number[] {
  return [n % 512, (3 * n + 77) % 512, (5 * n + 154) % 512];
}

const SEED = 0x3132;
const SMALLEST_NORMAL = 2 ** -126;

/** ld moves data; point sampling may flush denormals (22.4.15). */
export const FLOAT32_UNMODIFIED = d3d11Rule({
  section: '3.1.3.2',
  name: 'float32-unmodified',
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
    yield* readTexels(subject, image, ['ld', 'point'], (read, result, at, n) => {
      const flushed = read === 'point' && Math.abs(values[n]) < SMALLEST_NORMAL && result[at] === 0;
      wrong.judge(flushed || same(result[at], values[n]), () => ({
        inputs: witnessFields({ format: 'r32_sfloat', instruction: read }),
        raw: { texel: `0x${words[n].toString(16)}` },
        expected: String(values[n]),
        got: String(result[at]),
      }));
    });
    return wrong.atMost(0, seeded(SEED));
  },
});
