import { describe, expect, it } from 'vitest';
import { Pipeline } from '../../../pipeline/pipeline.ts';
import { type Design, DesignError } from '../../../rtl-model/design/design.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { registersOfStates } from '../../../rtl-model/registers/state-registers.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { RegisterCheck } from '../../../traces/stages/register-check.ts';
import { operationOf } from '../../oracle/random-operations.ts';
import { otherRequestOf } from '../../oracle/random-other-operations.ts';
import { PRESETS } from '../../../src/designs/presets.ts';
import { batchOf, conversionStates, imageOf, otherOperations, stateOf } from '../../pipeline/operation-work.ts';
import { randomNumbers } from '../../pipeline/random-source.ts';
import { randomDesign } from '../../pipeline/random-work.ts';
import { randomRun } from './random-run.ts';
import { DESIGN, playRun, registersOf } from './scripted-run.ts';
import { draws } from '../../oracle/draws.ts';

/** Runs the quads with every register held to its format. */
function runChecked(
  design: Design,
  images: readonly ImageSource[],
  states: readonly TextureState[],
  batch: QuadBatch,
): void {
  const memory = layOutImages(images, design.cache.layout);
  const pipeline = new Pipeline(
    design,
    memory,
    states,
    () => {},
    new RegisterCheck(registersOfStates(design, memory, states)),
  );
  pipeline.run(batch);
  pipeline.finish();
}

describe('every register holds values of its format alone', () => {
  it('in plain sampling with random designs', () => {
    for (let seed = 1; seed <= draws(30); seed++) {
      expect(() =>
        randomRun(seed, ({ design, memory, states }) => new RegisterCheck(registersOfStates(design, memory, states))),
      ).not.toThrow();
    }
  });

  it('in random sampling operations with random widths', () => {
    for (let n = 0; n < draws(200); n++) {
      const { design, image, view, sampler, instruction, batch } = operationOf(77, n, 4);
      try {
        runChecked(design, [image], [{ image: 0, view, sampler, instruction }], batch);
      } catch (error) {
        if (!(error instanceof DesignError)) throw new Error(`operation ${n}`, { cause: error });
      }
    }
  });

  it('in sums that are aligned', () => {
    const alignedSum = { guardBits: 4, srgbBits: 8, srgbExponentBits: 5, rounding: 'nearest-away' } as const;
    for (let n = 0; n < draws(800); n++) {
      const { design, image, view, sampler, instruction, batch } = operationOf(79, n, 4);
      if (!['srgb', 'sfloat'].includes(image.format.componentType)) continue;
      runChecked(
        { ...design, filter: { ...design.filter, weightScale: 'power-of-two', guardBits: 0, alignedSum } },
        [image],
        [{ image: 0, view, sampler, instruction }],
        batch,
      );
    }
  });

  it('in every other operation, with random widths', () => {
    for (let n = 0; n < draws(220); n++) {
      const { design, sources, states, batch } = otherRequestOf(78, n);
      try {
        runChecked(design, sources, states, batch);
      } catch (error) {
        if (!(error instanceof DesignError)) throw new Error(`request ${n}`, { cause: error });
      }
    }
  });

  it('in states of different operations that follow one another', () => {
    for (let seed = 1; seed <= draws(5, 2); seed++) {
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
      runChecked(randomDesign(random), [imageOf(format, random)], states, batchOf(random, states.length, 4));
    }
  });
});

describe('a register that holds what its format does not', () => {
  it('is an error that names register, lane, value and format', () => {
    const narrow = { ...DESIGN, address: { ...DESIGN.address, coordinate: { integerBits: 15, fractionBits: 8 } } };
    expect(() => playRun(new RegisterCheck(registersOf(narrow)))).toThrow(
      'address.lane1.fixed_u: 8388607 does not fit 23 bits (-4194304 to 4194303) in pass 0 of quad 0',
    );
  });
});

describe('the table of registers', () => {
  it('has no format that is wider than its storage', () => {
    for (let n = 0; n < draws(110); n++) {
      const { design, sources, states } = otherRequestOf(79, n);
      const memory = layOutImages(sources, design.cache.layout);
      for (const { all, operands } of registersOfStates(design, memory, states)) {
        for (const { name, register, format } of [...operands, ...all]) {
          // Integers in floats: 24 bits and the sign in a float32, 53 and the sign in a float64.
          const { store } = register;
          const bits = 8 * store.BYTES_PER_ELEMENT;
          const whole = store === Float32Array ? 25 : store === Float64Array ? 54 : bits;
          expect([name, format.width <= ('raw' in format ? bits : whole)]).toEqual([name, true]);
        }
      }
    }
  });

  it('holds full-scale texels of the widest codes in sums of every kind of filter', () => {
    for (const design of PRESETS.values()) {
      for (const name of ['x8_d24_unorm_pack32', 'r16_unorm', 'r16_snorm', 'r8_srgb']) {
        const format = TEXEL_FORMATS.get(name)!;
        for (const shape of name.startsWith('x8') ? [{}] : [{}, { type: '3d', depth: 5 } as const]) {
          const random = randomNumbers(7);
          const image = imageOf(format, random, shape);
          image.levels.forEach((level) => level.fill(255));
          const states = (['linear', 'cubic'] as const).map((filter) =>
            stateOf(
              'sample',
              { magFilter: filter, minFilter: filter, mipmapMode: 'linear', anisotropyEnable: true, maxAnisotropy: 16 },
              { lod: 'implicit' },
            ),
          );
          runChecked(design, [image], states, batchOf(random, states.length));
        }
      }
    }
  });
});
