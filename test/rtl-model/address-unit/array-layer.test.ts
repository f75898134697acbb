import { describe, expect, it } from 'vitest';
import { selectLayer } from '../../../rtl-model/address-unit/array-layer.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';

describe('selecting a layer', () => {
  it('rounds to nearest even where the design prefers it', () => {
    const layers = [-0.5, 0.5, 1.5, 2.5, 3.5, 0.75, 1.25].map((a) => selectLayer(PLAIN, a, 7, 7, 'nearest-even'));
    expect(layers).toEqual([0, 0, 2, 2, 4, 1, 1]);
  });

  it('takes floor(a + 0.5) where the design has the alternative', () => {
    const layers = [-0.5, 0.5, 1.5, 2.5, 3.5, 0.75, 1.25].map((a) => selectLayer(PLAIN, a, 7, 7, 'floor-plus-half'));
    expect(layers).toEqual([0, 1, 2, 3, 4, 1, 1]);
  });

  it.each(['nearest-even', 'floor-plus-half'] as const)('holds every layer to the array by %s', (rounding) => {
    const layers = [-Infinity, -1e30, -3, 2.5, 2.75, 3, 1e30, Infinity].map((a) =>
      selectLayer(PLAIN, a, 2, 2, rounding),
    );
    expect(layers).toEqual([0, 0, 0, 2, 2, 2, 2, 2]);
  });

  it('takes layer 0 for NaN', () => {
    expect(selectLayer(PLAIN, NaN, 2, 2, 'nearest-even')).toBe(0);
  });
});
