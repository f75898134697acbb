import { expect, test } from 'vitest';
import { DataStore } from '../../pipeline/stepped/data-store.ts';
import type { CacheDesign } from '../../rtl-model/design/design.ts';
import { TexelBytes } from '../../rtl-model/memory/texel-bytes.ts';
import { CacheLevels } from '../../rtl-model/texel-cache/cache-levels.ts';
import { FOUND_IN } from '../../rtl-model/texel-cache/lower-levels.ts';
import { ABSENT } from '../../rtl-model/texel-cache/tag-array.ts';
import { randomNumbers } from './random-source.ts';
import { preset } from './random-work.ts';

const SECTOR = 16;
const CACHE: CacheDesign = {
  ...preset('full-quality').cache,
  lineBytes: 2 * SECTOR,
  sectorBytes: SECTOR,
  sets: 2,
  ways: 2,
  victimLines: 2,
};

/** A memory whose words number its sectors. */
function numberedSectors(sectors: number): TexelBytes {
  const memory = new TexelBytes(SECTOR * sectors);
  memory.words.forEach((_, word) => (memory.words[word] = Math.floor(word / (SECTOR / 4))));
  return memory;
}

test('moves and fills that wait behind many look-ups bring every sector to the place of its look-up', () => {
  const levels = new CacheLevels(CACHE);
  const behind = 7;
  const store = new DataStore(SECTOR, levels, numberedSectors(64), behind, true);
  const random = randomNumbers(2);
  const waiting: { sector: number; at: number; found: number | null }[] = [];
  const read = ({ sector, at, found }: (typeof waiting)[number]) => {
    if (found !== null) store.carryOut();
    if (found === FOUND_IN.memory) store.fill(sector, at);
    store.check(sector, at);
    expect([...store.texels.words.subarray(4 * at, 4 * at + 4)]).toEqual([sector, sector, sector, sector]);
  };
  let swaps = 0;
  for (let k = 0; k < 2000; k++) {
    const sector = Math.floor(random() * 20);
    let at = levels.find(sector);
    let found: number | null = null;
    if (at === ABSENT) {
      found = levels.take(sector, SECTOR * sector, SECTOR);
      at = levels.dataSector;
      store.plan();
      if (found === FOUND_IN.victimBuffer) swaps++;
    }
    waiting.push({ sector, at, found });
    if (waiting.length === behind) read(waiting.shift()!);
  }
  expect(swaps).toBeGreaterThan(100);
});

test('a read of a sector before its arrival is an error', () => {
  const store = new DataStore(SECTOR, new CacheLevels(CACHE), numberedSectors(64), 1, true);
  store.fill(9, 3);
  expect(() => store.check(9, 3)).not.toThrow();
  expect(() => store.check(8, 3)).toThrow('sector 8 is read before it is in the data store');
});
