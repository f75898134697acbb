import type { ImageView } from '../../../rtl-model/state/image-view.ts';
import { FLOAT32_ERROR } from '../../specification/exact/float32.ts';
import { clamped, interval, point, scaled, widened } from '../../specification/exact/interval.ts';
import { codeOfOne } from '../../specification/texels/numeric-formats.ts';
import { sourceOf } from '../../validity/state-facts.ts';
import { type Hypothesis, RETURNING_TEXELS, type Returned } from './changed-questions.ts';

/** The components of a result in another order, or with one of them in the place of others. */
const REORDERED: readonly Returned[] = [
  ([r, g, b, a]) => [b, g, r, a],
  ([r, g, b, a]) => [g, b, a, r],
  ([r, g, b, a]) => [a, r, g, b],
  ([r, g, b, a]) => [a, b, g, r],
  ([r, , , a]) => [r, r, r, a],
  ([r]) => [r, r, r, r],
];

/** The constants 0 and 1 of a swizzle exchanged. */
const exchanged: Returned = (right) =>
  right.map(({ lower, upper }) =>
    lower === upper && (lower === 0 || lower === 1) ? point(1 - lower) : interval(lower, upper),
  );

/** Results on a grid of `steps` per unit. */
const SNAPPED: readonly Returned[] = [2 ** 6 - 1, 2 ** 8 - 1, 2 ** 11].map((steps) => (right) => {
  const snapped = (x: number) => Math.round(x * steps) / steps;
  return right.map(({ lower, upper }) => interval(snapped(lower), snapped(upper)));
});

const HELD: readonly Returned[] = [
  (right) => right.map((range) => clamped(range, 0, 1)),
  (right) => right.map((range) => clamped(range, 0, Infinity)),
  (right) => right.map((range) => clamped(range, -Infinity, 1)),
];

/** Codes divided by a power of two in place of the greatest code. */
function dividedOtherwise({ format, components }: ImageView): readonly Returned[] {
  const { componentType, bits, codec, order } = format;
  if (codec !== null || (componentType !== 'unorm' && componentType !== 'snorm')) return [];
  return [
    (right) =>
      right.map((range, c) => {
        const component = order.indexOf(sourceOf(components, c) ?? -1);
        const one = component < 0 ? Infinity : codeOfOne(componentType, bits[component]);
        // Both the right and the faulty result are rounded to float32.
        const error = 2 * FLOAT32_ERROR * Math.max(Math.abs(range.lower), Math.abs(range.upper));
        return one === Infinity ? range : widened(scaled(range, one / (one + 1)), error);
      }),
  ];
}

/** Unsigned codes whose highest bit is taken for a sign. */
function signExtended({ format: { componentType, bits } }: ImageView): readonly Returned[] {
  if (componentType !== 'uint' || bits[0] >= 32) return [];
  const extended = (code: number) => (code < 2 ** (bits[0] - 1) ? code : code + 2 ** 32 - 2 ** bits[0]);
  return [(right) => right.map(({ lower, upper }) => interval(extended(lower), extended(upper)))];
}

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
  {
    fault: 'texel-decoder/conversion',
    returned: ({ texture: { instruction }, view }) =>
      RETURNING_TEXELS.includes(instruction.op ?? 'sample') && instruction.dref !== true
        ? [...dividedOtherwise(view), ...signExtended(view)]
        : [],
  },
  // Samples that have too few bits.
  ...SNAPPED.map((snapped): Hypothesis => ({
    fault: 'filter-unit/narrowing',
    returned: ({ texture: { instruction } }) => ((instruction.op ?? 'sample') === 'sample' ? [snapped] : []),
  })),
  // Samples that are held to a range.
  {
    fault: 'filter-unit/range',
    returned: ({ texture: { instruction } }) => ((instruction.op ?? 'sample') === 'sample' ? HELD : []),
  },
];
