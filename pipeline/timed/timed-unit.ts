import type { RunParts } from '../cache/run-parts.ts';
import type { QuadSource, QuadWork } from '../stages/quad-work.ts';
import { UnitTimes } from './unit-times.ts';

/**
 * A texture unit whose times are worked out quad after quad, and which stops in front of each miss that goes to the L2
 * or the memory. The cycle of the miss depends on the unit's own past alone, and on the answers to its earlier misses.
 */
export class TimedUnit extends UnitTimes {
  /** The slot of the quad in work, its pass, and the passes that it has; no quad is in work if they are equal. */
  private slot = 0;
  private pass = 0;
  private passes = 0;
  /** The cycle of the next miss. It is Infinity if no quad is left. */
  next = Infinity;

  constructor(
    parts: RunParts,
    work: QuadWork,
    private readonly source: QuadSource,
  ) {
    super(parts, work);
  }

  /** The serial number of the quad in work. */
  get quad(): number {
    return this.work.inFlight.quad[this.slot];
  }

  /** Works on up to the next miss, or to the last quad. */
  advance(): void {
    this.next = Infinity;
    for (;;) {
      if (this.pass === this.passes) {
        if (!this.source.waiting) return;
        this.takeQuad();
        this.takePass();
      }
      this.next = this.cache.lookUp();
      if (this.next !== Infinity) return;
      this.endPass();
    }
  }

  /** Sends the miss that it has stopped at, and works on. */
  send(): void {
    this.cache.send();
    this.advance();
  }

  private takeQuad(): void {
    const { cycle, warp } = this.source;
    this.slot = this.source.take();
    this.enter(this.slot, cycle, warp);
    this.pass = 0;
    this.passes = this.work.inFlight.passes[this.slot];
  }

  private takePass(): void {
    this.addressPass(this.slot, this.pass, this.pass === this.passes - 1);
    this.cache.begin();
  }

  private endPass(): void {
    this.cache.end();
    this.pass++;
    const last = this.pass === this.passes;
    this.filterPass(this.slot, last);
    if (last) this.give(this.slot);
    else this.takePass();
  }
}
