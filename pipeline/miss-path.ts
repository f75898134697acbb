import { type CacheLevels, FOUND_IN } from '../rtl-model/texel-cache/cache-levels.ts';
import { ABSENT } from '../rtl-model/texel-cache/tag-array.ts';
import { BusClock, SAME_CLOCK } from './bus-clock.ts';
import type { MemoryPort } from './memory.ts';
import type { RunParts } from './run-parts.ts';

/** Cycles that a swap with the victim buffer takes longer than a hit (Jouppi 1990). */
const SWAP_CYCLES = 1;

/**
 * The arrival of sectors that the texel cache has missed. They come out of the victim buffer, or over the L2's link,
 * which moves one sector after the other in the order of the misses, or straight from memory where there is no L2.
 */
export class MissPath {
  private readonly levels: CacheLevels;
  private readonly memory: MemoryPort;
  private readonly swapped: number;
  private readonly hasL2: boolean;
  private readonly l2Latency: number;
  private readonly l2BytesPerCycle: number;
  /** The arrival of each slot's line, for an L2 that keeps the lines that it misses. */
  private readonly l2Arrival: Float64Array;
  private readonly linkClock: BusClock;
  /** The first cycle of the link in which it is free. */
  private linkFree = 0;
  /** Cycles in which the L2's link has moved data, in its own clock. */
  linkBusyCycles = 0;
  /** The cycle in which the last miss was taken: by the memory, or at once by an L2. */
  taken = 0;
  /** L2 hits on lines that were still on their way. */
  l2Merged = 0;

  constructor({ design, memory, l2: shared }: RunParts, levels: CacheLevels) {
    const { pipeline } = design;
    const { l2 } = design.cache;
    this.levels = levels;
    this.memory = memory;
    this.swapped = pipeline.latency.tag + SWAP_CYCLES;
    this.hasL2 = l2 !== null;
    this.l2Latency = l2?.latency ?? 0;
    this.l2BytesPerCycle = l2?.bytesPerCycle ?? 1;
    this.linkClock = new BusClock(l2?.busClock ?? SAME_CLOCK);
    this.l2Arrival = shared?.arrival ?? new Float64Array(0);
  }

  /** @param found the place in which the last `take` found its sector  @returns the cycle in which it can be read */
  arrival(cycle: number, found: number): number {
    this.taken = cycle;
    if (found === FOUND_IN.victimBuffer) return cycle + this.swapped;
    const { levels, memory } = this;
    if (!this.hasL2) {
      const arrival = memory.request(cycle, levels.fetchAddress, levels.fetchBytes);
      this.taken = memory.taken;
      return arrival;
    }
    const atL2 = cycle + this.l2Latency;
    if (found === FOUND_IN.l2) {
      // The link keeps the order: a line that is on its way comes no earlier than for the miss that asked for it.
      if (levels.l2Slot !== ABSENT && this.l2Arrival[levels.l2Slot] > atL2) this.l2Merged++;
      return this.overLink(atL2);
    }
    const fetched = memory.request(atL2, levels.fetchAddress, levels.fetchBytes);
    if (levels.l2Slot !== ABSENT) this.l2Arrival[levels.l2Slot] = fetched;
    return this.overLink(fetched);
  }

  private overLink(from: number): number {
    const cycles = Math.ceil(this.levels.linkBytes / this.l2BytesPerCycle);
    this.linkFree = Math.max(this.linkClock.toBus(from), this.linkFree) + cycles;
    this.linkBusyCycles += cycles;
    return this.linkClock.toUnit(this.linkFree);
  }
}
