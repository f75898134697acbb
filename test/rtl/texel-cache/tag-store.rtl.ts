import { describe, expect, it } from 'vitest';
import { foldedSet } from '../../../rtl-model/texel-cache/set-index.ts';
import { ABSENT, TagArray } from '../../../rtl-model/texel-cache/tag-array.ts';
import { Dice } from '../../oracle/dice.ts';
import { itFinds, type Mutant } from '../module-tests.ts';
import { everyInput } from '../vectors.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';

const LINE_BITS = 12;
const MISS_BITS = 3;
const CYCLES = 50_000;

interface Cache {
  readonly sets: number;
  readonly ways: number;
  readonly setIndex: 'modulo' | 'xor-folded';
  readonly lookUps: number;
}

function setIndex({ sets, setIndex: index }: Cache): Leaf {
  return {
    module: 'set_index',
    sources: ['texel-cache/set_index.sv'],
    parameters: { LINE_BITS, SETS: sets, FOLDED: `1'b${index === 'xor-folded' ? 1 : 0}` },
    inputs: [{ name: 'line', width: LINE_BITS }],
    outputs: [{ name: 'index', width: Math.max(1, Math.log2(sets)) }],
  };
}

function tagStore(cache: Cache): Leaf {
  const { ways, lookUps } = cache;
  const index = setIndex(cache);
  return {
    module: 'tag_store_bench',
    sources: [...index.sources, 'texel-cache/tag_store.sv', '../test/rtl/texel-cache/tag_store_bench.sv'],
    parameters: { ...index.parameters, WAYS: ways, LOOK_UPS: lookUps, MISS_BITS },
    inputs: [
      { name: 'clock', width: 1 },
      { name: 'reset', width: 1 },
      { name: 'look_up', width: lookUps },
      { name: 'lines', width: lookUps * LINE_BITS },
      { name: 'misses', width: MISS_BITS },
    ],
    outputs: [
      { name: 'made', width: lookUps },
      { name: 'hits', width: lookUps },
      { name: 'ways', width: lookUps * wayBits(cache) },
      { name: 'followed', width: lookUps },
    ],
  };
}

function wayBits({ ways }: Cache): number {
  return Math.max(1, Math.ceil(Math.log2(ways)));
}

/**
 * Look-ups in the order of time. A cycle is two vectors, the low clock and the high one. Lines come from a working set of
 * twice the cache, so that hits and misses are about as frequent; now and then too few misses are allowed.
 */
function traffic(cache: Cache): Vectors {
  const { sets, ways, lookUps } = cache;
  const tags = new TagArray({ ...cache, lineBytes: 64, indexBits: null, replacement: 'lru', rrpvBits: 2 });
  const dice = new Dice(sets * ways);
  const anyLine = () => dice.integer(0, 2 ** LINE_BITS - 1);
  // Pairs of lines that follow each other are among them.
  const working = Array.from({ length: sets * ways }, anyLine).flatMap((line) => [line, (line + 1) % 2 ** LINE_BITS]);
  const answer = new Float64Array(4);
  return {
    count: 2 * CYCLES,
    fill: (n, values) => {
      const low = n % 2 === 0;
      values[0] = low ? 0 : 1;
      values[1] = n < 2 ? 1 : 0;
      if (n < 2) {
        values.fill(0, 2);
        return;
      }
      if (low) {
        const asked = dice.integer(0, lookUps);
        const lines = Array.from({ length: lookUps }, () => (dice.chance(0.9) ? dice.pick(working) : anyLine()));
        const misses = dice.chance(0.7) ? lookUps : dice.integer(0, lookUps);
        values[2] = 2 ** asked - 1;
        values[3] = lines.reduce((word, line, k) => word + line * 2 ** (LINE_BITS * k), 0);
        values[4] = misses;
        lookUp(lines.slice(0, asked), misses);
      }
      values.set(low ? answer : [0, 0, 0, 0], 5);
    },
  };

  function lookUp(lines: readonly number[], misses: number): void {
    let missed = 0;
    answer.fill(0);
    for (const [k, line] of lines.entries()) {
      const found = tags.find(line);
      if (found === ABSENT && missed++ === misses) return;
      const way = (found === ABSENT ? tags.allocate(line) : found) % ways;
      answer[0] += 2 ** k;
      answer[1] += found === ABSENT ? 0 : 2 ** k;
      answer[2] += way * 2 ** (wayBits(cache) * k);
      answer[3] += tags.locate((line + 1) % 2 ** LINE_BITS) === ABSENT ? 0 : 2 ** k;
    }
  }
}

const CACHES: readonly Cache[] = [
  { sets: 64, ways: 4, setIndex: 'modulo', lookUps: 4 },
  { sets: 16, ways: 2, setIndex: 'xor-folded', lookUps: 1 },
  { sets: 8, ways: 3, setIndex: 'xor-folded', lookUps: 3 },
  { sets: 32, ways: 1, setIndex: 'modulo', lookUps: 2 },
  { sets: 1, ways: 8, setIndex: 'modulo', lookUps: 4 },
  // A loop of more than 64 steps is not unrolled.
  { sets: 256, ways: 2, setIndex: 'modulo', lookUps: 3 },
];

describe('set_index', () => {
  it.each(CACHES)('gives each line the set that the model gives it ($sets sets, $setIndex)', async (cache) => {
    const leaf = setIndex(cache);
    const vectors = everyInput(leaf, (values) => {
      values[1] = cache.setIndex === 'modulo' ? values[0] % cache.sets : foldedSet(values[0], cache.sets);
    });
    expect(await firstDifference(leaf, vectors)).toBeNull();
  });
});

describe('tag_store', () => {
  it.each(CACHES)(
    'hits, fills and replaces as the model does ($sets sets of $ways, $setIndex, $lookUps a cycle)',
    async (cache) => {
      expect(await firstDifference(tagStore(cache), traffic(cache))).toBeNull();
    },
  );

  const mutants: readonly Mutant[] = [
    ['a hit is no use', ['used(orders_after[n], way)', 'hits[n] ? orders_after[n] : used(orders_after[n], way)']],
    ['the newest line goes', ["is_oldest[b] = 1'b0", "is_oldest[a] = 1'b0"]],
    ['the last empty way is filled first', ['for (int w = WAYS - 1; w >= 0; w--)', 'for (int w = 0; w < WAYS; w++)']],
    ['a tag lacks its lowest bit', ['+:TAG_BITS] == tag', '+1+:TAG_BITS-1] == (tag >> 1)']],
    ['a group of the index is left out', ['group = 0; group < GROUPS', 'group = 0; group < GROUPS - 1']],
    ['a look-up does not see the one before it', ['earlier < n;', 'earlier < n - 1;']],
    ['the line after a look-up is looked for in the sets before the cycle', ['earlier <= n;', 'earlier < 0;']],
    [
      'the line after a look-up is in its set',
      ['set_of_next (\n          .line (next)', 'set_of_next (\n          .line (lines[n*LINE_BITS+:LINE_BITS])'],
    ],
    ['a miss too many is made', ["allowed == '0", "allowed == '1"]],
  ];
  itFinds(mutants, () => {
    const cache: Cache = { sets: 16, ways: 4, setIndex: 'xor-folded', lookUps: 4 };
    return [tagStore(cache), traffic(cache)];
  });
});
