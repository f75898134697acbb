import { describe, expect, it } from 'vitest';
import { DesignError } from '../../rtl-model/design.ts';
import { type ImageSource, levelBytes } from '../../rtl-model/image.ts';
import type { Instruction, Operation } from '../../rtl-model/instruction.ts';
import { QuadBatch } from '../../rtl-model/quad-batch.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../rtl-model/sampler.ts';
import type { TexelFormat } from '../../rtl-model/texel-decoder/texel-format.ts';
import { TEXEL_FORMATS } from '../../rtl-model/texel-decoder/texel-formats.ts';
import type { TextureState } from '../../rtl-model/texture-state.ts';
import { operationOf } from '../oracle/random-operations.ts';
import { inBothModes } from './both-modes.ts';
import { pick, randomNumbers, type RandomSource } from './random-source.ts';
import { randomDesign } from './random-work.ts';

const QUADS = 12;
const NEAREST: Partial<Sampler> = { magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest' };

function imageOf(format: TexelFormat, random: RandomSource, shape: Partial<ImageSource> = {}): ImageSource {
  const source = { format, width: 24, height: 20, layers: 1, ...shape };
  const single = format.planes !== null || (format.block !== null && format.codec === null) || (shape.samples ?? 1) > 1;
  const levels = Array.from({ length: single ? 1 : 4 }, (_, level) =>
    Uint8Array.from({ length: levelBytes(source, level) }, () => Math.floor(random() * 256)),
  );
  return { ...source, levels };
}

function batchOf(random: RandomSource, states: number): QuadBatch {
  const batch = new QuadBatch(QUADS);
  batch.count = QUADS;
  for (let quad = 0; quad < QUADS; quad++) {
    batch.state[quad] = Math.floor(random() * states);
    batch.active[quad] = 1 + Math.floor(random() * 15);
    const [x, y] = [random() * 2 - 0.5, random() * 2 - 0.5];
    for (let lane = 0; lane < 4; lane++) {
      const at = 4 * quad + lane;
      batch.s[at] = x + 0.06 * (lane & 1);
      batch.t[at] = y + 0.05 * (lane >> 1);
      batch.r[at] = random();
      batch.lod[at] = random() * 3;
      batch.i[at] = Math.floor(random() * 26) - 1;
      batch.j[at] = Math.floor(random() * 22) - 1;
      batch.sample[at] = Math.floor(random() * 5);
      batch.level[at] = Math.floor(random() * 2);
      batch.dref[at] = random();
      batch.boxWidth[at] = 1 + random() * 4;
      batch.boxHeight[at] = 1 + random() * 4;
      batch.referenceI[at] = Math.floor(random() * 20);
      batch.referenceJ[at] = Math.floor(random() * 16);
      batch.blockWidth[at] = 1 + Math.floor(random() * 4);
      batch.blockHeight[at] = 1 + Math.floor(random() * 3);
      for (let c = 0; c < 4; c++) batch.write[4 * at + c] = random() * 1.2 - 0.1;
    }
  }
  return batch;
}

function stateOf(op: Operation, changes: Partial<Sampler> = {}, more: Partial<Instruction> = {}): TextureState {
  return {
    image: 0,
    sampler: { ...DEFAULT_SAMPLER, ...changes },
    instruction: { op, lod: 'explicit', projected: false, ...more },
  };
}

describe('the cycle mode gives the bits of the functional mode, whatever the cache, FIFOs and memory', () => {
  it('for random sampling operations', () => {
    let compared = 0;
    for (let n = 0; n < 250; n++) {
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
    expect(compared).toBeGreaterThan(10_000);
  });

  it('for every format', () => {
    for (const format of TEXEL_FORMATS.values()) {
      const random = randomNumbers(format.name.length + format.texelBytes);
      const integer = format.componentType === 'uint' || format.componentType === 'sint';
      const { faults } = inBothModes(
        randomDesign(random),
        [imageOf(format, random)],
        [stateOf('sample', integer || format.aspects[0] === 'stencil' ? NEAREST : {}), stateOf('fetch')],
        batchOf(random, 2),
      );
      expect(faults.slice(0, 3), format.name).toEqual([]);
    }
  });

  it("for Y'CbCr conversions of every multi-planar format", () => {
    for (const format of TEXEL_FORMATS.values()) {
      if (format.planes === null && (format.block === null || format.codec !== null)) continue;
      const random = randomNumbers(format.name.length);
      const states = (['nearest', 'linear'] as const).flatMap((chromaFilter) =>
        [false, true].map((forceExplicitReconstruction) =>
          stateOf('sample', {
            addressModeU: 'clamp_to_edge',
            addressModeV: 'clamp_to_edge',
            ycbcrConversion: {
              ycbcrModel: 'ycbcr_709',
              ycbcrRange: 'itu_narrow',
              components: ['identity', 'identity', 'identity', 'identity'],
              xChromaOffset: pick(random, ['cosited_even', 'midpoint'] as const),
              yChromaOffset: pick(random, ['cosited_even', 'midpoint'] as const),
              chromaFilter,
              forceExplicitReconstruction,
              enableYDegamma: random() < 0.5,
              enableCbCrDegamma: random() < 0.5,
            },
          }),
        ),
      );
      const { faults } = inBothModes(randomDesign(random), [imageOf(format, random)], states, batchOf(random, 4));
      expect(faults.slice(0, 3), format.name).toEqual([]);
    }
  });

  it('for every other operation', () => {
    const format = TEXEL_FORMATS.get('r8g8b8a8_unorm')!;
    const kernel = TEXEL_FORMATS.get('r8_unorm')!;
    const weights = { filterCenter: [1, 1], filterSize: [3, 3], numPhases: 1 } as const;
    const second = { image: 1 };
    for (let seed = 1; seed <= 30; seed++) {
      const random = randomNumbers(seed);
      const clamp = { addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_edge' } as const;
      const states: TextureState[] = [
        stateOf('read'),
        stateOf('write'),
        stateOf('gather', {}, { component: 1 }),
        stateOf('query_size'),
        stateOf('query_levels'),
        stateOf('query_samples'),
        stateOf('query_lod'),
        stateOf('footprint', clamp, { granularity: 1 }),
        stateOf('box_filter', clamp),
        { ...stateOf('sample_weighted', clamp), second: { ...second, weights } },
        ...(['single', 'window', 'gather'] as const).map((form) => ({
          ...stateOf('block_match', { ...clamp, windowExtent: [3, 2] }, { blockMatch: { metric: 'sad', form } }),
          second,
        })),
        { ...stateOf('sample'), image: null },
      ];
      const images = [imageOf(format, random), imageOf(kernel, random, { width: 20, height: 20 })];
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
