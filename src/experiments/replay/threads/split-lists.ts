import type { PassLineBatch } from '../caches/line-stream.ts';
import { WRITTEN } from '../caches/lookup-levels.ts';
import { BLOCK_SECTORS, BLOCKS } from './split-block.ts';
import { partOf, type SplitKey } from './split-key.ts';

/** The sectors of designs with the same look-ups and split key. */
export interface KeyedSectors {
  readonly lookUps: string;
  readonly sectorBytes: number;
  readonly key: SplitKey;
  /** The part of all sectors if the key does not divide them. */
  readonly part: number;
}

/** The sectors that blocks of accesses look up, in order and by part, in shared memory. */
export class SplitLists {
  readonly lookUps: string;
  private readonly partOf: (sector: number) => number;
  /** Size of a sector in units of the key's bytes, if the key divides by address; null otherwise. */
  private readonly perSector: number | null;
  /** BLOCK_SECTORS for each part, one after the other, for each slot. */
  private readonly sectors: readonly Float64Array[];
  /** The number of sectors in use, for each part and slot, and after the parts 1 if sectors of the slot are marked. */
  private readonly filled: readonly Int32Array[];

  static memory(parts: number): Uint8Array {
    return new Uint8Array(new SharedArrayBuffer(BLOCKS * bytesOf(parts)));
  }

  constructor({ lookUps, sectorBytes, key, part }: KeyedSectors, parts: number, { buffer: memory }: Uint8Array) {
    this.lookUps = lookUps;
    this.partOf = partOf(key, parts, sectorBytes, part);
    this.perSector = key.by === 'address' ? sectorBytes / key.bytes : null;
    const slots = Array.from({ length: BLOCKS }, (_, slot) => slot * bytesOf(parts));
    this.sectors = slots.map((at) => new Float64Array(memory, at, parts * BLOCK_SECTORS));
    this.filled = slots.map((at) => new Int32Array(memory, at + 8 * parts * BLOCK_SECTORS, parts + 1));
  }

  /** The sectors of a part of a block, their number, and whether WRITTEN is added to those that are written. */
  of(slot: number, part: number): { readonly sectors: Float64Array; readonly count: number; readonly marked: boolean } {
    const sectors = this.sectors[slot].subarray(part * BLOCK_SECTORS, (part + 1) * BLOCK_SECTORS);
    const filled = this.filled[slot];
    return { sectors, count: filled[part], marked: filled[filled.length - 1] === 1 };
  }

  /** Empties the lists of a slot. */
  clear(slot: number): void {
    this.filled[slot].fill(0);
  }

  /** @param lookups the look-ups of the slot's block, BLOCK_SECTORS at most */
  deal(slot: number, { line, write, count }: PassLineBatch): void {
    const { partOf: ofSector, perSector } = this;
    const filled = this.filled[slot];
    const sectors = this.sectors[slot];
    const parts = filled.length - 1;
    if (write !== null) filled[parts] = 1;
    const perRound = (perSector ?? 0) / parts;
    const at = Int32Array.from(filled.subarray(0, parts), (before, part) => part * BLOCK_SECTORS + before);
    for (let n = 0; n < count; n++) {
      const sector = line[n];
      const round = sector * perRound;
      // By address, without a call: the part is the remainder modulo all parts.
      const part = perSector === null ? ofSector(sector) : ((round - Math.floor(round)) * parts) | 0;
      const to = at[part];
      sectors[to] = write === null ? sector : sector + write[n] * WRITTEN;
      at[part] = to + 1;
    }
    for (let part = 0; part < parts; part++) filled[part] = at[part] - part * BLOCK_SECTORS;
  }
}

/** The bytes of each slot: the sectors, then their counts and the mark, padded to whole sectors. */
function bytesOf(parts: number): number {
  return 8 * parts * BLOCK_SECTORS + 8 * parts;
}
