import { floatToHalf } from '../../fixed-point/float16.ts';
import type { StepNode } from '../step.ts';
import type { Parts } from '../texel-codes.ts';
import type { Locals, SimdEmitter } from './simd-emitter.ts';
import * as SIMD from './simd-opcodes.ts';

/** Bits of a float64's significand. */
export const DOUBLE_BITS = 53;
/** A half is a multiple of 2^-24. */
export const HALF_FRACTION_BITS = 24;
/** Halves of pictures are rarely greater. */
const LEAST_LIMIT = 2 ** 12;
/** Texels of a quad are rarely over fewer exponents: a range that is narrower is not tried. */
const LEAST_EXPONENTS = 4;

/**
 * The range of the magnitudes of a quad's float texels, in which their weighted sums are exact in float64: a texel of n
 * significant bits times weights of b bits has n + b, and a sum over e exponents n + b + e. A sum, a part of it and the
 * products in it are multiples of the last bit of the least texel, and none is greater than the greatest texel times the
 * number of samples, whose bits are among b. Zeros do not count.
 */
export class TexelRange {
  private readonly e: SimdEmitter;
  /** True for pairs of halves in 32 bits, false for float32. */
  private readonly halves: boolean;
  /** Bits of all weights of a sum, and of the number of its samples. */
  private readonly weightBits: number;
  /**
   * The greatest and the least magnitude less 1, as integers: signed for the greatest, unsigned for the least, so that zeros
   * do not count.
   */
  private readonly most: number;
  private readonly least: number;

  /** The range for the sums among steps; null where there are none, or where no range is enough. */
  static of(e: SimdEmitter, steps: Iterable<StepNode>): TexelRange | null {
    const all = [...steps];
    const sum = all.find(({ step }) => step === 'weighted' || step === 'alone');
    if (sum === undefined || all.some(({ step }) => step === 'weightedTexels') || sum.operands[0].step !== 'square')
      return null;
    const { single } = sum.detail as Parts;
    const range = new TexelRange(e, !single, Math.max(...all.map(weightBitsOf)));
    return range.exponents < LEAST_EXPONENTS ? null : range;
  }

  private constructor(e: SimdEmitter, halves: boolean, weightBits: number) {
    this.e = e;
    this.halves = halves;
    this.weightBits = weightBits;
    [this.most, this.least] = e.locals(2);
  }

  /** The most exponents between two texels. */
  private get exponents(): number {
    return DOUBLE_BITS - (this.halves ? 11 : 24) - this.weightBits;
  }

  /** Halves below it are summed whatever the least of them is, as multiples of a denormal's unit; null for too low a limit. */
  private get limit(): number | null {
    const limit = 2 ** (DOUBLE_BITS - HALF_FRACTION_BITS - this.weightBits);
    return this.halves && limit >= LEAST_LIMIT ? limit : null;
  }

  /** The same number in all entries. */
  private splat(value: number): number {
    return this.halves ? this.e.halfWords(value) : this.e.integers(value);
  }

  /** Before the first texel. */
  begin(): void {
    for (const local of [this.most, this.least]) {
      this.e.splatInteger(-1);
      this.e.code.set(local);
    }
  }

  take(texels: Locals): void {
    const { e, halves } = this;
    const { code } = e;
    for (const texel of texels) {
      code.get(texel);
      code.get(this.splat(halves ? 0x7fff : 0x7fffffff));
      code.simd(SIMD.and);
      if (this.limit === null) {
        code.get(this.splat(1));
        code.simd(halves ? SIMD.subtract16 : SIMD.subtract32);
      }
      const below = e.kept();
      code.get(this.most);
      code.get(below);
      code.simd(halves ? SIMD.max16 : SIMD.max32);
      code.set(this.most);
      if (this.limit !== null) continue;
      code.get(this.least);
      code.get(below);
      code.simd(halves ? SIMD.minU16 : SIMD.minU32);
      code.set(this.least);
    }
  }

  /**
   * Leaves on the stack whether a texel is out of the range. Infinities, NaN and denormals are, and float32 from which a sum
   * may become a denormal.
   */
  isLeft(): void {
    const { e, halves, exponents, limit } = this;
    const { code } = e;
    if (limit !== null) {
      code.get(this.most);
      code.get(this.splat(floatToHalf(limit) - 1));
      code.simd(SIMD.greater16);
      code.simd(SIMD.anyTrue);
      return;
    }
    const bits = halves ? 10 : 23;
    const [most, least] = halves ? this.ofBothHalves() : [this.most, this.least];
    code.get(this.splat((halves ? 0x7c00 : 0x7f800000) - 1));
    code.get(most);
    code.simd(halves ? SIMD.greater16 : SIMD.greater32);
    // A sum of float32 has multiples of 2^-126 where the least exponent is 23 + weightBits above that of 2^-126.
    code.get(least);
    code.get(this.splat(((halves ? 1 : 24 + this.weightBits) << bits) - 1));
    code.simd(halves ? SIMD.notLessU16 : SIMD.notLessU32);
    code.simd(SIMD.and);
    code.get(this.splat(Math.min((exponents << bits) + 1, halves ? 0x7fff : 0x7fffffff)));
    code.get(most);
    code.get(least);
    code.simd(halves ? SIMD.subtract16 : SIMD.subtract32);
    code.simd(halves ? SIMD.greater16 : SIMD.greater32);
    code.simd(SIMD.and);
    code.simd(SIMD.not);
    code.simd(SIMD.anyTrue);
  }

  /** The greatest and the least of both halves of 32 bits, in both. */
  private ofBothHalves(): Locals {
    const { e } = this;
    const { code } = e;
    return [
      [this.most, SIMD.max16],
      [this.least, SIMD.minU16],
    ].map(([local, opcode]) => {
      code.get(local);
      code.get(local);
      code.get(local);
      code.shuffle([2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13]);
      code.simd(opcode);
      return e.kept();
    });
  }
}

/** The bits that weights and numbers of samples add to those of a texel. */
function weightBitsOf({ step, operands, detail }: StepNode): number {
  const most = Math.max(0, ...operands.filter(isSum).map(weightBitsOf));
  switch (step) {
    case 'weighted':
      return 2 * (detail as { readonly bits: number }).bits;
    case 'mixed':
      return most + (detail as { readonly bits: number }).bits;
    case 'sum':
      return most + Math.ceil(Math.log2(operands[0].high));
    default:
      return most;
  }
}

function isSum({ kind, color }: StepNode): boolean {
  return kind === 'float64' && color;
}
