import type { RoundingMode } from '../../fixed-point/rounding.ts';
import type { StepNode } from '../step.ts';
import type { CornerRule, LightCodes } from '../texel-codes.ts';
import type { LerpRule } from '../steps.ts';
import { halvesOf } from './float-steps.ts';
import { type RoundingAddend, narrowing } from './narrowing.ts';
import { fits32, LANES, type SimdEmitter, type Locals } from './simd-emitter.ts';
import * as SIMD from './simd-opcodes.ts';
import { isOfPair, type TexelSteps } from './texel-steps.ts';
import { SCALAR } from './wasm-code.ts';

/** The narrowing of an integer. */
export interface NarrowingRule {
  readonly bits: number;
  readonly mode: RoundingMode;
}

interface QuotientDetail {
  readonly ones: readonly number[];
  readonly constants: readonly number[];
}

/** Steps on colours of integer codes: four int32 of each lane, or four float64 where they need more bits. */
export class CodeSteps {
  constructor(
    private readonly e: SimdEmitter,
    private readonly texels: TexelSteps,
  ) {}

  /** The texels of a square as float32, texel n of vector v at n times the vectors + v. */
  inFloats({ operands: [from], detail }: StepNode, square: Locals): Locals {
    const { e } = this;
    const { factor, taps } = detail as LightCodes;
    const vectors = e.vectors.map((vector) =>
      (taps === 1 ? [square[vector]] : this.texels.split(from, square, vector)).map((texel) => {
        const float = e.unary(SIMD.convertInt32, texel);
        return factor === 1 ? float : e.binary(SIMD.multiplyF32, float, e.floats(factor));
      }),
    );
    return vectors[0].flatMap((_, tap) => vectors.map((texels) => texels[tap]));
  }

  /** Texels in 32 bits, texel n of vector v at n times the vectors + v. @param missing masks of the lanes for each tap */
  cornered(step: StepNode, square: Locals, missing: Locals): Locals {
    const { e } = this;
    const { bits, mode } = step.detail as CornerRule;
    const masks = missing.map((mask) => e.beside(mask));
    const vectors = e.vectors.map((vector) => {
      const texels = this.texels.split(step.operands[0], square, vector);
      const known = texels.map((texel, n) => {
        return e.binary(SIMD.andNot, texel, masks[n][vector]);
      });
      const sum = known.reduce((a, b) => e.binary(SIMD.add32, a, b));
      const averages = this.doublesOf([sum], false).map((local) => {
        const third = e.binary(SIMD.divideF64, local, e.doubles(3));
        return this.roundedDoubles(third, { bits: -bits, mode });
      });
      const average = e.integersOfDoubles(averages);
      return texels.map((texel, n) => e.select(masks[n][vector], average, e.shifted(SIMD.shiftLeft32, texel, bits)));
    });
    return LANES.flatMap((n) => vectors.map((texels) => texels[n]));
  }

  lerp(step: StepNode): Locals {
    const { e } = this;
    const { operands, detail } = step;
    const [a, b, weight] = operands;
    const { bits, scale } = detail as LerpRule;
    if (isOfPair(a)) return this.divided(step, this.lerpOfTaps(step));
    if (lerpsDoubles(step)) return this.lerpOfDoubles(a, b, weight, detail as LerpRule);
    const { code } = e;
    const one = oneOf(bits, scale);
    const rule = narrowingOf(detail as LerpRule);
    const low = Math.min(a.low, b.low);
    const high = Math.max(a.high, b.high);
    const whole = { low: low * 2 ** bits, high: high * 2 ** bits };
    const w = this.heldWeight(weight, detail as LerpRule);
    const first = e.value(a);
    const second = e.value(b);
    if (low >= -32768 && high <= 65535 && bits <= 14 && (low >= 0 || high <= 32767)) {
      const pairs = this.weightPairs(w, one);
      const sums = e.vectors.map((n) => {
        code.get(this.pairOf(first[n], second[n], low < 0));
        const biased = high > 32767;
        if (biased) {
          code.get(e.halfWords(-32768));
          code.simd(SIMD.xor);
        }
        code.get(pairs[n]);
        code.simd(SIMD.dot16);
        return this.narrowed(rule, biased ? 32768 * one : 0, whole);
      });
      return this.divided(step, sums);
    }
    const weights = e.beside(w);
    const sums = e.vectors.map((n) => {
      code.get(first[n]);
      if (one === 2 ** bits) {
        code.integer(bits);
        code.simd(SIMD.shiftLeft32);
      } else {
        e.splatInteger(one);
        code.simd(SIMD.multiply32);
      }
      code.get(second[n]);
      code.get(first[n]);
      code.simd(SIMD.subtract32);
      code.get(weights[n]);
      code.simd(SIMD.multiply32);
      code.simd(SIMD.add32);
      return this.narrowed(rule, 0, whole);
    });
    return this.divided(step, sums);
  }

  /** A sum of products over the sum of weights that are no power of two; others as they are. */
  private divided(step: StepNode, sums: Locals): Locals {
    const { bits, dropped, mode, scale } = step.detail as LerpRule;
    if (scale !== 'all-ones') return sums;
    const { e } = this;
    const [a, b] = step.operands;
    const doubles = this.doublesOf(sums, Math.min(a.low, b.low) >= 0);
    return doubles.map((sum) => {
      e.code.get(sum);
      this.divide(bits, dropped, mode);
      return e.kept();
    });
  }

  /** The quotient that ends a lerp of all ones. The sum is on the stack, as two float64. */
  private divide(bits: number, dropped: number, mode: RoundingMode): void {
    const { e } = this;
    e.splatDouble(2 ** (bits - dropped));
    e.code.simd(SIMD.multiplyF64);
    e.splatDouble(2 ** bits - 1);
    e.code.simd(SIMD.divideF64);
    e.roundDouble(mode);
  }

  /** The lerp of a row: one dot product. */
  private lerpOfTaps({ operands: [a, , weight], detail }: StepNode): Locals {
    const { e } = this;
    const { code } = e;
    const { bits, scale } = detail as LerpRule;
    const [square] = a.operands;
    const rows = e.value(square).slice(a.detail === 0 ? 0 : e.vectors.length);
    const one = oneOf(bits, scale);
    const pairs = this.weightPairs(this.heldWeight(weight, detail as LerpRule), one);
    const biased = square.high > 32767;
    return e.vectors.map((n) => {
      code.get(rows[n]);
      code.get(pairs[n]);
      code.simd(SIMD.dot16);
      return this.narrowed(narrowingOf(detail as LerpRule), biased ? 32768 * one : 0, {
        low: square.low * 2 ** bits,
        high: square.high * 2 ** bits,
      });
    });
  }

  /** The sum of products with weights of 16 bits; of texels in 32 bits. */
  dot(step: StepNode): Locals {
    const { e } = this;
    const { code } = e;
    const [colors, factorsOf] = halvesOf(step.operands);
    const weights = factorsOf.map((weight) => e.value(weight)[0]);
    if (isOfPair(colors[0])) return this.dotOfTaps(step, colors, weights);
    const wide = isWide(step);
    const values = colors.map((color) => (wide ? this.inDoubles(color) : e.value(color)));
    const [multiply, add] = wide ? [SIMD.multiplyF64, SIMD.addF64] : [SIMD.multiply32, SIMD.add32];
    const factors = weights.map((weight) => (wide ? e.laneDoubles(weight) : e.beside(weight)));
    return values[0].map((_, n) => {
      values.forEach((value, k) => {
        code.get(value[n]);
        code.get(factors[k][n]);
        code.simd(multiply);
        if (k > 0) code.simd(add);
      });
      return e.kept();
    });
  }

  /** Dot products of texels side by side. What texels lack, a bias or a constant, counts as often as they do. */
  private dotOfTaps({ detail }: StepNode, taps: readonly StepNode[], weights: Locals): Locals {
    const { e } = this;
    const { code } = e;
    const bias = taps[0].high > 32767 ? 32768 : 0;
    const lacking = (detail as { readonly constants: readonly number[] }).constants.map((value) => value + bias);
    const lacked = lacking.every((value) => value === 0) ? null : this.timesSum(weights, lacking);
    return LANES.map((lane) => {
      for (let n = 0; n < taps.length; n += 2) {
        const square = e.value(taps[n].operands[0]);
        code.get(square[lane + (taps[n].detail === 0 ? 0 : 4)]);
        code.get(this.halfWordPairs(weights[n], weights[n + 1])[lane]);
        code.simd(SIMD.dot16);
        if (n > 0) code.simd(SIMD.add32);
      }
      if (lacked !== null) {
        code.get(lacked[lane]);
        code.simd(SIMD.add32);
      }
      return e.kept();
    });
  }

  /** Four integers times the sum of the weights of each lane. */
  private timesSum(weights: Locals, values: readonly number[]): Locals {
    const { e } = this;
    return e.once(`sum ${weights.join(' ')} times ${values.join(' ')}`, () => {
      const sum = weights.reduce((a, b) => e.binary(SIMD.add32, a, b));
      return LANES.map((lane) => {
        e.splatLane(sum, lane);
        e.code.get(e.integers(values));
        e.code.simd(SIMD.multiply32);
        return e.kept();
      });
    });
  }

  /** Two weights of 16 bits, the first lower, in each 32 bits of a lane's vector. */
  private halfWordPairs(first: number, second: number): Locals {
    const { e } = this;
    return e.once(`half words ${first} ${second}`, () => {
      const both = this.pairOf(first, second, true);
      return LANES.map((lane) => {
        e.splatLane(both, lane);
        return e.kept();
      });
    });
  }

  /** Integers of 16 bits in 32 bits, the first lower. */
  private pairOf(first: number, second: number, signed: boolean): number {
    const { e } = this;
    const low = signed ? e.binary(SIMD.and, first, e.integers(0xffff)) : first;
    return e.binary(SIMD.or, e.shifted(SIMD.shiftLeft32, second, 16), low);
  }

  /** The weight of a lerp's second operand, at most 1. */
  private heldWeight(weight: StepNode, { bits, scale }: LerpRule): number {
    const { e } = this;
    const [w] = e.value(weight);
    if (scale === 'power-of-two') return w;
    const one = oneOf(bits, scale);
    return e.once(`weight ${w} to ${one}`, () => [e.binary(SIMD.min32, w, e.integers(one))])[0];
  }

  /** The weights of two operands as 16-bit integers, the first lower, in each 32 bits beside the vectors of a colour. */
  private weightPairs(weight: number, one: number): Locals {
    const { e } = this;
    return e.once(`pairs ${weight} ${one}`, () => {
      const { code } = e;
      code.get(weight);
      e.splatInteger(2 ** 16 - 1);
      code.simd(SIMD.multiply32);
      e.splatInteger(one);
      code.simd(SIMD.add32);
      return e.beside(e.kept());
    });
  }

  /** What is on the stack, an integer less `bias`, narrowed. */
  private narrowed({ bits, mode }: NarrowingRule, bias: number, range: { low: number; high: number }): number {
    const { e } = this;
    const { code } = e;
    const { add, even, negative } = narrowing(bits, mode);
    const unsigned = range.low >= 0 && range.high >= 2 ** 31;
    const extra = even || (negative !== 0 && range.low < 0);
    if (bias + (extra ? 0 : add) !== 0) {
      e.splatInteger(bias + (extra ? 0 : add));
      code.simd(SIMD.add32);
    }
    const value = e.kept();
    if (bits === 0) return value;
    return this.shifted(value, bits, unsigned, extra ? { add, even, negative } : null);
  }

  private shifted(value: number, bits: number, unsigned: boolean, rule: RoundingAddend | null): number {
    const { e } = this;
    const { code } = e;
    const shift = unsigned ? SIMD.shiftRightU32 : SIMD.shiftRight32;
    code.get(value);
    if (rule !== null) {
      const { add, even, negative } = rule;
      code.get(value);
      code.integer(even ? bits : 31);
      code.simd(even ? shift : SIMD.shiftRight32);
      e.splatInteger(even ? 1 : negative);
      code.simd(SIMD.and);
      e.splatInteger(add);
      code.simd(SIMD.add32);
      code.simd(SIMD.add32);
    }
    code.integer(bits);
    code.simd(shift);
    return e.kept();
  }

  rounded(value: number, rule: NarrowingRule, range: { low: number; high: number }): number {
    const { e } = this;
    e.code.get(value);
    return this.narrowed(rule, 0, range);
  }

  roundedDoubles(value: number, { bits, mode }: NarrowingRule): number {
    const { e } = this;
    e.code.get(value);
    if (bits !== 0) {
      e.splatDouble(2 ** -bits);
      e.code.simd(SIMD.multiplyF64);
    }
    e.roundDouble(mode);
    return e.kept();
  }

  private lerpOfDoubles(a: StepNode, b: StepNode, weight: StepNode, rule: LerpRule): Locals {
    const { e } = this;
    const { code } = e;
    const { bits, dropped, mode, scale } = rule;
    const one = oneOf(bits, scale);
    const first = this.inDoubles(a);
    const second = this.inDoubles(b);
    const weights = e.laneDoubles(this.heldWeight(weight, rule));
    return first.map((local, n) => {
      code.get(local);
      e.splatDouble(one);
      code.simd(SIMD.multiplyF64);
      code.get(second[n]);
      code.get(local);
      code.simd(SIMD.subtractF64);
      code.get(weights[n]);
      code.simd(SIMD.multiplyF64);
      code.simd(SIMD.addF64);
      if (scale === 'all-ones') {
        this.divide(bits, dropped, mode);
      } else if (dropped > 0) {
        e.splatDouble(2 ** -dropped);
        code.simd(SIMD.multiplyF64);
        e.roundDouble(mode);
      }
      return e.kept();
    });
  }

  /** A colour as two vectors of float64 for each vector. */
  inDoubles(step: StepNode): Locals {
    const { e } = this;
    const value = e.value(step);
    if (value.length > e.vectors.length) return value;
    return e.once(`doubles ${step.id}`, () => this.doublesOf(value, step.low >= 0 && step.high >= 2 ** 31));
  }

  private doublesOf(value: Locals, unsigned: boolean): Locals {
    const convert = unsigned ? SIMD.convertUint32F64 : SIMD.convertInt32F64;
    return value.flatMap((local) => this.e.doublesOfIntegers(local, 1, convert));
  }

  lifted(step: StepNode, a: Locals): Locals {
    const { e } = this;
    const bits = step.detail as number;
    const [from] = step.operands;
    if (isWide(step)) {
      return this.inDoubles(from).map((local) => e.binary(SIMD.multiplyF64, local, e.doubles(2 ** bits)));
    }
    return a.map((local) => e.shifted(SIMD.shiftLeft32, local, bits));
  }

  withConstant(a: Locals, values: readonly number[]): Locals {
    const { e } = this;
    if (a.length === 4) return a.map((local) => e.binary(SIMD.or, local, e.integers(values)));
    const halves = [e.doubles(values.slice(0, 2)), e.doubles(values.slice(2))];
    return a.map((local, n) => e.binary(SIMD.addF64, local, halves[n & 1]));
  }

  average({ operands: [sum, , reciprocals], detail }: StepNode, samples: number): Locals {
    const { e } = this;
    const { code } = e;
    const counts = e.laneDoubles(samples);
    const averages = this.inDoubles(sum).map((local, n) => {
      code.get(local);
      if (reciprocals === undefined) {
        code.get(counts[n]);
        code.simd(SIMD.divideF64);
      } else {
        e.extract(e.value(reciprocals)[0], 0);
        e.extract(samples, n >> 1);
        code.integer(3);
        code.op(SCALAR.shiftLeft);
        code.op(SCALAR.add);
        code.memory(SIMD.load64Splat, 0);
        code.simd(SIMD.multiplyF64);
      }
      return this.roundedDoubles(e.kept(), detail as NarrowingRule);
    });
    if (isWide(sum)) return averages;
    return LANES.map((lane) => e.integersOfDoubles(averages.slice(2 * lane, 2 * lane + 2)));
  }

  /**
   * Quotients, rounded once. Integers of 24 bits are float32.
   *
   * Of others, up to 1, the product with a reciprocal rounds to the same float32 as the quotient, if the value of 1 is an odd
   * number of at most 24 bits times 2^K, K at most 24. For a value v, an odd o and a tie of two float32, j 2^e with an odd j
   * below 2^25 and e at most -25: v / (o 2^K) is the tie only if v = j o 2^(K + e), which is no integer. So they differ,
   * by 2^-49 of the tie or more, and the product is within 2^-52 of the quotient.
   */
  quotient({ operands: [from], detail }: StepNode, a: Locals): Locals {
    const { e } = this;
    const { code } = e;
    const { ones, constants } = detail as QuotientDetail;
    const own = e.plane === null ? ones : ones.map(() => ones[e.plane!.indexOf(true)]);
    const or = () => {
      if (e.plane === null && constants.some((value) => value !== 0)) {
        code.get(e.floats(constants));
        code.simd(SIMD.or);
      }
      return e.kept();
    };
    if (a.length === e.vectors.length && from.high <= 2 ** 24 && from.low >= -(2 ** 24)) {
      const divisor = e.floats(own);
      return a.map((local) => {
        code.get(local);
        code.simd(SIMD.convertInt32);
        code.get(divisor);
        code.simd(SIMD.divideF32);
        return or();
      });
    }
    const most = Math.max(...own);
    const reciprocal = from.high <= most && from.low >= -most && own.every(hasReciprocal);
    const factors = [own.slice(0, 2), own.slice(2)].map((two) =>
      e.doubles(reciprocal ? two.map((one) => 1 / one) : two),
    );
    const quotients = this.inDoubles(from).map((local, n) => {
      code.get(local);
      code.get(factors[n & 1]);
      code.simd(reciprocal ? SIMD.multiplyF64 : SIMD.divideF64);
      code.simd(SIMD.demote);
      return e.kept();
    });
    return e.vectors.map((n) => {
      e.shuffle32(quotients[2 * n], quotients[2 * n + 1], [0, 1, 4, 5]);
      return or();
    });
  }
}

/** The sum of both weights of a lerp. */
function oneOf(bits: number, scale: LerpRule['scale']): number {
  return 2 ** bits - (scale === 'power-of-two' ? 0 : 1);
}

/** The narrowing of a lerp's sum; none of one that is divided. */
function narrowingOf({ dropped, mode, scale }: LerpRule): NarrowingRule {
  return { bits: scale === 'all-ones' ? 0 : dropped, mode };
}

/** True for a lerp whose products need float64. */
function lerpsDoubles({ operands: [a, b], detail }: Pick<StepNode, 'operands' | 'detail'>): boolean {
  const one = 2 ** (detail as LerpRule).bits;
  return isWide(a) || isWide(b) || !fits32({ low: Math.min(a.low, b.low) * one, high: Math.max(a.high, b.high) * one });
}

/** True if a colour travels as float64. */
export function isWide({ step, kind, operands: [a, b, c], detail, low, high }: StepNode): boolean {
  if (kind !== 'integer') return false;
  switch (step) {
    case 'lerp':
      return (detail as LerpRule).scale === 'all-ones' || lerpsDoubles({ operands: [a, b], detail });
    case 'lifted':
      return isWide(a) || !fits32({ low, high });
    case 'select':
    case 'when':
      return isWide(b) || isWide(c);
    case 'sum':
      return isWide(b) || !fits32({ low, high });
    case 'dot':
      // A bit for the addend that rounds the sum.
      return !isOfPair(a) && !fits32({ low: 2 * low, high: 2 * high });
    case 'amongTexels':
    case 'average':
    case 'known':
    case 'round':
    case 'withConstant':
      return isWide(a);
  }
  return false;
}

/** True for an odd number of at most 24 bits times a power of two of at most 24. */
function hasReciprocal(one: number): boolean {
  let odd = one;
  let power = 0;
  for (; odd % 2 === 0; odd /= 2) power++;
  return power <= 24 && odd < 2 ** 24;
}
