import { describe, expect, it } from 'vitest';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { valueArray } from '../../../../rtl-model/filter-unit/arithmetic/arithmetic.ts';
import { FusedArithmetic } from '../../../../rtl-model/filter-unit/arithmetic/fused-arithmetic.ts';
import { REST_TERMS, restOf } from '../../../../rtl-model/fixed-point/expansion.ts';
import { TEXEL_FORMATS } from '../../../../rtl-model/formats/texel-formats.ts';
import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import { levelSize } from '../../../../rtl-model/memory/level-size.ts';
import { layOutImages } from '../../../../rtl-model/memory/lay-out-images.ts';
import { QUAD_LANES, QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import type { Instruction } from '../../../../rtl-model/state/instruction.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../../../rtl-model/state/sampler.ts';
import { TextureUnit } from '../../../../rtl-model/texture-unit.ts';
import { nearestFloat32 } from '../../../../src/specification/exact/dyadic.ts';
import { Dice } from '../../../oracle/dice.ts';
import { draws } from '../../../oracle/draws.ts';
import { FULL_QUALITY } from '../../../oracle/presets.ts';
import { add, compare, exactly, multiply, rational } from '../../../oracle/rational.ts';
import { BILINEAR, EXPLICIT, GRADIENT, lanesOf } from '../../../oracle/sampling.ts';

const RGBA32 = TEXEL_FORMATS.get('r32g32b32a32_sfloat')!;
const RGBA16 = TEXEL_FORMATS.get('r16g16b16a16_sfloat')!;
const SMALLEST_NORMAL = 2 ** -126;

/** A way to filter: the image's shape, the state and the lane's operands, and the sum of the weights of all texels. */
interface Case {
  readonly shape: Pick<ImageSource, 'width' | 'height' | 'type' | 'depth'>;
  readonly levels: number;
  readonly sampler: Sampler;
  readonly instruction: Instruction;
  readonly operands: Parameters<typeof lanesOf>[1];
  /** Anisotropic samples, and the bits of weights: (n 2^bits) is their sum. */
  readonly n: number;
  readonly bits: number;
  readonly design?: Design;
  /** Texels of 16 bits a component instead of 32. */
  readonly halves?: boolean;
}

/** Texels of a level. */
function texels({ shape: { width, height, depth = 1 } }: Case, level: number): number {
  return levelSize(width, level) * levelSize(height, level) * levelSize(depth, level);
}

/** The image of a case with r, g, b, a of each texel from `values`. */
function image(of: Case, values: readonly (readonly number[])[]): ImageSource {
  let from = 0;
  const levels = Array.from({ length: of.levels }, (_, level) => {
    const part = values.slice(from, (from += texels(of, level))).flat();
    const components = of.halves ? Uint16Array.from(part, (x) => HALVES.get(x)!) : Float32Array.from(part);
    return new Uint8Array(components.buffer);
  });
  return { format: of.halves ? RGBA16 : RGBA32, layers: 1, levels, ...of.shape };
}

/** The bits of every finite half by its value. */
const HALVES = new Map(
  Array.from({ length: 0x10000 }, (_, bits) => bits)
    .filter((bits) => (bits & 0x7c00) !== 0x7c00)
    .map((bits) => {
      const exponent = (bits >> 10) & 31;
      const significand = (bits & 1023) + (exponent > 0 ? 1024 : 0);
      return [(bits < 0x8000 ? 1 : -1) * significand * 2 ** (Math.max(1, exponent) - 25), bits];
    }),
);

/** r, g, b, a of the same request to several images. */
function results(of: Case, values: readonly (readonly (readonly number[])[])[]): readonly (readonly number[])[] {
  const { design = FULL_QUALITY, sampler, instruction, operands } = of;
  const { sources, states } = asOne(values.map((texels) => image(of, texels)));
  const asked = lanesOf(1, operands);
  const batch = new QuadBatch(values.length);
  batch.count = values.length;
  for (let quad = 0; quad < batch.count; quad++) {
    batch.copyQuad(asked, 0, quad);
    if (states.length > 1) batch.state[quad] = quad;
    else batch.layer[QUAD_LANES * quad] = quad;
  }
  const colors = new Float32Array(4 * QUAD_LANES * batch.count);
  const memory = layOutImages(sources, design.cache.layout);
  const textures = states.map((index) => ({ image: index, sampler, instruction }));
  new TextureUnit(design, memory, textures).sample(batch, colors);
  return values.map((_, quad) => [...colors.subarray(16 * quad, 16 * quad + 4)]);
}

/** Images as the layers of one, or, of volumes, a state for each. */
function asOne(images: readonly ImageSource[]) {
  const [{ levels, type }] = images;
  if (type === '3d') return { sources: images, states: [...images.keys()] };
  const layered = levels.map((_, level) => Uint8Array.from(images.flatMap((one) => [...one.levels[level]])));
  return { sources: [{ ...images[0], layers: images.length, levels: layered }], states: [0] };
}

/** The weight of each texel, an integer: n 2^bits times the result of an image that is 1 there and 0 elsewhere. */
function weights(of: Case): readonly number[] {
  const count = Array.from({ length: of.levels }, (_, level) => texels(of, level)).reduce((a, b) => a + b);
  const ones = Array.from({ length: count }, (_, one) =>
    Array.from({ length: count }, (_, n) => [n === one ? 1 : 0, 0, 0, 0]),
  );
  const found = results(of, ones).map(([red]) => {
    const scaled = red * of.n * 2 ** of.bits;
    expect(Math.abs(scaled - Math.round(scaled))).toBeLessThan(0.01);
    return Math.round(scaled);
  });
  expect(found.reduce((a, b) => a + b)).toBe(of.n * 2 ** of.bits);
  return found;
}

/** A finite texel: of any exponent, near to another one with the opposite sign, a denormal, or zero. */
function anyTexel(dice: Dice, last: number): number {
  switch (dice.integer(0, 7)) {
    case 0:
      return 0;
    case 1:
      return dice.integer(-100, 100) * 2 ** -149;
    case 2:
      return dice.integer(-(2 ** 24), 2 ** 24) * 2 ** -149;
    case 3:
      return -last;
    case 4:
      return -Math.fround(last * (1 + dice.integer(-4, 4) * 2 ** -23));
    case 5:
      return Math.fround(dice.real(-1, 1) * 2 ** dice.integer(-20, 20));
    default: {
      const x = dice.float32();
      return Number.isFinite(x) ? x : 1;
    }
  }
}

const HALF_VALUES = [...HALVES.keys()];

type Drawn = (of: Case, known: readonly number[], dice: Dice) => readonly number[];

const anyTexels: Drawn = (of, known, dice) => {
  let last = 1;
  return known.map(() => (last = of.halves ? dice.pick(HALF_VALUES) : anyTexel(dice, last)));
};

/** Two texels whose products are great and cancel, and small ones, which alone are left. */
const cancelling: Drawn = (of, known, dice) => {
  const [a, b] = pair(known, dice);
  const step = gcd(known[a], known[b]);
  const [x, y] = [known[b] / step, -known[a] / step];
  const size = Math.max(Math.abs(x), Math.abs(y));
  if (a === b || size >= 2 ** (of.halves ? 11 : 24)) return anyTexels(of, known, dice);
  const exponent = of.halves ? 15 : dice.integer(0, 100);
  const great = 2 ** (exponent - Math.floor(Math.log2(size)));
  return known.map((_, n) => {
    if (n === a || n === b) return (n === a ? x : y) * great;
    const small = dice.pick([0, 1, -1, dice.integer(-2047, 2047)]);
    return of.halves ? small * 2 ** -24 : Math.fround(small * 2 ** dice.integer(-126, 0));
  });
};

/** Texels of 24 bits whose sum is a tie of two float32, but for one that is tiny or 0. */
const tie: Drawn = (of, known, dice) => {
  const [a, b] = pair(known, dice);
  const c = dice.integer(0, known.length - 1);
  const step = gcd(known[a], known[b]);
  if (a === b || c === a || c === b || of.halves || step === 0) return anyTexels(of, known, dice);
  const texels = known.map((_, n) => (n === c ? 0 : 2 ** 22 + dice.integer(0, 2 ** 16)));
  // x known[a] + y known[b] is what makes the sum, times 2, an odd integer times the weight of 1.
  const one = BigInt(of.n) << BigInt(of.bits - 2);
  const rest = known.reduce(
    (sum, weight, n) => (n === a || n === b ? sum : sum + BigInt(weight) * BigInt(texels[n])),
    0n,
  );
  const [p, q, g] = [BigInt(known[a]), BigInt(known[b]), BigInt(step)];
  const wanted = one * BigInt(2 ** 24 + 2 * dice.integer(0, 2 ** 10) + 1) - rest;
  if (wanted % g !== 0n) return anyTexels(of, known, dice);
  const period = q / g;
  const inverse = inverseOf(p / g, period);
  const about = wanted / (p + q);
  const remainder = ((((wanted / g) * inverse - about) % period) + period) % period;
  const x = about + remainder;
  const y = (wanted - x * p) / q;
  if ([x, y].some((value) => value < 0n || value >= 2n ** 24n)) return anyTexels(of, known, dice);
  const scale = 2 ** dice.integer(-80, 80);
  const tiny = dice.pick([0, 2 ** -40, -(2 ** -40), 2 ** -20]);
  return texels.map((texel, n) => scale * (n === a ? Number(x) : n === b ? Number(y) : n === c ? tiny : texel));
};

/** Two texels with weights that are not zero. */
function pair(known: readonly number[], dice: Dice): readonly [number, number] {
  const weighed = known.flatMap((weight, n) => (weight === 0 ? [] : [n]));
  return [dice.pick(weighed), dice.pick(weighed)];
}

function gcd(a: number, b: number): number {
  return b === 0 ? Math.abs(a) : gcd(b, a % b);
}

/** The inverse of a coprime number, 0 to modulus - 1. */
function inverseOf(x: bigint, modulus: bigint): bigint {
  let [a, b, s, t] = [x % modulus, modulus, 1n, 0n];
  while (b !== 0n) [a, b, s, t] = [b, a % b, t, s - (a / b) * t];
  return ((s % modulus) + modulus) % modulus;
}

function flushed(x: number): number {
  return Math.abs(x) < SMALLEST_NORMAL ? 0 : x;
}

/** Results that are not one rounding of the exact sum, of so many random images. */
function wrongResults(of: Case, dice: Dice, rounds: number): readonly string[] {
  const known = weights({ ...of, sampler: { ...of.sampler, reductionMode: 'weighted_average' } });
  const wrong: string[] = [];
  const images = Array.from({ length: rounds }, () => {
    const drawn = [0, 1, 2, 3].map(() => dice.pick([anyTexels, cancelling, tie])(of, known, dice));
    return known.map((_, n) => drawn.map((component) => component[n]));
  });
  for (const [round, got] of results(of, images).entries()) {
    const values = images[round];
    for (let c = 0; c < 4; c++) {
      const component = values.map((texel) => flushed(texel[c]));
      const sum = known.map((weight, n) => multiply(rational(weight), exactly(component[n]))).reduce(add);
      const near = nearestFloat32(sum.numerator, sum.denominator * (BigInt(of.n) << BigInt(of.bits)));
      const weighed = component.filter((_, n) => known[n] !== 0);
      const [least, greatest] = [Math.min(...weighed), Math.max(...weighed)];
      // Rounding keeps the order, and the bounds of a range clamp are float32.
      const clamps = of.sampler.reductionMode === 'weighted_average_rangeclamp';
      const exact = flushed(clamps ? Math.max(least, Math.min(greatest, near)) : near);
      if (got[c] !== exact) wrong.push(`${values.map((texel) => texel[c]).join()}: ${got[c]}, not ${exact}`);
    }
  }
  return wrong;
}

const TRILINEAR: Sampler = { ...DEFAULT_SAMPLER, addressModeU: 'repeat', addressModeV: 'repeat' };
const ALONE: Sampler = { ...TRILINEAR, magFilter: 'nearest', minFilter: 'nearest' };
const CUBIC: Sampler = { ...BILINEAR, magFilter: 'cubic', minFilter: 'cubic', cubicWeights: 'b_spline' };

/** Coordinates in the grid of the weights along each axis, somewhere in the image. */
function anywhere(dice: Dice, grid: number, lod: number): Case['operands'] {
  const [s, t, r] = [0, 1, 2].map(() => dice.integer(0, grid) / grid);
  return (batch) => {
    [batch.s[0], batch.t[0], batch.r[0], batch.lod[0]] = [s, t, r, lod];
  };
}

/** A footprint n times as long, along u, as it is wide. */
function long(dice: Dice, n: number, lod: number): Case['operands'] {
  const [s, t] = [dice.real(0, 1), dice.integer(0, 64) / 64];
  return (batch) => {
    [batch.s[0], batch.t[0]] = [s, t];
    batch.dsdx[0] = (n * 2 ** lod) / 8;
    batch.dtdy[0] = 2 ** lod / 8;
  };
}

const SQUARE = { width: 2, height: 2 };
const CUBE_OF_TEXELS = { width: 4, height: 4, depth: 4, type: '3d' } as const;
const explicit = { instruction: EXPLICIT, n: 1 };
const anisotropic = (n: number, rounds: number) => (dice: Dice) => ({
  rounds,
  of: {
    shape: { width: 8, height: 8 },
    levels: 1,
    sampler: { ...BILINEAR, anisotropyEnable: true, maxAnisotropy: 16 },
    instruction: GRADIENT,
    operands: long(dice, n, 0),
    n,
    bits: 16,
  },
});

const CASES: Readonly<Record<string, (dice: Dice) => { readonly of: Case; readonly rounds: number }>> = {
  'in a plane': (dice) => ({
    rounds: 60,
    of: { ...explicit, shape: SQUARE, levels: 1, sampler: BILINEAR, operands: anywhere(dice, 512, 0), bits: 16 },
  }),
  'with weights of 15 bits': (dice) => ({
    rounds: 60,
    of: {
      ...explicit,
      shape: { width: 2, height: 1 },
      levels: 1,
      sampler: { ...BILINEAR, addressModeU: 'repeat' },
      operands: anywhere(dice, 2 ** 16, 0),
      bits: 15,
      design: {
        ...FULL_QUALITY,
        address: { ...FULL_QUALITY.address, coordinate: { integerBits: 16, fractionBits: 15 } },
        filter: { ...FULL_QUALITY.filter, weightBits: 15, guardBits: 0 },
      },
    },
  }),
  'between two levels': (dice) => ({
    rounds: 30,
    of: {
      ...explicit,
      shape: { width: 4, height: 4 },
      levels: 3,
      sampler: TRILINEAR,
      operands: anywhere(dice, 64, dice.integer(0, 511) / 256),
      bits: 24,
    },
  }),
  'between two levels of a texel each': (dice) => ({
    rounds: 60,
    of: {
      ...explicit,
      shape: SQUARE,
      levels: 2,
      sampler: ALONE,
      operands: anywhere(dice, 64, dice.integer(1, 255) / 256),
      bits: 8,
    },
  }),
  'in a volume': (dice) => ({
    rounds: 20,
    of: {
      ...explicit,
      shape: { ...CUBE_OF_TEXELS, width: 2, height: 2, depth: 2 },
      levels: 1,
      sampler: TRILINEAR,
      operands: anywhere(dice, 512, 0),
      bits: 24,
    },
  }),
  'in a volume and between its levels': (dice) => ({
    rounds: 10,
    of: {
      ...explicit,
      shape: CUBE_OF_TEXELS,
      levels: 2,
      sampler: TRILINEAR,
      operands: anywhere(dice, 32, dice.integer(1, 3) / 4),
      bits: 26,
    },
  }),
  'by cubic weights': (dice) => ({
    rounds: 20,
    of: {
      ...explicit,
      shape: { width: 4, height: 4 },
      levels: 1,
      sampler: CUBIC,
      operands: anywhere(dice, 512, 0),
      bits: 2 * FULL_QUALITY.filter.cubicWeightBits,
    },
  }),
  'by cubic weights, held in the range of the texels': (dice) => ({
    rounds: 20,
    of: {
      ...explicit,
      shape: { width: 4, height: 4 },
      levels: 1,
      sampler: { ...CUBIC, cubicWeights: 'catmull_rom', reductionMode: 'weighted_average_rangeclamp' },
      operands: anywhere(dice, 512, 0),
      bits: 2 * FULL_QUALITY.filter.cubicWeightBits,
    },
  }),
  'over 3 anisotropic samples': anisotropic(3, 10),
  'over 5 anisotropic samples': anisotropic(5, 10),
  'over 6 anisotropic samples': anisotropic(6, 10),
  'over 3 anisotropic samples of two levels': (dice) => ({
    rounds: 10,
    of: {
      ...anisotropic(3, 10)(dice).of,
      levels: 2,
      sampler: { ...TRILINEAR, anisotropyEnable: true, maxAnisotropy: 16 },
      operands: long(dice, 3, 0.5),
      bits: 17,
    },
  }),
};

describe('a fused float filter gives one rounding of the exact sum', () => {
  it.each(Object.entries(CASES))('%s', (_, drawn) => {
    const dice = new Dice(0xf05ed);
    const wrong: string[] = [];
    for (let n = 0; n < draws(6, 3); n++) {
      const { of, rounds } = drawn(dice);
      for (const halves of [false, true]) wrong.push(...wrongResults({ ...of, halves }, dice, rounds));
    }
    expect(wrong).toEqual([]);
  });
});

it('a fused value is whole where products have more bits than float64', () => {
  const dice = new Dice(0x16b);
  const design = { ...FULL_QUALITY, filter: { ...FULL_QUALITY.filter, weightBits: 16 } };
  const arithmetic = new FusedArithmetic(design);
  const value = valueArray(4);
  for (let n = 0; n < draws(500); n++) {
    const texel = Float32Array.from({ length: 16 }, () => dice.real(-1, 1) * 2 ** dice.integer(-60, 60));
    const [alpha, beta] = [dice.integer(0, 65_535), dice.integer(0, 65_535)];
    arithmetic.bilinear(texel, 0, alpha, beta, value, 0);
    for (let c = 0; c < 4; c++) {
      const rest = restOf(value, c);
      const got = [value[c], ...value.subarray(rest, rest + REST_TERMS)].map(exactly).reduce(add);
      const expected = [0, 1, 2, 3]
        .map((tap) => (tap & 1 ? alpha : 65_536 - alpha) * (tap & 2 ? beta : 65_536 - beta))
        .map((weight, tap) => multiply(rational(weight, 2n ** 32n), exactly(texel[4 * tap + c])))
        .reduce(add);
      if (compare(got, expected) !== 0) expect(got).toEqual(expected);
    }
  }
});

/** A 2x2x2 volume of one component, its texels along u first, sampled between all of them. */
function mixed(design: Design, values: readonly number[], sampler: Partial<Sampler> = {}): number {
  const of: Case = {
    ...explicit,
    shape: { width: 2, height: 2, depth: 2, type: '3d' },
    levels: 1,
    sampler: { ...TRILINEAR, ...sampler },
    operands: (batch) => ([batch.s[0], batch.t[0], batch.r[0]] = [0.5, 0.5, 0.5]),
    bits: 24,
    design,
  };
  return results(of, [values.map((x) => [x, 0, 0, 0])])[0][0];
}

describe('a fused float filter of a volume', () => {
  const ZEROS = [0, 0, 0, 0, 0, 0];

  it('lets NaN and infinities through, and makes NaN of opposed ones in two slices', () => {
    expect(mixed(FULL_QUALITY, [NaN, 1, ...ZEROS])).toBeNaN();
    expect(mixed(FULL_QUALITY, [...ZEROS, 1e30, -Infinity])).toBe(-Infinity);
    expect(mixed(FULL_QUALITY, [Infinity, ...ZEROS, -Infinity])).toBeNaN();
    expect(mixed(FULL_QUALITY, [Infinity, 1e38, -1e38, ...ZEROS.slice(1)])).toBe(Infinity);
  });

  it('flushes denormals before it sums them, and a sum that is one', () => {
    expect(
      mixed(
        FULL_QUALITY,
        Array.from({ length: 8 }, () => 2 ** -127),
      ),
    ).toBe(0);
    expect(mixed(FULL_QUALITY, [2 ** -123, ...ZEROS, 0])).toBe(2 ** -126);
    expect(mixed(FULL_QUALITY, [2 ** -124, ...ZEROS, 0])).toBe(0);
    // What each slice adds is denormal, the result is not.
    expect(mixed(FULL_QUALITY, [2 ** -124, 0, 0, 0, 2 ** -124, 0, 0, 0])).toBe(2 ** -126);
  });

  it('does not overflow on the way to a result that does not', () => {
    const greatest = (2 - 2 ** -23) * 2 ** 127;
    expect(
      mixed(
        FULL_QUALITY,
        Array.from({ length: 8 }, () => greatest),
      ),
    ).toBe(greatest);
  });

  it.each(['weighted_average', 'weighted_average_rangeclamp', 'min', 'max'] as const)(
    'leaves a texel alone as it is, a denormal or NaN too, by %s',
    (reductionMode) => {
      for (const texel of [2 ** -149, -(2 ** -130), NaN, Infinity, 1.5]) {
        const alone = { magFilter: 'nearest', minFilter: 'nearest', reductionMode } as const;
        expect(
          mixed(
            FULL_QUALITY,
            Array.from({ length: 8 }, () => texel),
            alone,
          ),
        ).toBe(texel);
      }
    },
  );
});
