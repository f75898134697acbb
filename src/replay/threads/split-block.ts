import type { AccessBatch } from '../../../traces/accesses/access-batch.ts';
import type { PassAccesses } from '../caches/line-stream.ts';

/** Accesses of a block, at most. */
export const BLOCK_ACCESSES = 2 ** 16;
/** Sectors that the rest of a block's last pass, in the next block, may make. */
const REST_SECTORS = 2 ** 10;
/** Sectors of each part that a block may make: of an access one for each end, and one more for what is between. */
export const BLOCK_SECTORS = 3 * BLOCK_ACCESSES + REST_SECTORS;

/** Some accesses of a batch. */
export function accessesOf({ address, bytes, quad, pass }: AccessBatch, from: number, until: number): PassAccesses {
  return {
    address: address.subarray(from, until),
    bytes: bytes.subarray(from, until),
    quad: quad.subarray(from, until),
    pass: pass.subarray(from, until),
    count: until - from,
    mostLookups: BLOCK_SECTORS,
  };
}

/** How many of a batch's accesses, from the first on, surely make no more sectors than a block may. */
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
 * How many of a batch's first `count` accesses belong to the pass that the batch before ends with.
 *
 * @returns null where they all do, or too many for the block that the pass begins in
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

/** No access has more bytes than this, whose highest bit one of them has. */
function widest(bytes: Uint16Array, count: number): number {
  const pairs = new Uint32Array(bytes.buffer, bytes.byteOffset, 4 * Math.ceil(count / 8));
  let bits = 0;
  for (let n = 0; n < pairs.length; n += 4) bits |= pairs[n] | pairs[n + 1] | pairs[n + 2] | pairs[n + 3];
  return (bits | (bits >>> 16)) & 0xffff;
}
