import type { Camera } from './camera.ts';
import { combined, cross, dot, type Vector } from './vector.ts';

/**
 * The motion of the camera from frame to frame: around its target by two degrees; towards it by one per cent of the
 * distance; forwards and level by a twentieth of the distance to the target; or none. The camera of a frame does not
 * depend on the number of frames.
 */
export const CAMERA_PATHS = ['orbit', 'dolly', 'flight', 'still'] as const;
export type CameraPath = (typeof CAMERA_PATHS)[number];

const ORBIT_RADIANS = Math.PI / 90;
const DOLLY_FACTOR = 0.99;
const FLIGHT_STRIDE = 1 / 20;

/** The camera of a frame. Frame 0 has the given camera. */
export function cameraAt(camera: Camera, path: CameraPath, frame: number): Camera {
  const { eye, target, up } = camera;
  const back = combined(eye, 1, target, -1);
  if (frame === 0 || path === 'still') return camera;
  if (path === 'orbit') return { ...camera, eye: combined(target, 1, turned(back, up, frame * ORBIT_RADIANS), 1) };
  if (path === 'dolly') return { ...camera, eye: combined(target, 1, back, DOLLY_FACTOR ** frame) };
  const level = combined(back, 1, up, -dot(back, up) / dot(up, up));
  const way = -frame * FLIGHT_STRIDE * Math.sqrt(dot(back, back) / dot(level, level));
  return { ...camera, eye: combined(eye, 1, level, way), target: combined(target, 1, level, way) };
}

/** The largest turn of a camera by a seed, to either side, in radians. */
const MOST_TURN = Math.PI / 36;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** The camera turned about its vertical, at an angle that the seed gives. */
export function seededCamera(camera: Camera, seed: number): Camera {
  const { eye, target, up } = camera;
  const angle = MOST_TURN * (2 * ((seed * GOLDEN) % 1) - 1);
  return { ...camera, target: combined(eye, 1, turned(combined(target, 1, eye, -1), up, angle), 1) };
}

/** A vector rotated about an axis, counter-clockwise when the axis points to the viewer (Rodrigues' formula). */
export function turned(v: Vector, axis: Vector, angle: number): Vector {
  const length = Math.sqrt(dot(axis, axis));
  const unit: Vector = [axis[0] / length, axis[1] / length, axis[2] / length];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return combined(combined(v, cos, cross(unit, v), sin), 1, unit, dot(unit, v) * (1 - cos));
}
