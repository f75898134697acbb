import { decadeScale, linearScale, type Scale } from '../../platform/pages/chart-scale.ts';

/** A scale of numbers, and the number at a position. */
export interface ValueScale extends Scale {
  readonly at: (share: number) => number;
}

/** Share of an axis for its finite values where others are infinite, and the free share at both ends. */
const FINITE = 0.92;
const MARGIN = 0.03;

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 4 });

/** A number with at most four digits: 12.5K, 0.031. */
export function tickText(value: number): string {
  return COMPACT.format(value);
}

/** The name of a measure and its unit, 1 aside. */
export function axisLabel({ name, unit }: { readonly name: string; readonly unit: string }): string {
  return unit === '' || unit === '1' ? name : `${name} [${unit}]`;
}

/**
 * The axis of some values, NaN aside. Infinity has a mark of its own at the end.
 *
 * @param logarithmic true for an axis of decades, where all values are above zero
 */
export function valueScale(values: Iterable<number>, logarithmic = false): ValueScale {
  let [low, high, infinite] = [Infinity, -Infinity, false];
  for (const value of values) {
    if (value === Infinity) infinite = true;
    else if (value < low || value > high) [low, high] = [Math.min(low, value), Math.max(high, value)];
  }
  if (low > high) [low, high] = [0, 1];
  const room = infinite ? FINITE : 1;
  const withInfinity = ({ share, ticks }: Scale, at: (share: number) => number): ValueScale => ({
    share: (value) => (value === Infinity ? 1 : room * share(value)),
    ticks: infinite ? [...ticks, { at: Infinity, text: 'inf' }] : ticks,
    at: (share) => (infinite && share > (1 + room) / 2 ? Infinity : at(Math.min(1, share / room))),
  });
  if (logarithmic && low > 0) {
    const decades = decadeScale(low, high, tickText);
    const [{ at: first }, { at: last }] = [decades.ticks[0], decades.ticks.at(-1)!];
    const width = Math.log(last / first) / (decades.share(last) - decades.share(first));
    return withInfinity(decades, (share) => first * Math.exp(width * (share - decades.share(first))));
  }
  const margin = high > low ? MARGIN * (high - low) : Math.max(1e-9, Math.abs(low) / 2);
  const from = low >= 0 ? Math.max(0, low - margin) : low - margin;
  const to = high + margin;
  return withInfinity(linearScale(from, to, tickText), (share) => from + (to - from) * share);
}
