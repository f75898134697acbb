import type { ColumnNames } from '../encodings/columns.ts';
import { TraceError } from '../encodings/trace-error.ts';

/** The range of each field, and its type in Parquet; see also `endsInRange`. */
export const ACCESS_RANGES = {
  address: { smallest: 0, largest: Number.MAX_SAFE_INTEGER, type: 'INT64' },
  bytes: { smallest: 1, largest: 2 ** 16 - 1, type: 'INT32' },
  quad: { smallest: 0, largest: 2 ** 32 - 1, type: 'INT64' },
  pass: { smallest: 0, largest: 2 ** 16 - 1, type: 'INT32' },
  lane: { smallest: 0, largest: 3, type: 'INT32' },
  write: { smallest: 0, largest: 1, type: 'INT32' },
  cycle: { smallest: 0, largest: Number.MAX_SAFE_INTEGER, type: 'INT64' },
  unit: { smallest: 0, largest: 2 ** 31 - 1, type: 'INT32' },
} as const;
export type AccessField = keyof typeof ACCESS_RANGES;
/** The fields of an access, as columns of a CSV or Parquet file. */
export const ACCESS_FIELDS = Object.keys(ACCESS_RANGES) as readonly AccessField[];
export type AccessColumnNames = ColumnNames<AccessField>;

/** The range of a field, for messages. @param largest its largest value in the file */
export function expectedOf(field: AccessField, largest: number = ACCESS_RANGES[field].largest): string {
  const most = largest === Number.MAX_SAFE_INTEGER ? '2^53 - 1' : largest;
  return `expected an integer from ${ACCESS_RANGES[field].smallest} to ${most}`;
}

/** True if an access ends below 2^53. */
export function endsInRange(address: number, bytes: number): boolean {
  return address <= 2 ** 53 - bytes;
}

/** The faults of the accesses in a file, with the names of its columns. */
export class AccessFaults {
  /** @param units the number of units that the accesses may name; any if left out */
  constructor(
    private readonly file: string,
    private readonly names: AccessColumnNames = {},
    private readonly units = ACCESS_RANGES.unit.largest + 1,
  ) {}

  column(field: AccessField): string {
    return this.names[field] ?? field;
  }

  /** The largest value of a field. */
  largest(field: AccessField): number {
    return field === 'unit' ? this.units - 1 : ACCESS_RANGES[field].largest;
  }

  /** A value that is out of its field's range. */
  value(line: number, field: AccessField, shown: string | number): TraceError {
    return this.at(line, this.column(field), `is ${shown}, ${expectedOf(field, this.largest(field))}`);
  }

  end(line: number, address: number, bytes: number, field = this.column('address')): TraceError {
    return this.at(line, field, `is ${address}, expected an access of ${bytes} bytes that ends below 2^53`);
  }

  /** A cycle before the one of the access in front of it. */
  order(line: number, cycle: number, last: number): TraceError {
    return this.at(line, this.column('cycle'), `is ${cycle}, expected at least ${last}, that of an earlier access`);
  }

  at(line: number, field: string, problem: string): TraceError {
    return new TraceError({ file: this.file, line }, field, problem);
  }
}

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
    for (const field of ACCESS_FIELDS) this[field].set(other[field].subarray(from, until), this.count);
    this.count += until - from;
  }
}
