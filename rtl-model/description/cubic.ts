import { cubicIndex, cubicWeightTable } from '../address-unit/cubic-weights.ts';
import type { Binding } from '../state/binding.ts';
import type { StepNode } from '../steps/step.ts';
import type { StepGraph } from '../steps/step-graph.ts';
import { ConstantTable } from '../steps/steps.ts';

/** Texels before and after the snapped one: four from the one before it on, or from itself on. */
export const CUBIC_REACH = { before: 1, after: 3 } as const;

/** The weights of a cubic filter. */
export interface CubicTable {
  /** Four for each fraction; those of the kinds of weights one after another. */
  readonly weights: Int32Array;
  /** The greatest sum of the weights above 0, and of the magnitudes of those below, of a fraction. */
  readonly most: { readonly above: number; readonly below: number };
}

/** The weights of a sampler, or of several kinds; null for filters that are not cubic. */
export function cubicTable({ op, sampler, design }: Binding, kinds = [sampler.cubicWeights]): CubicTable | null {
  if (op !== 'sample' || ![sampler.magFilter, sampler.minFilter].includes('cubic')) return null;
  const { weightBits, cubicWeightBits } = design.filter;
  const weights = Int32Array.from(
    kinds.flatMap((kind) => [...cubicWeightTable(kind, weightBits, cubicWeightBits, design.text)]),
  );
  const sums = (sign: 1 | -1) =>
    Array.from({ length: weights.length / 4 }, (_, fraction) =>
      weights.subarray(4 * fraction, 4 * fraction + 4).reduce((sum, weight) => sum + Math.max(0, sign * weight), 0),
    );
  return { weights, most: { above: Math.max(...sums(1)), below: Math.max(...sums(-1)) } };
}

/**
 * i1 of a cubic sample and four weights. A weight of 1 of the second texel moves all of them on by one.
 *
 * @param weight of the texel after `index`  @param kind the number of the kind of weights in the table
 */
export function cubicAxis(
  s: StepGraph,
  { weights, most }: CubicTable,
  { index, weight }: { readonly index: StepNode; readonly weight: StepNode },
  weightBits: number,
  kind: StepNode = s.constant(0),
) {
  const table = new ConstantTable('cubic weights', () => weights);
  const fraction = s.add(s.multiply(kind, s.constant(2 ** weightBits)), s.lowBits(weight, weightBits));
  const entry = s.multiply(fraction, s.constant(4));
  return {
    first: cubicIndex(s, index, weight, weightBits),
    weights: [0, 2].flatMap((from) =>
      ([0, 1] as const).map((n) => s.entryOfTwo(table, s.add(entry, s.constant(from)), n, -most.below, most.above)),
    ),
  };
}

/** The sum of the texels times the weights of their axes (Vulkan: Texel Cubic Filtering). */
export function cubicOf(
  s: StepGraph,
  squares: readonly StepNode[],
  [u, v, w]: readonly (readonly StepNode[])[],
  { most }: CubicTable,
  constants: readonly number[],
): StepNode {
  const texels = (n: number) => cubicRow(squares, n, (square, tap) => s.tap(square, tap));
  const row = (n: number) => s.dot(texels(n), u, most, constants);
  if (v === undefined) return row(0);
  const plane = (n: number) =>
    s.dot(
      [0, 1, 2, 3].map((k) => row(4 * n + k)),
      v,
      most,
    );
  return w === undefined ? plane(0) : s.dot([0, 1, 2, 3].map(plane), w, most);
}

/** Every texel of the squares, and the product of its weights along each axis: float64 where 32 bits have no room. */
export function cubicTexels(s: StepGraph, squares: readonly StepNode[], axes: readonly (readonly StepNode[])[]) {
  const most = axes.reduce((product, [{ low, high }]) => product * Math.max(high, -low), 1);
  const weights = most < 2 ** 31 || s.atRunTime ? axes : axes.map((along) => along.map((weight) => s.double(weight)));
  const rows = Array.from({ length: 4 ** (weights.length - 1) }, (_, n) => n);
  return {
    texels: rows.flatMap((n) => cubicRow(squares, n, (square, tap) => s.tap(square, tap))),
    weights: weights.reduce((products, along) =>
      along.flatMap((weight) => products.map((product) => s.multiply(product, weight))),
    ),
  };
}

/** Row n of the squares of a cubic sample: four are a slice. */
export function cubicRow<Square>(
  squares: readonly Square[],
  n: number,
  tap: (square: Square, tap: number) => StepNode,
): readonly StepNode[] {
  const first = 2 * (n & 1);
  const at = n - (n & 1);
  return squares.slice(at, at + 2).flatMap((square) => [tap(square, first), tap(square, first + 1)]);
}
