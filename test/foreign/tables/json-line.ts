/** A marker that no name contains, for a number that JSON.stringify writes without its sign. */
const MINUS_ZERO = '~minus zero~';

/** A line of JSON: NaN and infinities as texts, and minus zero with its sign. */
export function jsonLine(fields: unknown): string {
  const text = JSON.stringify(fields, (_, value: unknown) => {
    if (Object.is(value, -0)) return MINUS_ZERO;
    if (typeof value !== 'number' || Number.isFinite(value)) return value;
    return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
  });
  return text.replaceAll(`"${MINUS_ZERO}"`, '-0');
}
