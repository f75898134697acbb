import { roundToInteger } from '../fixed-point/rounding.ts';

/**
 * The texels that a filter reads along one axis, and what each counts for: integers with the fraction bits of the axis.
 * A footprint is the product of its axes. At first it is the one texel of an axis that the image lacks.
 */
export class AxisTaps {
  count = 0;
  readonly index: Int32Array;
  readonly weight: Float64Array;

  /** @param capacity most taps along the axis */
  constructor(capacity: number) {
    this.index = new Int32Array(capacity);
    this.weight = new Float64Array(capacity);
    this.point(0);
  }

  clear(): void {
    this.count = 0;
  }

  add(index: number, weight: number): void {
    this.index[this.count] = index;
    this.weight[this.count++] = weight;
  }

  /** One texel with the weight 1. */
  point(index: number): void {
    this.count = 0;
    this.add(index, 1);
  }

  /** @param alpha weight of the second texel  @param one 1 with the weight's fraction bits */
  linear(first: number, alpha: number, one: number): void {
    this.count = 0;
    this.add(first, one - alpha);
    this.add(first + 1, alpha);
  }

  /** @param first i1: the four texels start one before it  @param table,at four weights, from entry `at` on */
  cubic(first: number, table: Int32Array, at: number): void {
    this.count = 0;
    for (let n = 0; n < 4; n++) this.add(first - 1 + n, table[at + n]);
  }
}

/**
 * The texels that a box covers and how much of each (Vulkan: Box Filter Operation).
 *
 * @param start,size lower end and length of the box, integers with `fractionBits` fraction bits
 */
export function coveredTaps(taps: AxisTaps, start: number, size: number, fractionBits: number): void {
  const one = 2 ** fractionBits;
  const first = Math.floor(start / one);
  const end = start + size;
  taps.clear();
  for (let index = first; index * one < end; index++) {
    taps.add(index, Math.min(end, (index + 1) * one) - Math.max(start, index * one));
  }
}

/** @returns `value`, a float32 not negative, with `fractionBits` fraction bits */
export function boxLength(value: number, fractionBits: number): number {
  return roundToInteger(value * 2 ** fractionBits, 'nearest-even');
}
