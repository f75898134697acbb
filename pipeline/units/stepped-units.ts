import { InFlight } from '../cache/in-flight.ts';
import type { RunParts } from '../cache/run-parts.ts';
import { SteppedUnit } from '../stepped/stepped-unit.ts';
import { Arbiter } from './arbiter.ts';
import { QuadList, type Units } from './quad-list.ts';

/** Units that are stepped together, cycle by cycle, in the order in which their misses are served. */
export class SteppedUnits implements Units {
  readonly lists: readonly QuadList[];
  private readonly units: readonly SteppedUnit[];
  private readonly arbiter: Arbiter;

  constructor(private readonly parts: readonly RunParts[]) {
    const { design } = parts[0];
    this.lists = parts.map((run) => new QuadList(run, new InFlight(...SteppedUnit.slots(design))));
    this.units = parts.map((run, n) => new SteppedUnit(run, this.lists[n], this.lists[n], () => {}));
    this.arbiter = new Arbiter(design.pipeline.units);
  }

  get now(): number {
    return this.units[0].cycle;
  }

  advance(): void {
    while (this.lists.every(({ waiting }) => waiting)) this.step();
  }

  finish(): void {
    while (this.lists.some(({ waiting }) => waiting) || this.units.some(({ inside }) => inside > 0)) this.step();
  }

  tallies() {
    return this.units.map((unit) => unit.tally());
  }

  private step(): void {
    const { units, arbiter, parts } = this;
    arbiter.begin(this.now);
    const ranks = units.map((unit, n) => ({ n, rank: arbiter.rank(n, unit.looking) }));
    for (const { n } of ranks.sort((a, b) => a.rank - b.rank)) {
      const { statistics } = parts[n];
      const before = statistics.misses;
      units[n].step();
      if (statistics.misses > before) arbiter.served(n);
    }
  }
}
