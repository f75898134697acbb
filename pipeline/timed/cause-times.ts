import { CAUSE } from '../counters/causes.ts';
import { Intervals, NONE } from '../counters/intervals.ts';
import type { RunParts } from '../cache/run-parts.ts';
import { lags, STAGE } from '../stages/stages.ts';

// Entries of `cycles`.
/** The first cycle whose cause is not known. */
const OPEN = 0;
/** The first of the cycles before OPEN that have one cause. */
const SINCE = 1;
/** The cycle before which all waits for memory have their cause. */
const WAITED = 2;

/**
 * The causes of the cycles in which the result stage takes no quad, found pass by pass. Such a cycle lies, a fixed
 * number of cycles earlier, in the time in which the data stage waits for the pass or reads it: where a stage is
 * starved, the FIFO before it is empty, so that only latencies lie between. All cycles here are those of the data
 * stage. Each call goes on where the last one ended, and gives the cause of the cycles until its own end. It says
 * nothing about cycles that are known already because later stages were still at work.
 */
export class CauseTimes {
  private readonly timeline = this.parts.timeline;
  private readonly bus = this.parts.bus;
  private readonly lag = lags(this.parts.design.pipeline);
  /** Cycles from the data to the result stage, from the address to the data stage, and from the data to the filter stage. */
  private readonly toResult = this.lag[STAGE.data];
  private readonly fromAddress = this.lag[STAGE.address] - this.toResult;
  private readonly fromFilter = this.toResult - this.lag[STAGE.filter];
  /** The first cycle in which the first quad can have come from the front end: the cycles from there. */
  private readonly filled = this.lag[STAGE.frontEnd] - this.toResult;
  /** Cycles at OPEN, SINCE and WAITED. They are in an array because floats in fields cost conversions. */
  private readonly cycles = Float64Array.of(-this.toResult, -this.toResult, 0);
  /** The cause of the cycles from SINCE to OPEN. */
  private cause: number = CAUSE.fill;
  /** The data stage's waits for memory. The bus and the tag stage give their causes, once they are that far. */
  private readonly waits = new Intervals();
  /** The times in which the tag stage could send no further miss, with the cause that a wait has meanwhile. */
  private readonly held = new Intervals();
  /** The times in which the front end had no request, as none was issued, with the cause. */
  private readonly idleTimes = new Intervals();

  constructor(private readonly parts: RunParts) {}

  /**
   * The data stage was free until the pass's first look-up came, at `until`. The address stage began the pass at
   * `addressing`.
   */
  starved(until: number, addressing: number): void {
    this.idle(addressing + this.fromAddress);
    this.until(until, CAUSE.address);
  }

  /** The front end could take no quad in in the cycles `from` to `until - 1`, as none was issued, for this cause. */
  unissued(from: number, until: number, cause: number): void {
    if (until <= from) return;
    this.idleTimes.push(from, until, cause);
    this.idle(from + this.filled);
    this.until(until + this.filled, cause);
  }

  /** The cycles until this one have one cause. */
  until(cycle: number, cause: number): void {
    const { cycles } = this;
    if (cycle <= cycles[OPEN]) return;
    if (cause !== this.cause) this.change(cause);
    cycles[OPEN] = cycle;
  }

  /** The data stage waited for memory until the cycle. */
  waited(until: number): void {
    const { cycles } = this;
    if (until <= cycles[OPEN]) return;
    this.change(this.cause);
    this.waits.push(cycles[OPEN], until, CAUSE.memoryLatency);
    cycles[OPEN] = until;
    cycles[SINCE] = until;
  }

  /** The tag stage could send no miss in the cycles `from` to `until - 1`, for this cause. */
  heldBack(from: number, until: number, cause: number): void {
    this.held.push(from, until, cause);
  }

  private change(cause: number): void {
    const { cycles, toResult } = this;
    if (cycles[SINCE] < cycles[OPEN]) this.timeline.add(cycles[SINCE] + toResult, cycles[OPEN] + toResult, this.cause);
    cycles[SINCE] = cycles[OPEN];
    this.cause = cause;
  }

  /**
   * The filter works on the pass for so many cycles, from `from` on. The last cycle of a quad's last pass returns it.
   */
  filters(from: number, cycles: number, last: boolean): void {
    const end = from - this.fromFilter + cycles;
    if (!last) {
      this.until(end, CAUSE.filter);
      return;
    }
    this.until(end - 1, CAUSE.filter);
    this.until(end, CAUSE.returned);
  }

  /** No quad came, so that the result stage has nothing before the cycle. */
  rest(until: number): void {
    this.idle(until - this.toResult);
    this.change(this.cause);
    this.settle(until);
  }

  /** Finds the causes of the waits for memory before the cycle, up to which the tag stage and the front end are known. */
  settle(before: number): void {
    const { cycles } = this;
    let at = cycles[WAITED];
    while (at < before) {
      const waits = this.waits.kindAt(at) !== NONE;
      at = waits ? this.settleWait(at, Math.min(before, this.waits.changesAt)) : this.waits.changesAt;
    }
    cycles[WAITED] = before;
    this.bus.forget(before);
    this.held.forget(before);
    this.idleTimes.forget(before);
  }

  /** @returns the first cycle of the wait that has another cause than its first, or `end` */
  private settleWait(from: number, end: number): number {
    const { bus, held, idleTimes, timeline, toResult } = this;
    let cause = bus.kindAt(from);
    let until = bus.changesAt < end ? bus.changesAt : end;
    if (cause === NONE) {
      cause = held.kindAt(from);
      if (held.changesAt < until) until = held.changesAt;
      if (cause === NONE) {
        cause = idleTimes.kindAt(from);
        if (idleTimes.changesAt < until) until = idleTimes.changesAt;
        if (cause === NONE) cause = CAUSE.memoryLatency;
      }
    }
    timeline.add(from + toResult, until + toResult, cause);
    return until;
  }

  /** No quad came until the cycle. */
  private idle(until: number): void {
    const { cycles, filled } = this;
    if (cycles[OPEN] < filled) this.until(Math.min(until, filled), CAUSE.fill);
    this.until(until, CAUSE.input);
  }
}
