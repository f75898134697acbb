import { expect, it } from 'vitest';
import { PLAIN_SAMPLING } from '../../../src/forms/parameters/unit-widths.ts';
import { edgeDesigns } from '../units/edge-designs.ts';
import { MIXED_SAMPLING } from '../units/unit-designs.ts';
import { shortTrace } from './short-trace.ts';
import { unitDifference } from './unit-bench.ts';

/** Twenty designs in a short run; `DEEP=N` has N lots of twenty. */
const LOTS = Math.max(1, Math.trunc(Number(process.env['DEEP'] ?? 1)));
export const DESIGNS = Array.from({ length: LOTS }, (_, lot) => edgeDesigns(20, 1 + lot)).flat();

/** Tests every second design: two files have half of them each, because each file takes one core. */
export function testHalf(half: 0 | 1): void {
  const designs = DESIGNS.map((design, n) => [design.name, design, n] as const).filter(([, , n]) => n % 2 === half);
  it.each(designs)('%s is clean under -Wall and equal to the model', async (_, design, n) => {
    // Every second one of a half has all operations.
    const sampling = n % 4 < 2 ? PLAIN_SAMPLING : MIXED_SAMPLING;
    const trace = shortTrace(design, 1 + n, sampling);
    expect(await unitDifference(design, trace, { isShort: true, sampling })).toBeNull();
  });
}
