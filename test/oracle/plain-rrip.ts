/**
 * A set of a cache with re-reference interval prediction, step by step as in Jaleel, Theobald, Steely and Emer, "High
 * Performance Cache Replacement Using Re-Reference Interval Prediction (RRIP)", ISCA 2010, section 4: hit priority.
 */
export class PlainRrip {
  private readonly rrpv = new Map<number, number>();
  private readonly ways: number;
  private readonly bits: number;
  private fills = 0;

  constructor(ways: number, bits: number) {
    this.ways = ways;
    this.bits = bits;
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

  /** @param bimodal as BRRIP inserts: each 32nd has a long interval, and the others a distant one */
  insert(way: number, bimodal: boolean): void {
    if (bimodal) this.fills++;
    const long = !bimodal || this.fills % 32 === 0;
    this.rrpv.set(way, 2 ** this.bits - (long ? 2 : 1));
  }
}

/**
 * Set dueling of DRRIP, section 4.3: a saturating counter PSEL of 10 bits. Misses of the sets dedicated to SRRIP raise it,
 * misses of those dedicated to BRRIP lower it, and its highest bit selects BRRIP for the others.
 */
export class PlainDuel {
  private psel = 0b01_1111_1111;

  /** A miss in a set that is dedicated to a policy, or to none. @returns true if it is inserted as BRRIP inserts */
  miss(dedicated: 'srrip' | 'brrip' | null): boolean {
    if (dedicated === 'srrip' && this.psel < 1023) this.psel++;
    if (dedicated === 'brrip' && this.psel > 0) this.psel--;
    return dedicated === null ? (this.psel & 0b10_0000_0000) !== 0 : dedicated === 'brrip';
  }
}
