import { describe, expect, it } from 'vitest';
import { type Camera, transform, viewProjection } from '../../../../src/pictures/scenes/camera.ts';

/** A camera at (0, 0, 4) that looks along -z, 90 degrees high: at distance d the image is 2d high. */
const CAMERA: Camera = { eye: [0, 0, 4], target: [0, 0, 0], up: [0, 1, 0], verticalFieldOfView: Math.PI / 2, near: 2 };

function project(camera: Camera, aspect: number, ...position: number[]): number[] {
  return [...transform(viewProjection(camera, aspect), Float32Array.from(position))];
}

function expectNear(actual: number[], expected: number[]): void {
  // The error is that of a dozen float64 roundings of numbers up to 8; the tangent of 45 degrees errs by one.
  const off = actual.map((value, n) => Math.abs(value - expected[n]));
  expect(Math.max(...off), `${actual.join()} expected ${expected.join()}`).toBeLessThan(16 * 8 * 2 ** -53);
}

describe('the camera', () => {
  it('puts its target in the middle of the image, w being the distance', () => {
    expectNear(project(CAMERA, 2, 0, 0, 0), [0, 0, 2, 4]);
  });

  it('has z = 0 on the near plane and z / w = 1 - near / distance behind it', () => {
    expectNear(project(CAMERA, 1, 0, 0, 2), [0, 0, 0, 2]);
    expectNear(project(CAMERA, 1, 0, 0, -4), [0, 0, 6, 8]);
  });

  it('shows +x to the right, +y above, and a wider image shows more at its sides', () => {
    expectNear(project(CAMERA, 2, 8, 4, 0), [4, 4, 2, 4]);
    expectNear(project(CAMERA, 1, -4, -4, 0), [-4, -4, 2, 4]);
  });

  it('keeps the up direction above in any viewing direction', () => {
    const camera: Camera = { ...CAMERA, eye: [3, 3, 0], target: [3, 0, 0], up: [1, 0, 0] };
    // Looking down, +x is up in the image and +z to its right.
    expectNear(project(camera, 1, 4, 0, 2), [2, 1, 1, 3]);
  });
});
