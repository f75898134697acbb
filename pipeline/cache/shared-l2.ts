import type { CacheDesign, L2Design } from '../../rtl-model/design/design.ts';
import { L2Tags } from '../../rtl-model/texel-cache/l2-tags.ts';
import { CAUSE } from '../counters/causes.ts';
import { Waits } from '../counters/waits.ts';
import { UnknownCycles } from '../memory/unknown-cycles.ts';

/**
 * The parts of an L2 that its texture units share: its tags, the ports of its banks, and its outstanding misses. The L2
 * works in order: what comes later waits after a look-up that waits for a port of the same bank, or after a miss that
 * waits for an earlier one to come back.
 */
export class SharedL2 {
  private readonly keeps = this.l2.allocation === 'on-miss';
  /** Those of an L2 that keeps what it misses. */
  readonly tags = this.keeps ? new L2Tags(this.l2) : undefined;
  /** The cycle in which the line of each slot arrives. */
  readonly arrival = new Float64Array(this.keeps ? this.l2.sets * this.l2.ways : 0);
  private readonly latency = this.l2.latency;
  private readonly lineBytes = this.l2.lineBytes;
  private readonly bankMask = this.l2.banks - 1;
  private readonly ports = this.l2.ports === 'unlimited' ? Infinity : this.l2.ports;
  /** The last cycle of look-ups in each bank, and the ports that they used. */
  private readonly cycleOf = new Float64Array(this.l2.banks);
  private readonly used = new Uint8Array(this.l2.banks);
  /** The cycle in which each outstanding miss came back last; requests take them in turn. Empty for any number. */
  private readonly cameBack = new Float64Array(
    this.l2.outstandingMisses === 'unlimited' ? 0 : this.l2.outstandingMisses,
  );
  private next = 0;
  /** The cycle in which the last line was asked for. */
  private asked = 0;
  /** The first cycle in which a look-up can be made, for requests that waited for an outstanding miss. */
  private readonly open = new Float64Array(1);
  /** The waits for ports and for outstanding misses; null if there are none. */
  readonly waits = this.ports === Infinity && this.cameBack.length === 0 ? null : new Waits();

  /** @param unknown the memory's arrivals that are not known yet; what comes after such a one is not known either */
  constructor(
    private readonly l2: L2Design,
    private readonly unknown: UnknownCycles,
  ) {}

  /** @param address the byte address that a miss of a texel cache asks for  @returns the cycle of its look-up */
  lookUp(cycle: number, address: number): number {
    const open = this.open[0];
    if (!UnknownCycles.has(open)) return this.lookUpFrom(cycle, open, address);
    return this.unknown.from([open], (known) => this.lookUpFrom(cycle, known, address));
  }

  private lookUpFrom(cycle: number, open: number, address: number): number {
    const at = Math.max(cycle, open);
    this.waits?.note(cycle, at, CAUSE.l2Misses);
    if (this.ports === Infinity) return at;
    const { cycleOf, used, bankMask } = this;
    const bank = Math.floor(address / this.lineBytes) & bankMask;
    if (at > cycleOf[bank]) {
      cycleOf[bank] = at;
      used[bank] = 0;
    } else if (used[bank] === this.ports) {
      cycleOf[bank]++;
      used[bank] = 0;
    }
    used[bank]++;
    this.waits?.note(at, cycleOf[bank], CAUSE.l2Bank);
    return cycleOf[bank];
  }

  /** @param cycle in which the tags have missed  @returns the cycle in which the line is requested from memory */
  ask(cycle: number): number {
    const { cameBack } = this;
    if (cameBack.length === 0) return cycle;
    const back = cameBack[this.next];
    const at = Math.max(cycle, back);
    if (UnknownCycles.has(at)) return (this.asked = this.askLater(cycle, back));
    this.waits?.note(cycle, at, CAUSE.l2Misses);
    return (this.asked = at);
  }

  /** The same after a miss that is not known to be back, or after a look-up in an unknown cycle. */
  private askLater(cycle: number, back: number): number {
    const { unknown } = this;
    const waits = this.waits!;
    unknown.whenKnown(cycle, (from) => {
      waits.noted = Math.max(from, waits.noted);
      waits.push(waits.noted, Infinity, CAUSE.l2Misses);
    });
    return unknown.from([cycle, back], (from, known) => {
      const at = Math.max(from, known);
      waits.noted = Math.max(waits.noted, at);
      waits.endLast(waits.noted);
      return at;
    });
  }

  /** The line that was asked for last comes back in the cycle. Later look-ups follow its request. */
  comesBack(cycle: number): void {
    const { cameBack, unknown } = this;
    if (cameBack.length === 0) return;
    unknown.store(this.open, 0, unknown.plus(this.asked, -this.latency));
    unknown.store(cameBack, this.next, cycle);
    this.next = this.next + 1 === cameBack.length ? 0 : this.next + 1;
  }
}

/** Null for a design without an L2. */
export function sharedL2({ l2 }: CacheDesign, unknown: UnknownCycles): SharedL2 | null {
  return l2 === null ? null : new SharedL2(l2, unknown);
}
