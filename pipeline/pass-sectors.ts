import type { CacheDesign } from '../rtl-model/design/design.ts';
import { BORDER_ADDRESS } from '../rtl-model/registers/footprints.ts';
import type { UnitPath } from '../rtl-model/path/unit-path.ts';
import { BlockMap } from './block-map.ts';
import { type InFlight, PASS_TAPS } from './in-flight.ts';

/** The sectors of the cache that the taps of a pass lie in, and the places in memory that they come from. */
export class PassSectors {
  /** True if the cache knows some image by other addresses than those of its texels. */
  readonly mapped: boolean;
  readonly sectorShift: number;
  private readonly inFlight: InFlight;
  private readonly sectorBytes: number;
  /** The map of each texture state's images, null where the cache knows their texels by their own addresses. */
  private readonly blockMaps: readonly (BlockMap | null)[];

  constructor(cache: CacheDesign, paths: readonly UnitPath[], inFlight: InFlight) {
    this.inFlight = inFlight;
    this.sectorBytes = cache.sectorBytes;
    this.sectorShift = 31 - Math.clz32(cache.sectorBytes);
    this.blockMaps = paths.map(({ image, second }) => BlockMap.of(second === null ? [image] : [image, second], cache));
    this.mapped = this.blockMaps.some((map) => map !== null);
  }

  /** Lists the distinct sectors of a pass, in the order of its taps. */
  collect(slot: number): void {
    const { inFlight, sectorShift } = this;
    const { address } = inFlight.foot;
    const { sector: sectors, sectorOfTap } = inFlight;
    const blocks = this.blocksOf(slot);
    const first = PASS_TAPS * slot;
    const end = first + PASS_TAPS;
    let count = 0;
    let last = -1;
    let n = 0;
    let onBorder = 0;
    for (let tap = first; tap < end; tap++) {
      const at = address[tap];
      if (at < 0) {
        if (at === BORDER_ADDRESS) onBorder = 1;
        continue;
      }
      const sector = (blocks === null ? at : blocks.cacheAddress(at)) >> sectorShift;
      if (sector !== last) {
        last = sector;
        n = 0;
        while (n < count && sectors[first + n] !== sector) n++;
        if (n === count) sectors[first + count++] = sector;
      }
      sectorOfTap[tap] = n;
    }
    inFlight.sectorCount[slot] = count;
    inFlight.onBorder[slot] = onBorder;
    inFlight.lookedUp[slot] = 0;
  }

  /** The address in memory of a sector of the pass, and its bytes there. */
  memoryAddress(slot: number, sector: number): number {
    const at = sector << this.sectorShift;
    return this.blocksOf(slot)?.memoryAddress(at) ?? at;
  }

  memoryBytes(slot: number, sector: number): number {
    return this.blocksOf(slot)?.fetchedBytes(sector << this.sectorShift) ?? this.sectorBytes;
  }

  /** True if the pass reads blocks that are decoded behind the data store. */
  compressed(slot: number): boolean {
    return this.blocksOf(slot)?.compressed === true;
  }

  private blocksOf(slot: number): BlockMap | null {
    if (!this.mapped) return null;
    const { inFlight } = this;
    return this.blockMaps[inFlight.state[inFlight.quadOf[slot]]];
  }
}
