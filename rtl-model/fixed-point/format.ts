/**
 * A fixed-point format i.f as D3D11.3 3.2.4 writes it: i two's-complement integer bits, the sign included, and f
 * fraction bits. Its values are integers in plain numbers: the value v represents v / 2^f.
 */
export interface FixedFormat {
  /** The name of the format, also in the waveform. */
  readonly name: string;
  readonly integerBits: number;
  readonly fractionBits: number;
  readonly signed: boolean;
  /** integerBits + fractionBits: the width of the wire. */
  readonly width: number;
  /** Smallest and largest integer of the format. */
  readonly min: number;
  readonly max: number;
  /** 2^fractionBits: the integer that represents 1. */
  readonly one: number;
}

/** The width up to which every operation here, the rounding included, is exact. */
export const WIDEST = 51;

/**
 * A signed i.f format; `fixed('coordinate', 16, 8)` is the 24-bit 16.8 of D3D11.3 7.18.7.
 *
 * @throws RangeError when i < 1, f < 0 or i + f > 51
 */
export function fixed(name: string, integerBits: number, fractionBits: number): FixedFormat {
  return record(name, integerBits, fractionBits, true);
}

/**
 * An unsigned i.f format.
 *
 * @throws RangeError when i < 0, f < 0, i + f < 1 or i + f > 51
 */
export function unsignedFixed(name: string, integerBits: number, fractionBits: number): FixedFormat {
  return record(name, integerBits, fractionBits, false);
}

function record(name: string, integerBits: number, fractionBits: number, signed: boolean): FixedFormat {
  const width = integerBits + fractionBits;
  const whole = Number.isInteger(integerBits) && Number.isInteger(fractionBits);
  if (!whole || integerBits < (signed ? 1 : 0) || fractionBits < 0 || width < 1 || width > WIDEST) {
    throw new RangeError(`${name}: ${integerBits}.${fractionBits} is no fixed-point format of 1 to ${WIDEST} bits`);
  }
  const span = 2 ** width;
  return Object.freeze({
    name,
    integerBits,
    fractionBits,
    signed,
    width,
    min: signed ? -span / 2 : 0,
    max: (signed ? span / 2 : span) - 1,
    one: 2 ** fractionBits,
  });
}

/** Bits of two's complement that hold the integers of a range. */
export function signedBits({ low, high }: { readonly low: number; readonly high: number }): number {
  return 1 + Math.ceil(Math.log2(Math.max(high + 1, -low)));
}

/** True if the value is an integer of the format. */
export function fits(value: number, format: FixedFormat): boolean {
  return Number.isInteger(value) && value >= format.min && value <= format.max;
}

/** The number in the range of the format that is nearest to `value`. */
export function saturate(value: number, format: FixedFormat): number {
  return Math.max(format.min, Math.min(value, format.max));
}
