import { componentText } from './component-text.ts';

const ZERO = 0x30;
const DOT = 0x2e;
const MINUS = 0x2d;
const FIRST_BYTES = 2 ** 16;
/** Bytes that a number takes at most. */
const NUMBER_BYTES = 32;

/** Powers of ten that a float64 holds exactly. */
const TENS = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
/** 1, 0.1, 0.01 ...: no float32 lies between one of them and its exact value. */
const TENTHS = Float64Array.from({ length: 6 }, (_, decimals) => Number(`1e-${decimals}`));

/** Fractions in this range are written here, with 6 to 9 digits (`floatText`); others are rare. */
const LEAST = 1e-5;
const MOST = 1e5;
const LEAST_DIGITS = 6;
const MOST_DIGITS = 9;
/** The error of a float64 product below 10^9, with room. */
const PRODUCT_ERROR = 2 ** -20;

/** A text in UTF-8 that grows at its end, without a string for each piece. */
export class TextBytes {
  private bytes = new Uint8Array(FIRST_BYTES);
  private readonly encoder = new TextEncoder();
  private length = 0;

  /** The text so far, which is taken away. */
  take(): Uint8Array {
    const taken = this.bytes.slice(0, this.length);
    this.length = 0;
    return taken;
  }

  text(text: string): void {
    this.reserve(3 * text.length);
    this.length += this.encoder.encodeInto(text, this.bytes.subarray(this.length)).written;
  }

  /** Bytes of ASCII. */
  ascii(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    for (let n = 0; n < bytes.length; n++) this.bytes[this.length + n] = bytes[n];
    this.length += bytes.length;
  }

  /** @param value an integer from 0 to 2^53 - 1 */
  integer(value: number): void {
    this.reserve(NUMBER_BYTES);
    this.length = this.digits(value);
  }

  /** The text that `componentText` gives. */
  component(value: number): void {
    this.reserve(NUMBER_BYTES);
    const size = Math.abs(value);
    if (Number.isInteger(value) && value > -(2 ** 31) && value < 2 ** 32 && !Object.is(value, -0)) {
      if (value < 0) this.bytes[this.length++] = MINUS;
      this.length = this.digits(size);
    } else if (!(size >= LEAST && size < MOST && this.fraction(size, value < 0))) {
      this.text(componentText(value));
    }
  }

  /**
   * Writes the decimal of a float32 that has the fewest digits, as `floatText` has it.
   *
   * @param size from LEAST to MOST, no integer
   * @returns false where the product lies so near to a tie that its error may matter; nothing is written then
   */
  private fraction(size: number, negative: boolean): boolean {
    /** Decimals of a number of one significant digit. */
    let decimals = 0;
    while (size >= TENS[1 - decimals]) decimals--;
    if (size < 1) while (size < TENTHS[decimals]) decimals++;
    for (let digits = LEAST_DIGITS; digits <= MOST_DIGITS; digits++) {
      const scale = TENS[decimals + digits - 1];
      const product = size * scale;
      const below = Math.floor(product);
      const part = product - below;
      if (Math.abs(part - 0.5) < PRODUCT_ERROR) return false;
      const rounded = part > 0.5 ? below + 1 : below;
      // Both operands are exact, so that the quotient is the float64 next to the decimal.
      if (Math.fround(rounded / scale) !== size) continue;
      this.decimal(rounded, decimals + digits - 1, negative);
      return true;
    }
    return false;
  }

  /** Writes a number of `decimals` decimals, at least one of them not 0. @param scaled the number times 10^decimals */
  private decimal(scaled: number, decimals: number, negative: boolean): void {
    const { bytes } = this;
    let rest = scaled;
    let places = decimals;
    for (let tens = (rest / 10) | 0; rest === 10 * tens; tens = (rest / 10) | 0) {
      rest = tens;
      places--;
    }
    let digits = places + 1;
    while (rest >= TENS[digits]) digits++;
    if (negative) bytes[this.length++] = MINUS;
    const point = this.length + digits - places;
    this.length += digits + 1;
    for (let at = this.length - 1; at > point; at--) {
      const tens = (rest / 10) | 0;
      bytes[at] = ZERO + (rest - 10 * tens);
      rest = tens;
    }
    bytes[point] = DOT;
    for (let n = 1; n <= digits - places; n++) {
      const tens = (rest / 10) | 0;
      bytes[point - n] = ZERO + (rest - 10 * tens);
      rest = tens;
    }
  }

  /** Writes the digits of an integer. @returns the place after it */
  private digits(value: number): number {
    let count = 1;
    while (count < 16 && value >= TENS[count]) count++;
    const end = this.length + count;
    let rest = value;
    const { bytes } = this;
    for (let at = end - 1; at >= this.length; at--) {
      const tens = Math.floor(rest / 10);
      bytes[at] = ZERO + (rest - 10 * tens);
      rest = tens;
    }
    return end;
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const longer = new Uint8Array(2 * (this.length + more));
    longer.set(this.bytes.subarray(0, this.length));
    this.bytes = longer;
  }
}
