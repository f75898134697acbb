import { type InFlight, PASS_TAPS } from '../in-flight.ts';
import { ACTIVITY, STAGE } from '../stages.ts';
import { SOURCE, type TexelCache } from '../texel-cache.ts';
import type { Announcer } from './announcer.ts';
import { type Fifo, NOTHING } from './fifo.ts';
import type { StageParts } from './stepped-stage.ts';

const { busy, starved, blocked, tagPorts, missSlots } = ACTIVITY;

/** The tag and the data stage of the texel cache; a pass waits in the fragment FIFO between them. */
export class CacheStages {
  private readonly parts: StageParts;
  private readonly inFlight: InFlight;
  private readonly announcer: Announcer | undefined;
  private readonly input: Fifo;
  private readonly fragments: Fifo;
  private readonly out: Fifo;
  private readonly cache: TexelCache;
  private readonly tagsPerCycle: number;
  private readonly outstandingMisses: number;
  private readonly tagLatency: number;
  private readonly dataLatency: number;
  private readonly bankMask: number;
  /** The cycle in which each bank of the data store was last used. */
  private readonly bankUsed: Float64Array;

  /** Outstanding misses: sectors requested and not yet written to the data store. */
  private outstanding = 0;
  /** The pass whose sectors are being looked up, NOTHING between passes. */
  private looking = NOTHING;
  /** The pass that is being read, and the number of its sectors that have been read. */
  private reading = NOTHING;
  private read = 0;
  /**
   * The activity that the last cycle's end of reading stands for: the reason why the pass could not be read further.
   */
  private waitedFor = busy;

  constructor(parts: StageParts, input: Fifo, fragments: Fifo, out: Fifo) {
    const { cache, pipeline } = parts.design;
    this.parts = parts;
    this.inFlight = parts.inFlight;
    this.announcer = parts.announcer;
    this.input = input;
    this.fragments = fragments;
    this.out = out;
    this.cache = parts.work.cache;
    this.tagsPerCycle = cache.tagsPerCycle;
    this.outstandingMisses = cache.outstandingMisses;
    this.tagLatency = pipeline.latency.tag;
    this.dataLatency = pipeline.latency.data;
    this.bankMask = cache.banks - 1;
    this.bankUsed = new Float64Array(cache.banks).fill(-1);
  }

  /**
   * Looks `tagsPerCycle` sectors of a pass up, or fewer. The pass enters the fragment FIFO with its first sector. A
   * pass with more misses than the unit may have outstanding therefore still drains.
   *
   * @returns the tag stage's activity in this cycle
   */
  tickTags(cycle: number): number {
    if (this.looking !== NOTHING) return this.lookUp(cycle, this.looking) ? tagPorts : missSlots;
    const slot = this.input.head(cycle);
    if (slot === NOTHING) return starved;
    if (this.fragments.full) return blocked;
    this.input.pop();
    this.parts.work.collect(slot);
    this.announcer?.enter(cycle, STAGE.tag, slot);
    this.fragments.push(slot, cycle + this.tagLatency);
    this.lookUp(cycle, slot);
    return busy;
  }

  /** @returns true if any look-up was made */
  private lookUp(cycle: number, slot: number): boolean {
    const { inFlight, cache } = this;
    const count = inFlight.sectorCount[slot];
    const before = inFlight.lookedUp[slot];
    const until = Math.min(count, before + this.tagsPerCycle);
    const first = PASS_TAPS * slot;
    let n = before;
    for (; n < until; n++) {
      const at = first + n;
      if (!cache.hit(cycle, at)) {
        if (this.outstanding === this.outstandingMisses && !cache.swaps(at)) break;
        if (cache.miss(cycle, slot, at) !== SOURCE.swapped) this.outstanding++;
      }
      this.announcer?.lookedUp(
        cycle,
        cache.addressOf(at),
        cache.wayOf(at),
        inFlight.sectorSource[at],
        inFlight.sectorReady[at],
      );
    }
    inFlight.lookedUp[slot] = n;
    this.looking = n < count ? slot : NOTHING;
    this.parts.statistics.lookups += n - before;
    return n > before;
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
    this.announcer?.enter(cycle, STAGE.data, slot);
    return this.readSectors(cycle, slot);
  }

  /** @returns the activity of the cycle: work for the pass's first sectors, the reason of the wait for later ones */
  private readSectors(cycle: number, slot: number): number {
    const { inFlight, bankUsed, bankMask, cache } = this;
    const { work } = this.parts;
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
        cache.bankConflicts++;
        break;
      }
      bankUsed[bank] = cycle;
      if (source !== SOURCE.hit) {
        // The sector's line may take the place of a line that the same pass reads before it.
        work.read(slot, unread, n);
        unread = n;
        work.write(at);
        if (source !== SOURCE.swapped) this.outstanding--;
      }
    }
    work.read(slot, unread, n);
    this.read = n;
    if (n < count) {
      if (n === until) this.waitedFor = starved;
      if (n === before) return this.waitedFor;
    } else {
      work.readBorder(slot);
      this.reading = NOTHING;
      this.out.push(slot, cycle + this.dataLatency);
    }
    return before === 0 ? busy : waited;
  }

  totals() {
    return this.cache.totals();
  }
}
