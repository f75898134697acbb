import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { levelBytes } from '../../rtl-model/memory/level-size.ts';
import type { Instruction, Operation } from '../../rtl-model/state/instruction.ts';
import { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../rtl-model/state/sampler.ts';
import type { TexelFormat } from '../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { pick, type RandomSource } from './random-source.ts';

/** A random image of the format, with levels if it can have them. */
export function imageOf(format: TexelFormat, random: RandomSource, shape: Partial<ImageSource> = {}): ImageSource {
  const source = { format, width: 24, height: 20, layers: 1, ...shape };
  const single = format.planes !== null || (format.block !== null && format.codec === null) || (shape.samples ?? 1) > 1;
  const levels = Array.from({ length: single ? 1 : 4 }, (_, level) =>
    Uint8Array.from({ length: levelBytes(source, level) }, () => Math.floor(random() * 256)),
  );
  return { ...source, levels };
}

/** Random requests, first one for each of so many states, with every operand that an operation can have. */
export function batchOf(random: RandomSource, states: number, quads = 12): QuadBatch {
  const batch = new QuadBatch(quads);
  batch.count = quads;
  for (let quad = 0; quad < quads; quad++) {
    batch.state[quad] = quad < states ? quad : Math.floor(random() * states);
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

export function stateOf(op: Operation, changes: Partial<Sampler> = {}, more: Partial<Instruction> = {}): TextureState {
  return {
    image: 0,
    sampler: { ...DEFAULT_SAMPLER, ...changes },
    instruction: { op, lod: 'explicit', projected: false, ...more },
  };
}

/** Samplers with a Y'CbCr conversion of every kind of chroma reconstruction. */
export function conversionStates(random: RandomSource): TextureState[] {
  return (['nearest', 'linear'] as const).flatMap((chromaFilter) =>
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
}

/** A state of each operation that does not sample, and the images that they use. */
export function otherOperations(random: RandomSource) {
  const format = TEXEL_FORMATS.get('r8g8b8a8_unorm')!;
  const kernel = TEXEL_FORMATS.get('r8_unorm')!;
  const weights = { filterCenter: [1, 1], filterSize: [3, 3], numPhases: 1 } as const;
  const second = { image: 1 };
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
  return { images, states };
}
