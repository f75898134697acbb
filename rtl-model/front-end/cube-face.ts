import type { Steps } from '../steps/steps.ts';
import { quotient } from './quotient.ts';

/** A direction, its derivative, or s_c, t_c and r_c: float32. */
export type FaceVector<V> = readonly [V, V, V];

/**
 * The face that a direction points at, 0 to 5 for +x, -x, +y, -y, +z, -z (Vulkan: Cube Map Face Selection; D3D11.3
 * 7.18.11). Of equal magnitudes z wins over y, and y over x. A NaN counts as +0, -0 as +0: the zero vector selects +z.
 */
export function cubeFace<V>(s: Steps<V>, [x, y, z]: FaceVector<V>): V {
  const none = s.float32.constant(0);
  const magnitude = (a: V) => s.select(s.equal(a, a), s.absolute(a), none);
  const [ax, ay, az] = [magnitude(x), magnitude(y), magnitude(z)];
  const sided = (a: V, face: number) => s.select(s.less(a, none), s.constant(face + 1), s.constant(face));
  const isZ = s.not(s.or(s.less(az, ay), s.less(az, ax)));
  return s.select(isZ, sided(z, 4), s.select(s.less(ay, ax), sided(x, 0), sided(y, 2)));
}

/** s_c, t_c and r_c of a vector on a face (Vulkan: Cube Map Face Selection, both tables). */
export function alongFace<V>(s: Steps<V>, face: V, [x, y, z]: FaceVector<V>): FaceVector<V> {
  const isX = s.less(face, s.constant(2));
  const isZ = s.less(s.constant(3), face);
  const odd = isOdd(s, face);
  const even = s.not(odd);
  const upright = s.or(isX, isZ);
  const negated = (mask: V, a: V) => s.select(mask, s.negate(a), a);
  const sc = negated(s.or(s.and(isX, even), s.and(isZ, odd)), s.select(isX, z, x));
  const tc = negated(s.or(upright, odd), s.select(upright, y, z));
  return [sc, tc, s.select(isX, x, s.select(isZ, z, y))];
}

/**
 * u and v on a face: s_c / |r_c| / 2 + 1/2 and the same of t_c, every step in float32 (Vulkan: Cube Map Coordinate
 * Transformation). They are in [0, 1], or NaN: for the zero vector, where a component is NaN, and where both are infinite.
 *
 * @param unit of the quotient, as `quotient` takes it
 */
export function coordinatesOnFace<V>(s: Steps<V>, [sc, tc, rc]: FaceVector<V>, unit: number): readonly [u: V, v: V] {
  const half = s.float32.constant(0.5);
  const onFace = (minor: V) => s.float32.add(s.float32.multiply(half, quotient(s, minor, s.absolute(rc), unit)), half);
  return [onFace(sc), onFace(tc)];
}

/**
 * The derivatives of u and v along x or y of the screen, every step in float32 (Vulkan: Cube Map Derivative
 * Transformation). The denominator is r_c squared, as printed: it overflows from |r_c| = 2^64 on, and loses bits below
 * 2^-63.
 *
 * @param direction s_c, t_c and r_c of the direction  @param d the derivative of the direction
 * @param unit of the quotient, as `quotient` takes it
 */
export function derivativesOnFace<V>(
  s: Steps<V>,
  face: V,
  [sc, tc, rc]: FaceVector<V>,
  d: FaceVector<V>,
  unit: number,
): readonly [du: V, dv: V] {
  const f = s.float32;
  const major = s.absolute(rc);
  const square = f.multiply(major, major);
  const [ds, dt, dr] = alongFace(s, face, d);
  // |r_c| rises with the component on faces of its own sign, +x, +y and +z.
  const dMajor = s.select(isOdd(s, face), s.negate(dr), dr);
  // Half the derivative of minor / major, by the quotient rule.
  const half = (minor: V, dMinor: V) => {
    const change = f.subtract(f.multiply(major, dMinor), f.multiply(minor, dMajor));
    return f.multiply(f.constant(0.5), quotient(s, change, square, unit));
  };
  return [half(sc, ds), half(tc, dt)];
}

/** True for -x, -y and -z. */
function isOdd<V>(s: Steps<V>, face: V): V {
  return s.less(s.constant(0), s.and(face, s.constant(1)));
}
