import type { RoundingMode } from '../fixed-point/rounding.ts';
import type { NumberKind } from './step.ts';

/** The lanes of a quad whose value each of its lanes takes. */
export type NeighborLanes = readonly [number, number, number, number];

/** A table of steps: its entries are made when a form asks for them first. */
export class ConstantTable {
  private made: Int32Array | Float32Array | Float64Array | null = null;

  constructor(
    readonly name: string,
    private readonly make: () => Int32Array | Float32Array | Float64Array,
  ) {}

  get entries(): Int32Array | Float32Array | Float64Array {
    this.made ??= this.make();
    return this.made;
  }
}

/** The weight that stands for 1, over the divisor of a lerp: 2^bits or 2^bits - 1 each. */
export type WeightScale = 'power-of-two' | 'all-ones' | 'all-ones-over-power-of-two';

/** The weight of a lerp, and its end: the result has `bits` fraction bits more than the operands, and drops some. */
export interface LerpRule {
  /** Fraction bits of the weight. */
  readonly bits: number;
  readonly dropped: number;
  readonly mode: RoundingMode;
  /** The sum of both weights, and what their products are divided by: 2^bits or 2^bits - 1. */
  readonly scale: WeightScale;
}

/** The division of an average. */
export interface AverageRule {
  /** 1 / n, for every number of samples n, with so many fraction bits; null for a divider. */
  readonly reciprocals: {
    readonly bits: number;
    readonly table: ConstantTable;
    /** The greatest n times 1 / n, of 1 and the other numbers of samples. */
    readonly most: number;
  } | null;
  readonly mode: RoundingMode;
  /** Fraction bits of the sum that the average does not have. */
  readonly dropped: number;
}

/** The steps of values in a filter: of codes, which are integers with fraction bits, or of float32. */
export interface ValueSteps<V> {
  /** a (1 - w) + b w, narrowed once. @param weight an integer, 0 to 2^bits */
  lerp(a: V, b: V, weight: V, rule: LerpRule): V;
  /** A code times 2^bits; a float as it is. */
  lifted(a: V, bits: number): V;
  /** A sum over the number of its samples, rounded once. @param one a sample, without the dropped bits */
  average(sum: V, samples: V, rule: AverageRule, one: V): V;
}

/** Arithmetic of float32: every result is rounded at once. */
export interface Float32Steps<V> extends ValueSteps<V> {
  constant(value: number): V;
  add(a: V, b: V): V;
  subtract(a: V, b: V): V;
  multiply(a: V, b: V): V;
  divide(a: V, b: V): V;
}

/**
 * The steps that units are described in. A value is a number in the plain form (`PLAIN`), and a node of a graph for the forms
 * that are made of one (`StepGraph`). Integers and float64 share the names of their operations; those of float32 are apart,
 * because their results are rounded. A mask is true or false for a lane.
 */
export interface Steps<V> extends ValueSteps<V> {
  readonly float32: Float32Steps<V>;

  constant(value: number, kind?: NumberKind): V;
  /** A number of the state, which a form may take at run time. */
  ofState(name: string, value: number, kind?: NumberKind): V;
  add(a: V, b: V): V;
  subtract(a: V, b: V): V;
  multiply(a: V, b: V): V;
  divide(a: V, b: V): V;
  squareRoot(a: V): V;
  absolute(a: V): V;
  negate(a: V): V;
  /** The lesser of two: `a`, unless `b` is less. */
  least(a: V, b: V): V;
  greatest(a: V, b: V): V;
  /** A number held from `low` to `high`; NaN stays. */
  held(a: V, low: number, high: number): V;
  /** The larger of two floats, NaN if one is NaN. */
  larger(a: V, b: V): V;
  smaller(a: V, b: V): V;
  /** a < b; false with NaN. */
  less(a: V, b: V): V;
  equal(a: V, b: V): V;
  /** The bits of `a` that `mask` has, an integer of 0 to 2^31 - 1; or both of two masks. */
  and(a: V, mask: V): V;
  /** The lowest bits of an integer, which are 0 or more. */
  lowBits(a: V, bits: number): V;
  or(a: V, b: V): V;
  not(a: V): V;
  select(mask: V, yes: V, no: V): V;
  /** The value of `build`, which is that of `otherwise` where the mask fails. */
  when(mask: V, build: () => V, otherwise: V): V;
  /** floor(a / 2^bits), of an integer. */
  shiftRight(a: V, bits: number): V;
  /** a / 2^bits, rounded: the one narrowing. */
  round(a: V, bits: number, mode: RoundingMode): V;
  ceil(a: V): V;
  floor(a: V): V;
  /** A float cut off to a multiple of `unit`, a power of two. */
  truncate(a: V, unit: number): V;
  /** A float32 times 2^bits, rounded to an integer. A graph gives any integer for NaN, and beyond `low` and `high`. */
  fixed(a: V, bits: number, mode: RoundingMode, low: number, high: number): V;
  /**
   * (a - whole) scale + added, exact and rounded once to an integer.
   *
   * @param a float32  @param whole a float32 without a fraction  @param scale float64  @param added an integer
   * @param most the greatest magnitude of a product of `a` that counts
   */
  scaled(a: V, whole: V, scale: V, added: V, mode: RoundingMode, most: number): V;
  /** A whole float as an integer; 0 for NaN. */
  saturated(a: V, low?: number, high?: number): V;
  /** A float32, or an integer, as float64. */
  double(a: V): V;
  /** A float64 rounded to float32. */
  single(a: V): V;
  /** The bits of a float32 as an integer. */
  bits(a: V): V;
  /** The weight of the leading bit of a float64, 2^floor(log2 |x|); 0 for 0. */
  leadingBit(a: V): V;
  /** A float64 as a multiple of a power of two, `last`, with the bits below cut off; 0 cuts nothing off. */
  cutBelow(a: V, last: V): V;
  /** A float with float32's denormals flushed to zeros of the same sign. */
  flushed(a: V): V;
  /** Entry `index` of a table, from `low` to `high`. */
  entryOf(table: ConstantTable, index: V, low: number, high: number): V;
  /** Entry `index` + `n` of those two that a look-up of `index` gives. */
  entryOfTwo(table: ConstantTable, index: V, n: 0 | 1, low: number, high: number): V;
}
