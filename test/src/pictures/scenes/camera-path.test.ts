import { describe, expect, it } from 'vitest';
import type { Camera } from '../../../../src/pictures/scenes/camera.ts';
import { CAMERA_PATHS, cameraAt } from '../../../../src/pictures/scenes/camera-path.ts';
import type { Vector } from '../../../../src/pictures/scenes/vector.ts';

const camera: Camera = { eye: [3, 5, 4], target: [0, 1, 0], up: [0, 2, 0], verticalFieldOfView: 1, near: 0.1 };

function near(at: Vector, expected: Vector): void {
  // The error is that of a dozen roundings of values below 8.
  at.forEach((value, n) => expect(Math.abs(value - expected[n]), at.join()).toBeLessThan(2 ** -45));
}

describe('a camera path', () => {
  it.each(CAMERA_PATHS)('starts at the camera that it is given (%s)', (path) => {
    expect(cameraAt(camera, path, 0)).toEqual(camera);
  });

  it('orbits the target, two degrees a frame, counter-clockwise from above and at its height', () => {
    const quarter = cameraAt(camera, 'orbit', 45);
    near(quarter.eye, [4, 5, -3]);
    near(cameraAt(camera, 'orbit', 90).eye, [-3, 5, -4]);
    near(cameraAt(camera, 'orbit', 180).eye, camera.eye);
    expect(quarter).toMatchObject({ target: camera.target, up: camera.up, near: 0.1, verticalFieldOfView: 1 });
  });

  it('comes nearer by one per cent of the distance a frame', () => {
    const { eye, target } = cameraAt(camera, 'dolly', 2);
    near(eye, [3 * 0.9801, 1 + 4 * 0.9801, 4 * 0.9801]);
    expect(target).toEqual(camera.target);
  });

  it('flies level in its viewing direction, a twentieth of the distance a frame', () => {
    // The camera's level direction is (-3, 0, -4) / 5, and the target is sqrt(41) away.
    const stride = Math.sqrt(41) / 20;
    const { eye, target } = cameraAt(camera, 'flight', 3);
    near(eye, [3 - 3 * stride * 0.6, 5, 4 - 3 * stride * 0.8]);
    near(target, [-3 * stride * 0.6, 1, -3 * stride * 0.8]);
  });

  it('can stay in place', () => {
    expect(cameraAt(camera, 'still', 7)).toEqual(camera);
  });
});
