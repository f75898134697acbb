import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Design } from '../../../rtl-model/design/design.ts';
import { DesignError } from '../../../rtl-model/design/design.ts';
import { halfToFloat } from '../../../rtl-model/fixed-point/float16.ts';
import { ROUNDING_MODES } from '../../../rtl-model/fixed-point/rounding.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import type { ImageSource, UnboundRegion } from '../../../rtl-model/memory/image.ts';
import { levelBytes } from '../../../rtl-model/memory/level-size.ts';
import { layOutImages, type TexelMemory } from '../../../rtl-model/memory/lay-out-images.ts';
import { QUAD_LANES, QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { KernelMemory } from '../../../rtl-model/simd/kernel-memory.ts';
import { SampleKernel } from '../../../rtl-model/simd/sample-kernel.ts';
import { wholeView } from '../../../rtl-model/state/image-view.ts';
import { ADDRESS_MODES, COMPARE_OPS, type Sampler } from '../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { TextureUnit } from '../../../rtl-model/texture-unit.ts';
import { nearestFloat32 } from '../../../src/specification/exact/dyadic.ts';
import { Dice } from '../../oracle/dice.ts';
import { draws, inTurn } from '../../oracle/draws.ts';
import { FULL_QUALITY, PRESETS } from '../../oracle/presets.ts';
import { randomDesign, randomInstruction, randomQuads, randomSampler } from '../../oracle/random-requests.ts';
import { BILINEAR, EXPLICIT, IMPLICIT, POINT } from '../../oracle/sampling.ts';

/** A region of no texels: it changes no result, and no kernel covers images with texels that are not bound. */
const NOTHING: UnboundRegion = { level: 0, layer: 0, x: 0, y: 0, z: 0, width: 0, height: 0, depth: 0 };

const kernels = vi.spyOn(SampleKernel.prototype, 'sample');
afterEach(() => kernels.mockClear());

/** The quads that the kernels were asked for, and those that they left to the units. */
function quads() {
  const asked = kernels.mock.calls.reduce((sum, [, , count]) => sum + count, 0);
  return { asked, left: kernels.mock.results.reduce((sum, { value }) => sum + Number(value), 0) };
}

/** A unit with kernels from its first quad on: bits, residency and passes of each batch. */
function samplingUnit(design: Design, memory: TexelMemory, state: TextureState) {
  KernelMemory.of(memory.data);
  const unit = new TextureUnit(design, memory, [state]);
  return (batch: QuadBatch) => {
    const lanes = QUAD_LANES * batch.count;
    const result = new Float32Array(4 * lanes).fill(7);
    const extras = { resident: new Uint8Array(lanes), query: new Int32Array(0), passes: new Int32Array(lanes) };
    unit.sample(batch, result, extras);
    return { bits: new Int32Array(result.buffer), ...extras };
  };
}

function sampled(design: Design, memory: TexelMemory, state: TextureState, batch: QuadBatch) {
  return samplingUnit(design, memory, state)(batch);
}

/** The first difference between the kernels' results and those of the units, or null. */
function difference(design: Design, source: ImageSource, state: TextureState, batch: QuadBatch): string | null {
  const { layout } = design.cache;
  const fast = sampled(design, layOutImages([source], layout), state, batch);
  const units = sampled(design, layOutImages([{ ...source, unbound: [NOTHING] }], layout), state, batch);
  const at = fast.bits.findIndex((bits, k) => bits !== units.bits[k]);
  if (at >= 0) {
    const lane = at >> 2;
    const of = (bits: Int32Array) => `${new Float32Array(bits.buffer)[at]}`;
    return `lane ${lane} (${batch.s[lane]}, ${batch.t[lane]}): ${of(fast.bits)}, not ${of(units.bits)}`;
  }
  const others = fast.passes.some((passes, lane) => passes !== units.passes[lane]);
  return others || fast.resident.some((resident, lane) => resident !== units.resident[lane]) ? 'passes' : null;
}

function image(dice: Dice, name: string, size: number, levels: number, layers = 1): ImageSource {
  // Sides that are powers of two have kernels of their own.
  const side = () => (dice.chance(0.4) ? 2 ** dice.integer(0, Math.floor(Math.log2(size))) : dice.integer(1, size));
  const [width, height] = [side(), side()];
  const source = { format: TEXEL_FORMATS.get(name)!, width, height, layers };
  const most = Math.min(levels, 1 + Math.floor(Math.log2(Math.max(width, height))));
  const level = (l: number) => Uint8Array.from({ length: levelBytes(source, l) }, () => dice.integer(0, 255));
  return { ...source, levels: Array.from({ length: most }, (_, l) => level(l)) };
}

/** Any halves, but for few infinities and NaN, which are left to the units: random bits have them in most quads. */
function halves(dice: Dice, source: ImageSource): ImageSource {
  const { format, levels } = source;
  if (format.componentType !== 'sfloat' || format.codec !== null) return source;
  const least = dice.pick([0, 0, 0x7000, 0x3c00]);
  const half = () => {
    if (dice.chance(0.1)) return dice.pick([0, 0x8000, 1, 0x8001, 0x03ff, 0x0400, 0x7bff, 0xfbff]);
    if (dice.chance(0.0005)) return dice.pick([0x7c00, 0xfc00, 0x7e00]);
    return dice.integer(least, 0x7bff) + dice.pick([0, 0x8000]);
  };
  const drawn = (bytes: Uint8Array) => new Uint8Array(Uint16Array.from({ length: bytes.length / 2 }, half).buffer);
  return { ...source, levels: levels.map(drawn) };
}

/** Coordinates on ties of the snap, between two texels, far out, and no numbers. */
function hardCoordinates(dice: Dice, batch: QuadBatch, width: number, height: number): void {
  const lanes = QUAD_LANES * batch.count;
  const far = [NaN, Infinity, -Infinity, 1e30, -1e30, 1023.5, -1024, 5e4, 1e-40, -0];
  const on = (size: number) => (dice.integer(-2 * size, 3 * size) + dice.pick([0, 0.5, 1 / 512, 1 / 1024])) / size;
  for (let lane = 0; lane < lanes; lane++) {
    if (dice.chance(0.2)) batch.s[lane] = on(width);
    if (dice.chance(0.2)) batch.t[lane] = on(height);
    if (dice.chance(0.02)) batch.s[lane] = dice.pick(far);
    if (dice.chance(0.02)) batch.t[lane] = dice.pick(far);
  }
  for (let quad = 0; quad < batch.count; quad++) {
    if (dice.chance(0.3)) batch.active[quad] = dice.integer(0, 15);
    if (dice.chance(0.03)) batch.offsetU[quad] = dice.pick([40, -40, 32_767, -32_768]);
  }
}

/** Filtered colours of one plane whose components have at most 16 bits of their own. */
function isCovered({ componentType, componentBits, aspects, planes, block, codec, sharedExponentBits }: TexelFormat) {
  const filtered = componentType !== 'uint' && componentType !== 'sint' && aspects[0] === 'color';
  const plain = planes === null && (block === null || codec !== null) && sharedExponentBits === 0;
  return filtered && plain && componentBits <= 16;
}

/** The decoded texels of a codec are the same whatever the size of its blocks: two of ASTC's stand for all. */
const FORMATS = [...TEXEL_FORMATS.values()]
  .filter(isCovered)
  .map(({ name }) => name)
  .filter((name) => !name.startsWith('astc') || /^astc_(4x4|10x5)/.test(name));

const SWIZZLES = [
  ['identity', 'identity', 'identity', 'identity'],
  ['b', 'g', 'r', 'a'],
  ['one', 'a', 'zero', 'r'],
] as const;

const GUARD_BITS = Array.from({ length: 25 }, (_, bits) => bits);

/** The design as the kernels cover it: only nearest-even snaps with range reduction are theirs. */
function covered(design: Design): Design {
  return { ...design, address: { ...design.address, rounding: 'nearest-even', rangeReduction: true } };
}

/** A design of which the kernels cover most. */
function coveredDesign(dice: Dice, base: Design): Design {
  const design = dice.chance(0.6) ? randomDesign(dice, base) : base;
  return dice.chance(0.9) ? covered(design) : design;
}

describe('the kernels give the bits of the units', () => {
  it.each(FORMATS.map((name, n) => [name, n] as const))(
    'for %s: random designs, states, layouts and coordinates',
    (name, seed) => {
      const different: string[] = [];
      for (let n = 0; n < draws(16, 8); n++) {
        const dice = new Dice(Math.imul(n + 16 * seed + 1, 0x9e3779b1) | 1);
        const base = PRESETS[(n + seed) % PRESETS.length];
        const plain = n === 0;
        const design = plain ? covered(base) : coveredDesign(dice, base);
        const cache = { ...design.cache, layout: dice.pick(['linear', 'tiled-4x4', 'morton'] as const) };
        const source = halves(dice, image(dice, name, 40, dice.pick([1, 6]), dice.pick([1, 1, 3])));
        const components = SWIZZLES[(n + seed) % SWIZZLES.length];
        const view = { ...wholeView(layOutImages([source], 'linear').images[0]), components };
        const [sampler, instruction] = plain ? [BILINEAR, IMPLICIT] : [randomSampler(dice), randomInstruction(dice)];
        const state = { image: 0, view, sampler, instruction };
        const batch = randomQuads(dice, 64, source.width, source.height);
        hardCoordinates(dice, batch, source.width, source.height);
        try {
          const found = difference({ ...design, cache }, source, state, batch);
          if (found !== null) different.push(`${n}: ${found}`);
        } catch (error) {
          if (!(error instanceof DesignError)) throw error;
        }
      }
      expect(different).toEqual([]);
      // Comparing the units with themselves would show nothing. Random packed floats are infinite or NaN in most quads.
      const { asked, left } = quads();
      expect(asked - left).toBeGreaterThan(name.startsWith('b10g11r11') ? -1 : 0);
    },
  );

  it.each(['r16_sfloat', 'r16g16b16a16_sfloat', 'bc6h_ufloat_block', 'bc6h_sfloat_block', 'b10g11r11_ufloat_pack32'])(
    'for %s of every magnitude, one sample and sixteen, one level and two',
    (name) => {
      const different: string[] = [];
      for (let n = 0; n < draws(40, 10); n++) {
        const dice = new Dice(Math.imul(n + 1, 0x27d4eb2f) | 1);
        const drawn = coveredDesign(dice, PRESETS[n % PRESETS.length]);
        const design = { ...drawn, filter: { ...drawn.filter, floatPath: 'fused' } } as const;
        const source = halves(dice, image(dice, name, 40, dice.pick([1, 6])));
        const anisotropyEnable = n % 4 > 1;
        const mipmapMode = n % 2 === 0 ? 'nearest' : 'linear';
        const sampler = { ...BILINEAR, mipmapMode, anisotropyEnable, maxAnisotropy: 16 } as const;
        const batch = randomQuads(dice, 64, source.width, source.height);
        const found = difference(design, source, { image: 0, sampler, instruction: IMPLICIT }, batch);
        if (found !== null) different.push(`${n}: ${found}`);
      }
      expect(different).toEqual([]);
      const { asked, left } = quads();
      expect(asked).toBeGreaterThan(draws(20, 10) * 64);
      expect(left / asked).toBeLessThan(name.startsWith('b10g11r11') ? 1 : 0.3);
    },
  );

  it.each(COMPARE_OPS)('for 16-bit depths, reference %s texel', (compareOp) => {
    const different: string[] = [];
    for (let n = 0; n < draws(24, 8); n++) {
      const dice = new Dice(Math.imul(n + 1, 0xc2b2ae3d) | 1);
      const base = PRESETS[n % PRESETS.length];
      const depthReference = dice.pick(['quantized', 'exact'] as const);
      const design = { ...base, filter: { ...base.filter, depthReference } };
      const source = image(dice, 'd16_unorm', 40, 6);
      const sampler = { ...randomSampler(dice, n % 2 === 0), compareOp };
      const instruction = { ...randomInstruction(dice), projected: false, dref: true };
      const batch = randomQuads(dice, 32, source.width, source.height);
      for (let lane = 0; lane < QUAD_LANES * batch.count; lane++) {
        // References between two codes, at one, and beyond them.
        batch.dref[lane] = dice.pick([dice.real(-0.1, 1.1), dice.integer(0, 65_535) / 65_535, NaN, Infinity]);
      }
      const found = difference(design, source, { image: 0, sampler, instruction }, batch);
      if (found !== null) different.push(`${n}: ${found}`);
    }
    expect(different).toEqual([]);
    expect(quads().asked).toBe(draws(24, 8) * 32);
  });

  it('for every pair of address modes, each filter and every preset, borders included', () => {
    const different: string[] = [];
    let [pairs, states] = [0, 0];
    const filters: readonly Sampler[] = [BILINEAR, POINT, { ...BILINEAR, mipmapMode: 'linear' }];
    for (const design of PRESETS) {
      for (const addressModeU of ADDRESS_MODES) {
        for (const addressModeV of ADDRESS_MODES) {
          for (const filter of inTurn(filters, pairs++)) {
            const dice = new Dice(Math.imul(++states, 0x85ebca77) | 1);
            const source = image(dice, 'r8g8b8a8_unorm', 40, 5);
            const sampler = { ...filter, addressModeU, addressModeV, borderColor: [0.2, 0.7, 1, 0.4] as const };
            const batch = randomQuads(dice, 32, source.width, source.height);
            hardCoordinates(dice, batch, source.width, source.height);
            const found = difference(design, source, { image: 0, sampler, instruction: IMPLICIT }, batch);
            if (found !== null) different.push(`${design.name} ${addressModeU} ${addressModeV}: ${found}`);
          }
        }
      }
    }
    expect(different).toEqual([]);
    expect(quads().asked).toBe(32 * states);
    // Coordinates far out, one lane of 25, leave a quad.
    expect(quads().left / quads().asked).toBeLessThan(0.3);
  });

  it.each([0, 1, 8, 16])(
    'for level weights of up to 15 bits, which lanes have or have not, and %i guard bits',
    (guardBits) => {
      const different: string[] = [];
      const names = ['r8g8b8a8_unorm', 'r8_snorm', 'r16g16_unorm', 'r16_snorm', 'r16g16b16a16_sfloat'];
      let states = 0;
      for (let fractionBits = 0; fractionBits <= 15; fractionBits++) {
        for (const name of inTurn(names, fractionBits + guardBits)) {
          states++;
          const dice = new Dice(fractionBits + 1);
          const lod = { ...FULL_QUALITY.lod, format: { ...FULL_QUALITY.lod.format, fractionBits } };
          const design = { ...FULL_QUALITY, lod, filter: { ...FULL_QUALITY.filter, guardBits } };
          const source = halves(dice, image(dice, name, 16, 5));
          const batch = randomQuads(dice, 16, source.width, source.height);
          batch.lod.forEach((_, lane) => (batch.lod[lane] = dice.pick([0, 1, 2, dice.real(0, 4)])));
          const sampler = { ...BILINEAR, mipmapMode: 'linear' } as const;
          const found = difference(design, source, { image: 0, sampler, instruction: EXPLICIT }, batch);
          if (found !== null) different.push(`${name}, ${fractionBits} bits: ${found}`);
        }
      }
      expect(different).toEqual([]);
      expect(quads().asked).toBe(16 * states);
    },
  );

  it.each(['float32', 'exact'] as const)('for %s coordinates of more than 22 bits', (scalePrecision) => {
    const different: string[] = [];
    for (const width of [512, 513]) {
      for (const addressModeU of ADDRESS_MODES) {
        const dice = new Dice(width);
        const address = { ...FULL_QUALITY.address, scalePrecision, coordinate: { integerBits: 17, fractionBits: 15 } };
        const design = { ...FULL_QUALITY, address, filter: { ...FULL_QUALITY.filter, guardBits: 16 } };
        const format = TEXEL_FORMATS.get('r8_unorm')!;
        const texels = Uint8Array.from({ length: width }, () => dice.integer(0, 255));
        const source = { format, width, height: 1, layers: 1, levels: [texels] };
        const batch = randomQuads(dice, 256, width, 1);
        const found = difference(
          design,
          source,
          { image: 0, sampler: { ...BILINEAR, addressModeU }, instruction: EXPLICIT },
          batch,
        );
        if (found !== null) different.push(`${addressModeU} ${width}: ${found}`);
      }
    }
    expect(different).toEqual([]);
    expect(quads().asked).toBe(2 * 5 * 256);
    expect(quads().left / quads().asked).toBeLessThan(0.2);
  });

  it.each(ROUNDING_MODES.map((rounding, n) => [rounding, n] as const))(
    'for sums narrowed by %s to any guard bits',
    (rounding, turn) => {
      const names = ['r8g8b8a8_unorm', 'r8g8b8a8_snorm', 'r16g16_unorm', 'r16g16_snorm'];
      const different: string[] = [];
      let states = 0;
      for (const guardBits of inTurn(GUARD_BITS, turn, 3)) {
        for (const name of inTurn(names, guardBits)) {
          const dice = new Dice(Math.imul(guardBits + 1, 0xc2b2ae3d) | 1);
          const design = { ...FULL_QUALITY, filter: { ...FULL_QUALITY.filter, guardBits, rounding } };
          const source = image(dice, name, 40, 3);
          const batch = randomQuads(dice, 64, source.width, source.height);
          for (const mipmapMode of inTurn(['nearest', 'linear'] as const, guardBits + turn)) {
            const sampler = { ...BILINEAR, mipmapMode, anisotropyEnable: dice.chance(0.5), maxAnisotropy: 4 };
            const found = difference(design, source, { image: 0, sampler, instruction: IMPLICIT }, batch);
            if (found !== null) different.push(`${name} ${guardBits} guard bits: ${found}`);
            states++;
          }
        }
      }
      expect(different).toEqual([]);
      expect(quads().asked).toBe(states * 64);
      expect(quads().left / quads().asked).toBeLessThan(0.2);
    },
  );
});

describe('a bilinear sample', () => {
  /** Weights of 8 bits: lane 256 b + a has them as alpha and beta, between the texels of a square. */
  const batch = new QuadBatch(2 ** 16 / QUAD_LANES);
  batch.count = batch.capacity;
  batch.active.fill(15);
  for (let lane = 0; lane < 2 ** 16; lane++) {
    batch.s[lane] = (0.5 + (lane & 255) / 256) / 2;
    batch.t[lane] = (0.5 + (lane >> 8) / 256) / 2;
  }

  it.each([
    [0, 255, 255, 0],
    [1, 2, 253, 254],
    [255, 255, 255, 255],
    [0, 0, 0, 1],
    [128, 127, 0, 200],
  ])('of texels %i, %i, %i and %i is their exact mean under all 2^16 pairs of weights', (t00, t10, t01, t11) => {
    const source = { format: TEXEL_FORMATS.get('r8_unorm')!, width: 2, height: 2, layers: 1 };
    const memory = layOutImages([{ ...source, levels: [Uint8Array.of(t00, t10, t01, t11)] }], 'linear');
    const sampler = { ...BILINEAR, addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_edge' } as const;
    const state = { image: 0, sampler, instruction: EXPLICIT };
    const result = new Float32Array(4 * 2 ** 16);
    new TextureUnit(FULL_QUALITY, memory, [state]).sample(batch, result);
    const wrong: string[] = [];
    for (let lane = 0; lane < 2 ** 16; lane++) {
      const [a, b] = [lane & 255, lane >> 8];
      const sum = (t00 * (256 - a) + t10 * a) * (256 - b) + (t01 * (256 - a) + t11 * a) * b;
      const expected = Math.fround(sum / (255 * 2 ** 16));
      if (result[4 * lane] !== expected) wrong.push(`${a} ${b}: ${result[4 * lane]}, not ${expected}`);
    }
    expect(wrong).toEqual([]);
    expect(quads()).toEqual({ asked: 2 ** 14, left: 0 });
  });

  it.each([
    [0x8000, 0xbc00, 0xbc00, 0xbc00],
    [0x8000, 0x8000, 0x8000, 0x8000],
    [0x7bff, 0x0001, 0x0001, 0x0001],
    [0x77ff, 0x8001, 0x0001, 0x6c00],
    [0x6ff9, 0x0003, 0x8001, 0x0001],
    [0x3c01, 0x0001, 0xbc00, 0x4bff],
  ])('of halves %i, %i, %i and %i is that of the units under all 2^16 pairs of weights', (...halves) => {
    const levels = [new Uint8Array(Uint16Array.from(halves).buffer)];
    const source = { format: TEXEL_FORMATS.get('r16_sfloat')!, width: 2, height: 2, layers: 1, levels };
    const sampler = { ...BILINEAR, addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_edge' } as const;
    expect(difference(FULL_QUALITY, source, { image: 0, sampler, instruction: EXPLICIT }, batch)).toBe(null);
    expect(quads().asked).toBe(2 ** 14);
  });
});

describe('a sum of halves', () => {
  /** Texels of 2x2 halves between the greatest and the least magnitudes, and a texel of the next level. */
  function drawn(dice: Dice) {
    const sign = () => dice.pick([0, 0x8000]);
    const least = dice.integer(0, 3);
    const great = dice.pick([0x7000, 0x7400, 0x7800]);
    const texel = (n: number) => (n === least ? dice.integer(0, 3) : great + dice.integer(0, 0x3ff)) + sign();
    return [0, 1, 2, 3, 4].map((n) => [0, 1, 2, 3].map(() => (n < 4 ? texel(n) : dice.integer(0, 0x7bff) + sign())));
  }

  /** The half in units of 2^-24. */
  const units = (bits: number) => BigInt(halfToFloat(bits) * 2 ** 24);

  /** Weights of 8 bits near the texels, so that the least magnitude may be less than half an ulp of a float64 sum. */
  const weights = [1, 2, 3, 4, 252, 253, 254, 255];
  const batch = new QuadBatch(16);
  batch.count = 16;
  batch.active.fill(15);
  for (let lane = 0; lane < 64; lane++) {
    batch.s[lane] = (0.5 + weights[lane & 7] / 256) / 2;
    batch.t[lane] = (0.5 + weights[lane >> 3] / 256) / 2;
  }

  it.each([0, 1, 77, 255])(
    'that is close to a tie of two float32 is rounded as the exact one, most of them by a kernel, %i/256 between levels',
    (k) => {
      const layers = draws(300);
      const all = Array.from({ length: layers }, (_, n) => drawn(new Dice(Math.imul(n + 1, 0x165667b1) | 1)));
      const bytes = (of: readonly (readonly number[])[]) => new Uint8Array(Uint16Array.from(of.flat()).buffer);
      const base = bytes(all.flatMap((texels) => texels.slice(0, 4)));
      const levels = k === 0 ? [base] : [base, bytes(all.map((texels) => texels[4]))];
      const source = { format: TEXEL_FORMATS.get('r16g16b16a16_sfloat')!, width: 2, height: 2, layers, levels };
      const clamped = { addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_edge' } as const;
      const sampler = { ...BILINEAR, mipmapMode: 'linear', ...clamped } as const;
      const memory = layOutImages([source], 'linear');
      const unit = samplingUnit(FULL_QUALITY, memory, { image: 0, sampler, instruction: EXPLICIT });
      batch.lod.fill(k / 256);
      const wrong: string[] = [];
      for (const [n, texels] of all.entries()) {
        batch.layer.fill(n);
        const { bits } = unit(batch);
        const results = new Float32Array(bits.buffer);
        for (let at = 0; at < bits.length; at++) {
          const [lane, c] = [at >> 2, at & 3];
          const [a, b] = [BigInt(weights[lane & 7]), BigInt(weights[lane >> 3])];
          const [t00, t10, t01, t11, next] = texels.map((texel) => units(texel[c]));
          const sum = (t00 * (256n - a) + t10 * a) * (256n - b) + (t01 * (256n - a) + t11 * a) * b;
          const total = sum * BigInt(256 - k) + next * 2n ** 16n * BigInt(k);
          const expected = nearestFloat32(total, 2n ** 48n);
          if (results[at] !== expected) wrong.push(`texels ${n}, lane ${lane}, ${c}: ${results[at]}, not ${expected}`);
        }
      }
      expect(wrong).toEqual([]);
      expect(quads().asked).toBe(layers * 16);
      expect(quads().left).toBeLessThan(layers * 4);
    },
  );
});

function refuse(): never {
  throw new Error('refused by the content policy');
}

describe('the kernels', () => {
  const state = { image: 0, sampler: BILINEAR, instruction: EXPLICIT };

  it('see what a write has stored after they have sampled', () => {
    const dice = new Dice(3);
    const source = image(dice, 'r8g8b8a8_unorm', 16, 1);
    const memory = layOutImages([source], 'linear');
    const writing = { image: 0, sampler: BILINEAR, instruction: { ...EXPLICIT, op: 'write' } } as const;
    KernelMemory.of(memory.data);
    const unit = new TextureUnit(FULL_QUALITY, memory, [state, writing]);
    const batch = randomQuads(dice, 16, source.width, source.height);
    const result = new Float32Array(16 * 16);
    unit.sample(batch, result);
    const write = new QuadBatch(1);
    [write.count, write.state[0], write.active[0]] = [1, 1, 1];
    write.write.set([0.2, 0.4, 0.6, 0.8]);
    const before = result.slice();
    unit.sample(write, new Float32Array(16));
    unit.sample(batch, result);
    const texels = memory.data.bytes.slice(0, source.levels[0].length);
    const fresh = sampled(FULL_QUALITY, layOutImages([{ ...source, levels: [texels] }], 'linear'), state, batch);
    expect(result).not.toEqual(before);
    expect(new Int32Array(result.buffer)).toEqual(fresh.bits);
    expect(quads().asked).toBe(3 * 16);
  });

  it('wait until a memory has been asked for 1024 quads, which their tables would not pay for', () => {
    const dice = new Dice(4);
    const source = image(dice, 'r8g8b8a8_unorm', 16, 1);
    const unit = new TextureUnit(FULL_QUALITY, layOutImages([source], 'linear'), [state]);
    const batch = randomQuads(dice, 256, source.width, source.height);
    const result = new Float32Array(16 * 256);
    const counts = [1, 2, 3, 4, 5].map(() => {
      unit.sample(batch, result);
      return quads().asked;
    });
    expect(counts).toEqual([0, 0, 0, 256, 512]);
  });

  it('are placed anew when the room for tables has begun again', () => {
    const dice = new Dice(6);
    const source = image(dice, 'r5g6b5_unorm_pack16', 16, 3);
    const memory = layOutImages([source], 'linear');
    const unit = new TextureUnit(FULL_QUALITY, memory, [{ ...state, sampler: { ...BILINEAR, mipmapMode: 'linear' } }]);
    const batch = randomQuads(dice, 16, source.width, source.height);
    const kernelMemory = KernelMemory.of(memory.data)!;
    const result = () => {
      const colors = new Float32Array(16 * 16);
      unit.sample(batch, colors);
      return new Int32Array(colors.buffer);
    };
    const expected = result();
    const { left } = quads();
    const { generation } = kernelMemory;
    let at = 0;
    while (kernelMemory.generation === generation) at = kernelMemory.take(2 ** 26);
    kernelMemory.all.integers.fill(0x7fc0_1234, at / 4, at / 4 + 2 ** 18);
    expect(result()).toEqual(expected);
    expect(kernelMemory.generation).toBe(generation + 1);
    expect(quads()).toEqual({ asked: 2 * 16, left: 2 * left });
    expect(left).toBeLessThan(16);
  });

  it('leave comparisons of several components to the units, which compare the first alone', () => {
    const format = TEXEL_FORMATS.get('r8g8b8a8_unorm')!;
    const texels = new Dice(3);
    const levels = [Uint8Array.from({ length: 4 * 64 }, () => texels.integer(0, 255))];
    const source: ImageSource = { format, type: '2d', width: 8, height: 8, levels, layers: 1, depth: 1 };
    const sampler = { ...BILINEAR, compareEnable: true, compareOp: 'less' as const };
    const state: TextureState = { image: 0, sampler, instruction: { ...EXPLICIT, dref: true } };
    const batch = randomQuads(new Dice(4), 64, 8, 8);
    batch.dref.fill(100);
    expect(difference(FULL_QUALITY, source, state, batch)).toBe(null);
  });

  it('leave everything to the units where WebAssembly is refused', async () => {
    const dice = new Dice(5);
    const source = image(dice, 'r8g8b8a8_unorm', 16, 1);
    const batch = randomQuads(dice, 16, source.width, source.height);
    const expected = sampled(FULL_QUALITY, layOutImages([source], 'linear'), state, batch);
    vi.resetModules();
    vi.stubGlobal('WebAssembly', { Module: refuse });
    const { TextureUnit: Unit } = await import('../../../rtl-model/texture-unit.ts');
    const result = new Float32Array(16 * 16);
    new Unit(FULL_QUALITY, layOutImages([source], 'linear'), [state]).sample(batch, result);
    vi.unstubAllGlobals();
    // Other files share modules: they must not find the ones that were refused.
    vi.resetModules();
    expect(new Int32Array(result.buffer)).toEqual(expected.bits);
    // Both by the kernels would show nothing.
    expect(quads().asked).toBe(16);
  });
});
