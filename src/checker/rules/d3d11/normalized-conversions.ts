import { type CodeField, SNORM_FORMATS, SRGB_FORMATS, UNORM_FORMATS } from '../../probes/codes.ts';
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

const EXACT = 'half a float32 ULP: conversion is exact but for the nearest float32 (3.2.3.2); 0, 1 and -1 exactly';

export const UNORM_TO_FLOAT = codeRule('3.2.3.5/unorm-to-float', {
  title: 'UNORM codes mean code / (2^n - 1)',
  limit: EXACT,
  unit: 'ULP',
  required: 0.5,
  formats: UNORM_FORMATS,
  reads: ['ld', 'point'],
  error: (got, code, { bits }) => float32Ulp(got, code, codeOfOne('unorm', bits)),
  expected: (code, { bits }) => `${code} / ${2 ** bits - 1}`,
});

export const SNORM_TO_FLOAT = codeRule('3.2.3.3/snorm-to-float', {
  title: 'SNORM codes mean code / (2^(n-1) - 1), the smallest of them -1',
  limit: EXACT,
  unit: 'ULP',
  required: 0.5,
  formats: SNORM_FORMATS,
  reads: ['ld', 'point'],
  error: (got, code, { bits }) => float32Ulp(got, componentCode('snorm', bits, code), codeOfOne('snorm', bits)),
  expected: (code, { bits }) => `${componentCode('snorm', bits, code)} / ${codeOfOne('snorm', bits)}`,
});

const ALPHA = 3;

export const SRGB_TO_FLOAT = codeRule('3.2.3.7/srgb-to-float', {
  title: 'sRGB codes are linearised, alpha is not',
  limit: '0.5 ULP on the sRGB side, after the ideal conversion back; 0 and 1 exactly, and alpha code / 255 exactly',
  unit: 'ULP',
  required: 0.5,
  formats: SRGB_FORMATS,
  reads: ['ld', 'point'],
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

const INVERTIBLE = 'the ideal conversion back gives the same code; so the values rise strictly with the codes';

export const UNORM_INVERTIBLE = codeRule('19.1.2/unorm-invertible', {
  title: 'UNORM codes come back, filtered precisely on a texel as well',
  limit: INVERTIBLE,
  unit: 'cases',
  required: 0,
  formats: UNORM_FORMATS,
  reads: ['ld', 'point', 'linear'],
  error: (got, code, field) => (writtenCode(got, field, 'unorm') === code ? 0 : 1),
  expected: (code) => `a value that is written as ${code}`,
});

export const SNORM_INVERTIBLE = codeRule('19.1.2/snorm-invertible', {
  title: 'SNORM codes come back, but for the second code of -1 (19.1.2.1)',
  limit: INVERTIBLE,
  unit: 'cases',
  required: 0,
  formats: SNORM_FORMATS,
  reads: ['ld', 'point', 'linear'],
  error: (got, code, field) => (writtenCode(got, field, 'snorm') === componentCode('snorm', field.bits, code) ? 0 : 1),
  expected: (code, field) => `a value that is written as ${componentCode('snorm', field.bits, code)}`,
});

export const SRGB_INVERTIBLE = codeRule('19.1.2/srgb-invertible', {
  title: 'sRGB codes come back, filtered precisely on a texel as well',
  limit: INVERTIBLE,
  unit: 'cases',
  required: 0,
  formats: SRGB_FORMATS,
  reads: ['ld', 'point', 'linear'],
  error: (got, code, field) => {
    const back = field.component === ALPHA ? writtenCode(got, field, 'unorm') : Math.floor(srgbCode(got) + 0.5);
    return back === code ? 0 : 1;
  },
  expected: (code) => `a value that is written as ${code}`,
});
