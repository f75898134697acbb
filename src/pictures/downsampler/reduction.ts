/**
 * The weight of a texel in a weighted mean: a finite number, not negative.
 *
 * @param r,g,b,a components of the texel: 0 to 1 (-1 to 1 for snorm, any float for float formats), colours of sRGB
 * formats in linear light; 0, 0, 1 for green, blue and alpha that the format lacks
 * @param corner place of the texel in its 2x2: 0 upper left, 1 upper right, 2 lower left, 3 lower right
 */
export type TexelWeight = (r: number, g: number, b: number, a: number, corner: number) => number;

/**
 * The reduction of 2x2 texels to one: the mean, the smallest or largest value in each component, or a weighted mean.
 */
export type Reduction = 'average' | 'min' | 'max' | TexelWeight;

/**
 * The precision of the registers and of every operation: float32, or the halves of packed arithmetic, two to a
 * register.
 */
export const ARITHMETICS = ['float32', 'float16'] as const;
export type Arithmetic = (typeof ARITHMETICS)[number];

/** A weight equal to alpha, so that invisible texels don't bleed into visible ones. */
export const alphaWeight: TexelWeight = (_r, _g, _b, a) => a;

/** The largest corner weight. Registers of either precision hold sums of such weights, and its reciprocal. */
export const LARGEST_WEIGHT = 1024;

/**
 * Fixed weights of the four corners.
 *
 * @throws RangeError unless there are four of them, each 0 or from 1/1024 to 1024, and one is not 0
 */
export function cornerWeights(weights: readonly number[]): TexelWeight {
  const valid =
    weights.every((weight) => weight === 0 || (weight >= 1 / LARGEST_WEIGHT && weight <= LARGEST_WEIGHT)) &&
    weights.some((weight) => weight > 0);
  if (weights.length !== 4 || !valid) {
    const range = `each 0 or from 1/${LARGEST_WEIGHT} to ${LARGEST_WEIGHT}`;
    throw new RangeError(`corner weights ${weights.join()}: four numbers, ${range} and not all 0, are right`);
  }
  return (_r, _g, _b, _a, corner) => weights[corner];
}
