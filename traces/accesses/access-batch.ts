const FIELDS = ['address', 'bytes', 'quad', 'pass', 'lane', 'write', 'cycle', 'unit'] as const;

/** Bytes of an entry in all fields that threads share. */
const ENTRY_BYTES = 18;

/**
 * Texel accesses in the order in which a texture unit makes them, one entry each: what a texel-access trace holds and a
 * replay takes. Accesses of one pass of a quad follow one another; a line that they share is looked up once.
 */
export class AccessBatch {
  /** Byte address, an exact integer from 0 to 2^53 - 1. */
  readonly address: Float64Array;
  /** Bytes of the access, 1 to 65535. */
  readonly bytes: Uint16Array;
  /** Serial number of the quad in the run, from 0; where a trace has no quads, that of the access. */
  readonly quad: Uint32Array;
  /** Pass of the quad (one point or bilinear sample for each lane), from 0. */
  readonly pass: Uint16Array;
  /** Lane of the quad, 0 to 3. */
  readonly lane: Uint8Array;
  /** 1 for a write, 0 for a read. */
  readonly write: Uint8Array;
  /**
   * The first cycle in which the access is issued, an exact integer from 0 to 2^53 - 1 that never decreases; 0 where a
   * trace has none. Threads, which replay without a clock, don't share it.
   */
  readonly cycle: Float64Array;
  /** The texture unit that it is for, 0 to 2^31 - 1; 0 where a trace has none. */
  readonly unit: Int32Array;
  /** Entries in use, from 0 on. */
  count = 0;

  /** @param memory of the fields, such as threads share */
  constructor(capacity: number, memory: ArrayBufferLike = new ArrayBuffer(AccessBatch.memoryBytes(capacity))) {
    this.address = new Float64Array(memory, 0, capacity);
    this.quad = new Uint32Array(memory, 8 * capacity, capacity);
    this.bytes = new Uint16Array(memory, 12 * capacity, capacity);
    this.pass = new Uint16Array(memory, 14 * capacity, capacity);
    this.lane = new Uint8Array(memory, 16 * capacity, capacity);
    this.write = new Uint8Array(memory, 17 * capacity, capacity);
    this.cycle = new Float64Array(capacity);
    this.unit = new Int32Array(capacity);
  }

  static memoryBytes(capacity: number): number {
    return ENTRY_BYTES * capacity;
  }

  get capacity(): number {
    return this.address.length;
  }

  /** Adds an entry that there is room for. `issue` says when it comes. */
  push(address: number, bytes: number, quad: number, pass: number, lane: number, write = 0): void {
    const n = this.count++;
    this.address[n] = address;
    this.bytes[n] = bytes;
    this.quad[n] = quad;
    this.pass[n] = pass;
    this.lane[n] = lane;
    this.write[n] = write;
  }

  /** Notes the cycle and the unit of the entries from `from` on. */
  issue(from: number, cycle: number, unit: number): void {
    this.cycle.fill(cycle, from, this.count);
    this.unit.fill(unit, from, this.count);
  }

  /** Adds entries of another batch that there is room for. */
  add(other: AccessBatch, from: number, until: number): void {
    for (const field of FIELDS) this[field].set(other[field].subarray(from, until), this.count);
    this.count += until - from;
  }
}
