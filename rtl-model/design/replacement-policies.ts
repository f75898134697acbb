/** Facts of a replacement policy: its title, the bits of its state, and its demand on the ways. */
interface ReplacementPolicy {
  /** The name in reports. */
  readonly title: string;
  /** Bits of the state of a set. */
  readonly bits: (ways: number, rrpvBits: number) => number;
  /** True for a policy whose ways are a power of two. */
  readonly halves?: true;
  /** True for a policy of re-reference prediction values, of which a fill is no use. */
  readonly predicts?: true;
  /** Bits that all sets of a cache share; none if left out. Sets that share any cannot be simulated apart. */
  readonly sharedBits?: number;
}

/** Fills of a set for each one that brrip predicts as srrip does: 1 / epsilon of Jaleel et al. 2010. */
export const BIMODAL_FILLS = 32;

/** Bits of the counter by which the sets of drrip choose, and the sets that lead for one policy at most (Jaleel et al. 2010). */
export const DUEL_BITS = 10;
export const DUEL_LEADERS = 32;

const predicted = (ways: number, rrpvBits: number) => ways * rrpvBits;
const bimodal = (ways: number, rrpvBits: number) => predicted(ways, rrpvBits) + Math.log2(BIMODAL_FILLS);

/** The replacement policies of a cache by name. rtl-model/texel-cache/replacement.ts has their states. */
export const REPLACEMENT_POLICIES = {
  lru: { title: 'LRU', bits: pairsOf },
  'tree-plru': { title: 'tree-PLRU', bits: (ways) => ways - 1, halves: true },
  fifo: { title: 'FIFO', bits: (ways) => Math.ceil(Math.log2(ways)) },
  // The bits of its generator.
  random: { title: 'random', bits: () => 32 },
  srrip: { title: 'SRRIP', bits: predicted, predicts: true },
  brrip: { title: 'BRRIP', bits: bimodal, predicts: true },
  drrip: { title: 'DRRIP', bits: bimodal, predicts: true, sharedBits: DUEL_BITS },
} as const satisfies Readonly<Record<string, ReplacementPolicy>>;

export type Replacement = keyof typeof REPLACEMENT_POLICIES;

/** The policy of a name. */
export function policyOf(replacement: Replacement): ReplacementPolicy {
  return REPLACEMENT_POLICIES[replacement];
}

/** The order of use has a bit for each pair of ways (rtl-model/texel-cache/tag_store.sv). */
export function pairsOf(ways: number): number {
  return (ways * (ways - 1)) / 2;
}
