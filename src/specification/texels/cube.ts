import { type Interval, interval } from '../exact/interval.ts';
import { cutOff } from '../exact/narrowing.ts';

/** x, y, z. */
export type CubeVector = readonly [number, number, number];

/**
 * A face of a cube: s_c, t_c and |r_c| of a direction are its products with these (Vulkan: Cube Map Face Selection).
 */
interface Face {
  readonly s: CubeVector;
  readonly t: CubeVector;
  readonly major: CubeVector;
}

/** +x, -x, +y, -y, +z, -z. */
const FACES: readonly Face[] = [
  { s: [0, 0, -1], t: [0, -1, 0], major: [1, 0, 0] },
  { s: [0, 0, 1], t: [0, -1, 0], major: [-1, 0, 0] },
  { s: [1, 0, 0], t: [0, 0, 1], major: [0, 1, 0] },
  { s: [1, 0, 0], t: [0, 0, -1], major: [0, -1, 0] },
  { s: [1, 0, 0], t: [0, -1, 0], major: [0, 0, 1] },
  { s: [-1, 0, 0], t: [0, -1, 0], major: [0, 0, -1] },
];

function product(a: CubeVector, b: CubeVector): number {
  // Two of the three terms are zeros of one factor; infinities stay out of them.
  return a.reduce((sum, component, n) => (b[n] === 0 ? sum : sum + component * b[n]), 0);
}

/** The direction to a place of a face, -1 to 1 along s and t, whose major component is 1 or -1. */
export function directionTo(face: number, s: number, t: number): CubeVector {
  const { s: alongS, t: alongT, major } = FACES[face];
  const component = (axis: number) => major[axis] + s * alongS[axis] + t * alongT[axis];
  return [component(0), component(1), component(2)];
}

/**
 * The face that a direction meets: z wins over y and x, and y over x. With NaN in it, it is the first.
 *
 * @param winner the axis that wins over both of the others, 0 to 2 for x to z
 */
export function faceOf(direction: CubeVector, winner = 2): number {
  const axes = longestAxes(direction);
  const axis = axes.includes(winner) ? winner : (axes[0] ?? 0);
  return 2 * axis + (direction[axis] < 0 ? 1 : 0);
}

/**
 * The axes along which a direction is longest, z before y before x: which of them wins is the implementation's rule.
 */
export function longestAxes(direction: CubeVector): readonly number[] {
  const longest = Math.max(...direction.map(Math.abs));
  return [2, 1, 0].filter((axis) => Math.abs(direction[axis]) === longest);
}

/**
 * s_face and t_face (Vulkan: Cube Map Coordinate Transformation). A design rounds the quotient to float32, the sum
 * to float32, both or, where it keeps them exact, none.
 *
 * @param bits of the quotient, beyond which a design cuts it off
 * @returns nothing where the specification leaves them open: a direction of no length, or not finite
 */
export function faceCoordinates(
  direction: CubeVector,
  face: number,
  bits: number | 'exact' = 'exact',
): readonly Interval[] | undefined {
  const { s, t, major } = FACES[face];
  const length = product(direction, major);
  if (!(length > 0) || !direction.every(Number.isFinite)) return undefined;
  return [s, t].map((axis) => {
    const whole = product(direction, axis) / length / 2;
    const results = [whole, whole * (1 - cutOff(bits))].flatMap((half) => [
      half + 0.5,
      Math.fround(half + 0.5),
      Math.fround(Math.fround(half) + 0.5),
      Math.fround(half) + 0.5,
    ]);
    return interval(Math.min(...results), Math.max(...results));
  });
}

/**
 * d(s_face, t_face) along one screen axis from that of the direction (Vulkan: Cube Map Derivative Transformation). The
 * two products cancel, so the error is that of their sizes: each passes its product, the difference, the square and
 * the quotient, four roundings to float32; a fifth covers the products of errors.
 *
 * @param bits as of `faceCoordinates`
 * @returns the derivatives of s_face and t_face, and how far each may be off
 */
export function faceDerivative(
  direction: CubeVector,
  derivative: CubeVector,
  face: number,
  bits: number | 'exact' = 'exact',
) {
  const { s, t, major } = FACES[face];
  const length = product(direction, major);
  const along = product(derivative, major);
  const terms = [s, t].map((axis) => [length * product(derivative, axis), product(direction, axis) * along]);
  const scale = 2 * length * length;
  return {
    value: terms.map(([a, b]) => (a - b) / scale),
    error: terms.map(([a, b]) => ((5 * 2 ** -24 + cutOff(bits)) * (Math.abs(a) + Math.abs(b))) / scale + 2 ** -140),
  };
}

export interface FaceTexel {
  readonly face: number;
  readonly i: number;
  readonly j: number;
}

/**
 * The texel that is read for one beyond one edge of a face (Vulkan: Cube Map Edge Handling): over the edge and as far
 * down the neighbouring face, at the same place along the edge.
 *
 * @param i,j one of them outside 0 to size - 1, by less than `size`
 */
export function acrossEdge({ face, i, j }: FaceTexel, size: number): FaceTexel {
  const { s, t, major } = FACES[face];
  const beyondS = i < 0 || i >= size;
  const [across, along, axis, edge] = beyondS ? [i, j, s, t] : [j, i, t, s];
  const beyond = across < 0 ? -across : across - size + 1;
  const side = across < 0 ? -1 : 1;
  // Along the edge and down the neighbour, in half texels from the middle of the cube.
  const place = [0, 1, 2].map(
    (n) => (2 * along + 1 - size) * edge[n] + (size - 2 * beyond + 1) * major[n],
  ) as unknown as CubeVector;
  const neighbour = FACES.findIndex((other) => product(other.major, axis) === side);
  const index = (unit: CubeVector) => (product(place, unit) + size - 1) / 2;
  return { face: neighbour, i: index(FACES[neighbour].s), j: index(FACES[neighbour].t) };
}
