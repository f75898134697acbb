import type { UnitsDesign } from '../../rtl-model/design/design.ts';
import { CacheLevels } from '../../rtl-model/texel-cache/cache-levels.ts';
import { FOUND_IN } from '../../rtl-model/texel-cache/lower-levels.ts';
import { CAUSE } from '../counters/causes.ts';
import { Intervals } from '../counters/intervals.ts';
import type { MemoryPort } from '../memory/memory-port.ts';
import type { UnknownCycles } from '../memory/unknown-cycles.ts';
import { Arbiter } from './arbiter.ts';

/** A miss or a prefetch that waits for its turn. */
interface WaitingMiss {
  readonly came: number;
  /** The serial number of its quad. */
  readonly quad: number;
  /** Sends it to the L2 or the memory in a cycle. @returns its arrival, which may be unknown */
  readonly send: (cycle: number) => number;
}

/**
 * The places that the misses of all units have at the L2 and the memory. The arbiter gives each free place to a unit,
 * whose oldest miss takes it, until its sector is there.
 */
export class MissTurns {
  private readonly unknown = this.memory.unknown;
  readonly ofUnits = Array.from({ length: this.units.count }, () => new UnitTurns(this, this.unknown));
  private readonly arbiter = new Arbiter(this.units);
  private readonly freeFrom: Float64Array;
  /** The first cycle whose places have not been given, and the number of those that have been given. */
  private now = 0;
  private given = 0;

  /** @param places of all units together */
  constructor(
    private readonly units: UnitsDesign,
    places: number,
    private readonly memory: MemoryPort,
  ) {
    this.freeFrom = new Float64Array(places);
  }

  /** Gives the places before a cycle, and lets the memory go on. Later misses come in that cycle or later. */
  settle(before: number): void {
    const { memory, ofUnits } = this;
    while (before === Infinity ? ofUnits.some(({ waits }) => waits) : this.now < before) {
      this.give(this.now);
      memory.settle(++this.now);
    }
    if (before === Infinity) memory.settle(before);
  }

  private give(cycle: number): void {
    const { freeFrom, ofUnits, arbiter, unknown } = this;
    const quadOf = (unit: number) => ofUnits[unit].quadAt(cycle);
    for (let place = 0; place < freeFrom.length; place++) {
      if (freeFrom[place] > cycle) continue;
      const unit = arbiter.serve(this.given, quadOf);
      if (unit < 0) return;
      this.given++;
      unknown.store(freeFrom, place, ofUnits[unit].send(cycle));
    }
    for (const unit of ofUnits) unit.note(cycle);
  }
}

/** The misses of one unit that wait for their turn, in their order. */
export class UnitTurns {
  private readonly waiting: WaitingMiss[] = [];
  /** The cycles in which any waited. */
  readonly times = new Intervals();

  constructor(
    private readonly all: MissTurns,
    private readonly unknown: UnknownCycles,
  ) {}

  get waits(): boolean {
    return this.waiting.length > 0;
  }

  /** A miss comes in a cycle, for the quad with a serial number. @returns its arrival, which is unknown */
  ask(came: number, quad: number, send: (cycle: number) => number): number {
    const back = this.unknown.add();
    const sendAndReport = (cycle: number) => {
      const arrival = send(cycle);
      this.unknown.whenKnown(arrival, (known) => this.unknown.resolve(back, known));
      return arrival;
    };
    this.waiting.push({ came, quad, send: sendAndReport });
    return back;
  }

  /** Gives the places of all units before a cycle. */
  settle(before: number): void {
    this.all.settle(before);
  }

  /** The quad of the miss that can have a place in the cycle, Infinity for none. */
  quadAt(cycle: number): number {
    const first = this.waiting.at(0);
    return first === undefined || first.came > cycle ? Infinity : first.quad;
  }

  send(cycle: number): number {
    return this.waiting.shift()!.send(cycle);
  }

  /** Notes that no place was left in the cycle, if a miss waits. */
  note(cycle: number): void {
    if (this.quadAt(cycle) !== Infinity) this.times.push(cycle, cycle + 1, CAUSE.memoryTurn);
  }
}

/** Levels whose fetches look the L2 up when their turn comes. */
export class QueuedLevels extends CacheLevels {
  private asked: Parameters<CacheLevels['fetch']> = [0, 0, false];

  protected override fetch(...asked: Parameters<CacheLevels['fetch']>): number {
    this.asked = asked;
    return FOUND_IN.memory;
  }

  /** The look-up of the last fetch in the L2, which gives FOUND_IN. */
  later(): () => number {
    const { asked } = this;
    return () => {
      this.writeCount = 0;
      return super.fetch(...asked);
    };
  }
}
