import { describe, expect, it } from 'vitest';
import { fixedPoint, roundedInteger } from './address/fixed-point.ts';
import { faceCoordinate, neighbourTexel } from './address/cube.ts';
import { wrapIndex } from './address/wrap.ts';
import { ellipseAxes } from './address/scale-factor.ts';
import { foreignDevice } from './device.ts';
import { cubicWeights } from './filter/axis-taps.ts';
import { seededRandom } from './switches/random.ts';

const device = foreignDevice('vulkan');

/** The pseudocode of D3D11.3 7.18.9 for the modes 1 to 5; -1 is the border. */
function pseudocode(mode: number, index: number, count: number): number {
  let scaled = index;
  if (scaled >= 0 && scaled <= count - 1) return scaled;
  switch (mode) {
    case 1:
      scaled %= count;
      return scaled < 0 ? scaled + count : scaled + 0;
    case 2: {
      if (scaled < 0) scaled = -scaled - 1;
      const flip = Math.trunc(scaled / count) & 1;
      scaled %= count;
      return flip === 1 ? count - scaled - 1 : scaled;
    }
    case 3:
      return Math.max(0, Math.min(scaled, count - 1));
    case 5:
      if (scaled < 0) scaled = -scaled - 1;
      return Math.max(0, Math.min(scaled, count - 1));
    default:
      return -1;
  }
}

describe('address modes', () => {
  it('agrees with the other text on every index of small sizes', () => {
    const modes = ['repeat', 'mirrored_repeat', 'clamp_to_edge', 'clamp_to_border', 'mirror_clamp_to_edge'] as const;
    for (let size = 1; size <= 9; size++)
      for (let index = -40; index <= 40; index++)
        for (const [n, mode] of modes.entries()) {
          const got = wrapIndex(device, mode, index, size) ?? -1;
          expect([mode, size, index, got]).toEqual([mode, size, index, pseudocode(n + 1, index, size)]);
        }
  });
});

describe('fixed-point numbers', () => {
  it('rounds ties to even, up, down, or late and early within 0.6 of a step', () => {
    expect([0.5, 1.5, 2.5, -0.5].map((value) => roundedInteger(value, 'nearest_even') + 0)).toEqual([0, 2, 2, 0]);
    expect([0.5, 1.5, -0.5].map((value) => roundedInteger(value, 'nearest_up') + 0)).toEqual([1, 2, 0]);
    expect([0.5, 1.5, -0.5].map((value) => roundedInteger(value, 'nearest_down') + 0)).toEqual([0, 1, -1]);
    expect([0.58, 0.6].map((value) => roundedInteger(value, 'late'))).toEqual([0, 1]);
    expect([0.4, 0.42].map((value) => roundedInteger(value, 'early'))).toEqual([0, 1]);
  });

  it('is never farther from the number than its rounding allows', () => {
    const random = seededRandom(3);
    const most = { nearest_even: 0.5, nearest_up: 0.5, nearest_down: 0.5, late: 0.6, early: 0.6, down: 1, up: 1 };
    for (let n = 0; n < 2000; n++) {
      const value = random.between(-20, 20);
      for (const [name, bound] of Object.entries(most)) {
        expect(Math.abs(fixedPoint(value, 8, name) - value) * 256).toBeLessThanOrEqual(bound);
      }
    }
  });
});

describe('cubes', () => {
  it('maps the axes to the centres of their faces', () => {
    const axes = [
      [1, 0, 0],
      [-1, 0, 0],
      [0, 1, 0],
      [0, -1, 0],
      [0, 0, 1],
      [0, 0, -1],
    ];
    for (const [face, axis] of axes.entries()) expect(faceCoordinate(device, axis)).toEqual({ face, s: 0.5, t: 0.5 });
    expect(faceCoordinate(device, [2, 1, -1])).toEqual({ face: 0, s: 0.75, t: 0.25 });
    expect(faceCoordinate(device, [1, 2, 1])).toEqual({ face: 2, s: 0.75, t: 0.75 });
  });

  it('breaks ties by z, then y', () => {
    expect(faceCoordinate(device, [1, 1, 1]).face).toBe(4);
    expect(faceCoordinate(device, [-1, -1, 0.5]).face).toBe(3);
  });

  it('crosses each seam to a texel that comes back', () => {
    for (const size of [1, 2, 4])
      for (let face = 0; face < 6; face++)
        for (let n = 0; n < size; n++)
          for (const [x, y] of [
            [-1, n],
            [size, n],
            [n, -1],
            [n, size],
          ]) {
            const beside = neighbourTexel(device, face, x, y, size);
            expect(beside.face >> 1).not.toBe(face >> 1);
            const back = [
              [-1, 0],
              [1, 0],
              [0, -1],
              [0, 1],
            ].map(([dx, dy]) => [beside.x + dx, beside.y + dy] as const);
            const outside = back.filter(([a, b]) => a < 0 || b < 0 || a >= size || b >= size);
            const own = [Math.min(Math.max(x, 0), size - 1), Math.min(Math.max(y, 0), size - 1)];
            const homes = outside.map(([a, b]) => neighbourTexel(device, beside.face, a, b, size));
            expect(homes.some((home) => home.face === face && home.x === own[0] && home.y === own[1])).toBe(true);
          }
  });
});

describe('scale factors', () => {
  it('finds axes at right angles that span the area of the ellipse', () => {
    const random = seededRandom(5);
    for (let n = 0; n < 500; n++) {
      const [a, b, c, d] = [0, 1, 2, 3].map(() => random.between(-3, 3));
      const axes = ellipseAxes([a, b], [c, d]);
      if (axes === null) continue;
      const [p, q] = axes;
      const area = Math.abs(a * d - b * c);
      expect(Math.abs(p[0] * q[1] - p[1] * q[0])).toBeCloseTo(area, 6);
      expect((p[0] * q[0] + p[1] * q[1]) / (area + 1)).toBeCloseTo(0, 6);
      expect(Math.hypot(...p) ** 2 + Math.hypot(...q) ** 2).toBeCloseTo(a * a + b * b + c * c + d * d, 6);
    }
  });

  it('finds the axes of almost parallel derivatives, whose area is lost in float64', () => {
    // (t - 0.0125) - (t + 0.05) of float32 coordinates: six times one vector, but for the last place.
    const [p, q] = ellipseAxes([-0.18, 0.1875], [-1.08, 1.125 * (1 + 2 ** -51)])!;
    expect(Math.min(Math.hypot(...p), Math.hypot(...q))).toBeLessThan(1e-6);
    expect(Math.max(Math.hypot(...p), Math.hypot(...q))).toBeCloseTo(Math.hypot(0.18, 0.1875, 1.08, 1.125), 6);
  });
});

describe('cubic weights', () => {
  it('is Catmull-Rom at a half, and sums to 1 where the text has sums of 1', () => {
    expect(cubicWeights(device, 0.5, 'catmull_rom')).toEqual([-0.0625, 0.5625, 0.5625, -0.0625]);
    for (const name of ['catmull_rom', 'b_spline', 'mitchell_netravali'])
      for (let n = 0; n <= 16; n++) {
        const sum = cubicWeights(device, n / 16, name).reduce((total, weight) => total + weight, 0);
        expect(sum).toBeCloseTo(1, 12);
      }
  });
});
