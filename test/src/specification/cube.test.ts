import { describe, expect, it } from 'vitest';
import {
  acrossEdge,
  faceCoordinates,
  faceDerivative,
  faceOf,
  longestAxes,
  type CubeVector,
} from '../../../src/specification/texels/cube.ts';
import { Dice } from '../../oracle/dice.ts';

/** Vulkan: Cube Map Face and Coordinate Selection, row by row: s_c, t_c and |r_c|. */
const ROWS: readonly ((x: number, y: number, z: number) => CubeVector)[] = [
  (x, y, z) => [-z, -y, x],
  (x, y, z) => [z, -y, -x],
  (x, y, z) => [x, z, y],
  (x, y, z) => [x, -z, -y],
  (x, y, z) => [x, -y, z],
  (x, y, z) => [-x, -y, -z],
];

/** The direction of a texel's centre, the cube from -1 to 1. */
function centre(face: number, i: number, j: number, size: number): CubeVector {
  const [s, t] = [(2 * i + 1) / size - 1, (2 * j + 1) / size - 1];
  const directions: CubeVector[] = [];
  for (const x of [-1, s, t, -s, -t, 1]) {
    for (const y of [-1, s, t, -s, -t, 1]) {
      for (const z of [-1, s, t, -s, -t, 1]) {
        const [sc, tc, rc] = ROWS[face](x, y, z);
        if (sc === s && tc === t && rc === 1) directions.push([x, y, z]);
      }
    }
  }
  return directions[0];
}

function distance(a: CubeVector, b: CubeVector): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

describe('the cube', () => {
  it('may let any of the longest axes win', () => {
    const winners = (direction: CubeVector) => [0, 1, 2].map((axis) => faceOf(direction, axis)).join(' ');
    expect(winners([1, -1, 1])).toBe('0 3 4');
    expect(winners([-1, 1, 0.5])).toBe('1 2 2');
    expect(winners([0.5, 0.25, -1])).toBe('5 5 5');
    expect(longestAxes([1, -1, 1])).toEqual([2, 1, 0]);
    expect(longestAxes([1, -1, 0])).toEqual([1, 0]);
    expect(longestAxes([0, -3, 1])).toEqual([1]);
  });

  it('meets the face of the largest component, z before y before x', () => {
    const faces = (list: readonly CubeVector[]) => list.map((direction) => faceOf(direction)).join(' ');
    expect(
      faces([
        [3, 2, 1],
        [-3, 2, 1],
        [1, 3, 2],
        [1, -3, 2],
        [1, 2, 3],
        [1, 2, -3],
      ]),
    ).toBe('0 1 2 3 4 5');
    expect(
      faces([
        [1, 1, 1],
        [-1, -1, -1],
        [1, -1, 0.5],
        [-1, 0.5, 1],
        [1, 1, -1],
      ]),
    ).toBe('4 5 3 4 5');
  });

  it('puts a direction where the table and the transformation say', () => {
    const dice = new Dice(0xc0be);
    for (let n = 0; n < 2000; n++) {
      const direction: CubeVector = [dice.real(-4, 4), dice.real(-4, 4), dice.real(-4, 4)];
      const face = faceOf(direction);
      const [sc, tc, rc] = ROWS[face](...direction);
      expect(rc).toBe(Math.max(...direction.map(Math.abs)));
      const [s, t] = faceCoordinates(direction, face)!;
      for (const [{ lower, upper }, exact] of [
        [s, sc / rc / 2 + 0.5],
        [t, tc / rc / 2 + 0.5],
      ] as const) {
        expect(exact >= lower && exact <= upper && upper - lower <= 2 ** -23).toBe(true);
      }
    }
  });

  it('leaves nothing open where the quotient is exact, and all where there is no length', () => {
    expect(faceCoordinates([0.25, -0.5, 1], 4)).toEqual([
      { lower: 0.625, upper: 0.625 },
      { lower: 0.75, upper: 0.75 },
    ]);
    expect(faceCoordinates([0, 0, 0], 4)).toBeUndefined();
    expect(faceCoordinates([Infinity, 0, 0], 0)).toBeUndefined();
  });

  it('has the derivatives of its coordinates', () => {
    const dice = new Dice(0xd1ff);
    for (let n = 0; n < 500; n++) {
      const direction: CubeVector = [dice.real(-1, 1), dice.real(-1, 1), dice.real(1.2, 4)].sort(() =>
        dice.real(-1, 1),
      ) as unknown as CubeVector;
      const along: CubeVector = [dice.real(-1, 1), dice.real(-1, 1), dice.real(-1, 1)];
      const face = faceOf(direction);
      const at = (h: number) => {
        const [sc, tc, rc] = ROWS[face](...(direction.map((c, axis) => c + h * along[axis]) as unknown as CubeVector));
        return [sc / rc / 2, tc / rc / 2];
      };
      const h = 2 ** -16;
      const [before, after] = [at(-h), at(h)];
      const { value } = faceDerivative(direction, along, face);
      value.forEach((d, axis) => expect(d).toBeCloseTo((after[axis] - before[axis]) / (2 * h), 6));
    }
  });

  it('goes over each edge to the texel of another face that is nearest', () => {
    const size = 5;
    for (let face = 0; face < 6; face++) {
      for (let along = 0; along < size; along++) {
        for (const [i, j] of [
          [-1, along],
          [size, along],
          [along, -1],
          [along, size],
        ]) {
          const over = acrossEdge({ face, i, j }, size);
          const inside = centre(face, Math.max(0, Math.min(size - 1, i)), Math.max(0, Math.min(size - 1, j)), size);
          expect(over.face).not.toBe(face);
          expect([over.i, over.j].every((n) => Number.isInteger(n) && n >= 0 && n < size)).toBe(true);
          // Half a texel out, half a texel down, nothing along the edge.
          expect(distance(centre(over.face, over.i, over.j, size), inside)).toBeCloseTo(Math.SQRT2 / size, 12);
        }
      }
    }
  });

  it('goes over two edges of a corner to two faces', () => {
    for (let face = 0; face < 6; face++) {
      for (const [i, j] of [
        [0, 0],
        [3, 0],
        [0, 3],
        [3, 3],
      ]) {
        const out = (n: number) => (n === 0 ? -1 : 4);
        const faces = [acrossEdge({ face, i: out(i), j }, 4).face, acrossEdge({ face, i, j: out(j) }, 4).face];
        expect(new Set([...faces, face]).size).toBe(3);
      }
    }
  });

  it('is one texel a face at its smallest', () => {
    expect(acrossEdge({ face: 4, i: 1, j: 0 }, 1)).toEqual({ face: 0, i: 0, j: 0 });
    expect(acrossEdge({ face: 0, i: 0, j: -1 }, 1)).toEqual({ face: 2, i: 0, j: 0 });
  });
});
