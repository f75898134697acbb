import { describe, expect, it } from 'vitest';
import { axisWidths } from '../../../rtl-model/design/axis-widths.ts';
import type { Design, LodDesign } from '../../../rtl-model/design/design.ts';
import { majorAxis } from '../../../rtl-model/lod-unit/ellipse.ts';
import { NarrowAxes, narrowRatio } from '../../../rtl-model/lod-unit/narrow-axes.ts';
import { planeLength } from '../../../rtl-model/lod-unit/scale-factor.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import {
  type BinaryNumber,
  bitsOf,
  inUnits,
  integerRoot,
  isLess,
  leading,
  magnitude,
  quotientOf,
  rootOf,
  shifted,
  times,
  toNumber,
} from '../../oracle/binary-number.ts';
import { Dice } from '../../oracle/dice.ts';
import { preset } from '../../pipeline/random-work.ts';
import { draws } from '../../oracle/draws.ts';

const BASE = preset('full-quality').lod;
const METHODS = ['ellipse', 'euclidean', 'max-component', 'component-sum', 'alpha-max-beta-min'] as const;
type Six = readonly [number, number, number, number, number, number];

interface Widths {
  readonly scale: number;
  readonly ellipse: number;
  readonly length: number;
  readonly minor: number;
}

function designed(method: LodDesign['scaleFactor'], { scale, ellipse, length, minor }: Widths): LodDesign {
  return {
    ...BASE,
    scaleFactor: method,
    alpha: 1,
    beta: 0.4,
    alphaBetaBits: 4,
    scaleFactorBits: scale,
    ellipseBits: ellipse,
    lengthBits: length,
    minorAxisBits: minor,
    anisotropicRates: [1, 2, 4, 8, 16],
  };
}

function designOf(widths: Widths): Design {
  return { ...preset('full-quality'), lod: designed('ellipse', widths) };
}

interface Measured {
  readonly major: number;
  readonly along: readonly number[];
  readonly minor: number;
  readonly samples: number;
}

function measured(lod: LodDesign, d: Six, maxAnisotropy: number): Measured {
  const axes = NarrowAxes.of(lod)!;
  const [xu, xv, xw, yu, yv, yw] = d;
  const measuredAxes = axes.measure(PLAIN, { xu, xv, xw, yu, yv, yw }, xw !== 0 || yw !== 0);
  const { major, alongX, alongY } = measuredAxes;
  const { length, samples } = axes.anisotropy(PLAIN, measuredAxes, maxAnisotropy);
  return { major, along: [alongX + 0, alongY + 0], minor: length, samples };
}

/** The same in integers without bounds, as docs/arithmetic.md states it. */
function stated(method: LodDesign['scaleFactor'], widths: Widths, d: Six, maxAnisotropy: number): Measured {
  const parts = d.map(magnitude);
  const k = Math.max(...parts.map(({ m, e }) => (m === 0n ? -Infinity : e))) + 24 - widths.scale;
  if (k === -Infinity) return { major: 0, along: method === 'ellipse' ? [0, 1] : [0, 1], minor: 0, samples: 1 };
  const [xu, xv, xw, yu, yv, yw] = parts.map((part, n) => inUnits(part, k) * (d[n] < 0 ? -1n : 1n));
  const [x, y] = [
    [xu, xv, xw],
    [yu, yv, yw],
  ];
  const sum = (terms: readonly bigint[]) => terms.reduce((a, b) => a + b, 0n);
  const absolute = (n: bigint) => (n < 0n ? -n : n);
  let major: BinaryNumber;
  let minor: BinaryNumber;
  let along: readonly number[];
  if (method === 'ellipse') {
    const [squareX, squareY, dot] = [
      sum(x.map((c) => c * c)),
      sum(y.map((c) => c * c)),
      sum(x.map((c, n) => c * y[n])),
    ];
    const dropped = bitsOf(squareX + squareY) - widths.ellipse;
    const parallel = [0, 1, 2].every((a) => {
      const b = (a + 1) % 3;
      return absolute(x[a] * y[b] - x[b] * y[a]) <= sum([x[a], x[b], y[a], y[b]].map(absolute));
    });
    const [sx, sy] = [shifted(squareX, dropped), shifted(squareY, dropped)];
    const sd = parallel ? 0n : shifted(2n * absolute(dot), dropped);
    const p = absolute(sx - sy);
    const t = integerRoot(p * p + sd * sd);
    major = rootOf({ m: sx + sy + t, e: 2 * k + dropped - 1 }, widths.length);
    const area = { m: absolute(xu * yv - xv * yu), e: 2 * k };
    minor = major.m === 0n ? { m: 0n, e: 0 } : quotientOf(area, major, widths.minor);
    const q = t + p;
    const root = integerRoot(q * q + sd * sd);
    if (xw === 0n && yw === 0n) {
      const held = axisWidths(designOf(widths))!;
      const wires: Readonly<Partial<Record<keyof typeof held, readonly bigint[]>>> = {
        square: [squareX, squareY, area.m],
        product: [2n * absolute(dot)],
        aligned: [sx, sy, sd, p],
        sum: [t, sx + sy + t, q],
        direction: [root],
      };
      for (const [name, values] of Object.entries(wires)) {
        const most = held[name as keyof typeof held];
        const wide = values.filter((value) => bitsOf(value) > most);
        if (wide.length > 0) expect([name, wide]).toEqual([name, []]);
      }
    }
    const fraction = (n: bigint) => Number((n << BigInt(widths.ellipse)) / root) / 2 ** widths.ellipse;
    const both = root === 0n ? [1, 0] : [fraction(q), fraction(sd) * (dot < 0n ? -1 : 1)];
    along = sx > sy ? both : both.toReversed();
  } else {
    const [lengthX, lengthY] = [x, y].map((vector) => lengthOf(method, vector.map(absolute), k, widths.length));
    const longerX = isLess(lengthY, lengthX);
    [major, minor] = longerX ? [lengthX, lengthY] : [lengthY, lengthX];
    along = longerX ? [1, 0] : [0, 1];
  }
  const most = magnitude(maxAnisotropy);
  const least = isLess(minor, { m: 1n, e: 0 }) ? { m: 1n, e: 0 } : minor;
  const samples = [1, 2, 4, 8, 16].find(
    (rate) => rate >= maxAnisotropy || !isLess(times({ m: BigInt(rate), e: 0 }, least), major),
  );
  const lod = isLess(times(most, minor), major) ? quotientOf(major, most, widths.minor) : minor;
  return { major: toNumber(major), along: along.map((c) => c + 0), minor: toNumber(lod), samples: samples ?? 16 };
}

function lengthOf(method: LodDesign['scaleFactor'], vector: readonly bigint[], k: number, bits: number): BinaryNumber {
  const [large, middle, small] = vector.toSorted((a, b) => (a < b ? 1 : -1));
  switch (method) {
    case 'max-component':
      return leading({ m: large, e: k }, bits);
    case 'component-sum':
      return leading({ m: large + middle + small, e: k }, bits);
    case 'alpha-max-beta-min':
      // 0.4 in 4 bits is 6 / 16.
      return leading({ m: 16n * large + 6n * (middle + small), e: k - 4 }, bits);
    default:
      return rootOf({ m: large * large + middle * middle + small * small, e: 2 * k }, bits);
  }
}

/** Compares two records. Vitest's own comparison, which takes most of a test's time, runs where they differ. */
function expectSame(got: Measured, stated: Measured, context: unknown): void {
  const fields = ({ major, along, minor, samples }: Measured) => [major, ...along, minor, samples];
  const expected = fields(stated);
  if (fields(got).every((value, n) => Object.is(value, expected[n]))) return;
  expect([context, got]).toEqual([context, stated]);
}

describe.each(METHODS)('axes by %s in explicit widths', (method) => {
  it('are those of integers: all vectors from -4 to 4 texels, in few bits', () => {
    for (const widths of [
      { scale: 3, ellipse: 4, length: 3, minor: 3 },
      { scale: 2, ellipse: 7, length: 6, minor: 2 },
    ]) {
      const lod = designed(method, widths);
      for (let n = 0; n < 9 ** 4; n++) {
        const c = (axis: number) => (Math.floor(n / 9 ** axis) % 9) - 4;
        const d: Six = [c(0), c(1), 0, c(2), c(3), 0];
        expectSame(measured(lod, d, 4), stated(method, widths, d, 4), d);
      }
    }
  });

  it('are those of integers: random vectors of all widths, in two and three dimensions', () => {
    const dice = new Dice(0xa1);
    for (let n = 0; n < draws(6000, 8); n++) {
      const width = () => dice.integer(2, 24);
      const widths = { scale: width(), ellipse: width(), length: width(), minor: width() };
      const scale = 2 ** dice.pick([-125, -60, -8, 0, 3, 60, 124]);
      const part = () => Math.fround(dice.real(-1, 1) * scale * 2 ** -dice.integer(0, 6));
      const three = dice.chance(0.3);
      const [u, v] = [part(), part()];
      // Parallel and perpendicular vectors among them.
      const [a, b] = dice.pick([
        [part(), part()],
        [u / 4, v / 4],
        [-v, u],
        [0, 0],
      ]);
      const d: Six = [u, v, three ? part() : 0, a, b, three ? part() : 0];
      const most = dice.pick([1, 2, 2.5, 16]);
      expectSame(measured(designed(method, widths), d, most), stated(method, widths, d, most), [widths, d]);
    }
  });

  it('lie within the bounds of the scale factor, but for the bits cut off', () => {
    const dice = new Dice(0xa2);
    for (let n = 0; n < draws(5000, 8); n++) {
      const bits = dice.integer(4, 24);
      const lod = designed(method, { scale: bits, ellipse: bits, length: bits, minor: bits });
      const [u, v] = [Math.fround(dice.real(-9, 9)), Math.fround(dice.real(-9, 9))];
      const { major } = measured(lod, [u, v, 0, 0, 0, 0], 1);
      const lost = 3 * 2 ** (1 - bits);
      expect(major).toBeGreaterThan(Math.max(Math.abs(u), Math.abs(v)) * (1 - lost));
      expect(major).toBeLessThanOrEqual(Math.SQRT2 * (Math.abs(u) + Math.abs(v)));
    }
  });

  it('rise with the magnitude of a component, in every width', () => {
    for (const bits of [3, 8, 24]) {
      const lod = designed(method, { scale: bits, ellipse: bits, length: bits, minor: bits });
      for (const rest of [0, 0.7, 5]) {
        // The common exponent moves with the largest component: what the other loses is below that of the sum.
        let before = 0;
        for (let n = 0; n <= 400; n++) {
          const { major } = measured(lod, [2 ** (n / 50 - 4), rest, 0, 0, 0, 0], 1);
          expect(major).toBeGreaterThanOrEqual(before * (1 - 2 ** (2 - bits)));
          before = Math.max(before, major);
        }
      }
    }
  });

  it('come as near to the ideal ones as their bits let them', () => {
    const dice = new Dice(0xa3);
    for (let n = 0; n < draws(5000, 8); n++) {
      const bits = dice.integer(6, 24);
      const lod = {
        ...designed(method, { scale: bits, ellipse: bits, length: bits, minor: bits }),
        alpha: 1,
        beta: 0.5,
      };
      const angle = dice.real(0.2, Math.PI - 0.2);
      const [length, turn] = [dice.real(1, 9), dice.real(0, 7)];
      const d = [turn, turn + angle]
        .flatMap((at) => [length * Math.cos(at), length * Math.sin(at), 0])
        .map(Math.fround) as unknown as Six;
      const [xu, xv, , yu, yv] = d;
      const longer = () => Math.max(planeLength(PLAIN, xu, xv, lod), planeLength(PLAIN, yu, yv, lod));
      const ideal = Math.fround(method === 'ellipse' ? majorAxis(PLAIN, { xu, xv, yu, yv }) : longer());
      // Both vectors may pass for parallel while 8 units are as large as their area.
      if (method === 'ellipse' && 8 * 2 ** (1 - bits) > Math.sin(angle)) continue;
      // Components lose a unit each, which is sqrt(2) of a length for the sum; the squares 2.5, the length itself one.
      const error = (Math.SQRT2 + 2.5 + 1) * 2 ** (1 - bits) + 2 ** -23;
      expect(Math.abs(measured(lod, d, 1).major / ideal - 1)).toBeLessThan(error);
    }
  });

  it('are infinite, with one sample, where a derivative is not finite, and zero where all are', () => {
    const lod = designed(method, { scale: 8, ellipse: 8, length: 8, minor: 8 });
    for (const odd of [NaN, Infinity, -Infinity]) {
      for (const at of [0, 1, 3, 4]) {
        const d = [1, 2, 0, 3, 4, 0].map((part, n) => (n === at ? odd : part)) as unknown as Six;
        const { major, minor, samples } = measured(lod, d, 16);
        expect([major, minor, samples]).toEqual([Infinity, Infinity, 1]);
      }
    }
    for (const none of [0, -0, 2 ** -127, 2 ** -149]) {
      const { major, minor, samples } = measured(lod, [none, none, 0, none, none, 0], 16);
      expect([major, minor, samples]).toEqual([0, 0, 1]);
    }
  });
});

describe('eta in explicit widths', () => {
  it('is what N reaches, and no rate below it', () => {
    const dice = new Dice(0xe7a);
    const lod = designed('euclidean', { scale: 6, ellipse: 6, length: 5, minor: 5 });
    const axes = NarrowAxes.of(lod)!;
    for (let n = 0; n < draws(4000); n++) {
      const most = dice.pick([1, 2, 2.5, 16]);
      const d = { xu: dice.real(0, 40), xv: dice.integer(0, 3), xw: 0, yu: 0, yv: dice.real(0, 4), yw: 0 };
      const ofPlane = axes.measure(PLAIN, d, false);
      const { samples, least } = axes.anisotropy(PLAIN, ofPlane, most);
      const eta = narrowRatio(ofPlane.major, least, most);
      expect(Math.fround(eta)).toBe(eta);
      expect(eta).toBeLessThanOrEqual(most);
      expect(samples).toBe(lod.anisotropicRates.find((rate) => rate >= eta));
    }
  });
});

describe('the direction of the major axis', () => {
  it('is that of the ideal ellipse: dX and dY take the parts that make the longest vector', () => {
    const dice = new Dice(0xa4);
    const lod = designed('ellipse', { scale: 24, ellipse: 24, length: 24, minor: 24 });
    for (let n = 0; n < draws(2000); n++) {
      const [xu, xv, yu, yv] = [0, 0, 0, 0].map(() => Math.fround(dice.real(-9, 9)));
      const { major, along } = measured(lod, [xu, xv, 0, yu, yv, 0], 1);
      const axis = [along[0] * xu + along[1] * yu, along[0] * xv + along[1] * yv];
      expect(Math.hypot(...along)).toBeCloseTo(1, 5);
      expect(Math.hypot(...axis) / major).toBeCloseTo(1, 4);
    }
  });

  it('is dX or dY itself where they are perpendicular or parallel', () => {
    const lod = designed('ellipse', { scale: 12, ellipse: 12, length: 12, minor: 12 });
    expect(measured(lod, [3, 1, 0, -1.1, 3.3, 0], 1).along).toEqual([0, 1]);
    expect(measured(lod, [3.3, 1.1, 0, 0.3, 0.1, 0], 1)).toMatchObject({ along: [1, 0] });
    expect(measured(lod, [0.3, 0.1, 0, 3.3, 1.1, 0], 1)).toMatchObject({ along: [0, 1] });
  });
});

describe('alpha and beta', () => {
  it('are rounded to their fraction bits, to even in a tie', () => {
    const lod = { ...BASE, scaleFactor: 'alpha-max-beta-min', alpha: 1, beta: 0.375 } as const;
    const lengths = ([0, 1, 2, 3, 'exact'] as const).map((alphaBetaBits) => {
      return measured({ ...lod, alphaBetaBits, lengthBits: 24 }, [8, 8, 0, 0, 0, 0], 1).major;
    });
    expect(lengths).toEqual([8, 12, 12, 11, 11]);
  });
});

it('there are no narrow axes where every width is exact', () => {
  expect(NarrowAxes.of(BASE)).toBeNull();
});
