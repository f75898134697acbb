import { type RoundingMode, roundToInteger } from './rounding.ts';

/**
 * Floating-point expansions: an exact number as the unevaluated sum of several float64 terms (Priest 1991; Shewchuk 1997,
 * Adaptive Precision Floating-Point Arithmetic). Sums and products of float32 values with weights of less than 64 bits
 * span some 350 bits: no term underflows or overflows.
 */

/**
 * The terms that hold a weighted sum of float32 values after its leading term; each brings at least 52 bits. The greatest
 * are kept of sums that span more than that: 364 bits, where the weights or factors are float32 values, too.
 */
export const REST_TERMS = 6;

/** More than the additions between two calls of `clear`: two stored sums times a factor are 28. */
const MOST_TERMS = 64;

const HALF = 2 ** 27 + 1;
/** The splitter of 25 bits, which hold every float32 and every tie of two. */
const TO_25_BITS = 2 ** 28 + 1;

/** Far less than the distance of two numbers of 25 bits, far more than the error of a float64. */
const NEAR = 2 ** -40;

/** x rounded to 53 - n bits (Veltkamp). @param splitter 2^n + 1 */
function shortened(x: number, splitter: number): number {
  const scaled = x * splitter;
  return scaled - (scaled - x);
}

/** True if x has at most 53 - n bits: its product with n bits is whole in float64. False for NaN and infinities. */
export function fitsBeside(x: number, splitter: number): boolean {
  return shortened(x, splitter) === x;
}

/** True if a + b is `sum`, their float64 sum, exactly. False for NaN and infinities. */
export function isExactSum(a: number, b: number, sum: number): boolean {
  return sum - a === b && sum - b === a;
}

/** What a + b has beyond `sum`, their float64 sum (Knuth: Two-Sum). */
export function sumError(a: number, b: number, sum: number): number {
  const virtual = sum - a;
  return a - (sum - virtual) + (b - virtual);
}

/**
 * The float32 nearest to an exact number, the even one of two, if the float64 next to the number shows it; NaN if not.
 * Every tie between two float32 is a number of 25 bits.
 *
 * @param near within 2^-49 of the number's magnitude
 */
export function certainFloat32(near: number): number {
  const short = shortened(near, TO_25_BITS);
  return Math.abs(near - short) > Math.abs(near) * 2 ** -48 ? Math.fround(near) : NaN;
}

/** The width of a float: its significant bits, and the least exponent of a number that has all of them. */
export interface FloatWidth {
  readonly bits: number;
  readonly leastExponent: number;
}

/** An exact sum that grows: its terms have no bit in common and rise in magnitude. All operands are finite. */
export class Expansion {
  private readonly terms = new Float64Array(MOST_TERMS);
  private count = 0;

  clear(): void {
    this.count = 0;
  }

  /** Adds a float64 (Shewchuk: Grow-Expansion, with zeros left out). */
  add(x: number): void {
    const { terms, count } = this;
    let kept = 0;
    let carried = x;
    for (let n = 0; n < count; n++) {
      const term = terms[n];
      const sum = carried + term;
      const error = sumError(carried, term, sum);
      if (error !== 0) terms[kept++] = error;
      carried = sum;
    }
    if (carried !== 0) terms[kept++] = carried;
    this.count = kept;
  }

  /** Adds a product, which has two terms (Dekker 1971). A factor of 0 adds nothing, even of what is not finite. */
  addProduct(x: number, y: number): void {
    if (y === 0) return;
    const product = x * y;
    const [xHigh, yHigh] = [shortened(x, HALF), shortened(y, HALF)];
    const [xLow, yLow] = [x - xHigh, y - yHigh];
    this.add(xLow * yLow - (product - xHigh * yHigh - xLow * yHigh - xHigh * yLow));
    this.add(product);
  }

  /** Adds a stored sum times a factor. A factor of 0 adds nothing. */
  addStored(values: Float64Array, at: number, factor: number): void {
    this.addProduct(values[at], factor);
    const end = restOf(values, at) + REST_TERMS;
    for (let n = end - REST_TERMS; n < end && values[n] !== 0; n++) this.addProduct(values[n], factor);
  }

  /**
   * Stores the sum, its leading term at `at`, and the others, from the greatest on, in the rest. Each term is less than an
   * ulp of the one before, and the first is less than its ulp off the sum (Shewchuk: Compress, downwards).
   */
  store(values: Float64Array, at: number): void {
    const { terms, count } = this;
    const rest = restOf(values, at);
    values[at] = 0;
    values.fill(0, rest, rest + REST_TERMS);
    let to = at;
    let carried = 0;
    const end = rest + REST_TERMS;
    for (let n = count - 1; n >= 0 && to < end; n--) {
      const sum = carried + terms[n];
      const error = terms[n] - (sum - carried);
      carried = sum;
      if (error === 0) continue;
      values[to] = sum;
      to = to === at ? rest : to + 1;
      carried = error;
    }
    if (to < end) values[to] = carried;
  }

  /** The sum over n, to the nearest float32, the even one of two. The sum is lost. @param n positive */
  float32(n: number): number {
    const { terms, count } = this;
    let near = 0;
    for (let k = 0; k < count; k++) near += terms[k];
    const short = shortened(near / n, TO_25_BITS);
    this.addProduct(-short, n);
    if (this.count === 0) return Math.fround(short);
    // The sum lies between two neighbours of 25 bits, and all that does goes to one float32.
    return Math.fround(short + Math.sign(this.terms[this.count - 1]) * Math.abs(short) * NEAR);
  }

  /**
   * The sum over n, rounded to a float; what is too large for it, to infinity (IEEE 754). The sum is lost.
   *
   * @param n positive, of at most 32 bits  @param float at most 24 bits  @param mode one of those to the nearest
   */
  rounded(n: number, { bits, leastExponent }: FloatWidth, mode: RoundingMode): number {
    const { terms, count } = this;
    let near = 0;
    for (let k = 0; k < count; k++) near += terms[k];
    near /= n;
    const exponent = Math.max(leastExponent, Math.floor(Math.log2(Math.abs(near))));
    const unit = 2 ** (exponent - bits + 1);
    // What the sum has beyond the nearest half unit decides by its sign alone.
    const halves = roundToInteger((2 * near) / unit, 'nearest-even');
    this.addProduct((-halves / 2) * unit, n);
    const beyond = this.count === 0 ? 0 : Math.sign(terms[this.count - 1]);
    const rounded = roundToInteger(halves / 2 + beyond / 4, mode) * unit;
    return Math.abs(rounded) < 2 ** (2 - leastExponent) ? rounded : rounded * Infinity;
  }
}

/** The rest of the sum whose leading term is at `at`: after the leading terms, with REST_TERMS for each of them. */
export function restOf(values: Float64Array, at: number): number {
  // Without a division of floats: the quotient is a whole number.
  return ((values.length / (1 + REST_TERMS)) | 0) + REST_TERMS * at;
}

/** Leaves a sum no rest. A rest whose first term is 0 has no others: units share the storage of sums. */
export function clearRest(values: Float64Array, at: number): void {
  const rest = restOf(values, at);
  if (values[rest] !== 0) values.fill(0, rest, rest + REST_TERMS);
}
