import { describe, expect, test } from 'vitest';
import type { Design, L2Design } from '../../rtl-model/design/design.ts';
import { columnsBatch, depth, pipelineOf, POINT, roomy, run, warmRun, WIDTH } from './wide-row.ts';
import { L2, ROWS } from '../../rtl-model/design/design-fields.ts';
import { freeValues } from '../../rtl-model/design/field.ts';

const FORMAT = 'r8g8b8a8_unorm';
/** The number of texels in a line of 64 bytes. */
const LINE = 16;

/** A run of quads that each sample one line of 64 bytes. */
const linesRun = (design: Design, lines: readonly number[]) =>
  run(
    design,
    lines.map((line) => LINE * line),
    POINT,
    FORMAT,
  );

/** Lines 0 to `lines` - 1, `rounds` times. */
const round = (lines: number, rounds: number) => Array.from({ length: lines * rounds }, (_, k) => k % lines);

const LATENCY = 100;
const L2_LATENCY = 40;

function l2(allocation: L2Design['allocation'], changes: Partial<L2Design> = {}): L2Design {
  const tags = { lineBytes: 64, sets: 16, ways: 4, setIndex: 'modulo', replacement: 'lru' } as const;
  return { ...freeValues(L2), ...tags, allocation, latency: L2_LATENCY, bytesPerCycle: 64, ...changes };
}

/** Cycles of a quad that waits for its line, beyond the depth and one cycle. The tag latency passes during the wait. */
const wait = (design: Design, cycles: number) => cycles - design.pipeline.latency.tag;

/** Cycles that the pipeline takes for `lines` after it has finished `before` and is empty. */
function cyclesAfter(design: Design, before: readonly number[], lines: readonly number[]) {
  const pipeline = pipelineOf(design, FORMAT, POINT);
  const quads = (numbers: readonly number[]) =>
    columnsBatch(
      WIDTH,
      numbers.map((line) => Array<number>(4).fill(LINE * line)),
    );
  pipeline.run(quads(before));
  const { cycles } = pipeline.finish();
  pipeline.run(quads(lines));
  return pipeline.finish().cycles - cycles;
}

describe('going round one line more than the cache holds', () => {
  const small = { sets: 1, ways: 4 };

  test('LRU misses every time, and the bus bounds it', () => {
    const design = roomy(small, { bytesPerCycle: 16 });
    const [short, long] = [round(5, 4), round(5, 44)].map((lines) => linesRun(design, lines));
    expect(long.cache).toEqual({ lookups: 220, hits: 0, misses: 220 });
    expect(long.memoryBytes).toBe(220 * 64);
    expect(long.cycles - short.cycles).toBe((200 * 64) / 16);
  });

  test('a victim buffer of one line gives only hits, one cycle late in total', () => {
    const design = roomy({ ...small, victimLines: 1 });
    expect(linesRun(design, round(5, 44)).memoryBytes).toBe(5 * 64);
    expect(cyclesAfter(design, round(5, 1), round(5, 40))).toBe(200 + depth(design) + 1);
    expect(cyclesAfter(roomy({ sets: 1, ways: 5 }), round(5, 1), round(5, 40))).toBe(200 + depth(design));
  });

  test('a victim buffer still serves when no further miss can be sent', () => {
    const design = roomy({ ...small, victimLines: 1, outstandingMisses: 1 });
    // Line 9 puts line 1 into the buffer, and is still on its way when line 1 is needed.
    expect(cyclesAfter(design, round(5, 1), [9, 1, 2, 3])).toBe(4 + depth(design) + wait(design, LATENCY + 1));
  });
});

test('a victim hit does not free an outstanding miss', () => {
  const design = roomy({ sets: 1, ways: 4, victimLines: 1, outstandingMisses: 1 });
  const misses = (before: readonly number[]) => cyclesAfter(design, before, [20, 21, 22, 23]);
  expect(misses(round(5, 1))).toBe(1 + depth(design) + wait(design, LATENCY + 1) + 3 * (LATENCY + 1));
  expect(misses(round(5, 4))).toBe(misses(round(5, 1)));
});

test('a stride of all sets always misses, and only once with the folded index', () => {
  const lines = [...round(16, 1), ...round(16, 9)].map((line) => 16 * line);
  const misses = (setIndex: 'modulo' | 'xor-folded') =>
    linesRun(roomy({ sets: 16, ways: 1, setIndex }), lines).cache.misses;
  expect([misses('modulo'), misses('xor-folded')]).toEqual([160, 16]);
});

describe('sectors', () => {
  const sectored = (changes: Partial<Design['cache']> = {}) => roomy({ sectorBytes: 16, ...changes });

  test('come from memory alone, each when it is first needed', () => {
    const columns = [0, 1, 4, 5, 0, 8, 12];
    const account = run(sectored(), columns, POINT, FORMAT);
    expect(account.cache).toEqual({ lookups: 7, hits: 3, misses: 4 });
    expect(account.memoryBytes).toBe(64);
    expect(run(roomy(), columns, POINT, FORMAT).cache.misses).toBe(1);
    expect(run(sectored(), [0, 3, 2], POINT, FORMAT).memoryBytes).toBe(16);
  });

  test('take the bus for their own bytes, or for a burst', () => {
    const period = (burstBytes: number) => {
      const design = roomy({ sectorBytes: 16 }, { bytesPerCycle: 2, burstBytes });
      const cycles = (quads: number) =>
        run(
          design,
          Array.from({ length: quads }, (_, k) => LINE * k),
          POINT,
          FORMAT,
        ).cycles;
      return (cycles(240) - cycles(40)) / 200;
    };
    expect([period(1), period(16), period(32), period(128)]).toEqual([8, 8, 16, 64]);
  });

  test.each([
    [1, 4],
    [2, 2],
    [4, 1],
    [64, 1],
  ])('of one line are read from %i banks in %i cycles', (banks, cycles) => {
    const design = sectored({ banks, tagsPerCycle: 4 });
    const warm = warmRun(design, [0, 4, 8, 12], 100, FORMAT);
    expect(warm.cycles).toBe(100 * cycles + depth(design));
    expect(warm.bankConflict).toBe(100 * (cycles - 1));
  });

  test('at a distance of 32 are in one bank of 32, and in two of 64', () => {
    const warm = (banks: number) =>
      warmRun(sectored({ banks, tagsPerCycle: 4 }), [0, 4 * 32, 0, 4 * 32], 100, FORMAT).bankConflict;
    expect([warm(32), warm(64)]).toEqual([100, 0]);
  });
});

describe('an L2 that keeps what it misses', () => {
  /** A texel cache of one line, so that every other line is a miss. */
  const design = roomy({ sets: 1, ways: 1, l2: l2('on-miss') });

  test('serves a line after its latency and its bytes', () => {
    expect(cyclesAfter(design, [0, 1], [0])).toBe(1 + depth(design) + wait(design, L2_LATENCY + 1));
    const slow = roomy({ sets: 1, ways: 1, l2: l2('on-miss', { bytesPerCycle: 16 }) });
    expect(cyclesAfter(slow, [0, 1], [0])).toBe(1 + depth(slow) + wait(slow, L2_LATENCY + 4));
  });

  test('asks memory after its latency, for its whole line, which then goes over its link', () => {
    const wide = roomy({ sets: 1, ways: 1, l2: l2('on-miss', { lineBytes: 256 }) }, { bytesPerCycle: 32 });
    const account = linesRun(wide, [2]);
    expect(account.cycles).toBe(1 + depth(wide) + wait(wide, L2_LATENCY + LATENCY + 256 / 32 + 1));
    expect(account.memoryBytes).toBe(256);
  });

  test('merges misses on a line that is on its way: one request, and one cycle of the link for each', () => {
    const wide = roomy({ sets: 1, ways: 1, l2: l2('on-miss', { lineBytes: 256 }) }, { bytesPerCycle: 32 });
    const one = linesRun(wide, [0]);
    const four = linesRun(wide, [0, 1, 2, 3]);
    expect(four.cache.misses).toBe(4);
    expect(four.memoryBytes).toBe(256);
    expect(four.cacheLevels).toMatchObject({
      l2Hits: 3,
      l2Merged: 3,
      l2Misses: 1,
      l2ReadBytes: 256,
      linkBusyCycles: 4,
    });
    expect(linesRun(wide, [0, ...Array<number>(120).fill(9), 1]).cacheLevels).toMatchObject({ l2Hits: 1, l2Merged: 0 });
    expect(four.cycles).toBe(one.cycles + 3);
  });

  test('is bound by its link when the texel cache misses every time', () => {
    const slow = roomy({ sets: 1, ways: 1, l2: l2('on-miss', { bytesPerCycle: 4 }) });
    const [short, long] = [round(2, 20), round(2, 120)].map((lines) => linesRun(slow, lines));
    expect(long.cache.misses).toBe(240);
    expect(long.memoryBytes).toBe(2 * 64);
    expect(long.cycles - short.cycles).toBe((200 * 64) / 4);
  });
});

describe('the two caches together', () => {
  const both = (allocation: L2Design['allocation']) =>
    linesRun(roomy({ sets: 1, ways: 2, l2: l2(allocation, { sets: 1, ways: 2 }) }), round(4, 10)).memoryBytes / 64;

  test('hold the lines of both if the L2 keeps victims, and otherwise only those of the larger', () => {
    expect([both('victim'), both('on-miss'), both('none')]).toEqual([4, 40, 40]);
  });

  test('a line that an L2 of victims has is there after its latency', () => {
    const design = roomy({ sets: 1, ways: 1, l2: l2('victim') });
    expect(cyclesAfter(design, [0, 1], [0])).toBe(1 + depth(design) + wait(design, L2_LATENCY + 1));
    expect(cyclesAfter(design, [0, 1], [2])).toBe(1 + depth(design) + wait(design, L2_LATENCY + LATENCY + 1 + 1));
  });
});

test('look-ups of a line that is on its way merge: one miss, and the quads follow each other', () => {
  const design = roomy();
  const one = linesRun(design, [3]);
  const many = linesRun(design, Array<number>(10).fill(3));
  expect(many.cache).toEqual({ lookups: 10, hits: 9, misses: 1 });
  expect(many.cacheLevels).toMatchObject({ hits: 9, merged: 9, lineMisses: 1 });
  expect(many.memoryBytes).toBe(64);
  expect(many.cycles).toBe(one.cycles + 9);
});

describe('memory with rows of four lines', () => {
  const rows = { ...freeValues(ROWS), banks: 4, rowBytes: 256, activateCycles: 60 };
  const lines = (count: number, stride: number) => Array.from({ length: count }, (_, k) => stride * k);
  /** Cycles for each line of a long run in its steady state. */
  const period = (stride: number, banks = rows.banks) => {
    const design = roomy({ outstandingMisses: 64 }, { rows: { ...rows, banks } });
    return (linesRun(design, lines(56, stride)).cycles - linesRun(design, lines(24, stride)).cycles) / 32;
  };

  test('a single miss opens its row first', () => {
    const [plain, banked] = [roomy(), roomy({}, { rows })].map((design) => linesRun(design, [0]).cycles);
    expect(banked - plain).toBe(60);
  });

  test('four successive lines share the opening of a row, and banks open their rows at the same time', () => {
    // A bank opens its row in 60 cycles and delivers its four lines in 4. Four banks work at the same time.
    expect(period(1)).toBe((60 + 4) / 16);
    expect(period(1, 1)).toBe((60 + 4) / 4);
  });

  test('a stride of one row opens one for every line, a stride of all banks in one bank', () => {
    expect(period(4, 4)).toBe((60 + 1) / 4);
    expect(period(4, 1)).toBe(60 + 1);
  });
});

test('later sectors of a pass that hit are looked up while the only miss is out', () => {
  const pipeline = pipelineOf(roomy({ tagsPerCycle: 1, outstandingMisses: 1 }), FORMAT, POINT);
  const quads = (...lanes: readonly (readonly number[])[]) =>
    columnsBatch(
      WIDTH,
      lanes.map((lines) => lines.map((line) => LINE * line)),
    );
  pipeline.run(quads([0, 0, 0, 0], [1, 1, 1, 1]));
  const before = pipeline.finish().stages.tag;
  pipeline.run(quads([9, 9, 9, 9], [0, 0, 1, 1]));
  const after = pipeline.finish().stages.tag;
  expect(after.tagPorts - before.tagPorts).toBe(1);
  expect(after.missSlots - before.missSlots).toBe(0);
});
