import { sumOfRecords } from '../../../pipeline/counters/statistics.ts';

/** Operations of a datapath, by their sizes; differences of them may be negative. */
export interface Operations {
  /** Pairs of bits of products: a x b of a bits by b bits. */
  readonly products: number;
  /** Bits of sums and differences. */
  readonly sums: number;
  /** Bits that are selected from two. */
  readonly selects: number;
}

/**
 * The energy of operations in a 45 nm process at 0.9 V: M. Horowitz, "Computing's energy problem (and what we can do
 * about it)", ISSCC 2014, figure 1.1.9. In picojoules.
 *
 * - Multiplication of integers: 0.2 for 8 x 8 bits, 3.1 for 32 x 32. Both are 0.003 for each pair of bits.
 * - Addition of integers: 0.03 for 8 bits, 0.1 for 32. Both are 0.003 to 0.004 a bit.
 *
 * The figure has no selection.
 */
const PICOJOULES: Operations = { products: 0.003, sums: 0.0035, selects: 0 };

/**
 * Gates in NAND2, as in the textbooks: a full adder has nine, a selection of a bit three beside an inverter that its bits
 * share. A pair of bits of an array multiplier is an AND, a NAND2 with an inverter of half its transistors, and a full adder.
 */
const NAND2: Operations = { products: 10.5, sums: 9, selects: 3 };

export const NO_OPERATIONS: Operations = { products: 0, sums: 0, selects: 0 };

export function multiply(a: number, b: number): Operations {
  return { ...NO_OPERATIONS, products: a * b };
}

export function add(bits: number): Operations {
  return { ...NO_OPERATIONS, sums: bits };
}

export function select(bits: number): Operations {
  return { ...NO_OPERATIONS, selects: bits };
}

/** A shift by any distance within the bits: a selection for each bit of the distance. */
export function shift(bits: number): Operations {
  return select(bits * Math.ceil(Math.log2(bits)));
}

/** A lerp is a difference, a product and a sum. */
export function lerp(value: number, weight: number): Operations {
  return sumOf(add(value), multiply(value, weight), add(value + weight));
}

/** The sum of a list of operations. */
export function sumOf(...list: readonly Operations[]): Operations {
  return sumOfRecords(list);
}

/** The operations, `count` times. */
export function times(count: number, { products, sums, selects }: Operations): Operations {
  return { products: count * products, sums: count * sums, selects: count * selects };
}

/** The operations of one datapath in place of those of another. */
export function inPlaceOf(these: Operations, those: Operations): Operations {
  return sumOf(these, times(-1, those));
}

/** An estimate of the energy. */
export function picojoulesOf(operations: Operations): number {
  return priced(operations, PICOJOULES);
}

/** An estimate of the gates in NAND2. */
export function gatesOf(operations: Operations): number {
  return priced(operations, NAND2);
}

function priced({ products, sums, selects }: Operations, price: Operations): number {
  return products * price.products + sums * price.sums + selects * price.selects;
}
