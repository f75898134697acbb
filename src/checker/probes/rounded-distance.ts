const value = new Float32Array(1);
const bits = new Int32Array(value.buffer);

/** The float32 next to a finite one, upward or downward. */
export function neighbour(x: number, up: boolean): number {
  if (x === 0) return up ? 2 ** -149 : -(2 ** -149);
  value[0] = x;
  bits[0] += x > 0 === up ? 1 : -1;
  return value[0];
}

/**
 * The distance of a result from the exact value, without the rounding to float32 that every result takes: the least
 * |y * scale - exact| over all y that round to `got`. Exact where the operands are codes and weights of some bits, for
 * then float64 holds every step.
 */
export function roundedDistance(got: number, exact: number, scale: number): number {
  const error = got * scale - exact;
  if (error === 0) return 0;
  if (!Number.isFinite(error)) return got === exact ? 0 : Infinity;
  const nearest = ((got + neighbour(got, error < 0)) / 2) * scale - exact;
  return nearest > 0 === error > 0 ? Math.abs(nearest) : 0;
}

/** The rounded distance of a result from the interval of `lower` to `upper`. */
export function distanceOutside(got: number, lower: number, upper: number, scale: number): number {
  const x = got * scale;
  if (x >= lower && x <= upper) return 0;
  return roundedDistance(got, x < lower ? lower : upper, scale);
}
