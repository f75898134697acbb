import { expect, it } from 'vitest';
import { TableTaps } from '../../../../rtl-model/address-unit/plans/table-taps.ts';
import { TEXEL_FORMATS } from '../../../../rtl-model/formats/texel-formats.ts';
import { levelBytes } from '../../../../rtl-model/memory/level-size.ts';
import { layOutImages } from '../../../../rtl-model/memory/lay-out-images.ts';
import { bind } from '../../../../rtl-model/state/binding.ts';
import type { Instruction } from '../../../../rtl-model/state/instruction.ts';
import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../../../rtl-model/state/sampler.ts';
import { PLAIN_CONVERSION } from '../../../oracle/plain-conversion.ts';
import { FULL_QUALITY } from '../../../oracle/presets.ts';
import { EXPLICIT } from '../../../oracle/instructions.ts';

interface State {
  readonly format?: string;
  readonly image?: Partial<ImageSource>;
  readonly sampler?: Partial<Sampler>;
  readonly instruction?: Partial<Instruction>;
}

/** True if the kernel covers a state. */
function isCovered({ format = 'r8_unorm', image, sampler, instruction }: State): boolean {
  const source = { format: TEXEL_FORMATS.get(format)!, width: 8, height: 8, layers: 1, ...image };
  const memory = layOutImages([{ ...source, levels: [new Uint8Array(levelBytes(source, 0))] }], 'linear');
  const state = {
    image: 0,
    sampler: { ...DEFAULT_SAMPLER, ...sampler },
    instruction: { ...EXPLICIT, ...instruction },
  };
  return TableTaps.of(bind(FULL_QUALITY, memory, state, 0)) !== null;
}

it('the kernel covers nearest and linear filters in planes, cubes and volumes', () => {
  const covered: readonly State[] = [
    {},
    { sampler: { magFilter: 'nearest' } },
    { sampler: { anisotropyEnable: true, maxAnisotropy: 16 } },
    { image: { layers: 6 } },
    { image: { type: '3d', depth: 4 } },
    { format: 'bc1_rgb_unorm_block' },
    { instruction: { dref: true }, format: 'd16_unorm' },
  ];
  expect(covered.filter((state) => !isCovered(state))).toEqual([]);
});

it('the kernel covers no other state', () => {
  const region = { level: 0, layer: 0, x: 0, y: 0, z: 0, width: 1, height: 1, depth: 1 };
  const others: readonly State[] = [
    { instruction: { op: 'gather' } },
    { image: { type: '1d', height: 1 } },
    { sampler: { magFilter: 'cubic' } },
    { sampler: { minFilter: 'cubic' } },
    { sampler: { reductionMode: 'min' } },
    { sampler: { reductionMode: 'weighted_average_rangeclamp' } },
    { sampler: { ycbcrConversion: PLAIN_CONVERSION } },
    { sampler: { unnormalizedCoordinates: true } },
    { format: 'g8_b8_r8_3plane_444_unorm' },
    { format: 'g8b8g8r8_422_unorm' },
    { image: { samples: 4 } },
    { image: { cornerSampled: true } },
    { image: { unbound: [region] } },
  ];
  expect(others.filter(isCovered)).toEqual([]);
});
