import { BIMODAL_FILLS, DUEL_BITS, DUEL_LEADERS, type Replacement } from '../design/replacement-policies.ts';

/**
 * The state of a replacement policy, which selects the victim way of a full set. A set is named by its first slot,
 * set * ways.
 */
export interface ReplacementState {
  /** Records that a look-up has hit the way. */
  use(first: number, way: number): void;
  /** Records that the way has got another line. */
  fill(first: number, way: number): void;
  /** The way to replace. The caller asks once for each line replaced, and only if every way holds a line. */
  victim(first: number): number;
}

/**
 * @param ways a power of two for tree-plru
 * @param rrpvBits bits of a prediction of srrip, brrip and drrip
 */
export function replacementState(
  replacement: Replacement,
  sets: number,
  ways: number,
  rrpvBits: number,
): ReplacementState {
  switch (replacement) {
    case 'lru':
      return new StampState(sets, ways, true);
    case 'tree-plru':
      return new TreePlruState(sets, ways);
    case 'fifo':
      return new StampState(sets, ways, false);
    case 'random':
      return new RandomState(sets, ways);
    case 'srrip':
      return new RripState(sets, ways, rrpvBits, () => false);
    case 'brrip':
      return new RripState(sets, ways, rrpvBits, () => true);
    case 'drrip':
      return new RripState(sets, ways, rrpvBits, setDuel(sets));
  }
}

/** LRU and FIFO: the time of each way's last use or fill (LRU) or last fill (FIFO); the oldest way is replaced. */
class StampState implements ReplacementState {
  private readonly ways: number;
  private readonly stampsUses: boolean;
  private readonly stamps: Float64Array;
  private clock = 0;

  constructor(sets: number, ways: number, stampsUses: boolean) {
    this.ways = ways;
    this.stampsUses = stampsUses;
    this.stamps = new Float64Array(sets * ways);
  }

  use(first: number, way: number): void {
    if (this.stampsUses) this.stamps[first + way] = ++this.clock;
  }

  fill(first: number, way: number): void {
    this.stamps[first + way] = ++this.clock;
  }

  victim(first: number): number {
    const { stamps, ways } = this;
    let oldest = first;
    for (let slot = first + 1; slot < first + ways; slot++) if (stamps[slot] < stamps[oldest]) oldest = slot;
    return oldest - first;
  }
}

/**
 * A binary tree over the ways of a set, one bit a node: 0 points at the lower half of the ways below it, 1 at the
 * upper. A use or fill turns every node above the way away from it. The victim is the way that the bits lead to. Node 1
 * is the root, nodes 2n and 2n + 1 are the children of node n, way w is node ways + w.
 */
class TreePlruState implements ReplacementState {
  private readonly ways: number;
  private readonly bits: Uint8Array;

  constructor(sets: number, ways: number) {
    this.ways = ways;
    this.bits = new Uint8Array(sets * ways);
  }

  use(first: number, way: number): void {
    for (let node = this.ways + way; node > 1; node >>= 1) this.bits[first + (node >> 1)] = (node & 1) ^ 1;
  }

  fill(first: number, way: number): void {
    this.use(first, way);
  }

  victim(first: number): number {
    let node = 1;
    while (node < this.ways) node = 2 * node + this.bits[first + node];
    return node - this.ways;
  }
}

/** 2^32 divided by the golden ratio, odd. Seeds of neighbouring sets share no pattern, and none is 0. */
const SEED_STEP = 0x9e3779b1;

/**
 * A random victim. Each set has an xorshift32 generator of its own (Marsaglia 2003; shifts 13, 17, 5), so the sets of a
 * cache can be simulated apart. Set s starts from (s + 1) * 0x9e3779b1 mod 2^32. A replacement takes one step x, and
 * the victim is way floor(x * ways / 2^32).
 */
class RandomState implements ReplacementState {
  private readonly ways: number;
  private readonly states: Uint32Array;

  constructor(sets: number, ways: number) {
    this.ways = ways;
    this.states = Uint32Array.from({ length: sets }, (_, set) => Math.imul(set + 1, SEED_STEP));
  }

  use(): void {}

  fill(): void {}

  victim(first: number): number {
    const set = first / this.ways;
    let x = this.states[set];
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    x >>>= 0;
    this.states[set] = x;
    return Math.floor((x * this.ways) / 2 ** 32);
  }
}

/**
 * Re-reference interval prediction with hit priority (Jaleel et al. 2010). Each way has a prediction value from 0, a use
 * soon, to 2^bits - 1, a use in the distant future. A use sets it to 0. The first way with the largest value is
 * replaced; if there is none, all values of the set rise until there is one. A fill sets it to 2^bits - 2. A bimodal fill
 * does so for the last of each BIMODAL_FILLS of a set, and sets it to 2^bits - 1 for the others.
 */
class RripState implements ReplacementState {
  private readonly ways: number;
  private readonly distant: number;
  private readonly isBimodal: (set: number) => boolean;
  private readonly values: Uint8Array;
  /** Bimodal fills of each set, modulo BIMODAL_FILLS. */
  private readonly fills: Uint8Array;

  /** @param isBimodal true if the fill that a set gets now is bimodal; called once for each fill */
  constructor(sets: number, ways: number, bits: number, isBimodal: (set: number) => boolean) {
    this.ways = ways;
    this.distant = 2 ** bits - 1;
    this.isBimodal = isBimodal;
    this.values = new Uint8Array(sets * ways);
    this.fills = new Uint8Array(sets);
  }

  use(first: number, way: number): void {
    this.values[first + way] = 0;
  }

  fill(first: number, way: number): void {
    const set = first / this.ways;
    const isBimodal = this.isBimodal(set);
    if (isBimodal) this.fills[set] = (this.fills[set] + 1) % BIMODAL_FILLS;
    this.values[first + way] = isBimodal && this.fills[set] > 0 ? this.distant : this.distant - 1;
  }

  victim(first: number): number {
    const { values, ways, distant } = this;
    let furthest = first;
    for (let slot = first + 1; slot < first + ways; slot++) if (values[slot] > values[furthest]) furthest = slot;
    const rise = distant - values[furthest];
    for (let slot = first; slot < first + ways; slot++) values[slot] += rise;
    return furthest - first;
  }
}

/**
 * Set dueling of drrip (Jaleel et al. 2010). Sets are divided into groups, DUEL_LEADERS of them or, in smaller caches,
 * groups of two sets. The first set of a group fills as srrip does, the last one bimodally. A counter rises with each fill
 * of a first set, falls with each fill of a last one, and stays within DUEL_BITS. The other sets fill bimodally while it
 * is in its upper half: misses of srrip are then more. It begins at the top of its lower half. The one set of a cache is a
 * first one.
 *
 * @param sets a power of two
 * @returns true if the fill of a set is bimodal; called once for each fill
 */
function setDuel(sets: number): (set: number) => boolean {
  const group = Math.max(2, sets / DUEL_LEADERS);
  const half = 2 ** (DUEL_BITS - 1);
  let counter = half - 1;
  return (set) => {
    const place = set % group;
    if (place === 0) counter = Math.min(2 * half - 1, counter + 1);
    if (place === group - 1) counter = Math.max(0, counter - 1);
    return place === group - 1 || (place > 0 && counter >= half);
  };
}
