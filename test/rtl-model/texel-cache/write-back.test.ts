import { describe, expect, test } from 'vitest';
import { CACHE, L2, TAGS } from '../../../rtl-model/design/design-fields.ts';
import type { CacheDesign, L2Design } from '../../../rtl-model/design/design.ts';
import { freeValues } from '../../../rtl-model/design/field.ts';
import { CacheLevels } from '../../../rtl-model/texel-cache/cache-levels.ts';
import { FOUND_IN } from '../../../rtl-model/texel-cache/lower-levels.ts';
import { ABSENT } from '../../../rtl-model/texel-cache/tag-array.ts';
import { plainWrites, type PlainWrite } from '../../oracle/plain-writes.ts';
import { pick, randomNumbers, type RandomSource } from '../../pipeline/random-source.ts';
import { preset } from '../../pipeline/random-work.ts';
import { draws } from '../../oracle/draws.ts';

const BASE: CacheDesign = {
  ...freeValues(CACHE),
  ...preset('full-quality').cache,
  lineBytes: 64,
  sectorBytes: 64,
  sets: 1,
  ways: 2,
  setIndex: 'modulo',
  replacement: 'lru',
};

function l2(changes: Partial<L2Design> = {}): L2Design {
  const tags = { lineBytes: 64, sets: 1, ways: 2, setIndex: 'modulo', replacement: 'lru' } as const;
  return { ...freeValues(L2), ...tags, allocation: 'on-miss', latency: 10, bytesPerCycle: 16, ...changes };
}

interface LookUp {
  readonly sector: number;
  readonly write: boolean;
}

/** Looks sectors up. @returns for each, the place in which it was found, and its writes to memory */
function lookUps(levels: CacheLevels, sectorBytes: number, list: readonly LookUp[]) {
  return list.map(({ sector, write }) => {
    const hit = levels.find(sector);
    const found = hit === ABSENT ? levels.take(sector, sector * sectorBytes, sectorBytes) : null;
    if (write && found === null) levels.writeHit(sector, hit);
    else if (write) levels.write(sector, levels.dataSector);
    const count = found === null ? 0 : levels.writeCount;
    const writes = Array.from({ length: count }, (_, n): PlainWrite => [levels.writeAddress[n], levels.writeBytes[n]]);
    return { found, writes };
  });
}

/** The writes to memory of look-ups in a short form: "r3" reads sector 3, "w3" writes it. */
function writesOf(changes: Partial<CacheDesign>, text: string) {
  const design = { ...BASE, ...changes };
  const list = text.split(' ').map((word) => ({ sector: Number(word.slice(1)), write: word.startsWith('w') }));
  const levels = new CacheLevels(design);
  const writes = lookUps(levels, design.sectorBytes, list).flatMap((each) => each.writes);
  return { writes, totals: levels.totals() };
}

describe('a dirty line', () => {
  test('is written back when it loses its place, once', () => {
    expect(writesOf({}, 'w1 w1 r2 r3 r1 r2 r3').writes).toEqual([[64, 64]]);
    expect(writesOf({}, 'r1 w1 r2 r3').writes).toEqual([[64, 64]]);
    expect(writesOf({}, 'r1 r2 r3 r4').writes).toEqual([]);
    expect(writesOf({}, 'w1 w2 w3 w4').totals.writeBackBytes).toBe(128);
  });

  test('is written back by the sectors that were written', () => {
    // Lines 0, 2 and 4 of four sectors.
    const { writes } = writesOf({ sectorBytes: 16 }, 'w1 r2 w3 r8 r16');
    expect(writes).toEqual([
      [16, 16],
      [48, 16],
    ]);
  });

  test('keeps its data in the victim buffer, and when it comes back from there', () => {
    expect(writesOf({ victimLines: 1 }, 'w1 r2 r3').writes).toEqual([]);
    expect(writesOf({ victimLines: 1 }, 'w1 r2 r3 r1 r2 r3').writes).toEqual([]);
    expect(writesOf({ victimLines: 1 }, 'w1 r2 r3 r4').writes).toEqual([[64, 64]]);
    expect(writesOf({ victimLines: 1 }, 'w1 r2 r3 r1 r2 r3 r4 r5').writes).toEqual([[64, 64]]);
  });

  test('goes into an L2 of victims, and from there to memory', () => {
    const design = { l2: l2({ allocation: 'victim', ways: 1 }) };
    expect(writesOf(design, 'w1 r2 r3').writes).toEqual([]);
    expect(writesOf(design, 'w1 r2 r3 r1 r2').writes).toEqual([]);
    expect(writesOf(design, 'w1 r2 r3 r4').writes).toEqual([[64, 64]]);
  });

  test('makes the line dirty in an L2 that has it, which writes whole lines', () => {
    const design = { l2: l2({ lineBytes: 128, ways: 1 }) };
    expect(writesOf(design, 'w2 r3 r2 w3').writes).toEqual([]);
    // Line 1 of the L2 has sectors 2 and 3. Sector 2 leaves the texel cache for sector 3's neighbour in line 1.
    expect(writesOf({ ...design, ways: 1 }, 'w2 r3 r0').writes).toEqual([[128, 128]]);
    expect(writesOf({ ...design, ways: 1 }, 'w2 r3 r0').totals.writeBackBytes).toBe(64);
  });

  test('goes through an L2 that has it at the end', () => {
    const levels = new CacheLevels({ ...BASE, l2: l2({ lineBytes: 128, ways: 2 }) });
    // Line 1 of the L2 has sectors 2 and 3; sector 0 is only read.
    lookUps(
      levels,
      64,
      [2, 3, 0].map((sector) => ({ sector, write: sector > 0 })),
    );
    levels.flush();
    expect([levels.writeCount, levels.linkWriteBytes]).toEqual([0, 64]);
    levels.flushL2();
    expect([levels.writeCount, levels.writeAddress[0], levels.writeBytes[0]]).toEqual([1, 128, 128]);
    levels.flushL2();
    expect(levels.writeCount).toBe(0);
  });

  test('is written past an L2 that has lost the line', () => {
    expect(writesOf({ l2: l2({ ways: 1 }) }, 'w1 r2 r3').writes).toEqual([[64, 64]]);
    expect(writesOf({ l2: l2({ allocation: 'none' }) }, 'w1 r2 r3').writes).toEqual([[64, 64]]);
  });
});

function randomLookUps(random: RandomSource, sectors: number): readonly LookUp[] {
  return Array.from({ length: 400 }, () => ({ sector: Math.floor(random() * sectors), write: random() < 0.3 }));
}

test('random writes come back as a plain model of the two levels says', () => {
  let written = 0;
  for (let seed = 1; seed <= draws(200); seed++) {
    const random = randomNumbers(seed);
    const tags = { sets: pick(random, [1, 2, 4]), ways: pick(random, [1, 2, 3]) };
    const second = l2({ lineBytes: pick(random, [64, 128]), sets: pick(random, [1, 4]), ways: pick(random, [1, 3]) });
    const design = { ...BASE, ...tags, sectorBytes: pick(random, [16, 64]), l2: random() < 0.6 ? second : null };
    const list = randomLookUps(random, pick(random, [8, 64]));
    const got = lookUps(new CacheLevels(design), design.sectorBytes, list).map(({ writes }) => writes);
    expect(got, `seed ${seed}`).toEqual(plainWrites(design, list));
    written += got.flat().length;
  }
  expect(written).toBeGreaterThan(draws(10_000));
});

test('no write is lost and none is made twice, in any cache whose victims move', () => {
  let [written, fetched] = [0, 0];
  for (let seed = 1; seed <= draws(200, 2); seed++) {
    const random = randomNumbers(seed);
    const tags = () => ({
      sets: pick(random, [1, 4]),
      ways: pick(random, [1, 2, 4]),
      setIndex: pick(random, TAGS.setIndex.values),
      replacement: pick(random, TAGS.replacement.values),
    });
    const design = {
      ...BASE,
      ...tags(),
      sectorBytes: pick(random, [16, 64]),
      victimLines: pick(random, [0, 1, 3]),
      l2: pick(random, [null, l2({ ...tags(), allocation: 'victim' }), l2({ allocation: 'none' })]),
    };
    const list = randomLookUps(random, pick(random, [8, 64, 300]));
    const unsaved = new Set<number>();
    const levels = new CacheLevels(design);
    lookUps(levels, design.sectorBytes, list).forEach(({ found, writes }, n) => {
      for (const [address, bytes] of writes) {
        expect(bytes).toBe(design.sectorBytes);
        expect(unsaved.delete(address / bytes), `seed ${seed}, look-up ${n}`).toBe(true);
        written++;
      }
      const { sector, write } = list[n];
      if (found === FOUND_IN.memory) {
        expect(unsaved.has(sector), `seed ${seed}, look-up ${n}`).toBe(false);
        fetched++;
      }
      if (write) unsaved.add(sector);
    });
    levels.flush();
    const last = levels.writeAddress.slice(0, levels.writeCount).map((address) => address / design.sectorBytes);
    expect(
      last.sort((a, b) => a - b),
      `seed ${seed}, at the end`,
    ).toEqual([...unsaved].sort((a, b) => a - b));
    levels.flush();
    expect(levels.writeCount).toBe(0);
  }
  expect([written > 5000, fetched > 10_000]).toEqual([true, true]);
});
