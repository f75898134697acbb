import type { TexelBytes } from '../rtl-model/image.ts';
import { CacheLevels, FOUND_IN } from '../rtl-model/texel-cache/cache-levels.ts';
import { ABSENT } from '../rtl-model/texel-cache/tag-array.ts';
import { DataStore } from './data-store.ts';
import { type Fifo, NOTHING } from './fifo.ts';
import { PASS_TAPS } from './in-flight.ts';
import type { MemoryPort } from './memory.ts';
import { MissPath } from './miss-path.ts';
import { PassSectors } from './pass-sectors.ts';
import { ACTIVITY, STAGE } from './stage-clock.ts';
import type { StageParts } from './stage-parts.ts';
import { TapReader } from './tap-reader.ts';

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
  private readonly memory: MemoryPort;
  private readonly input: Fifo;
  private readonly fragments: Fifo;
  private readonly out: Fifo;
  private readonly levels: CacheLevels;
  private readonly missPath: MissPath;
  private readonly sectors: PassSectors;
  private readonly store: DataStore;
  private readonly taps: TapReader;
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
  private waitedFor = ACTIVITY.busy;
  /** Whether the stages got on in the last cycle. */
  private tagsMoved = false;
  private dataMoved = false;
  /** Hits on sectors that were still on their way. */
  private merged = 0;
  /** Sectors that waited for a bank that the same pass used in that cycle. */
  private bankConflicts = 0;

  constructor(parts: StageParts, source: TexelBytes, memory: MemoryPort, input: Fifo, fragments: Fifo, out: Fifo) {
    const { design, paths, inFlight } = parts;
    const { cache } = design;
    this.parts = parts;
    this.memory = memory;
    this.input = input;
    this.fragments = fragments;
    this.out = out;
    this.levels = new CacheLevels(cache);
    this.missPath = new MissPath(design, this.levels, memory);
    this.sectors = new PassSectors(cache, paths, inFlight);
    this.store = new DataStore(cache, this.levels, source, inFlight.sector.length, this.sectors.mapped);
    this.taps = new TapReader(parts, this.sectors, this.store, source);
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
    const fresh = this.looking === NOTHING;
    if (fresh) {
      const slot = this.input.head(cycle);
      this.tagsMoved = slot !== NOTHING && !this.fragments.full;
      if (!this.tagsMoved) return slot === NOTHING ? ACTIVITY.starved : ACTIVITY.blocked;
      this.input.pop();
      this.looking = slot;
      this.sectors.collect(slot);
      this.parts.announcer?.enterPass(cycle, STAGE.tag, slot);
      this.fragments.push(slot, cycle + this.parts.design.pipeline.latency.tag);
    }
    const looked = this.lookUp(cycle, this.looking);
    this.tagsMoved = fresh || looked > 0;
    const { inFlight } = this.parts;
    if (inFlight.lookedUp[this.looking] === inFlight.sectorCount[this.looking]) this.looking = NOTHING;
    return fresh ? ACTIVITY.busy : looked > 0 ? ACTIVITY.tagPorts : ACTIVITY.missSlots;
  }

  /** @returns how many sectors it looked up */
  private lookUp(cycle: number, slot: number): number {
    const { design, inFlight, statistics, announcer } = this.parts;
    const { tagsPerCycle, outstandingMisses, sectorBytes } = design.cache;
    const { levels } = this;
    const ready = cycle + design.pipeline.latency.tag;
    const before = inFlight.lookedUp[slot];
    const until = Math.min(inFlight.sectorCount[slot], before + tagsPerCycle);
    let n = before;
    for (; n < until; n++) {
      const at = PASS_TAPS * slot + n;
      const sector = inFlight.sector[at];
      const dataSector = levels.find(sector);
      if (dataSector === ABSENT) {
        if (this.outstanding === outstandingMisses && !levels.buffered(sector)) break;
        this.miss(cycle, slot, at, ready);
      } else {
        inFlight.sectorAt[at] = dataSector;
        inFlight.sectorSource[at] = SOURCE.hit;
        inFlight.sectorReady[at] = ready;
        if (this.arrival[dataSector] > cycle) this.merged++;
        announcer?.lookup(cycle, sector * sectorBytes, true);
      }
      statistics.lookups++;
    }
    inFlight.lookedUp[slot] = n;
    return n - before;
  }

  private miss(cycle: number, slot: number, at: number, ready: number): void {
    const { design, inFlight, statistics, announcer } = this.parts;
    const { levels, sectors } = this;
    const sector = inFlight.sector[at];
    const address = sector * design.cache.sectorBytes;
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
    const fresh = this.reading === NOTHING;
    if (fresh) {
      const slot = this.fragments.head(cycle);
      this.dataMoved = slot !== NOTHING && !this.out.full;
      if (!this.dataMoved) return slot === NOTHING ? ACTIVITY.starved : ACTIVITY.blocked;
      this.fragments.pop();
      this.reading = slot;
      this.read = 0;
      this.parts.announcer?.enterPass(cycle, STAGE.data, slot);
    }
    const { design, inFlight } = this.parts;
    const slot = this.reading;
    const before = this.read;
    const activity = this.readSectors(cycle, slot);
    this.dataMoved = fresh || this.read > before;
    if (this.read < inFlight.sectorCount[slot]) return activity;
    if (inFlight.onBorder[slot] !== 0) this.taps.readBorder(slot);
    this.reading = NOTHING;
    this.out.push(slot, cycle + design.pipeline.latency.data);
    return activity;
  }

  /** @returns what the cycle counts as: the first sectors are the pass's work, later ones had to wait for a reason */
  private readSectors(cycle: number, slot: number): number {
    const { inFlight } = this.parts;
    const until = inFlight.lookedUp[slot];
    const before = this.read;
    const waited = this.waitedFor;
    let unread = before;
    while (this.read < until) {
      const at = PASS_TAPS * slot + this.read;
      const bank = inFlight.sector[at] & this.bankMask;
      const source = inFlight.sectorSource[at];
      if (inFlight.sectorReady[at] > cycle) {
        this.waitedFor = source !== SOURCE.hit ? ACTIVITY.memory : ACTIVITY.starved;
        break;
      }
      if (this.bankUsed[bank] === cycle) {
        this.waitedFor = ACTIVITY.bankConflict;
        this.bankConflicts++;
        break;
      }
      this.bankUsed[bank] = cycle;
      if (source !== SOURCE.hit) {
        // The sector's line may take the place of one that the same pass reads before.
        this.taps.read(slot, unread, this.read);
        unread = this.read;
        this.write(at, source);
      }
      this.read++;
    }
    this.taps.read(slot, unread, this.read);
    if (this.read === until && until < inFlight.sectorCount[slot]) this.waitedFor = ACTIVITY.starved;
    if (this.read === before && before < inFlight.sectorCount[slot]) return this.waitedFor;
    return before === 0 ? ACTIVITY.busy : waited;
  }

  private write(at: number, source: number): void {
    const { inFlight } = this.parts;
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
    if (this.tagsMoved || this.dataMoved) return next;
    if (this.looking === NOTHING && !this.fragments.full && this.input.head(next) !== NOTHING) return next;
    if (this.reading === NOTHING) {
      return !this.out.full && this.fragments.head(next) !== NOTHING ? next : Infinity;
    }
    const { inFlight } = this.parts;
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
