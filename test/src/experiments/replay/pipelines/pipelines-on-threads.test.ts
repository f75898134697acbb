import { expect, test } from 'vitest';
import { QuadBatch } from '../../../../../rtl-model/registers/quad-batch.ts';
import { PipelineReplay } from '../../../../../src/experiments/replay/pipelines/pipeline-replay.ts';
import { PipelinesOnThreads } from '../../../../../src/experiments/replay/pipelines/threads/pipelines-on-threads.ts';
import { randomNumbers } from '../../../../pipeline/random-source.ts';
import { randomDesign, randomImage, randomQuads, randomState } from '../../../../pipeline/random-work.ts';

const random = randomNumbers(5);
const DESIGNS = Array.from({ length: 5 }, () => randomDesign(random));
const WORK = {
  images: [randomImage(random), randomImage(random)],
  states: Array.from({ length: 4 }, () => randomState(random, 2)),
};

test('two threads give five designs the accounts that one gives, batch after batch', async () => {
  const alone = new PipelineReplay(DESIGNS, WORK);
  const together = new PipelinesOnThreads(DESIGNS, WORK, 2);
  const batch = new QuadBatch(40);
  try {
    await together.start();
    for (let n = 0; n < 4; n++) {
      batch.count = 0;
      randomQuads(random, batch, 40 - n, WORK.states.length);
      alone.run(batch);
      await together.run(batch);
    }
    const accounts = alone.finish();
    expect(new Set(accounts.map(({ cycles }) => cycles)).size).toBe(DESIGNS.length);
    expect(await together.finish()).toEqual(accounts);
  } finally {
    await together.stop();
  }
});

test('a state that cannot be bound is the error of the start, as without threads', async () => {
  const work = { ...WORK, states: [{ ...WORK.states[0], image: 7 }] };
  const refusal = expect.objectContaining({ name: 'RangeError', message: expect.stringContaining('7') });
  expect(() => new PipelineReplay(DESIGNS, work)).toThrow(refusal);
  const together = new PipelinesOnThreads(DESIGNS, work, 2);
  await expect(together.start()).rejects.toThrow(refusal);
  await together.stop();
});
