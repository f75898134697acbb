import type { Design } from '../../../rtl-model/design/design.ts';
import { bitsToFloat, floatBits, SMALLEST_NORMAL } from '../../../rtl-model/fixed-point/float32.ts';

const DENORMAL = 2 ** -149;
const GREATEST = 2 ** 128 - 2 ** 104;

/** Zeros, denormals, the least and the greatest normals, infinities and NaN, and 1. */
export const CORNER_FLOATS: readonly number[] = [
  ...[0, DENORMAL, SMALLEST_NORMAL - DENORMAL, SMALLEST_NORMAL, 1, GREATEST, Infinity].flatMap((x) => [x, -x]),
  NaN,
];

/** The periods and the bounds of the range reduction, and floats without a fraction. */
const REDUCED = [1, -1, 2, -2, 3, 10, -10, 1023.5, 1024, -1024, 2 ** 23, -(2 ** 24)];
/** Fractions of a register that are all taken; of a wider one these many at its ends. */
const MOST_FRACTIONS = 256;
/** Weights of a table's interpolation: the ends, the tie, and one off them. */
const MANTISSA_BITS = 23;

/** A float32 and its two neighbours. */
function around(value: number): readonly number[] {
  const x = Math.fround(value);
  if (x === 0) return [-DENORMAL, 0, DENORMAL];
  return [bitsToFloat(floatBits(x) - 1), x, bitsToFloat(floatBits(x) + 1)];
}

/** Values, the ties half a step off them, and the neighbours of all. */
export function ties(values: readonly number[], step: number): readonly number[] {
  return values.flatMap((value) => [value - step / 2, value, value + step / 2].flatMap(around));
}

interface Widths {
  readonly integerBits: number;
  readonly fractionBits: number;
}

/** The ends of a signed and of an unsigned register, and one step off them. */
export function ends({ integerBits, fractionBits }: Widths): readonly number[] {
  const step = 2 ** -fractionBits;
  const half = 2 ** (integerBits - 1);
  return [-half, half - step, 2 * half - step].flatMap((end) => [end - step, end, end + step]);
}

/** The values of a fraction from 0 to 1. */
export function fractions(bits: number): readonly number[] {
  const count = 2 ** bits;
  const taken = Math.min(count, MOST_FRACTIONS);
  return Array.from({ length: taken }, (_, n) => (n < taken / 2 ? n : count - taken + n) / count);
}

/** Coordinates of an axis of so many texels. @param half of a linear filter, which is centred on texels */
export function cornerCoordinates({ address }: Design, size: number, half: number): readonly number[] {
  const { coordinate } = address;
  const edges = [0, 0.5, 1, size - 1, size, -1, -size, 2 * size];
  const texels = ties([...ends(coordinate), ...edges], 2 ** -coordinate.fractionBits);
  return [...texels.map((x) => Math.fround((x + half) / size)), ...REDUCED.flatMap(around), ...CORNER_FLOATS];
}

/** Lengths at every entry of the table of log2, at the ends and at the tie between two of them. */
export function cornerLengths({ lod }: Design): readonly number[] {
  const index = 2 ** Math.min(lod.log2Table.indexBits, 8);
  const between = [0, 0.5 - 2 ** -MANTISSA_BITS * index, 0.5, 1 - 2 ** -MANTISSA_BITS * index];
  return Array.from({ length: index }, (_, n) => between.map((part) => 2 ** (n % 5) * (1 + (n + part) / index))).flat();
}
