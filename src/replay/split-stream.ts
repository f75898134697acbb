import type { PassLineBatch } from './line-stream.ts';
import { partOf, type SplitKey } from './split-key.ts';

/** Blocks of a stream: one is filled while the workers are at the others. */
const BLOCKS = 3;
/** Sectors of a block for each part. */
export const BLOCK_SECTORS = 2 ** 15;

/** Sectors on their way to the workers, each to that of its part, in order. */
export class SplitStream {
  /** BLOCK_SECTORS for each part one after the other. */
  readonly blocks: readonly SharedArrayBuffer[];
  private readonly sectors: readonly Float64Array[];
  private readonly parts: number;
  private readonly partOf: (sector: number) => number;
  /** Where an address says which part a sector is of: parts of addresses in a sector; else null. */
  private readonly perSector: number | null;
  private readonly send: (block: number, filled: Int32Array) => void;
  /** The block that is filled, and sectors in it by part. */
  private filling = 0;
  private readonly filled: Int32Array;
  /** Of a block: workers that are at it. */
  private readonly busy = new Int32Array(BLOCKS);
  private wake: (() => void) | null = null;
  private fault: { readonly error: unknown } | null = null;

  /**
   * @param part of all sectors if the key doesn't part them
   * @param send gives a block to every worker: `filled` sectors for each, valid until it returns
   */
  constructor(
    key: SplitKey,
    sectorBytes: number,
    parts: number,
    part: number,
    send: (block: number, filled: Int32Array) => void,
  ) {
    this.blocks = Array.from({ length: BLOCKS }, () => new SharedArrayBuffer(8 * parts * BLOCK_SECTORS));
    this.sectors = this.blocks.map((block) => new Float64Array(block));
    this.parts = parts;
    this.partOf = partOf(key, parts, sectorBytes, part);
    this.perSector = key.by === 'address' ? sectorBytes / key.bytes : null;
    this.send = send;
    this.filled = new Int32Array(parts);
  }

  /** Waits where the workers are behind. @throws what a worker has failed with */
  async take({ line, count }: PassLineBatch): Promise<void> {
    for (let from = 0; from < count;) {
      const room = BLOCK_SECTORS - Math.max(...this.filled);
      const until = Math.min(count, from + room);
      if (this.perSector === null) this.deal(line, from, until);
      else this.dealByAddress(line, from, until, this.perSector);
      from = until;
      if (from < count) await this.flush();
    }
  }

  /** Gives the block that is filled away, and waits for one that is free. @throws what a worker has failed with */
  async flush(): Promise<void> {
    this.busy[this.filling] = this.parts;
    this.send(this.filling, this.filled);
    this.filled.fill(0);
    this.filling = (this.filling + 1) % BLOCKS;
    while (this.fault === null && this.busy[this.filling] > 0) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    if (this.fault !== null) throw this.fault.error;
  }

  /** A worker is done with its part of the block. */
  release(block: number): void {
    this.busy[block]--;
    this.wake?.();
  }

  /** A worker won't be done any more. */
  fail(error: unknown): void {
    this.fault ??= { error };
    this.wake?.();
  }

  private deal(line: Float64Array, from: number, until: number): void {
    const { filled } = this;
    const sectors = this.sectors[this.filling];
    for (let n = from; n < until; n++) {
      const part = this.partOf(line[n]);
      sectors[part * BLOCK_SECTORS + filled[part]++] = line[n];
    }
  }

  /** The same without a call for each sector. */
  private dealByAddress(line: Float64Array, from: number, until: number, perSector: number): void {
    const { filled, parts } = this;
    const sectors = this.sectors[this.filling];
    const perPart = 1 / parts;
    for (let n = from; n < until; n++) {
      const unit = Math.floor(line[n] * perSector);
      const part = unit - Math.floor(unit * perPart) * parts;
      sectors[part * BLOCK_SECTORS + filled[part]++] = line[n];
    }
  }
}
