import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import { halfPrecision } from './fixed-point.ts';

/** An axis with a sign: 0 to 2 for x, y and z. */
type SignedAxis = readonly [axis: number, sign: number];

/** The major axis of each face, and what its s and t follow (Vulkan: Cube Map Face and Coordinate Selection). */
const FACES: readonly { readonly major: SignedAxis; readonly s: SignedAxis; readonly t: SignedAxis }[] = [
  { major: [0, 1], s: [2, -1], t: [1, -1] },
  { major: [0, -1], s: [2, 1], t: [1, -1] },
  { major: [1, 1], s: [0, 1], t: [2, 1] },
  { major: [1, -1], s: [0, 1], t: [2, -1] },
  { major: [2, 1], s: [0, 1], t: [1, -1] },
  { major: [2, -1], s: [0, -1], t: [1, -1] },
];

/** A direction on its face: s and t from 0 to 1, and the derivatives there. */
export interface FaceCoordinate {
  readonly face: number;
  readonly s: number;
  readonly t: number;
}

/** The face of the largest magnitude; axes of equal magnitude win in the order of the freedom. */
function selectFace(device: ForeignDevice, direction: readonly number[]): number {
  const order = device.settings.cubeTie.split('').map((letter) => 'xyz'.indexOf(letter));
  if (faulty(device, 'cube_tie_reversed')) order.reverse();
  let axis = order[0];
  const size = (other: number): number => {
    return faulty(device, 'cube_largest_signed') ? direction[other] : Math.abs(direction[other]);
  };
  for (const other of order) if (size(other) > size(axis)) axis = other;
  const negative = direction[axis] < 0;
  const face = 2 * axis + (negative && !faulty(device, 'cube_sign_ignored') ? 1 : 0);
  if (faulty(device, 'cube_faces_reordered')) return [0, 2, 4, 1, 3, 5][face];
  if (faulty(device, 'cube_y_faces_exchanged') && axis === 1) return 5 - face;
  return face;
}

/** The coordinate of a direction on its face (Vulkan: Cube Map Coordinate Transformation). */
export function faceCoordinate(device: ForeignDevice, direction: readonly number[]): FaceCoordinate {
  const face = selectFace(device, direction);
  const { s, t, major } = faceAxes(device, face);
  const depth = Math.abs(direction[major[0]]);
  const reciprocal = faulty(device, 'cube_low_precision_reciprocal') ? halfPrecision(1 / depth) : 1 / depth;
  const scale = faulty(device, 'cube_not_projected') ? 1 : reciprocal;
  const centre = faulty(device, 'cube_not_centred') ? 0 : 1;
  const at = ([axis, sign]: SignedAxis): number => (sign * direction[axis] * (depth === 0 ? NaN : scale) + centre) / 2;
  return { face, s: at(s), t: at(t) };
}

function faceAxes(device: ForeignDevice, face: number): (typeof FACES)[number] {
  const axes = FACES[face];
  if (faulty(device, 'cube_t_flipped')) return { ...axes, t: [axes.t[0], -axes.t[1]] };
  if (faulty(device, 'cube_t_flipped_on_y') && axes.major[0] === 1) return { ...axes, t: [axes.t[0], -axes.t[1]] };
  if (faulty(device, 'cube_s_flipped_on_z') && axes.major[0] === 2) return { ...axes, s: [axes.s[0], -axes.s[1]] };
  if (faulty(device, 'cube_s_flipped_on_x') && axes.major[0] === 0) return { ...axes, s: [axes.s[0], -axes.s[1]] };
  if (faulty(device, 'cube_axes_exchanged_on_y') && axes.major[0] === 1) return { ...axes, s: axes.t, t: axes.s };
  return axes;
}

/** The derivative of the face coordinate (Vulkan: Cube Map Derivative Transformation). */
export function faceDerivative(
  device: ForeignDevice,
  direction: readonly number[],
  change: readonly number[],
): [number, number, number] {
  const { s, t, major } = FACES[faulty(device, 'cube_derivative_of_x_face') ? 0 : selectFace(device, direction)];
  const depth = Math.abs(direction[major[0]]);
  const depthChange = faulty(device, 'cube_derivative_flat') ? 0 : major[1] * change[major[0]];
  const half = faulty(device, 'cube_derivative_doubled') ? 1 : 0.5;
  const divisor = faulty(device, 'cube_derivative_not_projected') ? 1 : depth * depth;
  const quotient = faulty(device, 'cube_derivative_sign') ? -1 : 1;
  const at = ([axis, sign]: SignedAxis): number =>
    (half * (depth * sign * change[axis] - quotient * sign * direction[axis] * depthChange)) / divisor;
  return [at(s), at(t), 0];
}

/** A texel on the face beside, where (x, y) is beyond one edge of its face (Vulkan: Cube Map Edge Handling). */
export function neighbourTexel(
  device: ForeignDevice,
  face: number,
  x: number,
  y: number,
  size: number,
): { face: number; x: number; y: number } {
  const { major, s, t } = FACES[face];
  const across = (2 * x + 1) / size - 1;
  const down = (2 * y + 1) / size - 1;
  const further = faulty(device, 'cube_seam_one_row_in') ? 2 / size : 0;
  const folded = 2 - Math.max(Math.abs(across), Math.abs(down)) - further;
  const vector = [0, 0, 0];
  vector[major[0]] = major[1] * folded;
  vector[s[0]] = s[1] * Math.min(Math.max(across, -1), 1);
  vector[t[0]] = t[1] * Math.min(Math.max(down, -1), 1);
  const axis = Math.abs(across) > 1 ? s[0] : t[0];
  const beside = 2 * axis + (vector[axis] < 0 ? 1 : 0);
  const axes = FACES[beside];
  const index = ([of, sign]: SignedAxis): number =>
    Math.min(Math.max(Math.floor(((sign * vector[of] + 1) / 2) * size), 0), size - 1);
  const place = { face: beside, x: index(axes.s), y: index(axes.t) };
  if (faulty(device, 'cube_seam_mirrored')) {
    return Math.abs(across) > 1 ? { ...place, y: size - 1 - place.y } : { ...place, x: size - 1 - place.x };
  }
  if (faulty(device, 'cube_seam_opposite_face')) return { ...place, face: beside ^ 1 };
  return place;
}
