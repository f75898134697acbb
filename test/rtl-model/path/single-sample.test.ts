import { expect, test } from 'vitest';
import { TableTaps } from '../../../rtl-model/address-unit/kernels/table-taps.ts';
import { SingleSample } from '../../../rtl-model/path/single-sample.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { layOutImages, levelBytes, type TexelMemory } from '../../../rtl-model/memory/image.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { ADDRESS_MODES, type AddressMode, DEFAULT_SAMPLER, type Sampler } from '../../../rtl-model/state/sampler.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { bind } from '../../../rtl-model/state/binding.ts';
import { IDENTITY_MAPPING, type ImageView } from '../../../rtl-model/state/image-view.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { planeDecoder } from '../../../rtl-model/texel-decoder/plane-decoder.ts';
import { TextureUnit } from '../../../rtl-model/texture-unit.ts';
import { pick, type RandomSource, randomNumbers } from '../../pipeline/random-source.ts';
import { preset, randomQuads } from '../../pipeline/random-work.ts';

const FULL = preset('full-quality');
const QUADS = 48;

/** A divisor of one changes no coordinate, and takes a state off the kernel. */
const alone = { lod: 'explicit', projected: false } as const;
const general = { lod: 'explicit', projected: true } as const;

/** Views, sparse and swizzled, of one level and layer of an image of more. */
const VIEWS: readonly (Partial<ImageView> & { readonly sparse?: boolean })[] = [
  { components: ['b', 'g', 'one', 'r'] },
  { baseMipLevel: 1 },
  { baseArrayLayer: 2, sparse: true },
  { viewType: '2d_array', baseMipLevel: 2, baseArrayLayer: 1, components: ['zero', 'a', 'r', 'g'] },
];

function image(name: string, width: number, height: number, random: RandomSource) {
  const source = { format: TEXEL_FORMATS.get(name)!, width, height, layers: 1 };
  const bytes = Uint8Array.from({ length: levelBytes(source, 0) }, () => Math.floor(random() * 256));
  return { ...source, levels: [bytes] };
}

/** So far out that the product with a size outgrows 32 bits, and beyond. */
const FAR_COORDINATES = [2e5, -3e5, 1e6, -1e7, 1e9, 3e38, -3e38, Infinity, -Infinity, Number.NaN];

/** Beyond the address unit's tables, and as far as a coordinate reaches. */
const FAR_OFFSETS = [16, -16, 56, -90, 32767, -32768];

/** Quads of every kind: some of their lanes on texel centres, where weights are zero, or far, some of their offsets too. */
function quads(random: RandomSource, width: number, height: number): QuadBatch {
  const batch = new QuadBatch(QUADS);
  randomQuads(random, batch, QUADS, 1);
  batch.q.fill(1);
  for (let lane = 0; lane < 4 * QUADS; lane++) {
    if (random() < 0.2) batch.s[lane] = (Math.floor(batch.s[lane] * width) + 0.5) / width;
    if (random() < 0.2) batch.t[lane] = (Math.floor(batch.t[lane] * height) + 0.5) / height;
    if (random() < 0.03) batch.s[lane] = pick(random, FAR_COORDINATES);
    if (random() < 0.03) batch.t[lane] = pick(random, FAR_COORDINATES);
  }
  for (let quad = 0; quad < QUADS; quad++) {
    if (random() < 0.1) batch.offsetV[quad] = pick(random, FAR_OFFSETS);
    if (random() < 0.1) batch.offsetU[quad] = pick(random, FAR_OFFSETS);
  }
  return batch;
}

/** Results of the same quads by the kernel and by the units one after the other, and whether the first was the kernel. */
function bothWays(design: Design, seed: number, format: string, sampler: Sampler) {
  // Small seeds begin with small numbers.
  const random = randomNumbers(Math.imul(seed, 0x9e3779b1) >>> 0);
  const [width, height] = [1 + Math.floor(random() * 40), 1 + Math.floor(random() * 40)];
  const memory = layOutImages(
    [image('r8_unorm', 3, 3, random), image(format, width, height, random)],
    pick(random, ['linear', 'tiled-4x4', 'morton'] as const),
  );
  const batch = quads(random, width, height);
  const sample = (instruction: TextureState['instruction']) => {
    const result = new Float32Array(16 * QUADS).fill(7);
    new TextureUnit(design, memory, [{ image: 1, sampler, instruction }]).sample(batch, result);
    return result;
  };
  expect(isTaken(design, memory, { image: 1, sampler, instruction: general })).toBe(false);
  const covered = isTaken(design, memory, { image: 1, sampler, instruction: alone });
  return { covered, one: sample(alone), other: sample(general) };
}

function isTaken(design: Design, memory: TexelMemory, state: TextureState): boolean {
  const binding = bind(design, memory, state, state.image!);
  return SingleSample.of(binding, TableTaps.of(binding), planeDecoder(binding)) !== null;
}

function mismatches(one: Float32Array, other: Float32Array): number {
  let count = 0;
  for (let k = 0; k < one.length; k++) if (!Object.is(one[k], other[k])) count++;
  return count;
}

/** Outside of what formats hold, not exact in any of them, or no number. */
const BORDER_COLORS = [
  [0.3, 0.9, 0.01, 0.5],
  [-0.4, 1e9, -1e9, 2],
  [1e-40, -0, -1e-40, 0],
  [Number.NaN, Infinity, -Infinity, 1],
] as const;

function sampler(addressModeU: AddressMode, addressModeV: AddressMode, seed: number): Sampler {
  return { ...DEFAULT_SAMPLER, addressModeU, addressModeV, borderColor: BORDER_COLORS[seed % BORDER_COLORS.length] };
}

/** Filtered colours of one plane whose components have at most 16 bits of their own. */
function isCovered({ componentType, componentBits, aspects, planes, block, codec, sharedExponentBits }: TexelFormat) {
  const filtered = componentType !== 'uint' && componentType !== 'sint' && aspects[0] === 'color';
  const plain = planes === null && (block === null || codec !== null) && sharedExponentBits === 0;
  return filtered && plain && componentBits <= 16;
}

const FORMATS = [...TEXEL_FORMATS.values()].filter(isCovered);

test.each(FORMATS.map(({ name }, n) => [name, n] as const))(
  'the kernel and the units give %s the same bits under every address mode',
  (format, n) => {
    ADDRESS_MODES.forEach((mode, u) => {
      // Every pair of modes, from format to format.
      const other = ADDRESS_MODES[(u + n) % ADDRESS_MODES.length];
      const { covered, one, other: expected } = bothWays(FULL, 5 * n + u + 1, format, sampler(mode, other, n + u));
      expect(covered).toBe(true);
      expect(mismatches(one, expected), `${format} ${mode} ${other}`).toBe(0);
    });
  },
);

test.each(['r8g8b8a8_unorm', 'r16g16b16a16_snorm', 'r16g16b16a16_sfloat'])(
  'the kernel and the units give %s the same bits under every pair of address modes and with narrow coordinates',
  (format) => {
    const coordinate = { integerBits: 8, fractionBits: 5 };
    const small = {
      maxImageDimension1D: 64,
      maxImageDimension2D: 64,
      maxImageDimension3D: 64,
      maxImageDimensionCube: 64,
    };
    const narrow: Design = {
      ...FULL,
      address: { ...FULL.address, coordinate },
      filter: { ...FULL.filter, weightBits: 5 },
      limits: { ...FULL.limits, ...small },
    };
    let seed = 1;
    for (const addressModeU of ADDRESS_MODES) {
      for (const addressModeV of ADDRESS_MODES) {
        for (const design of [FULL, narrow]) {
          const { covered, one, other } = bothWays(design, seed, format, sampler(addressModeU, addressModeV, seed));
          expect(covered).toBe(true);
          expect(mismatches(one, other), `${format} ${addressModeU} ${addressModeV} seed ${seed}`).toBe(0);
          seed++;
        }
      }
    }
  },
);

const taken = (design: Design, changed: Partial<Sampler> = {}, format = 'r8g8b8a8_unorm') => {
  const memory = layOutImages([image(format, 9, 5, randomNumbers(1))], 'linear');
  return isTaken(design, memory, { image: 0, sampler: { ...DEFAULT_SAMPLER, ...changed }, instruction: alone });
};

test('states that need more than one bilinear sample, or that narrow, are not covered', () => {
  expect(taken(FULL)).toBe(true);
  expect(taken(FULL, { magFilter: 'nearest' })).toBe(false);
  expect(taken(FULL, { minFilter: 'nearest' })).toBe(false);
  expect(taken(FULL, { anisotropyEnable: true, maxAnisotropy: 2 })).toBe(false);
  expect(taken({ ...FULL, filter: { ...FULL.filter, guardBits: 15 } })).toBe(false);
  expect(taken({ ...FULL, filter: { ...FULL.filter, weightBits: 7 } })).toBe(false);
  expect(taken({ ...FULL, address: { ...FULL.address, scalePrecision: 'float32' } })).toBe(false);
  expect(taken({ ...FULL, address: { ...FULL.address, rangeReduction: false } })).toBe(false);
  expect(taken({ ...FULL, address: { ...FULL.address, rounding: 'floor' } })).toBe(false);
  const tight = { integerBits: 4, fractionBits: 8 };
  expect(taken({ ...FULL, address: { ...FULL.address, coordinate: tight } })).toBe(false);
});

test('offsets of lanes, comparisons of colours and projections are not covered', () => {
  const memory = layOutImages([image('r8g8b8a8_unorm', 9, 5, randomNumbers(1))], 'linear');
  for (const changes of [{ laneOffsets: true }, { dref: true }, { projected: true }]) {
    const state = { image: 0, sampler: DEFAULT_SAMPLER, instruction: { ...alone, ...changes } };
    expect(isTaken(FULL, memory, state)).toBe(false);
  }
});

test('views of several levels or layers are not covered', () => {
  const one = image('r8g8b8a8_unorm', 4, 4, randomNumbers(2));
  const memory = layOutImages(
    [
      { ...one, levels: [...one.levels, new Uint8Array(16)] },
      { ...one, layers: 2, levels: [new Uint8Array(128)] },
    ],
    'linear',
  );
  const state = { sampler: DEFAULT_SAMPLER, instruction: alone };
  expect([0, 1].map((n) => isTaken(FULL, memory, { ...state, image: n }))).toEqual([false, false]);
});

test('floats are covered where they are rounded once, in components of their own of at most 16 bits', () => {
  expect(taken(FULL, {}, 'bc6h_ufloat_block')).toBe(true);
  const steps: Design = { ...FULL, filter: { ...FULL.filter, floatPath: 'float32-steps' } };
  expect(taken(steps, {}, 'bc6h_ufloat_block')).toBe(false);
  expect(taken({ ...FULL, filter: { ...FULL.filter, weightBits: 7 } }, {}, 'r16_sfloat')).toBe(false);
  expect(taken(FULL, {}, 'r32_sfloat')).toBe(false);
  expect(taken(FULL, {}, 'e5b9g9r9_ufloat_pack32')).toBe(false);
});

test.each(['r8g8b8a8_unorm', 'r5g6b5_unorm_pack16', 'r16g16_sfloat'])(
  'the kernel and the units give %s the same bits through a view of one level, swizzled and sparse',
  (name) => {
    const random = randomNumbers(3);
    const source = { format: TEXEL_FORMATS.get(name)!, width: 24, height: 20, layers: 3 };
    const levels = [0, 1, 2].map((level) =>
      Uint8Array.from({ length: levelBytes(source, level) }, () => Math.floor(random() * 256)),
    );
    const memory = layOutImages([{ ...source, levels }], 'tiled-4x4');
    for (const { sparse = false, ...changes } of VIEWS) {
      const view: ImageView = {
        viewType: '2d',
        format: source.format,
        aspect: 'color',
        baseMipLevel: 0,
        levelCount: 1,
        baseArrayLayer: 0,
        layerCount: 1,
        components: IDENTITY_MAPPING,
        minLod: 0,
        ...changes,
      };
      const batch = quads(random, 24, 20);
      const run = (instruction: TextureState['instruction']) => {
        const state = { image: 0, view, sampler: sampler('clamp_to_border', 'repeat', 0), instruction };
        const result = new Float32Array(16 * QUADS);
        const extras = {
          resident: new Uint8Array(4 * QUADS),
          query: new Int32Array(0),
          passes: new Int32Array(4 * QUADS),
        };
        new TextureUnit(FULL, memory, [state]).sample(batch, result, extras);
        return { taken: isTaken(FULL, memory, state), result, extras };
      };
      const [kernel, units] = [run({ ...alone, sparse }), run({ ...general, sparse })];
      expect([kernel.taken, units.taken]).toEqual([true, false]);
      expect(mismatches(kernel.result, units.result)).toBe(0);
      expect(kernel.extras).toEqual(units.extras);
    }
  },
);
