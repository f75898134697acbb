import { expect, test } from 'vitest';
import type { Account } from '../../pipeline/stages/account.ts';
import { Pipeline } from '../../pipeline/pipeline.ts';
import { STAGES } from '../../pipeline/stages/stages.ts';
import type { Design } from '../../rtl-model/design/design.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { layOutImages } from '../../rtl-model/memory/lay-out-images.ts';
import { QUAD_LANES, QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { SilentObserver } from '../../traces/stages/observers.ts';
import { pick, randomNumbers, type RandomSource } from './random-source.ts';
import {
  preset,
  randomDesign,
  randomImage,
  randomIssue,
  randomPorts,
  randomQuads,
  randomState,
} from './random-work.ts';
import { draws } from '../oracle/draws.ts';

const DESIGNS = draws(100, 8);

interface Work {
  readonly design: Design;
  readonly images: readonly ImageSource[];
  readonly states: readonly TextureState[];
  /** The batches, taken one after the other; the pipeline drains after every second one. */
  readonly batches: readonly QuadBatch[];
}

function randomWork(random: RandomSource, design = randomDesign(random), counts = [1, 17, 12]): Work {
  const states = Array.from({ length: 4 }, () => randomState(random, 2));
  const batches = counts.map((count, n) => {
    const batch = new QuadBatch(count);
    randomQuads(random, batch, count, states.length);
    if (random() < 0.5) randomIssue(random, batch, 1000 * n);
    return batch;
  });
  return { design, images: [randomImage(random), randomImage(random)], states, batches };
}

/** The results, their cycles, and the accounts in between. */
function runWork({ design, images, states, batches }: Work, stepped: boolean, observed: boolean) {
  const returned: string[] = [];
  const accounts: Account[] = [];
  const pipeline: Pipeline = new Pipeline(
    design,
    layOutImages(images, design.cache.layout),
    states,
    (quad, _x, _y, active, colors, first) => {
      const bits = new Int32Array(colors.buffer, colors.byteOffset + 4 * first, 4 * QUAD_LANES);
      // The payload of a NaN is not specified, and may differ from one call to the next.
      const texts = Array.from(bits, (value, at) => (Number.isNaN(colors[first + at]) ? 'NaN' : value));
      const asked = texts.filter((_, at) => ((active >> (at >> 2)) & 1) === 1);
      returned.push(`${pipeline.now}: quad ${quad}, lanes ${active}, ${asked.join(' ')}`);
    },
    observed ? new SilentObserver() : undefined,
    { stepped },
  );
  batches.forEach((batch, n) => {
    pipeline.run(batch);
    if (n % 2 === 1 && !observed) accounts.push(pipeline.finish());
  });
  accounts.push(pipeline.finish());
  return { returned, accounts };
}

test('the timed clock equals the stepped clock: results, deliveries and every count', () => {
  for (let seed = 1; seed <= DESIGNS; seed++) {
    const work = randomWork(randomNumbers(seed));
    const [stepped, timed] = [runWork(work, true, false), runWork(work, false, false)];
    expect(timed.returned, `seed ${seed}`).toEqual(stepped.returned);
    expect(timed.accounts, `seed ${seed}`).toEqual(stepped.accounts);
  }
});

/** Every combination of the values that make the stages wait for each other in all ways. */
function cornerDesigns({ cache, pipeline, ...rest }: Design): readonly Design[] {
  const all = <Row extends object>(row: Row, value: number) =>
    Object.fromEntries(Object.keys(row).map((key) => [key, value])) as Row;
  const { fifoDepth, latency, memory } = pipeline;
  return [1, 4].flatMap((tagsPerCycle) =>
    [1, 2, 64].flatMap((outstandingMisses) =>
      [1, 16].flatMap((banks) =>
        [0, 300].flatMap((memoryLatency) =>
          [1, cache.lineBytes].flatMap((bytesPerCycle) =>
            [pipeline, { ...pipeline, fifoDepth: all(fifoDepth, 1), latency: all(latency, 1) }].map((stages) => ({
              ...rest,
              cache: { ...cache, sets: 4, tagsPerCycle, outstandingMisses, banks },
              pipeline: { ...stages, memory: { ...memory, latency: memoryLatency, bytesPerCycle } },
            })),
          ),
        ),
      ),
    ),
  );
}

test('the timed clock equals the stepped clock with FIFOs of one entry, few ports, banks and misses', () => {
  cornerDesigns(preset('full-quality')).forEach((design, n) => {
    const work = randomWork(randomNumbers(n + 1), design, [1, 7, 5]);
    const [stepped, timed] = [runWork(work, true, false), runWork(work, false, false)];
    expect(timed, JSON.stringify([design.cache, design.pipeline])).toEqual(stepped);
  });
});

/** A design whose tag stage is far ahead of the data stage, with few ports and misses, and a near memory. */
function tagsAhead(random: RandomSource, { cache, pipeline, ...rest }: Design): Design {
  return {
    ...rest,
    cache: {
      ...cache,
      sets: pick(random, [1, 4, 64]),
      lineBytes: pick(random, [16, 64]),
      sectorBytes: 16,
      banks: pick(random, [1, 16]),
      tagsPerCycle: pick(random, [1, 2]),
      outstandingMisses: pick(random, [1, 2, 3]),
      ...randomPorts(random),
    },
    pipeline: {
      ...pipeline,
      latency: { ...pipeline.latency, tag: pick(random, [2, 5, 9]), data: pick(random, [1, 9]) },
      requestsInFlight: pick(random, ['unlimited', 'unlimited', 1, 2, 3]),
      memory: { ...pipeline.memory, latency: pick(random, [0, 1, 5]), bytesPerCycle: 16, burstBytes: 16 },
    },
  };
}

test('the timed clock equals the stepped clock when look-ups wait for ports and misses while data are read', () => {
  for (let seed = 1; seed <= DESIGNS; seed++) {
    const random = randomNumbers(seed);
    const work = randomWork(random, tagsAhead(random, preset('full-quality')));
    const [stepped, timed] = [runWork(work, true, false), runWork(work, false, false)];
    expect(timed, `seed ${seed}`).toEqual(stepped);
  }
});

test('an observer is called for every cycle', () => {
  class Counter extends SilentObserver {
    activities = 0;
    override activity(): void {
      this.activities++;
    }
  }
  const { design, images, states, batches } = randomWork(randomNumbers(3));
  const counter = new Counter();
  const pipeline = new Pipeline(design, layOutImages(images, design.cache.layout), states, () => {}, counter);
  for (const batch of batches) pipeline.run(batch);
  const { cycles } = pipeline.finish();
  expect(counter.activities).toBe(STAGES.length * cycles);
});
