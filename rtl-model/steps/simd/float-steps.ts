import type { StepNode } from '../step.ts';
import type { Parts, TexelCodes } from '../step-graph.ts';
import type { FloatParts } from './float-parts.ts';
import { LANES, type SimdEmitter, type Locals } from './simd-emitter.ts';
import { SIMD } from './wasm-code.ts';

/** Every finite half is less. */
export const HALF_LIMIT = 65_536;
/** Weighted sums of four halves below have 53 bits. */
const SMALL_HALVES = 2 ** 13;

/** Steps on colours of floats: exact sums in parts, and float32 steps. */
export class FloatSteps {
  private readonly e: SimdEmitter;
  private readonly floats: FloatParts;
  /** Leaves lanes to the units whose mask, one for each, has a bit that is not set. */
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
    const texels = LANES.map((lane) => e.texelsOf(square, lane));
    const below = e.once(`other ${beta} ${bits}`, () => [this.oneLess(beta, bits)])[0];
    const left = e.once(`other ${alpha} ${bits}`, () => [this.oneLess(alpha, bits)])[0];
    const unit = 4 ** -bits;
    const zeros = LANES.map((lane) => floats.zeroOf(alpha, beta, lane, bits));
    const doubles = (weights: Locals, lane: number) => weights.map((weight) => e.laneDoubles(weight, unit)[lane]);
    if (single) {
      const across = [left, alpha].flatMap((x) => [below, beta].map((y) => e.binary(SIMD.multiply32, x, y)));
      const products = [across[0], across[2], across[1], across[3]];
      const sums = LANES.map((lane) => floats.partsOfFloats(texels[lane], doubles(products, lane), zeros[lane], pairs));
      return this.orAlone(step, square, linear, sums);
    }
    const alphas = (lane: number) => [left, alpha].map((weight) => e.laneFloats(weight)[lane]);
    const sums = () => {
      this.leaveUnless(texels.map((of) => floats.within(of, HALF_LIMIT)));
      return LANES.map((lane) =>
        floats.partsOfHalves(texels[lane], alphas(lane), doubles([below, beta], lane), zeros[lane], pairs),
      );
    };
    if (!once) return this.orAlone(step, square, linear, sums());
    const colors = e.locals(4);
    const keep = (values: Locals) =>
      values.forEach((local, lane) => {
        e.code.get(local);
        e.code.set(colors[lane]);
      });
    const small = () =>
      LANES.map((lane) =>
        floats.ofSmallHalves(texels[lane], alphas(lane), doubles([below, beta], lane), zeros[lane], pairs),
      );
    if ((step.operands[0].detail as TexelCodes).small) return small();
    e.code.get(texels.map((of) => floats.within(of, SMALL_HALVES)).reduce((a, b) => e.binary(SIMD.and, a, b)));
    e.code.simd(SIMD.allTrue32);
    e.code.branch(
      () => e.inside(() => keep(small())),
      () => e.inside(() => keep(sums().map((parts) => floats.ofHalfParts(parts, null)))),
    );
    return colors;
  }

  /** The sums of linear lanes, the first texels of others. */
  private orAlone(step: StepNode, square: Locals, linear: StepNode, sums: readonly Locals[]): Locals {
    const { e } = this;
    if (linear.step === 'constant') return sums.flat();
    const [mask] = e.value(linear);
    const masks = LANES.map((lane) => {
      e.splatLane(mask, lane);
      return e.kept();
    });
    const alone = this.alone(step, square, masks);
    const { length } = sums[0];
    return LANES.flatMap((lane) =>
      sums[lane].map((local, n) => e.select(masks[lane], local, alone[length * lane + n])),
    );
  }

  private oneLess(weight: number, bits: number): number {
    const { e } = this;
    const one = 2 ** bits;
    return e.binary(SIMD.subtract32, e.integers([one, one, one, one]), weight);
  }

  /** @param linear masks of the lanes that need it not; null for none */
  alone({ detail }: StepNode, square: Locals, linear: Locals | null): Locals {
    const { single, pairs } = detail as Parts;
    const texels = LANES.map((lane) => square[lane]);
    this.leaveUnless(
      texels.map((texel, lane) =>
        single ? this.floats.normal(texel, linear?.[lane] ?? null) : this.floats.within([texel], HALF_LIMIT),
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
    const length = first.length / 4;
    return LANES.flatMap((lane) => {
      const weights = [other, weight].map((w) => e.laneDoubles(w, 2 ** -bits)[lane]);
      const of = (value: Locals) => value.slice(length * lane, length * lane + length);
      const sum = floats.mixed(of(first), of(second), weights);
      if (taken) return sum;
      // The zeros of sums are in the leading parts of floats, and in the rests of halves.
      const zero = floats.zeroOf(weight, weight, lane, bits);
      const zeros = single ? 0 : pairs;
      return sum.map((local, n) => (n >= zeros && n < zeros + pairs ? e.binary(SIMD.addF64, local, zero) : local));
    });
  }

  roundedOnce({ operands: [sum, samples] }: StepNode, parts: Locals, counts: number): Locals {
    const { e } = this;
    const { single } = sum.detail as Parts;
    const length = parts.length / 4;
    const own = (lane: number) => parts.slice(length * lane, length * lane + length);
    const count = (lane: number) => (samples.step === 'constant' ? null : e.laneDoubles(counts)[lane]);
    if (!single) return LANES.map((lane) => this.floats.ofHalfParts(own(lane), count(lane)));
    const colors = LANES.map((lane) => this.floats.ofFloatParts(own(lane), count(lane)));
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
    return LANES.map((lane) => {
      const both = weights.map((local) => e.laneFloats(local, 2 ** -bits)[lane]);
      return this.floats.lerp(first[lane], second[lane], both);
    });
  }
}
