import { expect, test } from 'vitest';
import { DirectBilinear } from '../../../rtl-model/direct/direct-bilinear.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { Footprints } from '../../../rtl-model/registers/footprints.ts';
import { layOutImages, levelBytes, type TexelMemory } from '../../../rtl-model/memory/image.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { ADDRESS_MODES, type AddressMode, DEFAULT_SAMPLER, type Sampler } from '../../../rtl-model/state/sampler.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { TextureUnit, unitPaths } from '../../../rtl-model/texture-unit.ts';
import { pick, type RandomSource, randomNumbers } from '../../pipeline/random-source.ts';
import { preset, randomQuads } from '../../pipeline/random-work.ts';

const FULL = preset('full-quality');
const QUADS = 48;

/** A divisor of one changes no coordinate, and takes a state off the short cut. */
const direct = { lod: 'explicit', projected: false } as const;
const general = { lod: 'explicit', projected: true } as const;

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

/** Results of the same quads by both ways, and whether the first was the short cut. */
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
  const shortCut = isTaken(design, memory, { image: 1, sampler, instruction: direct });
  return { shortCut, one: sample(direct), other: sample(general) };
}

function isTaken(design: Design, memory: TexelMemory, state: TextureState): boolean {
  return DirectBilinear.of(design, unitPaths(design, memory, [state])[0], state, new Footprints(1)) !== null;
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
function takesShortCut({
  componentType,
  componentBits,
  aspects,
  planes,
  block,
  codec,
  sharedExponentBits,
}: TexelFormat) {
  const filtered = componentType !== 'uint' && componentType !== 'sint' && aspects[0] === 'color';
  const plain = planes === null && (block === null || codec !== null) && sharedExponentBits === 0;
  return filtered && plain && componentBits <= 16;
}

const FORMATS = [...TEXEL_FORMATS.values()].filter(takesShortCut);

test.each(FORMATS.map(({ name }, n) => [name, n] as const))(
  'the short cut and the general path give %s the same bits under every address mode',
  (format, n) => {
    ADDRESS_MODES.forEach((mode, u) => {
      // Every pair of modes, from format to format.
      const other = ADDRESS_MODES[(u + n) % ADDRESS_MODES.length];
      const { shortCut, one, other: expected } = bothWays(FULL, 5 * n + u + 1, format, sampler(mode, other, n + u));
      expect(shortCut).toBe(true);
      expect(mismatches(one, expected), `${format} ${mode} ${other}`).toBe(0);
    });
  },
);

test.each(['r8g8b8a8_unorm', 'r16g16b16a16_snorm', 'r16g16b16a16_sfloat'])(
  'the short cut and the general path give %s the same bits under every pair of address modes and with narrow coordinates',
  (format) => {
    const coordinate = { integerBits: 8, fractionBits: 5 };
    const narrow: Design = {
      ...FULL,
      address: { ...FULL.address, coordinate },
      filter: { ...FULL.filter, weightBits: 5 },
    };
    let seed = 1;
    for (const addressModeU of ADDRESS_MODES) {
      for (const addressModeV of ADDRESS_MODES) {
        for (const design of [FULL, narrow]) {
          const { shortCut, one, other } = bothWays(design, seed, format, sampler(addressModeU, addressModeV, seed));
          expect(shortCut).toBe(true);
          expect(mismatches(one, other), `${format} ${addressModeU} ${addressModeV} seed ${seed}`).toBe(0);
          seed++;
        }
      }
    }
  },
);

const taken = (design: Design, changed: Partial<Sampler> = {}, format = 'r8g8b8a8_unorm') => {
  const memory = layOutImages([image(format, 9, 5, randomNumbers(1))], 'linear');
  return isTaken(design, memory, { image: 0, sampler: { ...DEFAULT_SAMPLER, ...changed }, instruction: direct });
};

test('states that need more than one bilinear sample, or that narrow, are not taken', () => {
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

test('images of several levels or layers are not taken', () => {
  const one = image('r8g8b8a8_unorm', 4, 4, randomNumbers(2));
  const memory = layOutImages(
    [
      { ...one, levels: [...one.levels, new Uint8Array(16)] },
      { ...one, layers: 2, levels: [new Uint8Array(128)] },
    ],
    'linear',
  );
  const state = { sampler: DEFAULT_SAMPLER, instruction: direct };
  expect([0, 1].map((n) => isTaken(FULL, memory, { ...state, image: n }))).toEqual([false, false]);
});

test('floats are taken where they are rounded once, in components of their own of at most 16 bits', () => {
  expect(taken(FULL, {}, 'bc6h_ufloat_block')).toBe(true);
  const steps: Design = { ...FULL, filter: { ...FULL.filter, floatPath: 'float32-steps' } };
  expect(taken(steps, {}, 'bc6h_ufloat_block')).toBe(false);
  expect(taken({ ...FULL, filter: { ...FULL.filter, weightBits: 7 } }, {}, 'r16_sfloat')).toBe(false);
  expect(taken(FULL, {}, 'r32_sfloat')).toBe(false);
  expect(taken(FULL, {}, 'e5b9g9r9_ufloat_pack32')).toBe(false);
});
