import { describe, expect, test } from 'vitest';
import type { Design } from '../../rtl-model/design/design.ts';
import { depth, POINT, pipelineOf, roomy, run, warmRun, columnsBatch, WIDTH } from './wide-row.ts';
import { L2 } from '../../rtl-model/design/design-fields.ts';
import { freeValues } from '../../rtl-model/design/field.ts';

const FORMAT = 'r8g8b8a8_unorm';
/** The number of texels in a line of 64 bytes. */
const LINE = 16;
const LINEAR = { ...POINT, magFilter: 'linear', minFilter: 'linear' } as const;
/** A memory that delivers a line in each cycle, at once. */
const NEAR = { latency: 0, bytesPerCycle: 64 };

/** The account of quads whose lanes read `lines` lines, none of which any quad has read before. */
function coldRun(design: Design, quads: number, lines = 1) {
  const pipeline = pipelineOf(design, FORMAT, POINT);
  const columns = Array.from({ length: quads }, (_, quad) =>
    [0, 1, 2, 3].map((lane) => LINE * (lines * quad + Math.min(lane, lines - 1))),
  );
  pipeline.run(columnsBatch(WIDTH, columns));
  return pipeline.finish();
}

/** Cycles that a further such quad takes. */
const period = (design: Design, lines = 1) =>
  (coldRun(design, 60, lines).cycles - coldRun(design, 20, lines).cycles) / 40;

const fill = (costs: Partial<Design['cache']['fill']>) => ({
  fill: { dataCycles: 0, turnaroundCycles: 0, tagCycles: 0, ...costs },
});

describe('the ports of the data store', () => {
  test.each([
    [1, 4],
    [2, 2],
    [3, 2],
    [4, 1],
  ])('%i of one bank read four lines in %i cycles', (dataPorts, cycles) => {
    const design = roomy({ banks: 1, dataPorts });
    const warm = warmRun(design, [0, LINE, 2 * LINE, 3 * LINE], 100, FORMAT);
    expect(warm.cycles).toBe(100 * cycles + depth(design));
    expect(warm.bankConflict).toBe(100 * (cycles - 1));
  });

  test.each([
    ['pass', 1, 1],
    ['lane', 4, 4],
    ['none', 4, 16],
  ] as const)('shared by a %s: one line for all taps takes %i or %i reads', (portSharing, point, linear) => {
    const cycles = (dataPorts: number, sampler: typeof POINT) => {
      const design = roomy({ banks: 1, dataPorts, portSharing });
      return (warmRun(design, [1, 1, 1, 1], 100, FORMAT, sampler).cycles - depth(design)) / 100;
    };
    for (const ports of [1, 2, 3, 4]) {
      expect(cycles(ports, POINT)).toBe(Math.ceil(point / ports));
      expect(cycles(ports, LINEAR)).toBe(Math.ceil(linear / ports));
    }
  });

  test('are used to the share that their reads need', () => {
    const design = roomy({ banks: 2, dataPorts: 3, portSharing: 'lane' });
    const { utilization, cycles } = run(design, Array<number>(50).fill(0), POINT, FORMAT);
    expect(utilization.dataBanks).toBe((50 * 4) / (cycles * 2 * 3));
  });
});

describe('a fill of the data store', () => {
  test.each([
    [1, 0],
    [1, 1],
    [3, 2],
  ])('takes its ports for %i cycles, and they turn around in %i', (dataCycles, turnaroundCycles) => {
    const design = roomy(fill({ dataCycles, turnaroundCycles }), NEAR);
    for (const lines of [1, 2, 4]) {
      // All fills of the pass, the turnaround, and one cycle of reads.
      expect(period(design, lines)).toBe(lines * dataCycles + turnaroundCycles + 1);
    }
    const { stages, causes } = coldRun(design, 50, 2);
    expect(stages.data.dataFill).toBe(50 * (2 * dataCycles + turnaroundCycles));
    expect(causes.dataFill).toBeGreaterThan(49 * (2 * dataCycles + turnaroundCycles) - 10);
  });

  test('costs nothing on a port of its own, nor where all sectors hit', () => {
    expect(period(roomy(fill({ turnaroundCycles: 5 }), NEAR))).toBe(1);
    const design = roomy({ banks: 1, ...fill({ dataCycles: 9, turnaroundCycles: 9 }) });
    expect(warmRun(design, [0, 0, 0, 0], 100, FORMAT).cycles).toBe(100 + depth(design));
  });

  test('that takes the place of a line of the same pass comes after the read of that line', () => {
    const design = roomy({ sets: 1, ways: 1, ...fill({ dataCycles: 2, turnaroundCycles: 3 }) }, NEAR);
    // Twice two cycles of writing, three of turning around, and one of reading.
    expect(period(design, 2)).toBe(2 * (2 + 3 + 1));
  });
});

describe('the misses of a pass', () => {
  test.each([
    [1, 3],
    [2, 1],
    [3, 1],
    [4, 0],
  ])('are sent %i a cycle: four of them need %i cycles more', (missesPerCycle, more) => {
    const { stages } = coldRun(roomy({ missesPerCycle, outstandingMisses: 256 }, NEAR), 50, 4);
    expect(stages.tag.missPorts).toBe(50 * more);
    expect(stages.tag.tagPorts).toBe(0);
  });

  test('are the cause of a cycle in which the data stage has a line less to read', () => {
    const { pipeline, ...design } = roomy({ missesPerCycle: 1 }, NEAR);
    const soon = { ...design, pipeline: { ...pipeline, latency: { ...pipeline.latency, tag: 1 } } };
    expect(period(soon, 2)).toBe(2);
    expect(coldRun(soon, 50, 2).causes.missPorts).toBe(50);
    expect(coldRun(roomy({}, NEAR), 50, 2).causes.missPorts).toBe(0);
  });

  test('keep the tag ports from look-ups while their tags are written, all but after the last pass', () => {
    for (const tagCycles of [1, 2]) {
      const design = roomy(fill({ tagCycles }), NEAR);
      expect(period(design)).toBe(1 + tagCycles);
      expect(period(design, 4)).toBe(Math.max(4, 1 + 4 * tagCycles));
      expect(coldRun(design, 50).stages.tag.tagFill).toBe(49 * tagCycles);
      expect(coldRun(design, 50).causes.tagFill).toBe(49 * tagCycles);
      const hits = warmRun(design, [0, 0, 0, 0], 100, FORMAT);
      expect(hits.cycles).toBe(100 + depth(design));
    }
  });

  test('write the tags of one cycle before the next look-ups of the same pass', () => {
    const design = roomy({ tagsPerCycle: 2, ...fill({ tagCycles: 3 }) }, NEAR);
    expect(period(design, 4)).toBe(2 * (1 + 2 * 3));
    const { stages } = coldRun(design, 1, 4);
    expect([stages.tag.tagFill, stages.tag.tagPorts]).toEqual([6, 1]);
  });
});

describe('a memory that serves one request at a time', () => {
  const latency = 20;
  const memory = { latency, bytesPerCycle: 16, requests: 'one-at-a-time' } as const;

  test('spends its latency on each line', () => {
    expect(period(roomy({}, memory))).toBe(latency + 4);
    expect(period(roomy({}, { ...memory, requests: 'pipelined' }))).toBe(4);
    const { causes } = coldRun(roomy({}, memory), 50);
    // The first line loses nothing to its turn. In the first cycle of each further latency the line before is read.
    expect(causes.memoryTurn).toBe(49 * (latency - 1));
  });

  test('lets as many misses wait as the miss queue holds', () => {
    const quads = 12;
    const stall = (missQueue: number) => coldRun(roomy({ missQueue }, memory), quads).stages.tag.missQueue;
    // With a queue of two, miss 3 waits until miss 1 is taken, a service after miss 0; each further one for a service.
    // The first cycle of a pass is its work, and the last one that of its look-up.
    const service = latency + 4;
    expect(stall(2)).toBe(service - 4 + (quads - 4) * (service - 2));
    expect(stall(quads)).toBe(0);
    const { causes } = coldRun(roomy({ missQueue: 1 }, { ...memory, bytesPerCycle: 64 }), quads);
    expect(causes.missQueue).toBeGreaterThan(0);
  });

  test('does not fill the miss queue if there is an L2, which takes misses at once', () => {
    const l2 = { ...freeValues(L2), lineBytes: 64, sets: 16, ways: 4, setIndex: 'modulo', replacement: 'lru' } as const;
    const design = roomy({ missQueue: 1, l2: { ...l2, allocation: 'on-miss', latency: 9, bytesPerCycle: 64 } }, memory);
    expect(coldRun(design, 12).stages.tag.missQueue).toBe(0);
  });
});
