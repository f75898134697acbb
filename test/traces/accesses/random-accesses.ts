import { ACCESS_FIELDS, AccessBatch, type AccessField } from '../../../traces/accesses/access-batch.ts';
import type { Dice } from '../../oracle/dice.ts';

/** An access as a plain record. */
export type Access = Readonly<Record<AccessField, number>>;

/** A read in a trace that tells neither cycles nor units. */
export const UNTOLD = { write: 0, cycle: 0, unit: 0 } as const;

/** Passes like those of a texture unit, with occasional random accesses up to the largest. Some write, and all wait. */
export function randomAccesses(dice: Dice, count: number): readonly Access[] {
  const accesses: Access[] = [];
  let quad = 0;
  let cycle = 0;
  while (accesses.length < count) {
    if (dice.chance(0.1)) {
      const bytes = dice.pick([1, 4, 65535]);
      const address = dice.pick([0, 2 ** 31 - 1, 2 ** 32, 2 ** 53 - bytes, dice.bits() * 2 ** 20]);
      const wild = { quad: dice.bits(), pass: dice.integer(0, 65535), lane: dice.integer(0, 3) };
      accesses.push({ address, bytes, ...wild, write: dice.integer(0, 1), cycle, unit: dice.pick([0, 2 ** 31 - 1]) });
      continue;
    }
    const bytes = dice.pick([1, 2, 4, 8, 16]);
    const passes = dice.integer(1, 3);
    const issue = { write: Number(dice.chance(0.2)), cycle, unit: dice.integer(0, 3) };
    cycle += dice.pick([0, 1, 2 ** 33]);
    for (let pass = 0; pass < passes; pass++) {
      for (let lane = 0; lane < 4; lane++) {
        const taps = dice.pick([0, 1, 4]);
        for (let tap = 0; tap < taps; tap++) {
          accesses.push({ address: bytes * dice.integer(0, 2 ** 20), bytes, quad, pass, lane, ...issue });
        }
      }
    }
    quad++;
  }
  return accesses.slice(0, count);
}

/** The accesses in batches of any size, in one reused batch as from a source. */
export function* batchesOf(accesses: readonly Access[], capacity = 100): Generator<AccessBatch, void> {
  const batch = new AccessBatch(capacity);
  for (let from = 0; from < accesses.length; from += capacity) {
    const part = accesses.slice(from, from + capacity);
    for (const key of ACCESS_FIELDS) batch[key].set(part.map((access) => access[key]));
    batch.count = part.length;
    yield batch;
  }
}

/** The accesses of a source, and the error that it ends with. */
export interface Delivered {
  readonly accesses: readonly Access[];
  readonly fault: unknown;
}

export async function deliveredBy(batches: AsyncIterable<AccessBatch>): Promise<Delivered> {
  const accesses: Access[] = [];
  try {
    for await (const batch of batches) {
      for (let n = 0; n < batch.count; n++) {
        accesses.push(Object.fromEntries(ACCESS_FIELDS.map((field) => [field, batch[field][n]])) as Access);
      }
    }
  } catch (fault) {
    return { accesses, fault };
  }
  return { accesses, fault: null };
}

/** Bytes in chunks of any size, like those of a file or a pipe. */
export async function* chunksOf(bytes: Uint8Array, dice: Dice, most = 200): AsyncGenerator<Uint8Array, void, void> {
  for (let at = 0; at < bytes.length;) {
    const length = dice.integer(1, most);
    yield bytes.slice(at, at + length);
    at += length;
  }
}
