import type { RoundingMode } from '../fixed-point/rounding.ts';
import type { StepNode } from '../steps/step.ts';
import type { LevelTable, LevelValues, StepGraph } from '../steps/step-graph.ts';

/** One axis of the image, as the snap of a coordinate needs it. */
export interface SnappedAxis {
  /** Texels along the axis, of every level. */
  readonly sizes: readonly number[];
  /** Images after which the address mode repeats; 0 for those that clamp. */
  readonly period: 0 | 1 | 2;
  readonly table: LevelTable;
  /** Texels of a sample before and after the one at its index. */
  readonly before: number;
  readonly after: number;
}

/** The fields of a design that all axes share. */
export interface SnapDesign {
  readonly fractionBits: number;
  /** True if coordinates are scaled exactly, false for float32 steps. */
  readonly exact: boolean;
  /** The rounding of the snap: one of EXACT_SNAPS where the product is exact. */
  readonly rounding: RoundingMode;
  /** The coordinate at which clamping modes stop. */
  readonly limit: number;
  /** True if samples are held to the face of a cube and half a texel around it. */
  readonly inFace: boolean;
}

/** A coordinate in texels with fraction bits, the index of its texel in the table, and whether the table has it. */
export interface Snapped {
  readonly fraction: StepNode;
  readonly index: StepNode;
  readonly covered: StepNode;
}

/** Roundings of an exact product that may come before an integer of the grid is taken off. */
export const EXACT_SNAPS: readonly RoundingMode[] = ['nearest-even', 'nearest-up', 'nearest-down', 'floor', 'ceil'];

/** Coordinates from here on are left to the units, unless their address mode clamps them. */
const FAR = 1024;
/** Texel offsets up to which no coordinate saturates. */
const MARGIN = 16;

/**
 * Range reduction, scale, half a texel off and snap (D3D11.3 7.18.6-7.18.8; Vulkan: (s,t,r,q,a) to (u,v,w,a)).
 *
 * @param u float32  @param linear true where the lane is filtered linearly
 */
export function snapAxis(
  s: StepGraph,
  u: StepNode,
  level: StepNode,
  linear: StepNode,
  offset: StepNode,
  axis: SnappedAxis,
  of: SnapDesign,
): Snapped {
  const one = 2 ** of.fractionBits;
  const half = s.select(linear, s.constant(one / 2), s.constant(0));
  const widths = axis.sizes.map((n) => n * one);
  const held = axis.period > 0 ? u : s.greatest(s.least(u, real(s, of.limit)), real(s, -of.limit));
  // Products that only `scaled` finds have 32 bits.
  const limit = of.rounding === 'nearest-even' ? FAR : Math.min(FAR, Math.floor(2 ** 31 / Math.max(...widths)));
  let covered = s.and(s.less(held, real(s, limit)), s.less(real(s, -limit), held));
  let x: StepNode;
  const masks = widths.map((width) => axis.period * width - 1);
  // Whole periods leave the bits of a power of two alone.
  const powers = !s.atRunTime && masks.every((mask) => (mask & (mask + 1)) === 0);
  const masked = axis.period > 0 && powers && (of.exact || axis.period === 1);
  if (of.exact) x = exactly(s, held, level, axis, widths, masked, of.rounding, limit);
  else x = inFloat32(s, held, level, linear, axis, of);
  if (of.exact) x = s.subtract(x, half);
  x = s.add(x, s.multiply(offset, s.constant(one)));
  if (masked) {
    x = s.and(x, s.ofLevel(level, { name: `mask ${axis.table.name}`, kind: 'integer', values: masks }));
    const small = s.and(s.less(offset, s.constant(MARGIN + 1)), s.less(s.constant(-MARGIN - 1), offset));
    return {
      fraction: s.and(x, s.constant(one - 1)),
      index: s.shiftRight(x, of.fractionBits),
      covered: s.and(covered, small),
    };
  }
  if (of.inFace) {
    const last = axis.sizes.map((size) => (size - 0.5) * one);
    const most = s.ofLevel(level, { name: `face ${axis.table.name}`, kind: 'integer', values: last });
    x = s.greatest(s.constant(-one / 2), s.least(x, most));
  }
  const i = s.shiftRight(x, of.fractionBits);
  const ends = (name: string, value: (table: LevelTable['tables'][number]) => number) =>
    s.ofLevel(level, { name: `${name} ${axis.table.name}`, kind: 'integer', values: axis.table.tables.map(value) });
  // Beyond the tables of clamping modes the entries are those at the ends.
  const withinTable = () => {
    const last = ends('last', ({ entries, first }) => first + entries.length - 1 - axis.after);
    return s.greatest(
      s.least(i, last),
      ends('first', ({ first }) => first + axis.before),
    );
  };
  const index = of.inFace ? i : withinTable();
  if (axis.period > 0) covered = s.and(covered, s.equal(index, i));
  return { fraction: s.and(x, s.constant(one - 1)), index, covered };
}

/** The exact product, rounded once; whole periods are integers, and go afterwards. */
function exactly(
  s: StepGraph,
  u: StepNode,
  level: StepNode,
  axis: SnappedAxis,
  widths: readonly number[],
  masked: boolean,
  rounding: RoundingMode,
  limit: number,
): StepNode {
  const scale = s.ofLevel(level, { name: `scale ${axis.table.name}`, kind: 'float64', values: widths });
  const most = limit * scale.high;
  const product =
    rounding === 'nearest-even'
      ? s.scaled(u, scale, most)
      : s.saturated(s.round(s.multiply(s.double(u), scale), 0, rounding), -most, most);
  if (masked || axis.period === 0) return product;
  const { period } = axis;
  const images = s.toInteger(s.floor(s.multiply(u, real(s, 1 / period))), -FAR, FAR);
  const periods: LevelValues = {
    name: `period ${axis.table.name}`,
    kind: 'integer',
    values: widths.map((n) => n * period),
  };
  return s.subtract(product, s.multiply(images, s.ofLevel(level, periods)));
}

/** Reduction, product and half a texel, each rounded to float32; then the snap. */
function inFloat32(
  s: StepGraph,
  u: StepNode,
  level: StepNode,
  linear: StepNode,
  axis: SnappedAxis,
  of: SnapDesign,
): StepNode {
  // A period of 1 is taken off downwards, one of 2 towards zero.
  const whole = () =>
    axis.period === 1 ? s.floor(u) : s.multiply(s.truncate(s.multiply(u, real(s, 0.5))), real(s, 2));
  const reduced = axis.period === 0 ? u : s.subtract(u, whole());
  const size = s.ofLevel(level, { name: `size ${axis.table.name}`, kind: 'float32', values: axis.sizes });
  const half = s.select(linear, real(s, 0.5), real(s, 0));
  const texels = s.subtract(s.multiply(reduced, size), half);
  const one = 2 ** of.fractionBits;
  const most = (axis.period === 0 ? of.limit : 2) * Math.max(...axis.sizes) * one;
  const fixed = s.multiply(texels, real(s, one));
  const [low, high] = [-most - one, most + one];
  if (of.rounding === 'nearest-even') return s.toInteger(s.nearestInteger(fixed), low, high);
  return s.saturated(s.round(s.double(fixed), 0, of.rounding), low, high);
}

function real(s: StepGraph, value: number): StepNode {
  return s.constant(value, 'float32');
}
