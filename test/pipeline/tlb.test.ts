import { describe, expect, test } from 'vitest';
import { Pipeline } from '../../pipeline/pipeline.ts';
import type { Design, TlbDesign } from '../../rtl-model/design/design.ts';
import { freeValues } from '../../rtl-model/design/field.ts';
import { L2 } from '../../rtl-model/design/design-fields.ts';
import { layOutImages } from '../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { SharedTlb } from '../../pipeline/cache/shared-tlb.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import { TrafficObserver } from '../../traces/accesses/traffic-observer.ts';
import { stateOf } from './operation-work.ts';
import { pick, randomNumbers } from './random-source.ts';
import { randomDesign, randomImage, randomQuads, randomState, withUnits } from './random-work.ts';
import { columnsBatch, pipelineOf, POINT, roomy, WIDTH } from './wide-row.ts';

const FORMAT = 'r8g8b8a8_unorm';
/** Texels of a line of 64 bytes, lines of a page, and pages of the image. */
const LINE = 16;
const PAGE = 16;
const PAGES = WIDTH / LINE / PAGE;
const LATENCY = 100;

const TLB: TlbDesign = { pageBytes: 1024, sets: 1, ways: 64, walkLatency: 40, walks: 1 };

/** The account of quads that each read one line of a cache of a single one, so that all that differ from the last miss. */
function linesRun(tlb: TlbDesign | null, lines: readonly number[], changes: Partial<Design['cache']> = {}) {
  const cache = { sets: 1, ways: 1, outstandingMisses: 4096, tlb, ...changes };
  const pipeline = pipelineOf(roomy(cache, { latency: LATENCY }), FORMAT, POINT);
  pipeline.run(
    columnsBatch(
      WIDTH,
      lines.map((line) => Array<number>(4).fill(LINE * line)),
    ),
  );
  return pipeline.finish();
}

/** The cycles that a TLB adds. */
const added = (tlb: TlbDesign, lines: readonly number[], changes: Partial<Design['cache']> = {}) =>
  linesRun(tlb, lines, changes).cycles - linesRun(null, lines, changes).cycles;

describe('a TLB', () => {
  test('walks once for the lines of a page, whose other requests wait for it', () => {
    const lines = Array.from({ length: PAGE }, (_, n) => n);
    for (const walkLatency of [0, 1, 40, 500]) {
      expect(added({ ...TLB, walkLatency }, lines)).toBe(walkLatency);
      // A request comes to the TLB when it comes to the memory without one.
      expect(added({ ...TLB, walkLatency }, lines, { missLatency: 60 })).toBe(walkLatency);
    }
    expect(linesRun(TLB, lines).cacheLevels).toMatchObject({ tlbHits: PAGE - 1, tlbMisses: 1 });
  });

  test('without walks of any length takes no time: all but its counts are those of a design without one', () => {
    const lines = Array.from({ length: 200 }, (_, n) => (n * 37) % (PAGE * PAGES));
    const { tlbHits, tlbMisses, ...levels } = linesRun({ ...TLB, walkLatency: 0, ways: 2 }, lines).cacheLevels;
    expect(tlbHits + tlbMisses).toBe(200);
    const { cacheLevels, ...account } = linesRun(null, lines);
    expect({ ...cacheLevels }).toEqual({ ...levels, tlbHits: 0, tlbMisses: 0 });
    const { cacheLevels: _, ...same } = linesRun({ ...TLB, walkLatency: 0, ways: 2 }, lines);
    expect(same).toEqual(account);
  });

  test.each([1, 2, 3, 16])('makes %i walks at a time, each of which is as long', (walks) => {
    for (const pages of [1, 2, 7, 16]) {
      const lines = Array.from({ length: pages }, (_, page) => PAGE * page);
      const last = pages - 1;
      // Walk n begins in cycle n, or when the walk before it in the same turn has ended; without one it needs nothing.
      const ended = (last % walks) + (Math.floor(last / walks) + 1) * TLB.walkLatency;
      expect(added({ ...TLB, walks }, lines), `${pages} pages`).toBe(ended - last);
    }
  });

  test('lets requests leave in their order: one whose page is known waits behind a walk', () => {
    // The walk for the fourth line begins when the first one has ended. Behind it comes one of the first page again.
    const lines = [0, 1, 2, PAGE];
    expect(added(TLB, lines)).toBe(2 * TLB.walkLatency - 3);
    expect(added(TLB, [...lines, 3])).toBe(2 * TLB.walkLatency - 3);
    expect(added({ ...TLB, walks: 2 }, [...lines, 3])).toBe(TLB.walkLatency);
  });

  test('gives each request the cycle in which it leaves: not before its walk, nor before the one in front of it', () => {
    const tlb = new SharedTlb({ ...TLB, walks: 2 });
    // Cycle, slot, and whether the page is there: two walks at a time, then one that waits for the first of them.
    expect(tlb.leaves(0, 0, false)).toBe(40);
    expect(tlb.leaves(1, 0, true)).toBe(40);
    expect(tlb.leaves(5, 1, false)).toBe(45);
    expect(tlb.leaves(6, 0, true)).toBe(45);
    expect(tlb.leaves(6, 2, false)).toBe(80);
    expect(tlb.leaves(90, 1, true)).toBe(90);
  });

  test('has the causes of cycles in which the unit waits for its walks, and nothing else moves', () => {
    const lines = Array.from({ length: PAGES }, (_, page) => PAGE * page);
    const { causes } = linesRun({ ...TLB, walkLatency: 500 }, lines);
    // The last of all walks but one are waited for while the memory delivers the line before.
    expect(causes.pageWalk).toBeGreaterThan((PAGES - 1) * (500 - LATENCY - 2));
    expect(linesRun(null, lines).causes.pageWalk).toBe(0);
  });

  test('keeps misses in their queue until their walk has ended', () => {
    const lines = Array.from({ length: 60 }, (_, n) => PAGE * (n % PAGES) + Math.floor(n / PAGES));
    const tlb = { ...TLB, walkLatency: 30, ways: 1 };
    expect(linesRun(tlb, lines, { missQueue: 1 }).stages.tag.missQueue).toBeGreaterThan(0);
    expect(linesRun(tlb, lines, { missQueue: 4096 }).stages.tag.missQueue).toBe(0);
  });

  test('has the cycles of a list of pages and walks that is gone through request by request', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const random = randomNumbers(seed);
      const tlb: TlbDesign = {
        pageBytes: pick(random, [1024, 2048]),
        sets: pick(random, [1, 2, 4]),
        ways: pick(random, [1, 2, 3]),
        walkLatency: Math.floor(random() * 50),
        walks: pick(random, [1, 2, 4]),
      };
      const lines: number[] = [];
      while (lines.length < 80) {
        const line = Math.floor(random() * PAGE * pick(random, [2, PAGES]));
        if (line !== lines.at(-1)) lines.push(line);
      }
      expect(added(tlb, lines), `seed ${seed}`).toBe(expectedDelay(tlb, lines));
    }
  });

  test('is one for all units: they share its pages and its walks', () => {
    const run = (count: number) => {
      const design = roomy({ tlb: TLB }, { latency: LATENCY });
      const units = { ...design.pipeline.units, count, distribution: 'batch' as const, batchQuads: 1 };
      const pipeline = pipelineOf({ ...design, pipeline: { ...design.pipeline, units } }, FORMAT, POINT);
      const columns = Array.from({ length: PAGE }, (_, line) => Array<number>(4).fill(LINE * line));
      pipeline.run(columnsBatch(WIDTH, columns));
      return pipeline.finish();
    };
    for (const count of [1, 2, 4]) {
      expect(run(count).cacheLevels).toMatchObject({ tlbMisses: 1, tlbHits: PAGE - 1 });
    }
  });

  test('lets what is written back go to memory no earlier than the request in front of it', () => {
    // Three quads store texels of three pages, each in the one line of the cache, whose dirty sectors the next one sends.
    const format = TEXEL_FORMATS.get('r32g32b32a32_sfloat')!;
    const levels = [new Uint8Array(16 * WIDTH)];
    const cache = { sets: 1, ways: 1, layout: 'linear', tlb: { ...TLB, walkLatency: 300 } } as const;
    const memory = layOutImages([{ format, width: WIDTH, height: 1, layers: 1, levels }], 'linear');
    const requests: (readonly [cycle: number, write: number])[] = [];
    const traffic = new TrafficObserver(({ count, cycle, write }) => {
      for (let n = 0; n < count; n++) requests.push([cycle[n], write[n]]);
    });
    const pipeline = new Pipeline(roomy(cache, { latency: LATENCY }), memory, [stateOf('write')], () => {}, traffic);
    const batch = new QuadBatch(3);
    batch.count = 3;
    batch.active.fill(1);
    for (let quad = 0; quad < 3; quad++) batch.i.fill(64 * quad, 4 * quad, 4 * quad + 4);
    pipeline.run(batch);
    pipeline.finish();
    traffic.complete();
    const [reads, writes] = [0, 1].map((kind) => requests.flatMap(([cycle, write]) => (write === kind ? cycle : [])));
    expect([reads.length, writes.length]).toEqual([3, 3]);
    expect(reads[2] - reads[0]).toBe(600);
    expect(writes.slice(0, 2)).toEqual(reads.slice(1));
  });

  test('is in front of the L2, whose hits wait for its walks', () => {
    const tags = { lineBytes: 64, sets: 64, ways: 16, setIndex: 'modulo', replacement: 'lru' } as const;
    const l2 = { ...freeValues(L2), ...tags, allocation: 'on-miss', latency: 9, bytesPerCycle: 64 } as const;
    const lines = [0, PAGE, 0, PAGE, 0, PAGE];
    const { cacheLevels } = linesRun({ ...TLB, ways: 1 }, lines, { l2 });
    expect(cacheLevels).toMatchObject({ l2Misses: 2, l2Hits: 4, tlbMisses: 6, tlbHits: 0 });
    // One request a cycle; six walks, one after the other.
    expect(added({ ...TLB, ways: 1, walkLatency: 400 }, lines, { l2 })).toBeGreaterThan(5 * 400);
  });

  test('changes no result and no look-up of random designs', () => {
    let walked = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const random = randomNumbers(seed);
      const { pipeline: stages, ...rest } =
        seed % 3 === 0 ? withUnits(random, randomDesign(random)) : randomDesign(random);
      // No request of these names its unit.
      const base = { ...rest, pipeline: { ...stages, units: { ...stages.units, distribution: 'tiles' as const } } };
      const images = [randomImage(random)];
      const states = Array.from({ length: 3 }, () => randomState(random, 1));
      const batch = new QuadBatch(60);
      randomQuads(random, batch, 60, states.length);
      const outcome = (tlb: TlbDesign | null) => {
        const design = { ...base, cache: { ...base.cache, tlb } };
        const colors: string[] = [];
        const pipeline = new Pipeline(
          design,
          layOutImages(images, design.cache.layout),
          states,
          (quad, _x, _y, active, all, first) => {
            const lanes = Array.from(all.subarray(first, first + 16)).filter(
              (_, n) => ((active >> (n >> 2)) & 1) === 1,
            );
            colors[quad] = lanes.join();
          },
        );
        pipeline.run(batch);
        const { cacheLevels, cache } = pipeline.finish();
        walked += cacheLevels.tlbMisses;
        return { colors, lookups: cache.lookups };
      };
      expect(outcome({ ...TLB, ways: 2, walkLatency: 77 }), `seed ${seed}`).toEqual(outcome(null));
    }
    expect(walked).toBeGreaterThan(20);
  });
});

/** The cycles that a TLB adds to requests that come one a cycle. The memory delivers one line a cycle, in their order. */
function expectedDelay({ pageBytes, sets, ways, walkLatency, walks }: TlbDesign, lines: readonly number[]): number {
  const pages: { page: number; known: number }[][] = Array.from({ length: sets }, () => []);
  const walkers: number[] = Array.from({ length: walks }, () => 0);
  let [walk, left, delivered] = [0, 0, -1];
  for (const [cycle, line] of lines.entries()) {
    const page = Math.floor((64 * line) / pageBytes);
    const set = pages[page % sets];
    const at = set.findIndex((entry) => entry.page === page);
    const [entry] = at < 0 ? [{ page, known: 0 }] : set.splice(at, 1);
    if (at < 0) {
      const begins = Math.max(cycle, walkers[walk % walks]);
      entry.known = walkers[walk % walks] = begins + walkLatency;
      walk++;
    }
    set.push(entry);
    if (set.length > ways) set.shift();
    left = Math.max(left, cycle, entry.known);
    delivered = Math.max(left, delivered + 1);
  }
  return delivered - (lines.length - 1);
}
