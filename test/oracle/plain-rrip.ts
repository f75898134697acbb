/**
 * A set of a cache with re-reference interval prediction, step by step as in Jaleel, Theobald, Steely and Emer, "High
 * Performance Cache Replacement Using Re-Reference Interval Prediction (RRIP)", ISCA 2010, section 4: hit priority.
 */
export class PlainRrip {
  private readonly rrpv = new Map<number, number>();
  private readonly ways: number;
  private readonly bits: number;
  private readonly bimodal: boolean;
  private fills = 0;

  /** @param bimodal true for BRRIP, of whose fills each 32nd has a long interval and not a distant one */
  constructor(ways: number, bits: number, bimodal: boolean) {
    this.ways = ways;
    this.bits = bits;
    this.bimodal = bimodal;
  }

  /** Cache hit: the RRPV of the block is 0. */
  hit(way: number): void {
    this.rrpv.set(way, 0);
  }

  /** Cache miss: the first 2^M - 1 from the left; if there is none, all RRPVs rise by one, and the search begins anew. */
  victim(): number {
    for (;;) {
      for (let way = 0; way < this.ways; way++) if (this.rrpv.get(way) === 2 ** this.bits - 1) return way;
      for (const [way, value] of this.rrpv) this.rrpv.set(way, value + 1);
    }
  }

  insert(way: number): void {
    this.fills++;
    const long = !this.bimodal || this.fills % 32 === 0;
    this.rrpv.set(way, 2 ** this.bits - (long ? 2 : 1));
  }
}
