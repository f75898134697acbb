import type { CacheDesign } from '../../rtl-model/design/design.ts';
import type { ComingLine } from '../cache/coming-lines.ts';
import { misses, type TexelCache } from '../cache/texel-cache.ts';
import type { InFlight } from '../cache/in-flight.ts';

/**
 * The tag ports of a texel cache that replaces a tag when its line comes. Of a cycle, reads of lines that have come go
 * first, where they take a look-up; then the write of the next line's tag; then look-ups.
 */
export class LateTags {
  /** Entries that have been read in this cycle and had taken an outstanding miss. */
  left = 0;
  /** Tag ports that reads take in this cycle. */
  reads = 0;
  /** The line whose tag is being written, and the first cycle after the write. */
  private writing: ComingLine | null = null;
  private written = 0;
  /** Entries whose lines have their places, which have not been read. */
  private readonly unread: number[] = [];
  private readonly replays = this.design.replay === 'look-up';

  constructor(
    private readonly design: CacheDesign,
    private readonly cache: TexelCache,
    private readonly inFlight: InFlight,
  ) {}

  /** @returns the ports that the cycle has left for look-ups */
  tick(cycle: number): number {
    const { tagsPerCycle, fill } = this.design;
    const coming = this.cache.coming!;
    this.left = 0;
    this.reads = this.read(cycle, tagsPerCycle);
    if (this.writing !== null && cycle >= this.written) this.place(cycle, this.writing);
    if (this.reads > 0) return tagsPerCycle - this.reads;
    if (cycle < this.written) return 0;
    let line = coming.next(cycle);
    if (fill.tagCycles === 0) {
      for (; line !== null; line = coming.next(cycle)) this.place(cycle, line);
      return tagsPerCycle;
    }
    if (line === null) return tagsPerCycle;
    this.writing = line;
    this.written = cycle + fill.tagCycles;
    return 0;
  }

  private place(cycle: number, line: ComingLine): void {
    this.writing = null;
    this.cache.place(cycle, line);
    this.unread.push(...line.waiting);
  }

  /** @returns the ports that the reads take */
  private read(cycle: number, ports: number): number {
    const count = this.replays ? Math.min(ports, this.unread.length) : this.unread.length;
    if (count === 0) return 0;
    for (const at of this.unread.splice(0, count)) {
      if (misses(this.inFlight.sectorSource[at])) this.left++;
      this.cache.readLate(cycle, at);
    }
    return this.replays ? count : 0;
  }
}
