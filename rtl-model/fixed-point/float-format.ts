import { floatBits } from './float32.ts';
import { type RoundingMode, roundToInteger } from './rounding.ts';

/**
 * A floating-point format narrower than float32, laid out as D3D11.3 3.1.5 and 3.1.6 do: a sign where there is one,
 * then a biased exponent whose largest value means infinity or NaN, then a fraction with a hidden bit. Its values are
 * bit patterns in plain numbers.
 */
export interface FloatFormat {
  readonly name: string;
  readonly signed: boolean;
  readonly exponentBits: number;
  readonly fractionBits: number;
  readonly exponentBias: number;
  /** 2^fractionBits: the hidden bit. */
  readonly hidden: number;
  /** The bit pattern of +infinity. One less is the largest finite value; half a fraction more is the NaN. */
  readonly infinity: number;
  /** The weight of the sign bit; 0 without one. */
  readonly signBit: number;
  /** The value of one unit of the fraction, for each biased exponent. */
  readonly ulp: Float64Array;
}

/** The rounding of a value between two floats. D3D11.3 3.2.2 asks for `toward-zero`, Vulkan permits either. */
export type FloatRounding = Extract<RoundingMode, 'toward-zero' | 'nearest-even'>;

/**
 * A format by its field widths; the bias is 2^(exponentBits - 1) - 1.
 *
 * @param exponentBits 2 to 7, so that float32 holds every value
 * @param fractionBits 1 to 22
 */
export function floatFormat(
  name: string,
  signed: boolean,
  exponentBits: number,
  fractionBits: number,
): Readonly<FloatFormat> {
  const exponentBias = 2 ** (exponentBits - 1) - 1;
  const hidden = 2 ** fractionBits;
  // Exponent 0 holds the denorms, which share the weight of exponent 1.
  const ulp = Float64Array.from(
    { length: 2 ** exponentBits },
    (_, e) => 2 ** (Math.max(e, 1) - exponentBias - fractionBits),
  );
  return Object.freeze({
    name,
    signed,
    exponentBits,
    fractionBits,
    exponentBias,
    hidden,
    infinity: (2 ** exponentBits - 1) * hidden,
    signBit: signed ? 2 ** (exponentBits + fractionBits) : 0,
    ulp,
  });
}

/**
 * The value of a bit pattern, exact in float32; denorms keep their value (D3D11.3 3.1.5, 3.1.6, 3.2.2).
 *
 * @param bits 0 to 2^(width of the format) - 1
 */
export function decodeFloat(bits: number, format: FloatFormat): number {
  const negative = (bits & format.signBit) !== 0;
  const magnitude = negative ? bits - format.signBit : bits;
  if (magnitude > format.infinity) return NaN;
  const fraction = magnitude & (format.hidden - 1);
  const exponent = magnitude >> format.fractionBits;
  const value =
    magnitude === format.infinity
      ? Infinity
      : (exponent === 0 ? fraction : fraction + format.hidden) * format.ulp[exponent];
  return negative ? -value : value;
}

/**
 * A number narrowed once to a bit pattern (D3D11.3 3.2.2; Vulkan: Floating-Point Format Conversions). NaN stays NaN and
 * infinity stays infinity. A value beyond the largest finite one becomes that one under `toward-zero`, and infinity
 * under `nearest-even` where IEEE 754 says so. Denorms and the sign of zero are kept. Without a sign bit, negative
 * values, -0 and -infinity give 0.
 *
 * @param x a float32 or any float64
 */
export function encodeFloat(x: number, format: FloatFormat, rounding: FloatRounding): number {
  if (Number.isNaN(x)) return format.infinity + format.hidden / 2;
  const negative = x < 0 || Object.is(x, -0);
  if (negative && !format.signed) return 0;
  const magnitude = encodeMagnitude(Math.abs(x), format, rounding);
  return negative ? magnitude + format.signBit : magnitude;
}

function encodeMagnitude(x: number, format: FloatFormat, rounding: FloatRounding): number {
  if (x === Infinity) return format.infinity;
  // A float64 just below a power of two may get the exponent above it. Its significand is then just below the hidden
  // bit, and the sum at the end gives the same pattern.
  const exponent = Math.max((floatBits(x) >>> 23) - 127 + format.exponentBias, 1);
  const largest = rounding === 'toward-zero' ? format.infinity - 1 : format.infinity;
  if (exponent >= format.ulp.length - 1) return largest;
  // The quotient is exact. A significand that rounds up to the next power of two carries into the exponent. A denorm
  // lacks the hidden bit and stays in exponent 0.
  return (exponent - 1) * format.hidden + roundToInteger(x / format.ulp[exponent], rounding);
}
