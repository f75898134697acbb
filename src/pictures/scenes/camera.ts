import { combined, cross, dot, product, type Vector } from './vector.ts';

/** A pinhole camera without a far plane. */
export interface Camera {
  readonly eye: Vector;
  readonly target: Vector;
  /** The direction that is up in the image; not parallel to the view. */
  readonly up: Vector;
  /** Angle between the upper and the lower edge of the image, in radians. */
  readonly verticalFieldOfView: number;
  /** Distance of the near plane. */
  readonly near: number;
}

/** A 4x4 matrix, row by row, for column vectors. */
export type Matrix = Float64Array;

/** The matrix from world space to camera space: x right, y up, looking along -z. */
function lookAt(eye: Vector, target: Vector, up: Vector): Matrix {
  const back = normalize(combined(eye, 1, target, -1));
  const right = normalize(cross(up, back));
  const above = cross(back, right);
  return Float64Array.from([right, above, back].flatMap((axis) => [...axis, -dot(axis, eye)]).concat(0, 0, 0, 1));
}

/**
 * The matrix from camera space to clip space: -w <= x, y <= w within the image (y up) and 0 <= z from the near plane
 * on. The far plane is at infinity: z / w = 1 - near / distance.
 *
 * @param aspect width over height of the image
 */
function perspective(verticalFieldOfView: number, aspect: number, near: number): Matrix {
  const focal = 1 / Math.tan(verticalFieldOfView / 2);
  return Float64Array.of(focal / aspect, 0, 0, 0, 0, focal, 0, 0, 0, 0, -1, -near, 0, 0, -1, 0);
}

/** The matrix from world space to clip space. */
export function viewProjection(camera: Camera, aspect: number): Matrix {
  const view = lookAt(camera.eye, camera.target, camera.up);
  const projection = perspective(camera.verticalFieldOfView, aspect, camera.near);
  // Row by row the factors are in reverse order.
  return Float64Array.from(product([...view], [...projection]));
}

/** Positions (x, y, z each) multiplied by the matrix: x, y, z, w each. */
export function transform(matrix: Matrix, positions: Float32Array): Float64Array {
  const vertices = positions.length / 3;
  const out = new Float64Array(4 * vertices);
  for (let n = 0; n < vertices; n++) {
    const [x, y, z] = [positions[3 * n], positions[3 * n + 1], positions[3 * n + 2]];
    for (let r = 0; r < 4; r++) {
      out[4 * n + r] = matrix[4 * r] * x + matrix[4 * r + 1] * y + matrix[4 * r + 2] * z + matrix[4 * r + 3];
    }
  }
  return out;
}

function normalize(a: Vector): Vector {
  const length = Math.hypot(...a);
  return [a[0] / length, a[1] / length, a[2] / length];
}
