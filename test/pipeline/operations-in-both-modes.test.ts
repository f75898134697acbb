import { describe, expect, it } from 'vitest';
import { DesignError } from '../../rtl-model/design/design.ts';
import type { Sampler } from '../../rtl-model/state/sampler.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import { wholeView } from '../../rtl-model/state/image-view.ts';
import { Dice } from '../oracle/dice.ts';
import { draws } from '../oracle/draws.ts';
import { atomicRequest } from '../oracle/random-integer-operations.ts';
import { partRequest } from '../oracle/random-part-views.ts';
import { operationOf } from '../oracle/random-operations.ts';
import { inBothModes } from './both-modes.ts';
import { batchOf, conversionStates, imageOf, otherOperations, stateOf } from './operation-work.ts';
import { randomNumbers } from './random-source.ts';
import { randomDesign } from './random-work.ts';

const NEAREST: Partial<Sampler> = { magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest' };

describe('the cycle mode gives the bits of the functional mode, for any cache, FIFOs and memory', () => {
  it('for random sampling operations', () => {
    let compared = 0;
    for (let n = 0; n < draws(250, 8); n++) {
      const { design, image, view, sampler, instruction, batch } = operationOf(20, n, 6);
      const { cache, pipeline } = randomDesign(randomNumbers(n + 1));
      const state = { image: 0, view, sampler, instruction };
      try {
        const outcome = inBothModes({ ...design, cache, pipeline }, [image], [state], batch);
        expect(outcome.faults.slice(0, 3), `operation ${n}`).toEqual([]);
        compared += outcome.compared;
      } catch (error) {
        if (!(error instanceof DesignError)) throw error;
      }
    }
    expect(compared).toBeGreaterThan(draws(40_000, 8));
  });

  it('for every format', () => {
    const formats = [...TEXEL_FORMATS.values()];
    for (let first = 0; first < formats.length; first += 4) {
      const random = randomNumbers(first + 1);
      const some = formats.slice(first, first + 4);
      const states = some.flatMap(({ componentType, aspects }, image) => {
        const integer = componentType === 'uint' || componentType === 'sint' || aspects[0] === 'stencil';
        return [stateOf('sample', integer ? NEAREST : {}), stateOf('fetch')].map((state) => ({ ...state, image }));
      });
      const images = some.map((format) => imageOf(format, random));
      const { faults } = inBothModes(randomDesign(random), images, states, batchOf(random, states.length, 24));
      expect(faults.slice(0, 3), some.map(({ name }) => name).join()).toEqual([]);
    }
  });

  it("for Y'CbCr conversions of every multi-planar format", () => {
    for (const format of TEXEL_FORMATS.values()) {
      if (format.planes === null && (format.block === null || format.codec !== null)) continue;
      const random = randomNumbers(format.name.length);
      const states = conversionStates(random);
      const { faults } = inBothModes(randomDesign(random), [imageOf(format, random)], states, batchOf(random, 4, 6));
      expect(faults.slice(0, 3), format.name).toEqual([]);
    }
  });

  it('for every other operation', () => {
    for (let seed = 1; seed <= draws(30, 8); seed++) {
      const random = randomNumbers(seed);
      const { images, states } = otherOperations(random);
      const { faults } = inBothModes(randomDesign(random), images, states, batchOf(random, states.length));
      expect(faults.slice(0, 3), `seed ${seed}`).toEqual([]);
    }
  });

  it('for blocks of compressed images, in layers and matched with another image', () => {
    const pairs = [
      ['bc7_unorm_block', 'r8g8b8a8_unorm'],
      ['r8g8b8a8_unorm', 'bc1_rgba_unorm_block'],
      ['astc_5x4_unorm_block', 'bc1_rgba_unorm_block'],
    ];
    for (const [n, names] of pairs.entries()) {
      for (const blocks of ['compressed', 'decoded'] as const) {
        const random = randomNumbers(n + 1);
        const design = randomDesign(random);
        const images = names.map((name) => imageOf(TEXEL_FORMATS.get(name)!, random, { layers: 3 }));
        const match = { blockMatch: { metric: 'ssd', form: 'single' } } as const;
        const matched = { ...stateOf('block_match', {}, match), second: { image: 1 } };
        const { faults } = inBothModes(
          { ...design, cache: { ...design.cache, blocks } },
          images,
          [stateOf('sample'), matched],
          batchOf(random, 2),
        );
        expect(faults.slice(0, 3), `${names.join(' with ')}, ${blocks}`).toEqual([]);
      }
    }
  });

  it('for views of planes, of slices and of blocks in another format', () => {
    for (let n = 0; n < draws(60, 8); n++) {
      const dice = new Dice(n + 1);
      const design = randomDesign(randomNumbers(n + 1));
      const { sources, states, batch } = partRequest(dice);
      expect(inBothModes(design, sources, states, batch).faults.slice(0, 3), `request ${n}`).toEqual([]);
    }
    for (const blocks of ['compressed', 'decoded'] as const) {
      const random = randomNumbers(8);
      const design = randomDesign(random);
      const image = imageOf(TEXEL_FORMATS.get('astc_5x4_unorm_block')!, random, { layers: 3 });
      const format = TEXEL_FORMATS.get('astc_5x4_srgb_block')!;
      const other = { ...stateOf('sample'), view: { ...wholeView(image), format } };
      const cycled = inBothModes(
        { ...design, cache: { ...design.cache, blocks } },
        [image],
        [stateOf('sample'), other],
        batchOf(random, 2),
      );
      expect(cycled.faults.slice(0, 3), blocks).toEqual([]);
    }
  });

  it('for atomics, in the order of the requests and of the lanes of a quad', () => {
    for (let n = 0; n < draws(60, 8); n++) {
      const { sources, states, batch } = atomicRequest(new Dice(n + 1));
      const design = randomDesign(randomNumbers(n + 1));
      expect(inBothModes(design, sources, states, batch).faults.slice(0, 3), `request ${n}`).toEqual([]);
    }
  });

  it('for the residency of sparse images', () => {
    const random = randomNumbers(6);
    const unbound = [{ level: 0, layer: 0, x: 4, y: 4, z: 0, width: 8, height: 8, depth: 1 }];
    const image = imageOf(TEXEL_FORMATS.get('r8g8_unorm')!, random, { unbound });
    const states = [stateOf('sample', {}, { sparse: true }), stateOf('fetch', {}, { sparse: true })];
    const { faults } = inBothModes(randomDesign(random), [image], states, batchOf(random, 2));
    expect(faults).toEqual([]);
  });

  it('for samples of multisampled images', () => {
    const random = randomNumbers(5);
    const format = TEXEL_FORMATS.get('r16_sfloat')!;
    const states = [stateOf('fetch'), stateOf('sample_position'), stateOf('query_samples')];
    const { faults } = inBothModes(
      randomDesign(random),
      [imageOf(format, random, { samples: 4 })],
      states,
      batchOf(random, 3),
    );
    expect(faults).toEqual([]);
  });
});
