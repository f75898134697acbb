import type { PipelineDesign } from '../../rtl-model/design/design.ts';
import { CAUSE } from '../counters/causes.ts';
import type { QuadWork } from '../stages/quad-work.ts';
import type { RunParts } from '../cache/run-parts.ts';
import { ACTIVITY } from '../stages/stages.ts';
import { fills, misses } from '../cache/texel-cache.ts';
import { EntryTimes } from './entry-times.ts';
import { ADDRESSING, AT_DECODE, AT_TAGS, type QuadTimes } from './quad-times.ts';
import { TagWork } from './tag-work.ts';

const { busy, starved, blocked, bankConflict, memory, tagPorts, missSlots, missPorts, missQueue, tagFill, dataFill } =
  ACTIVITY;

/** The one slot, which holds one pass after the other. */
const SLOT = 0;
/**
 * Entries of `cycles`: the cycle of the look-ups, and that of the reads; the first cycle after the writes of tags; the
 * first one in which the data store can be read after its last write; the pass's first cycle of reads; the cycle of
 * the look-ups before the miss that is to be sent.
 */
const LOOKING = 0;
const READING = 1;
const TAGS_WRITTEN = 2;
const READABLE = 3;
const WORKING = 4;
const BEFORE = 5;

/** The times of the texel cache's tag and data stage, pass after pass. */
export class CacheTimes {
  readonly cache = this.work.cache;
  private readonly inFlight = this.work.inFlight;
  private readonly causes = this.times.causes;
  private readonly design = this.parts.design.cache;
  private readonly fill = this.design.fill;
  private readonly misses = new EntryTimes(this.design.outstandingMisses);
  /** Null for any number of requests in flight. */
  private readonly requests = requestTimes(this.parts.design.pipeline);
  private readonly tagLatency = this.parts.design.pipeline.latency.tag;
  private readonly dataLatency = this.parts.design.pipeline.latency.data;
  /** The cycle in which each sector of the pass was looked up. */
  private readonly lookedUp = new Float64Array(this.inFlight.sector.length);
  private readonly cycles = new Float64Array(6);
  /** The next sector to look up, the first one of the cycle of the look-ups, and the tag ports left in it. */
  private next = 0;
  private firstNow = 0;
  private ports = 0;
  /** Misses sent in the cycle of the look-ups, and tags to write after it. */
  private sent = 0;
  private tags = 0;
  private readonly tagWork = new TagWork();
  /** Sectors of the pass that have been read, and those read before the current cycle. */
  private read = 0;
  private readBefore = 0;
  /** Its sectors that have been written where they had to be. */
  private written = 0;
  /** True if the next activity will say why the pass needs more than its first cycle of reads. */
  private working = false;
  /** The activity that says why the pass could not be read further in the cycle before. */
  private waitedFor = busy;

  constructor(
    private readonly parts: RunParts,
    private readonly times: QuadTimes,
    private readonly work: QuadWork,
  ) {}

  /**
   * Looks up and reads the sectors of the pass that comes from the address unit. The pass enters the fragment FIFO with
   * its first look-up. A pass with more misses than the unit may have outstanding therefore still drains.
   */
  take(): void {
    this.begin();
    while (this.lookUp() !== Infinity) this.send();
    this.end();
  }

  /** A pass comes from the address unit. */
  begin(): void {
    this.work.collect(SLOT);
    this.start();
  }

  /** Looks sectors up until a miss needs the L2 or the memory. @returns the cycle of that miss, or Infinity */
  lookUp(): number {
    const { cache, cycles } = this;
    const count = this.inFlight.sectorCount[SLOT];
    for (let n = this.next; n < count; n++) {
      const cycle = cycles[LOOKING];
      const first = this.ports === 0 && !cache.sharesTag(n, this.firstNow) ? this.nextLookUp() : cycle;
      const joinsUntil = cache.joinsUntil(n);
      const at = joinsUntil > first ? this.roomToJoin(first, n, joinsUntil) : first;
      if (cache.hit(at, n)) {
        this.looked(n, at, at, tagPorts);
        if (joinsUntil > at) this.misses.take();
      } else if (cache.swaps(n)) this.swap(at, n);
      else {
        this.next = n;
        return this.prepare(at, n);
      }
      this.takePort(n, cycle);
    }
    this.next = count;
    return Infinity;
  }

  /** Sends the miss that `lookUp` has come to. */
  send(): void {
    const { cycles } = this;
    this.misses.take();
    this.cache.miss(cycles[LOOKING], SLOT, this.next);
    this.sent++;
    this.tags++;
    this.takePort(this.next++, cycles[BEFORE]);
  }

  /** Sector n has been looked up. @param before the cycle of the look-ups before */
  private takePort(n: number, before: number): void {
    if (this.cycles[LOOKING] > before) {
      this.ports = this.design.tagsPerCycle;
      this.firstNow = n;
    }
    if (this.cache.sharesTag(n, this.firstNow)) return;
    this.ports--;
    this.parts.statistics.tagReads++;
  }

  /** Reads the pass, all of whose sectors are looked up. */
  end(): void {
    const { cycles } = this;
    this.parts.statistics.lookups += this.next;
    cycles[TAGS_WRITTEN] = this.nextLookUp();
    this.times.tags.end(cycles[LOOKING] + 1);
    this.finishReading();
  }

  private start(): void {
    const { cycles, causes } = this;
    const { when, address, tags, data } = this.times;
    const arrival = Math.max(when[AT_TAGS], tags.known);
    const ready = Math.max(arrival, cycles[TAGS_WRITTEN]);
    if (ready > arrival) {
      tags.rest(arrival);
      tags.spent(tagFill, ready - arrival);
      tags.end(ready);
    }
    const admitted = this.requests === null ? ready : this.admit(this.requests, ready);
    const looking = tags.take(admitted, 1);
    if (looking > ready) causes.heldBack(ready, looking, CAUSE.fragmentFifo);
    address.leave(looking);
    const reading = data.start(looking + this.tagLatency);
    if (ready > arrival) {
      causes.starved(arrival + this.tagLatency, when[ADDRESSING]);
      causes.until(ready + this.tagLatency, CAUSE.tagFill);
    }
    if (admitted > ready) {
      causes.starved(ready + this.tagLatency, when[ADDRESSING]);
      causes.until(admitted + this.tagLatency, CAUSE.fragmentFifo);
    }
    causes.starved(reading, when[ADDRESSING]);
    tags.leave(reading);
    cycles[LOOKING] = looking;
    cycles[READING] = reading;
    this.tagWork.begin(looking);
    this.sent = 0;
    this.tags = 0;
    this.read = 0;
    this.readBefore = 0;
    this.written = 0;
    this.next = 0;
    this.firstNow = 0;
    this.ports = this.design.tagsPerCycle;
  }

  /** A pass could be looked up from a cycle on. @returns the cycle from which on its quad can be in flight */
  private admit(requests: EntryTimes, ready: number): number {
    if (this.inFlight.pass[SLOT] > 0) return ready;
    const { room } = requests;
    requests.take();
    if (room <= ready) return ready;
    const { tags } = this.times;
    tags.rest(ready);
    tags.spent(blocked, room - ready);
    tags.end(room);
    return room;
  }

  /** The first cycle of look-ups after the current one, and after the writes of its tags. */
  private nextLookUp(): number {
    return this.cycles[LOOKING] + 1 + this.tags * this.fill.tagCycles;
  }

  /** Sector n comes out of the victim buffer. */
  private swap(cycle: number, n: number): void {
    this.looked(n, cycle, cycle, tagPorts);
    this.cache.miss(cycle, SLOT, n);
    this.tags++;
  }

  /** The cycle in which sector n, which is on its way until another, finds an outstanding miss or has come. */
  private roomToJoin(cycle: number, n: number, until: number): number {
    if (this.misses.full) this.readUntil(n);
    const { room } = this.misses;
    return room > cycle ? Math.min(Math.max(room, this.nextLookUp()), Math.max(until, this.nextLookUp())) : cycle;
  }

  /** Waits for room for the miss of sector n. @returns the cycle in which it can be sent */
  private prepare(cycle: number, n: number): number {
    const { cache, misses, cycles } = this;
    cycles[BEFORE] = cycles[LOOKING];
    if (misses.full) this.readUntil(n);
    const tooMany = cycle === cycles[LOOKING] && this.sent === this.design.missesPerCycle;
    const first = tooMany ? this.nextLookUp() : cycle;
    const slots = misses.room;
    const room = Math.max(slots, cache.queueRoom);
    const at = room > first ? Math.max(room, this.nextLookUp()) : first;
    this.looked(n, at, slots, tooMany && at === first ? missPorts : tagPorts);
    return at;
  }

  /**
   * Sector n is looked up in the cycle. If that is a later one than for the sector before, the tag stage writes tags,
   * waits for an outstanding miss until `slots`, and then for the miss queue.
   *
   * @param activity that of the cycle, if it is a later one
   */
  private looked(n: number, at: number, slots: number, activity: number): void {
    const { cycles, tagWork, causes } = this;
    const { tags } = this.times;
    this.lookedUp[n] = at;
    if (at === cycles[LOOKING]) return;
    const from = cycles[LOOKING] + 1;
    const written = this.nextLookUp();
    const free = Math.min(at, Math.max(written, slots));
    if (written > from) {
      tags.spent(tagFill, written - from);
      tagWork.add(written, tagFill);
    }
    if (free > written) {
      tags.spent(missSlots, free - written);
      tagWork.add(free, missSlots);
      causes.heldBack(written, free, CAUSE.missSlots);
    }
    if (at > free) {
      tags.spent(missQueue, at - free);
      tagWork.add(at, missQueue);
      causes.heldBack(free, at, CAUSE.missQueue);
    }
    tags.spent(activity, 1);
    tagWork.add(at + 1, activity);
    cycles[LOOKING] = at;
    this.sent = 0;
    this.tags = 0;
  }

  private finishReading(): void {
    const { cycles, times } = this;
    const count = this.inFlight.sectorCount[SLOT];
    this.readUntil(count);
    if (this.fill.dataCycles !== 0) this.readFilled(count);
    const last = cycles[READING];
    if (this.working) this.waited(this.progress(), last, last);
    times.data.spent(this.progress(), 1);
    times.data.end(last + 1);
    if (this.requests !== null && this.isLastPass()) this.requests.leave(last);
    times.when[AT_DECODE] = last + this.dataLatency;
  }

  private isLastPass(): boolean {
    const { pass, passes, quadOf } = this.inFlight;
    return pass[SLOT] === passes[quadOf[SLOT]] - 1;
  }

  /** Goes on with the first `count` sectors, all of which are looked up: their fills, if these have the ports of reads. */
  private readUntil(count: number): void {
    if (this.fill.dataCycles === 0) this.readSectors(count);
    else this.fillUntil(count);
  }

  /** Reads sectors in order, as far as the ports of each bank go. */
  private readSectors(count: number): void {
    const { cycles, cache, written } = this;
    const { sector, sectorReady, sectorReads } = this.inFlight;
    for (; this.read < count; this.read++) {
      const n = this.read;
      if (sectorReady[n] > cycles[READING]) this.waitFor(n);
      while (!cache.ports.read(cycles[READING], sector[n], sectorReads[n])) {
        this.wait(bankConflict, cycles[READING] + 1);
      }
      if (n >= written) this.leave(n);
    }
  }

  /** Reads sectors whose fills are written, once the ports have turned around. */
  private readFilled(count: number): void {
    const { cycles } = this;
    if (cycles[READABLE] > cycles[READING]) this.wait(dataFill, cycles[READABLE]);
    this.readSectors(count);
  }

  /** Writes the fills among the first `count` sectors, one after the other. A sector that one overwrites is read first. */
  private fillUntil(count: number): void {
    const { cycles, cache, fill } = this;
    const { sectorSource, sectorReady } = this.inFlight;
    for (; this.written < count; this.written++) {
      const n = this.written;
      if (sectorReady[n] > cycles[READING]) this.waitFor(n);
      if (!fills(sectorSource[n])) {
        this.leave(n);
        continue;
      }
      const needed = cache.overwritten(n, this.read);
      if (needed > this.read) {
        this.readFilled(needed);
        this.wait(dataFill, cycles[READING] + 1);
      }
      this.leave(n);
      const end = cycles[READING] + fill.dataCycles;
      cycles[READABLE] = end + fill.turnaroundCycles;
      this.wait(dataFill, end);
    }
  }

  /** Sector n is in the data store, and its outstanding miss is free again. */
  private leave(n: number): void {
    if (misses(this.inFlight.sectorSource[n])) this.misses.leave(this.cycles[READING]);
  }

  /** Waits until sector n is there. Before its look-up, and during a hit's tag latency, the data stage is starved. */
  private waitFor(n: number): void {
    const { sectorReady, sectorSource } = this.inFlight;
    const cycle = this.cycles[READING];
    const ready = sectorReady[n];
    const known = this.lookedUp[n] + 1;
    if (!fills(sectorSource[n]) || ready <= known) {
      this.wait(starved, ready);
      return;
    }
    if (known > cycle) this.wait(starved, known);
    this.wait(memory, ready);
  }

  /** Reads no further sector before the cycle `until`, for a reason. */
  private wait(reason: number, until: number): void {
    const { data } = this.times;
    const { cycles } = this;
    let from = cycles[READING];
    if (this.read > this.readBefore) {
      this.progressed(from);
      from++;
    }
    if (until > from) {
      data.spent(reason, until - from);
      this.waited(reason, from, until);
    }
    this.waitedFor = reason;
    this.readBefore = this.read;
    cycles[READING] = until;
  }

  /** Sectors were read in the cycle. The first cycle of a pass is its work; the next one says why it needs more. */
  private progressed(cycle: number): void {
    const progress = this.progress();
    this.times.data.spent(progress, 1);
    if (progress !== busy) this.waited(progress, cycle, cycle + 1);
    else {
      this.working = true;
      this.cycles[WORKING] = cycle;
    }
  }

  /** Reports the cause of the cycles in which the data stage waited for a reason. */
  private waited(reason: number, from: number, until: number): void {
    const { causes, cycles } = this;
    const since = this.working ? cycles[WORKING] : from;
    this.working = false;
    if (reason === memory) causes.waited(until);
    else if (reason === starved) this.waitedForTags(since, until);
    else causes.until(until, reason === bankConflict ? CAUSE.bankConflict : CAUSE.dataFill);
  }

  /** The causes of cycles in which a sector had not come from the tag stage: what that did a tag latency before. */
  private waitedForTags(from: number, until: number): void {
    const { tagWork, tagLatency, causes } = this;
    for (let cycle = from; cycle < until;) {
      const end = Math.min(until, tagWork.seek(cycle - tagLatency) + tagLatency);
      causes.until(end, tagWork.cause);
      cycle = end;
    }
  }

  /** The activity of a cycle that reads: work for the pass's first sectors, the reason of the wait for later ones. */
  private progress(): number {
    return this.readBefore === 0 ? busy : this.waitedFor;
  }
}

function requestTimes({ requestsInFlight: most }: PipelineDesign): EntryTimes | null {
  return most === 'unlimited' ? null : new EntryTimes(most);
}
