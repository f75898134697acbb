import {
  type CodeDemand,
  type CodeField,
  type CodeFormat,
  codeSteps,
  FLOAT_FORMATS,
  SHARED_EXPONENT_READS,
  SINT_FORMATS,
  SNORM_FORMATS,
  SRGB_FORMATS,
  texelReads,
  UINT_FORMATS,
  UNORM_FORMATS,
} from '../../probes/codes.ts';
import { EXHAUSTIVE, seeded } from '../../probes/measurement.ts';
import type { Rule } from '../../rule.ts';
import { measuredByD3d11, type RuleText, specifiedByD3d11 } from '../kinds/specification-rule.ts';
import { componentCode, codeOfOne } from '../../../specification/texels/numeric-formats.ts';
import { storedImage } from '../../probes/texel-image.ts';
import { LEAST_NORMAL } from '../../../specification/exact/float32.ts';
import { srgbCode } from '../../../specification/texels/srgb.ts';
import { neighbour } from '../../probes/rounded-distance.ts';

/** A rule on the values of all codes of some formats. */
interface CodeRule extends CodeDemand, Omit<RuleText, 'method'> {
  readonly unit: Rule['unit'];
  readonly atMost: number;
}

function codeRule(place: string, demand: CodeRule): Rule {
  const { title, limit, unit, atMost, formats, reads } = demand;
  // A second component of 16 bits is no different.
  const isQuick = ({ fields }: CodeFormat) => fields.length < 2 || fields[0].bits < 16;
  return measuredByD3d11(place, {
    title,
    limit,
    method: `every code of every component of ${formats.map(({ dxgi }) => dxgi).join(', ')}, read by ${reads.join(', ')}`,
    unit,
    atMost,
    chosen: EXHAUSTIVE,
    steps: ({ effort }) => codeSteps({ ...demand, formats: effort === 'full' ? formats : formats.filter(isQuick) }),
  });
}

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
    atMost: 0,
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

/** ld moves data; point sampling may flush denormals (22.4.15). */
export const FLOAT32_UNMODIFIED = measuredByD3d11('3.1.3.2/float32-unmodified', {
  title: 'ld leaves 32-bit floats as they are',
  limit: 'every number to the bit, denormals among them; NaN stays NaN; point sampling may flush denormals to zero',
  method: 'the corners of float32 and random bit patterns, by ld and by point sampling',
  unit: 'cases',
  atMost: 0,
  chosen: seeded(0x3132),
  steps({ effort, bits }) {
    const corners = [0, 0x8000_0000, 1, 0x8000_0001, 0x7f_ffff, 0x80_0000, 0x3f80_0000, 0x7f7f_ffff, 0x7f80_0000];
    const others = [0xff80_0000, 0x7fc0_0000, 0xff7f_ffff];
    const height = effort === 'full' ? 128 : 8;
    const words = Uint32Array.from({ length: 256 * height }, (_, n) => [...corners, ...others][n] ?? bits.next());
    const values = new Float32Array(words.buffer);
    const image = storedImage('r32_sfloat', 256, height, new Uint8Array(words.buffer));
    return texelReads(image, ['ld', 'point']).map((requests, k) => ({
      ...requests,
      measure([got], n, off) {
        const flushed = k === 1 && Math.abs(values[n]) < LEAST_NORMAL && got === 0;
        off(Number(!flushed && !same(got, values[n])), () => [values[n], got, { texel: `0x${words[n].toString(16)}` }]);
      },
    }));
  },
});

/** Distance from value / one in float32 ULP; 0 and the ends are exact or infinitely far. */
function float32Ulp(got: number, value: number, one: number): number {
  if (value === 0 || Math.abs(value) === one) return got === value / one ? 0 : Infinity;
  const nearest = Math.fround(value / one);
  const ulp = Math.abs(neighbour(nearest, true) - nearest);
  // got * one has at most 40 bits: no rounding before the division.
  return Math.abs(got * one - value) / one / ulp;
}

const TO_FLOAT = { unit: 'ULP', atMost: 0.5, reads: ['ld', 'point'] } as const;
const EXACT = 'half a float32 ULP: conversion is exact but for the nearest float32 (3.2.3.2); 0, 1 and -1 exactly';

function normalizedRule(kind: 'unorm' | 'snorm', place: string, title: string, formats: readonly CodeFormat[]) {
  return codeRule(place, {
    title,
    limit: EXACT,
    ...TO_FLOAT,
    formats,
    error: (got, code, { bits }) => float32Ulp(got, componentCode(kind, bits, code), codeOfOne(kind, bits)),
    expected: (code, { bits }) => `${componentCode(kind, bits, code)} / ${codeOfOne(kind, bits)}`,
  });
}

export const UNORM_TO_FLOAT = normalizedRule(
  'unorm',
  '3.2.3.5/unorm-to-float',
  'UNORM codes mean code / (2^n - 1)',
  UNORM_FORMATS,
);

export const SNORM_TO_FLOAT = normalizedRule(
  'snorm',
  '3.2.3.3/snorm-to-float',
  'SNORM codes mean code / (2^(n-1) - 1), the smallest of them -1',
  SNORM_FORMATS,
);

const ALPHA = 3;

export const SRGB_TO_FLOAT = codeRule('3.2.3.7/srgb-to-float', {
  title: 'sRGB codes are linearised, alpha is not',
  limit: '0.5 ULP on the sRGB side, after the ideal conversion back; 0 and 1 exactly, and alpha code / 255 exactly',
  ...TO_FLOAT,
  formats: SRGB_FORMATS,
  error: (got, code, { component }) => {
    if (component === ALPHA || code === 0 || code === 255) return got === Math.fround(code / 255) ? 0 : Infinity;
    return Math.abs(srgbCode(got) - code);
  },
  expected: (code, { component }) =>
    component === ALPHA ? `${code} / 255` : `back in sRGB, ${code - 0.5} to ${code + 0.5}`,
});

/** 3.2.3.6, 3.2.3.4 and 3.2.3.8, ideal: the code that a value is written as. */
function writtenCode(got: number, { bits }: CodeField, kind: 'unorm' | 'snorm'): number {
  const scaled = got * codeOfOne(kind, bits);
  if (kind === 'unorm') return Math.floor(scaled + 0.5);
  return Math.trunc(scaled + (scaled >= 0 ? 0.5 : -0.5));
}

/** @param back the code that a value is written as  @param meant the expected code after the round trip */
function invertibleRule(
  place: string,
  title: string,
  formats: readonly CodeFormat[],
  back: (got: number, field: CodeField) => number,
  meant: (code: number, field: CodeField) => number = (code) => code,
) {
  return codeRule(place, {
    title,
    limit: 'the ideal conversion back gives the same code; so the values rise strictly with the codes',
    unit: 'cases',
    atMost: 0,
    formats,
    reads: ['ld', 'point', 'linear'],
    error: (got, code, field) => (back(got, field) === meant(code, field) ? 0 : 1),
    expected: (code, field) => `a value that is written as ${meant(code, field)}`,
  });
}

export const UNORM_INVERTIBLE = invertibleRule(
  '19.1.2/unorm-invertible',
  'UNORM codes come back, filtered precisely on a texel as well',
  UNORM_FORMATS,
  (got, field) => writtenCode(got, field, 'unorm'),
);

export const SNORM_INVERTIBLE = invertibleRule(
  '19.1.2/snorm-invertible',
  'SNORM codes come back, but for the second code of -1 (19.1.2.1)',
  SNORM_FORMATS,
  (got, field) => writtenCode(got, field, 'snorm'),
  (code, { bits }) => componentCode('snorm', bits, code),
);

export const SRGB_INVERTIBLE = invertibleRule(
  '19.1.2/srgb-invertible',
  'sRGB codes come back, filtered precisely on a texel as well',
  SRGB_FORMATS,
  (got, field) => (field.component === ALPHA ? writtenCode(got, field, 'unorm') : Math.floor(srgbCode(got) + 0.5)),
);

export const CODE_CONVERSION_RULES = [
  FLOAT32_UNMODIFIED,
  SMALL_FLOATS,
  SNORM_TO_FLOAT,
  UNORM_TO_FLOAT,
  SRGB_TO_FLOAT,
  SINT_CODES,
  UINT_CODES,
  UNORM_INVERTIBLE,
  SNORM_INVERTIBLE,
  SRGB_INVERTIBLE,
  SHARED_EXPONENT,
];
