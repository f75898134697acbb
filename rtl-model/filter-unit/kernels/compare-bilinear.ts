import type { Footprints } from '../../registers/footprints.ts';
import type { Binding } from '../../state/binding.ts';
import { readFormat } from '../../state/read-format.ts';
import type { TexelTables } from '../../texel-decoder/texel-decoder.ts';
import { depthCompare, type DepthCompare } from '../arithmetic/depth-compare.ts';
import { bilinear } from '../arithmetic/lerp.ts';
import type { BilinearKernel } from './bilinear-kernel.ts';
import { fieldOf, wordField, type WordField } from './word-field.ts';

/**
 * Kernel of decoder, comparison and bilinear interpolation in one, for depths of at most 16 bits where nothing is narrowed:
 * the value is the sum of the weights of the texels that pass, times the code of 1.
 */
export class CompareBilinear implements BilinearKernel {
  private readonly depth: WordField;
  private readonly compare: DepthCompare;
  /** The texel that each relation of reference and depth gives: the code of 1, or 0. */
  private readonly less: number;
  private readonly equal: number;
  private readonly greater: number;
  private readonly one: number;
  /** The values of green, blue and alpha, which a depth format lacks. */
  private readonly values: readonly number[];

  /** Null for states that the kernel does not cover. */
  static of({ fields }: TexelTables, binding: Binding): CompareBilinear | null {
    const constant = fields.slice(1).every(({ mask }) => mask === 0);
    return constant && readFormat(binding).componentType === 'unorm' ? new CompareBilinear(fields, binding) : null;
  }

  private constructor([red, ...others]: TexelTables['fields'], binding: Binding) {
    this.depth = wordField(red);
    this.compare = depthCompare(binding)!;
    const { compare } = this;
    [this.less, this.equal, this.greater] = [1, 0, -1].map((depth) => (compare.passes(0, depth) ? compare.one : 0));
    this.one = 2 ** binding.design.filter.weightBits;
    this.values = others.map(({ codes }) => codes[0] * this.one * this.one);
  }

  bilinear(foot: Footprints, at: number, words: Uint32Array, dref: number, value: Float64Array, to: number): void {
    value[to] = this.passing(foot, at, words, dref);
    value[to + 1] = this.values[0];
    value[to + 2] = this.values[1];
    value[to + 3] = this.values[2];
  }

  /** The weights of the texels that pass, times the code of 1. A reference of these formats is never NaN. */
  private passing({ address, alpha, beta }: Footprints, at: number, words: Uint32Array, dref: number): number {
    const { compare, depth, one } = this;
    const reference = compare.reference(dref);
    const a = alpha[at];
    const b = beta[at];
    const t00 = this.test(reference, fieldOf(depth, words, address[4 * at]));
    const t10 = this.test(reference, fieldOf(depth, words, address[4 * at + 1]));
    const t01 = this.test(reference, fieldOf(depth, words, address[4 * at + 2]));
    const t11 = this.test(reference, fieldOf(depth, words, address[4 * at + 3]));
    return bilinear(t00, t10, t01, t11, one - a, a, one - b, b);
  }

  /** The comparison's texel: the code of 1, or 0. */
  private test(reference: number, code: number): number {
    // Without a branch: which relation holds is as good as random from tap to tap.
    const less = Number(reference < code);
    const greater = Number(reference > code);
    return less * this.less + greater * this.greater + (1 - less - greater) * this.equal;
  }
}
