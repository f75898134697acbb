import type { Account } from '../../../pipeline/stages/account.ts';
import type { PipelineObserver } from '../../../pipeline/stages/observer.ts';
import { Pipeline } from '../../../pipeline/pipeline.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { layOutImages, type TexelMemory } from '../../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { Dice } from '../../oracle/dice.ts';
import { randomDesign, randomImage, randomQuads, randomState } from '../../pipeline/random-work.ts';

export const RUN_QUADS = 40;

export interface RandomRun {
  readonly design: Design;
  readonly images: readonly ImageSource[];
  readonly memory: TexelMemory;
  readonly states: readonly TextureState[];
  readonly batch: QuadBatch;
}

/** Runs RUN_QUADS random quads through a random design, with the observer that `watch` makes for the run. */
export function randomRun(seed: number, watch: (run: RandomRun) => PipelineObserver): Account {
  const dice = new Dice(seed);
  const random = () => dice.real(0, 1);
  const design = randomDesign(random);
  const images = [randomImage(random), randomImage(random)];
  const memory = layOutImages(images, design.cache.layout);
  const states = [0, 1, 2].map(() => randomState(random, images.length));
  const batch = new QuadBatch(RUN_QUADS);
  randomQuads(random, batch, RUN_QUADS, states.length);
  const pipeline = new Pipeline(design, memory, states, () => {}, watch({ design, images, memory, states, batch }));
  pipeline.run(batch);
  return pipeline.finish();
}
