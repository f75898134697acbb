import { type CodeField, type CodeFormat, SNORM_FORMATS, SRGB_FORMATS, UNORM_FORMATS } from '../../probes/codes.ts';
import { codeOfOne, componentCode } from '../../../specification/texels/numeric-formats.ts';
import { srgbCode } from '../../../specification/texels/srgb.ts';
import { neighbour } from '../../probes/rounded-distance.ts';
import { codeRule } from './code-rule.ts';

/** Distance from value / one in float32 ULP; 0 and the ends are exact or infinitely far. */
function float32Ulp(got: number, value: number, one: number): number {
  if (value === 0 || Math.abs(value) === one) return got === value / one ? 0 : Infinity;
  const nearest = Math.fround(value / one);
  const ulp = Math.abs(neighbour(nearest, true) - nearest);
  // got * one has at most 40 bits: no rounding before the division.
  return Math.abs(got * one - value) / one / ulp;
}

const TO_FLOAT = { unit: 'ULP', required: 0.5, reads: ['ld', 'point'] } as const;
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

/** @param back the code of a format that a value is written as  @param meant the code that comes back for a code */
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
    required: 0,
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
