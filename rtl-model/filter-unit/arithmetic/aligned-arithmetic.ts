import type { FilteringDesign } from '../../design/filter-widths.ts';
import { Expansion, restOf } from '../../fixed-point/expansion.ts';
import { flushDenorm } from '../../fixed-point/float32.ts';
import { FRACTIONS } from '../../fixed-point/rounding.ts';
import type { ComponentScale } from '../../formats/blocks/component-scale.ts';
import type { AlignedComponent } from './aligned-texels.ts';
import { FixedArithmetic } from './fixed-arithmetic.ts';
import { FusedArithmetic } from './fused-arithmetic.ts';

type Components = readonly (AlignedComponent | null)[];

/** Float formats with `filter.alignedSum`: the exact sum of texels that were cut is rounded once, to their own float. */
export class AlignedFloats extends FusedArithmetic {
  private readonly rounding;

  constructor(
    design: FilteringDesign,
    private readonly components: Components,
  ) {
    super(design);
    this.rounding = design.filter.alignedSum!.rounding;
  }

  override finish(
    hi: Float64Array,
    lo: Float64Array,
    at: number,
    n: number,
    weight: number,
    color: Float32Array,
  ): void {
    for (let c = at; c < at + 4; c++) {
      this.lerp(hi, c, lo, c, weight, this.levelOne);
      const isDenormal = weight === 0 && n === 1 && hi[restOf(hi, c)] === -hi[c];
      if (isDenormal || !Number.isFinite(this.near)) {
        color[c] = isDenormal ? hi[c] + 0 : this.near;
        continue;
      }
      this.sumLerp(hi, c, lo, c, weight, this.levelOne);
      color[c] = flushDenorm(this.sum.rounded(n, this.components[c - at]!.float, this.rounding));
    }
  }
}

/**
 * sRGB formats with `filter.alignedSum`: sums of components in linear light stay whole, over samples and levels, and are
 * rounded once, to a half. Others, such as alpha, are codes that are narrowed.
 */
export class AlignedCodes extends FixedArithmetic {
  private readonly sum = new Expansion();
  private readonly sumRounding;
  private readonly levelOne: number;
  private readonly ones: readonly number[];

  constructor(
    design: FilteringDesign,
    scales: readonly ComponentScale[],
    dimensions: number,
    private readonly components: Components,
  ) {
    super(design, scales, dimensions);
    this.sumRounding = design.filter.alignedSum!.rounding;
    this.ones = scales.map(({ one }) => one);
    this.levelOne = 2 ** design.lod.format.fractionBits;
  }

  override lift(texel: Float32Array, at: number, value: Float64Array, to: number): void {
    super.lift(texel, at, value, to);
    for (let c = 0; c < 4; c++) if (this.components[c] !== null) value[to + c] = texel[at + c];
  }

  protected override narrowed(sum: number, bits: number, component: number): number {
    return this.components[component] === null ? super.narrowed(sum, bits, component) : sum * FRACTIONS[bits];
  }

  override finish(
    hi: Float64Array,
    lo: Float64Array,
    at: number,
    n: number,
    weight: number,
    color: Float32Array,
  ): void {
    super.finish(hi, lo, at, n, weight, color);
    for (let c = 0; c < 4; c++) {
      const component = this.components[c];
      if (component === null) continue;
      this.sum.clear();
      this.sum.addProduct(hi[at + c], 1 - weight / this.levelOne);
      this.sum.addProduct(lo[at + c], weight / this.levelOne);
      color[at + c] = this.sum.rounded(n * this.ones[c], component.float, this.sumRounding);
    }
  }
}
