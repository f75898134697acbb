import type { MemoryDesign } from '../design/design.ts';

/** The open row of a bank before the first request. */
const CLOSED = -1;

/** Totals of the requests to memory. */
export interface MemoryTotals {
  readonly requests: number;
  /** Bytes transferred, in whole bursts. */
  readonly bytes: number;
  /** Parts of requests, each in one row, by whether the row was open or had to be opened; 0 without rows. */
  readonly rowHits: number;
  readonly rowMisses: number;
  /** Row misses whose bank had another row open. */
  readonly rowConflicts: number;
}

/**
 * Splits requests to memory into the parts that it serves in sequence: whole bursts, cut at the ends of rows. Row r
 * lies in bank r modulo the banks. A bank keeps the row of its last part open.
 */
export class MemoryTraffic {
  private readonly burstBytes: number;
  private readonly rowBytes: number;
  private readonly bankMask: number;
  private readonly openRows: Float64Array;
  /**
   * Parts of the last request: bytes, bank, and 1 if the bank had the row open. Without rows, bank is 0 and hit is 1.
   */
  readonly partBytes: number[] = [];
  readonly partBank: number[] = [];
  readonly partHit: number[] = [];
  /** Bytes transferred so far, in whole bursts. */
  bytes = 0;
  private requests = 0;
  private rowHits = 0;
  private rowMisses = 0;
  private rowConflicts = 0;

  constructor({ burstBytes, rows }: Pick<MemoryDesign, 'burstBytes' | 'rows'>) {
    this.burstBytes = burstBytes;
    this.rowBytes = rows === null ? Infinity : rows.rowBytes;
    this.bankMask = (rows?.banks ?? 1) - 1;
    this.openRows = new Float64Array(rows?.banks ?? 0).fill(CLOSED);
  }

  /**
   * @param address byte address of the first byte, an exact integer; `address + bytes` is one too
   * @returns the number of parts of the request
   */
  request(address: number, bytes: number): number {
    const { burstBytes } = this;
    const from = Math.floor(address / burstBytes) * burstBytes;
    const end = Math.ceil((address + bytes) / burstBytes) * burstBytes;
    this.requests++;
    this.bytes += end - from;
    if (this.rowBytes === Infinity) return this.part(0, end - from, 0, 1);
    let parts = 0;
    for (let at = from; at < end;) {
      const row = Math.floor(at / this.rowBytes);
      const next = Math.min(end, (row + 1) * this.rowBytes);
      const bank = row & this.bankMask;
      parts = this.part(parts, next - at, bank, this.open(bank, row));
      at = next;
    }
    return parts;
  }

  totals(): MemoryTotals {
    const { requests, bytes, rowHits, rowMisses, rowConflicts } = this;
    return { requests, bytes, rowHits, rowMisses, rowConflicts };
  }

  private part(n: number, bytes: number, bank: number, hit: number): number {
    this.partBytes[n] = bytes;
    this.partBank[n] = bank;
    this.partHit[n] = hit;
    return n + 1;
  }

  /** @returns 1 if the row was open */
  private open(bank: number, row: number): number {
    if (this.openRows[bank] === row) {
      this.rowHits++;
      return 1;
    }
    this.rowMisses++;
    if (this.openRows[bank] !== CLOSED) this.rowConflicts++;
    this.openRows[bank] = row;
    return 0;
  }
}
