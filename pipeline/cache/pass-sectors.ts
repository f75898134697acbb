import type { CacheDesign } from '../../rtl-model/design/design.ts';
import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import { LANE_TAPS } from '../../rtl-model/state/sample-shape.ts';
import { BlockMap } from './block-map.ts';
import { type InFlight, PASS_TAPS } from './in-flight.ts';
import type { StateFacts } from './run-parts.ts';

/** Sectors of passes, each for a look-up, the reads of each, and the number of each tap's sector. */
export interface ListedSectors {
  readonly sector: Int32Array | Float64Array;
  /** Reads that are 1 for all are left as they are. */
  readonly sectorReads: Uint8Array;
  readonly sectorOfTap: Uint8Array;
}

/** The numbers of a pass's taps, 4 a lane, in the order of their look-ups. */
export function tapsInOrder({ tapOrder }: Pick<CacheDesign, 'tapOrder'>): Uint8Array {
  const byLane = Uint8Array.from({ length: PASS_TAPS }, (_, n) => n);
  return tapOrder === 'by-lane' ? byLane : byLane.map((n) => LANE_TAPS * (n % QUAD_LANES) + Math.floor(n / QUAD_LANES));
}

/** The sectors of the cache that the taps of a pass lie in, and the places in memory that they come from. */
export class PassSectors {
  /** The map of each texture state's images, null where the cache knows their texels by their own addresses. */
  private readonly blockMaps = this.states.map(({ images }) => BlockMap.of(images, this.cache));
  /** True if the cache knows some image by other addresses than those of its texels. */
  readonly mapped = this.blockMaps.some((map) => map !== null);
  private readonly sectorBytes = this.cache.sectorBytes;
  readonly sectorShift = 31 - Math.clz32(this.sectorBytes);
  /** True if all taps of a pass in one sector are one read of the data store. */
  readonly shared = this.cache.portSharing === 'pass';
  private readonly coalesces = this.cache.coalescing === 'pass';
  private readonly taps = tapsInOrder(this.cache);
  private readonly tapsOfReader = this.cache.portSharing === 'lane' ? LANE_TAPS : 1;

  constructor(
    private readonly cache: CacheDesign,
    private readonly states: readonly StateFacts[],
    private readonly inFlight: InFlight,
  ) {}

  /**
   * Lists the distinct sectors of a pass of the quad in slot `quad`, in the order of the look-ups, or that of each tap where
   * taps do not coalesce, and counts the reads of the data store that it needs in each of them.
   *
   * @param address the PASS_TAPS addresses from `first` on, negative where there is no texel
   * @param listed receives the sectors and their reads from `to` on, and the number of each tap's sector from `first` on
   * @returns how many sectors
   */
  list(quad: number, address: Int32Array, first: number, listed: ListedSectors, to: number): number {
    const { sectorShift, coalesces, taps } = this;
    const { sector: sectors, sectorOfTap } = listed;
    const blocks = this.blocksOf(quad);
    let count = 0;
    let last = -1;
    let n = 0;
    for (let k = 0; k < PASS_TAPS; k++) {
      const tap = taps[k];
      const at = address[first + tap];
      if (at < 0) continue;
      const sector = (blocks === null ? at : blocks.cacheAddress(at)) >> sectorShift;
      if (sector !== last || !coalesces) {
        last = sector;
        n = coalesces ? 0 : count;
        while (n < count && sectors[to + n] !== sector) n++;
        if (n === count) sectors[to + count++] = sector;
      }
      sectorOfTap[first + tap] = n;
    }
    if (!this.shared) this.countReads(address, first, listed, to, count);
    return count;
  }

  /** Counts a read for each lane or tap with texels in a sector. */
  private countReads(
    address: Int32Array,
    first: number,
    { sectorReads: reads, sectorOfTap: ofTap }: ListedSectors,
    to: number,
    count: number,
  ) {
    const { tapsOfReader } = this;
    for (let n = 0; n < count; n++) {
      let readers = 0;
      let last = -1;
      for (let tap = 0; tap < PASS_TAPS; tap++) {
        const reader = Math.floor(tap / tapsOfReader);
        if (address[first + tap] < 0 || reader === last || ofTap[first + tap] !== n) continue;
        last = reader;
        readers++;
      }
      reads[to + n] = readers;
    }
  }

  /** The sector of a texel, at a byte address, of the images of a texture state. */
  sectorOf(state: number, address: number): number {
    return (this.blockMaps[state]?.cacheAddress(address) ?? address) >> this.sectorShift;
  }

  /** The address in memory of a sector of the pass, and its bytes there. */
  memoryAddress(slot: number, sector: number): number {
    const at = sector * this.sectorBytes;
    return this.blocksOf(this.inFlight.quadOf[slot])?.memoryAddress(at) ?? at;
  }

  memoryBytes(slot: number, sector: number): number {
    return this.blocksOf(this.inFlight.quadOf[slot])?.fetchedBytes(sector * this.sectorBytes) ?? this.sectorBytes;
  }

  /** True if the pass reads blocks that are decoded after the data store. */
  compressed(slot: number): boolean {
    return this.blocksOf(this.inFlight.quadOf[slot])?.compressed === true;
  }

  private blocksOf(quad: number): BlockMap | null {
    return this.mapped ? this.blockMaps[this.inFlight.state[quad]] : null;
  }
}
