import type { CacheDesign } from '../../../../rtl-model/design/design.ts';
import { CacheLevels } from '../../../../rtl-model/texel-cache/cache-levels.ts';
import { FOUND_IN } from '../../../../rtl-model/texel-cache/lower-levels.ts';
import { MemoryTraffic } from '../../../../rtl-model/texel-cache/memory-traffic.ts';
import { ABSENT } from '../../../../rtl-model/texel-cache/tag-array.ts';
import type { LevelTotals, LookupLevels, Outcomes, ReplayDesign } from './lookup-levels.ts';

/** The levels of any replacement policy, simulated by the pipeline's own classes. */
export class PolicyLevels implements LookupLevels {
  private readonly sectorBytes = this.cache.sectorBytes;
  private lookups = 0;

  /** @param levels,traffic those of a replay that goes on; new ones if left out */
  constructor(
    private readonly cache: CacheDesign,
    private readonly memory: ReplayDesign['memory'],
    private readonly levels = new CacheLevels(cache),
    private readonly traffic = new MemoryTraffic(memory),
  ) {}

  lookUp(sectors: Float64Array, count: number, outcomes: Outcomes | null, marked = false): void {
    const { levels, sectorBytes } = this;
    for (let n = 0; n < count; n++) {
      const sector = marked ? Math.floor(sectors[n]) : sectors[n];
      const hit = levels.find(sector);
      if (hit !== ABSENT) {
        if (sectors[n] === sector) continue;
        levels.writeHit(sector, hit);
        this.write();
        continue;
      }
      const writes = sectors[n] !== sector;
      const found = levels.take(sector, sector * sectorBytes, sectorBytes, writes);
      if (writes) levels.write(sector, levels.dataSector);
      if (found !== FOUND_IN.victimBuffer && outcomes !== null) outcomes.missed[n] = 1;
      this.request(found, n, outcomes);
      // Each miss fetches the next sector ahead.
      if (this.cache.prefetch === null || found === FOUND_IN.victimBuffer) continue;
      this.request(levels.prefetch(sector + 1, (sector + 1) * sectorBytes, sectorBytes), n, outcomes);
    }
    this.lookups += count;
  }

  /** Requests what the last `take` or `prefetch`, for look-up n, has found in memory, and writes what it gave up. */
  private request(found: number, n: number, outcomes: Outcomes | null): void {
    const { memoryAddress, memoryBytes } = this.levels;
    if (found === FOUND_IN.memory) {
      this.traffic.request(memoryAddress, memoryBytes);
      if (outcomes !== null) outcomes.memoryBytes[n] += Math.max(memoryBytes, this.memory.burstBytes);
    }
    this.write();
  }

  /** Writes what the last call gave up, or wrote through. */
  private write(): void {
    const { writeAddress, writeBytes, writeCount } = this.levels;
    for (let k = 0; k < writeCount; k++) this.traffic.request(writeAddress[k], writeBytes[k], true);
  }

  /** Writes all that is dirty back, at the end of the accesses so far. */
  private flush(): void {
    this.levels.flush();
    this.write();
    this.levels.flushL2();
    this.write();
  }

  /** The totals of all accesses so far, with dirty lines written back. */
  totals(): LevelTotals {
    this.flush();
    return { lookups: this.lookups, cache: this.levels.totals(), memory: this.traffic.totals() };
  }
}
