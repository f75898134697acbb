import type { AxisEntries } from '../address-unit/axis-table.ts';
import { clampedToEdge, wrap } from '../address-unit/wrap.ts';
import type { AddressMode } from '../state/sampler.ts';
import type { StepNode } from '../steps/step.ts';
import type { StepGraph } from '../steps/step-graph.ts';

/** An axis whose texels lie at equal distances in every level, under an address mode that a few steps compute. */
export interface EvenAxis {
  readonly name: string;
  readonly repeats: boolean;
  readonly sizes: readonly number[];
  /** Bytes from a texel to the next one, of each level. */
  readonly distances: readonly number[];
}

/** Null for an axis whose byte offsets only a table has. */
export function evenAxis(
  name: string,
  mode: AddressMode,
  sizes: readonly number[],
  tables: readonly AxisEntries[],
): EvenAxis | null {
  const repeats = mode === 'repeat';
  if (repeats ? sizes.some((size) => (size & (size - 1)) !== 0) : mode !== 'clamp_to_edge') return null;
  const distances = tables.map(({ entries, first }, level) => (sizes[level] > 1 ? entries[1 - first] : 0));
  const isEven = tables.every(({ entries, first }, level) =>
    entries.every((entry, n) => entry === wrap(first + n, sizes[level], mode) * distances[level]),
  );
  return isEven ? { name, repeats, sizes, distances } : null;
}

/** The byte offset of the texel that an index selects. */
export function evenOffset(s: StepGraph, axis: EvenAxis, level: StepNode, index: StepNode): StepNode {
  const { name, repeats, sizes, distances } = axis;
  const integer = (of: string, values: readonly number[]) =>
    ({ name: `${of} ${name}`, kind: 'integer', values }) as const;
  const last = sizes.map((size) => size - 1);
  const texel = repeats
    ? s.and(index, s.ofLevel(level, integer('mask of', last)))
    : clampedToEdge(s, index, s.ofLevel(level, integer('size of', sizes)));
  return s.multiply(texel, s.ofLevel(level, { ...integer('distance of', distances), place: 'size' }));
}
