import { expect, test } from 'vitest';
import { Pipeline } from '../../../../pipeline/pipeline.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { layOutImages, type TexelMemory } from '../../../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../../../rtl-model/state/texture-state.ts';
import { CacheReplay } from '../../../../src/experiments/replay/caches/many-replays.ts';
import { replayPart } from '../../../../src/experiments/replay/caches/lookup-levels.ts';
import { AccessObserver } from '../../../../traces/accesses/access-observer.ts';
import { TapAccesses } from '../../../../traces/accesses/tap-accesses.ts';
import { randomNumbers } from '../../../pipeline/random-source.ts';
import { preset, randomDesign, randomImage, randomQuads, randomState } from '../../../pipeline/random-work.ts';

const QUADS = 80;

interface Work {
  readonly memory: TexelMemory;
  readonly states: readonly TextureState[];
  readonly batch: QuadBatch;
}

function randomWork(random: () => number, design: Design): Work {
  const memory = layOutImages([randomImage(random), randomImage(random)], design.cache.layout);
  const states = Array.from({ length: 4 }, () => randomState(random, 2));
  const batch = new QuadBatch(QUADS);
  randomQuads(random, batch, QUADS, states.length);
  return { memory, states, batch };
}

/** Runs the work in the cycle mode, and replays its accesses. */
function both(design: Design, { memory, states, batch }: Work) {
  const replay = new CacheReplay(replayPart(design));
  const taps = new TapAccesses(memory, states, design.cache);
  const observer = new AccessObserver(taps, (accesses) => replay.take(accesses));
  const pipeline = new Pipeline(design, memory, states, () => {}, observer);
  pipeline.run(batch);
  const account = pipeline.finish();
  return { account, totals: replay.totals() };
}

test('the replay of a run has the totals of its pipeline on every level, on random designs', () => {
  let [misses, l2Hits, victimHits, sectorMisses] = [0, 0, 0, 0];
  for (let seed = 1; seed <= 30; seed++) {
    const random = randomNumbers(seed);
    const design = randomDesign(random, ['line']);
    const { account, totals } = both(design, randomWork(random, design));
    const of = `seed ${seed}`;
    expect(totals.lookups, of).toBe(account.cache.lookups);
    expect(totals.misses, of).toBe(account.cache.misses);
    expect(account.cacheLevels, of).toMatchObject(totals.cache);
    // A replay has no time: no refreshes and idle banks, which close rows, and no window, in which requests overtake others.
    const { requests, bytes } = totals.memory;
    const { refresh, rows } = design.pipeline.memory;
    const inOrder = refresh === null && (rows === null || (rows.window === 1 && rows.timing === null));
    expect(account.memory, of).toMatchObject(inOrder ? totals.memory : { requests, bytes });
    // A read that waits for its bytes releases the banks. A replay knows one read of a sector for the taps of a pass.
    if (design.cache.portSharing === 'pass') {
      expect(account.cacheLevels.bankConflicts, of).toBeLessThanOrEqual(totals.bankConflicts);
    }
    misses += totals.misses;
    l2Hits += totals.cache.l2Hits;
    victimHits += totals.cache.victimHits;
    sectorMisses += totals.cache.sectorMisses;
  }
  for (const count of [misses, l2Hits, victimHits, sectorMisses]) expect(count).toBeGreaterThan(100);
});

test('bank conflicts equal those of the pipeline if no read waits for its bytes', () => {
  const base = preset('full-quality');
  const cache = {
    ...base.cache,
    sets: 1024,
    ways: 64,
    lineBytes: 16,
    sectorBytes: 16,
    banks: 2,
    tagsPerCycle: 16,
    l2: null,
  };
  const design: Design = { ...base, cache };
  let conflicts = 0;
  for (let seed = 1; seed <= 12; seed++) {
    const work = randomWork(randomNumbers(seed), design);
    const { totals } = both(design, work);
    const pipeline = new Pipeline(design, work.memory, work.states, () => {});
    pipeline.run(work.batch);
    const cold = pipeline.finish();
    pipeline.run(work.batch);
    const warm = pipeline.finish();
    expect(warm.cache.misses).toBe(cold.cache.misses);
    expect(warm.cacheLevels.bankConflicts - cold.cacheLevels.bankConflicts).toBe(totals.bankConflicts);
    conflicts += totals.bankConflicts;
  }
  expect(conflicts).toBeGreaterThan(50);
});
