import { describe, expect, it } from 'vitest';
import { fieldsWithoutRtl } from '../../../src/forms/rtl/without-rtl.ts';
import { EDGES, edgesIn, withEdge } from '../units/edge-designs.ts';
import { DESIGNS, testHalf } from './edge-unit.ts';
import { shortTrace } from './short-trace.ts';
import { unitDifference } from './unit-bench.ts';

describe('a design from the whole allowed range', () => {
  testHalf(0);

  it('begins with random bits in every register, and reads no further than its program has memory', async () => {
    // The read index of its FIFO of 65,537 items is random, too, and this seed's is beyond the last item.
    const design = DESIGNS[12];
    expect(design.pipeline.fifoDepth.filter).toBe(65_536);
    const trace = shortTrace(design, 13);
    for (let run = 0; run < 8; run++) expect(await unitDifference(design, trace, { isShort: true })).toBeNull();
  });

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
