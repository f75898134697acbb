/** float32 values that JSON has no number for. */
const NAMED: ReadonlyMap<unknown, number> = new Map([
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
]);

/** The values that `floatValue` takes, for messages. */
export const FLOAT_FORMS = 'a float32 number, "NaN", "Infinity" or "-Infinity"';

const SMALLEST_NORMAL = 2 ** -126;
/** A decimal of this many digits is the same after it was rounded to a normal float32 and back. */
const SAFE_DIGITS = 6;

/**
 * JSON text of a float32: the decimal with the fewest digits that reads back as the same float32, at most nine. -0 is
 * `-0`; NaN and the infinities are strings. A NaN's payload is not kept.
 *
 * @param x rounded to float32 first
 */
export function floatText(x: number): string {
  const value = Math.fround(x);
  if (Number.isNaN(value)) return '"NaN"';
  if (!Number.isFinite(value)) return value > 0 ? '"Infinity"' : '"-Infinity"';
  if (Object.is(value, -0)) return '-0';
  let digits = Math.abs(value) < SMALLEST_NORMAL ? 1 : SAFE_DIGITS;
  let decimal = Number(value.toPrecision(digits));
  while (Math.fround(decimal) !== value) decimal = Number(value.toPrecision(++digits));
  return String(decimal);
}

/** `[a,b,...]` of float32 values. */
export function floatListText(values: readonly number[]): string {
  return `[${values.map(floatText).join(',')}]`;
}

/**
 * The float32 that a parsed JSON value means, rounded to nearest even.
 *
 * @returns undefined for anything else, and for a number beyond the largest float32
 */
export function floatValue(value: unknown): number | undefined {
  if (typeof value !== 'number') return NAMED.get(value);
  const rounded = Math.fround(value);
  return Number.isFinite(rounded) ? rounded : undefined;
}
