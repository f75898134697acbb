import { describe, expect, test } from 'vitest';
import type { Design } from '../../rtl-model/design/design.ts';
import type { Sampler } from '../../rtl-model/state/sampler.ts';
import { STAGES } from '../../pipeline/stages/stages.ts';
import { columnsBatch, depth, FULL, pipelineOf, POINT, roomy, run, warmRun, WIDTH } from './wide-row.ts';

describe('quads that all hit take N times the rate of the bottleneck, plus the depth of the pipeline', () => {
  const lane = [7, 7, 7, 7];
  const bilinear: Sampler = { ...POINT, magFilter: 'linear', minFilter: 'linear' };

  test.each([1, 2, 10, 1000])('%i quads of 8-bit components: one a cycle', (n) => {
    const design = roomy();
    expect(warmRun(design, lane, n, 'r8g8b8a8_unorm').cycles).toBe(n * 1 + depth(design));
  });

  test.each([1, 2, 10, 1000])('%i quads of 32-bit components: the filter takes rate.bits32 cycles for each', (n) => {
    const design = roomy();
    expect(design.filter.rate.bits32).toBe(4);
    expect(warmRun(design, lane, n, 'r32g32b32a32_sfloat').cycles).toBe(n * 4 + depth(design));
  });

  test.each([1, 10, 300])('%i bilinear quads, 16 taps each, through an address unit of 4 taps a cycle', (n) => {
    const design: Design = { ...roomy(), address: { ...FULL.address, tapsPerCycle: 4 } };
    expect(warmRun(design, lane, n, 'r8g8b8a8_unorm', bilinear).cycles).toBe(n * 4 + depth(design));
  });

  test.each([1, 10, 300])('%i quads through a filter of one sample a cycle', (n) => {
    const design: Design = { ...roomy(), filter: { ...FULL.filter, samplesPerCycle: 1 } };
    expect(warmRun(design, lane, n, 'r8g8b8a8_unorm', bilinear).cycles).toBe(n * 4 + depth(design));
  });

  test.each([
    [3, 6],
    [5, 4],
    [15, 2],
  ])(
    'an address unit of %i taps a cycle takes %i cycles for 16 taps: the rest counts whole',
    (tapsPerCycle, cycles) => {
      const design: Design = { ...roomy(), address: { ...FULL.address, tapsPerCycle } };
      expect(warmRun(design, lane, 100, 'r8g8b8a8_unorm', bilinear).cycles).toBe(100 * cycles + depth(design));
    },
  );

  test.each([
    [3, 2],
    [2, 2],
  ])('a filter of %i samples a cycle takes %i cycles for a quad: the rest counts whole', (samplesPerCycle, cycles) => {
    const design: Design = { ...roomy(), filter: { ...FULL.filter, samplesPerCycle } };
    expect(warmRun(design, lane, 100, 'r8g8b8a8_unorm').cycles).toBe(100 * cycles + depth(design));
  });

  test('the bottleneck stage is busy in every cycle, the others as long as they have work', () => {
    const design = roomy();
    const pipeline = pipelineOf(design, 'r16g16b16a16_unorm', POINT);
    pipeline.run(
      columnsBatch(
        WIDTH,
        Array.from({ length: 500 }, () => lane),
      ),
    );
    const { stages, cycles } = pipeline.finish();
    expect(stages.filter.busy).toBe(500 * design.filter.rate.bits16);
    for (const stage of STAGES.filter((each) => each !== 'filter')) {
      expect(stages[stage].busy, stage).toBe(500);
      expect(stages[stage].starved + stages[stage].blocked + stages[stage].memory, stage).toBe(cycles - 500);
    }
  });

  test('FIFOs one deep cost nothing while every stage keeps up', () => {
    const shallow = Object.fromEntries(Object.keys(FULL.pipeline.fifoDepth).map((name) => [name, 1]));
    const design: Design = {
      ...roomy(),
      pipeline: { ...FULL.pipeline, fifoDepth: shallow as unknown as Design['pipeline']['fifoDepth'] },
    };
    expect(warmRun(design, lane, 500, 'r8g8b8a8_unorm').cycles).toBe(500 + depth(design));
  });

  test('a quad that misses also waits for the memory, less the tag latency that passes meanwhile', () => {
    const design = roomy();
    const wait = 100 + 64 / 64 - design.pipeline.latency.tag;
    expect(run(design, [7], POINT, 'r8g8b8a8_unorm').cycles).toBe(1 + depth(design) + wait);
  });
});

describe('quads that always miss', () => {
  // A line of 64 bytes holds four 16-byte texels: every fourth column is a new line.
  const misses = (outstandingMisses: number, n: number, memory: { latency: number; bytesPerCycle: number }) =>
    run(
      roomy({ outstandingMisses, sets: 64, ways: 4 }, memory),
      Array.from({ length: n }, (_, k) => 4 * (k % 1024)),
      POINT,
      'r32g32b32a32_sfloat',
    );

  test.each([1, 2, 4, 8])('%i outstanding misses share one latency', (outstanding) => {
    const latency = 240;
    const memory = { latency, bytesPerCycle: 64 };
    const period = latency + 1;
    const short = misses(outstanding, 8, memory);
    const long = misses(outstanding, 808, memory);
    expect(long.cache.misses).toBe(808);
    // Fills arrive one a cycle. In each group the last one's wait ends `outstanding - 1` cycles after the first's. The
    // first of the next group was sent when the first arrived, so the period stays that of a single miss.
    expect(long.cycles - short.cycles).toBe((800 / outstanding) * period);
  });

  test('doubling the outstanding misses stops helping when the bus is full', () => {
    const memory = { latency: 64, bytesPerCycle: 4 };
    const bus = 64 / 4;
    const rate = (outstanding: number) =>
      (misses(outstanding, 820, memory).cycles - misses(outstanding, 20, memory).cycles) / 800;
    expect(rate(1)).toBe(64 + bus);
    expect(rate(2)).toBe((64 + bus) / 2);
    expect(rate(4)).toBe((64 + bus) / 4);
    expect(rate(8)).toBe(bus);
    expect(rate(16)).toBe(bus);
  });

  test('every byte read belongs to a miss, and the bus is busy for exactly those bytes', () => {
    const account = misses(4, 100, { latency: 10, bytesPerCycle: 16 });
    expect(account.cache).toEqual({ lookups: 100, hits: 0, misses: 100 });
    expect(account.memoryBytes).toBe(100 * 64);
    expect(account.memoryBusyCycles).toBe((100 * 64) / 16);
  });
});

describe('lines of one pass', () => {
  /** The lanes' columns, each in a line of its own, `stride` lines apart. */
  const apart = (stride: number) => [0, 1, 2, 3].map((lane) => 16 * stride * lane);

  test.each([
    [1, 1],
    [2, 2],
    [4, 4],
  ])('%i lines apart in four banks they are read in %i cycles', (stride, cycles) => {
    const design = roomy({ banks: 4, tagsPerCycle: 4 });
    const warm = warmRun(design, apart(stride), 1000, 'r8g8b8a8_unorm');
    expect(warm.cycles).toBe(1000 * cycles + depth(design));
    expect(warm.bankConflict).toBe(1000 * (cycles - 1));
  });

  test('with one tag port they are looked up in four cycles', () => {
    const design = roomy({ banks: 4, tagsPerCycle: 1 });
    const warm = warmRun(design, apart(1), 1000, 'r8g8b8a8_unorm');
    expect(warm.tagPorts).toBe(3000);
    // The data stage follows line by line, so the last pass leaves it three cycles after its first look-up.
    expect(warm.cycles).toBe(1000 * 4 + depth(design));
  });

  test('that evict each other from a cache of one line still drain with one outstanding miss', () => {
    const design = roomy({ sets: 1, ways: 1, outstandingMisses: 1 }, { latency: 10, bytesPerCycle: 64 });
    const pipeline = pipelineOf(design, 'r8g8b8a8_unorm', POINT);
    pipeline.run(
      columnsBatch(
        WIDTH,
        Array.from({ length: 10 }, () => apart(1)),
      ),
    );
    expect(pipeline.finish().cache).toEqual({ lookups: 40, hits: 0, misses: 40 });
  });
});

test('a fragment FIFO as deep as the latency hides it: at least 97 % of the throughput with none', () => {
  // Sixteen quads share a line, so that one miss every 16 cycles needs little bandwidth.
  const columns = Array.from({ length: 4096 }, (_, k) => 16 * Math.floor(k / 16) + (k % 16));
  const cycles = (latency: number) =>
    run(roomy({ outstandingMisses: 64 }, { latency, bytesPerCycle: 64 }), columns, POINT, 'r8g8b8a8_unorm').cycles;
  const overhead = cycles(400) - 400;
  expect(cycles(1) / overhead).toBeGreaterThanOrEqual(0.97);
});
