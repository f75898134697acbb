const ZERO = 0x30;
const DOT = 0x2e;
const PLUS = 0x2b;
const MINUS = 0x2d;
/** `e` and `E` but for the bit of their case. */
const EXPONENT = 0x65;
const LOWER_CASE = 0x20;

/** Integers below it, and powers of ten up to 10^22, are exact in a float64. */
const EXACT = 2 ** 53;
const TENS = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/** Reads numbers out of JSON in UTF-8, as JSON.parse reads them. */
export class JsonNumber {
  /** The number that was read last. */
  value = 0;
  /** True if it has digits alone: its text is that of the value. */
  plain = false;

  /**
   * @param at index of its first byte; bytes that are no part of a number must follow
   * @returns the index after it; -1 where there is no number of JSON
   */
  read(bytes: Uint8Array, at: number): number {
    const first = bytes[at];
    let next = first === MINUS ? at + 1 : at;
    let digit = bytes[next] - ZERO;
    if (!(digit >= 0 && digit <= 9)) return -1;
    let mantissa = digit;
    let exponent = 0;
    next++;
    // No digit follows a 0 at the beginning.
    if (mantissa !== 0) {
      for (digit = bytes[next] - ZERO; digit >= 0 && digit <= 9; digit = bytes[++next] - ZERO) {
        mantissa = 10 * mantissa + digit;
      }
    }
    const whole = next;
    if (bytes[next] === DOT) {
      const start = ++next;
      for (digit = bytes[next] - ZERO; digit >= 0 && digit <= 9; digit = bytes[++next] - ZERO) {
        mantissa = 10 * mantissa + digit;
      }
      exponent = start - next;
      if (exponent === 0) return -1;
    }
    if ((bytes[next] | LOWER_CASE) === EXPONENT) {
      const sign = bytes[++next];
      if (sign === PLUS || sign === MINUS) next++;
      const start = next;
      let power = 0;
      for (digit = bytes[next] - ZERO; digit >= 0 && digit <= 9; digit = bytes[++next] - ZERO) {
        power = 10 * power + digit;
      }
      if (next === start) return -1;
      exponent += sign === MINUS ? -power : power;
    }
    this.plain = next === whole && first !== MINUS && mantissa < EXACT;
    this.value =
      mantissa < EXACT && exponent >= -22 && exponent <= 22
        ? product(first === MINUS ? -mantissa : mantissa, exponent)
        : Number(String.fromCharCode(...bytes.subarray(at, next)));
    return next;
  }
}

/** One rounding of two exact numbers, which is that of the decimal. */
function product(mantissa: number, exponent: number): number {
  return exponent < 0 ? mantissa / TENS[-exponent] : mantissa * TENS[exponent];
}
