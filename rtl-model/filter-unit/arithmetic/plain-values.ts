import { type FilterRules, filterRules } from '../../design/filter-rules.ts';
import { type FilteringDesign, filterWidths } from '../../design/filter-widths.ts';
import { flushedFloat32, weightedFloat } from '../../fixed-point/float32.ts';
import type { ValueSteps } from '../../steps/steps.ts';
import { rangeClamp } from './range-clamp.ts';

/** Values of which each is one float64: the steps of a filter, component by component. */
export abstract class PlainValues {
  private readonly rules: FilterRules;

  constructor(
    private readonly steps: ValueSteps<number>,
    design: FilteringDesign,
    dimensions: number,
  ) {
    this.rules = filterRules(design, filterWidths(design, dimensions));
  }

  lift(texel: Float32Array, at: number, value: Float64Array, to: number): void {
    for (let c = 0; c < 4; c++) value[to + c] = this.steps.lifted(texel[at + c], this.rules.liftTexel);
  }

  bilinear(texel: Float32Array, at: number, alpha: number, beta: number, value: Float64Array, to: number): void {
    for (let c = 0; c < 4; c++) {
      const top = this.alongU(texel[at + c], texel[at + c + 4], alpha);
      value[to + c] = this.alongV(top, this.alongU(texel[at + c + 8], texel[at + c + 12], alpha), beta);
    }
  }

  /** The lerp of two texels. */
  alongU(a: number, b: number, alpha: number): number {
    return this.steps.lerp(a, b, alpha, this.rules.u);
  }

  /** The lerp of two lerps along u. */
  alongV(a: number, b: number, beta: number): number {
    return this.steps.lerp(a, b, beta, this.rules.v);
  }

  slices(value: Float64Array, to: number, other: Float64Array, gamma: number): void {
    for (let c = 0; c < 4; c++) value[to + c] = this.steps.lerp(value[to + c], other[c], gamma, this.rules.slice);
  }

  /** A code has no denormals to flush. */
  addProduct(texel: Float32Array, at: number, weight: number, sum: Float64Array, to: number): void {
    for (let c = 0; c < 4; c++) sum[to + c] += weightedFloat(texel[at + c], weight);
  }

  quotient(sum: Float64Array, at: number, divisor: number): number {
    return flushedFloat32(sum[at] / divisor);
  }

  clamp(value: Float64Array, at: number, least: Float64Array, greatest: Float64Array): void {
    for (let c = at; c < at + 4; c++) value[c] = rangeClamp(value[c], least[c], greatest[c]);
  }

  copy(from: Float64Array, to: Float64Array, at: number, components: readonly number[]): void {
    for (const c of components) to[at + c] = from[at + c];
  }

  clear(value: Float64Array, at: number): void {
    value.fill(0, at, at + 4);
  }

  finish(hi: Float64Array, lo: Float64Array, at: number, n: number, weight: number, color: Float32Array): void {
    for (let c = 0; c < 4; c++) color[at + c] = this.color(this.filtered(hi[at + c], lo[at + c], n, weight), c);
  }

  /** The sums of two levels, averaged and lerped: the result before its conversion. */
  filtered(hi: number, lo: number, n: number, weight: number): number {
    const { steps, rules } = this;
    const finer = this.average(hi, n);
    if (weight === 0) return steps.lifted(finer, rules.liftLevel);
    return steps.lerp(finer, this.average(lo, n), weight, rules.level);
  }

  /** The sum of n samples over n. */
  average(sum: number, n: number): number {
    return this.steps.average(sum, n, this.rules.average, sum);
  }

  extreme(value: Float64Array, at: number, color: Float32Array): void {
    this.finish(value, value, at, 1, 0, color);
  }

  texelColor(texel: number, component: number): number {
    const { steps, rules } = this;
    return Math.fround(this.color(steps.lifted(texel, rules.liftTexel + rules.liftLevel), component));
  }

  /** A component of the result, which is then rounded to float32. */
  protected abstract color(value: number, component: number): number;
}
