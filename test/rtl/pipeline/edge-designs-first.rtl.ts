import { describe, expect, it } from 'vitest';
import { fieldsWithoutRtl } from '../../../src/forms/rtl/without-rtl.ts';
import { EDGES, edgesIn, withEdge } from '../units/edge-designs.ts';
import { DESIGNS, testHalf } from './edge-unit.ts';

describe('a design from the whole allowed range', () => {
  testHalf(0);

  it('has each edge of each field in twenty designs, or is refused by that field', () => {
    const drawn = new Set(DESIGNS.slice(0, 20).flatMap(edgesIn));
    const others = EDGES.filter((edge) => !drawn.has(edge));
    expect(others.length).toBeLessThan(EDGES.length / 5);
    for (const edge of others) {
      const path = edge.split('=')[0];
      const refused = fieldsWithoutRtl(withEdge(edge)).map(({ field }) => field);
      expect(
        refused.some((field) => `${path}.`.startsWith(`${field}.`)),
        edge,
      ).toBe(true);
    }
  });
});
