import { UNBOUND_IMAGE } from '../memory/lay-out-images.ts';
import { alignsSums } from '../state/aligned-sums.ts';
import { readsIntegers } from '../state/read-format.ts';
import type { Operation } from '../state/instruction.ts';
import { FILTER_CODES, SampleShape } from '../state/sample-shape.ts';
import type { Binding } from '../state/binding.ts';
import type { Alike, Use } from './register.ts';
import { codeBits } from './register-formats.ts';

// The states that use a register, and rows of a table that differ in few fields.

export const ops =
  (...names: readonly Operation[]): Use =>
  (b) =>
    names.includes(b.op);
export const both =
  (...uses: readonly Use[]): Use =>
  (b) =>
    uses.every((use) => use(b));
export const anyUse =
  (...uses: readonly Use[]): Use =>
  (b) =>
    uses.some((use) => use(b));

export const always: Use = () => true;
export const samplesTexels = ops('sample');
export const matchesBlocks = ops('block_match');
export const filtersBoxes = ops('box_filter');
export const asksFootprint = ops('footprint');
export const asksLod = ops('query_lod');
export const arrayed: Use = (b) => b.arrayed;
export const cube: Use = (b) => b.cube;
/** Operations with normalized (or unnormalized) coordinates, and those with integer ones. */
export const takesCoordinates = ops('sample', 'gather', 'query_lod', 'footprint', 'sample_weighted', 'box_filter');
export const takesIntegers = ops('fetch', 'read', 'write', 'atomic');
export const takesOffsets = anyUse(
  takesIntegers,
  both(takesCoordinates, (b) => b.op !== 'query_lod'),
);
/** Operations whose LOD the unit selects, and those of them that bring operands of it. */
export const selectsLod = ops('sample', 'footprint', 'query_lod');
export const selectsLevels = ops('sample', 'footprint');
export const takesGradients = both(selectsLevels, (b) => b.instruction.lod === 'gradient');
export const derives = anyUse(
  asksLod,
  both(selectsLevels, (b) => b.instruction.lod !== 'explicit'),
);
export const samplesAnisotropically = both(
  derives,
  selectsLevels,
  (b) => b.sampler.anisotropyEnable && b.dimensions === 2,
);
export const compares = both(ops('sample', 'gather'), (b) => b.instruction.dref ?? false);
export const isBound: Use = (b) => b.image !== UNBOUND_IMAGE;
export const readsTexels = both(
  anyUse(takesIntegers, ops('sample', 'gather', 'sample_weighted', 'box_filter', 'block_match')),
  isBound,
);
/** Per-resource clamps can leave a view without levels: then nothing is filtered. */
export const filtersTexels = both(
  samplesTexels,
  readsTexels,
  (b) => b.view.minLod <= b.lastLevel,
  (b) => !readsIntegers(b),
);
export const filtersWindows = both(ops('box_filter', 'sample_weighted'), readsTexels);
/** Weighted averages, and reductions to the least or greatest texel; a range clamp is both. */
export const averages: Use = (b) => b.sampler.reductionMode.startsWith('weighted_average');
export const reduces: Use = (b) => b.sampler.reductionMode !== 'weighted_average';
const shapesOf = (b: Binding) => {
  const shape = new SampleShape(b);
  return [b.sampler.magFilter, b.sampler.minFilter].map((filter) => ({
    passes: shape.passes(FILTER_CODES[filter]),
    first: shape.pass(FILTER_CODES[filter], 0),
  }));
};
/** Sums of floats are exact, with a rest after what a float64 holds. */
export const sumsExactly = both(
  averages,
  (b) => codeBits(b) === 0,
  anyUse(alignsSums, (b) => b.design.filter.floatPath === 'fused'),
);
export const fuses = both(filtersTexels, sumsExactly);
/** A sample takes several passes: what is known after one of them waits for the next. */
export const takesPasses: Use = (b) => shapesOf(b).some(({ passes }) => passes > 1);
/** Taps count by their own weights, not by lerps. */
export const weighsTaps = both(
  filtersTexels,
  anyUse(reduces, (b) => shapesOf(b).some(({ passes, first }) => passes > 1 || !(first.lerps || first.taps === 1))),
);

type AxesOf = (binding: Binding) => number;
const viewAxes: AxesOf = (b) => b.dimensions;
/** A direction into a cube has three components. */
export const directionAxes: AxesOf = (b) => (b.cube ? 3 : b.dimensions);

/** Registers of the first, second and third axis: a view has them as far as it has the axes. */
export function alongAxes<F extends { readonly used: Use }, const N extends readonly string[]>(
  facts: F,
  names: N,
  axes: AxesOf = viewAxes,
): Alike<F, N> {
  const entries = names.map((name, axis) => [name, { ...facts, used: both(facts.used, (b) => axes(b) > axis) }]);
  return Object.fromEntries(entries) as Alike<F, N>;
}
