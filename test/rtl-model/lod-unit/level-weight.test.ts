import { describe, expect, it } from 'vitest';
import type { LodDesign } from '../../../rtl-model/design/design.ts';
import { levelWeights, levelWeightSlopes, slopeIndex } from '../../../rtl-model/lod-unit/level-weight.ts';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';

function weights(levelWeightCurve: LodDesign['levelWeightCurve']): number[] {
  return [...levelWeights({ ...FULL_QUALITY.lod, levelWeightCurve })];
}

describe('level weights', () => {
  it('are the fractions themselves without a curve', () => {
    expect(weights(null)).toEqual(Array.from({ length: 256 }, (_, k) => k));
  });

  it.each([
    [1.5, (k: number) => (3 * (k - 42)) >> 1],
    [1.75, (k: number) => (7 * (k - 54)) >> 2],
    [2, (k: number) => 2 * (k - 64)],
  ])('rise by a slope of %d from a start that is cut off, cut off themselves', (slope, rising) => {
    const expected = Array.from({ length: 256 }, (_, k) => Math.max(0, Math.min(256, rising(k))));
    expect([...levelWeights(FULL_QUALITY.lod, slope)]).toEqual(expected);
  });

  it('have the slope of the octave of maxAnisotropy, the last one above, and the first without anisotropy', () => {
    const slopes = [1, 1.5, 1.75, 2];
    const slopeAt = (maxAnisotropy: number, anisotropyEnable = true) =>
      slopes[slopeIndex(slopes, { ...DEFAULT_SAMPLER, anisotropyEnable, maxAnisotropy })];
    expect([1, 1.9, 2, 3.9, 4, 7, 8, 16].map((most) => slopeAt(most))).toEqual([1, 1, 1.5, 1.5, 1.75, 1.75, 2, 2]);
    expect(slopeAt(16, false)).toBe(1);
    expect(levelWeightSlopes(FULL_QUALITY.lod)).toEqual([1]);
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
