import { flushDenorm } from '../../fixed-point/float32.ts';
import { roundToInteger } from '../../fixed-point/rounding.ts';
import type { CompareOp } from '../../state/sampler.ts';
import { componentScales, linearBits } from '../../formats/format-scales.ts';
import type { TexelFormat } from '../../formats/texel-format.ts';
import type { Binding } from '../../state/binding.ts';
import { readFormat } from '../../state/read-format.ts';

/** The operators that hold for each relation of reference and texel; a NaN is unordered with everything. */
const HOLDS = {
  less: new Set<CompareOp>(['less', 'less_or_equal', 'not_equal', 'always']),
  equal: new Set<CompareOp>(['equal', 'less_or_equal', 'greater_or_equal', 'always']),
  greater: new Set<CompareOp>(['greater', 'greater_or_equal', 'not_equal', 'always']),
  unordered: new Set<CompareOp>(['not_equal', 'always']),
};

/**
 * The comparison of a reference depth with the texels of a format (Vulkan: Depth Compare Operation; D3D11.3 22.4.19).
 * With a NaN only `not_equal` and `always` hold.
 *
 * The design's `depthReference` says what is compared. `quantized` rounds the reference to the format first, as D3D11.3
 * 22.4.19 does; denorms count as zero (22.4.3). Otherwise the quotient code / one is not rounded: reference * one is
 * compared with the code, and that product is exact.
 */
export class DepthCompare {
  /** True if the comparison holds where the reference is less than the texel, equal, greater or, with a NaN, none of these. */
  readonly less: boolean;
  readonly equal: boolean;
  readonly greater: boolean;
  readonly unordered: boolean;
  private readonly unorm: boolean;
  /** The code of 1; 1 for floats. */
  readonly one: number;
  readonly quantized: boolean;

  /** @param one the code of 1, below 2^29; 1 for floats */
  constructor(op: CompareOp, format: Pick<TexelFormat, 'componentType'>, one: number, quantized: boolean) {
    this.less = HOLDS.less.has(op);
    this.equal = HOLDS.equal.has(op);
    this.greater = HOLDS.greater.has(op);
    this.unordered = HOLDS.unordered.has(op);
    this.unorm = format.componentType === 'unorm';
    this.one = one;
    this.quantized = quantized;
  }

  /**
   * The reference in the scale of the texels: clamped to [0, 1] for UNORM formats, where NaN gives 0 as in a conversion
   * to UNORM (D3D11.3 3.2.3.6); as it is for all others.
   *
   * @param dref a float32
   */
  reference(dref: number): number {
    const depth = this.unorm ? (dref > 0 ? Math.min(dref, 1) : 0) : dref;
    if (!this.quantized) return depth * this.one;
    // D3D11.3 3.2.3.6, of a depth that is clamped.
    return this.unorm ? roundToInteger(depth * this.one, 'nearest-up') : flushDenorm(depth);
  }

  /** True if the comparison holds. @param texel its code or float */
  passes(reference: number, texel: number): boolean {
    const test = this.quantized ? flushDenorm(texel) : texel;
    if (reference < test) return this.less;
    return reference === test ? this.equal : reference > test ? this.greater : this.unordered;
  }
}

/** The comparison of a state; null for instructions without a reference depth. */
export function depthCompare(binding: Binding): DepthCompare | null {
  const { design, instruction, sampler } = binding;
  if (!instruction.dref) return null;
  const format = readFormat(binding);
  const { one } = componentScales(format, linearBits(format, design.filter))[0];
  return new DepthCompare(sampler.compareOp, format, one, design.filter.depthReference === 'quantized');
}
