import { Arbiter } from '../cache/arbiter.ts';
import { InFlight } from '../cache/in-flight.ts';
import type { RunParts } from '../cache/run-parts.ts';
import { SteppedUnit } from '../stepped/stepped-unit.ts';
import { QuadList, type Units } from './quad-list.ts';

/** Units that are stepped together, cycle by cycle, in the order in which their misses are served. */
export class SteppedUnits implements Units {
  private readonly design = this.parts[0].design;
  readonly lists = this.parts.map((run) => new QuadList(run, new InFlight(...SteppedUnit.slots(this.design))));
  private readonly units = this.parts.map((run, n) => new SteppedUnit(run, this.lists[n], this.lists[n], () => {}));
  private readonly arbiter = new Arbiter(this.design.pipeline.units);

  constructor(private readonly parts: readonly RunParts[]) {}

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
