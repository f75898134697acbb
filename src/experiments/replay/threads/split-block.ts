import type { AccessBatch } from '../../../../traces/accesses/access-batch.ts';
import { type PassAccesses, widest } from '../caches/line-stream.ts';

/** The number of blocks in flight: the one being filled, and those that the threads work at. */
export const BLOCKS = 4;
/** The most accesses of a block. */
export const BLOCK_ACCESSES = 2 ** 17;
/** The most sectors of the rest of a block's last pass, which lies in the next block. */
const REST_SECTORS = 2 ** 10;
/** The most sectors of each part in a block: for each access one at each end, and one more for those between. */
export const BLOCK_SECTORS = 3 * BLOCK_ACCESSES + REST_SECTORS;

/** A block that is given to the threads. */
export interface GivenBlock {
  readonly slot: number;
  /** The block's entries in the slot; the entries before them belong to the block before. */
  readonly start: number;
  readonly end: number;
  /** The number of entries of the next slot that belong to the block: the rest of its last pass. */
  readonly rest: number;
  /** True if the block begins in the middle of a pass. */
  readonly goesOn: boolean;
}

/** The slot of a block number. */
export function slotOf(block: number): number {
  return block % BLOCKS;
}

/** The accesses of a batch from index `from` up to `until`. */
export function accessesOf(
  { address, bytes, quad, pass, write }: Omit<PassAccesses, 'count'>,
  from: number,
  until: number,
): PassAccesses {
  return {
    address: address.subarray(from, until),
    bytes: bytes.subarray(from, until),
    quad: quad.subarray(from, until),
    pass: pass.subarray(from, until),
    write: write.subarray(from, until),
    count: until - from,
    mostLookups: BLOCK_SECTORS,
  };
}

/** The number of a batch's accesses, from the first on, that surely fit a block's sectors. */
export function accessesThatFit({ bytes, count }: AccessBatch, sectorBytes: number): number {
  if (widest(bytes, count) < 2 * sectorBytes) return count;
  let room = BLOCK_SECTORS - REST_SECTORS;
  for (let n = 0; n < count; n++) {
    room -= Math.floor(bytes[n] / sectorBytes) + 2;
    if (room < 0) return n;
  }
  return count;
}

/** The pass of an access. */
export interface Pass {
  readonly quad: number;
  readonly pass: number;
}

/**
 * The number of a batch's first `count` accesses that belong to the last pass of the batch before.
 *
 * @returns null if they all do, or are too many for the block in which the pass begins
 */
export function restOfPass(
  { quad, pass, bytes }: AccessBatch,
  count: number,
  last: Pass,
  sectorBytes: number,
): number | null {
  let room = REST_SECTORS;
  for (let n = 0; n < count; n++) {
    if (quad[n] !== last.quad || pass[n] !== last.pass) return n;
    room -= Math.floor(bytes[n] / sectorBytes) + 2;
    if (room < 0) return null;
  }
  return null;
}
