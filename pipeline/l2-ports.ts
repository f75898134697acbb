import type { Design, L2Design } from '../rtl-model/design/design.ts';
import { L2 } from '../rtl-model/design/design-fields.ts';

/** Look-ups of a bank in a cycle that no design exceeds. */
const UNLIMITED = L2.fields.tagsPerCycle.max;

/**
 * The tag ports of an L2 and its outstanding misses. Look-ups come in the order in which the texel caches miss: one that
 * waits for its bank holds those behind it. Misses take the entries of outstanding ones in turn.
 */
export class L2Ports {
  private readonly lineBytes: number;
  private readonly bankMask: number;
  private readonly tagsPerCycle: number;
  private readonly tagLatency: number;
  /** The cycle of the last look-up of each bank, and the look-ups in it. */
  private readonly cycleOf: Float64Array;
  private readonly used: Uint16Array;
  private last = 0;
  /** The cycle in which each entry of the outstanding misses was left last. */
  private readonly left: Float64Array;
  private entry = 0;

  constructor(l2: L2Design, { cache, pipeline }: Design) {
    this.lineBytes = l2.lineBytes;
    this.bankMask = l2.banks - 1;
    this.tagsPerCycle = l2.tagsPerCycle;
    this.tagLatency = Math.min(l2.tagLatency, l2.latency);
    this.cycleOf = new Float64Array(l2.banks).fill(-1);
    this.used = new Uint16Array(l2.banks);
    // The L2 has no more misses outstanding than the texel caches.
    this.left = new Float64Array(Math.min(l2.outstandingMisses, pipeline.units.count * cache.outstandingMisses));
  }

  /** Looks the line of a byte up, as soon as its bank has a port for it. @returns the cycle of the look-up */
  lookUp(cycle: number, address: number): number {
    if (this.tagsPerCycle === UNLIMITED) return cycle;
    const { cycleOf, used } = this;
    const bank = Math.floor(address / this.lineBytes) & this.bankMask;
    let at = Math.max(cycle, this.last);
    if (cycleOf[bank] === at && used[bank] === this.tagsPerCycle) at++;
    if (cycleOf[bank] !== at) {
      cycleOf[bank] = at;
      used[bank] = 0;
    }
    used[bank]++;
    this.last = at;
    return at;
  }

  /** The cycle in which the miss of a look-up can ask memory: `arrives` follows. */
  request(lookedUp: number): number {
    return Math.max(lookedUp + this.tagLatency, this.left[this.entry]);
  }

  /** The data of the last requested miss come in the cycle. */
  arrives(cycle: number): void {
    this.left[this.entry] = cycle;
    this.entry = this.entry + 1 === this.left.length ? 0 : this.entry + 1;
  }
}
