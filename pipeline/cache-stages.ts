import type { TexelBytes } from '../rtl-model/image.ts';
import { CacheLevels, FOUND_IN } from '../rtl-model/texel-cache/cache-levels.ts';
import { ABSENT } from '../rtl-model/texel-cache/tag-array.ts';
import type { Announcer } from './announcer.ts';
import { DataStore } from './data-store.ts';
import { type Fifo, NOTHING } from './fifo.ts';
import { type InFlight, PASS_TAPS } from './in-flight.ts';
import type { MemoryPort } from './memory.ts';
import { MissPath } from './miss-path.ts';
import { PassSectors } from './pass-sectors.ts';
import { ACTIVITY, STAGE } from './stage-clock.ts';
import type { StageParts } from './stage-parts.ts';
import { TapReader } from './tap-reader.ts';

const { busy, starved, blocked, tagPorts, missSlots } = ACTIVITY;

/**
 * How a sector gets into its place: it was there; its line moves there from the victim buffer, or from the L2; it comes
 * from beyond. The latter two take an outstanding miss.
 */
const SOURCE = { hit: 0, swapped: 1, moved: 2, fetched: 3 } as const;

/**
 * The prefetching texel cache (Igehy, Eldridge, Proudfoot 1998). The tag stage looks sectors up and sends misses out
 * ahead of time; the pass waits in the fragment FIFO; the data stage writes returned sectors into the data store and
 * reads texels from it, both in the order of the look-ups. So a slot may be given away at look-up: whoever looked up
 * before reads before the fill lands.
 */
export class CacheStages {
  private readonly parts: StageParts;
  private readonly inFlight: InFlight;
  private readonly announcer: Announcer | undefined;
  private readonly memory: MemoryPort;
  private readonly input: Fifo;
  private readonly fragments: Fifo;
  private readonly out: Fifo;
  private readonly levels: CacheLevels;
  private readonly missPath: MissPath;
  private readonly sectors: PassSectors;
  private readonly store: DataStore;
  private readonly taps: TapReader;
  private readonly sectorBytes: number;
  private readonly tagsPerCycle: number;
  private readonly outstandingMisses: number;
  private readonly tagLatency: number;
  private readonly dataLatency: number;
  private readonly bankMask: number;
  /** Of a bank of the data store: the cycle in which it was last used. */
  private readonly bankUsed: Float64Array;
  /** Of a data sector: the cycle in which it arrives. */
  private readonly arrival: Float64Array;

  /** Outstanding misses: requested and not yet written to the data store. */
  private outstanding = 0;
  /** The pass whose sectors are being looked up, NOTHING between passes. */
  private looking = NOTHING;
  /** The pass that is being read, and how many of its sectors are. */
  private reading = NOTHING;
  private read = 0;
  /** Why the pass could not be read any further in the last cycle. */
  private waitedFor = busy;
  /** Whether the look-ups stopped at a miss for which none of the outstanding misses was free. */
  private held = false;
  /** The last cycle in which the stages got on. */
  private tagsMoved = -1;
  private dataMoved = -1;
  /** Hits on sectors that were still on their way. */
  private merged = 0;
  /** Sectors that waited for a bank that the same pass used in that cycle. */
  private bankConflicts = 0;

  constructor(parts: StageParts, source: TexelBytes, memory: MemoryPort, input: Fifo, fragments: Fifo, out: Fifo) {
    const { design, paths, inFlight } = parts;
    const { cache } = design;
    this.parts = parts;
    this.inFlight = inFlight;
    this.announcer = parts.announcer;
    this.memory = memory;
    this.input = input;
    this.fragments = fragments;
    this.out = out;
    this.levels = new CacheLevels(cache);
    this.missPath = new MissPath(design, this.levels, memory);
    this.sectors = new PassSectors(cache, paths, inFlight);
    this.store = new DataStore(cache, this.levels, source, inFlight.sector.length, this.sectors.mapped);
    this.taps = new TapReader(parts, this.sectors, this.store, source);
    this.sectorBytes = cache.sectorBytes;
    this.tagsPerCycle = cache.tagsPerCycle;
    this.outstandingMisses = cache.outstandingMisses;
    this.tagLatency = design.pipeline.latency.tag;
    this.dataLatency = design.pipeline.latency.data;
    this.bankMask = cache.banks - 1;
    this.bankUsed = new Float64Array(cache.banks).fill(-1);
    this.arrival = new Float64Array(cache.sets * cache.ways * this.levels.sectors);
  }

  /**
   * Looks up to `tagsPerCycle` sectors of a pass up. The pass enters the fragment FIFO with its first sector, so that a
   * pass with more misses than the unit may have outstanding still drains.
   *
   * @returns the tag stage's activity in this cycle
   */
  tickTags(cycle: number): number {
    if (this.looking !== NOTHING) return this.lookOn(cycle);
    const slot = this.input.head(cycle);
    if (slot === NOTHING) return starved;
    if (this.fragments.full) return blocked;
    this.input.pop();
    this.sectors.collect(slot);
    this.announcer?.enterPass(cycle, STAGE.tag, slot);
    this.fragments.push(slot, cycle + this.tagLatency);
    this.tagsMoved = cycle;
    this.lookUp(cycle, slot);
    return busy;
  }

  /** A further cycle of a pass. */
  private lookOn(cycle: number): number {
    if (this.held && this.outstanding === this.outstandingMisses) return missSlots;
    this.lookUp(cycle, this.looking);
    return this.tagsMoved === cycle ? tagPorts : missSlots;
  }

  private lookUp(cycle: number, slot: number): void {
    const { inFlight, levels, arrival, announcer } = this;
    const { sector: sectors, sectorAt, sectorSource, sectorReady } = inFlight;
    const ready = cycle + this.tagLatency;
    const count = inFlight.sectorCount[slot];
    const before = inFlight.lookedUp[slot];
    const until = Math.min(count, before + this.tagsPerCycle);
    const first = PASS_TAPS * slot;
    let n = before;
    for (; n < until; n++) {
      const at = first + n;
      const sector = sectors[at];
      const dataSector = levels.find(sector);
      if (dataSector < 0) {
        if (this.outstanding === this.outstandingMisses && !levels.buffered(sector)) break;
        this.miss(cycle, slot, at, ready);
      } else {
        sectorAt[at] = dataSector;
        sectorSource[at] = SOURCE.hit;
        sectorReady[at] = ready;
        if (arrival[dataSector] > cycle) this.merged++;
        announcer?.lookup(cycle, sector * this.sectorBytes, true);
      }
    }
    inFlight.lookedUp[slot] = n;
    this.looking = n < count ? slot : NOTHING;
    this.held = n < until;
    if (n === before) return;
    this.tagsMoved = cycle;
    this.parts.statistics.lookups += n - before;
  }

  private miss(cycle: number, slot: number, at: number, ready: number): void {
    const { inFlight, levels, sectors, announcer } = this;
    const { statistics } = this.parts;
    const sector = inFlight.sector[at];
    const address = sector * this.sectorBytes;
    const found = levels.take(sector, sectors.memoryAddress(slot, sector), sectors.memoryBytes(slot, sector));
    const arrival = Math.max(ready, this.missPath.arrival(cycle, found));
    if (levels.moving) this.store.plan(levels);
    this.arrival[levels.dataSector] = arrival;
    inFlight.sectorAt[at] = levels.dataSector;
    inFlight.sectorReady[at] = arrival;
    announcer?.lookup(cycle, address, found === FOUND_IN.victimBuffer);
    if (found === FOUND_IN.victimBuffer) {
      inFlight.sectorSource[at] = SOURCE.swapped;
      return;
    }
    inFlight.sectorSource[at] = found === FOUND_IN.l2 && levels.l2Slot === ABSENT ? SOURCE.moved : SOURCE.fetched;
    this.outstanding++;
    statistics.misses++;
    statistics.memoryBytes = this.memory.bytes;
    announcer?.miss(cycle, address, arrival);
  }

  /**
   * Writes fills and reads sectors of the oldest pass in order, each bank once a cycle.
   *
   * @returns the data stage's activity in this cycle
   */
  tickData(cycle: number): number {
    if (this.reading !== NOTHING) return this.readSectors(cycle, this.reading);
    const slot = this.fragments.head(cycle);
    if (slot === NOTHING) return starved;
    if (this.out.full) return blocked;
    this.fragments.pop();
    this.reading = slot;
    this.read = 0;
    this.dataMoved = cycle;
    this.announcer?.enterPass(cycle, STAGE.data, slot);
    return this.readSectors(cycle, slot);
  }

  /** @returns what the cycle counts as: the first sectors are the pass's work, later ones had to wait for a reason */
  private readSectors(cycle: number, slot: number): number {
    const { inFlight, bankUsed, bankMask } = this;
    const { sector, sectorSource, sectorReady } = inFlight;
    const count = inFlight.sectorCount[slot];
    const until = inFlight.lookedUp[slot];
    const before = this.read;
    const waited = this.waitedFor;
    const first = PASS_TAPS * slot;
    let unread = before;
    let n = before;
    for (; n < until; n++) {
      const at = first + n;
      const source = sectorSource[at];
      if (sectorReady[at] > cycle) {
        this.waitedFor = source !== SOURCE.hit ? ACTIVITY.memory : starved;
        break;
      }
      const bank = sector[at] & bankMask;
      if (bankUsed[bank] === cycle) {
        this.waitedFor = ACTIVITY.bankConflict;
        this.bankConflicts++;
        break;
      }
      bankUsed[bank] = cycle;
      if (source !== SOURCE.hit) {
        // The sector's line may take the place of one that the same pass reads before.
        this.taps.read(slot, unread, n);
        unread = n;
        this.write(at, source);
      }
    }
    this.taps.read(slot, unread, n);
    if (n < count) {
      if (n === until) this.waitedFor = starved;
      if (n === before) return this.waitedFor;
      this.read = n;
      this.dataMoved = cycle;
    } else {
      if (inFlight.onBorder[slot] !== 0) this.taps.readBorder(slot);
      this.reading = NOTHING;
      this.dataMoved = cycle;
      this.out.push(slot, cycle + this.dataLatency);
    }
    return before === 0 ? busy : waited;
  }

  private write(at: number, source: number): void {
    const { inFlight } = this;
    if (this.levels.moving) this.store.carryOut();
    if (source === SOURCE.swapped) return;
    this.outstanding--;
    if (source === SOURCE.fetched) this.store.fill(inFlight.sector[at], inFlight.sectorAt[at]);
  }

  /**
   * The first cycle after `cycle`, which has been stepped, in which the tag or data stage does something else than in it
   * while FIFOs neither get nor lose an entry; Infinity where there is none.
   */
  wakeAt(cycle: number): number {
    const next = cycle + 1;
    if (this.tagsMoved === cycle || this.dataMoved === cycle) return next;
    if (this.looking === NOTHING && !this.fragments.full && this.input.head(next) !== NOTHING) return next;
    if (this.reading === NOTHING) {
      return !this.out.full && this.fragments.head(next) !== NOTHING ? next : Infinity;
    }
    const { inFlight } = this;
    // Beyond what is looked up, the data stage waits for the tag stage, and that one for it: for an outstanding miss.
    if (this.read === inFlight.lookedUp[this.reading]) return Infinity;
    return Math.max(next, inFlight.sectorReady[PASS_TAPS * this.reading + this.read]);
  }

  /** What the look-ups have found, and what came of their time. */
  totals() {
    const { merged, bankConflicts } = this;
    const { l2Merged, linkBusyCycles } = this.missPath;
    return { ...this.levels.totals(), merged, l2Merged, bankConflicts, linkBusyCycles };
  }
}
