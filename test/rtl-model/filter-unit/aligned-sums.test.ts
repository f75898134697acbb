import { describe, expect, it } from 'vitest';
import type { AlignedSumDesign, Design, FilterDesign } from '../../../rtl-model/design/design.ts';
import { NEAREST_ROUNDINGS } from '../../../rtl-model/fixed-point/rounding.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import { Dice } from '../../oracle/dice.ts';
import { draws } from '../../oracle/draws.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { add, divide, exactly, multiply, type Rational, rational, round } from '../../oracle/rational.ts';
import { exponentOf, powerOfTwo, roundedFloat } from '../../oracle/rounded-float.ts';
import { EXPLICIT, lanesOf, sample } from '../../oracle/sampling.ts';

const ZERO = rational(0);
const LANES = 64;
const H100: AlignedSumDesign = { guardBits: 4, srgbBits: 8, srgbExponentBits: 5, rounding: 'nearest-away' };

/** A texel of one component, and what a filter takes it as. */
interface Texel {
  readonly value: Rational;
  /** The exponent that counts, or -Infinity. */
  readonly exponent: number;
}

/** A kind of texels: their codes as they are stored, and the float of their sums. */
interface Kind {
  readonly format: string;
  readonly bytes: 1 | 2 | 4;
  readonly bits: number;
  readonly leastExponent: number;
  kept(design: AlignedSumDesign): number;
  texel(code: number, filter: FilterDesign): Texel;
  draw(dice: Dice): number;
}

/** The value of a float's fields: a sign where there is one, 5 or 8 bits of exponent, the fraction. */
function floatValue(code: number, exponentBits: number, fractionBits: number, hasSign: boolean): Rational {
  const fraction = code % 2 ** fractionBits;
  const exponent = Math.floor(code / 2 ** fractionBits) % 2 ** exponentBits;
  const sign = hasSign && code >= 2 ** (exponentBits + fractionBits) ? -1 : 1;
  const significand = exponent === 0 ? fraction : fraction + 2 ** fractionBits;
  const place = Math.max(exponent, 1) - (2 ** (exponentBits - 1) - 1) - fractionBits;
  return multiply(rational(sign * significand), powerOfTwo(place));
}

const HALF = { bits: 11, leastExponent: -14 };
const FLOAT32 = { bits: 24, leastExponent: -126 };

/** @param exponents the least and the greatest of a draw, biased */
function floats(
  format: string,
  bytes: 2 | 4,
  float: typeof HALF,
  [exponentBits, fractionBits, hasSign]: readonly [number, number, boolean],
  [least, greatest]: readonly [number, number],
): Kind {
  return {
    format,
    bytes,
    ...float,
    kept: ({ guardBits }) => float.bits + guardBits,
    texel: (code) => {
      const value = floatValue(code, exponentBits, fractionBits, hasSign);
      // A float32 that is a denormal counts as 0.
      if (value.numerator === 0n || exponentOf(value) < -126) return { value: ZERO, exponent: -Infinity };
      return { value, exponent: exponentOf(value) };
    },
    draw: (dice) => {
      const near = dice.integer(least, greatest);
      const exponent = dice.pick([0, near, Math.max(0, near - 3), greatest]);
      const fraction = dice.pick([0, 1, 2 ** fractionBits - 1, dice.integer(0, 2 ** fractionBits - 1)]);
      const sign = hasSign ? dice.integer(0, 1) : 0;
      return (sign * 2 ** exponentBits + exponent) * 2 ** fractionBits + fraction;
    },
  };
}

const HALVES = floats('r16_sfloat', 2, HALF, [5, 10, true], [0, 30]);
const SRGB: Kind = {
  format: 'r8_srgb',
  bytes: 1,
  ...HALF,
  kept: ({ srgbBits }) => srgbBits,
  texel: (code, { srgbTable, alignedSum }) => {
    const size = 2 ** (8 - alignedSum!.srgbExponentBits);
    const greatest = srgbTable![Math.floor(code / size) * size + size - 1];
    const of = (entry: number) => rational(entry, srgbTable![255]);
    // Places count in the units of the table.
    const isZero = srgbTable![code] === 0;
    return { value: of(srgbTable![code]), exponent: isZero ? -Infinity : Math.floor(Math.log2(greatest)) };
  },
  draw: (dice) => dice.pick([0, 255, dice.integer(0, 255), dice.integer(0, 15)]),
};

/** The sum of one pass: texels cut to the greatest of those with a weight. */
function passSum(kind: Kind, filter: FilterDesign, texels: readonly Texel[], weights: readonly Rational[]): Rational {
  const weighted = texels.flatMap((texel, n) =>
    weights[n].numerator === 0n ? [] : [{ ...texel, weight: weights[n] }],
  );
  const exponent = Math.max(...weighted.map((texel) => texel.exponent));
  if (exponent === -Infinity) return ZERO;
  const place = powerOfTwo(exponent - kind.kept(filter.alignedSum!) + 1);
  const unit = kind === SRGB ? divide(place, rational(filter.srgbTable![255])) : place;
  return weighted
    .map(({ value, weight }) => multiply(multiply(rational(round(divide(value, unit), 'toward-zero')), unit), weight))
    .reduce(add, ZERO);
}

function result({ bits, leastExponent }: Kind, { alignedSum }: FilterDesign, sum: Rational): number {
  const rounded = roundedFloat(sum, bits, leastExponent, alignedSum!.rounding);
  return Math.abs(rounded) < 2 ** -126 ? 0 : rounded;
}

const of256 = (weight: number) => rational(weight, 256);

/** Weights of the four texels of a square. */
function squareWeights(sum: FilterDesign['sum'], a: number, b: number): readonly Rational[] {
  if (sum === 'products') {
    return [(256 - a) * (256 - b), a * (256 - b), (256 - a) * b, a * b].map((product) => rational(product, 65536));
  }
  const corner = Math.floor((a * b + 128) / 256);
  return [256 - a - b + corner, a - corner, b - corner, corner].map(of256);
}

function designOf(filter: Partial<FilterDesign>): Design {
  const { lod } = FULL_QUALITY;
  return {
    ...FULL_QUALITY,
    lod: { ...lod, format: { ...lod.format, fractionBits: 8 } },
    filter: { ...FULL_QUALITY.filter, weightBits: 8, sum: 'products', ...filter },
  };
}

/** A filter of any kept bits and rounding, with a table that rises to any code of 1. */
function anyFilter(dice: Dice): Partial<FilterDesign> {
  const srgbTable = Array.from({ length: 256 }, () => dice.integer(0, dice.pick([1000, 65535]))).toSorted(
    (a, b) => a - b,
  );
  srgbTable[255] = dice.pick([65536, 65535, Math.max(255, srgbTable[255])]);
  return {
    srgbTable: dice.chance(0.5) ? srgbTable : srgbTable.with(0, 0),
    sum: dice.pick(['products', 'rounded-products']),
    floatPath: dice.pick(['fused', 'float32-steps']),
    rounding: 'nearest-up',
    alignedSum: {
      guardBits: dice.integer(0, 9),
      srgbBits: dice.integer(1, 14),
      srgbExponentBits: dice.integer(0, 8),
      rounding: dice.pick(NEAREST_ROUNDINGS),
    },
  };
}

function levelOf({ bytes }: Kind, codes: readonly number[]): Uint8Array {
  const of = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array }[bytes];
  return new Uint8Array(of.from(codes).buffer);
}

/** The red results of lanes at weights of 1/256 along u, v and w, and between levels. */
function reds(
  design: Design,
  kind: Kind,
  size: readonly [number, number, number],
  levels: readonly (readonly number[])[],
  weights: readonly (readonly number[])[],
): readonly number[] {
  const format = TEXEL_FORMATS.get(kind.format)!;
  const [width, height, depth] = size;
  const image = {
    format,
    width,
    height,
    ...(depth > 1 && ({ type: '3d', depth } as const)),
    layers: 1,
    levels: levels.map((codes) => levelOf(kind, codes)),
  };
  const batch = lanesOf(weights.length, (lanes, lane) => {
    const [a, b, c = 0, f = 0] = weights[lane];
    lanes.s[lane] = (0.5 + a / 256) / 2;
    lanes.t[lane] = (0.5 + b / 256) / 2;
    lanes.r[lane] = (0.5 + c / 256) / 2;
    lanes.lod[lane] = f / 256;
  });
  const sampler = { ...DEFAULT_SAMPLER, mipmapMode: levels.length > 1 ? 'linear' : 'nearest' } as const;
  const all = sample(design, image, sampler, EXPLICIT, batch);
  return weights.map((_, lane) => all[4 * lane]);
}

const KINDS = [
  HALVES,
  floats('r32_sfloat', 4, FLOAT32, [8, 23, true], [100, 140]),
  floats('b10g11r11_ufloat_pack32', 4, HALF, [5, 6, false], [0, 30]),
  SRGB,
];
const corners = [0, 1, 128, 255];
const SQUARE = (dice: Dice) =>
  Array.from({ length: LANES }, (_, n) =>
    n < 16 ? [corners[n % 4], corners[n >> 2]] : [dice.integer(0, 255), dice.integer(0, 255)],
  );

describe.each(KINDS)('an aligned sum of $format', (kind) => {
  const drawn = (dice: Dice, count: number, filter: FilterDesign) => {
    const codes = Array.from({ length: count }, () => kind.draw(dice));
    return { codes, texels: codes.map((code) => kind.texel(code, filter)) };
  };

  it('cuts four texels to the greatest with a weight, and rounds their exact sum once', () => {
    const dice = new Dice(0xa119);
    for (let n = 0; n < draws(48); n++) {
      const design = designOf(anyFilter(dice));
      const { codes, texels } = drawn(dice, 4, design.filter);
      const weights = SQUARE(dice);
      const got = reds(design, kind, [2, 2, 1], [codes], weights);
      weights.forEach(([a, b], lane) => {
        const sum = passSum(kind, design.filter, texels, squareWeights(design.filter.sum, a, b));
        expect(got[lane], `${codes.join()} ${a} ${b} ${JSON.stringify(design.filter.alignedSum)}`).toBe(
          result(kind, design.filter, sum),
        );
      });
    }
  });

  it('aligns each slice of a volume by itself', () => {
    const dice = new Dice(0x511ce);
    for (let n = 0; n < draws(24); n++) {
      const design = designOf({ ...anyFilter(dice), sum: dice.pick(['lerps', 'products']) });
      const { codes, texels } = drawn(dice, 8, design.filter);
      const weights = SQUARE(dice).map((ab) => [...ab, dice.pick([0, 1, dice.integer(0, 255)])]);
      const got = reds(design, kind, [2, 2, 2], [codes], weights);
      weights.forEach(([a, b, c], lane) => {
        const [near, far] = [256 - c, c].map((slice, z) => {
          const products = squareWeights('products', a, b).map((weight) => multiply(weight, of256(slice)));
          return passSum(kind, design.filter, texels.slice(4 * z, 4 * z + 4), products);
        });
        expect(got[lane], `${codes.join()} ${a} ${b} ${c}`).toBe(result(kind, design.filter, add(near, far)));
      });
    }
  });

  it('adds two levels before it rounds', () => {
    const dice = new Dice(0x1e7e1);
    for (let n = 0; n < draws(24); n++) {
      const design = designOf({ ...anyFilter(dice), sum: dice.pick(['lerps', 'products']) });
      const { codes, texels } = drawn(dice, 5, design.filter);
      const weights = SQUARE(dice).map((ab) => [...ab, 0, dice.integer(0, 255)]);
      const got = reds(design, kind, [2, 2, 1], [codes.slice(0, 4), codes.slice(4)], weights);
      weights.forEach(([a, b, , f], lane) => {
        const fine = passSum(kind, design.filter, texels.slice(0, 4), squareWeights('products', a, b));
        const coarse = passSum(kind, design.filter, texels.slice(4), [rational(1)]);
        const sum = add(multiply(fine, of256(256 - f)), multiply(coarse, of256(f)));
        expect(got[lane], `${codes.join()} ${a} ${b} ${f}`).toBe(result(kind, design.filter, sum));
      });
    }
  });
});

describe('an aligned sum beside a border', () => {
  it('has 0 of a transparent border, whatever the table has for code 0', () => {
    const srgbTable = Array.from({ length: 256 }, (_, code) => 256 + 256 * code);
    const sampler = { ...DEFAULT_SAMPLER, addressModeU: 'clamp_to_border' } as const;
    const image = {
      format: TEXEL_FORMATS.get('r8_srgb')!,
      width: 1,
      height: 1,
      layers: 1,
      levels: [Uint8Array.of(255)],
    };
    const batch = lanesOf(1, (lanes) => {
      lanes.s[0] = 0.25;
      lanes.t[0] = 0.5;
    });
    expect(sample(designOf({ srgbTable, alignedSum: H100 }), image, sampler, EXPLICIT, batch)[0]).toBe(0.75);
  });
});

describe('aligned sums of halves', () => {
  const halves = (codes: readonly number[], weights: readonly (readonly number[])[], filter = H100) =>
    reds(designOf({ alignedSum: filter }), HALVES, [2, 2, 1], [codes], weights);
  const ONE = 0x3c00;

  it('have infinities and NaN of the texels with a weight', () => {
    const [INFINITY, NEGATIVE, NAN] = [0x7c00, 0xfc00, 0x7e00];
    const at = [[0, 0], [128, 0]]; // prettier-ignore
    expect(halves([ONE, INFINITY, ONE, INFINITY], at)).toEqual([1, Infinity]);
    expect(halves([INFINITY, NEGATIVE, ONE, ONE], at)).toEqual([Infinity, NaN]);
    expect(halves([ONE, NAN, ONE, ONE], at)).toEqual([1, NaN]);
  });

  it('reach the greatest float', () => {
    const at = [[0, 0], [100, 37]]; // prettier-ignore
    expect(halves(Array(4).fill(0xfbff), at)).toEqual([-65504, -65504]);
    const float32 = reds(designOf({ alignedSum: H100 }), KINDS[1], [2, 2, 1], [Array(4).fill(0x7f7fffff)], at);
    expect(float32).toEqual([(2 - 2 ** -23) * 2 ** 127, (2 - 2 ** -23) * 2 ** 127]);
  });

  it('are not flushed: the least half is a result', () => {
    expect(halves([1, 0, 1, 0], [[0, 0], [127, 0], [128, 0], [129, 0]])).toEqual([2 ** -24, 2 ** -24, 2 ** -24, 0]); // prettier-ignore
    expect(halves([0x8001, 0, 0x8001, 0], [[128, 0]])).toEqual([-(2 ** -24)]);
  });

  it('lose what is 16 bits below the greatest texel', () => {
    // Of 1, 15 bits end at 2^-14; the small texel is 2^-15.
    const small = 0x0200;
    expect(halves([ONE, small, ONE, small], [[255, 0]])).toEqual([1 / 256]);
    expect(halves([ONE, small, ONE, small], [[255, 0]], { ...H100, guardBits: 5 })).toEqual([1 / 256 + 2 ** -15]);
  });
});

describe('an aligned sum of a shared exponent', () => {
  it('has the exponent of the greatest component, whose first bit is below the point', () => {
    // Green of texel 0 has the first bit of exponent 15, red the last one. Red of texel 1 has 9 bits down to 2^-16.
    const codes = [15 * 2 ** 27 + 256 * 2 ** 9 + 1, 8 * 2 ** 27 + 511];
    const e5 = { ...HALVES, format: 'e5b9g9r9_ufloat_pack32', bytes: 4 } as const;
    const guarded = (guardBits: number) =>
      reds(
        designOf({ alignedSum: { ...H100, guardBits } }),
        e5,
        [2, 2, 1],
        [[codes[0], codes[1], codes[0], codes[1]]],
        [[128, 0]],
      )[0];
    const [one, other] = [2 ** -9, 511 * 2 ** -16];
    const cut = (place: number) =>
      roundedFloat(exactly((one + Math.trunc(other / place) * place) / 2), 11, -14, 'nearest-away');
    expect([guarded(0), guarded(4), guarded(12)]).toEqual([cut(2 ** -10), cut(2 ** -14), cut(2 ** -22)]);
  });

  it('leaves 1 of the component that the format lacks, beside texels of any size', () => {
    const format = TEXEL_FORMATS.get('e5b9g9r9_ufloat_pack32')!;
    const bright = new Uint8Array(Uint32Array.of(2 ** 32 - 1, 31 * 2 ** 27 + 256).buffer);
    const image = { format, width: 2, height: 1, layers: 1, levels: [bright] };
    const batch = lanesOf(1, (lanes) => (lanes.s[0] = 0.5));
    const color = sample(designOf({ alignedSum: H100 }), image, DEFAULT_SAMPLER, EXPLICIT, batch);
    // 511 2^7, and half of it.
    expect(color.slice(0, 4)).toEqual(Float32Array.of((511 + 256) * 2 ** 6, 511 * 2 ** 6, 511 * 2 ** 6, 1));
  });
});

const NEAREST = { ...DEFAULT_SAMPLER, magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest' } as const;

describe('a texel alone', () => {
  it('is a denormal float32 still, which sums flush', () => {
    const kind = KINDS[1];
    const denormal = Uint32Array.of(1);
    const image = {
      format: TEXEL_FORMATS.get(kind.format)!,
      width: 1,
      height: 1,
      layers: 1,
      levels: [new Uint8Array(denormal.buffer)],
    };
    const results = [NEAREST, DEFAULT_SAMPLER].map(
      (sampler) =>
        sample(
          designOf({ alignedSum: H100 }),
          image,
          sampler,
          EXPLICIT,
          lanesOf(1, () => {}),
        )[0],
    );
    expect(results).toEqual([2 ** -149, 0]);
  });

  it('is not cut', () => {
    const srgbTable = Array.from({ length: 256 }, (_, code) => code * 257);
    const design = designOf({ srgbTable, alignedSum: { ...H100, srgbBits: 1 } });
    const batch = lanesOf(1, (lanes) => {
      lanes.s[0] = 0.25;
      lanes.t[0] = 0.25;
    });
    const image = {
      format: TEXEL_FORMATS.get('r8_srgb')!,
      width: 1,
      height: 1,
      layers: 1,
      levels: [Uint8Array.of(0xc0)],
    };
    expect(sample(design, image, NEAREST, EXPLICIT, batch)[0]).toBe(
      Math.fround(roundedFloat(rational(0xc0, 255), 11, -14, 'nearest-away')),
    );
    expect(sample(design, image, DEFAULT_SAMPLER, EXPLICIT, batch)[0]).toBe(
      Math.fround(roundedFloat(rational(32768, 65535), 11, -14, 'nearest-away')),
    );
  });
});
