import { describe, expect, it } from 'vitest';
import type { LodDesign } from '../../../rtl-model/design/design.ts';
import { levelWeights } from '../../../rtl-model/lod-unit/level-weight.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';

function weights(levelWeightCurve: LodDesign['levelWeightCurve']): number[] {
  return [...levelWeights({ ...FULL_QUALITY.lod, levelWeightCurve })];
}

describe('level weights', () => {
  it('are the fractions themselves without a curve', () => {
    expect(weights(null)).toEqual(Array.from({ length: 256 }, (_, k) => k));
  });

  it('follow the knots of a curve, straight from one to the next, and stay at its ends beyond them', () => {
    const bent = weights([
      [0.25, 0],
      [0.5, 0.75],
      [0.75, 1],
    ]);
    expect([0, 32, 64, 96, 128, 160, 192, 255].map((k) => bent[k])).toEqual([0, 0, 0, 96, 192, 224, 256, 256]);
  });

  it('never fall along a rising curve', () => {
    const bent = weights([
      [0.1, 0.03],
      [0.33, 0.5],
      [0.9, 0.97],
    ]);
    bent.forEach((weight, k) => expect(weight).toBeGreaterThanOrEqual(bent[Math.max(0, k - 1)]));
  });

  it('round to the nearest step of the fraction, ties to even', () => {
    // Halves of odd k are ties: 1/2 to 0, 3/2 to 2.
    const half = weights([
      [0, 0],
      [1, 0.5],
    ]);
    expect(half.slice(0, 8)).toEqual([0, 0, 1, 2, 2, 2, 3, 4]);
  });
});
