import { describe, expect, it } from 'vitest';
import type { Design } from '../../../rtl-model/design/design.ts';
import { errorMap } from '../../../src/checker/probes/error-map.ts';
import { designSubject } from '../../../src/checker/subject.ts';
import { preset } from '../../pipeline/random-work.ts';

function largestError(design: Design): number {
  return Math.max(...errorMap(designSubject(design)).errors);
}

/** An exact filter over coordinates of so many fraction bits. */
function withBits(bits: number): Design {
  const full = preset('full-quality');
  return {
    ...full,
    address: { ...full.address, coordinate: { integerBits: 16, fractionBits: bits } },
    filter: { ...full.filter, weightBits: bits, guardBits: 2 * bits },
  };
}

describe('the error map of bilinear samples', () => {
  it('errs by no more than snapping to nearest can: half a step of each weight, over 255 codes', () => {
    for (const bits of [3, 5, 8]) {
      const largest = largestError(withBits(bits));
      expect(largest).toBeLessThanOrEqual(255 * 2 * 2 ** -(bits + 1));
      expect(largest).toBeGreaterThan(0);
    }
  });

  it('has an error for every position', () => {
    const { width, height, errors } = errorMap(designSubject(preset('vulkan-1.0-minimum')));
    expect(errors).toHaveLength(width * height);
    expect(errors.every((error) => error >= 0 && error < 255)).toBe(true);
  });
});
