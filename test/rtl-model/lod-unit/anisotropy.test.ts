import { describe, expect, it } from 'vitest';
import { anisotropy, sampleCount } from '../../../rtl-model/lod-unit/anisotropy.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';

function measure(major: number, minor: number, maxAnisotropy: number): { ratio: number; minor: number } {
  const { ratio, length } = anisotropy(PLAIN, major, minor, maxAnisotropy);
  return { ratio, minor: length };
}

describe('anisotropy', () => {
  it('is the ratio of the axes, and the LOD is that of the minor one', () => {
    expect(measure(12, 3, 16)).toEqual({ ratio: 4, minor: 3 });
    expect(measure(5, 5, 16)).toEqual({ ratio: 1, minor: 5 });
  });

  it('is clamped so that the area is preserved: the minor axis grows to major / maxAnisotropy', () => {
    expect(measure(64, 2, 8)).toEqual({ ratio: 8, minor: 8 });
    expect(measure(64, 2, 32)).toEqual({ ratio: 32, minor: 2 });
  });

  it('keeps a minor axis whose ratio becomes maxAnisotropy by rounding', () => {
    // The exact ratio is 5 - 1.5 * 2^-23, and major / 5 is another float32 than the minor axis.
    const [major, minor] = [9.999970436096191, 1.999994158744812];
    expect(Math.fround(major / 5)).not.toBe(minor);
    expect(measure(major, minor, 5)).toEqual({ ratio: 5, minor });
  });

  it('takes the whole of maxAnisotropy for a line', () => {
    expect(measure(64, 0, 16)).toEqual({ ratio: 16, minor: 4 });
  });

  it('shrinks with a minor axis below one texel, down to 1, and leaves that axis for the bias', () => {
    expect(measure(4, 0.5, 16)).toEqual({ ratio: 4, minor: 0.5 });
    expect(measure(1, 0.25, 16)).toEqual({ ratio: 1, minor: 0.25 });
    expect(measure(0.5, 0.125, 16)).toEqual({ ratio: 1, minor: 0.125 });
    expect(measure(8, 0, 16)).toEqual({ ratio: 8, minor: 0.5 });
  });

  it('is 1 for a point', () => {
    expect(measure(0, 0, 16)).toEqual({ ratio: 1, minor: 0 });
  });

  it('is never below 1 nor above maxAnisotropy', () => {
    for (let a = -40; a <= 40; a++) {
      for (let b = -40; b <= a; b++) {
        const { ratio, minor } = measure(Math.fround(2 ** (a / 4)), Math.fround(2 ** (b / 4)), 6);
        if (!(ratio >= 1 && ratio <= 6 && minor > 0)) expect.fail(`2^${a}/4 by 2^${b}/4: ${ratio}, ${minor}`);
      }
    }
  });
});

describe('the sample count', () => {
  const ALL = Array.from({ length: 16 }, (_, n) => n + 1);
  const POWERS = [1, 2, 4, 8, 16];

  it('is ceil(ratio) where every rate is supported', () => {
    for (let ratio = 1; ratio <= 16; ratio += 1 / 64) {
      expect([ratio, sampleCount(ratio, ALL)]).toEqual([ratio, Math.ceil(ratio)]);
    }
  });

  it('rounds up to the next supported rate', () => {
    const counts = [1, 1.001, 2, 2.001, 3, 4.5, 8, 8.001, 16].map((ratio) => sampleCount(ratio, POWERS));
    expect(counts).toEqual([1, 2, 2, 4, 4, 8, 8, 16, 16]);
  });

  it('takes the highest rate for a ratio above it, and 1 for NaN', () => {
    expect(sampleCount(40, POWERS)).toBe(16);
    expect(sampleCount(NaN, POWERS)).toBe(1);
  });
});
