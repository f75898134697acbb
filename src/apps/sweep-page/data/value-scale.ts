import { extent } from 'd3-array';
import { decadeScale, linearScale, type Scale, type ValueScale } from '../../../platform/pages/chart-scale.ts';

/** Share of an axis for its finite values where others are infinite, and the free share at both ends. */
const FINITE = 0.92;
const MARGIN = 0.03;

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 4 });

/** A number with at most four digits: 12.5K, 0.031. */
function tickText(value: number): string {
  return COMPACT.format(value);
}

/** The name of a measure and its unit, 1 aside. */
export function axisLabel({ name, unit }: { readonly name: string; readonly unit: string }): string {
  return unit === '' || unit === '1' ? name : `${name} [${unit}]`;
}

/** The longest label of a place. */
const LONGEST = 14;

/** The axis of words in even distances, from 0 on. */
export function placeScale(labels: readonly string[]): Scale {
  const shortened = (label: string) => (label.length <= LONGEST ? label : `${label.slice(0, LONGEST - 1)}…`);
  return {
    share: (n) => (n + 0.5) / labels.length,
    ticks: labels.map((label, at) => ({ at, text: shortened(label) })),
  };
}

/**
 * The axis of some values, NaN aside. Infinity has its mark at the end.
 *
 * @param logarithmic true for an axis of decades, where all values are above zero
 */
export function valueScale(values: Iterable<number>, logarithmic = false): ValueScale {
  const all = [...values];
  const infinite = all.includes(Infinity);
  const [low = 0, high = 1] = extent(all.filter((value) => value !== Infinity));
  const { share, ticks, at } = finiteScale(low, high, logarithmic);
  const room = infinite ? FINITE : 1;
  return {
    share: (value) => (value === Infinity ? 1 : room * share(value)),
    ticks: infinite ? [...ticks, { at: Infinity, text: 'inf' }] : ticks,
    at: (place) => (infinite && place > (1 + room) / 2 ? Infinity : at(Math.min(1, place / room))),
  };
}

function finiteScale(low: number, high: number, logarithmic: boolean): ValueScale {
  if (logarithmic && low > 0) return decadeScale(low, high, tickText);
  const margin = high > low ? MARGIN * (high - low) : Math.max(1e-9, Math.abs(low) / 2);
  return linearScale(low >= 0 ? Math.max(0, low - margin) : low - margin, high + margin, tickText);
}
