import type { PipelineDesign } from '../../rtl-model/design/design.ts';
import { PASS_TAPS } from '../cache/in-flight.ts';
import { ACTIVITY, STAGE } from '../stages/stages.ts';
import { fills, misses, SOURCE } from '../cache/texel-cache.ts';
import { type Fifo, NOTHING } from './fifo.ts';
import { LateTags } from './late-tags.ts';
import type { StageParts } from './stepped-stage.ts';

const { busy, starved, blocked, tagPorts, missSlots, missPorts, missQueue, tagFill, dataFill, bankConflict } = ACTIVITY;

/** The tag and the data stage of the texel cache; a pass waits in the fragment FIFO between them. */
export class CacheStages {
  private readonly inFlight = this.parts.inFlight;
  private readonly announcer = this.parts.announcer;
  private readonly cache = this.parts.work.cache;
  private readonly design = this.parts.design.cache;
  private readonly fill = this.design.fill;
  private readonly latency = this.parts.design.pipeline.latency;

  /** Outstanding misses: sectors requested and not yet written to the data store. */
  private outstanding = 0;
  /** Quads from the first look-up of their first pass to the last read of their last one, and the most of them. */
  private requests = 0;
  private readonly mostRequests = requestLimit(this.parts.design.pipeline);
  /** Sectors that the cycle has read after a miss, if each of them takes a look-up. */
  private replays = 0;
  private readonly replaying = this.design.replay === 'look-up';
  /** Null where a look-up replaces a tag. Otherwise data is read at the look-up, before a line that comes takes its place. */
  private readonly late =
    this.fill.tags === 'arrival' ? new LateTags(this.design, this.cache, this.parts.inFlight) : null;
  /** The pass whose sectors are being looked up, NOTHING between passes. */
  private looking = NOTHING;
  /** The reason why the last look-ups did not go on to the end of their pass, and the end of their writes of tags. */
  private stopped = tagPorts;
  private tagsWritten = 0;
  /** The pass that is being read, and the number of its sectors that have been read. */
  private reading = NOTHING;
  private read = 0;
  /** Its sectors that have been written where they had to be. */
  private written = 0;
  /** The first cycle after the last write of the data store, and the first one for reads after it. */
  private dataWritten = 0;
  private readable = 0;
  /**
   * The activity that the last cycle's end of reading means: the reason why the pass could not be read further.
   */
  private waitedFor = busy;

  constructor(
    private readonly parts: StageParts,
    private readonly input: Fifo,
    private readonly fragments: Fifo,
    private readonly out: Fifo,
  ) {}

  /** The slot of the pass that can be looked up in the cycle, or NOTHING. */
  looksUp(cycle: number): number {
    return this.looking === NOTHING ? this.input.head(cycle) : this.looking;
  }

  /**
   * Makes `tagsPerCycle` tag look-ups for sectors of a pass, or fewer, once the tags of earlier misses are written, and
   * besides those that are looked up again. The pass enters the fragment FIFO with its first sector. A pass with more
   * misses than the unit may have outstanding therefore still drains.
   *
   * @returns the tag stage's activity in this cycle
   */
  tickTags(cycle: number): number {
    const { looking, stopped } = this;
    const slot = this.looksUp(cycle);
    if (slot === NOTHING) return starved;
    if (cycle < this.tagsWritten || this.replays >= this.design.tagsPerCycle) return tagFill;
    if (looking !== NOTHING) {
      if (!this.lookUp(cycle, looking)) return this.stopped;
      return stopped === missPorts ? missPorts : tagPorts;
    }
    if (this.fragments.full) return blocked;
    if (this.inFlight.pass[slot] === 0) {
      if (this.requests === this.mostRequests) return blocked;
      this.requests++;
    }
    this.input.pop();
    this.parts.work.collect(slot);
    this.announcer?.enter(cycle, STAGE.tag, slot);
    this.fragments.push(slot, cycle + this.latency.tag);
    this.lookUp(cycle, slot);
    return busy;
  }

  /** @returns true if any look-up was made */
  private lookUp(cycle: number, slot: number): boolean {
    const { inFlight, cache } = this;
    const count = inFlight.sectorCount[slot];
    const before = inFlight.lookedUp[slot];
    const first = PASS_TAPS * slot;
    let n = before;
    let ports = this.design.tagsPerCycle - this.replays;
    let sent = 0;
    let tags = 0;
    this.stopped = tagPorts;
    for (; n < count; n++) {
      const at = first + n;
      const shares = cache.sharesTag(at, first + before);
      if (ports === 0 && !shares) break;
      const joins = cache.joinsUntil(at) > cycle;
      if (joins && this.allOutstanding) {
        this.stopped = missSlots;
        break;
      }
      if (cache.hit(cycle, at)) {
        if (joins) this.outstanding++;
      } else {
        if (!cache.swaps(at)) {
          this.stopped = this.hindrance(cycle, sent);
          if (this.stopped !== tagPorts) break;
        }
        if (cache.miss(cycle, slot, at) !== SOURCE.swapped) {
          this.outstanding++;
          sent++;
        }
        tags++;
      }
      if (!shares) {
        ports--;
        this.parts.statistics.tagReads++;
      }
      if (this.late !== null) this.parts.work.read(slot, n, n + 1);
      this.announcer?.lookedUp(cycle, at, cache.addressOf(at), cache.wayOf(at));
    }
    inFlight.lookedUp[slot] = n;
    this.looking = n < count ? slot : NOTHING;
    if (this.late === null) this.tagsWritten = cycle + 1 + tags * this.fill.tagCycles;
    this.parts.statistics.lookups += n - before;
    return n > before;
  }

  /** The reason why no further miss can be sent in a cycle that has sent so many, or `tagPorts`. */
  private hindrance(cycle: number, sent: number): number {
    if (sent === this.design.missesPerCycle) return missPorts;
    if (this.allOutstanding) return missSlots;
    return this.cache.queueRoom > cycle ? missQueue : tagPorts;
  }

  private get allOutstanding(): boolean {
    return this.outstanding === this.design.outstandingMisses;
  }

  /**
   * Writes fills and reads sectors of the oldest pass in order, as far as the ports of each bank go.
   *
   * @returns the data stage's activity in this cycle
   */
  tickData(cycle: number): number {
    this.replays = this.late === null ? 0 : this.design.tagsPerCycle - this.late.tick(cycle);
    this.outstanding -= this.late?.left ?? 0;
    this.parts.statistics.tagReads += this.late?.reads ?? 0;
    if (this.reading !== NOTHING) return this.readSectors(cycle, this.reading);
    const slot = this.fragments.head(cycle);
    if (slot === NOTHING) return starved;
    if (this.out.full) return blocked;
    this.fragments.pop();
    this.reading = slot;
    this.read = 0;
    this.written = 0;
    this.announcer?.enter(cycle, STAGE.data, slot);
    return this.readSectors(cycle, slot);
  }

  /** @returns the activity of the cycle: work for the pass's first sectors, the reason of the wait for later ones */
  private readSectors(cycle: number, slot: number): number {
    const { inFlight, cache } = this;
    const { work } = this.parts;
    const { sector, sectorSource, sectorReady, sectorReads } = inFlight;
    const count = inFlight.sectorCount[slot];
    const before = this.read;
    const waited = this.waitedFor;
    const first = PASS_TAPS * slot;
    const ownPorts = this.fill.dataCycles === 0;
    const until = ownPorts ? inFlight.lookedUp[slot] : this.fillSectors(cycle, slot);
    if (ownPorts && until < count) this.waitedFor = starved;
    let unread = before;
    let n = before;
    for (; n < until; n++) {
      const at = first + n;
      if (sectorReady[at] > cycle) {
        this.waitedFor = (this.late === null ? fills : misses)(sectorSource[at]) ? ACTIVITY.memory : starved;
        break;
      }
      if (this.late !== null) {
        this.parts.statistics.reads += sectorReads[at];
        continue;
      }
      if (!cache.ports.read(cycle, sector[at], sectorReads[at])) {
        this.waitedFor = bankConflict;
        break;
      }
      if (this.replaying && misses(sectorSource[at])) {
        this.replays++;
        this.parts.statistics.tagReads++;
      }
      if (n < this.written) continue;
      if (fills(sectorSource[at])) {
        // The sector's line may take the place of a line that the same pass reads before it.
        work.read(slot, unread, n);
        unread = n;
        work.write(at);
      }
      this.leave(at);
    }
    if (this.late === null) work.read(slot, unread, n);
    this.read = n;
    if (n === count) {
      work.readBorder(slot);
      this.reading = NOTHING;
      if (inFlight.pass[slot] === inFlight.passes[inFlight.quadOf[slot]] - 1) this.requests--;
      this.out.push(slot, cycle + this.latency.data);
    } else if (n === before) return this.waitedFor;
    return before === 0 ? busy : waited;
  }

  /**
   * Writes the sectors of the pass that have come on the ports that read, one after the other. The pass is read after
   * its last fill. A sector whose place a fill takes is read before it.
   *
   * @returns the pass's sectors that can be read in the cycle; `waitedFor` says why the others can't
   */
  private fillSectors(cycle: number, slot: number): number {
    const { inFlight, read, fill, cache } = this;
    const { sectorSource, sectorReady } = inFlight;
    const until = inFlight.lookedUp[slot];
    const first = PASS_TAPS * slot;
    this.waitedFor = dataFill;
    if (cycle < this.dataWritten) return read;
    for (; this.written < until; this.written++) {
      const at = first + this.written;
      const filled = fills(sectorSource[at]);
      if (sectorReady[at] > cycle) {
        this.waitedFor = filled ? ACTIVITY.memory : starved;
        return read;
      }
      if (!filled) {
        this.leave(at);
        continue;
      }
      const needed = cache.overwritten(at, first + read) - first;
      if (needed > read) return cycle < this.readable ? read : needed;
      this.parts.work.write(at);
      this.leave(at);
      this.written++;
      this.dataWritten = cycle + fill.dataCycles;
      this.readable = this.dataWritten + fill.turnaroundCycles;
      return read;
    }
    if (until < inFlight.sectorCount[slot]) {
      this.waitedFor = starved;
      return read;
    }
    return cycle < this.readable ? read : until;
  }

  /** Entry `at` has its sector in the data store, and no longer takes an outstanding miss. */
  private leave(at: number): void {
    if (misses(this.inFlight.sectorSource[at])) this.outstanding--;
  }
}

function requestLimit({ requestsInFlight: most }: PipelineDesign): number {
  return most === 'unlimited' ? Infinity : most;
}
