import { AccessBatch } from '../../../../traces/accesses/access-batch.ts';
import type { PassLineBatch } from '../../../../src/experiments/replay/caches/line-stream.ts';
import { Dice } from '../../../oracle/dice.ts';

/** Look-ups of lines, each in a pass of its own. */
export function lookups(lines: readonly number[]): PassLineBatch {
  return {
    line: Float64Array.from(lines),
    quad: Uint32Array.from(lines, (_, n) => n),
    passStart: new Uint8Array(lines.length).fill(1),
    write: null,
    count: lines.length,
  };
}

/** Lines that return soon or late, out of `different` ones from `first` on. */
export function randomLines(dice: Dice, count: number, different: number, first = 0): number[] {
  let near = 0;
  return Array.from({ length: count }, () => {
    if (dice.chance(0.2)) near = dice.integer(0, different - 1);
    return first + ((near + dice.integer(0, 3)) % different);
  });
}

/** An access in the short form of tests. */
export interface Access {
  readonly address: number;
  readonly bytes?: number;
  readonly quad?: number;
  readonly pass?: number;
  readonly write?: boolean;
}

/** Accesses, each with a quad of its own if none is given. */
export function accesses(list: readonly Access[]): AccessBatch {
  const batch = new AccessBatch(Math.max(1, list.length));
  batch.count = list.length;
  list.forEach(({ address, bytes = 4, quad = 0, pass = 0, write = false }, n) => {
    batch.address[n] = address;
    batch.bytes[n] = bytes;
    batch.quad[n] = list[n].quad === undefined ? n : quad;
    batch.pass[n] = pass;
    batch.write[n] = Number(write);
  });
  return batch;
}

/**
 * Passes of four lanes with up to four accesses each, to neighbouring texels, within `range` bytes from `base` on.
 *
 * @param writes the share of the passes that write, from the middle on
 */
export function randomAccesses(dice: Dice, passes: number, range: number, base = 0, writes = 0): AccessBatch {
  const list: Access[] = [];
  let near = 0;
  for (let pass = 0; pass < passes; pass++) {
    if (dice.chance(0.1)) near = dice.integer(0, range - 1);
    const bytes = dice.pick([1, 4, 16]);
    const write = writes > 0 && pass > passes / 2 && dice.chance(writes);
    for (let tap = dice.integer(1, 16); tap > 0; tap--) {
      const at = (near + dice.integer(0, 3) * 16 + dice.integer(0, 1) * 512) % range;
      list.push({ address: base + Math.floor(at / bytes) * bytes, bytes, quad: pass >> 1, pass: pass & 1, write });
    }
    near = (near + dice.integer(0, 31)) % range;
  }
  return accesses(list);
}

/** A batch cut into pieces of random length, in order. */
export function* pieces(batch: AccessBatch, dice: Dice): Generator<AccessBatch> {
  let from = 0;
  while (from < batch.count) {
    const until = Math.min(batch.count, from + dice.integer(1, 500));
    const piece = new AccessBatch(until - from);
    piece.count = until - from;
    for (const field of ['address', 'bytes', 'quad', 'pass', 'lane', 'write'] as const) {
      piece[field].set(batch[field].subarray(from, until));
    }
    yield piece;
    from = until;
  }
}
