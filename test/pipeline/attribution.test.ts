import { describe, expect, test } from 'vitest';
import type { Account } from '../../pipeline/stages/account.ts';
import { CAUSES, type Cause } from '../../pipeline/counters/causes.ts';
import { Pipeline } from '../../pipeline/pipeline.ts';
import { type Activity, type Stage, STAGES } from '../../pipeline/stages/stages.ts';
import type { Design } from '../../rtl-model/design/design.ts';
import { layOutImages } from '../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER } from '../../rtl-model/state/sampler.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { SilentObserver } from '../../traces/stages/observers.ts';
import { randomNumbers } from './random-source.ts';
import { preset, randomDesign, randomImage, randomIssue, randomQuads, randomState } from './random-work.ts';
import { MEMORY } from '../../rtl-model/design/design-fields.ts';
import { freeValues } from '../../rtl-model/design/field.ts';
import { draws } from '../oracle/draws.ts';

/** A record of the activity of every stage in every cycle, and of the cycles in which misses were sent. */
class Recorder extends SilentObserver {
  readonly did: Record<Stage, Activity[]> = Object.fromEntries(STAGES.map((stage) => [stage, []])) as never;
  readonly misses: number[] = [];

  override activity(_cycle: number, stage: Stage, activity: Activity): void {
    this.did[stage].push(activity);
  }

  override miss(cycle: number): void {
    this.misses.push(cycle);
  }
}

/** The activities that are causes themselves. */
const OWN_CAUSES: ReadonlySet<Activity> = new Set([
  'bankConflict',
  'dataFill',
  'tagPorts',
  'tagFill',
  'missPorts',
  'missQueue',
  'missSlots',
  'warps',
  'arrival',
]);

/** The cause of a cycle by its definition: from the result stage up, each stage its latency before its follower. */
function causeOf(
  { did }: Recorder,
  memory: ReadonlyMap<number, Cause>,
  { latency, requestsInFlight }: Design['pipeline'],
  cycle: number,
): Cause {
  let at = cycle;
  if (did.result[at] === 'busy') return 'returned';
  for (const stage of STAGES.slice(0, -1).toReversed()) {
    at -= latency[stage];
    if (at < 0) return 'fill';
    if ((stage === 'filter' || stage === 'address') && did[stage][at] === 'busy') return stage;
    const activity =
      (stage === 'data' || stage === 'tag') && did[stage][at] === 'busy' ? did[stage][at + 1] : did[stage][at];
    if (activity === 'memory') {
      if (memory.has(at)) return memory.get(at)!;
      if (did.tag[at] === 'blocked') return 'fragmentFifo';
      const held = did.tag[at];
      if (held === 'missSlots' || held === 'missQueue') return held;
      const unissued = did.frontEnd[at];
      return unissued === 'warps' || unissued === 'arrival' ? unissued : 'memoryLatency';
    }
    if (OWN_CAUSES.has(activity)) return activity as Cause;
    if (stage === 'tag' && activity === 'blocked' && requestsInFlight !== 'unlimited') return 'fragmentFifo';
    // A stage that handed something on, or had no room to do so, cannot be the reason why its follower has nothing.
    if (activity !== 'starved') throw new Error(`${stage} in cycle ${at}, for cycle ${cycle}: ${activity}`);
  }
  return 'input';
}

test('every cycle has the cause of the definition, in the total and over time', () => {
  const seen = new Set<Cause>();
  for (let seed = 1; seed <= draws(60, 3); seed++) {
    const random = randomNumbers(seed);
    const design = withPlainMemory(randomDesign(random), seed % 4 === 0);
    const memory = layOutImages([randomImage(random)], design.cache.layout);
    const states = Array.from({ length: 3 }, () => randomState(random, 1));
    // Some runs are longer than the window that is kept of them.
    const quads = seed <= 3 ? 1000 : 40;
    const batch = new QuadBatch(quads);
    randomQuads(random, batch, quads, states.length);
    if (seed % 2 === 0) randomIssue(random, batch, 0);
    const record = new Recorder();
    const watched = new Pipeline(design, memory, states, () => {}, record);
    watched.run(batch);
    const account = watched.finish();
    const unwatched = new Pipeline(design, memory, states, () => {});
    unwatched.run(batch);
    expect(unwatched.finish(), `seed ${seed}`).toEqual(account);

    const busy = memoryCauses(record.misses, account, design);
    const expected = Object.fromEntries(CAUSES.map((cause) => [cause, 0])) as Record<Cause, number>;
    const { binCycles, causes } = account.timeline;
    const bins: Record<string, number[]> = {};
    for (let cycle = 0; cycle < account.cycles; cycle++) {
      const cause = causeOf(record, busy, design.pipeline, cycle);
      seen.add(cause);
      expected[cause]++;
      bins[cause] ??= new Array<number>(Math.ceil(account.cycles / binCycles)).fill(0);
      bins[cause][Math.floor(cycle / binCycles)]++;
    }
    expect(account.causes, `seed ${seed}`).toEqual(expected);
    expect(causes, `seed ${seed}`).toEqual(bins);
    expect(Object.keys(bins).length).toBeGreaterThan(1);
  }
  // These causes are rare in random designs, or need an L2 or a TLB; ports.test.ts and tlb.test.ts have designs for them.
  for (const cause of ['missPorts', 'pageWalk', 'l2Bank', 'l2Misses'] as const) seen.add(cause);
  expect([...seen].sort()).toEqual([...CAUSES].sort());
});

/**
 * The design with misses that all go to memory and take the bus equally long, so that their cycles determine the bus'
 * use. A near memory delivers as soon as it is asked.
 */
function withPlainMemory({ cache, pipeline, ...design }: Design, near: boolean): Design {
  const bus = near ? { latency: 0, bytesPerCycle: 64 } : {};
  const { otherClient } = pipeline.memory;
  const memory = { ...pipeline.memory, ...freeValues(MEMORY), ...bus, burstBytes: 1, rows: null, otherClient };
  const latency = near ? { ...pipeline.latency, tag: 1 } : pipeline.latency;
  return {
    ...design,
    cache: { ...cache, victimLines: 0, prefetch: null, tlb: null, l2: null, l3: null },
    pipeline: { ...pipeline, latency, memory },
  };
}

/** The causes of the cycles in which the bus moves data, or a request has lost time by its turn or the other client. */
function memoryCauses(
  misses: readonly number[],
  account: Account,
  { cache, pipeline }: Design,
): ReadonlyMap<number, Cause> {
  const { latency, bytesPerCycle, requests, otherClient } = pipeline.memory;
  const { bytes, interval } = otherClient ?? { bytes: 0, interval: Infinity };
  const perMiss = Math.ceil(account.memoryBytes / Math.max(1, misses.length) / bytesPerCycle);
  const causes = new Map<number, Cause>();
  let [end, free, transfers] = [0, 0, 0];
  for (const missed of misses) {
    const sent = missed + cache.missLatency;
    const before = free;
    for (; (transfers + 1) * interval <= sent; transfers++) {
      free = Math.max(free, (transfers + 1) * interval + latency) + Math.ceil(bytes / bytesPerCycle);
    }
    const first = Math.max(before, sent + latency);
    const alone = requests === 'pipelined' ? first : Math.max(before, Math.max(end, sent) + latency);
    const start = Math.max(alone, free);
    for (let cycle = first; cycle < alone; cycle++) causes.set(cycle, 'memoryTurn');
    for (let cycle = alone; cycle < start; cycle++) causes.set(cycle, 'memoryElsewhere');
    end = start + perMiss;
    free = end;
    for (let cycle = start; cycle < end; cycle++) causes.set(cycle, 'memoryBandwidth');
  }
  return causes;
}

describe('the cause of most cycles is the resource that the design lacks', () => {
  const FULL = preset('full-quality');
  const POINT = { ...DEFAULT_SAMPLER, magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest' } as const;
  const WIDTH = 4096;

  /** Quads whose lanes sample the given columns of a row of texels. */
  function run(design: Design, columns: (quad: number) => readonly number[], quads: number): Account {
    const format = TEXEL_FORMATS.get('r8g8b8a8_unorm')!;
    const image = { format, width: WIDTH, height: 1, layers: 1, levels: [new Uint8Array(4 * WIDTH)] };
    const state: TextureState = { image: 0, sampler: POINT, instruction: { lod: 'explicit', projected: false } };
    const pipeline = new Pipeline(design, layOutImages([image], 'linear'), [state], () => {});
    const batch = new QuadBatch(quads);
    batch.count = quads;
    batch.active.fill(15);
    for (let quad = 0; quad < quads; quad++) {
      columns(quad).forEach((column, lane) => (batch.s[4 * quad + lane] = (column + 0.5) / WIDTH));
    }
    pipeline.run(batch);
    return pipeline.finish();
  }

  const same = () => [0, 0, 0, 0];
  const latencies = Object.values(FULL.pipeline.latency).reduce((sum, cycles) => sum + cycles, 0);
  const cache = (changes: Partial<Design['cache']>): Design => ({ ...FULL, cache: { ...FULL.cache, ...changes } });
  const memory = (changes: Partial<Design['pipeline']['memory']>, fragment = 256): Design['pipeline'] => ({
    ...FULL.pipeline,
    fifoDepth: { ...FULL.pipeline.fifoDepth, fragment },
    memory: { ...FULL.pipeline.memory, ...changes },
  });

  /** A memory so near that the first miss hides no work of the earlier stages. */
  const near = (design: Design): Design => ({ ...design, pipeline: memory({ latency: 0, bytesPerCycle: 64 }) });

  test('only the latency of the stages and one miss, if every quad hits', () => {
    const { causes, cycles } = run(FULL, same, 500);
    expect(causes.returned).toBe(500);
    expect(causes.fill).toBe(latencies - FULL.pipeline.latency.result);
    expect(causes.memoryLatency + causes.memoryBandwidth).toBe(cycles - 500 - causes.fill - causes.input);
  });

  test('the filter, if it takes four cycles for a quad', () => {
    const { causes } = run({ ...FULL, filter: { ...FULL.filter, samplesPerCycle: 1 } }, same, 500);
    expect([causes.returned, causes.filter]).toEqual([500, 500 * 3]);
  });

  test('the address unit, if it takes four cycles for a quad', () => {
    const { causes } = run({ ...near(FULL), address: { ...FULL.address, tapsPerCycle: 1 } }, same, 500);
    expect([causes.returned, causes.address]).toEqual([500, 500 * 3]);
  });

  test('bank conflicts, if the four lanes read four lines of one bank', () => {
    const { causes } = run(cache({ banks: 1 }), () => [0, 16, 32, 48], 500);
    expect(causes.bankConflict).toBeGreaterThan(499 * 3 - 10);
  });

  test('tag ports, if there is one for four lines', () => {
    const { causes } = run(near(cache({ tagsPerCycle: 1 })), () => [0, 16, 32, 48], 500);
    expect(causes.tagPorts).toBeGreaterThan(499 * 3 - 10);
  });

  const everyQuadMisses = (quad: number) => [0, 1, 2, 3].map((lane) => (16 * quad + lane) % WIDTH);
  const small = cache({ sets: 1, ways: 1 });

  test.each<[Cause, Design]>([
    ['missSlots', { ...small, cache: { ...small.cache, outstandingMisses: 1 }, pipeline: memory({ latency: 300 }) }],
    ['fragmentFifo', { ...small, pipeline: memory({ latency: 300 }, 4) }],
    ['memoryBandwidth', { ...small, pipeline: memory({ latency: 300, bytesPerCycle: 4 }) }],
  ])('%s, where every quad misses', (cause, design) => {
    const { causes, cycles } = run(design, everyQuadMisses, 400);
    expect(causes[cause] / cycles).toBeGreaterThan(0.85);
  });
});
