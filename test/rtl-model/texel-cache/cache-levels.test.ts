import { describe, expect, test } from 'vitest';
import type { CacheDesign, L2Design } from '../../../rtl-model/design/design.ts';
import { CacheLevels } from '../../../rtl-model/texel-cache/cache-levels.ts';
import { FOUND_IN } from '../../../rtl-model/texel-cache/lower-levels.ts';
import { ABSENT } from '../../../rtl-model/texel-cache/tag-array.ts';
import { type RandomSource, pick, randomNumbers } from '../../pipeline/random-source.ts';
import { preset } from '../../pipeline/random-work.ts';
import { L2 } from '../../../rtl-model/design/design-fields.ts';
import { freeValues } from '../../../rtl-model/design/field.ts';

const BASE: CacheDesign = { ...preset('full-quality').cache, lineBytes: 64, sectorBytes: 64, sets: 1, ways: 2 };

function l2(allocation: L2Design['allocation'], changes: Partial<L2Design> = {}): L2Design {
  const tags = { lineBytes: 64, sets: 1, ways: 2, setIndex: 'modulo', replacement: 'lru' } as const;
  return { ...freeValues(L2), ...tags, allocation, latency: 10, bytesPerCycle: 16, ...changes };
}

const WHERE = ['victimBuffer', 'l2', 'memory'] as const;
type Where = 'cache' | (typeof WHERE)[number];

function lookUp(levels: CacheLevels, sector: number, sectorBytes: number): Where {
  if (levels.find(sector) !== ABSENT) return 'cache';
  return WHERE[levels.take(sector, sector * sectorBytes, sectorBytes)];
}

function lookUps(design: CacheDesign, sectors: readonly number[]) {
  const levels = new CacheLevels(design);
  const found = sectors.map((sector) => lookUp(levels, sector, design.sectorBytes));
  return { found, totals: levels.totals() };
}

const NONE = {
  hits: 0,
  victimHits: 0,
  sectorMisses: 0,
  lineMisses: 0,
  l2Hits: 0,
  l2Misses: 0,
  l2ReadBytes: 0,
  l2WriteBytes: 0,
  writeBackBytes: 0,
  l2Bypasses: 0,
  prefetches: 0,
  prefetchHits: 0,
  prefetchBytes: 0,
  l2Probes: 0,
  l2Drops: 0,
  l3Hits: 0,
  l3Misses: 0,
  tlbHits: 0,
  tlbMisses: 0,
};

/** Lines 0 to lines - 1, `rounds` times. */
const round = (lines: number, rounds: number) => Array.from({ length: lines * rounds }, (_, k) => k % lines);

describe('going round one line more than the cache holds', () => {
  test('LRU and FIFO miss every time', () => {
    for (const replacement of ['lru', 'fifo'] as const) {
      expect(lookUps({ ...BASE, ways: 4, replacement }, round(5, 10)).totals).toEqual({ ...NONE, lineMisses: 50 });
    }
  });

  test('misses all lines of the sets that hold one too many, in a cache as wide as that of a published unit', () => {
    // 24 KiB in lines of 32 bytes, 4 sets of 192 ways, LRU: the texture cache of Maxwell by Mei and Chu, "Dissecting GPU
    // Memory Hierarchy through Microbenchmarking" (2017), but for the bits that select its sets.
    const maxwell = { ...BASE, lineBytes: 32, sectorBytes: 32, sets: 4, ways: 192 };
    const missesOfRound = (lines: number) =>
      lookUps(maxwell, round(lines, 6)).totals.lineMisses - lookUps(maxwell, round(lines, 5)).totals.lineMisses;
    expect([700, 768, 769, 770, 771, 772, 800].map(missesOfRound)).toEqual([0, 0, 193, 386, 579, 772, 800]);
  });

  test('misses each line once if a victim buffer of one line takes it', () => {
    const { totals } = lookUps({ ...BASE, ways: 4, victimLines: 1 }, round(5, 10));
    expect(totals).toEqual({ ...NONE, lineMisses: 5, victimHits: 45 });
  });

  test('misses every time if there are two lines more', () => {
    const { totals } = lookUps({ ...BASE, ways: 4, victimLines: 1 }, round(6, 10));
    expect(totals).toEqual({ ...NONE, lineMisses: 60 });
  });
});

test('an absent sector misses alone, and its line only the first time', () => {
  const { found, totals } = lookUps({ ...BASE, sectorBytes: 16 }, [0, 1, 1, 0, 3, 4, 4]);
  expect(found).toEqual(['memory', 'memory', 'cache', 'cache', 'memory', 'memory', 'cache']);
  expect(totals).toEqual({ ...NONE, hits: 3, sectorMisses: 2, lineMisses: 2 });
});

test('a line that returns after its eviction has none of its sectors', () => {
  const design = { ...BASE, sectorBytes: 32, ways: 1 };
  expect(lookUps(design, [0, 1, 2, 0, 1]).totals).toEqual({ ...NONE, sectorMisses: 2, lineMisses: 3 });
});

test('a line that is swapped in brings its sectors', () => {
  const design = { ...BASE, sectorBytes: 32, ways: 1, victimLines: 1 };
  const { found, totals } = lookUps(design, [0, 2, 0, 1, 2, 1]);
  expect(found).toEqual(['memory', 'memory', 'victimBuffer', 'memory', 'victimBuffer', 'victimBuffer']);
  expect(totals).toEqual({ ...NONE, lineMisses: 2, sectorMisses: 1, victimHits: 3 });
  // The line is in the buffer, but its other sector is not.
  expect(lookUps(design, [0, 2, 1]).totals).toEqual({ ...NONE, lineMisses: 2, sectorMisses: 1 });
});

describe('an L2', () => {
  test('that allocates on a miss fetches its own line, and serves the rest of it', () => {
    const levels = new CacheLevels({ ...BASE, sectorBytes: 32, l2: l2('on-miss', { lineBytes: 256 }) });
    expect(levels.take(9, 9 * 32, 32)).toBe(FOUND_IN.memory);
    expect([levels.fetchAddress, levels.fetchBytes, levels.linkBytes]).toEqual([256, 256, 32]);
    expect(levels.take(15, 15 * 32, 32)).toBe(FOUND_IN.l2);
    expect(levels.totals()).toEqual({ ...NONE, lineMisses: 2, l2Hits: 1, l2Misses: 1, l2ReadBytes: 64 });
  });

  test('of victims adds its lines to those of the texel cache', () => {
    const { totals } = lookUps({ ...BASE, l2: l2('victim') }, round(4, 10));
    expect(totals).toEqual({
      ...NONE,
      lineMisses: 40,
      l2Misses: 4,
      l2Hits: 36,
      l2ReadBytes: 40 * 64,
      l2WriteBytes: 38 * 64,
    });
    // Without exclusion, two lines of the L2 hold the lines that the texel cache gets next.
    expect(lookUps({ ...BASE, l2: l2('on-miss') }, round(4, 10)).totals.l2Hits).toBe(0);
  });

  test('of victims takes the lines that the victim buffer gives up', () => {
    const { totals } = lookUps({ ...BASE, victimLines: 1, l2: l2('victim') }, round(5, 10));
    expect(totals).toMatchObject({ l2Misses: 5, l2Hits: 45, victimHits: 0 });
  });

  test('of victims moves the sectors that a line has, and no more', () => {
    const design = { ...BASE, sectorBytes: 16, ways: 1, l2: l2('victim') };
    // Line 0 leaves with three sectors and line 1 with one; line 0 returns with its three.
    const { found, totals } = lookUps(design, [0, 1, 3, 4, 1, 0, 3, 2]);
    expect(found).toEqual(['memory', 'memory', 'memory', 'memory', 'l2', 'cache', 'cache', 'memory']);
    expect(totals).toMatchObject({ l2Hits: 1, l2ReadBytes: (3 + 1 + 1 + 1 + 1 + 1) * 16, l2WriteBytes: (3 + 1) * 16 });
  });

  test('that allocates nothing misses every time and fetches sectors', () => {
    const { totals } = lookUps({ ...BASE, sectorBytes: 32, l2: l2('none') }, round(6, 10));
    expect(totals).toEqual({
      ...NONE,
      hits: 0,
      sectorMisses: 30,
      lineMisses: 30,
      l2Misses: 60,
      l2ReadBytes: 60 * 32,
    });
  });
});

/** A model with lists instead of tags, all LRU: the oldest line first, with its sectors. */
class NaiveLevels {
  private readonly design: CacheDesign;
  private readonly cache = new Map<number, Set<number>>();
  private readonly victims = new Map<number, Set<number>>();
  private readonly l2 = new Map<number, Set<number>>();

  constructor(design: CacheDesign) {
    this.design = design;
  }

  lookUp(sector: number): Where {
    const { design, cache, victims, l2 } = this;
    const perLine = design.lineBytes / design.sectorBytes;
    const line = Math.floor(sector / perLine);
    const exclusive = design.l2?.allocation === 'victim';
    let sectors = cache.get(line);
    let where: Where = 'cache';
    if (sectors === undefined) {
      where = victims.has(line) ? 'victimBuffer' : exclusive && l2.has(line) ? 'l2' : 'memory';
      sectors = victims.get(line) ?? (exclusive ? l2.get(line) : undefined) ?? new Set();
      victims.delete(line);
      if (exclusive) l2.delete(line);
      const spilled = put(victims, design.victimLines, put(cache, design.sets * design.ways, [line, sectors]));
      if (exclusive) put(l2, design.l2.sets * design.l2.ways, spilled);
    } else {
      cache.delete(line);
      cache.set(line, sectors);
    }
    if (sectors.has(sector)) return where;
    sectors.add(sector);
    if (design.l2?.allocation !== 'on-miss') return 'memory';
    const l2Line = Math.floor((sector * design.sectorBytes) / design.l2.lineBytes);
    const held = l2.delete(l2Line);
    put(l2, design.l2.sets * design.l2.ways, [l2Line, new Set()]);
    return held ? 'l2' : 'memory';
  }
}

/** @returns the evicted entry, which is the new entry itself if there is no room at all */
function put(
  lines: Map<number, Set<number>>,
  room: number,
  entry: readonly [number, Set<number>] | undefined,
): readonly [number, Set<number>] | undefined {
  if (entry === undefined) return undefined;
  lines.set(...entry);
  if (lines.size <= room) return undefined;
  const [oldest] = lines;
  lines.delete(oldest[0]);
  return oldest;
}

function randomCache(random: RandomSource): CacheDesign {
  const lineBytes = pick(random, [32, 64]);
  const allocation = pick(random, [null, 'on-miss', 'victim', 'none'] as const);
  return {
    ...BASE,
    lineBytes,
    sectorBytes: pick(random, [16, 32, lineBytes]),
    ways: pick(random, [1, 2, 3, 6]),
    victimLines: pick(random, [0, 0, 1, 3]),
    l2:
      allocation &&
      l2(allocation, {
        lineBytes: lineBytes * (allocation === 'victim' ? 1 : pick(random, [1, 4])),
        ways: pick(random, [1, 2, 4]),
      }),
  };
}

test('every look-up has the outcome of a model with lists, on random caches of one set', () => {
  for (let seed = 1; seed <= 150; seed++) {
    const random = randomNumbers(seed);
    const design = randomCache(random);
    const levels = new CacheLevels(design);
    const naive = new NaiveLevels(design);
    // Most streams use at most a line or two beyond the capacity; some addresses reach 2^50.
    const sectors = 2 + Math.floor(random() * 60);
    const base = pick(random, [0, 2 ** 40, 2 ** 50]);
    for (let k = 0; k < 300; k++) {
      const sector = base + Math.floor(random() * sectors);
      const [got, want] = [lookUp(levels, sector, design.sectorBytes), naive.lookUp(sector)];
      if (got !== want) expect(`seed ${seed}, look-up ${k}: ${got}`).toBe(`seed ${seed}, look-up ${k}: ${want}`);
    }
  }
});

test('after the moves and fills, every data sector holds the data that its tag names', () => {
  let swaps = 0;
  for (let seed = 1; seed <= 150; seed++) {
    const random = randomNumbers(seed);
    const sets = pick(random, [1, 2, 4]);
    const design: CacheDesign = { ...randomCache(random), sets, replacement: 'random', setIndex: 'xor-folded' };
    const levels = new CacheLevels(design);
    const content = Array<number>(levels.dataLines * levels.sectors).fill(ABSENT);
    for (let k = 0; k < 300; k++) {
      const sector = Math.floor(random() * 60);
      const buffered = levels.buffered(sector);
      let at = levels.find(sector);
      if (at === ABSENT) {
        const found = levels.take(sector, sector * design.sectorBytes, design.sectorBytes);
        for (let n = 0; n < levels.moveCount; n++) {
          const [from, to] = levels.moves.subarray(2 * n, 2 * n + 2);
          content.copyWithin(to * levels.sectors, from * levels.sectors, (from + 1) * levels.sectors);
        }
        at = levels.dataSector;
        if (buffered !== (found === FOUND_IN.victimBuffer)) expect(found, `seed ${seed}, look-up ${k}`).toBe(buffered);
        if (found === FOUND_IN.memory || levels.l2Slot !== ABSENT) {
          if (found !== FOUND_IN.victimBuffer) content[at] = sector;
        } else swaps++;
      }
      if (content[at] !== sector || at >= sets * design.ways * levels.sectors)
        expect(`seed ${seed}, look-up ${k}: ${content[at]}`).toBe(`${sector}`);
    }
  }
  expect(swaps).toBeGreaterThan(500);
});

describe('a prefetch buffer', () => {
  const prefetch = { next: 'line', sectors: 2 } as const;
  /** Looks sectors up; a miss fetches the sector behind it. */
  function ahead(design: CacheDesign, sectors: readonly number[]) {
    const levels = new CacheLevels({ ...design, prefetch });
    const bytes = design.sectorBytes;
    const requests: number[] = [];
    const found = sectors.map((sector) => {
      if (levels.find(sector) !== ABSENT) return 'cache';
      const from = levels.take(sector, sector * bytes, bytes);
      if (from === FOUND_IN.memory) requests.push(sector);
      if (from !== FOUND_IN.victimBuffer) {
        if (levels.prefetch(sector + 1, (sector + 1) * bytes, bytes) === FOUND_IN.memory) requests.push(sector + 1);
      }
      return from === FOUND_IN.prefetchBuffer ? 'ahead' : from === FOUND_IN.memory ? 'memory' : 'other';
    });
    return { found, requests, totals: levels.totals() };
  }
  const one = { ...BASE, ways: 1 };

  test('has each line of a row but the first, and requests each once', () => {
    const { found, requests, totals } = ahead(one, [0, 1, 2, 3, 3]);
    expect(found).toEqual(['memory', 'ahead', 'ahead', 'ahead', 'cache']);
    expect(requests).toEqual([0, 1, 2, 3, 4]);
    expect(totals).toMatchObject({ hits: 1, lineMisses: 4, prefetches: 4, prefetchHits: 3, prefetchBytes: 4 * 64 });
  });

  test('gives the oldest sector up, and a sector that moves into the cache leaves it', () => {
    // Lines 1, 11 and 21 are fetched ahead; the third takes the place of the first.
    expect(ahead(one, [0, 10, 20, 11, 21]).found).toEqual(['memory', 'memory', 'memory', 'ahead', 'ahead']);
    expect(ahead(one, [0, 10, 20, 1]).found).toEqual(['memory', 'memory', 'memory', 'memory']);
  });

  test('fetches nothing that the cache, its victim buffer or an L2 of victims has', () => {
    expect(ahead({ ...BASE, ways: 2 }, [1, 0]).requests).toEqual([1, 2, 0]);
    expect(ahead({ ...one, victimLines: 2 }, [1, 30, 0]).requests).toEqual([1, 2, 30, 31, 0]);
    expect(ahead({ ...one, l2: l2('victim') }, [1, 30, 0]).requests).toEqual([1, 2, 30, 31, 0]);
    expect(ahead(one, [1, 30, 0]).requests).toEqual([1, 2, 30, 31, 0, 1]);
  });

  test('fills an L2 that keeps its misses, whose counts have the prefetches', () => {
    const { totals } = ahead({ ...one, l2: l2('on-miss', { lineBytes: 128, ways: 4 }) }, [0, 1, 2, 3]);
    // Line 0 misses in the L2; 1 is in the same line of the L2. So it is with 2 and 3, and 4 misses again.
    expect(totals).toMatchObject({ l2Misses: 3, l2Hits: 2, lineMisses: 4, prefetches: 4, prefetchHits: 3 });
  });
});

test('writes that bypass the L2 get no place there, and find what is there', () => {
  const design = { ...BASE, ways: 1, l2: l2('on-miss', { lineBytes: 128, bypass: 'written' }) };
  const levels = new CacheLevels(design);
  const take = (sector: number, writes: boolean) => {
    expect(levels.find(sector)).toBe(ABSENT);
    return [levels.take(sector, 64 * sector, 64, writes), levels.fetchBytes];
  };
  expect(take(0, true)).toEqual([FOUND_IN.memory, 64]);
  expect(take(1, true)).toEqual([FOUND_IN.memory, 64]);
  expect(take(0, false)).toEqual([FOUND_IN.memory, 128]);
  expect(take(1, true)[0]).toBe(FOUND_IN.l2);
  expect(levels.totals()).toMatchObject({ l2Bypasses: 2, l2Misses: 3, l2Hits: 1 });
});

describe('a TLB', () => {
  // One line of one way: each look-up of another line than the last one is a miss.
  const tlb = { pageBytes: 1024, sets: 1, ways: 2, walkLatency: 0, walks: 1 };
  /** Hits and misses of pages, of look-ups of lines of 64 bytes: 16 in a page. */
  const pagesOf = (changes: Partial<CacheDesign>, lines: readonly number[]) => {
    const { totals } = lookUps({ ...BASE, ways: 1, tlb, ...changes }, lines);
    return [totals.tlbHits, totals.tlbMisses];
  };

  test('looks up the pages of misses alone, and gives up the one unused for longest', () => {
    // Line 0 twice: the second look-up hits in the cache. Pages 0, 1, 0, 2 and then 1, which page 2 has replaced.
    expect(pagesOf({}, [0, 0, 16, 1, 32, 17])).toEqual([1, 4]);
    expect(pagesOf({}, [0, 16, 1, 17, 2, 18])).toEqual([4, 2]);
    expect(pagesOf({ tlb: { ...tlb, sets: 2, ways: 1 } }, [0, 16, 32, 1, 17])).toEqual([1, 4]);
    expect(pagesOf({ tlb: { ...tlb, pageBytes: 2048 } }, [0, 16, 32, 1, 17])).toEqual([3, 2]);
    expect(pagesOf({ tlb: null }, [0, 16, 32])).toEqual([0, 0]);
  });

  test('is in front of the L2, whose hits it knows the pages of, and behind the victim buffer', () => {
    const lines = [0, 16, 0, 16, 0];
    expect(pagesOf({ l2: l2('on-miss', { ways: 4 }) }, lines)).toEqual([3, 2]);
    expect(pagesOf({ l2: l2('victim', { ways: 4 }) }, lines)).toEqual([3, 2]);
    expect(pagesOf({ victimLines: 2 }, lines)).toEqual([0, 2]);
  });

  test('has the pages of prefetches, and none for what they have brought', () => {
    const levels = new CacheLevels({ ...BASE, ways: 1, tlb, prefetch: { next: 'line', sectors: 4 } });
    for (const line of [15, 16]) {
      expect(levels.find(line)).toBe(ABSENT);
      levels.take(line, 64 * line, 64);
      levels.prefetch(line + 1, 64 * (line + 1), 64);
    }
    // Line 15, ahead 16 in the next page, which is then there, and ahead 17.
    expect(levels.totals()).toMatchObject({ tlbHits: 1, tlbMisses: 2, prefetchHits: 1 });
  });

  test('has the counts of a list of pages in the order of their use, on random look-ups', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = randomNumbers(seed);
      const [sets, ways] = [pick(random, [1, 2, 8]), pick(random, [1, 2, 5])];
      const lists: number[][] = Array.from({ length: sets }, () => []);
      const lines = Array.from({ length: 400 }, () => Math.floor(random() * 16 * 3 * sets * ways));
      let [hits, misses, before] = [0, 0, -1];
      for (const line of lines) {
        if (line === before) continue;
        before = line;
        const page = Math.floor(line / 16);
        const list = lists[page % sets];
        const at = list.indexOf(page);
        if (at >= 0) list.splice(at, 1);
        list.push(page);
        if (list.length > ways) list.shift();
        if (at >= 0) hits++;
        else misses++;
      }
      expect(pagesOf({ tlb: { ...tlb, sets, ways } }, lines), `seed ${seed}`).toEqual([hits, misses]);
    }
  });
});
