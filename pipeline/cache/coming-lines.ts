import type { UnknownCycles } from '../memory/unknown-cycles.ts';

/** A line that has been asked for and has no tag yet. */
export interface ComingLine {
  readonly sector: number;
  /** The cycle in which it comes, which may be unknown. */
  arrival: number;
  /** True if a look-up that waits for it writes. */
  writes: boolean;
  /** The entries of the passes' sectors that wait for it, in the order of their look-ups. */
  readonly waiting: number[];
}

/** The lines on their way to a texel cache that replaces a tag when its line comes (`cache.fill.tags`: arrival). */
export class ComingLines {
  private readonly bySector = new Map<number, ComingLine>();
  /** Those whose arrival is known, the first one first. */
  private readonly inOrder: ComingLine[] = [];

  constructor(private readonly unknown: UnknownCycles) {}

  /** The line of a sector, undefined if it is not on its way. */
  of(sector: number): ComingLine | undefined {
    return this.bySector.get(sector);
  }

  /** @param arrival no earlier than `least`, once it is known  @param entry that has asked for it */
  add(sector: number, arrival: number, least: number, writes: boolean, entry: number): void {
    const line = { sector, arrival, writes, waiting: [entry] };
    this.bySector.set(sector, line);
    this.unknown.whenKnown(arrival, (known) => {
      line.arrival = Math.max(least, known);
      const before = this.inOrder.findLastIndex((other) => other.arrival <= line.arrival);
      this.inOrder.splice(before + 1, 0, line);
    });
  }

  /** The next line that has come by a cycle: by arrival, and by miss in one cycle; null if none has. */
  next(cycle: number): ComingLine | null {
    return this.inOrder.length > 0 && this.inOrder[0].arrival <= cycle ? this.inOrder[0] : null;
  }

  /** The next line has its place. */
  leave(): void {
    this.bySector.delete(this.inOrder.shift()!.sector);
  }
}
