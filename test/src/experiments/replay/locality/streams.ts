import type { Lookups } from '../../../../../src/experiments/replay/locality/line-study.ts';
import { Dice } from '../../../../oracle/dice.ts';

/** Look-ups of these lines; each array has the lines of one quad. */
export function lookups(...quads: readonly (readonly number[])[]): Lookups {
  const quad = quads.flatMap((lines, serial) => lines.map(() => serial));
  return { line: Float64Array.from(quads.flat()), quad: Uint32Array.from(quad), count: quad.length };
}

/** Random look-ups that return to lines near and far, with quads of one to six look-ups. */
export function randomLookups(seed: number, count: number, lines: number): Lookups {
  const dice = new Dice(seed);
  const line = new Float64Array(count);
  const quad = new Uint32Array(count);
  let serial = 0;
  for (let n = 0; n < count; n++) {
    const near = n > 0 && dice.chance(0.6);
    line[n] = near ? line[n - dice.integer(1, Math.min(n, 40))] : dice.integer(0, lines - 1);
    quad[n] = serial;
    if (dice.chance(0.3)) serial++;
  }
  return { line, quad, count };
}

/** The same look-ups in batches of random lengths, each in reused storage. */
export function* pieces(batch: Lookups, seed: number): Generator<Lookups> {
  const dice = new Dice(seed);
  const line = new Float64Array(batch.count);
  const quad = new Uint32Array(batch.count);
  for (let from = 0; from < batch.count;) {
    const count = Math.min(batch.count - from, dice.integer(0, 700));
    line.set(batch.line.subarray(from, from + count));
    quad.set(batch.quad.subarray(from, from + count));
    yield { line, quad, count };
    from += count;
  }
}
