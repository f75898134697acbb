import { describe, expect, it } from 'vitest';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { withValue } from '../../../../rtl-model/design/field.ts';
import { plainState } from '../../../../src/designs/plain-state.ts';
import { areaInCells, bitsOf, cellArea, memoriesOf, storesOf } from '../../../../src/forms/cost/storage.ts';
import { PRESETS } from '../../../../src/designs/presets.ts';
import { KEPT } from './kept-misses.ts';

const minimum = PRESETS.get('d3d11.3-minimum')!;

function withFields(fields: Readonly<Record<string, unknown>>): Design {
  return Object.entries(fields).reduce((design, [path, value]) => withValue(design, path, value), minimum);
}

function memories(fields: Readonly<Record<string, unknown>> = {}) {
  const design = withFields(fields);
  return memoriesOf(design, plainState(design));
}

const storesIn = (fields: Readonly<Record<string, unknown>> = {}) => storesOf(memories(fields), withFields(fields));

const named = (fields: Readonly<Record<string, unknown>>, name: string) =>
  storesIn(fields).find((store) => store.name === name);

describe('storage of a design', () => {
  it('has a tag of 31 address bits less those of line and set, and a valid bit, for each line', () => {
    // 64 sets of 2 ways, lines of 64 bytes: 31 - 6 - 6 + 1.
    expect(memories().tags).toEqual({ name: 'texel cache tags', words: 128, bits: 20, ports: 5 });
    expect(memories({ 'cache.sets': 1 }).tags).toMatchObject({ words: 2, bits: 26 });
  });

  it('has a port of the tags for each look-up of a cycle, and one for misses that take no cycle from them', () => {
    expect(memories({ 'cache.tagsPerCycle': 2 }).tags.ports).toBe(3);
    expect(memories({ 'cache.tagsPerCycle': 2, 'cache.fill.tagCycles': 1 }).tags.ports).toBe(2);
  });

  it('has the ports of the data that are read, each of which writes a fill in place of a read', () => {
    expect(memories({ 'cache.dataPorts': 3 }).data.ports).toBe(3);
    expect(memories({ 'cache.dataPorts': 3, 'cache.fill.dataCycles': 1 }).data.ports).toBe(3);
    // The line of each of 4 banks, which is read in the cycle that writes it.
    expect(named({}, 'texel cache fills')).toMatchObject({ words: 4, bits: 512 });
    expect(named({ 'cache.fill.dataCycles': 1 }, 'texel cache fills')).toBeUndefined();
  });

  it('has a row for every line in each bank where the set does not tell the bank', () => {
    const others = (fields: Readonly<Record<string, unknown>>) => named(fields, 'texel cache data for other banks');
    expect(others({})).toBeUndefined();
    expect(others({ 'cache.setIndex': 'xor-folded' })).toMatchObject({ words: 3 * 128, bits: 512, ports: 1 });
    expect(others({ 'cache.setIndex': 'xor-folded', 'cache.banks': 1 })).toBeUndefined();
    // One bit of two is that of the set.
    expect(others({ 'cache.sets': 2 })).toMatchObject({ words: 4 });
    // Sectors of a line lie in consecutive banks.
    const sectors = { 'cache.lineBytes': 128, 'cache.sectorBytes': 32, 'cache.setIndex': 'xor-folded' };
    expect(others(sectors)).toBeUndefined();
    expect(others({ ...sectors, 'cache.banks': 8 })).toMatchObject({ words: 128, bits: 1024 });
  });

  it('has cells that a second port makes twice as large, and each further port higher and wider by two pitches', () => {
    // CACTI 5.1: 146 F^2 with one port; 15 F by 19.6 F with two, 20 F by 24.6 F with three.
    expect(areaInCells([{ name: '', words: 3, bits: 5, ports: 1 }])).toBe(15);
    expect(cellArea(2)).toBeCloseTo(294 / 146, 12);
    expect(cellArea(3)).toBeCloseTo(492 / 146, 12);
  });

  it('has the misses that wait, no more than can be outstanding, and those on their way to the memory', () => {
    expect(named({ 'cache.missQueue': 8 }, 'miss queue')).toMatchObject({ words: 8, bits: 25 });
    expect(named({ 'cache.missQueue': 4096 }, 'miss queue')).toMatchObject({ words: 32 });
    expect(named({}, 'misses on their way')).toBeUndefined();
    const late = { 'cache.missLatency': 10, 'cache.missesPerCycle': 2 };
    expect(named(late, 'misses on their way')).toMatchObject({ words: 10, bits: 50 });
  });

  it('has a valid bit for each sector of a line', () => {
    expect(memories({ 'cache.lineBytes': 128, 'cache.sectorBytes': 32 }).tags.bits).toBe(31 - 7 - 6 + 4);
  });

  it('has the bytes of all lines as data', () => {
    expect(bitsOf([memories().data])).toBe(64 * 2 * 64 * 8);
  });

  it.each([
    // A bit for each pair of ways.
    ['lru', 2, 1],
    ['lru', 4, 6],
    ['lru', 8, 28],
    ['tree-plru', 8, 7],
    ['fifo', 8, 3],
    ['random', 2, 32],
    // Two bits a way, and a counter to 32.
    ['srrip', 8, 16],
    ['brrip', 8, 21],
    ['drrip', 8, 21],
  ])('has the state of %s with %i ways in %i bits a set', (replacement, ways, bits) => {
    const order = named({ 'cache.replacement': replacement, 'cache.ways': ways }, `texel cache ${replacement}`);
    expect(order).toMatchObject({ words: 64, bits });
  });

  it('has no replacement state where a set has one way', () => {
    expect(storesIn({ 'cache.ways': 1 }).map(({ name }) => name)).not.toContain('texel cache lru');
  });

  it('counts the victim buffer and the L2 only where the design has them', () => {
    const without = bitsOf(storesIn());
    const victims = bitsOf(storesIn({ 'cache.victimLines': 4 }));
    // Tags of 25 bits with a valid bit, data of 512, and a bit for each pair of lines.
    expect(victims - without).toBe(4 * (26 + 512) + 6);
    const ahead = bitsOf(storesIn({ 'cache.prefetch': { next: 'line', sectors: 4 } }));
    expect(ahead - without).toBe(4 * (26 + 512));
    const unlimited = bitsOf(storesIn({ 'cache.l2': KEPT }));
    // And a link of 32 bytes.
    expect(unlimited - without).toBe(1024 * (31 - 6 - 8 + 1 + 512) + 256 * 6 + 256);
    // The line of 64 bytes, and one of four ways.
    const eight = bitsOf(storesIn({ 'cache.l2': { ...KEPT, outstandingMisses: 8 } }));
    expect(eight - unlimited).toBe(8 * (31 - 6 + 2));
  });

  it('has the pages, the order and the walks of a TLB, once for all units', () => {
    const tlb = { pageBytes: 4096, sets: 4, ways: 8, walkLatency: 100, walks: 3 };
    // 19 bits of a page: 17 of them and a valid bit as a tag, all of them as its place. A walk has its way as well.
    const bits = 32 * (17 + 1 + 19) + 4 * 28 + 3 * (19 + 3);
    for (const count of [1, 4]) {
      const units = { 'pipeline.units.count': count };
      expect(bitsOf(storesIn({ ...units, 'cache.tlb': tlb })) - bitsOf(storesIn(units))).toBe(bits);
    }
    const names = storesIn({ 'cache.tlb': { ...tlb, ways: 1 } }).map(({ name }) => name);
    expect(names).not.toContain('TLB lru');
  });

  it('has the outcomes of look-ups and the responses that texel_cache.sv has', () => {
    // (2 + 128 + 1) passes of 16 taps; hit or miss, one of 4 banks, one of 32 rows.
    expect(named({}, 'outcomes')).toEqual({ name: 'outcomes', words: 2096, bits: 1 + 2 + 5, ports: 2, copies: 1 });
    expect(named({ 'cache.setIndex': 'xor-folded' }, 'outcomes')).toMatchObject({ bits: 1 + 2 + 7 });
    expect(named({}, 'responses')).toEqual({ name: 'responses', words: 32, bits: 512, ports: 2, copies: 1 });
    // Four lanes of as many words each.
    expect(named({ 'cache.outstandingMisses': 33 }, 'responses')).toMatchObject({ words: 36 });
    expect(bitsOf([memories().outcomes])).toBe(16_768);
    expect(bitsOf([memories().responses])).toBe(16_384);
  });

  it('has the memories of every unit, and one L2 for all of them', () => {
    const one = bitsOf(storesIn());
    expect(bitsOf(storesIn({ 'pipeline.units.count': 4 }))).toBe(4 * one);
    const cached = { 'cache.l2': KEPT };
    const l2 = bitsOf(storesIn(cached)) - one;
    expect(bitsOf(storesIn({ ...cached, 'pipeline.units.count': 4 }))).toBe(4 * one + l2);
  });

  it('names one of the units, once for all of them, for each miss that they have at a time', () => {
    const stored = (count: number) => bitsOf(storesIn({ 'pipeline.units.count': count }));
    const placed = (count: number) => bitsOf(storesIn({ 'pipeline.units.count': count, 'pipeline.units.places': 26 }));
    expect([1, 2, 5].map((count) => placed(count) - stored(count))).toEqual([26, 26 * 2, 26 * 4]);
  });

  it('has a FIFO after each stage but the last, as deep as in the design', () => {
    const { fifoDepth } = minimum.pipeline;
    expect(memories().fifos.map(({ words }) => words)).toEqual(Object.values(fifoDepth));
  });

  it('holds the registers that the result stage reads in the FIFO after the filter', () => {
    const { fifos } = memories();
    const { guardBits, accumulatorBits } = minimum.filter;
    expect(guardBits).toBe(8);
    // Of each lane: two sums of four components, the level weight, N of 1 to 16, and the passes.
    expect(fifos.at(-1)).toMatchObject({ items: 'quads', bits: 4 * (2 * 4 * accumulatorBits + 8 + 5 + 31) });
  });

  it('holds texels of up to 32 bits after the data stage, but not in tags and fragment FIFO', () => {
    const { fifos } = memories();
    const [fragment, decode] = fifos.filter(({ name }) => /tag|data/.test(name));
    expect(decode.bits - fragment.bits).toBe(4 * 4 * 32);
  });

  it('keeps the FIFO of a wider accumulator wider', () => {
    const wide = memories({ 'filter.accumulatorBits': 40 }).fifos.at(-1)!.bits;
    expect(wide - memories().fifos.at(-1)!.bits).toBe(4 * 2 * 4 * 8);
  });
});
