import { describe, expect, it } from 'vitest';
import { Pipeline } from '../../../pipeline/pipeline.ts';
import { type Design, DesignError } from '../../../rtl-model/design/design.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { type ImageSource, layOutImages } from '../../../rtl-model/memory/image.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { RegisterCheck } from '../../../traces/stages/register-check.ts';
import { operationOf } from '../../oracle/random-operations.ts';
import { otherRequestOf } from '../../oracle/random-other-operations.ts';
import { batchOf, conversionStates, imageOf, otherOperations } from '../../pipeline/operation-work.ts';
import { randomNumbers } from '../../pipeline/random-source.ts';
import { randomDesign } from '../../pipeline/random-work.ts';
import { randomRun } from './random-run.ts';

/** Runs the quads with every register held to its format. */
function runChecked(
  design: Design,
  images: readonly ImageSource[],
  states: readonly TextureState[],
  batch: QuadBatch,
): void {
  const memory = layOutImages(images, design.cache.layout);
  const pipeline = new Pipeline(design, memory, states, () => {}, new RegisterCheck(design, memory, states));
  pipeline.run(batch);
  pipeline.finish();
}

describe('every register holds values of its format alone', () => {
  it('in plain sampling with random designs', () => {
    for (let seed = 1; seed <= 60; seed++) {
      expect(() =>
        randomRun(seed, ({ design, memory, states }) => new RegisterCheck(design, memory, states)),
      ).not.toThrow();
    }
  });

  it('in random sampling operations with random widths', () => {
    for (let n = 0; n < 400; n++) {
      const { design, image, view, sampler, instruction, batch } = operationOf(77, n, 4);
      try {
        runChecked(design, [image], [{ image: 0, view, sampler, instruction }], batch);
      } catch (error) {
        if (!(error instanceof DesignError)) throw new Error(`operation ${n}`, { cause: error });
      }
    }
  });

  it('in every other operation, with random widths', () => {
    for (let n = 0; n < 330; n++) {
      const { design, sources, states, batch } = otherRequestOf(78, n);
      try {
        runChecked(design, sources, states, batch);
      } catch (error) {
        if (!(error instanceof DesignError)) throw new Error(`request ${n}`, { cause: error });
      }
    }
  });

  it('in states of different operations that follow one another', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const random = randomNumbers(seed);
      const { images, states } = otherOperations(random);
      runChecked(randomDesign(random), images, states, batchOf(random, states.length));
    }
  });

  it("in Y'CbCr conversions of every multi-planar format", () => {
    for (const format of TEXEL_FORMATS.values()) {
      if (format.planes === null && (format.block === null || format.codec !== null)) continue;
      const random = randomNumbers(format.name.length);
      const states = conversionStates(random);
      runChecked(randomDesign(random), [imageOf(format, random)], states, batchOf(random, states.length));
    }
  });
});
