import type { Steps } from '../steps/steps.ts';

/** Two derivative vectors, dX and dY of D3D11.3 7.18.11, float64. */
export interface Vectors<V> {
  readonly xu: V;
  readonly xv: V;
  readonly yu: V;
  readonly yv: V;
}

/** The same with their components along w. */
export interface VolumeVectors<V> extends Vectors<V> {
  readonly xw: V;
  readonly yw: V;
}

/** a b + c d */
export function sumOfProducts<V>(s: Steps<V>, a: V, b: V, c: V, d: V): V {
  return s.add(s.multiply(a, b), s.multiply(c, d));
}

/** a b - c d */
export function differenceOfProducts<V>(s: Steps<V>, a: V, b: V, c: V, d: V): V {
  return s.subtract(s.multiply(a, b), s.multiply(c, d));
}

/** The length of a vector of float32 components, or of their products: float64 holds the squares. */
export function norm<V>(s: Steps<V>, u: V, v: V, w: V): V {
  return s.squareRoot(s.add(sumOfProducts(s, u, u, v, v), s.multiply(w, w)));
}

/**
 * The ideal orthogonal transformation of D3D11.3 7.18.11 (after Heckbert 1989): the axes of the ellipse that dX and dY span.
 * Skipped, as the section demands, for vectors of zero length, parallel, perpendicular, not finite, or so extreme that the
 * arithmetic gives NaN.
 *
 * Thin ellipses cancel nearly all bits of t - |p| and q - t. (t + p)(t - p) = B^2 and (q + t)(q - t) = 4 F give both without
 * a difference. sgn(0) is -1: with 0 an ellipse whose major axis is along u would have no extent.
 */
export function orthogonalized<V>(s: Steps<V>, vectors: Vectors<V>): Vectors<V> {
  const { xu, xv, yu, yv } = vectors;
  const real = (value: number) => s.constant(value, 'float64');
  const d = differenceOfProducts(s, xu, yv, yu, xv);
  const a = sumOfProducts(s, xv, xv, yv, yv);
  const b = s.multiply(real(-2), sumOfProducts(s, xu, xv, yu, yv));
  const c = sumOfProducts(s, xu, xu, yu, yu);
  const p = s.subtract(a, c);
  const q = s.add(a, c);
  const square = s.multiply(b, b);
  const t = s.squareRoot(s.add(s.multiply(p, p), square));
  const larger = s.add(t, s.absolute(p));
  const smaller = s.divide(square, larger);
  const negative = s.less(p, real(0));
  const plus = s.select(negative, smaller, larger);
  const minus = s.select(negative, larger, smaller);
  const sum = s.add(q, t);
  const minor = s.divide(s.multiply(d, d), s.multiply(t, sum));
  const major = s.divide(sum, s.multiply(real(4), t));
  const sign = s.select(s.less(real(0), b), real(1), real(-1));
  const turned = {
    xu: s.squareRoot(s.multiply(minor, plus)),
    xv: s.multiply(s.squareRoot(s.multiply(minor, minus)), sign),
    yu: s.multiply(s.squareRoot(s.multiply(major, minus)), s.negate(sign)),
    yv: s.squareRoot(s.multiply(major, plus)),
  };
  const total = s.add(s.add(s.add(turned.xu, turned.xv), turned.yu), turned.yv);
  const finite = s.less(s.absolute(total), real(Infinity));
  const turns = s.and(spansEllipse(s, vectors), finite);
  return {
    xu: s.select(turns, turned.xu, xu),
    xv: s.select(turns, turned.xv, xv),
    yu: s.select(turns, turned.yu, yu),
    yv: s.select(turns, turned.yv, yv),
  };
}

/**
 * The length of the major axis alone, float64: what an isotropic sampler needs of the ellipse. Of vectors that
 * `orthogonalized` leaves alone it is the length of the longer one.
 */
export function majorAxis<V>(s: Steps<V>, vectors: Vectors<V>): V {
  const { xu, xv, yu, yv } = vectors;
  const a = sumOfProducts(s, xv, xv, yv, yv);
  const c = sumOfProducts(s, xu, xu, yu, yu);
  const p = s.subtract(a, c);
  const half = sumOfProducts(s, xu, xv, yu, yv);
  const b = s.add(half, half);
  const t = s.squareRoot(sumOfProducts(s, p, p, b, b));
  const major = s.multiply(s.add(s.add(a, c), t), s.constant(0.5, 'float64'));
  const longer = s.larger(sumOfProducts(s, xu, xu, xv, xv), sumOfProducts(s, yu, yu, yv, yv));
  // t is NaN where a component is infinite.
  const spanned = s.and(spansEllipse(s, vectors), s.less(s.constant(0, 'float64'), t));
  return s.squareRoot(s.select(spanned, major, longer));
}

/** That of the ellipse in the plane which the vectors of a volume span (7.18.11). */
export function majorAxisOfVolume<V>(s: Steps<V>, { xu, xv, xw, yu, yv, yw }: VolumeVectors<V>): V {
  const length = norm(s, xu, xv, xw);
  const dot = s.add(sumOfProducts(s, xu, yu, xv, yv), s.multiply(xw, yw));
  const cross = norm(
    s,
    differenceOfProducts(s, xv, yw, xw, yv),
    differenceOfProducts(s, xw, yu, xu, yw),
    differenceOfProducts(s, xu, yv, xv, yu),
  );
  const none = s.constant(0, 'float64');
  const spanned = majorAxis(s, { xu: length, xv: none, yu: s.divide(dot, length), yv: s.divide(cross, length) });
  const plain = s.larger(length, norm(s, yu, yv, yw));
  const finite = s.and(s.less(none, length), s.less(length, s.constant(Infinity, 'float64')));
  return s.select(finite, spanned, plain);
}

/** True where two vectors span an ellipse whose axes they are not already; NaN spans none. */
function spansEllipse<V>(s: Steps<V>, { xu, xv, yu, yv }: Vectors<V>): V {
  const none = s.constant(0, 'float64');
  const determinant = differenceOfProducts(s, xu, yv, yu, xv);
  const dot = sumOfProducts(s, xu, yu, xv, yv);
  return s.and(s.less(none, s.absolute(determinant)), s.less(none, s.absolute(dot)));
}
