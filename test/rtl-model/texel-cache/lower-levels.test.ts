import { expect, test } from 'vitest';
import type { CacheDesign } from '../../../rtl-model/design/design.ts';
import { L2 } from '../../../rtl-model/design/design-fields.ts';
import { freeValues } from '../../../rtl-model/design/field.ts';
import { CacheLevels } from '../../../rtl-model/texel-cache/cache-levels.ts';
import { FOUND_IN } from '../../../rtl-model/texel-cache/lower-levels.ts';
import { ABSENT } from '../../../rtl-model/texel-cache/tag-array.ts';
import { PRESETS } from '../../../src/designs/presets.ts';
import { Dice } from '../../oracle/dice.ts';
import { draws } from '../../oracle/draws.ts';

/** A cache of LRU sets as lists of lines, the latest first. */
class ListedCache {
  readonly sets: number[][];

  constructor(
    readonly lineBytes: number,
    sets: number,
    readonly ways: number,
  ) {
    this.sets = Array.from({ length: sets }, () => []);
  }

  setOf(line: number): number[] {
    return this.sets[line % this.sets.length];
  }

  /** Moves a line to the front. @returns false if it is not there */
  use(line: number): boolean {
    const set = this.setOf(line);
    const at = set.indexOf(line);
    if (at < 0) return false;
    set.unshift(...set.splice(at, 1));
    return true;
  }

  /** @returns the line that goes, undefined for none */
  put(line: number): number | undefined {
    const set = this.setOf(line);
    set.unshift(line);
    return set.length > this.ways ? set.pop() : undefined;
  }

  remove(line: number): boolean {
    const set = this.setOf(line);
    const at = set.indexOf(line);
    if (at >= 0) set.splice(at, 1);
    return at >= 0;
  }
}

const LRU = { setIndex: 'modulo', indexBits: null, replacement: 'lru', rrpvBits: 2 } as const;

test('an inclusive L2 and an L3 have the results of lists of lines, by hits, requests, dropped lines and writes', () => {
  const dice = new Dice(77);
  const seen = { drops: 0, l3: 0, dirtyDrops: 0, swaps: 0 };
  for (let n = 0; n < draws(200, 5); n++) {
    const lineBytes = dice.pick([32, 64]);
    const [l2Bytes, l3Bytes] = [lineBytes * dice.pick([1, 2]), lineBytes * dice.pick([2, 4])];
    const size = () => ({ sets: dice.pick([1, 2, 4]), ways: dice.pick([1, 2, 3]) });
    const [one, two, three] = [size(), size(), size()];
    const inclusive = dice.chance(0.7);
    const victimLines = dice.pick([0, 0, 1, 3]);
    const cache: CacheDesign = {
      ...PRESETS.get('full-quality')!.cache,
      ...LRU,
      ...one,
      lineBytes,
      sectorBytes: lineBytes,
      victimLines,
      l2: {
        ...freeValues(L2),
        ...LRU,
        ...two,
        lineBytes: l2Bytes,
        allocation: 'on-miss',
        inclusive,
        latency: 1,
        bytesPerCycle: 8,
      },
      l3: { ...LRU, ...three, lineBytes: l3Bytes, latency: 1, dataLatency: 0, bytesPerCycle: 8 },
    };
    const levels = new CacheLevels(cache);
    let back = 0;
    const { drops: dropsBefore, swaps: swapsBefore } = seen;
    const [l1, l2, l3] = [
      new ListedCache(lineBytes, one.sets, one.ways),
      new ListedCache(l2Bytes, two.sets, two.ways),
      new ListedCache(l3Bytes, three.sets, three.ways),
    ];
    const victims = new ListedCache(lineBytes, 1, victimLines);
    const [dirty, dirtyL2] = [new Set<number>(), new Set<number>()];
    for (let k = 0; k < 300; k++) {
      const line = dice.integer(0, 23);
      const writes = dice.chance(0.3);
      const hit = levels.find(line);
      expect(hit !== ABSENT).toBe(l1.use(line));
      if (hit !== ABSENT) {
        if (writes) levels.writeHit(line, hit);
        if (writes) dirty.add(line);
        continue;
      }
      const found = levels.take(line, line * lineBytes, lineBytes, writes);
      const expected: { readonly address: number; readonly bytes: number }[] = [];
      const above = Math.floor((line * lineBytes) / l2Bytes);
      const inVictims = victims.remove(line);
      const left = l1.put(line);
      const old = left === undefined ? undefined : victims.put(left);
      if (inVictims) {
        expect(found).toBe(FOUND_IN.victimBuffer);
        if (writes) dirty.add(line);
        if (writes) levels.write(line, levels.dataSector);
        expect(levels.writeCount).toBe(0);
        seen.swaps++;
        continue;
      }
      // Written sectors that go to the L2, and those that come back with the line that it gives up, go over its link.
      let sent = 0;
      if (old !== undefined && dirty.delete(old)) {
        sent += lineBytes;
        const of = Math.floor((old * lineBytes) / l2Bytes);
        if (l2.use(of)) dirtyL2.add(of);
        else expected.push({ address: old * lineBytes, bytes: lineBytes });
      }
      let place: number = FOUND_IN.l2;
      if (!l2.use(above)) {
        const given = l2.put(above);
        if (given !== undefined) {
          let newer = dirtyL2.delete(given);
          const parts = Array.from({ length: l2Bytes / lineBytes }, (_, part) => (given * l2Bytes) / lineBytes + part);
          for (const part of inclusive ? parts : []) {
            if (!l1.remove(part) && !victims.remove(part)) continue;
            seen.drops++;
            if (!dirty.delete(part)) continue;
            newer = true;
            sent += lineBytes;
            seen.dirtyDrops++;
          }
          if (newer) expected.push({ address: given * l2Bytes, bytes: l2Bytes });
        }
        const below = Math.floor((above * l2Bytes) / l3Bytes);
        const inL3 = l2Bytes <= l3Bytes && l3.use(below);
        place = inL3 ? FOUND_IN.l3 : FOUND_IN.memory;
        if (inL3) seen.l3++;
        else {
          l3.put(below);
          expect([levels.memoryAddress, levels.memoryBytes]).toEqual([below * l3Bytes, l3Bytes]);
        }
      }
      expect(found).toBe(place);
      expect(levels.linkWriteBytes).toBe(sent);
      back += sent;
      if (writes) {
        levels.write(line, levels.dataSector);
        dirty.add(line);
      }
      const { writeAddress, writeBytes, writeCount } = levels;
      const written = Array.from({ length: writeCount }, (_, w) => ({
        address: writeAddress[w],
        bytes: writeBytes[w],
      }));
      expect(written).toEqual(expected);
    }
    const [l2Drops, victimHits] = [seen.drops - dropsBefore, seen.swaps - swapsBefore];
    expect(levels.totals()).toMatchObject({ l2Drops, victimHits, writeBackBytes: back });
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(20);
});

/** A texel cache of one set of lines of 64 bytes, in front of an inclusive L2 of two such lines. */
function inclusiveLevels(changes: Partial<CacheDesign>): CacheLevels {
  const one = { ...LRU, sets: 1, lineBytes: 64 };
  const l2 = { ...freeValues(L2), ...one, ways: 2, allocation: 'on-miss', inclusive: true } as const;
  const times = { latency: 1, bytesPerCycle: 8 };
  return new CacheLevels({ ...PRESETS.get('full-quality')!.cache, ...one, l2: { ...l2, ...times }, ...changes });
}

test('an inclusive L2 takes lines out of victim and prefetch buffers, and a swap then has no line to give', () => {
  const levels = inclusiveLevels({ ways: 1, sectorBytes: 64, victimLines: 2, prefetch: { next: 'line', sectors: 2 } });
  const take = (line: number) => levels.take(line, 64 * line, 64);
  take(0);
  levels.prefetch(1, 64, 64);
  // The L2 has 0 and 1. Line 2 takes the place of 0, which has just moved to the victim buffer.
  take(2);
  expect(levels.buffered(0)).toBe(false);
  expect(levels.totals()).toMatchObject({ l2Probes: 1, l2Drops: 1 });
  // Line 3 takes that of 1 out of the prefetch buffer; 2 moves to the victim buffer.
  take(3);
  expect(levels.totals()).toMatchObject({ l2Probes: 2, l2Drops: 2, prefetchHits: 0 });
  // A prefetch takes the place of 2 in the L2, another one that of 3: the texel cache's place is empty.
  expect(levels.buffered(2)).toBe(true);
  levels.prefetch(5, 64 * 5, 64);
  expect(levels.buffered(2)).toBe(false);
  take(5);
  expect(levels.buffered(3)).toBe(true);
  expect(levels.totals().prefetchHits).toBe(1);
});

test('an inclusive L2 takes the sectors of its line alone, and the tag with the last of them', () => {
  const levels = inclusiveLevels({ ways: 2, sectorBytes: 32 });
  // The sectors of line 0 come from two lines of the L2, as those of a texture do whose base lies between lines.
  levels.take(0, 32, 32);
  levels.take(1, 64, 32);
  // A third line takes the place of the first one in the L2.
  levels.take(4, 128, 32);
  expect([0, 1, 4].map((sector) => levels.locate(sector) !== ABSENT)).toEqual([false, true, true]);
  // A fourth one takes that of the second: line 0 has no sector left, and misses as a line.
  levels.take(5, 192, 32);
  levels.take(0, 32, 32);
  expect(levels.totals()).toMatchObject({ lineMisses: 3, sectorMisses: 2, l2Drops: 3 });
});
