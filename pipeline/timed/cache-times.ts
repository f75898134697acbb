import { CAUSE } from '../causes.ts';
import type { InFlight } from '../in-flight.ts';
import type { QuadWork } from '../quad-work.ts';
import type { RunParts } from '../run-parts.ts';
import { ACTIVITY } from '../stages.ts';
import type { Statistics } from '../statistics.ts';
import { SOURCE, type TexelCache } from '../texel-cache.ts';
import type { CauseTimes } from './cause-times.ts';
import { MissTimes } from './miss-times.ts';
import { ADDRESSING, AT_DECODE, AT_TAGS, type QuadTimes } from './quad-times.ts';

const { busy, starved, bankConflict, memory, tagPorts, missSlots } = ACTIVITY;

/** The one slot, which holds one pass after the other. */
const SLOT = 0;
/** Entries of `cycles`: the cycle of the look-ups, and that of the reads. */
const LOOKING = 0;
const READING = 1;

/** The times of the texel cache's tag and data stage, pass after pass. */
export class CacheTimes {
  private readonly work: QuadWork;
  private readonly cache: TexelCache;
  private readonly inFlight: InFlight;
  private readonly times: QuadTimes;
  private readonly causes: CauseTimes;
  private readonly statistics: Statistics;
  private readonly misses: MissTimes;
  private readonly tagsPerCycle: number;
  private readonly tagLatency: number;
  private readonly dataLatency: number;
  private readonly bankMask: number;
  /** The cycle in which each bank of the data store was last used. */
  private readonly bankUsed: Float64Array;
  /** The cycle in which each sector of the pass was looked up. */
  private readonly lookedUp: Float64Array;
  private readonly cycles = new Float64Array(2);
  /** Sectors of the pass that have been read, and those read before the current cycle. */
  private read = 0;
  private readBefore = 0;
  /** The activity that stands for why the pass could not be read further in the cycle before. */
  private waitedFor = busy;

  constructor(parts: RunParts, times: QuadTimes, work: QuadWork) {
    const { design, statistics } = parts;
    const { cache, pipeline } = design;
    const { inFlight, cache: tags } = work;
    this.work = work;
    this.cache = tags;
    this.inFlight = inFlight;
    this.times = times;
    this.causes = times.causes;
    this.statistics = statistics;
    this.misses = new MissTimes(cache.outstandingMisses);
    this.tagsPerCycle = cache.tagsPerCycle;
    this.tagLatency = pipeline.latency.tag;
    this.dataLatency = pipeline.latency.data;
    this.bankMask = cache.banks - 1;
    this.bankUsed = new Float64Array(cache.banks).fill(-1);
    this.lookedUp = new Float64Array(inFlight.sector.length);
  }

  /**
   * Looks up and reads the sectors of the pass that comes from the address unit. The pass enters the fragment FIFO with
   * its first look-up. A pass with more misses than the unit may have outstanding therefore still drains.
   */
  take(): void {
    this.work.collect(SLOT);
    this.start();
    this.lookUp();
    this.finishReading();
  }

  totals() {
    return this.cache.totals();
  }

  private start(): void {
    const { cycles, causes } = this;
    const { when, address, tags, data } = this.times;
    const ready = Math.max(when[AT_TAGS], tags.known);
    const looking = tags.take(ready, 1);
    if (looking > ready) causes.heldBack(ready, looking, CAUSE.fragmentFifo);
    address.leave(looking);
    const reading = data.start(looking + this.tagLatency);
    causes.starved(reading, when[ADDRESSING]);
    tags.leave(reading);
    cycles[LOOKING] = looking;
    cycles[READING] = reading;
    this.read = 0;
    this.readBefore = 0;
  }

  private lookUp(): void {
    const { tagsPerCycle, cache, cycles, lookedUp } = this;
    const count = this.inFlight.sectorCount[SLOT];
    let ports = tagsPerCycle;
    for (let n = 0; n < count; n++) {
      const cycle = cycles[LOOKING];
      const at = ports === 0 ? cycle + 1 : cycle;
      if (cache.hit(at, n)) lookedUp[n] = at;
      else this.miss(at, n);
      if (lookedUp[n] > cycle) {
        this.goOn(lookedUp[n]);
        ports = tagsPerCycle;
      }
      ports--;
    }
    this.statistics.lookups += count;
    this.times.tags.end(cycles[LOOKING] + 1);
  }

  /** Sends out the miss of sector n, in the cycle or as soon as one of the outstanding misses is free. */
  private miss(cycle: number, n: number): void {
    const { cache, misses, lookedUp } = this;
    if (cache.swaps(n)) {
      lookedUp[n] = cycle;
      cache.miss(cycle, SLOT, n);
      return;
    }
    if (misses.full) this.readUntil(n);
    lookedUp[n] = Math.max(cycle, misses.room);
    misses.send();
    cache.miss(lookedUp[n], SLOT, n);
  }

  /** Goes on with the look-ups in a later cycle. */
  private goOn(at: number): void {
    const { cycles, causes } = this;
    const { tags } = this.times;
    const next = cycles[LOOKING] + 1;
    if (at > next) {
      tags.spent(missSlots, at - next);
      causes.heldBack(next, at, CAUSE.missSlots);
    }
    tags.spent(tagPorts, 1);
    cycles[LOOKING] = at;
  }

  private finishReading(): void {
    const { cycles, times } = this;
    this.readUntil(this.inFlight.sectorCount[SLOT]);
    const last = cycles[READING];
    this.times.data.spent(this.progress(), 1);
    times.data.end(last + 1);
    times.when[AT_DECODE] = last + this.dataLatency;
  }

  /** Reads on until `count` sectors, all of which are looked up, are read: in order, and each bank once a cycle. */
  private readUntil(count: number): void {
    const { cycles, bankUsed, bankMask } = this;
    const { sector, sectorSource, sectorReady } = this.inFlight;
    for (let n = this.read; n < count; n++) {
      const bank = sector[n] & bankMask;
      if (sectorReady[n] > cycles[READING]) this.waitFor(n);
      else if (bankUsed[bank] === cycles[READING]) this.waitForBank(n);
      bankUsed[bank] = cycles[READING];
      const source = sectorSource[n];
      if (source !== SOURCE.hit && source !== SOURCE.swapped) this.misses.leave(cycles[READING]);
    }
    this.read = count;
  }

  private waitForBank(n: number): void {
    const next = this.cycles[READING] + 1;
    this.cache.bankConflicts++;
    this.wait(n, bankConflict, next, bankConflict);
  }

  /** Waits until sector n is there. Before its look-up, and during a hit's tag latency, the data stage is starved. */
  private waitFor(n: number): void {
    const { sectorReady, sectorSource } = this.inFlight;
    const cycle = this.cycles[READING];
    const ready = sectorReady[n];
    const known = this.lookedUp[n] + 1;
    if (sectorSource[n] === SOURCE.hit || ready <= known) {
      this.wait(n, starved, ready, starved);
      return;
    }
    if (known > cycle) this.wait(n, starved, known, known > cycle + 1 ? starved : memory);
    this.wait(n, memory, ready, memory);
  }

  /**
   * Does not read sector n before the cycle `until`, for a reason. `next` is the reason of the cycle after this one.
   */
  private wait(n: number, reason: number, until: number, next: number): void {
    const { data } = this.times;
    const cycle = this.cycles[READING];
    let from = cycle;
    if (n > this.readBefore) {
      from = cycle + 1;
      const progress = this.progress();
      data.spent(progress, 1);
      // The first cycle of a pass is its work. The next one tells why the pass needs more.
      this.waited(n, progress === busy ? next : progress, cycle, from);
    }
    data.spent(reason, until - from);
    this.waited(n, reason, from, until);
    this.waitedFor = reason;
    this.readBefore = n;
    this.cycles[READING] = until;
  }

  /** Tells the cause of the cycles in which the data stage waited with sector n, for a reason. */
  private waited(n: number, reason: number, from: number, until: number): void {
    const { causes } = this;
    if (reason === memory) causes.waited(until);
    else causes.until(until, reason === bankConflict ? CAUSE.bankConflict : this.lookUpCause(n, from));
  }

  /** The cause why sector n had not come from the tag stage in a cycle, by what that stage did a tag latency before. */
  private lookUpCause(n: number, cycle: number): number {
    const { lookedUp, tagLatency } = this;
    if (n === 0) return CAUSE.missSlots;
    const before = lookedUp[n - 1];
    if (cycle - tagLatency > before) return CAUSE.missSlots;
    return before === lookedUp[0] && lookedUp[n] > before + 1 ? CAUSE.missSlots : CAUSE.tagPorts;
  }

  /** The activity of a cycle that reads: work for the pass's first sectors, the reason of the wait for later ones. */
  private progress(): number {
    return this.readBefore === 0 ? busy : this.waitedFor;
  }
}
