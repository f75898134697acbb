import { CacheLevels } from '../../rtl-model/texel-cache/cache-levels.ts';
import { FOUND_IN } from '../../rtl-model/texel-cache/lower-levels.ts';
import { ABSENT } from '../../rtl-model/texel-cache/tag-array.ts';
import { BankPorts } from './bank-ports.ts';
import { type ComingLine, ComingLines } from './coming-lines.ts';
import { type InFlight, PASS_TAPS } from './in-flight.ts';
import { UnknownCycles } from '../memory/unknown-cycles.ts';
import { QueuedLevels } from './miss-turns.ts';
import { MissPath } from './miss-path.ts';
import { NextSectors } from './next-sectors.ts';
import { PassSectors } from './pass-sectors.ts';
import type { RunParts } from './run-parts.ts';

/**
 * The origins of a sector: it was in its place, or is on its way there for an earlier look-up; its line moves there from
 * the victim buffer, or from the L2; it comes from beyond the caches. All but `hit` and `swapped` take an outstanding miss.
 */
export const SOURCE = { hit: 0, joined: 1, swapped: 2, moved: 3, fetched: 4 } as const;

/** True for the origin of a sector that takes an outstanding miss. */
export function misses(source: number): boolean {
  return source !== SOURCE.hit && source !== SOURCE.swapped;
}

/** True for the origin of a sector that comes into the data store with its look-up. */
export function fills(source: number): boolean {
  return source > SOURCE.joined;
}

/**
 * The tags of the prefetching texel cache (Igehy, Eldridge, Proudfoot 1998), without times: the tag stage looks sectors
 * up and sends misses out ahead of time.
 */
export class TexelCache {
  private readonly cache = this.run.design.cache;
  readonly sectors = new PassSectors(this.cache, this.run.states, this.inFlight);
  private readonly statistics = this.run.statistics;
  private readonly memory = this.run.memory;
  protected readonly levels = new (this.run.turns === null ? CacheLevels : QueuedLevels)(this.cache, {
    l2: this.run.l2?.tags,
    pages: this.run.tlb?.pages,
    l3: this.run.l3?.tags,
  });
  private readonly missPath = new MissPath(this.run, this.levels);
  private readonly tagLatency = this.run.design.pipeline.latency.tag;
  /** The cycle in which each data sector arrives. */
  private readonly arrival = new Float64Array(this.cache.sets * this.cache.ways * this.levels.sectors);
  readonly ports = new BankPorts(this.cache, this.statistics);
  /** True if each look-up of a sector that is on its way takes an outstanding miss. */
  private readonly joins = this.cache.coalescing === 'none';
  /** The cycle in which each entry of the miss queue was left last; misses take the entries in turn. */
  private readonly queueLeft = new Float64Array(this.cache.missQueue);
  private queueEntry = 0;
  /** 1 for each texture state that writes its texels, null if none does. */
  private readonly writers = this.run.states.some(({ writes }) => writes)
    ? Uint8Array.from(this.run.states, ({ writes }) => Number(writes))
    : null;
  /** True if look-ups send something to the L2 or to memory: dirty sectors, or lines to an L2 of victims. */
  private readonly sends = this.writers !== null || this.cache.l2?.allocation === 'victim';
  /** The lines that get a tag when they come; null where the look-up gives them one. */
  readonly coming = this.cache.fill.tags === 'arrival' ? new ComingLines(this.memory.unknown) : null;
  private readonly through = this.cache.writes === 'through';
  /** The sectors that a miss fetches ahead; null if it fetches none. */
  private readonly ahead = this.cache.prefetch && new NextSectors(this.cache.prefetch, this.sectors, this.run.states);
  /** Hits on sectors that were still on their way. */
  private merged = 0;

  constructor(
    private readonly run: RunParts,
    protected readonly inFlight: InFlight,
  ) {}

  /**
   * Looks entry `at` of the passes' sectors up. A miss is not noted here: `miss` follows, now or later.
   *
   * @returns true for a hit
   */
  hit(cycle: number, at: number): boolean {
    const { inFlight, levels } = this;
    const sector = inFlight.sector[at];
    const coming = this.coming?.of(sector);
    const dataSector = coming === undefined ? levels.find(sector) : ABSENT;
    if (coming !== undefined) levels.join();
    else if (dataSector === ABSENT) return false;
    inFlight.sectorAt[at] = dataSector;
    inFlight.sectorSource[at] = SOURCE.hit;
    inFlight.sectorReady[at] = cycle + this.tagLatency;
    if (this.writers !== null && this.writes(at)) {
      if (coming !== undefined) coming.writes = true;
      else {
        levels.writeHit(sector, dataSector);
        if (this.through) this.writeBack(cycle);
      }
    }
    if (coming !== undefined || this.arrival[dataSector] > cycle) {
      this.merged++;
      if (this.joins) inFlight.sectorSource[at] = SOURCE.joined;
    }
    if (coming !== undefined) {
      coming.waiting.push(at);
      inFlight.sectorReady[at] = Infinity;
    }
    return true;
  }

  /** The cycle until which a look-up of entry `at` takes an outstanding miss, as its sector is on its way; 0 for no such. */
  joinsUntil(at: number): number {
    if (!this.joins) return 0;
    const sector = this.inFlight.sector[at];
    const coming = this.coming?.of(sector);
    if (coming !== undefined) return Infinity;
    const dataSector = this.levels.locate(sector);
    return dataSector === ABSENT ? 0 : this.arrival[dataSector];
  }

  /** True if entry `at` shares the tag look-up of an entry from `from` on, where the look-ups of its cycle begin. */
  sharesTag(at: number, from: number): boolean {
    const { sectorsPerTag } = this.cache;
    if (sectorsPerTag === 1) return false;
    const { sector } = this.inFlight;
    const { sectors } = this.levels;
    const line = Math.floor(sector[at] / sectors);
    let before = 0;
    for (let n = from; n < at; n++) if (Math.floor(sector[n] / sectors) === line) before++;
    return before % sectorsPerTag > 0;
  }

  /** True if entry `at`, which has missed, comes without an outstanding miss. */
  swaps(at: number): boolean {
    return this.levels.buffered(this.inFlight.sector[at]);
  }

  /** The first cycle in which the miss queue has room for the next miss. */
  get queueRoom(): number {
    return this.queueLeft[this.queueEntry];
  }

  /**
   * The entry after the last one, of those from `from` on and before `at`, whose line gives its place to the fill of
   * entry `at`; `from` if there is none.
   */
  overwritten(at: number, from: number): number {
    const { sector, sectorAt } = this.inFlight;
    const { sectors } = this.levels;
    const place = Math.floor(sectorAt[at] / sectors);
    const line = Math.floor(sector[at] / sectors);
    for (let n = at - 1; n >= from; n--) {
      if (Math.floor(sectorAt[n] / sectors) === place && Math.floor(sector[n] / sectors) !== line) return n + 1;
    }
    return from;
  }

  /**
   * Sends out the miss of entry `at`, of the pass in `slot`.
   *
   * @returns the origin, a SOURCE
   */
  miss(cycle: number, slot: number, at: number): number {
    const { inFlight, levels, sectors, statistics } = this;
    const sector = inFlight.sector[at];
    const bytes = this.memory.bytes;
    const writes = this.writers !== null && this.writes(at);
    const { coming } = this;
    const address = sectors.memoryAddress(slot, sector);
    const size = sectors.memoryBytes(slot, sector);
    const found =
      coming === null ? levels.take(sector, address, size, writes) : levels.ask(sector, address, size, writes);
    const arrival = Math.max(cycle + this.tagLatency, this.missPath.arrival(cycle, found, this.quadIn(slot)));
    const source = this.sourceOf(found);
    inFlight.sectorSource[at] = source;
    if (coming === null) {
      this.arrival[levels.dataSector] = arrival;
      inFlight.sectorAt[at] = levels.dataSector;
      inFlight.sectorReady[at] = arrival;
      if (UnknownCycles.has(arrival)) this.arrivesLater(at, arrival, cycle + this.tagLatency);
      if (writes) levels.write(sector, levels.dataSector);
    } else {
      coming.add(sector, arrival, cycle + this.tagLatency, writes, at);
      inFlight.sectorAt[at] = ABSENT;
      inFlight.sectorReady[at] = this.memory.unknown.add();
    }
    if (this.sends) this.writeBack(cycle);
    if (source === SOURCE.swapped) return source;
    this.memory.unknown.store(this.queueLeft, this.queueEntry, this.missPath.taken);
    this.queueEntry = this.queueEntry + 1 === this.queueLeft.length ? 0 : this.queueEntry + 1;
    statistics.misses++;
    if (this.ahead !== null) this.prefetch(this.ahead, cycle, slot, sector);
    statistics.memoryBytes += this.memory.bytes - bytes;
    return source;
  }

  /** Entry `at` arrives in an unknown cycle, and can be read from `least` on. */
  private arrivesLater(at: number, unknown: number, least: number): void {
    const { memory, arrival, inFlight } = this;
    const dataSector = inFlight.sectorAt[at];
    memory.unknown.whenKnown(unknown, (cycle) => {
      const ready = Math.max(least, cycle);
      inFlight.sectorReady[at] = ready;
      if (arrival[dataSector] === unknown) arrival[dataSector] = ready;
    });
  }

  /** Gives the next of the lines on their way its tag, and another line's place, in a cycle. */
  place(cycle: number, { sector, writes }: ComingLine): void {
    const { coming, levels } = this;
    coming!.leave();
    const dataSector = levels.place(sector);
    if (writes) levels.write(sector, dataSector);
    this.placed(sector, dataSector);
    if (this.sends) this.writeBack(cycle);
  }

  /** Entry `at`, which has waited for its line, is read in a cycle. */
  readLate(cycle: number, at: number): void {
    const { sectorReady, sectorSource } = this.inFlight;
    const unknown = sectorReady[at];
    sectorReady[at] = cycle;
    if (fills(sectorSource[at])) this.memory.unknown.resolve(unknown, cycle);
  }

  /** A line has got its place, where data is kept. */
  protected placed(_sector: number, _dataSector: number): void {}

  /** True if the quad of entry `at` writes. */
  private writes(at: number): boolean {
    const { quadOf, state } = this.inFlight;
    return this.writers![state[quadOf[Math.floor(at / PASS_TAPS)]]] === 1;
  }

  /** Writes all dirty sectors back. @returns the cycle in which the last of them is over the link */
  flush(cycle: number): number {
    if (this.writers === null) return cycle;
    this.levels.flush();
    return this.writeBack(cycle);
  }

  /** Writes the dirty lines of the L2 to memory, after the `flush` of all units. */
  flushL2(cycle: number): void {
    if (this.writers === null) return;
    this.levels.flushL2();
    this.missPath.writeMemory(cycle);
  }

  /**
   * Sends what the last `take`, `prefetch` or `flush` has given up over the L2's link and to memory.
   *
   * @returns the cycle in which those over the link have moved
   */
  private writeBack(cycle: number): number {
    const moved = this.missPath.writeOverLink(cycle);
    this.missPath.writeMemory(cycle);
    return moved;
  }

  /** Fetches ahead what follows a sector that has missed. */
  private prefetch(ahead: NextSectors, cycle: number, slot: number, sector: number): void {
    const { levels, sectors } = this;
    for (const next of ahead.after(sector)) {
      if (this.coming?.of(next) !== undefined) continue;
      const found = levels.prefetch(next, sectors.memoryAddress(slot, next), sectors.memoryBytes(slot, next));
      if (found !== ABSENT) this.missPath.prefetch(cycle, found, this.quadIn(slot));
      if (this.sends) this.writeBack(cycle);
    }
  }

  /** The serial number of the quad of the pass in a slot. */
  private quadIn(slot: number): number {
    return this.inFlight.quad[this.inFlight.quadOf[slot]];
  }

  private sourceOf(found: number): number {
    if (found === FOUND_IN.victimBuffer) return SOURCE.swapped;
    return found === FOUND_IN.l2 && this.levels.l2Slot === ABSENT ? SOURCE.moved : SOURCE.fetched;
  }

  /** Byte address of entry `at`. */
  addressOf(at: number): number {
    return this.inFlight.sector[at] * this.cache.sectorBytes;
  }

  /** The way of its set that entry `at` is in, or comes into; negative where its line gets one when it comes. */
  wayOf(at: number): number {
    return Math.floor(this.inFlight.sectorAt[at] / this.levels.sectors) % this.cache.ways;
  }

  /** Counts of what the look-ups found, of merged hits, bank conflicts and busy cycles of the L2's link. */
  totals() {
    const { merged } = this;
    const { conflicts: bankConflicts } = this.ports;
    const { l2Merged, linkBusyCycles } = this.missPath;
    return { ...this.levels.totals(), merged, l2Merged, bankConflicts, linkBusyCycles };
  }
}
