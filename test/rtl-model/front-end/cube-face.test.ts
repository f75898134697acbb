import { describe, expect, it } from 'vitest';
import {
  alongFace,
  cubeFace as faceOf,
  coordinatesOnFace,
  derivativesOnFace,
} from '../../../rtl-model/front-end/cube-face.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import { FACE_POINTS } from '../../oracle/cube-geometry.ts';
import { Dice } from '../../oracle/dice.ts';

const SIGNS = [-1, 1];
const FACES = [0, 1, 2, 3, 4, 5];

const cubeFace = (x: number, y: number, z: number) => faceOf(PLAIN, [x, y, z]);

/** Face, u and v of a direction. */
function onFace(x: number, y: number, z: number): readonly [face: number, u: number, v: number] {
  const face = cubeFace(x, y, z);
  return [face, ...coordinatesOnFace(PLAIN, alongFace(PLAIN, face, [x, y, z]), 0)];
}

/** du/dx, dv/dx, du/dy and dv/dy. @param d those of the direction, along x and then along y */
function derivativesOf(x: number, y: number, z: number, d: ArrayLike<number>): readonly number[] {
  const face = cubeFace(x, y, z);
  const along = alongFace(PLAIN, face, [x, y, z]);
  return [0, 3].flatMap((n) => derivativesOnFace(PLAIN, face, along, [d[n], d[n + 1], d[n + 2]], 0));
}

describe('cubeFace', () => {
  it('is the face whose axis the direction points along', () => {
    const points = FACES.map((face) => FACE_POINTS[face](0.75, -0.5));
    expect(points.map(([x, y, z]) => cubeFace(x, y, z))).toEqual(FACES);
    expect(points.map(([x, y, z]) => cubeFace(1e30 * x, 1e30 * y, 1e30 * z))).toEqual(FACES);
  });

  it('lets z win over y and x, and y over x, where magnitudes are equal', () => {
    for (const x of SIGNS) {
      for (const y of SIGNS) {
        expect([x, y, cubeFace(x, y, 0.5)]).toEqual([x, y, y > 0 ? 2 : 3]);
        for (const z of SIGNS) {
          expect([x, y, z, cubeFace(x, y, z)]).toEqual([x, y, z, z > 0 ? 4 : 5]);
          expect([x, z, cubeFace(x, 0.5, z)]).toEqual([x, z, z > 0 ? 4 : 5]);
          expect([y, z, cubeFace(0.5, y, z)]).toEqual([y, z, z > 0 ? 4 : 5]);
        }
      }
    }
  });

  it('takes NaN as zero, and zero of either sign as +z', () => {
    expect(cubeFace(NaN, NaN, NaN)).toBe(4);
    expect(cubeFace(0, 0, -0)).toBe(4);
    expect(cubeFace(-1, NaN, 0.5)).toBe(1);
    expect(cubeFace(NaN, -1, NaN)).toBe(3);
    expect(cubeFace(NaN, 0, -1)).toBe(5);
    expect(cubeFace(-0.25, 0, NaN)).toBe(1);
  });

  it('selects a face for infinities by the rules of equal magnitudes', () => {
    expect(cubeFace(-Infinity, 3, 4)).toBe(1);
    expect(cubeFace(Infinity, -Infinity, 4)).toBe(3);
    expect(cubeFace(Infinity, Infinity, Infinity)).toBe(4);
  });
});

describe('coordinates on a face', () => {
  it('finds u and v of a point on every face, whatever the length of the direction', () => {
    for (const face of FACES) {
      for (const scale of [1, 0.5, 2 ** 70, 2 ** -70]) {
        for (let s = -7; s <= 7; s++) {
          for (let t = -7; t <= 7; t++) {
            const [x, y, z] = FACE_POINTS[face](s / 8, t / 8);
            const got = onFace(scale * x, scale * y, scale * z);
            expect([face, ...got]).toEqual([face, face, (s + 8) / 16, (t + 8) / 16]);
          }
        }
      }
    }
  });

  it('rounds the quotient and the sum to float32', () => {
    const dice = new Dice(11);
    for (let n = 0; n < 5000; n++) {
      const face = dice.integer(0, 5);
      const steps = Float32Array.of(dice.real(-1, 1), dice.real(-1, 1), dice.real(0.5, 4));
      const [s, t, scale] = steps;
      const [x, y, z] = FACE_POINTS[face](s, t).map((c) => Math.fround(c * scale));
      const [sc, tc, rc] = [s * scale, t * scale, scale].map(Math.fround);
      const staged = Float32Array.of(sc / rc, tc / rc).map((quotient) => 0.5 * quotient);
      const [, u, v] = onFace(x, y, z);
      expect([x, y, z, u, v]).toEqual([x, y, z, ...staged.map((half) => half + 0.5)]);
    }
  });

  it('gives NaN for the zero vector and NaN along the component that is NaN', () => {
    expect(onFace(0, 0, 0)).toEqual([4, NaN, NaN]);
    expect(onFace(NaN, 0.5, 1)).toEqual([4, NaN, 0.25]);
    expect(onFace(Infinity, 1, Infinity)).toEqual([4, NaN, 0.5]);
  });
});

describe('derivatives on a face', () => {
  it('gives the velocity on the face of a direction that also changes its length', () => {
    // length * point(s, t), with length, s and t each linear in X and in Y: dyadic, so that float32 is exact.
    const dice = new Dice(12);
    const eighth = (range: number) => dice.integer(-8 * range, 8 * range) / 8;
    for (let n = 0; n < 3000; n++) {
      const face = n % 6;
      const [s, t] = [dice.integer(-7, 7) / 8, dice.integer(-7, 7) / 8];
      const length = 2 ** dice.integer(-3, 3);
      const along = [0, 1].map(() => ({ ds: eighth(4), dt: eighth(4), dLength: eighth(2) }));
      const point = FACE_POINTS[face](s, t);
      const origin = FACE_POINTS[face](0, 0);
      const d = along.flatMap(({ ds, dt, dLength }) =>
        FACE_POINTS[face](ds, dt).map((c, axis) => dLength * point[axis] + length * (c - origin[axis])),
      );
      const [x, y, z] = point.map((c) => length * c);
      const got = derivativesOf(x, y, z, Float32Array.from(d));
      const expected = along.flatMap(({ ds, dt }) => [ds / 2, dt / 2]);
      expect([face, s, t, length, ...got.map((v) => v + 0)]).toEqual([face, s, t, length, ...expected]);
    }
  });

  it('rounds every product, difference and quotient to float32', () => {
    const f = Math.fround;
    const dice = new Dice(13);
    const real = () => f(dice.real(-1, 1));
    for (let n = 0; n < 2000; n++) {
      const [x, y, z] = [real(), real(), 1 + f(Math.abs(real()))].map(f);
      const d = Float32Array.from({ length: 6 }, real);
      const got = derivativesOf(x, y, z, d);
      const dudx = f(0.5 * f(f(f(z * d[0]) - f(x * d[2])) / f(z * z)));
      const dvdy = f(0.5 * f(f(f(z * -d[4]) - f(-y * d[5])) / f(z * z)));
      expect([x, y, z, ...d, got[0], got[3]]).toEqual([x, y, z, ...d, dudx, dvdy]);
    }
  });
});
