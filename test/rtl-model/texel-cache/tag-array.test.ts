import { describe, expect, test } from 'vitest';
import type { TagDesign } from '../../../rtl-model/design/design.ts';
import { TAGS } from '../../../rtl-model/design/design-fields.ts';
import { policyOf, type Replacement } from '../../../rtl-model/design/replacement-policies.ts';
import { setsOf } from '../../../rtl-model/texel-cache/set-index.ts';
import { ABSENT, TagArray } from '../../../rtl-model/texel-cache/tag-array.ts';
import { PlainDuel, PlainRrip } from '../../oracle/plain-rrip.ts';
import { randomNumbers } from '../../pipeline/random-source.ts';

const LINE_BYTES = 64;

function tagArray(
  sets: number,
  ways: number,
  replacement: Replacement,
  setIndex: TagDesign['setIndex'] = 'modulo',
  rrpvBits = 2,
  indexBits: readonly number[] | null = null,
): TagArray {
  return new TagArray({ lineBytes: LINE_BYTES, sets, ways, replacement, setIndex, rrpvBits, indexBits });
}

/** Looks a line up and allocates it if it is absent. */
function touch(tags: TagArray, line: number): 'hit' | 'miss' {
  if (tags.find(line) !== ABSENT) return 'hit';
  tags.allocate(line);
  return 'miss';
}

/** The number of slots that hold a line. */
function held(tags: TagArray): number {
  return Array.from({ length: tags.slots }, (_, slot) => tags.lineIn(slot)).filter((line) => line !== ABSENT).length;
}

const run = (tags: TagArray, lines: readonly number[]) => lines.map((line) => touch(tags, line));

test('an empty cache misses, and hits the second time', () => {
  expect(run(tagArray(4, 2, 'lru'), [5, 5, 9, 5, 9])).toEqual(['miss', 'hit', 'miss', 'hit', 'hit']);
});

test('LRU replaces the line that was used longest ago, FIFO the one that came first', () => {
  // Line 0 is used again before line 2 needs a way.
  const lines = [0, 1, 0, 2, 0, 1];
  expect(run(tagArray(1, 2, 'lru'), lines)).toEqual(['miss', 'miss', 'hit', 'miss', 'hit', 'miss']);
  expect(run(tagArray(1, 2, 'fifo'), lines)).toEqual(['miss', 'miss', 'hit', 'miss', 'miss', 'miss']);
});

test('SRRIP keeps lines that were used again through a scan, as LRU does not', () => {
  // Lines 0 and 1 are used again. Lines 10 to 13 come once, and take the places of 2 and 3, and of each other.
  const lines = [0, 1, 2, 3, 0, 1, 10, 11, 12, 13];
  for (const [replacement, kept] of [
    ['srrip', [0, 1, 12, 13]],
    ['lru', [10, 11, 12, 13]],
  ] as const) {
    const tags = tagArray(1, 4, replacement);
    run(tags, lines);
    expect(lines.filter((line, n) => tags.locate(line) !== ABSENT && lines.indexOf(line) === n)).toEqual(kept);
  }
});

test('BRRIP keeps a part of a working set that goes round, of which LRU and SRRIP find nothing', () => {
  const round = Array.from({ length: 60 * 12 }, (_, k) => k % 12);
  const hits = (replacement: Replacement) =>
    run(tagArray(1, 8, replacement), round).filter((found) => found === 'hit').length;
  expect([hits('lru'), hits('srrip')]).toEqual([0, 0]);
  expect(hits('brrip')).toBeGreaterThan(60 * 4);
});

test('DRRIP is nearer to the better of SRRIP and BRRIP, which the misses of the leading sets say', () => {
  // 128 sets of 8 ways: sets 0, 4, 8 ... lead SRRIP, sets 3, 7, 11 ... BRRIP.
  const followers = (line: number) => line % 4 === 1 || line % 4 === 2;
  const hits = (lines: readonly number[]) => (replacement: Replacement) => {
    const outcomes = run(tagArray(128, 8, replacement), lines);
    return outcomes.filter((found, n) => found === 'hit' && followers(lines[n])).length;
  };
  // 12 lines a set that go round; and six lines a set that come twice, one after the other, and never again.
  const round = Array.from({ length: 60 * 12 * 128 }, (_, k) => k % (12 * 128));
  const twice = Array.from({ length: 45 * 12 * 128 }, (_, k) => {
    const [set, step] = [k % 128, Math.floor(k / 128)];
    return 128 * (Math.floor(step / 12) * 6 + (step % 6)) + set;
  });
  for (const [lines, better, worse] of [
    [round, 'brrip', 'srrip'],
    [twice, 'srrip', 'brrip'],
  ] as const) {
    const [most, least, duel] = ([better, worse, 'drrip'] as const).map(hits(lines));
    expect(most).toBeGreaterThan(least);
    expect(duel).toBeGreaterThan((most + least) / 2);
  }
});

test('lines compete only with lines of their own set', () => {
  const tags = tagArray(4, 1, 'lru');
  expect(run(tags, [0, 1, 2, 3, 0, 1, 2, 3])).toEqual([...Array(4).fill('miss'), ...Array(4).fill('hit')]);
  expect(run(tags, [4, 1, 0])).toEqual(['miss', 'hit', 'miss']);
});

test('slots are set * ways + way, and a set fills its ways in order before it replaces', () => {
  for (const replacement of TAGS.replacement.values) {
    const tags = tagArray(2, 4, replacement);
    expect([1, 3, 5, 7].map((line) => tags.allocate(line))).toEqual([4, 5, 6, 7]);
    expect(tags.evicted).toBe(ABSENT);
    const slot = tags.allocate(9);
    expect([1, 3, 5, 7][slot - 4]).toBe(tags.evicted);
    expect([tags.find(9), tags.find(tags.evicted)]).toEqual([slot, ABSENT]);
    expect(held(tags)).toBe(4);
  }
});

test('an emptied slot is filled before any line is replaced, and an exchange counts as a fill', () => {
  const tags = tagArray(2, 2, 'lru');
  for (const line of [0, 2]) tags.allocate(line);
  tags.remove(tags.locate(2));
  expect([tags.locate(2), held(tags)]).toEqual([ABSENT, 1]);
  expect([tags.allocate(4), tags.evicted]).toEqual([1, ABSENT]);
  tags.exchange(tags.locate(0), 6);
  tags.allocate(8);
  expect(tags.evicted).toBe(4);
});

test('a use of a slot counts after an exchange of another slot in its set', () => {
  const tags = tagArray(1, 2, 'lru');
  for (const line of [0, 2]) tags.allocate(line);
  tags.exchange(tags.locate(0), 6);
  tags.find(2);
  tags.allocate(8);
  expect(tags.evicted).toBe(6);
});

test('locate does not count as a use of the line', () => {
  const tags = tagArray(1, 2, 'lru');
  for (const line of [0, 1]) tags.allocate(line);
  expect([tags.locate(0), tags.locate(5)]).toEqual([0, ABSENT]);
  tags.allocate(2);
  expect(tags.evicted).toBe(0);
});

/** A second implementation of each policy: a set as a list of [line, way], called for uses and fills. */
interface NaiveSet {
  use(line: number): void;
  /** The way of the next line when all ways are taken. */
  victim(): number;
  fill(line: number, way: number): void;
}

/** LRU and FIFO: the ways in the order of their replacement. */
class OrderedSet implements NaiveSet {
  private readonly order: { line: number; way: number }[] = [];
  private readonly movesOnUse: boolean;
  constructor(movesOnUse: boolean) {
    this.movesOnUse = movesOnUse;
  }
  use(line: number): void {
    if (!this.movesOnUse) return;
    const at = this.order.findIndex((entry) => entry.line === line);
    this.order.push(...this.order.splice(at, 1));
  }
  victim(): number {
    return this.order[0].way;
  }
  fill(line: number, way: number): void {
    const at = this.order.findIndex((entry) => entry.way === way);
    if (at >= 0) this.order.splice(at, 1);
    this.order.push({ line, way });
  }
}

/** A tree of pairs: each half remembers if the last use was in its upper half. */
class TreeSet implements NaiveSet {
  private readonly lines: number[];
  private readonly lastUpper = new Map<string, boolean>();
  constructor(ways: number) {
    this.lines = Array<number>(ways).fill(ABSENT);
  }
  use(line: number): void {
    const way = this.lines.indexOf(line);
    for (let low = 0, high = this.lines.length; high - low > 1;) {
      const middle = (low + high) / 2;
      const upper = way >= middle;
      this.lastUpper.set(`${low}-${high}`, upper);
      if (upper) low = middle;
      else high = middle;
    }
  }
  victim(): number {
    let [low, high] = [0, this.lines.length];
    while (high - low > 1) {
      const middle = (low + high) / 2;
      if (this.lastUpper.get(`${low}-${high}`) === true) high = middle;
      else low = middle;
    }
    return low;
  }
  fill(line: number, way: number): void {
    this.lines[way] = line;
    this.use(line);
  }
}

/** xorshift32 with big integers. */
class RandomSet implements NaiveSet {
  private state: bigint;
  private readonly ways: bigint;
  constructor(set: number, ways: number) {
    this.state = (BigInt(set + 1) * 2654435761n) % 2n ** 32n;
    this.ways = BigInt(ways);
  }
  use(): void {}
  fill(): void {}
  victim(): number {
    const word = 2n ** 32n;
    let x = this.state;
    x ^= (x << 13n) % word;
    x ^= x >> 17n;
    x ^= (x << 5n) % word;
    this.state = x;
    return Number((x * this.ways) / word);
  }
}

/** The set of the RRIP paper, whose blocks are named by their ways. */
class RripSet implements NaiveSet {
  private readonly lines: number[] = [];
  private readonly rrip: PlainRrip;
  constructor(
    ways: number,
    rrpvBits: number,
    private readonly bimodal: () => boolean,
  ) {
    this.rrip = new PlainRrip(ways, rrpvBits);
  }
  use(line: number): void {
    this.rrip.hit(this.lines.indexOf(line));
  }
  victim(): number {
    return this.rrip.victim();
  }
  fill(line: number, way: number): void {
    this.lines[way] = line;
    this.rrip.insert(way, this.bimodal());
  }
}

/** The policy that a set of drrip is dedicated to: the ends of 32 groups of sets, or of groups of two. */
function dedication(set: number, sets: number): 'srrip' | 'brrip' | null {
  const size = sets < 64 ? 2 : sets / 32;
  if (set % size === 0) return 'srrip';
  return (set + 1) % size === 0 ? 'brrip' : null;
}

function naiveSets(replacement: Replacement, sets: number, ways: number, rrpvBits: number): readonly NaiveSet[] {
  const duel = new PlainDuel();
  return Array.from({ length: sets }, (_, set) => {
    const miss = () => duel.miss(dedication(set, sets));
    return replacement === 'drrip' ? new RripSet(ways, rrpvBits, miss) : naiveSet(replacement, set, ways, rrpvBits);
  });
}

function naiveSet(replacement: Replacement, set: number, ways: number, rrpvBits: number): NaiveSet {
  if (replacement === 'srrip' || replacement === 'brrip') {
    return new RripSet(ways, rrpvBits, () => replacement === 'brrip');
  }
  if (replacement === 'tree-plru') return new TreeSet(ways);
  return replacement === 'random' ? new RandomSet(set, ways) : new OrderedSet(replacement === 'lru');
}

/** The bits of a number, the lowest first. */
const digitsOf = (number: bigint) => number.toString(2).split('').toReversed().map(Number);

/**
 * The set in strings of bits. Bit k of a folded set of b bits is the parity of bits k, k + b, k + 2b ... of the line, or of
 * the list; without folding those from bit b on are 0.
 */
function setInStrings(
  line: number,
  sets: number,
  setIndex: TagDesign['setIndex'],
  indexBits: readonly number[] | null,
): number {
  const bits = Math.log2(sets);
  const address = digitsOf(BigInt(line) * BigInt(LINE_BYTES));
  const digits = indexBits?.map((bit) => address[bit] ?? 0) ?? digitsOf(BigInt(line));
  const counted = setIndex === 'modulo' ? digits.slice(0, bits) : digits;
  let set = 0;
  for (let k = 0; k < bits; k++) {
    const parity = counted.filter((_, n) => n % bits === k).reduce((sum, digit) => sum + digit, 0) % 2;
    set += parity * 2 ** k;
  }
  return set;
}

/** Bits of the address in no order, on both sides of 2^31, as many as a set has or more. */
const ADDRESS_BITS = [8, 6, 36, 7, 35, 51, 10, 37, 9, 30, 31, 32];

/** Each rule, and the bits that it takes of the address for so many sets. */
const RULES = TAGS.setIndex.values.flatMap((setIndex) => {
  const more = setIndex === 'modulo' ? 0 : 4;
  return [
    [setIndex, 'the line', () => null] as const,
    [
      setIndex,
      'bits of the address',
      (sets: number) => (sets === 1 ? null : ADDRESS_BITS.slice(0, Math.log2(sets) + more)),
    ] as const,
  ];
});

describe.each(RULES)('with the %s set index of %s', (setIndex, _, bitsOf) => {
  test.each(TAGS.replacement.values)(
    '%s agrees with a set that is written down naively, slot by slot',
    (replacement) => {
      const rrip = policyOf(replacement).predicts;
      const shapes = [
        [8, 4, 2],
        [1, 8, 2],
        [4, 1, 2],
        ...(replacement === 'tree-plru' ? [] : [[8, 3, 2]]),
        ...(rrip
          ? [
              [4, 8, 1],
              [1, 6, 3],
              [2, 8, 8],
            ]
          : []),
        // Sets of drrip that lead for no policy.
        ...(replacement === 'drrip' ? [[128, 2, 2]] : []),
      ];
      for (const [sets, ways, rrpvBits] of shapes) {
        const tags = tagArray(sets, ways, replacement, setIndex, rrpvBits, bitsOf(sets));
        const random = randomNumbers(11);
        const naive = naiveSets(replacement, sets, ways, rrpvBits);
        const held = Array.from({ length: sets }, () => Array<number>(ways).fill(ABSENT));
        // Numbers on both sides of 2^31 and near 2^53 fall into the same few sets.
        const bases = [0, 2 ** 31 - 16, 2 ** 45, 2 ** 53 - 64];
        for (let k = 0; k < 2500; k++) {
          const line = bases[Math.floor(random() * 4)] + Math.floor(random() * 12 * ways);
          const set = setInStrings(line, sets, setIndex, bitsOf(sets));
          let way = held[set].indexOf(line);
          const found = tags.find(line);
          if (found !== (way < 0 ? ABSENT : set * ways + way)) expect(found, `line ${line}`).toBe(way);
          if (way >= 0) {
            naive[set].use(line);
            continue;
          }
          way = held[set].indexOf(ABSENT);
          if (way < 0) way = naive[set].victim();
          const slot = tags.allocate(line);
          if (slot !== set * ways + way || tags.evicted !== held[set][way]) {
            expect([slot, tags.evicted], `line ${line}`).toEqual([set * ways + way, held[set][way]]);
          }
          held[set][way] = line;
          naive[set].fill(line, way);
        }
      }
    },
  );

  test.each(TAGS.replacement.values.filter((name) => policyOf(name).sharedBits === undefined))(
    '%s keeps sets apart: those of one half alone find what they find among all',
    (replacement) => {
      const whole = tagArray(16, 4, replacement, setIndex, 2, bitsOf(16));
      const half = tagArray(16, 4, replacement, setIndex, 2, bitsOf(16));
      const random = randomNumbers(5);
      const seen: boolean[] = [];
      for (let k = 0; k < 5000; k++) {
        const line = Math.floor(random() * 200);
        const outcome = touch(whole, line);
        if (setInStrings(line, 16, setIndex, bitsOf(16)) < 8) seen.push(touch(half, line) === outcome);
      }
      expect(seen.length).toBeGreaterThan(1000);
      expect(seen).not.toContain(false);
    },
  );
});

test('lines of 32 bytes with bits 7 and 8 in the index share a set in fours', () => {
  const setOf = setsOf({ lineBytes: 32, sets: 4, setIndex: 'modulo', indexBits: [7, 8] });
  expect(Array.from({ length: 20 }, (_, line) => setOf(line))).toEqual(
    [0, 1, 2, 3, 0].flatMap((set) => [set, set, set, set]),
  );
});

test('bits that are folded onto the index are its exclusive or, in their order', () => {
  const setOf = setsOf({ lineBytes: 32, sets: 4, setIndex: 'xor-folded', indexBits: [7, 8, 10, 9, 12] });
  const setOfBits = (...bits: readonly number[]) => setOf(bits.reduce((sum, bit) => sum + 2 ** bit, 0) / 32);
  // Bit 0 is that of 7, 10 and 12, bit 1 that of 8 and 9.
  expect([[7], [8], [9], [10], [12], [5, 6, 11, 13]].map((bits) => setOfBits(...bits))).toEqual([1, 2, 2, 1, 1, 0]);
  expect([setOfBits(7, 10), setOfBits(7, 9, 10, 12), setOfBits(8, 9, 12)]).toEqual([0, 3, 1]);
});

test('lines with a stride of all sets share one set, and spread over all sets with the folded index', () => {
  const lines = Array.from({ length: 16 }, (_, k) => 16 * k);
  const again = [...lines, ...lines];
  const hits = (setIndex: TagDesign['setIndex']) =>
    run(tagArray(16, 1, 'lru', setIndex), again).filter((was) => was === 'hit').length;
  expect([hits('modulo'), hits('xor-folded')]).toEqual([0, 16]);
});

test('random replacement selects all ways equally often, and repeats its sequence in every run', () => {
  const victims = () => {
    const tags = tagArray(1, 4, 'random');
    return Array.from({ length: 4004 }, (_, line) => tags.allocate(line)).slice(4);
  };
  const ways = victims();
  expect(victims()).toEqual(ways);
  // 4000 draws of four ways: 1000 each, and six standard deviations of sqrt(4000 * 1/4 * 3/4) = 27.4.
  for (let way = 0; way < 4; way++) expect(Math.abs(ways.filter((w) => w === way).length - 1000)).toBeLessThan(164);
});
