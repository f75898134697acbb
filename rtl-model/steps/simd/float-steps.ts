import { type ResultFloat, type StepNode, TO_FLOAT32 } from '../step.ts';
import type { AlignedDetail, CornerRule, Parts } from '../texel-codes.ts';
import { EVERY_LANE, type FloatParts, HALF_LIMIT, HALF_UNIT } from './float-parts.ts';
import { LANES, type SimdEmitter, type Locals } from './simd-emitter.ts';
import * as SIMD from './simd-opcodes.ts';
import { factorsOf, nearSum, type SumDetail } from './near-sums.ts';
import { DOUBLE_BITS, type TexelRange } from './texel-range.ts';

/** Bits of a float32's significand. */
const FLOAT_BITS = 24;

/** Steps on colours of floats: exact sums, and float32 steps. */
export class FloatSteps {
  /** The range of texels in which sums are float64; null for sums in parts. */
  range: TexelRange | null = null;
  /** True for texels that are pairs of halves in 32 bits. */
  inPairs = false;

  /** @param leaveUnless leaves lanes whose part of a mask, one for each vector of a colour, has a bit that is not set */
  constructor(
    private readonly e: SimdEmitter,
    private readonly floats: FloatParts,
    private readonly leaveUnless: (masks: Locals) => void,
  ) {}

  /** Parts of each number of a sum. */
  get parts(): 1 | 2 {
    return this.range === null ? 2 : 1;
  }

  weighted(step: StepNode, square: Locals, alpha: number, beta: number): Locals {
    const { e, floats, range } = this;
    const { bits, single, pairs, once } = step.detail as Parts & { bits: number; once: boolean };
    if (range === null && !single) {
      this.leaveUnless(e.vectors.map((n) => floats.within(e.texelsOf(square, n), HALF_LIMIT)));
    }
    const unit = single || range === null ? 1 : HALF_UNIT;
    const factors = e.apart(10, () => {
      const [columns, rows] = [
        [alpha, unit],
        [beta, 1],
      ].map(([weight, one]) => {
        const second = e.doublesOfIntegers(weight, 2 ** -bits * one);
        return [second.map((local) => e.binary(SIMD.subtractF64, e.doubles(one), local)), second];
      });
      const products = rows.flatMap((y) =>
        columns.flatMap((x) => x.map((local, h) => e.binary(SIMD.multiplyF64, local, y[h]))),
      );
      return [...floats.zerosOf(alpha, beta, bits), ...products];
    });
    const sums = e.vectors.map((n) => {
      const rounds = once && range !== null;
      return e.apart(rounds ? 1 : this.parts * pairs, () => {
        const [zeros, ...weights] = ofVectors(factors).map((of) => e.doublesBeside(of, n));
        const taps = e.texelsOf(square, n);
        if (range === null) return floats.partsOfFloats(taps, weights, zeros, pairs);
        range.take(taps);
        const doubles = taps.flatMap((tap) =>
          single ? [e.doublesOfFloats(tap, pairs)] : floats.doublesOfHalves(tap, pairs),
        );
        const sum = floats.sumOf(doubles, weights).map((half, h) => e.binary(SIMD.addF64, half, zeros[h]));
        return rounds ? [floats.quotient(sum, null)] : sum;
      });
    });
    if (!once) return this.orAlone(step, square, step.operands[3], sums);
    return range === null ? this.inFloats(sums, null) : sums.flat();
  }

  /** The sum of any number of texels times integers over 2^bits: in parts, or in float64 and rounded once. */
  weightedTexels({ kind, operands, detail }: StepNode): Locals {
    const { e, floats } = this;
    const sum = detail as SumDetail;
    const { bits, most } = sum;
    const [texels, weights] = halvesOf(operands);
    const [pass] = texels[0].operands;
    const taps = e.vectors.map((n) => texels.map((texel) => e.value(texel)[n]));
    if (kind === 'float64') {
      const weightBits = bits + Math.log2(most);
      const { kept } = pass.detail as AlignedDetail;
      const isExact = pass.step === 'aligned' && kept + weightBits <= DOUBLE_BITS;
      if (isExact) return this.sumOfAligned(pass, taps, weights, sum);
      return nearSum(e, floats, this.inPairs, texels, weights, sum);
    }
    const factors = factorsOf(e, weights, 2 ** -bits);
    return e.vectors.flatMap((n) =>
      e.apart(1, () => [
        floats.roundedSum(
          taps[n],
          factors.map((doubles) => e.doublesBeside(doubles, n)),
        ),
      ]),
    );
  }

  /** The sum of passes of texels that are cut: each is exact, as far as a float64 holds the bits that are kept. */
  private sumOfAligned(
    pass: StepNode,
    taps: readonly Locals[],
    weights: readonly StepNode[],
    { bits, most, pairs }: SumDetail,
  ): Locals {
    const { e, floats } = this;
    const { kept, form, classes } = pass.detail as AlignedDetail;
    const weightBits = bits + Math.log2(most);
    // Halves and codes have a range of at most 40 bits; the average at a cube's corner has more.
    const isShort = form !== 'floats' || classes !== undefined;
    const whole = taps[0].length === 4 || (isShort && weightBits <= DOUBLE_BITS - 40);
    const factors = weights.map((weight) => {
      const [w] = e.value(weight);
      if (kept + weightBits <= FLOAT_BITS) return e.laneFloats(w, 2 ** -bits).map((local) => [local]);
      return ofVectors(e.laneDoubles(w, 2 ** -bits));
    });
    return e.vectors.flatMap((n) => {
      const own = factors.map((vectors) => vectors[n]);
      return floats.sumOfPasses(taps[n], own, pairs, whole);
    });
  }

  /** @param missing masks of the lanes for each tap */
  cornered({ detail }: StepNode, square: Locals, missing: Locals): Locals {
    const { e, floats } = this;
    const { fused, order } = detail as CornerRule;
    // An exact sum of zeros is +0; in float64 three -0 are -0.
    const none = e.floats(fused ? 0 : -0);
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
    return e.binary(SIMD.subtract32, e.integers(one), weight);
  }

  /** @param linear masks of the lanes that need it not, beside the vectors; null for none */
  alone({ detail }: StepNode, square: Locals, linear: Locals | null): Locals {
    const { e, floats, range } = this;
    const { single, pairs } = detail as Parts;
    const texels = e.vectors.map((n) => square[n]);
    if (range === null) {
      this.leaveUnless(
        texels.map((texel, n) =>
          single ? floats.normal(texel, linear?.[n] ?? null) : floats.within([texel], HALF_LIMIT),
        ),
      );
      return texels.flatMap((texel) => floats.partsOfFloat(texel, pairs));
    }
    if (linear === null) range.take(texels);
    if (single) return texels.flatMap((texel) => e.doublesOfFloats(texel, pairs));
    const unit = e.doubles(HALF_UNIT);
    return texels.flatMap((texel) =>
      floats.doublesOfHalves(texel, pairs)[0].map((double) => e.binary(SIMD.multiplyF64, double, unit)),
    );
  }

  mixed({ detail }: StepNode, first: Locals, second: Locals, weight: number): Locals {
    const { e, floats } = this;
    const { bits, pairs, taken } = detail as Parts & { bits: number; taken: boolean };
    const other = this.oneLess(weight, bits);
    const length = first.length / e.vectors.length;
    const doubles = [other, weight].map((w) => ofVectors(e.laneDoubles(w, 2 ** -bits)));
    return e.vectors.flatMap((vector) => {
      const weights = doubles.map((of) => of[vector]);
      const of = (value: Locals) => value.slice(length * vector, length * vector + length);
      const [finer, coarser] = [of(first), of(second)];
      const sum =
        this.range !== null
          ? floats.sumOfProducts(finer, weights[0], coarser, weights[1])
          : floats.mixed(finer, coarser, weights);
      if (taken) return sum;
      const zeros = e.doublesBeside(floats.zerosOf(weight, weight, bits), vector);
      return sum.map((local, n) => (n < pairs ? e.binary(SIMD.addF64, local, zeros[n]) : local));
    });
  }

  /** The sum of two sums. */
  added(a: Locals, b: Locals): Locals {
    return this.range === null ? this.floats.added(a, b) : a.map((local, n) => this.e.binary(SIMD.addF64, local, b[n]));
  }

  roundedOnce({ operands: [, samples], detail }: StepNode, sum: Locals, counts: number): Locals {
    const { e } = this;
    const length = sum.length / e.vectors.length;
    const own = e.vectors.map((n) => sum.slice(length * n, length * n + length));
    const doubles = samples.step === 'constant' && samples.low === 1 ? null : ofVectors(e.laneDoubles(counts));
    return this.inFloats(own, doubles, detail as ResultFloat);
  }

  /** Sums of each vector over numbers of samples, rounded to float32. @param counts null for 1 */
  private inFloats(sums: readonly Locals[], counts: readonly Locals[] | null, to = TO_FLOAT32): Locals {
    const { floats } = this;
    if (this.range !== null) return sums.map((sum, n) => floats.quotient(sum, counts?.[n] ?? null, to));
    const colors = sums.map((sum, n) => floats.ofParts(sum, counts?.[n] ?? null, to));
    const sure = colors.map((one) => one.sure);
    if (sure.some((mask) => mask !== this.e.integers(EVERY_LANE))) this.leaveUnless(sure);
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
      code.get(e.once('one sample', () => [e.binary(SIMD.equal32, samples, e.integers(1))])[0]);
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

/** The operands of a step that has as many weights as texels. */
export function halvesOf(operands: readonly StepNode[]): readonly (readonly StepNode[])[] {
  const half = operands.length / 2;
  return [operands.slice(0, half), operands.slice(half)];
}

/** The pairs of vectors of float64 that have the components of a colour, two in each vector. */
export function ofVectors(doubles: Locals): readonly Locals[] {
  return Array.from({ length: doubles.length / 2 }, (_, n) => [doubles[2 * n], doubles[2 * n + 1]]);
}
