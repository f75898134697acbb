import { describe, expect, it } from 'vitest';
import { CUBE_CORNER, CUBE_EDGE, CUBE_POINT } from '../../../../../src/checker/rules/d3d11/cube-maps.ts';
import { designSubject } from '../../../../../src/checker/subject.ts';
import { distorted, failed, found, RIGHT } from './wrong-subjects.ts';

const CUBES = [CUBE_POINT, CUBE_EDGE, CUBE_CORNER];

describe('the rules on cubes', () => {
  /** Weights that a corner's missing texel has, of lanes that point to one. */
  function atCorners(change: (weights: Float32Array, own: number, missing: number) => void) {
    return distorted({
      answer: (result, { images, batch }) => {
        if (images[0]?.format.name !== 'r32g32b32a32_sfloat') return;
        for (let lane = 0; lane < batch.s.length; lane++) {
          const direction = [batch.s[lane], batch.t[lane], batch.r[lane]];
          const own = direction.findIndex((d) => Math.abs(d) === 1);
          // Texels are half a unit; the last half texel begins at 3/4.
          const [over1, over2] = direction.filter((_, axis) => axis !== own).map((d) => (Math.abs(d) - 0.75) * 2);
          change(result.subarray(4 * lane, 4 * lane + 3), own, over1 * over2);
        }
      },
    });
  }

  it('pass the reference and name it', () => {
    expect(failed(designSubject(RIGHT), CUBES)).toEqual([]);
    expect(found(designSubject(RIGHT), CUBE_CORNER).witness?.raw.behaviour).toMatch(/^reference/);
  });

  it('pass the permitted alternative and name it', () => {
    const subject = atCorners((weights, own, missing) =>
      weights.forEach((w, axis) => (weights[axis] = w + (axis === own ? -missing / 3 : missing / 6))),
    );
    const { verdict, witness } = found(subject, CUBE_CORNER);
    expect(verdict).toBe('pass');
    expect(witness?.raw.behaviour).toMatch(/^permitted alternative/);
  });

  it('find a missing texel that is given to the corner texel alone', () => {
    const subject = atCorners((weights, own, missing) =>
      weights.forEach((w, axis) => (weights[axis] = w + (axis === own ? (2 * missing) / 3 : -missing / 3))),
    );
    const { verdict, witness } = found(subject, CUBE_CORNER);
    expect(verdict).toBe('fail');
    expect(witness?.raw.behaviour).toMatch(/^neither/);
  });
});
