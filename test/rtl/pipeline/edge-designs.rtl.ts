import { describe, expect, it } from 'vitest';
import { fieldsWithoutRtl } from '../../../src/forms/rtl/without-rtl.ts';
import { edgeDesigns, EDGES, edgesIn, withEdge } from '../units/edge-designs.ts';
import { shortTrace } from './short-trace.ts';
import { unitDifference } from './unit-bench.ts';

/** Twenty designs in a short run; `DEEP=N` has N lots of twenty. */
const LOTS = Math.max(1, Math.trunc(Number(process.env['DEEP'] ?? 1)));
const DESIGNS = Array.from({ length: LOTS }, (_, lot) => edgeDesigns(20, 1 + lot)).flat();

describe('a design from the whole allowed range', () => {
  it.each(DESIGNS.map((design, n) => [design.name, design, n] as const))(
    '%s is clean under -Wall and equal to the model',
    async (_, design, n) => {
      expect(await unitDifference(design, shortTrace(design, 1 + n), { isShort: true })).toBeNull();
    },
  );

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
