import { describe, expect, it } from 'vitest';
import { ROUNDING_MODES, type RoundingMode } from '../../../rtl-model/fixed-point/rounding.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import { Dice } from '../../oracle/dice.ts';
import { draws } from '../../oracle/draws.ts';

/** The lerp with a weight of 8 fraction bits. */
function lerp(a: number, b: number, weight: number, dropped: number, mode: RoundingMode): number {
  return PLAIN.lerp(a, b, weight, { bits: 8, dropped, mode, scale: 'power-of-two' as const });
}

/** n / 256 in integer arithmetic, n from 0 to 2^16: each mode from its definition. */
const NARROWED: Record<RoundingMode, (n: number) => number> = {
  floor: (n) => n >> 8,
  'toward-zero': (n) => n >> 8,
  ceil: (n) => (n + 255) >> 8,
  'nearest-up': (n) => (n + 128) >> 8,
  'nearest-away': (n) => (n + 128) >> 8,
  'nearest-down': (n) => (n + 127) >> 8,
  'nearest-toward-zero': (n) => (n + 127) >> 8,
  'nearest-even': (n) => (n + 127 + ((n >> 8) & 1)) >> 8,
};

/** The first mismatch over 8-bit a and b, every `stride`-th of them, and all weights from 0 to 256. */
function mismatch(dropped: number, mode: RoundingMode, stride: number, expected: (exact: number) => number): string {
  for (let a = 0; a < 256; a += stride) {
    for (let b = 0; b < 256; b += stride) {
      for (let w = 0; w <= 256; w++) {
        const exact = a * (256 - w) + b * w;
        const got = lerp(a, b, w, dropped, mode);
        if (got !== expected(exact)) return `${a} and ${b} at ${w}: ${got}, not ${expected(exact)}`;
      }
    }
  }
  return 'none';
}

describe('lerp', () => {
  it('is exact for all 8-bit texels and 8-bit weights when nothing is dropped', { tags: 'exhaustive' }, () => {
    expect(mismatch(0, 'nearest-even', 1, (exact) => exact)).toBe('none');
  });

  it.each(['nearest-even', 'floor'] as const)(
    'narrows all 8-bit texels and 8-bit weights to 8 bits by %s',
    { tags: 'exhaustive' },
    (mode) => {
      expect(mismatch(8, mode, 1, NARROWED[mode])).toBe('none');
    },
  );

  it.each(ROUNDING_MODES)('narrows a grid of 8-bit texels with all weights by %s', (mode) => {
    expect(mismatch(8, mode, 5, NARROWED[mode])).toBe('none');
  });

  it.each(ROUNDING_MODES)('gives both ends and every constant exactly, narrowed by %s', (mode) => {
    for (let a = -127; a <= 255; a++) {
      expect(lerp(a, 255 - a, 0, 8, mode)).toBe(a);
      expect(lerp(a, 255 - a, 256, 8, mode)).toBe(255 - a);
      for (let w = 0; w <= 256; w++) if (lerp(a, a, w, 8, mode) !== a) expect.fail(`${a} by ${w}`);
    }
  });

  it('rounds negative codes as its mode says', () => {
    // (-3 * 128 + 0 * 128) / 256 = -1.5
    const halves = ROUNDING_MODES.map((mode) => [mode, lerp(-3, 0, 128, 8, mode)]);
    expect(Object.fromEntries(halves)).toEqual({
      'nearest-even': -2,
      'nearest-up': -1,
      'nearest-down': -2,
      'nearest-away': -2,
      floor: -2,
      ceil: -1,
      'toward-zero': -1,
      'nearest-toward-zero': -1,
    });
  });

  it('stays exact at the widest operands that a design may have', () => {
    const [a, b] = [2 ** 40 - 1, 1];
    expect(PLAIN.lerp(a, b, 1, { bits: 10, dropped: 0, mode: 'floor', scale: 'power-of-two' as const })).toBe(
      Number(BigInt(a) * 1023n + 1n),
    );
  });
});

describe('two lerps along u and one along v', () => {
  it('are the sum of 7.18.8 over four texels, in whole weights', () => {
    const dice = new Dice(0xb1);
    for (let n = 0; n < draws(10_000); n++) {
      const [t00, t10, t01, t11] = Array.from({ length: 4 }, () => dice.integer(-(2 ** 16), 2 ** 16));
      const [a, b] = [dice.integer(0, 256), dice.integer(0, 256)];
      const sum =
        BigInt(t00) * BigInt((256 - a) * (256 - b)) +
        BigInt(t10) * BigInt(a * (256 - b)) +
        BigInt(t01) * BigInt((256 - a) * b) +
        BigInt(t11) * BigInt(a * b);
      const [top, bottom] = [lerp(t00, t10, a, 0, 'floor'), lerp(t01, t11, a, 0, 'floor')];
      if (lerp(top, bottom, b, 0, 'floor') !== Number(sum)) expect.fail([t00, t10, t01, t11, a, b].join(' '));
    }
  });
});

describe('lerp with weights that are fractions of all ones', () => {
  it('is the nearest to the quotient, with fraction bits or without, and takes a weight of 1 as all ones', () => {
    const dice = new Dice(255);
    for (let n = 0; n < draws(20_000); n++) {
      const [a, b, w] = [dice.integer(-255, 255), dice.integer(-255, 255), dice.integer(0, 256)];
      const dropped = dice.integer(0, 8);
      const got = PLAIN.lerp(a, b, w, { bits: 8, dropped, mode: 'nearest-even', scale: 'all-ones' });
      const sum = (a * 255 + (b - a) * Math.min(w, 255)) * 2 ** (8 - dropped);
      expect(2 * Math.abs(got * 255 - sum), `${a} and ${b} at ${w}`).toBeLessThan(255);
    }
  });

  it('over 256 is (a (255 - w) + b w + 255) >> 8, rounded up, for every pair of ends 15 apart and every weight', () => {
    const rule = { bits: 8, dropped: 8, mode: 'ceil', scale: 'all-ones-over-power-of-two' } as const;
    for (let a = 0; a <= 255; a += 15) {
      for (let b = 0; b <= 255; b += 15) {
        for (let w = 0; w <= 256; w++) {
          const f = Math.min(w, 255);
          const expected = (a * (255 - f) + b * f + 255) >> 8;
          if (PLAIN.lerp(a, b, w, rule) !== expected) expect.fail(`${a} and ${b} at ${w}`);
        }
      }
    }
  });
});
