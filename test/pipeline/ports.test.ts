import { describe, expect, test } from 'vitest';
import type { Design, L2Design } from '../../rtl-model/design/design.ts';
import { L2 } from '../../rtl-model/design/design-fields.ts';
import { freeValues } from '../../rtl-model/design/field.ts';
import { AccessPipeline } from '../../pipeline/accesses/access-pipeline.ts';
import { accesses } from '../src/experiments/replay/streams.ts';
import { depth, POINT, pipelineOf, roomy, run, warmRun, columnsBatch, WIDTH } from './wide-row.ts';

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
  fill: { dataCycles: 0, turnaroundCycles: 0, tagCycles: 0, tags: 'look-up' as const, ...costs },
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

test('the order of the taps decides between 16 and 4 misses of a line that two columns share', () => {
  const misses = (tapOrder: Design['cache']['tapOrder']) => {
    const design = roomy({ sets: 1, ways: 1, coalescing: 'none', portSharing: 'none', tagsPerCycle: 1, tapOrder });
    return run(design, [LINE - 1], LINEAR, FORMAT).cacheLevels.lineMisses;
  };
  // Taps of each lane lie in lines 0, 1, 0, 1.
  expect(misses('by-lane')).toBe(16);
  expect(misses('by-tap')).toBe(4);
});

describe('a tag look-up', () => {
  /** Texels of a sector. */
  const SECTOR = 4;
  /** Cycles of a pass whose lanes read sectors, each of a line and its place there. */
  const costs = (changes: Partial<Design['cache']>, ...sectors: readonly (readonly [line: number, n: number])[]) => {
    const design = roomy({ sectorBytes: 16, ...changes });
    const lanes = sectors.map(([line, n]) => LINE * line + SECTOR * n);
    const { cycles, tagReads } = warmRun(design, lanes, 100, FORMAT);
    return [(cycles - depth(design)) / 100, tagReads / 100];
  };
  const ofOne = [0, 1, 2, 3].map((n) => [0, n] as const);
  const ofTwo = [0, 1, 2, 3].map((n) => [n % 2, n] as const);

  test.each([
    [1, 1, [4, 4], [4, 4]],
    [1, 2, [2, 2], [4, 4]],
    [1, 3, [2, 2], [4, 4]],
    [1, 4, [1, 1], [4, 4]],
    [2, 1, [2, 4], [2, 4]],
    [2, 2, [1, 2], [1, 2]],
    [2, 3, [1, 2], [1, 2]],
    [2, 4, [1, 1], [1, 2]],
    [4, 1, [1, 4], [1, 4]],
  ])(
    'of %i in a cycle serves %i sectors: cycles and reads of tags of four of a line are %j, of two in turn %j',
    (...row) => {
      const [tagsPerCycle, sectorsPerTag, one, two] = row;
      const ports = { tagsPerCycle, sectorsPerTag, banks: 16, dataPorts: 4 };
      expect(costs(ports, ...ofOne)).toEqual(one);
      expect(costs(ports, ...ofTwo)).toEqual(two);
    },
  );
});

describe('look-ups of one tap each', () => {
  const alone = { coalescing: 'none', portSharing: 'none' } as const;

  test.each([
    [1, 16],
    [4, 16],
    [16, 1],
    [16, 4],
  ])('take the tag ports and the data ports by taps: %i look-ups and %i reads a cycle', (tagsPerCycle, dataPorts) => {
    const design = roomy({ ...alone, banks: 1, tagsPerCycle, dataPorts });
    const { lookups } = run(design, [1], LINEAR, FORMAT).cache;
    expect(lookups).toBe(16);
    const cycles = Math.max(16 / tagsPerCycle, 16 / dataPorts);
    const warm = warmRun(design, [1, 1, 1, 1], 100, FORMAT, LINEAR);
    expect(warm.cycles).toBeGreaterThanOrEqual(100 * cycles + depth(design));
    expect(warm.cycles).toBeLessThan(100 * cycles + depth(design) + 16);
  });

  /** Cycles that a quad takes of which 16 taps are in a line that was not read before. */
  const periodOf = (outstandingMisses: number, changes: Partial<Design['cache']>) => {
    const wide = { tagsPerCycle: 16, dataPorts: 16, banks: 1 };
    const design = roomy({ ...wide, outstandingMisses, ...changes }, { latency: 40 });
    const cycles = (quads: number) => {
      const pipeline = pipelineOf(design, FORMAT, LINEAR);
      const columns = Array.from({ length: quads }, (_, quad) => Array<number>(4).fill(LINE * quad + 1));
      pipeline.run(columnsBatch(WIDTH, columns));
      return pipeline.finish().cycles;
    };
    return (cycles(60) - cycles(20)) / 40;
  };

  test.each([1, 2, 4])('take 16 outstanding misses where a pass that coalesces takes one: of %i passes', (passes) => {
    // The line is there one cycle after the latency, and all of its taps are read then.
    expect(periodOf(16 * passes, alone)).toBe(41 / passes);
    expect(periodOf(passes, {})).toBe(41 / passes);
  });

  test('take none once the line is there', () => {
    // The sixth look-up waits until the first five taps are read, and is a hit then. The next quad's comes after it.
    expect(periodOf(5, alone)).toBe(42);
  });

  test('are refused with taps that share reads', () => {
    expect(() => coldRun(roomy({ coalescing: 'none', portSharing: 'lane' }), 1)).toThrow(
      'cache.portSharing: lane; expected none for look-ups of one tap each',
    );
  });
});

describe('the way of a miss', () => {
  test.each([0, 1, 9])('is %i cycles longer to the memory, and as much to the L2', (missLatency) => {
    const cycles = (changes: Partial<Design['cache']>) => coldRun(roomy(changes, { latency: 30 }), 1).cycles;
    expect(cycles({ missLatency })).toBe(cycles({}) + missLatency);
    const tags = { lineBytes: 64, sets: 64, ways: 4, setIndex: 'modulo', replacement: 'lru' } as const;
    const l2 = { ...freeValues(L2), ...tags, allocation: 'on-miss', latency: 9, bytesPerCycle: 64 } as const;
    expect(cycles({ missLatency, l2 })).toBe(cycles({ l2 }) + missLatency);
  });

  test('takes no entry of the miss queue', () => {
    const stall = (missLatency: number) => coldRun(roomy({ missQueue: 1, missLatency }), 12).stages.tag.missQueue;
    expect(stall(40)).toBe(0);
  });

  test('delays what the miss gives up as well', () => {
    const delays: number[] = [];
    for (const missLatency of [0, 5]) {
      const design = { ...roomy({ sets: 1, ways: 1, missLatency }), name: 'one line' };
      const pipeline = new AccessPipeline(design);
      pipeline.run(accesses([0, 1, 2].map((line) => ({ address: 64 * line, quad: line, write: line < 1 }))));
      const account = pipeline.finish();
      expect(account.memory.writes).toBe(1);
      delays.push(account.cycles);
    }
    expect(delays[1] - delays[0]).toBe(5);
  });
});

describe('a miss that is looked up again with its read', () => {
  const again = { replay: 'look-up', tagsPerCycle: 1, banks: 4 } as const;

  test('takes the tag port for a cycle, which look-ups wait for', () => {
    // A quad of four lines that miss takes four look-ups, and four more with its reads.
    const design = roomy({ ...again, outstandingMisses: 256 }, NEAR);
    expect(period(design, 4)).toBe(8);
    expect(period(roomy({ ...again, replay: 'none', outstandingMisses: 256 }, NEAR), 4)).toBe(4);
    const { stages, tagReads } = coldRun(design, 50, 4);
    expect(stages.tag.tagFill).toBeGreaterThan(4 * 48);
    expect(tagReads).toBe(8 * 50);
  });

  test('takes nothing where there are ports enough, nor does a hit', () => {
    expect(coldRun(roomy({ ...again, tagsPerCycle: 8 }, NEAR), 50, 4).stages.tag.tagFill).toBe(0);
    const design = roomy(again);
    expect(warmRun(design, [0, 0, 0, 0], 100, FORMAT).cycles).toBe(100 + depth(design));
  });
});

describe('requests in flight', () => {
  const limited = (requestsInFlight: number, latency: number): Design => {
    const { pipeline, ...design } = roomy({}, { latency });
    return { ...design, pipeline: { ...pipeline, requestsInFlight } };
  };

  test.each([1, 2, 4, 8])('of %i quads wait for the memory together', (requests) => {
    for (const latency of [20, 200]) {
      const design = limited(requests, latency);
      // A line is there one cycle after the latency. The next quad comes in with the read of the oldest.
      expect(period(design)).toBe((latency + 1) / requests);
      const { causes, stages } = coldRun(design, 48);
      expect(stages.tag.blocked).toBe((48 / requests - 1) * (latency + 1 - requests));
      expect(causes.fragmentFifo).toBeGreaterThan((48 / requests - 1) * (latency - 2 * requests));
    }
  });

  test('count quads, whatever their passes', () => {
    const cycles = (quads: number, passes: number) => {
      const pipeline = new AccessPipeline(limited(2, 100));
      const list = Array.from({ length: quads * passes }, (_, n) => ({
        address: 64 * n,
        quad: Math.floor(n / passes),
        pass: n % passes,
      }));
      pipeline.run(accesses(list));
      return pipeline.finish().cycles;
    };
    for (const passes of [1, 2, 3]) {
      // The last line of the older quad is there so many cycles after its first.
      expect((cycles(60, passes) - cycles(20, passes)) / 40, `${passes} passes`).toBe((100 + passes) / 2);
    }
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

describe('an L2', () => {
  const fast = { busClock: { cycles: 8, unitCycles: 1 } };
  const withL2 = (changes: Partial<L2Design>, memory: Partial<Design['pipeline']['memory']> = { ...NEAR, ...fast }) => {
    const tags = { lineBytes: 64, sets: 64, ways: 4, setIndex: 'modulo', replacement: 'lru' } as const;
    const times = { latency: 9, bytesPerCycle: 64, ...fast };
    const l2 = { ...freeValues(L2), ...tags, allocation: 'on-miss', ...times, ...changes } as const;
    return roomy({ outstandingMisses: 256, l2 }, memory);
  };

  test.each([
    ['unlimited', 1, 1],
    [4, 1, 1],
    [2, 1, 2],
    [1, 1, 4],
    [1, 2, 2],
    [1, 4, 1],
    [2, 2, 1],
  ] as const)('with %s ports in each of %i banks looks four lines up in %i cycles', (ports, banks, cycles) => {
    for (const allocation of L2.fields.allocation.values) {
      expect(period(withL2({ ports, banks, allocation }), 4), allocation).toBe(cycles);
    }
    // Lines that the L2 has, and the texel cache has not. The memory's bus is idle, which would be the cause.
    const { cache, ...rest } = withL2({ ports, banks });
    const pipeline = pipelineOf({ ...rest, cache: { ...cache, sets: 1 } }, FORMAT, POINT);
    const quads = columnsBatch(
      WIDTH,
      Array.from({ length: 50 }, (_, quad) => [0, 1, 2, 3].map((line) => LINE * (4 * quad + line))),
    );
    pipeline.run(quads);
    const before = pipeline.finish().causes.l2Bank;
    pipeline.run(quads);
    const during = pipeline.finish().causes.l2Bank - before;
    if (cycles === 1) expect(during).toBe(0);
    else expect(during).toBeGreaterThan(49 * (cycles - 1));
  });

  test('takes lines of one bank in turn, whatever the others do', () => {
    const design = withL2({ ports: 1, banks: 4 });
    const quads = (lines: readonly number[], count: number) => {
      const pipeline = pipelineOf(design, FORMAT, POINT);
      pipeline.run(
        columnsBatch(
          WIDTH,
          Array.from({ length: count }, (_, quad) => lines.map((line) => LINE * (line + 16 * quad))),
        ),
      );
      return pipeline.finish().cycles;
    };
    const each = (lines: readonly number[]) => (quads(lines, 15) - quads(lines, 5)) / 10;
    expect(each([0, 1, 2, 3])).toBe(1);
    expect(each([0, 4, 8, 12])).toBe(4);
    expect(each([0, 4, 1, 2])).toBe(2);
  });

  test.each([1, 2, 5])('asks for %i lines at a time', (outstandingMisses) => {
    const latency = 20;
    const memory = { latency, bytesPerCycle: 64 };
    const [narrow, wide] = [outstandingMisses, 'unlimited' as const].map((n) => {
      const design = withL2({ outstandingMisses: n, latency: 4 }, memory);
      return { cycles: coldRun(design, 100).cycles - coldRun(design, 50).cycles, account: coldRun(design, 100) };
    });
    expect(narrow.cycles).toBe((50 / outstandingMisses) * (latency + 1));
    expect(wide.cycles).toBe(50);
    expect(narrow.account.causes.l2Misses).toBeGreaterThan(100);
    expect(wide.account.causes.l2Misses).toBe(0);
  });

  test('that waits for an outstanding miss takes nothing, so that the miss queue fills', () => {
    const memory = { latency: 20, bytesPerCycle: 64 };
    const full = (outstandingMisses: L2Design['outstandingMisses'], missQueue: number) => {
      const { cache, ...rest } = withL2({ outstandingMisses }, memory);
      return coldRun({ ...rest, cache: { ...cache, missQueue } }, 20).stages.tag.missQueue;
    };
    expect(full('unlimited', 1)).toBe(0);
    expect(full(1, 20)).toBe(0);
    expect(full(1, 2)).toBeGreaterThan(200);
  });

  test('reads its data store for a hit, and passes on what comes from memory', () => {
    const cycles = (dataLatency: number) => {
      const { cache, ...rest } = withL2({ dataLatency });
      const small = { ...rest, cache: { ...cache, sets: 1, ways: 1 } };
      const first = run(small, [0], POINT, FORMAT).cycles;
      // The second line takes the place of the first, which is then in the L2.
      const pipeline = pipelineOf(small, FORMAT, POINT);
      const one = (line: number) => columnsBatch(WIDTH, [Array<number>(4).fill(LINE * line)]);
      pipeline.run(one(0));
      pipeline.run(one(1));
      const before = pipeline.finish().cycles;
      pipeline.run(one(0));
      return [first, pipeline.finish().cycles - before];
    };
    const [[miss, hit], [laterMiss, laterHit]] = [cycles(0), cycles(30)];
    expect(laterMiss).toBe(miss);
    expect(laterHit).toBe(hit + 30);
  });
});
