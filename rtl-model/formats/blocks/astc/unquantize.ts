import { replicated } from '../bits.ts';
import { INTEGER_RANGES, type IntegerRange } from './integer-sequence.ts';

/** The unquantization of ranges with a trit or quint: B's bit layout in letters (a is the range's lowest bit) and C. */
type Scatter = readonly [layout: string, factor: number];

/** The color unquantization parameters by the largest integer of the range (ASTC: Endpoint Unquantization). */
const ENDPOINT_SCATTER: Readonly<Record<number, Scatter>> = {
  5: ['000000000', 204],
  9: ['000000000', 113],
  11: ['b000b0bb0', 93],
  19: ['b0000bb00', 54],
  23: ['cb000cbcb', 44],
  39: ['cb0000cbc', 26],
  47: ['dcb000dcb', 22],
  79: ['dcb0000dc', 13],
  95: ['edcb000ed', 11],
  159: ['edcb0000e', 6],
  191: ['fedcb000f', 5],
};

/** The weight unquantization parameters by the largest integer of the range (ASTC: Weight Unquantization). */
const WEIGHT_SCATTER: Readonly<Record<number, Scatter>> = {
  5: ['0000000', 50],
  9: ['0000000', 28],
  11: ['b000b0b', 23],
  19: ['b0000b0', 13],
  23: ['cb000cb', 11],
};

/** The weights of ranges without low bits (ASTC: Weight Unquantization). */
const WEIGHT_DIGITS: Readonly<Record<number, readonly number[]>> = { 2: [0, 32, 63], 4: [0, 16, 32, 47, 63] };

/** The largest integer of the smallest range that endpoints may have, 0..5. */
const SMALLEST_ENDPOINT_RANGE = 5;
/** The largest integer of the largest range that weights may have: 32 levels. */
const LARGEST_WEIGHT_RANGE = 31;

/**
 * The values of stored endpoint integers, 0 to 255, by the index in INTEGER_RANGES; empty if endpoints don't use it.
 */
export const ENDPOINT_VALUES: readonly Uint8Array[] = INTEGER_RANGES.map((range) =>
  range.largest < SMALLEST_ENDPOINT_RANGE ? Uint8Array.of() : unquantized(range, 8, ENDPOINT_SCATTER[range.largest]),
);

/**
 * The values of stored weight integers, 0 to 64, by the index in INTEGER_RANGES; empty if weights don't use it.
 *
 * A range of bits alone is replicated to the six bits of 0..63. The section's example of five bits is an error: every
 * such weight would have half its size.
 */
export const WEIGHT_VALUES: readonly Uint8Array[] = INTEGER_RANGES.map((range) => {
  if (range.largest > LARGEST_WEIGHT_RANGE) return Uint8Array.of();
  const six = WEIGHT_DIGITS[range.largest] ?? unquantized(range, 6, WEIGHT_SCATTER[range.largest]);
  return Uint8Array.from(six, (weight) => (weight > 32 ? weight + 1 : weight));
});

/** @param width bits of the result, 6 or 8 */
function unquantized(range: IntegerRange, width: number, scatter: Scatter | undefined): Uint8Array {
  return Uint8Array.from({ length: range.largest + 1 }, (_, stored) => {
    if (!scatter) return replicated(stored, range.bits, width);
    const [layout, factor] = scatter;
    const low = stored & (2 ** range.bits - 1);
    const inverted = low & 1 ? 2 ** (width + 1) - 1 : 0;
    const scaled = (stored >> range.bits) * factor + scattered(layout, low);
    return (inverted & (2 ** (width - 1))) | ((scaled ^ inverted) >> 2);
  });
}

function scattered(layout: string, low: number): number {
  const bit = (letter: string) => (letter === '0' ? 0 : (low >> (letter.charCodeAt(0) - 0x61)) & 1);
  return Array.from(layout).reduce((value, letter) => 2 * value + bit(letter), 0);
}
