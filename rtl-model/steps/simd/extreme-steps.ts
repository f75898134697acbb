import type { NumberKind, StepNode } from '../step.ts';
import type { FloatParts } from './float-parts.ts';
import { halvesOf } from './float-steps.ts';
import { type Locals, type SimdEmitter } from './simd-emitter.ts';
import * as SIMD from './simd-opcodes.ts';
import type { TexelSteps } from './texel-steps.ts';

/** The least and the greatest of texels, of codes and of floats, and values that are held among them. */
export class ExtremeSteps {
  constructor(
    private readonly e: SimdEmitter,
    private readonly floats: FloatParts,
    private readonly texels: TexelSteps,
  ) {}

  /** The least or greatest texel of each lane whose weight is not 0. */
  extreme(step: StepNode, square: Locals, alpha: number, beta: number): Locals {
    const { e } = this;
    const { bits, least } = step.detail as { bits: number; least: boolean };
    const whole = e.integers(2 ** bits);
    const none = e.integers(0);
    const masks = [
      [alpha, none],
      [alpha, whole],
      [beta, none],
      [beta, whole],
    ].map(([weight, end]) => e.beside(e.binary(SIMD.equal32, weight, end)));
    return e.vectors.map((vector) => {
      const taps = this.texels.split(step.operands[0], square, vector);
      const [leftOnly, rightOnly, upperOnly, lowerOnly] = masks.map((mask) => mask[vector]);
      const row = (left: number, right: number) => {
        const both = this.lesserOrGreater(step, least, left, right);
        return e.select(leftOnly, left, e.select(rightOnly, right, both));
      };
      const [above, below] = [row(taps[0], taps[1]), row(taps[2], taps[3])];
      const both = this.lesserOrGreater(step, least, above, below);
      return e.select(upperOnly, above, e.select(lowerOnly, below, both));
    });
  }

  /** The least or greatest of two colours, of floats with denormals flushed. */
  extremeOf(step: StepNode, a: Locals, b: Locals): Locals {
    const flushed = (local: number) => (step.kind === 'float32' ? this.floats.flushed(local) : local);
    return a.map((local, n) => this.lesserOrGreater(step, step.detail as boolean, flushed(local), flushed(b[n])));
  }

  /** The least or greatest of any number of texels, of those whose weights are not 0. */
  extremeTexel({ kind, operands, detail }: StepNode): Locals {
    return this.extremesOf(kind, halvesOf(operands), detail as boolean);
  }

  private extremesOf(kind: NumberKind, [texels, weights]: readonly (readonly StepNode[])[], least: boolean): Locals {
    const { e } = this;
    const end = least ? 1 : -1;
    const none = kind === 'integer' ? e.integers(end * (2 ** 31 - 1)) : e.floats(end * Infinity);
    const masks = weights.map((weight) => e.beside(e.binary(SIMD.equal32, e.value(weight)[0], e.integers(0))));
    const opcode = kind === 'integer' ? (least ? SIMD.min32 : SIMD.max32) : least ? SIMD.minF32 : SIMD.maxF32;
    return e.vectors.map((vector) =>
      texels
        .map(({ operands: [square], detail: tap }, n) => {
          const taps = e.once(`taps ${square.id} ${vector}`, () => this.texels.split(square, e.value(square), vector));
          return e.select(masks[n][vector], none, taps[tap as number]);
        })
        .reduce((a, b) => e.binary(opcode, a, b)),
    );
  }

  /** A value held between the least and the greatest of those texels; the error of an exact sum stays. */
  amongTexels({ kind, operands: [, ...operands], detail }: StepNode, value: Locals): Locals {
    const { e } = this;
    const { lift } = detail as { readonly lift: number };
    const texels = operands[0].kind;
    const length = value.length / e.vectors.length;
    const sums = kind === 'float64' ? length / 2 : length;
    const ends = [false, true].map((least) => {
      const own = this.extremesOf(texels, halvesOf(operands), least);
      const lifted = texels === 'integer' ? own.map((local) => e.shifted(SIMD.shiftLeft32, local, lift)) : own;
      if (length === 1) return lifted.map((local) => [local]);
      return lifted.map((local) => (kind === 'integer' ? e.doublesOfIntegers(local) : e.doublesOfFloats(local, sums)));
    });
    const [larger, lesser] =
      length > 1
        ? [SIMD.pmaxF64, SIMD.pminF64]
        : kind === 'integer'
          ? [SIMD.max32, SIMD.min32]
          : [SIMD.pmaxF32, SIMD.pminF32];
    return value.map((local, n) => {
      const part = n % length;
      if (part >= sums) return local;
      const [greatest, least] = ends.map((end) => end[Math.floor(n / length)][part]);
      return e.binary(lesser, e.binary(larger, local, least), greatest);
    });
  }

  private lesserOrGreater({ kind }: StepNode, least: boolean, a: number, b: number): number {
    const { e } = this;
    if (kind === 'float32') return e.binary(least ? SIMD.minF32 : SIMD.maxF32, a, b);
    return e.binary(least ? SIMD.min32 : SIMD.max32, a, b);
  }
}
