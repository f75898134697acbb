import { expect, test } from 'vitest';
import { arithmetic } from '../../../../rtl-model/filter-unit/component-arithmetic.ts';
import { bilinearKernel } from '../../../../rtl-model/filter-unit/kernels/bind-kernel.ts';
import { filterScales } from '../../../../rtl-model/filter-unit/tap-texels.ts';
import { BORDER_ADDRESS, Footprints, NO_TAP } from '../../../../rtl-model/registers/footprints.ts';
import { layOutImages, levelBytes } from '../../../../rtl-model/memory/image.ts';
import { LaneRegisters } from '../../../../rtl-model/registers/lane-registers.ts';
import { DEFAULT_SAMPLER } from '../../../../rtl-model/state/sampler.ts';
import { TEXEL_FORMATS } from '../../../../rtl-model/formats/texel-formats.ts';
import { unitPath } from '../../../../rtl-model/path/bind-units.ts';
import { bind } from '../../../../rtl-model/state/binding.ts';
import { pick, type RandomSource, randomNumbers } from '../../../pipeline/random-source.ts';
import { preset } from '../../../pipeline/random-work.ts';

const FULL = preset('full-quality');
const LANES = 32;
const SIZE = 16;

/** r8_unorm, b8g8r8a8_srgb and the like, packed or not; then components of other widths, and floats. */
const FORMATS = [
  ...[...TEXEL_FORMATS.keys()].filter((name) => /^([rgba]8)+_(unorm|snorm|srgb)/.test(name)),
  'r16_unorm',
  'r16g16b16a16_snorm',
  'r16g16b16a16_sfloat',
  'r5g6b5_unorm_pack16',
  'a2b10g10r10_unorm_pack32',
  'd16_unorm',
];

function pathOf(name: string, random: RandomSource, design = FULL) {
  const source = { format: TEXEL_FORMATS.get(name)!, width: SIZE, height: SIZE, layers: 1 };
  const bytes = Uint8Array.from({ length: levelBytes(source, 0) }, () => Math.floor(random() * 256));
  const memory = layOutImages([{ ...source, levels: [bytes] }], 'linear');
  const sampler = { ...DEFAULT_SAMPLER, borderColor: [1, 1, 1, 1] } as const;
  const state = { image: 0, sampler, instruction: { lod: 'implicit', projected: false } } as const;
  const binding = bind(design, memory, state, 0);
  const path = unitPath(design, memory, state);
  const steps = arithmetic(design, filterScales(binding), 2);
  return { memory, path, kernel: bilinearKernel(path.decoder, steps, binding) };
}

/** Lanes without work, with one tap and with four, some of these on the border. */
function fillFootprints(foot: Footprints, stride: number, random: RandomSource): void {
  for (let lane = 0; lane < LANES; lane++) {
    const taps = pick(random, [0, 1, 4, 4, 4]);
    foot.tapCount[lane] = taps;
    foot.alpha[lane] = taps === 4 ? Math.floor(random() * 256) : 0;
    foot.beta[lane] = taps === 4 ? Math.floor(random() * 256) : 0;
    for (let tap = 0; tap < 4; tap++) {
      const texel = stride * Math.floor(random() * SIZE * SIZE);
      foot.address[4 * lane + tap] = tap >= taps ? NO_TAP : random() < 0.1 ? BORDER_ADDRESS : texel;
    }
  }
}

test.each(FORMATS)('gives the sums of decoder and filter one after the other: %s', (name) => {
  const random = randomNumbers(7);
  const { memory, path, kernel } = pathOf(name, random);
  expect(kernel).not.toBe(null);
  const foot = new Footprints(LANES);
  const [together, apart] = [new LaneRegisters(LANES), new LaneRegisters(LANES)];
  for (let lane = 0; lane < LANES; lane++) together.samples[lane] = apart.samples[lane] = 1 + (lane % 3);
  let textured = 0;
  for (let pass = 0; pass < 6; pass++) {
    fillFootprints(foot, path.image.texelStride, random);
    path.filter.accumulateBytes(foot, 0, together, 0, LANES, pass, memory.data);
    path.decoder.decode(foot, 0, LANES, memory.data);
    path.filter.accumulate(foot, 0, apart, 0, LANES, pass);
    expect(together.sumHi).toEqual(apart.sumHi);
    expect(together.sumLo).toEqual(apart.sumLo);
    textured += foot.tapCount.filter((taps) => taps === 4).length;
  }
  expect(textured).toBeGreaterThan(3 * LANES);
});

test('covers no filter that narrows, and no components of more than 16 bits', () => {
  const random = randomNumbers(1);
  const narrow = { ...FULL, filter: { ...FULL.filter, guardBits: 4 } };
  expect(pathOf('r8g8b8a8_unorm', random, narrow).kernel).toBe(null);
  expect(pathOf('r32_sfloat', random).kernel).toBe(null);
});
