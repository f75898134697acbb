import { expect, test } from 'vitest';
import type { Account } from '../../pipeline/account.ts';
import { Pipeline } from '../../pipeline/pipeline.ts';
import type { Design } from '../../rtl-model/design.ts';
import { layOutImages, type ImageSource } from '../../rtl-model/image.ts';
import { QUAD_LANES, QuadBatch } from '../../rtl-model/quad-batch.ts';
import type { TextureState } from '../../rtl-model/texture-unit.ts';
import { SilentObserver } from '../../traces/silent-observer.ts';
import { randomNumbers, type RandomSource } from './random-source.ts';
import { randomDesign, randomImage, randomQuads, randomState } from './random-work.ts';

const DESIGNS = 100;

interface Work {
  readonly design: Design;
  readonly images: readonly ImageSource[];
  readonly states: readonly TextureState[];
  /** Taken in one after the other; the pipeline drains after every second one. */
  readonly batches: readonly QuadBatch[];
}

function randomWork(random: RandomSource): Work {
  const design = randomDesign(random);
  const states = Array.from({ length: 4 }, () => randomState(random, 2));
  const batches = [1, 17, 12].map((count) => {
    const batch = new QuadBatch(count);
    randomQuads(random, batch, count, states.length);
    return batch;
  });
  return { design, images: [randomImage(random), randomImage(random)], states, batches };
}

/** What came out, when, and the accounts on the way; and how many cycles were passed over. */
function runWork({ design, images, states, batches }: Work, skip: boolean, observed: boolean) {
  const returned: string[] = [];
  const accounts: Account[] = [];
  const pipeline: Pipeline = new Pipeline(
    design,
    layOutImages(images, design.cache.layout),
    states,
    (quad, _x, _y, active, colors, first) => {
      const bits = new Int32Array(colors.buffer, colors.byteOffset + 4 * first, 4 * QUAD_LANES);
      returned.push(`${pipeline.now}: quad ${quad}, lanes ${active}, ${bits.join(' ')}`);
    },
    observed ? new SilentObserver() : undefined,
    { skip },
  );
  batches.forEach((batch, n) => {
    pipeline.run(batch);
    if (n % 2 === 1 && !observed) accounts.push(pipeline.finish());
  });
  accounts.push(pipeline.finish());
  return { returned, accounts, skipped: pipeline.skipped };
}

test('passing over cycles in which nothing can happen changes no result, no cycle of delivery and no count', () => {
  let passedOver = 0;
  let cycles = 0;
  for (let seed = 1; seed <= DESIGNS; seed++) {
    const work = randomWork(randomNumbers(seed));
    const [stepped, skipping] = [runWork(work, false, false), runWork(work, true, false)];
    expect(stepped.skipped).toBe(0);
    expect(skipping.returned, `seed ${seed}`).toEqual(stepped.returned);
    expect(skipping.accounts, `seed ${seed}`).toEqual(stepped.accounts);
    passedOver += skipping.skipped;
    cycles += skipping.accounts.at(-1)!.cycles;
  }
  // Most of the designs have more latency than work.
  expect(passedOver).toBeGreaterThan(cycles / 3);
});

test('an observer sees every cycle', () => {
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
  expect(counter.activities).toBe(8 * cycles);
});
