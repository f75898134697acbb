/** Two derivative vectors (x of it: dX, dY; see D3D11.3 7.18.11), as [dX.u, dX.v, dY.u, dY.v]. */
export type DerivativePair = Float64Array;

/**
 * The ideal orthogonal transformation of D3D11.3 7.18.11 (after Heckbert 1989): replaces dX and dY by the axes of the
 * ellipse that they span. Skipped, as the section demands, for vectors of zero length, parallel, perpendicular, not
 * finite, or so extreme that the arithmetic gives NaN.
 *
 * Computed in float64 (float32 inputs cannot overflow there); the caller rounds to float32 once.
 */
export function orthogonalize(d: DerivativePair): void {
  const xu = d[0];
  const xv = d[1];
  const yu = d[2];
  const yv = d[3];
  const determinant = xu * yv - yu * xv;
  if (areAligned(determinant, xu * yu + xv * yv)) return;

  const a = xv * xv + yv * yv;
  const b = -2 * (xu * xv + yu * yv);
  const c = xu * xu + yu * yu;
  const f = determinant * determinant;
  const p = a - c;
  const q = a + c;
  const t = Math.sqrt(p * p + b * b);
  // sgn(0) is -1: with 0 an ellipse whose major axis is along u would have no extent.
  const sign = b > 0 ? 1 : -1;
  // Thin ellipses cancel nearly all bits of t - |p| and q - t; (t + p)(t - p) = B^2 and (q + t)(q - t) = 4 F give
  // both without a difference.
  const plus = p >= 0 ? t + p : (b * b) / (t - p);
  const minus = p >= 0 ? (b * b) / (t + p) : t - p;
  const minor = f / (t * (q + t));
  const major = (q + t) / (4 * t);
  // A component is not finite, or the ellipse is a circle.
  if (!Number.isFinite(major)) return;
  d[0] = Math.sqrt(minor * plus);
  d[1] = Math.sqrt(minor * minus) * sign;
  d[2] = Math.sqrt(major * minus) * -sign;
  d[3] = Math.sqrt(major * plus);
}

/**
 * Length of the major axis alone, float32: what an isotropic sampler needs of the ellipse. Of vectors that
 * `orthogonalize` leaves alone it is the length of the longer one.
 *
 * @param xu,xv,yu,yv dX and dY  @param lengths receives it as entry `at`: a float that is returned costs an allocation
 */
export function majorAxis(xu: number, xv: number, yu: number, yv: number, lengths: Float32Array, at: number): void {
  const a = xv * xv + yv * yv;
  const c = xu * xu + yu * yu;
  const p = a - c;
  const b = 2 * (xu * xv + yu * yv);
  const t = Math.sqrt(p * p + b * b);
  // t may be NaN where a component is infinite or NaN.
  const spanned = !areAligned(xu * yv - yu * xv, xu * yu + xv * yv) && t > 0;
  lengths[at] = Math.sqrt(spanned ? (a + c + t) / 2 : Math.max(xu * xu + xv * xv, yu * yu + yv * yv));
}

/** True if two vectors are parallel or perpendicular, by their determinant and dot product: both are zero for a zero vector. */
function areAligned(determinant: number, dot: number): boolean {
  return determinant === 0 || dot === 0;
}
