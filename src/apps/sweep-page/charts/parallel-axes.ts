import { type TableColumn, type FieldColumn, numbersOf } from '../data/design-table.ts';
import { choiceFilter, rangeFilter } from '../data/filter.ts';
import { valueScale } from '../data/value-scale.ts';

/** The most values of a field that have a place each; more numbers have a scale. */
const MOST_PLACES = 16;

/** An axis of the parallel coordinates. */
export interface ParallelAxis {
  readonly column: TableColumn;
  /** Position of each design, 0 to 1 from the bottom; NaN where it has no value. */
  readonly shares: Float64Array;
  readonly ticks: readonly { readonly share: number; readonly text: string }[];
  /** The filter of the values between two positions. */
  readonly between: (low: number, high: number) => string;
}

/** The axis of a measure, or of a field: few values have even distances. */
export function parallelAxis(column: TableColumn | FieldColumn, count: number): ParallelAxis {
  const numbers = numbersOf(column, count);
  if ('labels' in column && (column.labels.length <= MOST_PLACES || !column.numeric)) return placed(column, count);
  const scale = valueScale(numbers);
  return {
    column,
    shares: numbers.map((value) => (Number.isNaN(value) ? NaN : scale.share(value))),
    ticks: scale.ticks.map(({ at, text }) => ({ share: scale.share(at), text })),
    between: (low, high) => rangeFilter(scale.at(low), scale.at(high)),
  };
}

function placed(column: FieldColumn, count: number): ParallelAxis {
  const { labels, at } = column;
  const place = (n: number) => (n + 0.5) / labels.length;
  const step = Math.ceil(labels.length / MOST_PLACES);
  return {
    column,
    shares: Float64Array.from({ length: count }, (_, d) => place(at[d])),
    ticks: labels.map((text, n) => ({ share: place(n), text })).filter((_, n) => n % step === 0),
    between: (low, high) => choiceFilter(labels.filter((_, n) => place(n) >= low && place(n) <= high)),
  };
}

/** Classes of lines by the rank of a measure. */
export const CLASSES = 5;

/** The class of each design, 0 to CLASSES - 1, by the rank of its value: as many designs in each. NaN is in the first. */
export function rankClasses(values: Float64Array): Uint8Array {
  const rising = values.filter((value) => !Number.isNaN(value)).sort();
  const limits = Array.from({ length: CLASSES - 1 }, (_, k) => rising[Math.floor(((k + 1) * rising.length) / CLASSES)]);
  return Uint8Array.from(values, (value) => limits.filter((limit) => value >= limit).length);
}

const HEIGHT_RADIX = 4096;

/**
 * The different pieces of the lines of designs between two axes, to one SVG unit: their heights, and the mean class of the
 * designs that pass there. Ten thousand designs have few of them between fields of few values.
 *
 * @param heights of each design at both axes, below 4096; NaN for none
 */
export function segments(designs: readonly number[], left: Float64Array, right: Float64Array, classes: Uint8Array) {
  const found = new Map<number, { count: number; sum: number }>();
  for (const d of designs) {
    const key = Math.round(left[d]) * HEIGHT_RADIX + Math.round(right[d]);
    if (Number.isNaN(key)) continue;
    const segment = found.get(key);
    if (segment === undefined) found.set(key, { count: 1, sum: classes[d] });
    else {
      segment.count++;
      segment.sum += classes[d];
    }
  }
  return Array.from(found, ([key, { count, sum }]) => ({
    from: Math.floor(key / HEIGHT_RADIX),
    to: key % HEIGHT_RADIX,
    mean: sum / count,
  }));
}
