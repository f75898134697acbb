import { expect, test } from 'vitest';
import { arithmetic } from '../../../../rtl-model/filter-unit/arithmetic/component-arithmetic.ts';
import { bilinearKernel } from '../../../../rtl-model/filter-unit/kernels/bind-kernel.ts';
import { valueArray } from '../../../../rtl-model/filter-unit/arithmetic/arithmetic.ts';
import { ByteBilinear } from '../../../../rtl-model/filter-unit/kernels/byte-bilinear.ts';
import { CompareBilinear } from '../../../../rtl-model/filter-unit/kernels/compare-bilinear.ts';
import { filterScales } from '../../../../rtl-model/filter-unit/arithmetic/tap-texels.ts';
import { restOf } from '../../../../rtl-model/fixed-point/expansion.ts';
import { BORDER_ADDRESS, Footprints, NO_TAP } from '../../../../rtl-model/registers/footprints.ts';
import { levelBytes } from '../../../../rtl-model/memory/level-size.ts';
import { layOutImages } from '../../../../rtl-model/memory/lay-out-images.ts';
import { LaneRegisters } from '../../../../rtl-model/registers/lane-registers.ts';
import { COMPARE_OPS, type CompareOp, DEFAULT_SAMPLER } from '../../../../rtl-model/state/sampler.ts';
import { TEXEL_FORMATS } from '../../../../rtl-model/formats/texel-formats.ts';
import { unitPath } from '../../../../rtl-model/path/bind-units.ts';
import { bind } from '../../../../rtl-model/state/binding.ts';
import { pick, type RandomSource, randomNumbers } from '../../../pipeline/random-source.ts';
import { preset } from '../../../pipeline/random-work.ts';
import { draws } from '../../../oracle/draws.ts';

const FULL = preset('full-quality');
const LANES = 32;
const SIZE = 16;

/** r8_unorm, b8g8r8a8_srgb and the like, packed or not; then components of other widths, and floats. */
const FORMATS = [
  ...[...TEXEL_FORMATS.keys()].filter((name) => /^([rgba]8)+_(unorm|snorm|srgb)/.test(name)),
  'r16_unorm',
  'r16g16b16a16_snorm',
  'r16_sfloat',
  'r16g16b16a16_sfloat',
  'b10g11r11_ufloat_pack32',
  'r5g6b5_unorm_pack16',
  'a2b10g10r10_unorm_pack32',
  'd16_unorm',
];

function pathOf(
  name: string,
  random: RandomSource,
  design = FULL,
  depth = 1,
  compareOp: CompareOp = 'always',
  dref = false,
) {
  const type = depth > 1 ? '3d' : '2d';
  const source = { format: TEXEL_FORMATS.get(name)!, type, width: SIZE, height: SIZE, depth, layers: 1 } as const;
  const bytes = Uint8Array.from({ length: levelBytes(source, 0) }, () => Math.floor(random() * 256));
  const memory = layOutImages([{ ...source, levels: [bytes] }], 'linear');
  const sampler = { ...DEFAULT_SAMPLER, borderColor: [1, 1, 1, 1], compareOp } as const;
  const state = { image: 0, sampler, instruction: { lod: 'implicit', projected: false, dref } } as const;
  const binding = bind(design, memory, state, 0);
  const path = unitPath(design, memory, state);
  const steps = arithmetic(design, filterScales(binding), binding.dimensions);
  return { memory, path, steps, kernel: bilinearKernel(path.decoder, steps, binding) };
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
  for (const lanes of [together, apart]) {
    for (let lane = 0; lane < LANES; lane++) lanes.samples[lane] = 1 + (lane % 3);
    // What another quad has left, perhaps of another state.
    for (const name of ['sumHi', 'sumLo', 'tapSum'] as const) lanes[name].fill(NaN, 0, 4 * LANES);
  }
  let textured = 0;
  for (let pass = 0; pass < 6; pass++) {
    fillFootprints(foot, path.image.texelStride, random);
    // Lanes of the footprints need not be those of the registers.
    path.filter.accumulateBytes(foot, 4, together, 1, LANES - 4, pass, memory.data);
    path.decoder.decode(foot, 4, LANES - 4, memory.data);
    path.filter.accumulate(foot, 4, apart, 1, LANES - 4, pass);
    expect(together.sumHi).toEqual(apart.sumHi);
    expect(together.sumLo).toEqual(apart.sumLo);
    textured += foot.tapCount.filter((taps) => taps === 4).length;
  }
  expect(textured).toBeGreaterThan(3 * LANES);
  expect(new Set(together.sumHi).size).toBeGreaterThan(LANES / 2);
});

test.each(['r8g8b8a8_unorm', 'r16_unorm', 'r16g16b16a16_sfloat'])(
  'gives the sums of both slices of a volume: %s',
  (name) => {
    const random = randomNumbers(8);
    const { memory, path } = pathOf(name, random, FULL, 4);
    const foot = new Footprints(LANES);
    const [together, apart] = [new LaneRegisters(LANES), new LaneRegisters(LANES)];
    for (const lanes of [together, apart]) {
      lanes.samples.fill(1);
      lanes.filter.fill(1);
    }
    // Two slices of the finer level, then of the coarser.
    for (let pass = 0; pass < 4; pass++) {
      fillFootprints(foot, path.image.texelStride, random);
      foot.tapCount.fill(4);
      for (let tap = 0; tap < 4 * LANES; tap++) if (foot.address[tap] === NO_TAP) foot.address[tap] = 0;
      foot.gamma.forEach((_, lane) => (foot.gamma[lane] = Math.floor(random() * 256)));
      path.filter.accumulateBytes(foot, 0, together, 0, LANES, pass, memory.data);
      path.decoder.decode(foot, 0, LANES, memory.data);
      path.filter.accumulate(foot, 0, apart, 0, LANES, pass);
      expect(together.tapSum).toEqual(apart.tapSum);
      if (pass % 2 === 0) continue;
      expect(together.sumHi).toEqual(apart.sumHi);
      if (pass === 3) expect(together.sumLo).toEqual(apart.sumLo);
    }
    expect(new Set(together.sumLo).size).toBeGreaterThan(LANES / 2);
  },
);

/** The relations of reference and depth under which each operation holds (Vulkan: Depth Compare Operation). */
const HOLDS: Readonly<Record<CompareOp, (reference: number, depth: number) => boolean>> = {
  never: () => false,
  less: (reference, depth) => reference < depth,
  equal: (reference, depth) => reference === depth,
  less_or_equal: (reference, depth) => reference <= depth,
  greater: (reference, depth) => reference > depth,
  not_equal: (reference, depth) => reference !== depth,
  greater_or_equal: (reference, depth) => reference >= depth,
  always: () => true,
};

test.each(COMPARE_OPS)('gives the weights of the depths that pass, times the code of 1: %s', (op) => {
  const random = randomNumbers(9);
  const { memory, kernel } = pathOf('d16_unorm', random, FULL, 1, op, true);
  expect(kernel).toBeInstanceOf(CompareBilinear);
  const [foot, value] = [new Footprints(3), new Float64Array(12).fill(77)];
  const { halves, words } = memory.data;
  for (let n = 0; n < draws(200); n++) {
    for (let tap = 0; tap < 4; tap++) foot.address[8 + tap] = 2 * Math.floor(random() * SIZE * SIZE);
    const depths = [0, 1, 2, 3].map((tap) => halves[foot.address[8 + tap] / 2]);
    const [a, b] = [Math.floor(random() * 256), Math.floor(random() * 256)];
    foot.alpha[2] = a;
    foot.beta[2] = b;
    // One of the depths, or one that lies anywhere.
    const reference = pick(random, [...depths, Math.floor(random() * 65_536)]);
    kernel!.bilinear(foot, 2, words, Math.fround(reference / 65_535), value, 4);
    const weights = [(256 - a) * (256 - b), a * (256 - b), (256 - a) * b, a * b];
    const passing = weights.reduce((sum, w, tap) => sum + (HOLDS[op](reference, depths[tap]) ? w : 0), 0);
    expect([...value]).toEqual([77, 77, 77, 77, 65_535 * passing, 0, 0, 65_536, 77, 77, 77, 77]);
  }
});

test('compares depths of UNORM formats of one component, and no others', () => {
  const random = randomNumbers(1);
  const compares = (name: string) => pathOf(name, random, FULL, 1, 'less', true).kernel instanceof CompareBilinear;
  const formats = ['d16_unorm', 'r16_unorm', 'd32_sfloat', 'r16_sfloat', 'r8g8_unorm'];
  expect(formats.filter(compares)).toEqual(['d16_unorm', 'r16_unorm']);
});

test('takes bytes by bytes, and other components by their bits', () => {
  const random = randomNumbers(1);
  const kernels = FORMATS.map((name) => [name, pathOf(name, random).kernel instanceof ByteBilinear]);
  expect(kernels).toEqual(FORMATS.map((name) => [name, /^([rgba]8)+_/.test(name)]));
});

test('gives the sums of floats that float64 does not hold, infinities and NaN, as the arithmetic does', () => {
  const random = randomNumbers(11);
  const { memory, path, kernel, steps } = pathOf('r16g16b16a16_sfloat', random);
  const { halves, words } = memory.data;
  // 65504, 2^-24, 1, 0, infinity, NaN.
  const bits = [0x7bff, 0xfbff, 0x0001, 0x8001, 0x3c00, 0x0000, 0x7c00, 0x7e00];
  const foot = new Footprints(1);
  let rests = 0;
  for (let n = 0; n < draws(2000); n++) {
    const drawn = n % 4 === 0 ? bits : bits.slice(0, 6);
    for (let at = 0; at < 16; at++) halves[at] = pick(random, drawn);
    foot.tapCount[0] = 4;
    foot.address.set([0, 8, 16, 24]);
    foot.alpha[0] = pick(random, [0, 1, 37, 128, 255]);
    foot.beta[0] = pick(random, [0, 1, 37, 128, 255]);
    const [together, apart] = [valueArray(4).fill(5), valueArray(4).fill(5)];
    kernel!.bilinear(foot, 0, words, 0, together, 0);
    path.decoder.decode(foot, 0, 1, memory.data);
    steps.clear(apart, 0);
    steps.bilinear(foot.texel, 0, foot.alpha[0], foot.beta[0], apart, 0);
    const parts = (value: Float64Array) => [0, 1, 2, 3].map((c) => [value[c], value[restOf(value, c)]]);
    expect(parts(together)).toEqual(parts(apart));
    if (parts(apart).some(([, rest]) => rest !== 0)) rests++;
  }
  expect(rests).toBeGreaterThan(100);
});

test('covers no filter that narrows, and no components of more than 16 bits', () => {
  const random = randomNumbers(1);
  const narrow = { ...FULL, filter: { ...FULL.filter, guardBits: 4 } };
  expect(pathOf('r8g8b8a8_unorm', random, narrow).kernel).toBe(null);
  expect(pathOf('r32_sfloat', random).kernel).toBe(null);
  const steps = { ...FULL, filter: { ...FULL.filter, floatPath: 'float32-steps' } } as const;
  expect(pathOf('r16_sfloat', random, steps).kernel).toBe(null);
});
