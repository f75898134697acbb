import type { ResolveMethod } from '../../../../src/pictures/resolve/resolve.ts';

/**
 * The relative error of one step without denormals: half an ULP of float32, plus more than the float64 step of this
 * formula errs by, 2^-53.
 */
export const U = 2 ** -24 + 2 ** -50;

export type Color = readonly [number, number, number];

/** A resolve in float64, straight from its formula. */
export interface Expected {
  readonly color: Color;
  /** Brightness of the result, by which the inverse multiplies errors. */
  readonly brightness: number;
}

const CHANNELS = [0, 1, 2] as const;

function brightnessOf([r, g, b]: Color, method: ResolveMethod): number {
  return method === 'luma' ? 0.2126 * r + 0.7152 * g + 0.0722 * b : [r, g, b].sort((p, q) => q - p)[0];
}

/** The tone-mapped sum over one minus its brightness. */
export function expectedColor(colors: readonly Color[], weights: readonly number[], method: ResolveMethod): Expected {
  const mean = (scale: (color: Color) => number): Color => {
    const [r, g, b] = CHANNELS.map((c) =>
      colors.reduce((sum, color, n) => sum + (weights[n] * color[c]) / scale(color), 0),
    );
    return [r, g, b];
  };
  if (method === 'box') return { color: mean(() => 1), brightness: 0 };
  const mapped = mean((color) => 1 + brightnessOf(color, method));
  const level = brightnessOf(mapped, method);
  const [r, g, b] = mapped.map((value) => value / (1 - level));
  return { color: [r, g, b], brightness: level / (1 - level) };
}

/** The range of a computed value in multiples of the true value. */
export type Factors = readonly [low: number, high: number];

/**
 * The error bounds of a resolve of non-negative colours with positive weights. Each operation multiplies its true
 * result by 1 - u to 1 + u, u just above 2^-24. The error of a sum of positive summands lies between the errors of
 * these.
 *
 *     brightness  none for max3; four factors for luma (constant, product, two sums)
 *     m + 1       the factors of m at most, and one for the sum
 *     k           the inverse of those, the reciprocal's own, one for the product with the weight
 *     sum         one for the product, taps - 1 for the additions
 *     1 - M       an error e of M is one of e * M / (1 - M) of 1 - M: M / (1 - M) is the result's brightness
 *     inverse     the inverse of those, the reciprocal's own, one for the product
 *
 * @param reciprocal the largest relative error of the reciprocal
 * @returns null if the low factor of 1 - M is not positive, so that there is no bound
 */
export function resolveFactors(
  method: ResolveMethod,
  taps: number,
  reciprocal: number,
  brightness: number,
): Factors | null {
  if (method === 'box') return steps(taps);
  const level = method === 'luma' ? steps(4) : steps(0);
  const divisor = times(level, steps(1));
  const sum = times(times(inverseOf(divisor, reciprocal), steps(2)), steps(taps - 1));
  const peak = times(sum, level);
  const rest: Factors = [1 - (peak[1] - 1) * brightness, 1 + (1 - peak[0]) * brightness];
  if (rest[0] <= 0) return null;
  return times(times(sum, inverseOf(times(rest, steps(1)), reciprocal)), steps(1));
}

/** The error factors of n steps. */
function steps(n: number): Factors {
  return [(1 - U) ** n, (1 + U) ** n];
}

function times(a: Factors, b: Factors): Factors {
  return [a[0] * b[0], a[1] * b[1]];
}

function inverseOf(divisor: Factors, error: number): Factors {
  return [(1 - error) / divisor[1], (1 + error) / divisor[0]];
}

export function isWithin(value: number, expected: number, [low, high]: Factors): boolean {
  return value >= expected * low && value <= expected * high;
}
