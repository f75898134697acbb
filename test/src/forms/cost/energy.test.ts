import { describe, expect, it } from 'vitest';
import type { CacheDesign, Design, L2Design } from '../../../../rtl-model/design/design.ts';
import { L2 } from '../../../../rtl-model/design/design-fields.ts';
import { freeValues, withValue } from '../../../../rtl-model/design/field.ts';
import { energyOf, quadWork, type Work } from '../../../../src/forms/cost/energy.ts';
import { plainState } from '../../../../src/designs/plain-state.ts';
import { memoriesOf } from '../../../../src/forms/cost/storage.ts';
import { POINT, roomy, run, warmRun } from '../../../pipeline/wide-row.ts';
import { PRESETS } from '../../../../src/designs/presets.ts';

const minimum = PRESETS.get('d3d11.3-minimum')!;

function energy(design = minimum, work: Work = quadWork(1, design)) {
  const parts = energyOf(design, memoriesOf(design, plainState(design)), work);
  return Object.fromEntries(parts.map(({ part, picojoules }) => [part, picojoules]));
}

describe('the estimate of energy', () => {
  it('takes no DRAM for quads that hit, and 30 pJ a bit for others', () => {
    expect(energy().DRAM).toBe(0);
    const read = { ...quadWork(1, minimum), memory: { bytes: 64, writeBytes: 0 } };
    expect(energy(minimum, read).DRAM).toBe(64 * 8 * 30);
    expect(energy(minimum, { ...read, memory: { bytes: 64, writeBytes: 32 } }).DRAM).toBe((64 + 32) * 8 * 30);
  });

  it('is the sum over work: twice the work takes twice the energy', () => {
    const once = energy();
    const { cacheLevels, memory, ...counts } = quadWork(1, minimum);
    const doubled = <T extends object>(all: T) =>
      Object.fromEntries(Object.entries(all).map(([name, count]) => [name, 2 * (count as number)])) as T;
    const twice = energy(minimum, { ...doubled(counts), cacheLevels: doubled(cacheLevels), memory });
    for (const [part, picojoules] of Object.entries(once)) expect(twice[part]).toBeCloseTo(2 * picojoules, 9);
  });

  it.each([
    ['filter.guardBits', 16, 'filter'],
    ['filter.srgbLinearBits', 16, 'filter'],
    ['address.coordinate.integerBits', 20, 'address'],
    ['lod.log2Table.entryBits', 20, 'LOD'],
    ['cache.ways', 4, 'cache'],
    ['cache.tagsPerCycle', 8, 'cache'],
    ['cache.dataPorts', 4, 'cache'],
    ['pipeline.fifoDepth.fragment', 512, 'FIFOs'],
  ])('grows with %s', (path, value, part) => {
    const wider = energy(withValue(minimum, path, value));
    expect(wider[part]).toBeGreaterThan(energy()[part]);
  });

  it('takes for a lerp of 9 by 8 bits what its source gives for a product of 8 by 8, within a third', () => {
    // 12 lerps of 9 and 17 bits in a lane's sample; the source has 0.2 pJ for the product and 0.03 for each of two sums.
    const narrow = withValue(withValue(minimum, 'filter.guardBits', 0), 'filter.srgbLinearBits', 8);
    const none = { ...quadWork(1, narrow), pixels: 0, samples: 1, taps: 0 };
    const accumulators = 4 * 0.0035 * narrow.filter.accumulatorBits;
    const lerp = (energy(narrow, none).filter - accumulators) / 12;
    expect(lerp).toBeGreaterThan(0.26 * 0.67);
    expect(lerp).toBeLessThan(0.26 * 1.33);
  });
});

/**
 * The energy of an access to so many bits of a memory of words of 64 bits: 10 pJ of 8 KB, growing with the square root of
 * its area: that of its bits, each 2.0 times as large with two ports, and 7.1 times with five (docs/area.md).
 */
const accessTo = (bits: number, memoryBits: number, cell = 1) =>
  (10 / 64) * bits * Math.sqrt((memoryBits * cell) / (8 * 8192));
const TWO_PORTS = (15 * 19.6) / 146;
const FIVE_PORTS = (30 * 34.6) / 146;

describe('the energy of the levels of the cache', () => {
  const LINE = 512;
  const small = { sets: 1, ways: 4 };
  /** Lines 0 to 4, 44 times: one more than the texel cache has room for, so that LRU misses all 220 look-ups. */
  const linesRound = Array.from({ length: 220 }, (_, k) => 16 * (k % 5));
  /** 31 address bits less 6 of the line, and a valid bit, in 4 lines, for four look-ups and a fill; 4 * 512 bits of data. */
  const tag = accessTo(26, 4 * 26, FIVE_PORTS);
  const data = accessTo(LINE, 4 * LINE);

  function energyOfRun(cache: Partial<CacheDesign>, columns: readonly number[] = linesRound) {
    const design = roomy({ ...small, ...cache });
    const account = run(design, columns, POINT, 'r8g8b8a8_unorm');
    return { levels: account.cacheLevels, parts: energy(design, account), design, account };
  }

  /** Two accesses to an outcome, and for each sector that comes from beyond two to a response. */
  const queues = ({ pipeline: { latency, fifoDepth }, cache }: Design, lookups: number, fetched: number) => {
    const outcomes = 16 * (latency.tag + fifoDepth.fragment + 1);
    // One set has lines of every bank: each bank has a row for each of the four.
    const bits = 1 + Math.max(1, Math.log2(cache.banks)) + 2;
    const responses = LINE * cache.outstandingMisses;
    return (
      2 * lookups * accessTo(bits, bits * outcomes, TWO_PORTS) + 2 * fetched * accessTo(LINE, responses, TWO_PORTS)
    );
  };

  it('has the tags of all ways, the line and two queues a look-up, and a tag and a sector more a miss', () => {
    const { parts, design } = energyOfRun({});
    expect(parts.cache).toBeCloseTo(220 * (4 * tag + data) + 220 * (tag + data) + queues(design, 220, 220), 6);
  });

  it('reads the tags of a line once for the look-ups that share a port', () => {
    const energyOfSharing = (sectorsPerTag: number) => {
      const design = roomy({ ...small, sectorBytes: 16, tagsPerCycle: 1, sectorsPerTag });
      const account = run(design, [0], POINT, 'r8g8b8a8_unorm');
      const pass = { ...account, ...warmRun(design, [0, 4, 8, 12], 1, 'r8g8b8a8_unorm') };
      return energy(design, pass).cache;
    };
    // 31 address bits less 6 of the line, and four valid bits, in 4 lines, for a look-up and a fill.
    const sectorTag = accessTo(29, 4 * 29, TWO_PORTS);
    expect(energyOfSharing(1) - energyOfSharing(4)).toBeCloseTo((4 - 1) * 4 * sectorTag, 6);
    expect(energyOfSharing(1) - energyOfSharing(2)).toBeCloseTo((4 - 2) * 4 * sectorTag, 6);
  });

  it('has the look-ups of an L2, the bytes of its hits, and the lines that it keeps', () => {
    const { parts, levels } = energyOfRun({ l2: l2('on-miss') });
    expect([levels.l2Hits, levels.l2Misses]).toEqual([215, 5]);
    // 64 lines in 16 sets of 4 ways: 31 address bits less 6 of the line and 4 of the set, and a valid bit.
    const [l2Tag, l2Line] = [accessTo(22, 64 * 22), accessTo(LINE, 64 * LINE)];
    expect(parts.L2).toBeCloseTo(220 * 4 * l2Tag + 215 * l2Line + 5 * (l2Tag + l2Line), 6);
    expect(parts.DRAM).toBe(5 * 64 * 8 * 30);
    expect(energyOfRun({}).parts).not.toHaveProperty('L2');
  });

  it('has the lines that an L2 of victims takes and gives back', () => {
    const { parts, levels } = energyOfRun({ l2: l2('victim') });
    // All but the first four look-ups give a line up, and all but the first five take one back.
    expect([levels.l2WriteBytes, levels.l2Hits, levels.l2Misses]).toEqual([216 * 64, 215, 5]);
    const [l2Tag, l2Line] = [accessTo(22, 64 * 22), accessTo(LINE, 64 * LINE)];
    expect(parts.L2).toBeCloseTo(220 * 4 * l2Tag + 215 * l2Line + 216 * (l2Tag + l2Line), 6);
  });

  it('has the searches of a victim buffer, and two moved lines a swap', () => {
    const { parts, levels, design } = energyOfRun({ victimLines: 2 });
    expect([levels.victimHits, levels.lineMisses]).toEqual([215, 5]);
    const [victimTag, victimLine] = [accessTo(26, 2 * 26), accessTo(LINE, 2 * LINE)];
    const move = data + victimLine + victimTag;
    expect(parts['victim buffer']).toBeCloseTo(220 * 2 * victimTag + (2 * 215 + 5) * move, 6);
    expect(parts.cache).toBeCloseTo(220 * (4 * tag + data) + 5 * (tag + data) + queues(design, 220, 5), 6);
  });

  it('has the searches of a prefetch buffer, what is put in, and what is taken out', () => {
    // Each of twenty lines fetches the next one ahead, which is then there.
    const lines = Array.from({ length: 20 }, (_, k) => 16 * k);
    const { parts, levels, design } = energyOfRun({ prefetch: { next: 'line', sectors: 2 } }, lines);
    expect([levels.prefetches, levels.prefetchHits, levels.lineMisses]).toEqual([20, 19, 20]);
    const [aheadTag, aheadSector] = [accessTo(26, 2 * 26), accessTo(LINE, 2 * LINE)];
    const moves = 20 * (aheadTag + aheadSector) + 19 * aheadSector;
    expect(parts['prefetch buffer']).toBeCloseTo((20 + 20) * 2 * aheadTag + moves, 6);
    expect(parts.cache).toBeCloseTo(20 * (4 * tag + data) + 20 * (tag + data) + queues(design, 20, 1), 6);
  });

  it('has the searches of a TLB, the pages that it reads, and those that it takes', () => {
    const tlb = { pageBytes: 1024, sets: 1, ways: 2, walkLatency: 9, walks: 1 };
    const { parts, levels } = energyOfRun({ tlb });
    const { tlbHits, tlbMisses } = levels;
    expect(tlbHits + tlbMisses).toBe(levels.lineMisses);
    expect(tlbMisses).toBeGreaterThan(0);
    const [tlbTag, tlbPage] = [accessTo(22, 2 * 22), accessTo(21, 2 * 21)];
    expect(parts.TLB).toBeCloseTo((tlbHits + tlbMisses) * (2 * tlbTag + tlbPage) + tlbMisses * tlbTag, 6);
    expect(energyOfRun({}).parts).not.toHaveProperty('TLB');
  });

  it('has the bytes that are written back: read from the texel cache, and through an L2 of kept misses', () => {
    const written = (cache: Partial<CacheDesign>) => {
      const { design, account, parts } = energyOfRun(cache);
      const cacheLevels = { ...account.cacheLevels, writeBackBytes: 64 };
      const after = energy(design, { ...account, cacheLevels });
      return [after.cache - parts.cache, (after.L2 ?? 0) - (parts.L2 ?? 0)];
    };
    expect(written({})[0]).toBeCloseTo(data, 6);
    const [out, through] = written({ l2: l2('on-miss') });
    expect(out).toBeCloseTo(data, 6);
    expect(through).toBeCloseTo(2 * accessTo(LINE, 64 * LINE), 6);
  });
});

function l2(allocation: 'on-miss' | 'victim'): L2Design {
  const tags = { lineBytes: 64, sets: 16, ways: 4, setIndex: 'modulo', replacement: 'lru' } as const;
  return { ...freeValues(L2), ...tags, allocation, latency: 40, bytesPerCycle: 64 };
}
