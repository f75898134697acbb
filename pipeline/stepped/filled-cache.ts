import type { TexelBytes } from '../../rtl-model/memory/texel-bytes.ts';
import type { InFlight } from '../cache/in-flight.ts';
import type { RunParts } from '../cache/run-parts.ts';
import { SOURCE, TexelCache } from '../cache/texel-cache.ts';
import { DataStore } from './data-store.ts';

/**
 * The texel cache with its data. The data stage writes returned sectors into the data store and reads texels from it,
 * both in the order of the look-ups. A look-up may therefore give a slot away: earlier look-ups read it before the fill
 * lands.
 */
export class FilledCache extends TexelCache {
  readonly store: DataStore;

  constructor(parts: RunParts, inFlight: InFlight, source: TexelBytes) {
    super(parts, inFlight);
    const { sectorBytes } = parts.design.cache;
    this.store = new DataStore(sectorBytes, this.levels, source, inFlight.sector.length, this.sectors.mapped);
  }

  override miss(cycle: number, slot: number, at: number): number {
    const source = super.miss(cycle, slot, at);
    if (this.levels.moving) this.store.plan();
    return source;
  }

  /** Brings entry `at`, which was no hit, into the data store. */
  write(at: number): void {
    const { inFlight } = this;
    if (this.levels.moving) this.store.carryOut();
    if (inFlight.sectorSource[at] === SOURCE.fetched) this.store.fill(inFlight.sector[at], inFlight.sectorAt[at]);
  }
}
