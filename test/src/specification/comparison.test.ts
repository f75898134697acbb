import { describe, expect, it } from 'vitest';
import { COMPARE_OPS } from '../../../rtl-model/state/sampler.ts';
import type { Reading } from '../../../src/specification/texels/reading.ts';
import { comparison } from '../../../src/specification/filtering/comparison.ts';

function results(
  reference: number,
  depth: number,
  one = 1,
  kind: 'fixed' | 'float' = 'float',
  rounding?: Reading['depthReference'],
): string {
  return COMPARE_OPS.map((op) => {
    const { lower, upper } = comparison(op, reference, depth, one, kind, rounding);
    return lower === upper ? `${lower}` : '?';
  }).join('');
}

describe('the depth comparison', () => {
  it('is reference OP texel', () => {
    // never, less, equal, less_or_equal, greater, not_equal, greater_or_equal, always
    expect(results(0.25, 0.5)).toBe('01010101');
    expect(results(0.5, 0.5)).toBe('00110011');
    expect(results(0.75, 0.5)).toBe('00001111');
    expect(results(NaN, 0.5)).toBe('00000101');
  });

  it('clamps the reference of UNORM depth, and of no other', () => {
    expect(results(7, 65_535, 65_535, 'fixed')).toBe('00110011');
    expect(results(-1, 0, 65_535, 'fixed')).toBe('00110011');
    expect(results(7, 1)).toBe('00001111');
  });

  it('leaves open what lies within half a code of UNORM depth, where the specifications differ', () => {
    const near = (codes: number) => results(Math.fround((20_000 + codes) / 65_535), 20_000, 65_535, 'fixed');
    expect(near(0.25)).toBe('00????11');
    expect(near(-0.25)).toBe('0??10??1');
    expect(near(0.75)).toBe('00001111');
    expect(near(-0.75)).toBe('01010101');
  });

  it('may take float denormals for zero', () => {
    expect(results(2 ** -130, 0)).toBe('00????11');
    expect(results(2 ** -126, 0)).toBe('00001111');
    // D3D11.3 22.4.3: denormals are zero.
    expect(results(2 ** -130, 0, 1, 'float', 'within-0.6-ulp')).toBe('00110011');
    expect(results(0, -(2 ** -130), 1, 'float', 'quantized')).toBe('00110011');
  });
});
