import { describe, expect, it } from 'vitest';
import { beyondEdge } from '../../../rtl-model/address-unit/cube-edge.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import { FACE_POINTS } from '../../oracle/cube-geometry.ts';

const FACES = [0, 1, 2, 3, 4, 5];
const SIZES = [1, 2, 3, 4, 5];

/** The centre of texel (i, j) on the cube of half-side `size`: texels are 2 wide, so it is an integer point. */
function centre(face: number, i: number, j: number, size: number): readonly number[] {
  const [s, t] = [2 * i + 1 - size, 2 * j + 1 - size];
  return FACE_POINTS[face](s / size, t / size).map((c) => Math.round(c * size));
}

/** A point of the face's plane beyond the cube, folded over the edge: away from the face, towards its opposite. */
function bend(face: number, point: readonly number[], size: number): string {
  const axis = face >> 1;
  const beyond = Math.max(...point.map((c, n) => (n === axis ? 0 : Math.abs(c) - size)), 0);
  const bent = point.map((c, n) => (n === axis ? Math.sign(c) * (size - beyond) : Math.max(-size, Math.min(size, c))));
  return bent.map((c) => c + 0).join(' ');
}

function texelsByCentre(size: number): Map<string, readonly number[]> {
  const texels = new Map<string, readonly number[]>();
  for (const face of FACES) {
    for (let j = 0; j < size; j++) {
      for (let i = 0; i < size; i++) {
        texels.set(
          centre(face, i, j, size)
            .map((c) => c + 0)
            .join(' '),
          [face, i, j],
        );
      }
    }
  }
  return texels;
}

describe('beyondEdge', () => {
  it.each(SIZES)('continues every face of size %i over its edges as the cube bends', (size) => {
    const texels = texelsByCentre(size);
    const wrong: string[] = [];
    for (const face of FACES) {
      for (let j = -size; j < 2 * size; j++) {
        for (let i = -size; i < 2 * size; i++) {
          const outside = [i, j].filter((n) => n < 0 || n >= size);
          if (outside.length !== 1) continue;
          const found = beyondEdge(PLAIN, face, i, j, size);
          const expected = texels.get(bend(face, centre(face, i, j, size), size));
          if (String([found.face, found.i, found.j]) !== String(expected)) {
            wrong.push(`face ${face} (${i}, ${j}): ${JSON.stringify(found)}, expected ${String(expected)}`);
          }
        }
      }
    }
    expect(texels.size).toBe(6 * size * size);
    expect(wrong).toEqual([]);
  });

  it('touches the four faces that are neither a face nor its opposite', () => {
    const around = FACES.map((face) => {
      const steps = [
        [-1, 0],
        [1, 0],
        [0, -1],
        [0, 1],
      ];
      return steps.map(([i, j]) => beyondEdge(PLAIN, face, i, j, 1).face).sort((a, b) => a - b);
    });
    expect(around).toEqual([
      [2, 3, 4, 5],
      [2, 3, 4, 5],
      [0, 1, 4, 5],
      [0, 1, 4, 5],
      [0, 1, 2, 3],
      [0, 1, 2, 3],
    ]);
  });
});
