import type { StepNode } from '../step.ts';
import type { CornerRule, Parts, TexelCodes } from '../step-graph.ts';
import type { FloatParts } from './float-parts.ts';
import { LANES, type SimdEmitter, type Locals } from './simd-emitter.ts';
import * as SIMD from './simd-opcodes.ts';

/** Every finite half is less. */
export const HALF_LIMIT = 65_536;
/** Weighted sums of four halves below have 53 bits. */
const SMALL_HALVES = 2 ** 13;

/** Steps on colours of floats: exact sums in parts, and float32 steps. */
export class FloatSteps {
  private readonly e: SimdEmitter;
  private readonly floats: FloatParts;
  /** Leaves lanes to the units whose part of a mask, one for each vector of a colour, has a bit that is not set. */
  private readonly leaveUnless: (masks: Locals) => void;

  constructor(emitter: SimdEmitter, floats: FloatParts, leaveUnless: (masks: Locals) => void) {
    this.e = emitter;
    this.floats = floats;
    this.leaveUnless = leaveUnless;
  }

  weighted(step: StepNode, square: Locals, alpha: number, beta: number): Locals {
    const { e } = this;
    const { floats } = this;
    const { bits, single, pairs, once } = step.detail as Parts & { bits: number; once: boolean };
    const linear = step.operands[3];
    const texels = e.vectors.map((vector) => e.texelsOf(square, vector));
    const below = e.once(`other ${beta} ${bits}`, () => [this.oneLess(beta, bits)])[0];
    const left = e.once(`other ${alpha} ${bits}`, () => [this.oneLess(alpha, bits)])[0];
    const unit = 4 ** -bits;
    const zeros = ofVectors(floats.zerosOf(alpha, beta, bits));
    const doubles = (weights: Locals, n: number) => weights.map((weight) => ofVectors(e.laneDoubles(weight, unit))[n]);
    if (single) {
      const across = [left, alpha].flatMap((x) => [below, beta].map((y) => e.binary(SIMD.multiply32, x, y)));
      const products = [across[0], across[2], across[1], across[3]];
      const sums = texels.map((of, n) => floats.partsOfFloats(of, doubles(products, n), zeros[n], pairs));
      return this.orAlone(step, square, linear, sums);
    }
    const alphas = (n: number) => [left, alpha].map((weight) => e.laneFloats(weight)[n]);
    const sums = () => {
      this.leaveUnless(texels.map((of) => floats.within(of, HALF_LIMIT)));
      return texels.map((of, n) => floats.partsOfHalves(of, alphas(n), doubles([below, beta], n), zeros[n], pairs));
    };
    if (!once) return this.orAlone(step, square, linear, sums());
    const colors = e.locals(texels.length);
    const keep = (values: Locals) =>
      values.forEach((local, n) => {
        e.code.get(local);
        e.code.set(colors[n]);
      });
    const small = () =>
      texels.map((of, n) => floats.ofSmallHalves(of, alphas(n), doubles([below, beta], n), zeros[n], pairs));
    if ((step.operands[0].detail as TexelCodes).small) return small();
    e.code.get(texels.map((of) => floats.within(of, SMALL_HALVES)).reduce((a, b) => e.binary(SIMD.and, a, b)));
    e.code.simd(SIMD.allTrue32);
    e.code.branch(
      () => e.inside(() => keep(small())),
      () => e.inside(() => keep(sums().map((parts) => floats.ofHalfParts(parts, null)))),
    );
    return colors;
  }

  /** @param missing masks of the lanes for each tap */
  cornered({ detail }: StepNode, square: Locals, missing: Locals): Locals {
    const { e, floats } = this;
    const { fused, order } = detail as CornerRule;
    // An exact sum of zeros is +0; in float64 three -0 are -0.
    const none = e.floats(LANES.map(() => (fused ? 0 : -0)));
    const masks = missing.map((mask) => e.beside(mask));
    const lacking = missing.reduce((a, b) => e.binary(SIMD.or, a, b));
    const complete = e.beside(e.unary(SIMD.not, lacking));
    const averages = e.vectors.map((vector) => {
      const texels = e.texelsOf(square, vector);
      return floats.third(
        order.map((tap) => e.select(masks[tap][vector], none, texels[tap])),
        fused,
      );
    });
    this.leaveUnless(averages.map(({ sure }, n) => e.binary(SIMD.or, complete[n], sure)));
    return square.map((texel, n) => {
      const vector = n % masks[0].length;
      return e.select(masks[Math.floor(n / masks[0].length)][vector], averages[vector].color, texel);
    });
  }

  /** The sums of linear lanes, the first texels of others. */
  private orAlone(step: StepNode, square: Locals, linear: StepNode, sums: readonly Locals[]): Locals {
    const { e } = this;
    if (linear.step === 'constant') return sums.flat();
    const [mask] = e.value(linear);
    return e.selectColor(mask, sums.flat(), this.alone(step, square, e.beside(mask)));
  }

  private oneLess(weight: number, bits: number): number {
    const { e } = this;
    const one = 2 ** bits;
    return e.binary(SIMD.subtract32, e.integers([one, one, one, one]), weight);
  }

  /** @param linear masks of the lanes that need it not, beside the vectors; null for none */
  alone({ detail }: StepNode, square: Locals, linear: Locals | null): Locals {
    const { e } = this;
    const { single, pairs } = detail as Parts;
    const texels = e.vectors.map((n) => square[n]);
    this.leaveUnless(
      texels.map((texel, n) =>
        single ? this.floats.normal(texel, linear?.[n] ?? null) : this.floats.within([texel], HALF_LIMIT),
      ),
    );
    return texels.flatMap((texel) =>
      single ? this.floats.partsOfFloat(texel, pairs) : this.floats.partsOfHalf(texel, pairs),
    );
  }

  mixed({ detail }: StepNode, first: Locals, second: Locals, weight: number): Locals {
    const { e, floats } = this;
    const { bits, single, pairs, taken } = detail as Parts & { bits: number; taken: boolean };
    const other = this.oneLess(weight, bits);
    const length = first.length / e.vectors.length;
    const doubles = [other, weight].map((w) => ofVectors(e.laneDoubles(w, 2 ** -bits)));
    return e.vectors.flatMap((vector) => {
      const weights = doubles.map((of) => of[vector]);
      const of = (value: Locals) => value.slice(length * vector, length * vector + length);
      const sum = floats.mixed(of(first), of(second), weights);
      if (taken) return sum;
      // The zeros of sums are in the leading parts of floats, and in the rests of halves.
      const zeros = ofVectors(floats.zerosOf(weight, weight, bits))[vector];
      const from = single ? 0 : pairs;
      return sum.map((local, n) =>
        n >= from && n < from + pairs ? e.binary(SIMD.addF64, local, zeros[n - from]) : local,
      );
    });
  }

  roundedOnce({ operands: [sum, samples] }: StepNode, parts: Locals, counts: number): Locals {
    const { e } = this;
    const { single } = sum.detail as Parts;
    const length = parts.length / e.vectors.length;
    const own = (n: number) => parts.slice(length * n, length * n + length);
    const count = (n: number) => (samples.step === 'constant' ? null : ofVectors(e.laneDoubles(counts))[n]);
    if (!single) return e.vectors.map((n) => this.floats.ofHalfParts(own(n), count(n)));
    const colors = e.vectors.map((n) => this.floats.ofFloatParts(own(n), count(n)));
    this.leaveUnless(colors.map(({ sure }) => sure));
    return colors.map(({ color }) => color);
  }

  averageOfFloats(sums: Locals, samples: number): Locals {
    const { e } = this;
    const { code } = e;
    return LANES.map((lane) => {
      code.get(sums[lane]);
      code.get(e.laneFloats(samples)[lane]);
      code.simd(SIMD.divideF32);
      const average = this.floats.flushed(e.kept());
      // A sample alone is no arithmetic.
      code.get(sums[lane]);
      code.get(average);
      code.get(e.once('one sample', () => [e.binary(SIMD.equal32, samples, e.integers([1, 1, 1, 1]))])[0]);
      const alone = e.kept();
      e.splatLane(alone, lane);
      code.simd(SIMD.bitselect);
      return e.kept();
    });
  }

  lerpOfFloats({ operands: [a, b, weight], detail }: StepNode): Locals {
    const { e } = this;
    const { bits } = detail as { readonly bits: number };
    const [w] = e.value(weight);
    const weights = e.once(`float weights ${w} ${bits}`, () => [this.oneLess(w, bits), w]);
    const [first, second] = [e.value(a), e.value(b)];
    return e.vectors.map((n) => {
      const both = weights.map((local) => e.laneFloats(local, 2 ** -bits)[n]);
      return this.floats.lerp(first[n], second[n], both);
    });
  }
}

/** The two that stand beside each vector of a colour. */
function ofVectors(doubles: Locals): readonly Locals[] {
  return Array.from({ length: doubles.length / 2 }, (_, n) => [doubles[2 * n], doubles[2 * n + 1]]);
}
