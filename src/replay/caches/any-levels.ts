import type { CacheDesign } from '../../../rtl-model/design/design.ts';
import { CacheLevels, FOUND_IN } from '../../../rtl-model/texel-cache/cache-levels.ts';
import { MemoryTraffic } from '../../../rtl-model/texel-cache/memory-traffic.ts';
import { ABSENT } from '../../../rtl-model/texel-cache/tag-array.ts';
import type { LevelTotals, LookupLevels, Outcomes, ReplayDesign } from './lookup-levels.ts';

/** The levels of any design, simulated by the pipeline's own classes. */
export class AnyLevels implements LookupLevels {
  private readonly levels: CacheLevels;
  private readonly traffic: MemoryTraffic;
  private readonly burstBytes: number;
  private readonly sectorBytes: number;
  private lookups = 0;

  constructor(cache: CacheDesign, memory: ReplayDesign['memory']) {
    this.levels = new CacheLevels(cache);
    this.traffic = new MemoryTraffic(memory);
    this.burstBytes = memory.burstBytes;
    this.sectorBytes = cache.sectorBytes;
  }

  lookUp(sectors: Float64Array, count: number, outcomes: Outcomes | null): void {
    const { levels, traffic, sectorBytes } = this;
    for (let n = 0; n < count; n++) {
      const sector = sectors[n];
      if (levels.find(sector) !== ABSENT) continue;
      const found = levels.take(sector, sector * sectorBytes, sectorBytes);
      if (found === FOUND_IN.victimBuffer) continue;
      if (outcomes !== null) outcomes.missed[n] = 1;
      if (found !== FOUND_IN.memory) continue;
      traffic.request(levels.fetchAddress, levels.fetchBytes);
      if (outcomes !== null) outcomes.memoryBytes[n] = Math.max(levels.fetchBytes, this.burstBytes);
    }
    this.lookups += count;
  }

  totals(): LevelTotals {
    return { lookups: this.lookups, cache: this.levels.totals(), memory: this.traffic.totals() };
  }
}
