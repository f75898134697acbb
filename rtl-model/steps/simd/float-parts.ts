import type { NearestRounding } from '../../fixed-point/rounding.ts';
import { TO_FLOAT32 } from '../step.ts';
import { LANES, type SimdEmitter, type Locals } from './simd-emitter.ts';
import * as SIMD from './simd-opcodes.ts';

/** Every finite half is less. */
export const HALF_LIMIT = 65_536;
/** The float64 with a half's exponent bits, its sign and its significand is the half times 2^-1008. */
export const HALF_UNIT = 2 ** 1008;
/** Splits a float64 into two parts of 26 bits (Veltkamp). */
const SPLITTER = 2 ** 27 + 1;
const LEAST_NORMAL = 2 ** -126;
const LEAST_HALF = 2 ** -14;
/** The mask of all lanes. */
export const EVERY_LANE = LANES.map(() => -1);
/** A share of the magnitude of a sum with an error: more than its ulp and that of its quotient. */
const SLACK = 2 ** -50;

/**
 * The path `fused` in 128-bit SIMD: the exact weighted sum of float texels, rounded once to float32. A value of a lane is
 * a float64 where that is exact (TexelRange). Else it has two parts in float64: a sum, and the most that its roundings may
 * have taken from it. Where both ends of that interval are not the same float32, the lane is left to the units.
 */
export class FloatParts {
  constructor(private readonly e: SimdEmitter) {}

  /** The halves in the low and in the high 16 bits of each 32 bits as float32. */
  ofHalves(pairs: number): Locals {
    const { e } = this;
    const upper = [e.shifted(SIMD.shiftLeft32, pairs, 16), pairs];
    return upper.map((half) => this.ofHalf(e.shifted(SIMD.shiftRight32, half, 3)));
  }

  /**
   * The float32 of the halves at bits 13 to 28, whose signs the bits above repeat; infinities and NaN become magnitudes of
   * 2^16 and more. No float32 on the way is a denormal, which processors are slow with: one exponent more than a denormal's
   * is 2^-14 too much.
   */
  private ofHalf(bits: number): number {
    const { e } = this;
    const { code } = e;
    code.get(bits);
    code.get(e.integers(0x0fffe000));
    code.simd(SIMD.and);
    const bias = 112 << 23;
    code.get(e.integers(bias));
    code.simd(SIMD.add32);
    const normal = e.kept();
    code.get(normal);
    const twice = e.binary(SIMD.addF32, normal, normal);
    const tooMuch = 2 ** -14;
    code.get(twice);
    code.get(e.floats(tooMuch));
    code.simd(SIMD.subtractF32);
    code.simd(SIMD.pminF32);
    code.get(bits);
    code.get(e.integers(SIGN));
    code.simd(SIMD.and);
    code.simd(SIMD.or);
    return e.kept();
  }

  /** A mask of all bits where every vector of some has a magnitude below `limit`. */
  within(texels: Locals, limit: number): number {
    const { e } = this;
    return e.binary(SIMD.lessF32, this.most(texels), e.floats(limit));
  }

  /** The greatest magnitudes of some vectors; with a NaN any or NaN, with one as the first NaN. */
  private most(texels: Locals): number {
    const { e } = this;
    return texels.map((texel) => e.unary(SIMD.absF32, texel)).reduce((a, b) => e.binary(SIMD.pmaxF32, a, b));
  }

  /**
   * The halves in the low and in the high 16 bits of each 32 bits as float64 times 2^-1008.
   *
   * @param halves vectors of two float64: 2, or 1 for the lower ones alone
   */
  doublesOfHalves(pairs: number, halves: number): readonly Locals[] {
    const { e } = this;
    const none = e.integers(0);
    return [e.shifted(SIMD.shiftLeft32, pairs, 16), pairs].map((half) => {
      const bits = e.shifted(SIMD.shiftRight32, half, 6);
      const upper = e.binary(SIMD.and, bits, e.integers(0x81fffc00));
      return Array.from({ length: halves }, (_, h) => {
        e.shuffle32(none, upper, [2 * h, 4 + 2 * h, 2 * h + 1, 5 + 2 * h]);
        return e.kept();
      });
    });
  }

  /** Float64 of each lane, -0 if none of its weights is 1 in its axis, else +0: what a sum of -0 alone stays. */
  zerosOf(alpha: number, beta: number, bits: number): Locals {
    const { e } = this;
    const { code } = e;
    const ones = e.integers(2 ** bits - 1);
    // Weights of 0 and 1 have no lower bits.
    const [along, across] = [alpha, beta].map((weight) =>
      e.binary(SIMD.equal32, e.binary(SIMD.and, weight, ones), e.integers(0)),
    );
    return e.wideMasks(e.binary(SIMD.or, along, across)).map((mask) => {
      e.splatDouble(-0);
      code.get(mask);
      code.simd(SIMD.andNot);
      return e.kept();
    });
  }

  sumOfProducts(a: Locals, x: Locals, b: Locals, y: Locals): Locals {
    const { e } = this;
    return a.map((local, n) => {
      const [left, right] = [e.binary(SIMD.multiplyF64, local, x[n]), e.binary(SIMD.multiplyF64, b[n], y[n])];
      return e.binary(SIMD.addF64, left, right);
    });
  }

  /** The sum of texels, weighted. */
  sumOf(texels: readonly Locals[], weights: readonly Locals[]): Locals {
    const { e } = this;
    return texels[0].map((_, h) =>
      pairwise(
        texels.map((texel, n) => e.binary(SIMD.multiplyF64, texel[h], weights[n][h])),
        (a, b) => e.binary(SIMD.addF64, a, b),
      ),
    );
  }

  /**
   * An exact sum over a number of samples, rounded to a float. @param samples float64, or null for 1
   *
   * The quotient of 53 bits by n, with 2^k <= n < 2^(k + 1), is rounded to float64 before. Beside a tie of two float32 it is
   * at least an n-th of the last bit of the sum away, which is more than half of its own last bit unless n is 2^k.
   */
  quotient(sum: Locals, samples: Locals | null, to = TO_FLOAT32): number {
    const quotients = samples === null ? sum : sum.map((local, n) => this.e.binary(SIMD.divideF64, local, samples[n]));
    return to.ties === null ? this.demoted(quotients) : this.roundedTo(quotients, to.bits, to.ties);
  }

  /** Float64 rounded to a float of a number of bits, and what is too large for a half, to infinity. */
  private roundedTo(values: Locals, bits: 11 | 24, ties: NearestRounding): number {
    const { e } = this;
    const { code } = e;
    const least = bits === 11 ? LEAST_HALF : LEAST_NORMAL;
    const rounded = values.map((value) => {
      const leading = e.binary(SIMD.and, value, e.twice(0, 0x7ff00000));
      const one = e.binary(SIMD.pmaxF64, leading, e.doubles(least));
      const unit = e.binary(SIMD.multiplyF64, one, e.doubles([2 ** (1 - bits), 2 ** (1 - bits)]));
      code.get(e.binary(SIMD.divideF64, value, unit));
      e.roundDouble(ties);
      return e.binary(SIMD.multiplyF64, e.kept(), unit);
    });
    const found = this.demoted(rounded);
    if (bits > 11) return found;
    const limit = e.floats(HALF_LIMIT);
    const fits = e.binary(SIMD.lessF32, e.unary(SIMD.absF32, found), limit);
    return e.select(fits, found, e.binary(SIMD.multiplyF32, found, e.floats(Infinity)));
  }

  /** Float64 rounded to float32. */
  private demoted(values: Locals): number {
    const { e } = this;
    const [low, high] = values.map((local) => e.unary(SIMD.demote, local));
    if (values.length === 1) return low;
    e.shuffle32(low, high, [0, 1, 4, 5]);
    return e.kept();
  }

  /** A float32 with denormals flushed to zeros of the same sign. */
  flushed(x: number): number {
    const { e } = this;
    const { code } = e;
    code.get(x);
    code.get(e.unary(SIMD.absF32, x));
    code.get(e.floats(LEAST_NORMAL));
    code.simd(SIMD.lessF32);
    code.get(e.integers(~SIGN));
    code.simd(SIMD.and);
    code.simd(SIMD.andNot);
    return e.kept();
  }

  /** @param weights of the four texels, float64 */
  partsOfFloats(texels: Locals, weights: readonly Locals[], zeros: Locals, halves: number): Locals {
    const { e } = this;
    const products = this.products(texels, weights, halves);
    const sums = Array.from({ length: halves }, (_, h) => {
      const errors = new Errors(e, []);
      const sum = pairwise(
        products.map((of) => of[h]),
        (a, b) => errors.sum(a, b),
      );
      return [e.binary(SIMD.addF64, sum, zeros[h]), errors.all];
    });
    return inParts(sums);
  }

  private products(texels: Locals, weights: readonly Locals[], halves: number): readonly Locals[] {
    return texels.map((texel, n) =>
      this.e
        .doublesOfFloats(this.flushed(texel), halves)
        .map((local, h) => this.e.binary(SIMD.multiplyF64, local, weights[n][h])),
    );
  }

  /** Texels times weights in float64, one after the other, rounded to float32. */
  roundedSum(texels: Locals, weights: readonly Locals[]): number {
    const { e } = this;
    const none = e.doubles(0);
    const products = this.products(texels, weights, 2);
    const sums = [0, 1].map((h) => products.reduce((sum, of) => e.binary(SIMD.addF64, sum, of[h]), none));
    return this.flushed(this.demoted(sums));
  }

  /**
   * The sum of passes of four texels in each of which sums are exact, in the bits of a float32 or of a float64.
   *
   * @param weights float32 for the first, float64 for the second  @param whole true if all passes together are exact, too
   */
  sumOfPasses(texels: Locals, weights: readonly Locals[], halves: number, whole: boolean): Locals {
    const { e } = this;
    const inFloats = weights[0].length === 1;
    const passes = Array.from({ length: texels.length / 4 }, (_, pass) => {
      const own = [0, 1, 2, 3].map((n) => 4 * pass + n);
      const [multiply, add] = inFloats ? [SIMD.multiplyF32, SIMD.addF32] : [SIMD.multiplyF64, SIMD.addF64];
      const values = own.map((n) => (inFloats ? [texels[n]] : this.e.doublesOfFloats(texels[n], halves)));
      const sums = values[0].map((_, h) =>
        pairwise(
          own.map((n) => e.binary(multiply, values[n & 3][h], weights[n][h])),
          (a, b) => e.binary(add, a, b),
        ),
      );
      return inFloats ? this.e.doublesOfFloats(sums[0], halves) : sums;
    });
    const none = e.doubles(0);
    const sums = passes[0].map((_, h) => {
      const own = passes.map((sum) => sum[h]);
      if (whole) return [pairwise(own, (a, b) => e.binary(SIMD.addF64, a, b)), none];
      const errors = new Errors(e, []);
      return [pairwise(own, (a, b) => errors.sum(a, b)), errors.all];
    });
    return inParts(sums);
  }

  /** A texel alone. */
  partsOfFloat(texel: number, halves: number): Locals {
    const values = this.e.doublesOfFloats(this.flushed(texel), halves);
    return [...values, ...values.map(() => this.e.doubles(0))];
  }

  /** The sum of two values. */
  added(a: Locals, b: Locals): Locals {
    const { e } = this;
    const halves = a.length / 2;
    const sums = Array.from({ length: halves }, (_, h) => {
      const errors = new Errors(e, [a[halves + h], b[halves + h]]);
      return [errors.sum(a[h], b[h]), errors.all];
    });
    return inParts(sums);
  }

  /** finer (1 - w) + coarser w. @param weights of both, float64 */
  mixed(finer: Locals, coarser: Locals, weights: readonly Locals[]): Locals {
    const { e } = this;
    const { code } = e;
    const halves = finer.length / 2;
    const sums = Array.from({ length: halves }, (_, h) => {
      const errors = new Errors(e, [finer[halves + h], coarser[halves + h]]);
      const products = [finer, coarser].flatMap((of, n) =>
        this.split(of[h]).map((part) => e.binary(SIMD.multiplyF64, part, weights[n][h])),
      );
      const sum = pairwise(products, (a, b) => errors.sum(a, b));
      // A sum of two -0 is -0.
      code.get(e.binary(SIMD.and, finer[h], coarser[h]));
      e.splatDouble(-0);
      code.simd(SIMD.and);
      code.get(sum);
      code.get(e.doubles(0));
      code.simd(SIMD.equalF64);
      code.simd(SIMD.and);
      code.get(sum);
      code.simd(SIMD.or);
      return [e.kept(), errors.all];
    });
    return inParts(sums);
  }

  /** Two parts of 26 bits; both times a weight of 26 bits are exact. */
  private split(x: number): readonly [number, number] {
    const { e } = this;
    e.code.get(x);
    e.splatDouble(SPLITTER);
    e.code.simd(SIMD.multiplyF64);
    const c = e.kept();
    const upper = e.binary(SIMD.subtractF64, c, e.binary(SIMD.subtractF64, c, x));
    return [upper, e.binary(SIMD.subtractF64, x, upper)];
  }

  /**
   * The colour of the parts of a vector over a number of samples, float32, denormals flushed.
   *
   * A sum with an error of 0 is exact. Of others, both ends of an interval that has the value's quotient in it, and more
   * than half an ulp of float64 on each side, round to the same float32 as all between them.
   */
  ofParts(parts: Locals, samples: Locals | null, to = TO_FLOAT32): { readonly color: number; readonly sure: number } {
    const { e } = this;
    const { code } = e;
    const halves = parts.length / 2;
    const [sums, errors] = [parts.slice(0, halves), parts.slice(halves)];
    const none = e.doubles(0);
    if (errors.every((error) => error === none)) {
      return { color: this.flushed(this.quotient(sums, samples, to)), sure: e.integers(EVERY_LANE) };
    }
    const around = sums.map((sum, h) => {
      code.get(e.binary(SIMD.multiplyF64, e.unary(SIMD.absF64, sum), e.doubles(SLACK)));
      code.get(e.binary(SIMD.addF64, errors[h], errors[h]));
      code.simd(SIMD.addF64);
      code.get(e.binary(SIMD.equalF64, errors[h], none));
      code.simd(SIMD.andNot);
      return e.kept();
    });
    const [low, high] = [SIMD.subtractF64, SIMD.addF64].map((end) =>
      this.quotient(
        sums.map((sum, h) => e.binary(end, sum, around[h])),
        samples,
        to,
      ),
    );
    // The same bits, and no NaN.
    const same = e.binary(SIMD.and, e.binary(SIMD.equal32, low, high), e.binary(SIMD.equalF32, low, high));
    return { sure: same, color: this.flushed(low) };
  }

  /** A mask of all bits where no component is a denormal, or where `but` has them. */
  normal(texel: number, but: number | null): number {
    const { e } = this;
    const same = e.binary(SIMD.equalF32, this.flushed(texel), texel);
    return but === null ? same : e.binary(SIMD.or, same, but);
  }

  /** The sum of float32 over 3, rounded once. @param exact false for sums in float64 */
  third(texels: Locals, exact: boolean): { readonly color: number; readonly sure: number } {
    const { e } = this;
    const threes = [e.doubles(3), e.doubles(3)];
    if (exact)
      return this.ofParts(
        texels.map((texel) => this.partsOfFloat(texel, 2)).reduce((a, b) => this.added(a, b)),
        threes,
      );
    const sums = texels
      .map((texel) => this.e.doublesOfFloats(this.flushed(texel), 2))
      .reduce((a, b) => a.map((local, n) => e.binary(SIMD.addF64, local, b[n])));
    return { color: this.flushed(this.quotient(sums, threes)), sure: e.integers(EVERY_LANE) };
  }

  // The path float32-steps: every product and every sum is rounded, denormals are flushed.

  /** The sum of two samples. */
  sum(a: number, b: number): number {
    return this.flushed(this.e.binary(SIMD.addF32, this.flushed(a), this.flushed(b)));
  }

  lerp(a: number, b: number, weights: Locals): number {
    const { e } = this;
    const products = [a, b].map((x, n) => {
      const { code } = e;
      const product = this.flushed(e.binary(SIMD.multiplyF32, this.flushed(x), weights[n]));
      // A weight of zero takes nothing of its texel.
      code.get(product);
      code.get(weights[n]);
      code.get(e.floats(0));
      code.simd(SIMD.equalF32);
      code.simd(SIMD.andNot);
      return e.kept();
    });
    return this.flushed(e.binary(SIMD.addF32, products[0], products[1]));
  }
}

const SIGN = 0x80000000 | 0;

/** The parts of a vector, from those of each half. */
function inParts(halves: readonly Locals[]): Locals {
  return halves[0].flatMap((_, part) => halves.map((half) => half[part]));
}

/** The sum of values, of pairs first: the additions of a pair need not wait for others. */
function pairwise(values: readonly number[], add: (a: number, b: number) => number): number {
  if (values.length === 1) return values[0];
  const half = values.length >> 1;
  return add(pairwise(values.slice(0, half), add), pairwise(values.slice(half), add));
}

/** Sums, and the most that their roundings took from them all (Knuth). */
class Errors {
  /** @param magnitudes the errors of the operands */
  constructor(
    private readonly e: SimdEmitter,
    private readonly magnitudes: number[],
  ) {}

  sum(a: number, b: number): number {
    const { e } = this;
    const sum = e.binary(SIMD.addF64, a, b);
    const part = e.binary(SIMD.subtractF64, sum, a);
    const first = e.binary(SIMD.subtractF64, a, e.binary(SIMD.subtractF64, sum, part));
    const error = e.binary(SIMD.addF64, first, e.binary(SIMD.subtractF64, b, part));
    this.magnitudes.push(e.unary(SIMD.absF64, error));
    return sum;
  }

  get all(): number {
    return pairwise(this.magnitudes, (a, b) => this.e.binary(SIMD.addF64, a, b));
  }
}
