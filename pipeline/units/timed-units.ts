import { Arbiter } from '../cache/arbiter.ts';
import { InFlight } from '../cache/in-flight.ts';
import type { RunParts } from '../cache/run-parts.ts';
import { TimedUnit } from '../timed/timed-unit.ts';
import { QuadList, type Units } from './quad-list.ts';

/** Misses between two times at which the causes of waits for memory are found. */
const SETTLING = 256;

/**
 * Units whose times are worked out. Each works on up to its next miss, whose cycle depends on nothing that the others do
 * from then on. The earliest of these misses is sent first, so that the L2 and the memory get all misses in the order of
 * time; the arbiter orders those of one cycle.
 */
export class TimedUnits implements Units {
  readonly lists = this.parts.map((run) => new QuadList(run, new InFlight(1, 1)));
  private readonly units = this.parts.map((run, n) => new TimedUnit(run, this.lists[n], this.lists[n]));
  private readonly arbiter = new Arbiter(this.parts[0].design.pipeline.units);
  now = 0;
  private sent = 0;

  constructor(private readonly parts: readonly RunParts[]) {}

  advance(): void {
    for (const unit of this.units) if (unit.next === Infinity) unit.advance();
    while (this.units.every(({ next }) => next !== Infinity)) this.sendFirst();
  }

  finish(): void {
    const { units } = this;
    this.advance();
    while (units.some(({ next }) => next !== Infinity)) this.sendFirst();
    for (const { times } of units) this.now = Math.max(this.now, times.out);
    for (const { times } of units) times.rest(this.now);
  }

  tallies() {
    return this.units.map((unit) => unit.tally());
  }

  /** Sends the miss that comes first of all. */
  private sendFirst(): void {
    const { units, arbiter } = this;
    let cycle = Infinity;
    for (const { next } of units) if (next < cycle) cycle = next;
    const first = arbiter.serve(cycle, (n) => (units[n].next === cycle ? units[n].quad : Infinity));
    units[first].send();
    if (++this.sent % SETTLING === 0) for (const { times } of units) times.settle(cycle);
  }
}
