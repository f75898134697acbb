import { describe, expect, it } from 'vitest';
import { orthogonalized } from '../../../rtl-model/lod-unit/ellipse.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import { Dice } from '../../oracle/dice.ts';

type Pair = readonly [number, number, number, number];

function axes([xu, xv, yu, yv]: Pair): Pair {
  const turned = orthogonalized(PLAIN, { xu, xv, yu, yv });
  return [turned.xu, turned.xv, turned.yu, turned.yv];
}

/** Two float32 vectors whose components span `octaves` octaves. */
function randomPair(dice: Dice, octaves: number): Pair {
  const component = () => Math.fround(dice.real(-1, 1) * 2 ** dice.integer(0, octaves));
  return [component(), component(), component(), component()];
}

/** Lengths of the ellipse's axes: the singular values of the pair, by a way that loses no digits of the larger one. */
function singularValues([xu, xv, yu, yv]: Pair): { major: number; minor: number } {
  const major = (Math.hypot(xu + yv, xv - yu) + Math.hypot(xu - yv, xv + yu)) / 2;
  return { major, minor: Math.abs(xu * yv - xv * yu) / major };
}

function lengths([xu, xv, yu, yv]: Pair): { major: number; minor: number } {
  const [x, y] = [Math.hypot(xu, xv), Math.hypot(yu, yv)];
  return { major: Math.max(x, y), minor: Math.min(x, y) };
}

/** The distance of two numbers, in half units in the last place of a float32: 2^-24 of the larger. */
function apart(a: number, b: number): number {
  return a === b ? 0 : Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b)) / 2 ** -24;
}

const RANDOM = Array.from({ length: 5000 }, (_, n) => n);

describe('the orthogonal transformation', () => {
  it('keeps the ellipse: dX dX^T + dY dY^T is what it was', () => {
    const dice = new Dice(0xe11);
    const wrong: string[] = [];
    for (const _ of RANDOM) {
      const pair = randomPair(dice, 4);
      const [xu, xv, yu, yv] = pair;
      const [nu, nv, mu, mv] = axes(pair);
      const size = xu * xu + xv * xv + yu * yu + yv * yv;
      // Entries of a matrix of this trace, relative to it; the caller rounds the vectors to float32.
      const off = Math.max(
        Math.abs(xu * xu + yu * yu - nu * nu - mu * mu),
        Math.abs(xv * xv + yv * yv - nv * nv - mv * mv),
        Math.abs(xu * xv + yu * yv - nu * nv - mu * mv),
      );
      if (off > 2 ** -24 * size) wrong.push(`${pair.join()}: off by ${off / size}`);
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  it('makes the vectors orthogonal and keeps their area', () => {
    const dice = new Dice(0xe12);
    const wrong: string[] = [];
    for (const _ of RANDOM) {
      const pair = randomPair(dice, 4);
      const [xu, xv, yu, yv] = pair;
      const [nu, nv, mu, mv] = axes(pair);
      const dot = Math.abs(nu * mu + nv * mv) / (Math.hypot(nu, nv) * Math.hypot(mu, mv));
      const area = Math.abs(xu * yv - xv * yu);
      const kept = Math.abs(nu * mv - nv * mu);
      if (dot > 2 ** -24 || apart(area, kept) > 1)
        wrong.push(`${pair.join()}: cosine ${dot}, area ${kept}, not ${area}`);
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  it('finds axes of the right length for ellipses as thin as float32 derivatives can make them', () => {
    const dice = new Dice(0xe13);
    const wrong: string[] = [];
    for (let n = 0; n < 5000; n++) {
      // Two vectors whose directions differ by less and less, down to a few units in the last place.
      const [u, v] = [Math.fround(dice.real(0.5, 4)), Math.fround(dice.real(0.5, 4))];
      const turn = 2 ** -dice.integer(4, 21);
      const pair: Pair = [u, v, Math.fround(u * 0.75), Math.fround(v * 0.75 * (1 + turn))];
      const expected = singularValues(pair);
      const got = lengths(axes(pair));
      if (apart(got.major, expected.major) > 1 || apart(got.minor, expected.minor) > 1) {
        wrong.push(`${pair.join()}: ${got.major} and ${got.minor}, not ${expected.major} and ${expected.minor}`);
      }
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  it('gives each component, however small beside the others, to a unit in the last place of a float32', () => {
    const dice = new Dice(0xe14);
    const wrong: string[] = [];
    for (const _ of RANDOM) {
      const pair = randomPair(dice, 16);
      const [xu, xv, yu, yv] = pair;
      const { major, minor } = singularValues(pair);
      // The axes are turned by half the angle of (A - C, -B) of the implicit ellipse A u^2 + B uv + C v^2 = F.
      const [p, b] = [xv * xv + yv * yv - xu * xu - yu * yu, -2 * (xu * xv + yu * yv)];
      const angle = Math.atan2(Math.abs(b), p) / 2;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle) * Math.sign(b)];
      const expected = [minor * cos, minor * sin, -major * sin, major * cos];
      const got = axes(pair);
      if (got.some((component, n) => apart(component, expected[n]) > 2)) wrong.push(`${pair.join()}: ${got.join()}`);
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  it('lays the vectors along u and v where the axes of the ellipse are', () => {
    const [flat, steep] = [axes([1, 4, 2, -2]), axes([4, 1, -2, 2])];
    for (const [n, expected] of [Math.sqrt(5), 0, 0, Math.sqrt(20)].entries()) {
      expect(Math.abs(flat[n])).toBeCloseTo(expected, 12);
      expect(Math.abs(steep[n ^ 1])).toBeCloseTo(expected, 12);
    }
  });

  it('does what Heckbert shows for a sheared square', () => {
    // dX = (2, 0), dY = (1, 1): lengths are the golden ratio's, sqrt(3 +- sqrt(5)).
    const { major, minor } = lengths(axes([2, 0, 1, 1]));
    expect(apart(major, Math.sqrt(3 + Math.sqrt(5)))).toBeLessThan(1);
    expect(apart(minor, Math.sqrt(3 - Math.sqrt(5)))).toBeLessThan(1);
  });

  it.each([
    ['of zero length', [0, 0, 3, 4]],
    ['of zero length', [3, 4, 0, 0]],
    ['of zero length', [0, 0, 0, 0]],
    ['that are parallel', [1, 2, 2, 4]],
    ['that are parallel', [1, 2, -3, -6]],
    ['that are perpendicular', [1, 2, -4, 2]],
    ['that are perpendicular', [0, 5, 3, 0]],
    ['that are perpendicular, the longer first', [6, -4, 2, 3]],
    ['with an infinite component', [Infinity, 1, 2, 1]],
    ['with an infinite component', [1, 1, 2, -Infinity]],
    ['with a NaN', [NaN, 1, 2, 1]],
    ['with a NaN', [1, 1, 2, NaN]],
  ] as [string, Pair][])('leaves vectors alone %s: %j', (_, pair) => {
    expect(axes(pair)).toEqual(pair);
  });

  it('makes no NaN of the largest and smallest float32 vectors', () => {
    const extremes = [3.4e38, 1e38, 1, 2 ** -126, 2 ** -149, -3.4e38, -1, -(2 ** -149)].map(Math.fround);
    for (const xu of extremes)
      for (const xv of extremes)
        for (const yu of extremes)
          for (const yv of extremes) {
            const result = axes([xu, xv, yu, yv]);
            if (result.some((c) => !Number.isFinite(c))) expect.fail(`${[xu, xv, yu, yv].join()}: ${result.join()}`);
          }
  });
});
