import { quotient } from '../fixed-point/truncation.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';

const X = 0;
const Y = 1;
const Z = 2;

/*
 * Vulkan: Cube Map Face Selection, both tables: for each face, +x, -x, +y, -y, +z, -z, the axis and the sign of s_c and
 * t_c, and the axis of r_c. The derivative of |r_c| takes the sign that the face has in its name.
 */
const S_AXIS = [Z, Z, X, X, X, X] as const;
const S_SIGN = [-1, 1, 1, 1, 1, -1] as const;
const T_AXIS = [Y, Y, Z, Z, Y, Y] as const;
const T_SIGN = [-1, -1, 1, -1, -1, -1] as const;
const R_AXIS = [X, X, Y, Y, Z, Z] as const;
const R_SIGN = [1, -1, 1, -1, 1, -1] as const;

/**
 * The face that a direction points at, 0 to 5 for +x, -x, +y, -y, +z, -z (Vulkan: Cube Map Face Selection; D3D11.3
 * 7.18.11). Of equal magnitudes z wins over y, and y over x. A NaN counts as +0, -0 as +0: the zero vector selects +z.
 *
 * @param x,y,z any float32
 */
export function cubeFace(x: number, y: number, z: number): number {
  const ax = magnitude(x);
  const ay = magnitude(y);
  const az = magnitude(z);
  if (az >= ay && az >= ax) return z < 0 ? 5 : 4;
  if (ay >= ax) return y < 0 ? 3 : 2;
  return x < 0 ? 1 : 0;
}

/**
 * Writes the face of a direction, and u and v on that face: s_c / |r_c| / 2 + 1/2 and the same of t_c, every step in
 * float32 (Vulkan: Cube Map Coordinate Transformation). u and v are in [0, 1], or NaN: for the zero vector, where a
 * component is NaN, and where both are infinite.
 *
 * @param x,y,z any float32  @param unit of the quotient, as `quotient` takes it
 */
export function transformCube(lanes: LaneRegisters, lane: number, x: number, y: number, z: number, unit: number): void {
  const face = cubeFace(x, y, z);
  const major = Math.abs(faceR(face, x, y, z));
  lanes.face[lane] = face;
  lanes.u[lane] = onFace(faceS(face, x, y, z), major, unit);
  lanes.v[lane] = onFace(faceT(face, x, y, z), major, unit);
}

/**
 * Writes d(u, v)/dx and d(u, v)/dy on the face of a direction, every step in float32 (Vulkan: Cube Map Derivative
 * Transformation). The denominator is r_c squared, as printed: it overflows from |r_c| = 2^64 on, and loses bits below
 * 2^-63.
 *
 * @param x,y,z the direction, any float32
 * @param d dx/dX, dy/dX, dz/dX, dx/dY, dy/dY, dz/dY of the direction, X and Y those of the screen
 * @param unit of the quotient, as `quotient` takes it
 */
export function transformCubeDerivatives(
  lanes: LaneRegisters,
  lane: number,
  x: number,
  y: number,
  z: number,
  d: Float32Array,
  unit: number,
): void {
  const face = cubeFace(x, y, z);
  const s = S_AXIS[face];
  const t = T_AXIS[face];
  const r = R_AXIS[face];
  const sc = faceS(face, x, y, z);
  const tc = faceT(face, x, y, z);
  const major = Math.abs(faceR(face, x, y, z));
  const majorX = R_SIGN[face] * d[r];
  const majorY = R_SIGN[face] * d[3 + r];
  lanes.dudx[lane] = quotientDerivative(sc, S_SIGN[face] * d[s], major, majorX, unit);
  lanes.dvdx[lane] = quotientDerivative(tc, T_SIGN[face] * d[t], major, majorX, unit);
  lanes.dudy[lane] = quotientDerivative(sc, S_SIGN[face] * d[3 + s], major, majorY, unit);
  lanes.dvdy[lane] = quotientDerivative(tc, T_SIGN[face] * d[3 + t], major, majorY, unit);
}

/** s_c of a direction on a face. */
export function faceS(face: number, x: number, y: number, z: number): number {
  return S_SIGN[face] * component(S_AXIS[face], x, y, z);
}

/** t_c of a direction on a face. */
export function faceT(face: number, x: number, y: number, z: number): number {
  return T_SIGN[face] * component(T_AXIS[face], x, y, z);
}

/** r_c of a direction on a face: its component along the major axis. */
export function faceR(face: number, x: number, y: number, z: number): number {
  return component(R_AXIS[face], x, y, z);
}

function magnitude(x: number): number {
  return Number.isNaN(x) ? 0 : Math.abs(x);
}

function component(axis: number, x: number, y: number, z: number): number {
  return axis === X ? x : axis === Y ? y : z;
}

function onFace(minor: number, major: number, unit: number): number {
  return Math.fround(0.5 * quotient(minor, major, unit)) + 0.5;
}

/** Half the derivative of minor / major, by the quotient rule. */
function quotientDerivative(minor: number, dMinor: number, major: number, dMajor: number, unit: number): number {
  const rising = Math.fround(major * dMinor);
  const falling = Math.fround(minor * dMajor);
  return 0.5 * quotient(Math.fround(rising - falling), Math.fround(major * major), unit);
}
