import { describe, expect, it } from 'vitest';
import {
  EXAMPLE_MACHINE,
  resolveCost,
  resolveMilliseconds,
  tapsPerMillisecond,
} from '../../../../src/pictures/resolve/cost.ts';

describe('the cost of a tone-mapped tap', () => {
  it('is 4 instructions and 7 operations for its weight, four of them for the reciprocal', () => {
    const { weight } = resolveCost('tonemapped');
    expect(weight).toEqual({ instructions: ['max3', 'add', 'rcp', 'mul'], operations: 1 + 1 + 4 + 1 });
    expect(weight.instructions.length).toBe(4);
    expect(weight.operations).toBe(7);
  });

  it('is 10 operations in all', () => {
    const { tap } = resolveCost('tonemapped');
    expect(tap).toEqual({ instructions: ['max3', 'add', 'rcp', 'mul', 'mac', 'mac', 'mac'], operations: 10 });
  });

  it('is followed by 6 instructions and 9 operations a pixel for the inverse', () => {
    const { inverse } = resolveCost('tonemapped');
    expect(inverse).toEqual({ instructions: ['max3', 'add', 'rcp', 'mul', 'mul', 'mul'], operations: 9 });
  });
});

describe('the cost of a resolve without the inverse', () => {
  it('is that of its taps alone', () => {
    expect(resolveCost('tonemapped', false)).toEqual({
      ...resolveCost('tonemapped'),
      inverse: { instructions: [], operations: 0 },
    });
    expect(resolveMilliseconds(EXAMPLE_MACHINE, 'tonemapped', 4096, 5, false)).toBe((4096 * 50) / 4.096e9);
  });
});

describe('the cost of the other methods', () => {
  it('is three multiply-adds a tap for a box', () => {
    expect(resolveCost('box').weight).toEqual({ instructions: [], operations: 0 });
    expect(resolveCost('box').tap).toEqual({ instructions: ['mac', 'mac', 'mac'], operations: 3 });
    expect(resolveCost('box').inverse).toEqual({ instructions: [], operations: 0 });
  });

  it('is higher by two operations a tap for luma than for max3', () => {
    expect(resolveCost('luma').weight.instructions).toEqual(['mul', 'mac', 'mac', 'add', 'rcp', 'mul']);
    expect(resolveCost('luma').tap.operations).toBe(12);
    expect(resolveCost('luma').inverse.operations).toBe(11);
  });
});

describe('the time on a machine', () => {
  it('of 64 compute units of 64 lanes at 1 GHz is a millisecond for 409.6 million tone-mapped taps', () => {
    expect(EXAMPLE_MACHINE).toEqual({ computeUnits: 64, lanes: 64, gigahertz: 1 });
    expect(tapsPerMillisecond(EXAMPLE_MACHINE, 'tonemapped')).toBe(409.6e6);
  });

  it('grows with units, lanes and clock alike', () => {
    for (const field of ['computeUnits', 'lanes', 'gigahertz'] as const) {
      const doubled = { ...EXAMPLE_MACHINE, [field]: 2 * EXAMPLE_MACHINE[field] };
      expect(tapsPerMillisecond(doubled, 'tonemapped')).toBe(819.2e6);
    }
  });

  it('of a picture counts its taps and one inverse a pixel', () => {
    // 1920x1080 pixels of 4 taps: 4 * 10 + 9 operations each, 4096 a nanosecond.
    const pixels = 1920 * 1080;
    expect(resolveMilliseconds(EXAMPLE_MACHINE, 'tonemapped', pixels, 4)).toBe((pixels * 49) / 4.096e9);
  });
});
