import { describe, expect, it } from 'vitest';
import { anisotropicPositions, samplePositions } from '../../../rtl-model/address-unit/sample-positions.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';

const COUNTS = Array.from({ length: 16 }, (_, n) => n + 1);

describe('sample positions', () => {
  it('are i/(N+1) - 1/2 for i from 1 to N', () => {
    expect([...samplePositions(1, 'i-over-n-plus-1')]).toEqual([0]);
    expect([...samplePositions(3, 'i-over-n-plus-1')]).toEqual([-0.25, 0, 0.25]);
    expect([...samplePositions(7, 'i-over-n-plus-1')]).toEqual([-0.375, -0.25, -0.125, 0, 0.125, 0.25, 0.375]);
  });

  it('are the middles of N equal parts where the design centres them', () => {
    expect([...samplePositions(1, 'centered')]).toEqual([0]);
    expect([...samplePositions(2, 'centered')]).toEqual([-0.25, 0.25]);
    expect([...samplePositions(4, 'centered')]).toEqual([-0.375, -0.125, 0.125, 0.375]);
  });

  it.each(['i-over-n-plus-1', 'centered'] as const)(
    'rise within the axis and lie evenly about its middle by %s',
    (spacing) => {
      for (const n of COUNTS) {
        const positions = [...samplePositions(n, spacing)];
        expect(positions).toHaveLength(n);
        positions.forEach((position, k) => {
          expect(Math.abs(position)).toBeLessThan(0.5);
          if (k > 0) expect(position).toBeGreaterThan(positions[k - 1]);
          // Both are float32 values of numbers up to 1/2: each within 2^-26.
          expect(Math.abs(position + positions[n - 1 - k])).toBeLessThanOrEqual(2 ** -25);
        });
      }
    },
  );

  it('are there for every number of samples up to the highest rate', () => {
    const { lod } = FULL_QUALITY;
    const positions = anisotropicPositions({ ...lod, anisotropicRates: [1, 2, 6], anisotropicSpacing: 'centered' });
    expect(positions.map((of) => [...of])).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((n) => [...samplePositions(n, 'centered')]),
    );
  });
});
