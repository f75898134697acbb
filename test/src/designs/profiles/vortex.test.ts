import { expect, test } from 'vitest';
import { Pipeline } from '../../../../pipeline/pipeline.ts';
import { FixedArithmetic } from '../../../../rtl-model/filter-unit/arithmetic/fixed-arithmetic.ts';
import { TEXEL_FORMATS } from '../../../../rtl-model/formats/texel-formats.ts';
import { levelSize } from '../../../../rtl-model/memory/level-size.ts';
import { layOutImages } from '../../../../rtl-model/memory/lay-out-images.ts';
import { QUAD_LANES, QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { wholeView } from '../../../../rtl-model/state/image-view.ts';
import { type AddressMode, DEFAULT_SAMPLER } from '../../../../rtl-model/state/sampler.ts';
import { TextureUnit } from '../../../../rtl-model/texture-unit.ts';
import { loadDesign } from '../../../../src/designs/load-design.ts';
import { Dice } from '../../../oracle/dice.ts';
import { draws } from '../../../oracle/draws.ts';
import { BILINEAR, EXPLICIT, lanesOf, POINT, sample } from '../../../oracle/sampling.ts';
import { VORTEX_WRAPS, vortexSample, type VortexWrap } from '../../../oracle/vortex-sampler.ts';

const VORTEX = loadDesign('vortex');
const MODES = { clamp: 'clamp_to_edge', repeat: 'repeat', mirror: 'mirrored_repeat' } as const satisfies Record<
  VortexWrap,
  AddressMode
>;
const ONE = 2 ** 23;

/** A component of so many bits, from bit `from` on of a texel of 16 bits, repeated from the top until it has 8. */
function repeated([low, high]: Uint8Array, from: number, bits: number): number {
  const code = ((low + 256 * high) >> from) % 2 ** bits;
  const digits = code.toString(2).padStart(bits, '0');
  return parseInt(digits.repeat(8).slice(0, 8), 2);
}

/** Vortex's formats, by the format and the components here that have their bytes; r, g, b, a of Vortex from the bytes. */
const FORMATS = [
  { vortex: 'A8R8G8B8', own: 'b8g8r8a8_unorm', view: null, unpack: ([b, g, r, a]: Uint8Array) => [r, g, b, a] },
  { vortex: 'A8L8', own: 'r8g8_unorm', view: ['r', 'r', 'r', 'g'], unpack: ([l, a]: Uint8Array) => [l, l, l, a] },
  { vortex: 'L8', own: 'r8_unorm', view: ['r', 'r', 'r', 'one'], unpack: ([l]: Uint8Array) => [l, l, l, 255] },
  { vortex: 'A8', own: 'r8_unorm', view: ['one', 'one', 'one', 'r'], unpack: ([a]: Uint8Array) => [255, 255, 255, a] },
  {
    vortex: 'R5G6B5',
    own: 'r5g6b5_unorm_pack16',
    view: null,
    unpack: (bytes: Uint8Array) => [repeated(bytes, 11, 5), repeated(bytes, 5, 6), repeated(bytes, 0, 5), 255],
  },
  {
    vortex: 'A1R5G5B5',
    own: 'a1r5g5b5_unorm_pack16',
    view: null,
    unpack: (bytes: Uint8Array) => [10, 5, 0].map((from) => repeated(bytes, from, 5)).concat(repeated(bytes, 15, 1)),
  },
  {
    vortex: 'A4R4G4B4',
    own: 'a4r4g4b4_unorm_pack16',
    view: null,
    unpack: (bytes: Uint8Array) => [8, 4, 0, 12].map((from) => repeated(bytes, from, 4)),
  },
] as const;

interface Case {
  readonly format: (typeof FORMATS)[number];
  readonly bilinear: boolean;
  readonly wraps: readonly [VortexWrap, VortexWrap];
  readonly logWidth: number;
  readonly logHeight: number;
}

/** A coordinate in Q9.23 that a float32 holds: 24 significant bits, at random or within a step of a texel's border. */
function coordinate(dice: Dice, logSize: number): number {
  const near = dice.integer(-(2 ** 24), 2 ** 24);
  if (dice.chance(0.3)) return near;
  if (dice.chance(0.3)) return dice.integer(-(2 ** 23), 2 ** 23) * 2 ** dice.integer(1, 7);
  const halves = dice.integer(-(2 ** (logSize + 1)), 2 ** (logSize + 1)) * 2 ** (22 - logSize);
  return Math.max(-(2 ** 24), Math.min(2 ** 24, halves + dice.integer(-2, 2)));
}

/** The first result that differs from Vortex's, of `count` random coordinates and levels; null if none does. */
function difference(dice: Dice, one: Case, count: number): string | null {
  const { format, bilinear, wraps, logWidth, logHeight } = one;
  const own = TEXEL_FORMATS.get(format.own)!;
  const { texelBytes } = own;
  const [width, height] = [2 ** logWidth, 2 ** logHeight];
  const levels = Array.from({ length: 1 + Math.max(logWidth, logHeight) }, (_, l) =>
    Uint8Array.from({ length: levelSize(width, l) * levelSize(height, l) * texelBytes }, () => dice.bits() & 255),
  );
  const requests = Array.from({ length: count }, () => {
    const lod = dice.integer(0, levels.length - 1);
    const sizes = [Math.max(logWidth - lod, 0), Math.max(logHeight - lod, 0)] as const;
    return { lod, sizes, u: coordinate(dice, sizes[0]), v: coordinate(dice, sizes[1]) };
  });
  const batch = lanesOf(requests.length, (quads, lane) => {
    const { u, v, lod } = requests[lane];
    quads.s[lane] = u / ONE;
    quads.t[lane] = v / ONE;
    quads.lod[lane] = lod;
  });
  const image = { format: own, width, height, layers: 1, levels };
  const sampler = {
    ...(bilinear ? BILINEAR : POINT),
    addressModeU: MODES[wraps[0]],
    addressModeV: MODES[wraps[1]],
  };
  const view = format.view === null ? {} : { view: { ...wholeView(image), components: format.view } };
  const memory = layOutImages([image], VORTEX.cache.layout);
  const result = new Float32Array(4 * QUAD_LANES * batch.count);
  new TextureUnit(VORTEX, memory, [{ image: 0, ...view, sampler, instruction: EXPLICIT }]).sample(batch, result);
  for (const [n, { u, v, lod, sizes }] of requests.entries()) {
    const [logWidthOfLevel, logHeightOfLevel] = sizes;
    const texel = (x: number, y: number) => {
      const at = (y * 2 ** logWidthOfLevel + x) * texelBytes;
      return format.unpack(levels[lod].subarray(at, at + texelBytes));
    };
    const texture = { logWidth: logWidthOfLevel, logHeight: logHeightOfLevel, wraps, bilinear, texel };
    const expected = vortexSample(texture, u, v);
    const got = [...result.subarray(4 * n, 4 * n + 4)];
    if (got.some((value, c) => value !== Math.fround(expected[c] / 255))) {
      return `u ${u}, v ${v}, LOD ${lod}: ${got.join()}, not ${expected.join()} / 255`;
    }
  }
  return null;
}

test.each(
  FORMATS.flatMap((format) =>
    (['point', 'bilinear'] as const).map((filter) => [format.vortex, filter, format] as const),
  ),
)(
  'vortex has the bits of its unit: %s, %s, with every wrap, at random coordinates and at the borders of texels',
  (_, filter, format) => {
    const dice = new Dice(18);
    for (const wrapU of VORTEX_WRAPS) {
      for (const wrapV of VORTEX_WRAPS) {
        for (const [logWidth, logHeight] of [
          [0, 0],
          [1, 3],
          [6, 4],
          [8, 8],
        ]) {
          const one = { format, bilinear: filter === 'bilinear', wraps: [wrapU, wrapV], logWidth, logHeight } as const;
          expect(difference(dice, one, draws(1000)), `${wrapU} ${wrapV} ${logWidth} ${logHeight}`).toBeNull();
        }
      }
    }
  },
);

test('vortex has the bits of its lerp for every pair of texels and every blend factor', { tags: 'exhaustive' }, () => {
  const scale = { one: 255, bits: 8, signed: false };
  const arithmetic = new FixedArithmetic(VORTEX, [scale, scale, scale, scale], 2);
  const wrong: string[] = [];
  for (let a = 0; a < 256; a++) {
    for (let b = 0; b < 256; b++) {
      for (let f = 0; f < 256; f++) {
        const sum = a * (255 - f) + b * f + 128;
        const expected = (sum + (sum >> 8)) >> 8;
        if (arithmetic.alongU(a, b, f) !== expected) wrong.push(`${a}, ${b}, ${f}: ${expected}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test("vortex's blend factor counts from the other texel in mirrored periods, which Vulkan's does not", () => {
  // A quarter of the way from the mirrored texel 1 to the mirrored texel 0.
  const u = -ONE / 2 - ONE / 8;
  const texture = { logWidth: 1, logHeight: 0, wraps: ['mirror', 'clamp'], bilinear: true } as const;
  const [vortex] = vortexSample({ ...texture, texel: (x) => Array<number>(4).fill(x === 0 ? 0 : 255) }, u, ONE / 2);
  const image = {
    format: TEXEL_FORMATS.get('r8_unorm')!,
    width: 2,
    height: 1,
    layers: 1,
    levels: [Uint8Array.of(0, 255)],
  };
  const batch = lanesOf(1, (quads) => quads.s.fill(u / ONE));
  const sampler = { ...BILINEAR, addressModeU: 'mirrored_repeat' } as const;
  const red = (mirroredFraction: 'kept' | 'complemented') =>
    sample({ ...VORTEX, address: { ...VORTEX.address, mirroredFraction } }, image, sampler, EXPLICIT, batch)[0];
  expect(vortex).toBe(64);
  expect(red('complemented')).toBe(Math.fround(64 / 255));
  expect(red('kept')).toBe(Math.fround(191 / 255));
});

/** Cycles of 2048 quads of 256x32 pixels, a texel each, along the rows of a texture of 512x512 texels or turned by 45 degrees. */
function walked(filter: 'nearest' | 'linear', turned: boolean, latency: number, of = VORTEX): number {
  const [side, columns] = [512, 128];
  const { cache, pipeline, ...rest } = of;
  const design = { ...rest, cache, pipeline: { ...pipeline, memory: { ...pipeline.memory, latency } } };
  const levels = [new Uint8Array(4 * side ** 2)];
  const format = TEXEL_FORMATS.get('b8g8r8a8_unorm')!;
  const memory = layOutImages([{ format, width: side, height: side, layers: 1, levels }], cache.layout);
  const repeat = { addressModeU: 'repeat', addressModeV: 'repeat' } as const;
  const sampler = {
    ...DEFAULT_SAMPLER,
    ...repeat,
    magFilter: filter,
    minFilter: filter,
    mipmapMode: 'nearest',
  } as const;
  const unit = new Pipeline(design, memory, [{ image: 0, sampler, instruction: EXPLICIT }], () => {});
  const batch = new QuadBatch(2048);
  batch.count = 2048;
  batch.active.fill(15);
  const step = turned ? Math.SQRT1_2 : 1;
  for (let at = 0; at < QUAD_LANES * batch.count; at++) {
    const quad = Math.floor(at / QUAD_LANES);
    const [x, y] = [2 * (quad % columns) + (at & 1), 2 * Math.floor(quad / columns) + ((at >> 1) & 1)];
    batch.s[at] = (0.5 + step * (turned ? x - y : x)) / side;
    batch.t[at] = (0.5 + step * (turned ? x + y : y)) / side;
  }
  unit.run(batch);
  return unit.finish().cycles;
}

// Cycles of an outside run of Vortex's RTL: docs/profiles.md.
test.each([
  ['nearest', false, 20, 15_632],
  ['nearest', false, 200, 61_712],
  ['linear', false, 200, 127_341],
  ['linear', true, 20, 62_632],
  ['linear', true, 200, 281_843],
] as const)(
  'the RTL and the profile differ by less than 5 %%: %s, turned %s, latency %i',
  (filter, turned, latency, rtl) => {
    expect(Math.abs(walked(filter, turned, latency) / rtl - 1)).toBeLessThan(0.05);
  },
);

test.each([20, 200])(
  'the order of the taps brings turned bilinear walks to within 0.5 %% of the RTL: latency %i',
  (latency) => {
    const rtl = latency === 20 ? 62_632 : 281_843;
    const by = (tapOrder: 'by-lane' | 'by-tap') => {
      return Math.abs(walked('linear', true, latency, { ...VORTEX, cache: { ...VORTEX.cache, tapOrder } }) / rtl - 1);
    };
    expect(by('by-tap')).toBeLessThan(0.005);
    expect(by('by-lane')).toBeGreaterThan(0.015);
  },
);

test('a bilinear walk at a near memory takes less than 8 % fewer cycles than those of the RTL', () => {
  const difference = walked('linear', false, 20) / 43_616 - 1;
  expect(difference).toBeLessThan(-0.05);
  expect(difference).toBeGreaterThan(-0.08);
});
