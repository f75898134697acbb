import { clamped, type Interval, interval, point } from '../../specification/exact/interval.ts';
import { type Hypothesis, type Returned } from './changed-questions.ts';

/** The components of a result in another order, or with one of them in the place of others. */
const ORDERS = [
  [2, 1, 0, 3],
  [1, 2, 3, 0],
  [3, 0, 1, 2],
  [3, 2, 1, 0],
  [0, 0, 0, 3],
  [0, 0, 0, 0],
] as const;

const reordered = ORDERS.map(
  (order): Returned =>
    (right) =>
      order.map((c) => right[c]),
);

/** 0 and 1 in the place of each other, as a swizzle has them. */
const exchanged: Returned = (right) =>
  right.map(({ lower, upper }) =>
    lower === upper && (lower === 0 || lower === 1) ? point(1 - lower) : interval(lower, upper),
  );

const held = [
  (range: Interval) => clamped(range, 0, 1),
  (range: Interval) => clamped(range, 0, Infinity),
  (range: Interval) => clamped(range, -Infinity, 1),
].map(
  (hold): Returned =>
    (right) =>
      right.map(hold),
);

/** Results whose components are in another order. Gathers and comparisons have no components of a colour. */
const components: Hypothesis = {
  fault: 'texel-decoder/components',
  groups: () => [],
  returned: ({ texture: { instruction }, view }) => {
    if (instruction.op === 'gather' || instruction.dref === true) return [];
    return view.components.some((component) => component === 'zero' || component === 'one')
      ? [...reordered, exchanged]
      : reordered;
  },
};

/** Samples that are held to a range. */
const range: Hypothesis = {
  fault: 'filter-unit/range',
  groups: () => [],
  returned: ({ texture: { instruction } }) => ((instruction.op ?? 'sample') === 'sample' ? held : []),
};

export const OTHER_RESULTS: readonly Hypothesis[] = [components, range];
