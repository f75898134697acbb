import type { CacheLevels } from '../../rtl-model/texel-cache/cache-levels.ts';
import { FOUND_IN } from '../../rtl-model/texel-cache/lower-levels.ts';
import { ABSENT } from '../../rtl-model/texel-cache/tag-array.ts';
import { Link } from '../memory/link.ts';
import type { MemoryPort } from '../memory/memory-port.ts';
import { UnknownCycles } from '../memory/unknown-cycles.ts';
import { QueuedLevels } from './miss-turns.ts';
import type { RunParts } from './run-parts.ts';

/** Cycles that a swap with the victim buffer takes longer than a hit (Jouppi 1990). */
const SWAP_CYCLES = 1;

/**
 * The arrival of sectors that the texel cache has missed. They come out of the victim or the prefetch buffer, or over the L2's link,
 * which moves one sector after the other in the order of the misses, or straight from below where there is no L2.
 */
export class MissPath {
  private readonly memory: MemoryPort = this.run.memory;
  private readonly swapped = this.run.design.pipeline.latency.tag + SWAP_CYCLES;
  private readonly missLatency = this.run.design.cache.missLatency;
  private readonly l2 = this.run.l2;
  private readonly tlb = this.run.tlb;
  /** The levels of misses that wait for their turn, null where none waits. */
  private readonly queued = this.levels instanceof QueuedLevels ? this.levels : null;
  private readonly l3 = this.run.l3;
  private readonly l2Latency = this.run.design.cache.l2?.latency ?? 0;
  private readonly l3Latency = this.run.design.cache.l3?.latency ?? 0;
  private readonly l2DataLatency = this.run.design.cache.l2?.dataLatency ?? 0;
  /** The arrival of each entry of the prefetch buffer. */
  private readonly prefetched = new Float64Array(this.run.design.cache.prefetch?.sectors ?? 0);
  /** The link from the L2. */
  private readonly link = new Link(
    this.run.design.cache.l2?.bytesPerCycle ?? 1,
    this.memory.unknown,
    this.run.design.cache.l2?.busClock,
  );
  /** The cycle in which the last miss left its queue, to be taken by the memory, or by the L2. */
  taken = 0;
  /** Cycles in which the L2's link has moved data, in its own clock. */
  get linkBusyCycles(): number {
    return this.link.busyCycles;
  }
  /** L2 hits on lines that were still on their way. */
  l2Merged = 0;

  constructor(
    private readonly run: RunParts,
    private readonly levels: CacheLevels,
  ) {}

  /**
   * @param found the place in which the last `take` found its sector  @param quad the serial number of its quad
   * @returns the cycle in which it can be read, which the memory may not know yet
   */
  arrival(cycle: number, found: number, quad: number): number {
    this.taken = cycle;
    if (found === FOUND_IN.victimBuffer) return cycle + this.swapped;
    if (found === FOUND_IN.prefetchBuffer) {
      return Math.max(cycle + this.swapped, this.prefetched[this.levels.prefetchEntry]);
    }
    return this.fetched(cycle, found, quad);
  }

  /** @param found the place in which the last `prefetch` found its sector  @param quad as of `arrival` */
  prefetch(cycle: number, found: number, quad: number): void {
    this.memory.unknown.store(this.prefetched, this.levels.prefetchEntry, this.fetched(cycle, found, quad));
  }

  /**
   * Sends what the last `take` or `flush` has given up over the link, in a cycle.
   *
   * @returns the cycle in which the L2 has them
   */
  writeOverLink(cycle: number): number {
    const { linkWriteBytes } = this.levels;
    return linkWriteBytes === 0 ? cycle : this.link.move(cycle + this.missLatency, linkWriteBytes);
  }

  /** Sends what the last `take`, `prefetch` or `flush` has given up to memory, in a cycle. */
  writeMemory(cycle: number): void {
    const { writeAddress, writeBytes, writeCount } = this.levels;
    const at = Math.max(cycle + this.missLatency, this.tlb?.left ?? 0) + this.l2Latency + this.l3Latency;
    for (let n = 0; n < writeCount; n++) this.memory.write(at, writeAddress[n], writeBytes[n]);
  }

  /** The arrival of a sector from the L2 or memory. */
  private fetched(cycle: number, found: number, quad: number): number {
    const { queued, run, memory, missLatency } = this;
    if (queued === null) return this.send(cycle, found);
    const { unknown } = memory;
    const lookUp = queued.later();
    const taken = unknown.add();
    this.taken = taken;
    return run.turns!.ask(cycle + missLatency, quad, (at) => {
      const { bytes } = memory;
      const arrival = this.send(at - missLatency, lookUp());
      this.writeMemory(at - missLatency);
      unknown.whenKnown(this.taken, (known) => unknown.resolve(taken, known));
      run.statistics.memoryBytes += memory.bytes - bytes;
      return arrival;
    });
  }

  /** Sends a miss of a cycle, which gets its latency. @returns the arrival of its sector */
  private send(cycle: number, found: number): number {
    const { levels, memory, l2, tlb, missLatency } = this;
    const came = cycle + missLatency;
    const asked = tlb === null ? came : tlb.leaves(came, levels.tlbSlot, levels.tlbHit);
    if (l2 === null) {
      const arrival = this.belowL2(asked, found);
      this.taken = this.l3 === null ? memory.unknown.plus(memory.taken, -missLatency) : asked - missLatency;
      return arrival;
    }
    const looked = l2.lookUp(asked, levels.fetchAddress);
    this.taken = memory.unknown.plus(looked, -missLatency);
    const atTags = memory.unknown.plus(looked, this.l2Latency);
    const slot = levels.l2Slot;
    if (found === FOUND_IN.l2) {
      const arrival = slot === ABSENT ? 0 : l2.arrival[slot];
      const later = UnknownCycles.has(Math.max(atTags, arrival));
      const ready = later ? this.readyLater(atTags, arrival) : this.readyInL2(atTags, arrival);
      return this.link.move(ready, levels.linkBytes);
    }
    const fetched = this.belowL2(l2.ask(atTags), found);
    l2.comesBack(fetched);
    if (slot !== ABSENT) memory.unknown.store(l2.arrival, slot, fetched);
    return this.link.move(fetched, levels.linkBytes);
  }

  /** Asks the L3 or the memory in a cycle, which may be unknown. @returns the cycle in which the bytes are back */
  private belowL2(cycle: number, found: number): number {
    const { l3, levels, memory } = this;
    if (l3 !== null) return l3.request(cycle, levels, found === FOUND_IN.l3);
    return memory.request(cycle, levels.memoryAddress, levels.memoryBytes);
  }

  /** The cycle in which a hit of the L2 in a cycle, on a line that arrives in another, is ready for the link. */
  private readyInL2(atTags: number, arrival: number): number {
    if (arrival > atTags) this.l2Merged++;
    return Math.max(atTags + this.l2DataLatency, arrival);
  }

  private readyLater(atTags: number, arrival: number): number {
    return this.memory.unknown.from([atTags, arrival], (from, known) => this.readyInL2(from, known));
  }
}
