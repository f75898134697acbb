import type { Coordinates } from '../address-unit/coordinates.ts';
import { REDUCED_LIMIT, wholePeriods } from '../address-unit/range-reduction.ts';
import { FAR_COORDINATE } from '../address-unit/texel-coordinate.ts';
import type { RoundingMode } from '../fixed-point/rounding.ts';
import { FILTER_CODES } from '../state/sample-shape.ts';
import type { StepNode } from '../steps/step.ts';
import type { LevelTable, LevelValues } from '../steps/lane-graph.ts';
import type { StepGraph } from '../steps/step-graph.ts';

/** One axis of the image, as the snap of a coordinate needs it. */
export interface SnappedAxis {
  /** 0 for u, 1 for v, 2 for w. */
  readonly axis: number;
  /** Texels along the axis, of every level. */
  readonly sizes: readonly number[];
  readonly table: LevelTable;
  /** Texels of a sample before and after the one at its index. */
  readonly before: number;
  readonly after: number;
  /** True if samples are held to the face of a cube and half a texel around it. */
  readonly inFace: boolean;
  /** The texel offset. */
  readonly offset: StepNode;
  /** -1 for the indices whose weight is the complement of the coordinate's fraction, 0 for others; null for none. */
  readonly mirrored: LevelTable | null;
}

/** The index of a coordinate's texel in the table, the weight of the next one, and whether the table has it. */
export interface Snapped {
  readonly index: StepNode;
  readonly weight: StepNode;
  readonly covered: StepNode;
}

/** Roundings of an exact product that may come before an integer of the grid is taken off. */
export const EXACT_SNAPS: readonly RoundingMode[] = ['nearest-even', 'nearest-up', 'nearest-down', 'floor', 'ceil'];

/** Texel offsets up to which no coordinate saturates. */
const MARGIN = 16;

/**
 * The snap of a coordinate to an index in the table of its axis. Coordinates that lie further out than their address mode
 * is described for are not covered.
 *
 * @param u float32  @param linear true where the lane is filtered linearly
 */
export function snapAxis(
  s: StepGraph,
  coordinates: Coordinates,
  { axis, sizes, table, before, after, inFace, offset, mirrored }: SnappedAxis,
  u: StepNode,
  level: StepNode,
  linear: StepNode,
): Snapped {
  const coordinate = coordinates.axes[axis];
  const { exact, reduction } = coordinate;
  const { one, max } = coordinates.format;
  const real = (value: number) => s.constant(value, 'float32');
  const ofLevel = (name: string, values: readonly number[], kind: LevelValues['kind'] = 'integer') =>
    s.ofLevel(level, { name: `${name} ${table.name}`, kind, values });
  const period = reduction === 'repeat' ? 1 : reduction === 'mirror' ? 2 : 0;
  const scales = sizes.map((size) => coordinates.scale(size));
  const widths = scales.map((scale) => scale * one);
  const widest = Math.max(...widths);
  // Products that only nearest-even finds have 32 bits. Without a period no coordinate saturates.
  const products = Math.floor((period > 0 ? 2 ** 31 : max - MARGIN * one) / widest);
  const limit =
    period > 0 && coordinates.roundings(axis).every((rounding) => rounding === 'nearest-even')
      ? FAR_COORDINATE
      : Math.min(products, period > 0 ? FAR_COORDINATE : Infinity);
  const held = coordinate.held(s, u);
  const near = s.less(s.absolute(held), real(limit));
  const masks = widths.map((width) => period * width - 1);
  // Whole periods leave the bits of a power of two alone.
  const powers = !s.atRunTime && masks.every((mask) => (mask & (mask + 1)) === 0);
  const masked = period > 0 && powers && (exact || period === 1);
  const [half, none] = [FILTER_CODES.linear, FILTER_CODES.nearest].map((filter) => coordinates.shift(filter));
  const moved = s.multiply(offset, s.constant(one));
  const whole = exact && masked ? real(0) : wholePeriods(s, held, reduction);
  let x: StepNode;
  if (exact) {
    const scale = (parts: number) =>
      ofLevel(
        `scale in ${parts}`,
        scales.map((size) => size * parts),
        'float64',
      );
    const shift = (parts: number) => s.select(linear, s.constant(half * parts), s.constant(none * parts));
    const added = (parts: number) => s.subtract(s.multiply(offset, s.constant(parts)), shift(parts));
    x = coordinates.ofFilters(s, axis, linear, (along) =>
      along.inProduct(s, held, whole, scale, added, limit * widest),
    );
  } else {
    const most = (reduction === 'none' ? limit : period === 0 ? REDUCED_LIMIT : 2) * widest + one;
    const shift = s.select(linear, real(half), real(none));
    const bounds = { min: -most, max: most };
    const size = ofLevel('size', scales, 'float32');
    x = coordinates.ofFilters(s, axis, linear, (of) => s.add(of.inFloat32(s, held, whole, size, shift, bounds), moved));
  }
  if (masked) x = s.and(x, ofLevel('mask', masks));
  if (inFace)
    x = coordinates.onFace(
      s,
      x,
      ofLevel(
        'face',
        sizes.map((size) => (size - 0.5) * one),
      ),
    );
  const i = coordinates.index(s, x);
  if (inFace) return { index: i, weight: coordinates.weight(s, x), covered: near };
  const weightAt = (index: StepNode) => {
    if (mirrored === null) return coordinates.weight(s, x);
    const [complement] = s.entries(mirrored, level, index);
    return coordinates.weight(s, s.select(s.less(complement, s.constant(0)), s.subtract(s.constant(-1), x), x));
  };
  if (masked) {
    const small = s.less(s.absolute(offset), s.constant(MARGIN + 1));
    return { index: i, weight: weightAt(i), covered: s.and(near, small) };
  }
  const ends = (name: string, value: (table: LevelTable['tables'][number]) => number) =>
    ofLevel(name, table.tables.map(value));
  // Beyond the tables of clamping modes the entries are those at the ends.
  const last = ends('last', ({ entries, first }) => first + entries.length - 1 - after);
  const index = s.greatest(
    s.least(i, last),
    ends('first', ({ first }) => first + before),
  );
  return { index, weight: weightAt(index), covered: period > 0 ? s.and(near, s.equal(index, i)) : near };
}
