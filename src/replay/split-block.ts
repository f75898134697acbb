import type { PassAccesses } from './line-stream.ts';

/** Accesses that go into a block at a time, at most. */
export const PIECE = 2 ** 13;
/** Accesses of a block: some pieces, and what the block before has left. */
export const BLOCK_ACCESSES = 2 * PIECE + 2 ** 10;
/** Sectors of each part that the accesses of a block may make: one for each end, and one more for what is between. */
export const BLOCK_SECTORS = 3 * BLOCK_ACCESSES;
/** Shared memory is copied by words where source and target lie alike in them: of the narrowest field, 4 entries. */
const WORD_ENTRIES = 4;

/** Entries of a block that are given away; `midPass`: what is left begins in midst of a pass. */
export interface Cut {
  readonly start: number;
  readonly end: number;
  readonly midPass: boolean;
}

/** The fields of accesses. */
type AccessFields = Pick<PassAccesses, 'address' | 'quad' | 'bytes' | 'pass'>;

/** Accesses in shared memory, in order: put there by the thread that reads the trace, read by those that deal them. */
export class AccessBlock implements AccessFields {
  readonly memory: SharedArrayBuffer;
  readonly address: Float64Array;
  readonly quad: Uint32Array;
  readonly bytes: Uint16Array;
  readonly pass: Uint16Array;
  /** The bytes of two accesses each. */
  private readonly bytePairs: Uint32Array;
  /** Entries in use. */
  private start = 0;
  private end = 0;

  constructor(memory = new SharedArrayBuffer(16 * BLOCK_ACCESSES)) {
    this.memory = memory;
    this.address = new Float64Array(memory, 0, BLOCK_ACCESSES);
    this.quad = new Uint32Array(memory, 8 * BLOCK_ACCESSES, BLOCK_ACCESSES);
    this.bytes = new Uint16Array(memory, 12 * BLOCK_ACCESSES, BLOCK_ACCESSES);
    this.pass = new Uint16Array(memory, 14 * BLOCK_ACCESSES, BLOCK_ACCESSES);
    this.bytePairs = new Uint32Array(memory, 12 * BLOCK_ACCESSES, BLOCK_ACCESSES / 2);
  }

  get isEmpty(): boolean {
    return this.start === this.end;
  }

  hasRoomFor(count: number): boolean {
    return this.end + count <= BLOCK_ACCESSES;
  }

  /** Adds entries of a batch that there is room for. */
  add({ address, quad, bytes, pass }: AccessFields, from: number, until: number): void {
    this.address.set(address.subarray(from, until), this.end);
    this.quad.set(quad.subarray(from, until), this.end);
    this.bytes.set(bytes.subarray(from, until), this.end);
    this.pass.set(pass.subarray(from, until), this.end);
    this.end += until - from;
  }

  /** Begins anew with what another block has from an entry on. */
  startWith(block: AccessBlock, from: number): void {
    const count = block.end - from;
    this.start = this.end = (WORD_ENTRIES - (count % WORD_ENTRIES)) % WORD_ENTRIES;
    this.add(block, from, block.end);
  }

  /** Where the last pass begins that may go on; where there is one alone, or accesses are too wide, in midst of a pass. */
  cut(sectorBytes: number): Cut {
    const { start, quad, pass } = this;
    const most = Math.floor(BLOCK_SECTORS / (this.widest() / sectorBytes + 2));
    const end = Math.min(this.end, start + most);
    for (let at = end - 1; at > start; at--) {
      if (quad[at] !== quad[at - 1] || pass[at] !== pass[at - 1]) return { start, end: at, midPass: false };
    }
    return { start, end, midPass: true };
  }

  /** Of what was cut off. */
  accesses({ start, end }: Pick<Cut, 'start' | 'end'>): PassAccesses {
    const { address, quad, bytes, pass } = this;
    return {
      address: address.subarray(start, end),
      quad: quad.subarray(start, end),
      bytes: bytes.subarray(start, end),
      pass: pass.subarray(start, end),
      count: end - start,
      mostLookups: BLOCK_SECTORS,
    };
  }

  /** No access has more bytes than this. */
  private widest(): number {
    const { bytePairs } = this;
    let bits = 0;
    for (let n = this.start >> 1; 2 * n < this.end; n++) bits |= bytePairs[n];
    return (bits | (bits >>> 16)) & 0xffff;
  }
}
