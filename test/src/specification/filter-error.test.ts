import { describe, expect, it } from 'vitest';
import { roundToInteger } from '../../../rtl-model/fixed-point/rounding.ts';
import { filterError } from '../../../src/specification/filtering/filter-error.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';

const BITS = 4;
const ONE = 2 ** BITS;
const CODES = [0, 1, 2, 127, 128, 254, 255];

describe('the error of weights of all ones over a power of two', () => {
  it.each(['floor', 'ceil', 'nearest-even'] as const)(
    'holds a line of texels, which is lerped with itself as well (%s)',
    (rounding) => {
      const scale = { weightBits: BITS, weightScale: 'all-ones-over-power-of-two' } as const;
      const design = { ...FULL_QUALITY, filter: { ...FULL_QUALITY.filter, ...scale, guardBits: 0, rounding } };
      const { sample } = filterError(design, { kind: 'fixed', codeBits: 8 }, 'linear', 1, 1, 255);
      const lerp = (a: number, b: number, w: number) => roundToInteger((a * (ONE - 1 - w) + b * w) / ONE, rounding);
      const errors = CODES.flatMap((a) =>
        CODES.flatMap((b) =>
          Array.from({ length: ONE }, (_, w) => {
            const alongU = lerp(a, b, w);
            return lerp(alongU, alongU, 0) - (a + ((b - a) * w) / ONE);
          }),
        ),
      );
      expect(Math.min(...errors)).toBeGreaterThanOrEqual(sample.lower);
      expect(Math.max(...errors)).toBeLessThanOrEqual(sample.upper);
    },
  );
});
