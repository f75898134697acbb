import { clamped, type Interval, interval, point } from '../../specification/exact/interval.ts';
import { srgbLinear } from '../../specification/texels/srgb.ts';
import { type Hypothesis, type JudgedState, type Returned, withView } from './changed-questions.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';

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
export const otherComponents: Hypothesis = {
  fault: 'texel-decoder/components',
  groups: () => [],
  returned: ({ texture: { instruction }, view: { components } }) => {
    if (instruction.op === 'gather' || instruction.dref === true) return [];
    return components.some((component) => component === 'zero' || component === 'one')
      ? [...reordered, exchanged]
      : reordered;
  },
};

/** Samples that are held to a range. */
export const otherRange: Hypothesis = {
  fault: 'filter-unit/range',
  groups: () => [],
  returned: ({ texture: { instruction } }) => ((instruction.op ?? 'sample') === 'sample' ? held : []),
};

/** Codes of sRGB texels that are filtered and then made linear. */
export function linearAfterFilter({ texture, view }: JudgedState) {
  const { name, componentType } = view.format;
  const plain = TEXEL_FORMATS.get(name.replace('srgb', 'unorm'));
  if (componentType !== 'srgb' || plain === undefined) return [];
  const components = view.components.map((component, c) => (component === 'identity' ? c : 'rgba'.indexOf(component)));
  const returned: Returned = (codes) =>
    codes.map(({ lower, upper }, c) =>
      [0, 1, 2].includes(components[c])
        ? interval(srgbLinear(Math.max(0, lower)), srgbLinear(Math.max(0, upper)))
        : interval(lower, upper),
    );
  return [[{ ...withView(texture, view, { format: plain }), returned }]];
}
