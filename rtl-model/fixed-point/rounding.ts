/**
 * The ways to round a value to one of its two neighbours.
 *
 * `nearest-even`, `nearest-up`, `nearest-down`, `nearest-away` and `nearest-toward-zero` differ in ties only. A tie goes
 * to the even neighbour (D3D11.3 3.2.2, IEEE 754 roundTiesToEven), towards +infinity (floor(x + 0.5)), towards -infinity
 * (ceil(x - 0.5)), away from zero, or towards zero (IEEE 754 roundTiesToZero). `floor` drops two's-complement bits,
 * `toward-zero` drops magnitude bits.
 */
export const ROUNDING_MODES = [
  'nearest-even',
  'nearest-up',
  'nearest-down',
  'nearest-away',
  'floor',
  'ceil',
  'toward-zero',
  'nearest-toward-zero',
] as const;
export type RoundingMode = (typeof ROUNDING_MODES)[number];

/** Those that take the nearer neighbour. */
export const NEAREST_ROUNDINGS = ROUNDING_MODES.filter((mode): mode is Extract<RoundingMode, `nearest-${string}`> =>
  mode.startsWith('nearest-'),
);

export type NearestRounding = (typeof NEAREST_ROUNDINGS)[number];

/** 1.5 * 2^52: a float64 of this size has no fraction bits, so adding it rounds to nearest even. */
const NO_FRACTION = 1.5 * 2 ** 52;

/**
 * The rounding primitive, through which every narrowing of a number goes.
 *
 * @param x any number, |x| < 2^51
 * @returns the integer that `mode` selects; never -0
 */
export function roundToInteger(x: number, mode: RoundingMode): number {
  if (mode === 'nearest-even') return x + NO_FRACTION - NO_FRACTION;
  const below = Math.floor(x);
  if (mode === 'nearest-up') return (x - below >= 0.5 ? below + 1 : below) + 0;
  // Just below 0 the fraction may need more bits than a float64 has, and could round onto one half.
  return roundSplit(below, x > -0.5 && x < 0 ? 1 : x - below, mode);
}

/**
 * The rounding primitive for a number in two parts, below + fraction, whose sum may need more than 53 bits.
 *
 * @param below an integer, |below| < 2^51
 * @param fraction in [0, 1]; 1 represents a fraction too near to it for a float64
 */
export function roundSplit(below: number, fraction: number, mode: RoundingMode): number {
  return (carries(below, fraction, mode) ? below + 1 : below) + 0;
}

/** 2^bits and 2^-bits as tables, because Math.pow is a function call. */
export const POWERS = Float64Array.from({ length: 54 }, (_, bits) => 2 ** bits);
export const FRACTIONS = Float64Array.from({ length: 54 }, (_, bits) => 2 ** -bits);

/**
 * value / 2^bits, narrowed by `mode`.
 *
 * @param value an integer, |value| < 2^51
 * @param bits the number of low bits dropped, 0 to 51
 */
export function roundShift(value: number, bits: number, mode: RoundingMode): number {
  return roundToInteger(value * FRACTIONS[bits], mode);
}

function carries(below: number, fraction: number, mode: RoundingMode): boolean {
  switch (mode) {
    case 'nearest-even':
      return fraction > 0.5 || (fraction === 0.5 && below % 2 !== 0);
    case 'nearest-up':
      return fraction >= 0.5;
    case 'nearest-down':
      return fraction > 0.5;
    case 'nearest-away':
      return fraction > 0.5 || (fraction === 0.5 && below >= 0);
    case 'floor':
      return false;
    case 'ceil':
      return fraction > 0;
    case 'toward-zero':
      return fraction > 0 && below < 0;
    case 'nearest-toward-zero':
      return fraction > 0.5 || (fraction === 0.5 && below < 0);
  }
}
