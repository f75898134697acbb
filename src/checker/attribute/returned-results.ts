import { clamped, interval, point } from '../../specification/exact/interval.ts';
import type { Hypothesis, Returned } from './changed-questions.ts';

/** The components of a result in another order, or with one of them in the place of others. */
const REORDERED: readonly Returned[] = [
  ([r, g, b, a]) => [b, g, r, a],
  ([r, g, b, a]) => [g, b, a, r],
  ([r, g, b, a]) => [a, r, g, b],
  ([r, g, b, a]) => [a, b, g, r],
  ([r, , , a]) => [r, r, r, a],
  ([r]) => [r, r, r, r],
];

/** 0 and 1 in the place of each other, as a swizzle has them. */
const exchanged: Returned = (right) =>
  right.map(({ lower, upper }) =>
    lower === upper && (lower === 0 || lower === 1) ? point(1 - lower) : interval(lower, upper),
  );

const HELD: readonly Returned[] = [
  (right) => right.map((range) => clamped(range, 0, 1)),
  (right) => right.map((range) => clamped(range, 0, Infinity)),
  (right) => right.map((range) => clamped(range, -Infinity, 1)),
];

export const OTHER_RESULTS: readonly Hypothesis[] = [
  // Components in another order. Gathers and comparisons have no components of a colour.
  {
    fault: 'texel-decoder/components',
    returned({ texture: { instruction }, view }) {
      if (instruction.op === 'gather' || instruction.dref === true) return [];
      return view.components.some((component) => component === 'zero' || component === 'one')
        ? [...REORDERED, exchanged]
        : REORDERED;
    },
  },
  // Samples that are held to a range.
  {
    fault: 'filter-unit/range',
    returned: ({ texture: { instruction } }) => ((instruction.op ?? 'sample') === 'sample' ? HELD : []),
  },
];
