import type { MemoryDesign } from '../design/design.ts';

/** The open row of a bank that has none. */
const CLOSED = -1;

/** The state in which a part of a request finds its bank: its row is open, no row is open, or another one is. */
export const ROW = { hit: 0, closed: 1, conflict: 2 } as const;

/** Totals of the requests to memory. */
export interface MemoryTotals {
  readonly requests: number;
  /** Bytes read, in whole bursts. */
  readonly bytes: number;
  /** Writes to memory, and their bytes in whole bursts. */
  readonly writes: number;
  readonly writeBytes: number;
  /** Parts of requests and writes, each in one row, by whether the row was open or had to be opened; 0 without rows. */
  readonly rowHits: number;
  readonly rowMisses: number;
  /** Row misses whose bank had another row open. */
  readonly rowConflicts: number;
}

/**
 * Splits requests to memory into the parts that it serves in sequence: whole bursts, cut at the ends of rows and of the
 * blocks of a channel. Block k lies in channel k modulo the channels. Row r of a channel lies in bank r modulo the
 * channel's banks. A bank keeps the row of its last part open, or closes it after each part.
 */
export class MemoryTraffic {
  private readonly burstBytes: number;
  private readonly channels: number;
  /** Bytes of a channel's block, and of the pieces that requests are cut into; Infinity for none. */
  private readonly blockBytes: number;
  private readonly cutBytes: number;
  private readonly rowBytes: number;
  private readonly banks: number;
  private readonly keepsOpen: boolean;
  /** The open row of bank b of channel c, at c * banks + b. */
  private readonly openRows: Float64Array;
  /** Parts of the last request: bytes, channel, bank of the channel, and row. Without rows, bank and row are 0. */
  readonly partBytes: number[] = [];
  readonly partChannel = [0];
  readonly partBank = [0];
  readonly partRow = [0];
  /** Bytes read so far, in whole bursts. */
  bytes = 0;
  private requests = 0;
  private writes = 0;
  private writeBytes = 0;
  private rowHits = 0;
  private rowMisses = 0;
  private rowConflicts = 0;

  constructor({ burstBytes, channels, rows }: Pick<MemoryDesign, 'burstBytes' | 'channels' | 'rows'>) {
    this.burstBytes = burstBytes;
    this.channels = channels?.count ?? 1;
    this.blockBytes = channels?.interleaveBytes ?? Infinity;
    this.rowBytes = rows?.rowBytes ?? Infinity;
    this.cutBytes = Math.min(this.blockBytes, this.rowBytes);
    this.banks = rows?.banks ?? 1;
    this.keepsOpen = rows?.policy !== 'closed';
    this.openRows = new Float64Array(rows === null ? 0 : this.channels * rows.banks).fill(CLOSED);
  }

  /**
   * Counts a request and splits it.
   *
   * @param address byte address of the first byte, an exact integer; `address + bytes` is one too
   * @param written true for a write to memory
   * @returns the number of its parts
   */
  split(address: number, bytes: number, written = false): number {
    const { burstBytes, cutBytes } = this;
    const from = Math.floor(address / burstBytes) * burstBytes;
    const end = Math.ceil((address + bytes) / burstBytes) * burstBytes;
    if (written) {
      this.writes++;
      this.writeBytes += end - from;
    } else {
      this.requests++;
      this.bytes += end - from;
    }
    if (cutBytes === Infinity) {
      this.partBytes[0] = end - from;
      return 1;
    }
    let parts = 0;
    for (let at = from; at < end;) {
      const next = Math.min(end, (Math.floor(at / cutBytes) + 1) * cutBytes);
      parts = this.part(parts, at, next - at);
      at = next;
    }
    return parts;
  }

  /** True if the row of a channel's bank is open. */
  isOpen(channel: number, bank: number, row: number): boolean {
    return this.openRows[channel * this.banks + bank] === row;
  }

  /** Opens a row for a part. @returns the state in which the part finds the bank, a ROW */
  open(channel: number, bank: number, row: number): number {
    const at = channel * this.banks + bank;
    const before = this.openRows[at];
    this.openRows[at] = this.keepsOpen ? row : CLOSED;
    if (before === row) {
      this.rowHits++;
      return ROW.hit;
    }
    this.rowMisses++;
    if (before === CLOSED) return ROW.closed;
    this.rowConflicts++;
    return ROW.conflict;
  }

  /** Closes the rows of a channel, in its banks from `first` on and before `end`. */
  close(channel: number, first = 0, end = this.banks): void {
    this.openRows.fill(CLOSED, channel * this.banks + first, channel * this.banks + end);
  }

  /** Counts a request with its rows, which are opened in the order of the requests. */
  request(address: number, bytes: number, written = false): void {
    const parts = this.split(address, bytes, written);
    if (this.rowBytes === Infinity) return;
    for (let n = 0; n < parts; n++) this.open(this.partChannel[n], this.partBank[n], this.partRow[n]);
  }

  totals(): MemoryTotals {
    const { requests, bytes, writes, writeBytes, rowHits, rowMisses, rowConflicts } = this;
    return { requests, bytes, writes, writeBytes, rowHits, rowMisses, rowConflicts };
  }

  private part(n: number, address: number, bytes: number): number {
    const { channels, blockBytes, rowBytes, banks } = this;
    let channel = 0;
    let inChannel = address;
    if (channels > 1) {
      const block = Math.floor(address / blockBytes);
      const round = Math.floor(block / channels);
      channel = block - round * channels;
      inChannel = address - (block - round) * blockBytes;
    }
    const row = rowBytes === Infinity ? 0 : Math.floor(inChannel / rowBytes);
    this.partBytes[n] = bytes;
    this.partChannel[n] = channel;
    this.partBank[n] = row & (banks - 1);
    this.partRow[n] = row;
    return n + 1;
  }
}
