import { expect, test } from 'vitest';
import { DirectBilinear } from '../../rtl-model/direct-bilinear.ts';
import type { Design } from '../../rtl-model/design.ts';
import { layOutImages } from '../../rtl-model/image.ts';
import { QuadBatch } from '../../rtl-model/quad-batch.ts';
import { ADDRESS_MODES, DEFAULT_SAMPLER, type Sampler } from '../../rtl-model/sampler.ts';
import { MIP_CHAIN_FORMATS } from '../../rtl-model/texel-decoder/texel-format.ts';
import { type TextureState, TextureUnit, unitPaths } from '../../rtl-model/texture-unit.ts';
import { pick, randomNumbers } from '../pipeline/random-source.ts';
import { preset, randomQuads } from '../pipeline/random-work.ts';

const FULL = preset('full-quality');
const QUADS = 60;

/** A divisor of one changes no coordinate, and takes a state off the short cut. */
const direct = { lod: 'explicit', projected: false } as const;
const general = { lod: 'explicit', projected: true } as const;

function image(format: string, width: number, height: number, random: () => number) {
  const texel = MIP_CHAIN_FORMATS.get(format)!;
  const levels = [Uint8Array.from({ length: width * height * texel.texelBytes }, () => Math.floor(random() * 256))];
  return { format: texel, width, height, layers: 1, levels };
}

/** Results of the same quads by both ways, and whether the first was the short cut. */
function bothWays(design: Design, seed: number, format: string, sampler: Sampler) {
  const random = randomNumbers(seed);
  const sizes = [1 + Math.floor(random() * 40), 1 + Math.floor(random() * 40)];
  const memory = layOutImages(
    [image('r8_unorm', 3, 3, random), image(format, sizes[0], sizes[1], random)],
    pick(random, ['linear', 'tiled-4x4', 'morton'] as const),
  );
  const batch = new QuadBatch(QUADS);
  randomQuads(random, batch, QUADS, 1);
  batch.q.fill(1);
  const sample = (instruction: TextureState['instruction']) => {
    const result = new Float32Array(16 * QUADS);
    new TextureUnit(design, memory, [{ image: 1, sampler, instruction }]).sample(batch, result);
    return result;
  };
  const state = { image: 1, sampler, instruction: direct };
  const shortCut = DirectBilinear.of(unitPaths(design, memory, [state])[0], state) !== null;
  return { shortCut, one: sample(direct), other: sample(general) };
}

function mismatches(one: Float32Array, other: Float32Array): number {
  let count = 0;
  for (let k = 0; k < one.length; k++) if (!Object.is(one[k], other[k])) count++;
  return count;
}

const BYTE_FORMATS = [...MIP_CHAIN_FORMATS.values()].filter(({ componentBits }) => componentBits === 8);

test.each(BYTE_FORMATS.map(({ name }) => name))(
  'the short cut and the general path give %s the same bits under every pair of address modes',
  (format) => {
    let seed = 1;
    for (const addressModeU of ADDRESS_MODES) {
      for (const addressModeV of ADDRESS_MODES) {
        const borderColor = [0.3, 0.9, 0.01, 0.5] as const;
        const sampler: Sampler = { ...DEFAULT_SAMPLER, addressModeU, addressModeV, borderColor };
        const { shortCut, one, other } = bothWays(FULL, seed++, format, sampler);
        expect(shortCut).toBe(true);
        expect(mismatches(one, other), `${format} ${addressModeU} ${addressModeV}`).toBe(0);
      }
    }
  },
);

test('states that need more than one bilinear sample, or that narrow, are not taken', () => {
  const taken = (design: Design, sampler: Partial<Sampler>, format = 'r8g8b8a8_unorm') =>
    bothWays(design, 5, format, { ...DEFAULT_SAMPLER, ...sampler }).shortCut;
  expect(taken(FULL, {})).toBe(true);
  expect(taken(FULL, { magFilter: 'nearest' })).toBe(false);
  expect(taken(FULL, { minFilter: 'nearest' })).toBe(false);
  expect(taken(FULL, { anisotropyEnable: true, maxAnisotropy: 2 })).toBe(false);
  expect(taken(FULL, {}, 'r16_unorm')).toBe(false);
  expect(taken({ ...FULL, filter: { ...FULL.filter, guardBits: 15 } }, {})).toBe(false);
  expect(taken({ ...FULL, filter: { ...FULL.filter, weightBits: 7 } }, {})).toBe(false);
  expect(taken({ ...FULL, address: { ...FULL.address, scalePrecision: 'float32' } }, {})).toBe(false);
  expect(taken({ ...FULL, address: { ...FULL.address, rangeReduction: false } }, {})).toBe(false);
  expect(taken({ ...FULL, address: { ...FULL.address, rounding: 'floor' } }, {})).toBe(false);
  const tight = { integerBits: 5, fractionBits: 8 };
  expect(taken({ ...FULL, address: { ...FULL.address, coordinate: tight } }, {})).toBe(false);
});
