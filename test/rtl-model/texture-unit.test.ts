import { describe, expect, it } from 'vitest';
import { type Design, DesignError, type TexelLayout } from '../../rtl-model/design/design.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { layOutImages } from '../../rtl-model/memory/lay-out-images.ts';
import { QUAD_LANES, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { Instruction } from '../../rtl-model/state/instruction.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../rtl-model/state/sampler.ts';
import type { TexelFormat } from '../../rtl-model/formats/texel-format.ts';
import { MIP_CHAIN_FORMATS } from '../../rtl-model/formats/uncompressed-formats.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { unitPaths } from '../../rtl-model/path/bind-units.ts';
import { TextureUnit } from '../../rtl-model/texture-unit.ts';
import { allowedColor } from '../oracle/allowed-color.ts';
import { draws } from '../oracle/draws.ts';
import { expectedTexel } from '../oracle/expected-texel.ts';
import { contains, type Interval } from '../../src/specification/exact/interval.ts';
import { sampleState } from '../../src/specification/state/state.ts';
import { Dice } from '../oracle/dice.ts';
import { D3D_MINIMUM, FULL_QUALITY, PRESETS, VULKAN_MINIMUM } from '../oracle/presets.ts';
import { randomDesign, randomImage, randomInstruction, randomQuads, randomSampler } from '../oracle/random-requests.ts';
import { BILINEAR, EXPLICIT, GRADIENT, imageOf, IMPLICIT, lanesOf, sample } from '../oracle/sampling.ts';

const FORMATS = [...MIP_CHAIN_FORMATS.values()];
const NORMALIZED = FORMATS.filter(({ componentType }) => componentType !== 'sfloat');
const UNORM8 = MIP_CHAIN_FORMATS.get('r8g8b8a8_unorm')!;
const LAYOUTS = ['linear', 'tiled-4x4', 'morton'] as const;
const OPERANDS = ['s', 't', 'q', 'layer', 'lod', 'minLod', 'dsdx', 'dtdx', 'dsdy', 'dtdy'] as const;

function withLayout(design: Design, layout: TexelLayout): Design {
  return { ...design, cache: { ...design.cache, layout } };
}

/** The full-quality design with other formats for coordinates and LOD, still narrowing nothing else. */
function exactDesign(dice: Dice): Design {
  const { address, lod, filter } = FULL_QUALITY;
  const fractionBits = dice.integer(2, 9);
  const lodFraction = dice.integer(2, 9);
  return {
    ...FULL_QUALITY,
    address: {
      ...address,
      coordinate: { integerBits: 17, fractionBits },
      layerRounding: dice.pick(['nearest-even', 'floor-plus-half']),
    },
    lod: {
      ...lod,
      format: { integerBits: 9, fractionBits: lodFraction },
      nearestRule: dice.pick(['ceil-minus-one', 'floor-plus-half']),
      bias: { integerBits: 7, fractionBits: dice.integer(2, 10) },
      clamp: { integerBits: 5, fractionBits: dice.integer(2, 10) },
    },
    filter: {
      ...filter,
      weightBits: fractionBits,
      guardBits: 2 * fractionBits + lodFraction,
      cubicWeightBits: dice.integer(6, 12),
      srgbLinearBits: dice.integer(8, 16),
      accumulatorBits: 64,
    },
  };
}

function forEachLane(batch: QuadBatch, visit: (quad: number, lane: number, at: number) => void): void {
  for (let at = 0; at < QUAD_LANES * batch.count; at++) visit(Math.floor(at / QUAD_LANES), at % QUAD_LANES, at);
}

interface Tally {
  requests: number;
  outside: string[];
  /** Widths of the red interval of each request that is bounded. */
  widths: number[];
}

/** Holds every lane of `rounds` random states, `quads` quads each, against the oracle. */
function compareWithOracle(
  seed: number,
  rounds: number,
  quads: number,
  design: (dice: Dice) => Design,
  format?: TexelFormat,
): Tally {
  const dice = new Dice(seed);
  const tally: Tally = { requests: 0, outside: [], widths: [] };
  for (let round = 0; round < rounds; round++) {
    const drawn = withLayout(design(dice), dice.pick(LAYOUTS));
    const plain = dice.chance(0.25);
    const image = randomImage(dice, format ?? dice.pick(FORMATS), plain);
    const sampler = randomSampler(dice, plain);
    const instruction = randomInstruction(dice);
    const batch = randomQuads(dice, quads, image.width, image.height);
    const result = sample(drawn, image, sampler, instruction, batch);
    const state = sampleState(drawn, image, sampler, instruction);
    forEachLane(batch, (quad, lane, at) => {
      const allowed = allowedColor(state, { batch, quad, lane });
      const got = [...result.subarray(4 * at, 4 * at + 4)];
      const width = allowed[0].upper - allowed[0].lower;
      if (Number.isFinite(width)) tally.widths.push(width);
      tally.requests++;
      if (!allowed.every((range, c) => contains(range, got[c]))) {
        tally.outside.push(failure(drawn, image, sampler, instruction, batch, at, allowed, got));
      }
    });
  }
  return tally;
}

function failure(
  design: Design,
  image: ImageSource,
  sampler: Sampler,
  instruction: Instruction,
  batch: QuadBatch,
  k: number,
  allowed: readonly Interval[],
  got: readonly number[],
): string {
  const { format, width, height, layers, levels } = image;
  const operands = {
    s: batch.s[k],
    t: batch.t[k],
    lod: batch.lod[k],
    minLod: batch.minLod[k],
    gradient: [batch.dsdx[k], batch.dtdx[k], batch.dsdy[k], batch.dtdy[k]],
  };
  return [
    `${format.name} ${width}x${height}x${layers}, ${levels.length} levels, lane ${k}`,
    ...[operands, sampler, instruction, design.address, design.lod, design.filter].map((part) => JSON.stringify(part)),
    `got     ${got.join(' ')}`,
    `allowed ${allowed.map(({ lower, upper }) => `${lower}..${upper}`).join(' ')}`,
  ].join('\n');
}

describe('TextureUnit', () => {
  it(
    'stays within the allowed results on random designs, samplers, formats and requests',
    { tags: 'exhaustive' },
    () => {
      const tally = compareWithOracle(0x5eed, draws(500), 10, (dice) => randomDesign(dice, dice.pick(PRESETS)));
      expect(tally.outside.slice(0, 3).join('\n\n')).toBe('');
      expect(tally.requests).toBe(draws(500) * 40);
    },
  );

  // Three in four requests leave one snapped coordinate and LOD: what remains is a narrowing or two of the guard bits, and one float32.
  it.each([
    [FULL_QUALITY.name, FULL_QUALITY, 0],
    [D3D_MINIMUM.name, D3D_MINIMUM, 2 ** -7],
    [VULKAN_MINIMUM.name, VULKAN_MINIMUM, 2 ** -4],
  ])('stays within the allowed results of %s, which are narrow', (_, design, codes) => {
    const tally = compareWithOracle(0xbeef, draws(150), 10, () => design, UNORM8);
    expect(tally.outside.slice(0, 3).join('\n\n')).toBe('');
    const widths = tally.widths.sort((a, b) => a - b);
    expect(widths[Math.floor(widths.length * 0.75)]).toBeLessThanOrEqual(codes / 255 + 2 ** -23);
  });

  it('returns the expected float32 to the bit for an explicit LOD when only coordinates and LOD are narrowed', () => {
    const dice = new Dice(0xb17);
    const wrong: string[] = [];
    for (let round = 0; round < draws(420); round++) {
      const design = withLayout(exactDesign(dice), dice.pick(LAYOUTS));
      const plain = dice.chance(0.4);
      const image = randomImage(dice, dice.pick(NORMALIZED), plain);
      const sampler = randomSampler(dice, plain);
      const instruction: Instruction = { lod: 'explicit', projected: !plain && dice.chance(0.25) };
      const batch = randomQuads(dice, 12, image.width, image.height);
      const result = sample(design, image, sampler, instruction, batch);
      const state = sampleState(design, image, sampler, instruction);
      forEachLane(batch, (quad, lane, at) => {
        const expected = expectedTexel(state, { batch, quad, lane });
        const got = [...result.subarray(4 * at, 4 * at + 4)];
        if (!expected.every((value, c) => Object.is(got[c], value))) {
          const allowed = expected.map((value) => ({ lower: value, upper: value }));
          wrong.push(failure(design, image, sampler, instruction, batch, at, allowed, got));
        }
      });
    }
    expect(wrong.slice(0, 3).join('\n\n')).toBe('');
  });

  it('leaves the results of inactive lanes alone', () => {
    const batch = randomQuads(new Dice(1), 3, 4, 4);
    batch.active.set([0b0101, 0, 0b1000]);
    const image = randomImage(new Dice(2), UNORM8);
    const result = new Float32Array(48).fill(-7);
    const memory = layOutImages([image], 'linear');
    const state: TextureState = { image: 0, sampler: DEFAULT_SAMPLER, instruction: EXPLICIT };
    new TextureUnit(FULL_QUALITY, memory, [state]).sample(batch, result);
    const untouched = Array.from({ length: 12 }, (_, lane) =>
      result.subarray(4 * lane, 4 * lane + 4).every((x) => x === -7),
    );
    expect(untouched.map((same, lane) => (same ? '' : lane)).join('')).toBe('0211');
  });

  it('gives a lane the result it has alone, whichever lanes and quads are about it', () => {
    const dice = new Dice(0xa10e);
    // Lanes of all places in a quad.
    const every = 600 / draws(600, 7);
    for (const design of PRESETS) {
      const image = randomImage(dice, UNORM8);
      const sampler = randomSampler(dice);
      // More quads than go through the units in one block.
      const batch = randomQuads(dice, 150, image.width, image.height);
      const together = sample(design, image, sampler, GRADIENT, batch);
      const wrong: number[] = [];
      forEachLane(batch, (quad, _, at) => {
        if (at % every !== 0) return;
        const alone = lanesOf(1, (one) => {
          for (const field of OPERANDS) one[field][0] = batch[field][at];
          one.offsetU[0] = batch.offsetU[quad];
          one.offsetV[0] = batch.offsetV[quad];
        });
        const result = sample(design, image, sampler, GRADIENT, alone);
        if ([0, 1, 2, 3].some((c) => !Object.is(result[c], together[4 * at + c]))) wrong.push(at);
      });
      expect(wrong).toEqual([]);
    }
  });

  it('samples each quad by its own texture state', () => {
    const dice = new Dice(0x57a7e);
    const images = [randomImage(dice, UNORM8), randomImage(dice, dice.pick(FORMATS)), randomImage(dice, UNORM8)];
    const states: TextureState[] = images.map((_, image) => ({
      image,
      sampler: randomSampler(dice),
      instruction: randomInstruction(dice),
    }));
    const batch = randomQuads(dice, 60, 16, 16);
    const named = Uint16Array.from(batch.state, () => dice.integer(0, 2));
    batch.state.set(named);
    const memory = layOutImages(images, 'morton');
    const mixed = new Float32Array(16 * batch.count);
    new TextureUnit(FULL_QUALITY, memory, states).sample(batch, mixed);
    states.forEach(({ image, sampler, instruction }, state) => {
      batch.state.fill(0);
      const alone = sample(FULL_QUALITY, images[image!], sampler, instruction, batch);
      named.forEach((own, quad) => {
        if (own !== state) return;
        expect(mixed.subarray(16 * quad, 16 * quad + 16)).toEqual(alone.subarray(16 * quad, 16 * quad + 16));
      });
    });
  });

  it('names the field of a design whose widths do not fit', () => {
    const memory = layOutImages([], 'linear');
    const build = (change: (design: Design) => Design) => {
      try {
        unitPaths(change(FULL_QUALITY), memory, []);
      } catch (error) {
        if (error instanceof DesignError) return error.field;
        throw error;
      }
      return 'none';
    };
    expect(build((design) => design)).toBe('none');
    const { address, lod, filter, cache } = FULL_QUALITY;
    const coordinate = { integerBits: 25, fractionBits: 8 };
    expect(build((design) => ({ ...design, address: { ...address, coordinate } }))).toBe('address.coordinate');
    expect(build((design) => ({ ...design, filter: { ...filter, weightBits: 9 } }))).toBe('filter.weightBits');
    expect(build((design) => ({ ...design, lod: { ...lod, anisotropicRates: [2, 4] } }))).toBe('lod.anisotropicRates');
    expect(build((design) => ({ ...design, cache: { ...cache, lineBytes: 48 } }))).toBe('cache.lineBytes');
    expect(build((design) => ({ ...design, filter: { ...filter, accumulatorBits: 30 } }))).toBe(
      'filter.accumulatorBits',
    );
  });

  it('rejects a state that names an image that is not there', () => {
    const states: TextureState[] = [{ image: 1, sampler: DEFAULT_SAMPLER, instruction: EXPLICIT }];
    expect(() => new TextureUnit(FULL_QUALITY, layOutImages([], 'linear'), states)).toThrow('image 1 is not one of 0');
  });
});

describe('states that take turns in one unit', () => {
  it('leave nothing behind: a line after a square of NaN is the line alone', () => {
    const float = MIP_CHAIN_FORMATS.get('r32_sfloat')!;
    const nothing = imageOf(float, 2, 2, [new Uint8Array(Float32Array.of(NaN, NaN, NaN, NaN).buffer)]);
    const line: ImageSource = {
      ...imageOf(UNORM8, 2, 1, [Uint8Array.of(0, 50, 100, 150, 200, 250, 10, 60)]),
      type: '1d',
    };
    const memory = layOutImages([nothing, line], 'linear');
    const states = [0, 1].map((image) => ({ image, sampler: BILINEAR, instruction: EXPLICIT }));
    const results = (turns: readonly number[]) => {
      const batch = lanesOf(4 * turns.length, ({ s, t }, lane) => {
        s[lane] = 0.4;
        t[lane] = 0.5;
      });
      batch.state.set(turns);
      const result = new Float32Array(16 * turns.length);
      new TextureUnit(FULL_QUALITY, memory, states).sample(batch, result);
      return [...result.subarray(-16)];
    };
    expect(results([0, 1])).toEqual(results([1]));
    const [far, near] = [line, line].map((source, n) => {
      // The second coordinate of a line counts for nothing, whatever the register held.
      const chain = { ...source, levels: [source.levels[0], Uint8Array.of(9, 9, 9, 9)] };
      const unit = new TextureUnit(FULL_QUALITY, layOutImages([nothing, chain], 'linear'), [
        { image: 0, sampler: BILINEAR, instruction: IMPLICIT },
        { image: 1, sampler: BILINEAR, instruction: IMPLICIT },
      ]);
      const batch = lanesOf(8, ({ s, t }, lane) => {
        s[lane] = 0.4 + 0.001 * (lane & 1);
        t[lane] = n === 0 ? [0, Infinity][lane & 1] : 0;
      });
      batch.state.set([0, 1]);
      const result = new Float32Array(32);
      unit.sample(batch, result);
      return [...result.subarray(16)];
    });
    expect(far).toEqual(near);
    expect(results([1]).every((value) => Number.isFinite(value))).toBe(true);
  });
});

describe('a unit with several states', () => {
  it('gives zeros for a null weight image after a sample of texels', () => {
    const image = imageOf(UNORM8, 2, 2, [new Uint8Array(16).fill(200)]);
    const weighted = { image: 0, second: null, sampler: BILINEAR, instruction: { op: 'sample_weighted' } };
    const states = [{ image: 0, sampler: BILINEAR, instruction: EXPLICIT }, weighted] as unknown as TextureState[];
    const unit = new TextureUnit(FULL_QUALITY, layOutImages([image], 'linear'), states);
    const batch = lanesOf(2 * QUAD_LANES, () => {});
    batch.state.set([0, 1]);
    const result = new Float32Array(8 * QUAD_LANES);
    unit.sample(batch, result);
    expect(result[0]).toBeGreaterThan(0);
    expect([...result.subarray(4 * QUAD_LANES)]).toEqual(new Array(16).fill(0));
  });
});
