import { describe, expect, it } from 'vitest';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { valueAt, withValue } from '../../../../rtl-model/design/field.ts';
import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import type { Sampler } from '../../../../rtl-model/state/sampler.ts';
import { closestDesign } from '../../../../src/checker/closest/closest-design.ts';
import { fitResults } from '../../../../src/checker/closest/check-results.ts';
import { BASES } from '../../../../src/designs/bases.ts';
import { closestPresets } from '../../../../src/checker/closest/closest-preset.ts';
import { VULKAN_1_0 } from '../../../../src/checker/profiles.ts';
import { formatOf } from '../../../oracle/allowed-at.ts';
import { Dice } from '../../../oracle/dice.ts';
import { FULL_QUALITY } from '../../../oracle/presets.ts';
import { designOf, explicitState, finished, noise, randomLanes } from '../judge/random-requests.ts';
import { measuredByModel } from '../judge/measured-by-model.ts';

/** Samples with the instruction's own gradients, measured on a design; trilinear where the sampler says nothing else. */
function measured(design: Design, sampler: Partial<Sampler> = {}, image: ImageSource = noise(8)) {
  const state = explicitState(sampler);
  const batch = randomLanes(4, 32, () => 0);
  const dice = new Dice(9);
  for (const gradient of [batch.dsdx, batch.dtdx, batch.dsdy, batch.dtdy]) {
    gradient.forEach((_, lane) => (gradient[lane] = dice.real(-0.2, 0.2)));
  }
  return measuredByModel(
    design,
    [image],
    [{ ...state, instruction: { ...state.instruction, lod: 'gradient' } }],
    batch,
  );
}

/** Noise of another format, 16x16 and its chain of levels; of two bytes, halves less than 2. */
function noiseOf(name: string): ImageSource {
  const dice = new Dice(10);
  const format = formatOf(name);
  const { width: across, height: down } = format.block ?? { width: 1, height: 1 };
  const levels = [16, 8, 4, 2, 1].map((size) => {
    const bytes = Math.ceil(size / across) * Math.ceil(size / down) * format.texelBytes;
    const isHalf = name.endsWith('sfloat');
    return Uint8Array.from({ length: bytes }, (_, n) => dice.integer(0, isHalf && n % 2 === 1 ? 63 : 255));
  });
  return { format, width: 16, height: 16, layers: 1, levels };
}

/** The full-quality design with fields of a profile. */
function withFieldsOf(name: string, ...paths: readonly string[]): Design {
  const values = paths.map((path) => valueAt(BASES.get(name)!, path));
  return paths.reduce<Design>((design, path, n) => withValue(design, path, values[n]), FULL_QUALITY);
}

const LENGTHS = ['lod.scaleFactor', 'lod.beta', 'lod.alphaBetaBits', 'lod.componentBits', 'lod.diagonals'];

describe('the closest design with fields of real chips', () => {
  it.each([
    ['decoder.codeBits', withValue(FULL_QUALITY, 'decoder.codeBits', 6), {}, noiseOf('r5g6b5_unorm_pack16')],
    ['lod.diagonals', withFieldsOf('nvidia-h100', ...LENGTHS), {}, noise(8)],
    ['lod.componentBits', withFieldsOf('nvidia-h100', ...LENGTHS), {}, noise(8)],
    ['lod.log2Table.interpolationBits', withFieldsOf('voodoo1', 'lod.log2Table', 'lod.format'), {}, noise(8)],
    [
      'lod.levelWeightSlopes',
      withFieldsOf('nvidia-rtx3060', 'lod.levelWeightSlopes'),
      { anisotropyEnable: true, maxAnisotropy: 4 },
      noise(8),
    ],
    ['decoder.bc', withFieldsOf('amd-rx580', 'decoder.bc'), {}, noiseOf('bc1_rgb_unorm_block')],
    ['filter.srgbTable', withFieldsOf('nvidia-h100', 'filter.srgbTable'), {}, noiseOf('r8g8b8a8_srgb')],
    [
      'filter.signedGuardBits',
      withFieldsOf('nvidia-h100', 'filter.sum', 'filter.texelBits', 'filter.signedGuardBits'),
      {},
      noiseOf('r8g8b8a8_snorm'),
    ],
    ['filter.alignedSum', withFieldsOf('nvidia-h100', 'filter.alignedSum'), {}, noiseOf('r16g16_sfloat')],
    ['filter.weightScale', withValue(FULL_QUALITY, 'filter.weightScale', 'all-ones-over-power-of-two'), {}, noise(8)],
  ] as const)('has the %s that the results show', (field, design, sampler, image) => {
    const trace = measured(design, sampler, image);
    const closest = finished(closestDesign(trace, closestPresets(trace), { subtexel: null, levelWeights: null }))!;
    expect(closest.reproduced).toBe(32);
    expect(closest.changes).toContainEqual(expect.objectContaining({ field, to: valueAt(design, field) }));
  });
});

describe('the closest design', () => {
  it.each([
    ['lod.scaleFactor', designOf({ lod: { scaleFactor: 'component-sum' } }), 'component-sum'],
    ['address.rounding', designOf({ rounding: 'floor' }), 'floor'],
    ['address.coordinate.fractionBits', designOf({ subtexel: 5 }), 5],
  ] as const)('has the %s that the results show', (field, design, value) => {
    const trace = measured(design);
    const fits = fitResults(trace, VULKAN_1_0);
    const closest = finished(closestDesign(trace, fits.presets, fits))!;
    expect(closest.changes).toContainEqual(expect.objectContaining({ field, to: value }));
    expect(closest.shown).toContainEqual(expect.objectContaining({ field, value }));
    expect(closest.reproduced).toBe(32);
  });

  it('follows the text whose Catmull-Rom weights the results show', () => {
    const trace = measured({ ...FULL_QUALITY, text: 'vulkan-1.1' }, { magFilter: 'cubic', minFilter: 'cubic' });
    const fits = fitResults(trace, VULKAN_1_0);
    const closest = finished(closestDesign(trace, fits.presets, fits))!;
    expect(closest.changes).toEqual([{ field: 'text', from: 'current', to: 'vulkan-1.1' }]);
    expect(closest.shown).toContainEqual(expect.objectContaining({ field: 'text', value: 'vulkan-1.1' }));
    expect(closest.reproduced).toBe(32);
  });

  it('is the preset itself where nothing differs', () => {
    const trace = measured(FULL_QUALITY);
    const fits = fitResults(trace, VULKAN_1_0);
    expect(finished(closestDesign(trace, fits.presets, fits))).toMatchObject({
      preset: 'full-quality',
      changes: [],
      reproduced: 32,
    });
  });

  it('is the named design where that equals every result', () => {
    const named = {
      ...designOf({ lod: { nearestRule: 'ceil-minus-one' }, filter: { guardBits: 3, rounding: 'ceil' } }),
      name: 'mine',
    };
    const trace = measured(named);
    const fits = fitResults(trace, VULKAN_1_0);
    expect(finished(closestDesign(trace, fits.presets, fits, named))).toMatchObject({
      preset: 'mine',
      changes: [],
      reproduced: 32,
    });
  });

  it('has the two fields that explain everything together, where neither does alone', () => {
    const trace = measured(designOf({ filter: { guardBits: 0, rounding: 'floor' } }));
    const fits = fitResults(trace, VULKAN_1_0);
    const closest = finished(closestDesign(trace, fits.presets, fits))!;
    expect(closest.reproduced).toBe(32);
  });
});
