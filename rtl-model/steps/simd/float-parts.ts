import { LANES, type SimdEmitter, type Locals } from './simd-emitter.ts';
import * as SIMD from './simd-opcodes.ts';

/** The float64 with a half's exponent bits, its sign and its significand is the half times 2^-1008. */
export const HALF_UNIT = 2 ** 1008;
/** Splits a float64 into two parts of 26 bits (Veltkamp). */
const SPLITTER = 2 ** 27 + 1;
const LEAST_NORMAL = 2 ** -126;

/**
 * The path `fused` in 128-bit SIMD: the exact weighted sum of float texels, rounded once to float32. A value of a lane is
 * a float64 where that is exact (TexelRange). Else it is parts in float64, whose exact sum it is: a leading one, the sum of
 * what its roundings lost, and bits that are set if they lost anything. The second part is rounded itself: where only it
 * decides a tie, the lane is left to the units.
 */
export class FloatParts {
  private readonly e: SimdEmitter;
  constructor(emitter: SimdEmitter) {
    this.e = emitter;
  }

  /** The halves in the low and in the high 16 bits of each 32 bits as float32. */
  ofHalves(pairs: number): Locals {
    const { e } = this;
    const { code } = e;
    return [16, 0].map((up) => {
      code.get(pairs);
      if (up > 0) {
        code.integer(up);
        code.simd(SIMD.shiftLeft32);
      }
      code.integer(3);
      code.simd(SIMD.shiftRight32);
      return this.ofHalf(e.kept());
    });
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
    code.get(e.integers([0x0fffe000, 0x0fffe000, 0x0fffe000, 0x0fffe000]));
    code.simd(SIMD.and);
    const bias = 112 << 23;
    code.get(e.integers([bias, bias, bias, bias]));
    code.simd(SIMD.add32);
    const normal = e.kept();
    code.get(normal);
    const twice = e.binary(SIMD.addF32, normal, normal);
    const tooMuch = 2 ** -14;
    code.get(twice);
    code.get(e.floats([tooMuch, tooMuch, tooMuch, tooMuch]));
    code.simd(SIMD.subtractF32);
    code.simd(SIMD.pminF32);
    code.get(bits);
    code.get(e.integers([SIGN, SIGN, SIGN, SIGN]));
    code.simd(SIMD.and);
    code.simd(SIMD.or);
    return e.kept();
  }

  /** A mask of all bits where every vector of some has a magnitude below `limit`. */
  within(texels: Locals, limit: number): number {
    const { e } = this;
    return e.binary(SIMD.lessF32, this.most(texels), e.floats([limit, limit, limit, limit]));
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
    const { code } = e;
    const none = e.integers([0, 0, 0, 0]);
    return [16, 0].map((up) => {
      code.get(pairs);
      if (up > 0) {
        code.integer(up);
        code.simd(SIMD.shiftLeft32);
      }
      code.integer(6);
      code.simd(SIMD.shiftRight32);
      code.get(e.integers(LANES.map(() => 0x81fffc00)));
      code.simd(SIMD.and);
      const upper = e.kept();
      return Array.from({ length: halves }, (_, h) => {
        e.shuffle32(none, upper, [2 * h, 4 + 2 * h, 2 * h + 1, 5 + 2 * h]);
        return e.kept();
      });
    });
  }

  /** Both halves of a float32 vector as float64, or the lower one alone. */
  doubles(a: number, halves: number): Locals {
    const { e } = this;
    const low = e.unary(SIMD.promote, a);
    return halves === 1 ? [low] : [low, e.upperDoubles(a)];
  }

  /** Float64 of each lane, -0 if none of its weights is 1 in its axis, else +0: what a sum of -0 alone stays. */
  zerosOf(alpha: number, beta: number, bits: number): Locals {
    const { e } = this;
    const { code } = e;
    const ones = e.integers(LANES.map(() => 2 ** bits - 1));
    // Weights of 0 and 1 have no lower bits.
    const [along, across] = [alpha, beta].map((weight) =>
      e.binary(SIMD.equal32, e.binary(SIMD.and, weight, ones), e.integers([0, 0, 0, 0])),
    );
    return e.wideMasks(e.binary(SIMD.or, along, across)).map((mask) => {
      e.splatDouble(-0);
      code.get(mask);
      code.simd(SIMD.andNot);
      return e.kept();
    });
  }

  private sumOfProducts(a: Locals, x: Locals, b: Locals, y: Locals): Locals {
    const { e } = this;
    return a.map((local, n) => {
      const [left, right] = [e.binary(SIMD.multiplyF64, local, x[n]), e.binary(SIMD.multiplyF64, b[n], y[n])];
      return e.binary(SIMD.addF64, left, right);
    });
  }

  /** The sum of four texels, weighted, and of zeros. */
  sumOf([a, b, c, d]: readonly Locals[], [w, x, y, z]: readonly Locals[], zeros: Locals): Locals {
    const { e } = this;
    const below = this.sumOfProducts(c, y, d, z);
    return this.sumOfProducts(a, w, b, x).map((above, n) =>
      e.binary(SIMD.addF64, e.binary(SIMD.addF64, above, below[n]), zeros[n]),
    );
  }

  /**
   * An exact sum over a number of samples, rounded to float32. @param samples float64, or null for 1
   *
   * The quotient of 53 bits by n, with 2^k <= n < 2^(k + 1), is rounded to float64 before. Beside a tie of two float32 it is
   * at least an n-th of the last bit of the sum away, which is more than half of its own last bit unless n is 2^k.
   */
  quotient(sum: Locals, samples: Locals | null): number {
    return this.demoted(
      samples === null ? sum : sum.map((local, n) => this.e.binary(SIMD.divideF64, local, samples[n])),
    );
  }

  /** The same of the parts of halves, which lose nothing: each is a multiple of 2^-64 below 2^21. */
  ofHalfParts(parts: Locals, samples: Locals | null): number {
    const halves = parts.length / 3;
    const sums = parts.slice(0, halves).map((sum, h) => this.toOdd(sum, parts[halves + h]));
    return this.quotient(sums, samples);
  }

  /**
   * sum + lost, rounded to odd: of the two float64 around an inexact sum the one with an odd last bit, from which float32
   * rounds as from the sum (Boldo, Melquiond 2008).
   */
  private toOdd(leading: number, lost: number): number {
    const { e } = this;
    const { code } = e;
    const zero = e.doubles([0, 0]);
    // A leading -0 stays.
    const sum = e.binary(SIMD.subtractF64, leading, e.binary(SIMD.subtractF64, zero, lost));
    const error = e.binary(SIMD.subtractF64, lost, e.binary(SIMD.subtractF64, sum, leading));
    code.get(e.binary(SIMD.multiplyF64, error, sum));
    code.get(zero);
    code.simd(SIMD.lessF64);
    code.get(sum);
    code.simd(SIMD.add64);
    code.get(error);
    code.get(zero);
    code.simd(SIMD.notEqualF64);
    code.integer(63);
    code.simd(SIMD.shiftRightU64);
    code.simd(SIMD.or);
    return e.kept();
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
    code.get(e.floats([LEAST_NORMAL, LEAST_NORMAL, LEAST_NORMAL, LEAST_NORMAL]));
    code.simd(SIMD.lessF32);
    code.get(e.integers([~SIGN, ~SIGN, ~SIGN, ~SIGN]));
    code.simd(SIMD.and);
    code.simd(SIMD.andNot);
    return e.kept();
  }

  /** @param weights of the four texels, float64 */
  partsOfFloats(texels: Locals, weights: readonly Locals[], zeros: Locals, halves: number): Locals {
    const { e } = this;
    const products = texels.map((texel, n) =>
      this.doubles(this.flushed(texel), halves).map((local, h) => e.binary(SIMD.multiplyF64, local, weights[n][h])),
    );
    const sums = Array.from({ length: halves }, (_, h) => {
      const lost = new Losses(e);
      const [top, one] = lost.sum(products[0][h], products[1][h]);
      const [bottom, two] = lost.sum(products[2][h], products[3][h]);
      const [sum, three] = lost.sum(top, bottom);
      const losses = e.binary(SIMD.addF64, e.binary(SIMD.addF64, one, two), three);
      return [e.binary(SIMD.addF64, sum, zeros[h]), losses, lost.bits!];
    });
    return inParts(sums);
  }

  /** A texel alone. */
  partsOfFloat(texel: number, halves: number): Locals {
    const { e } = this;
    const none = e.doubles([0, 0]);
    const values = this.doubles(this.flushed(texel), halves);
    return inParts(values.map((value) => [value, none, none]));
  }

  /** The sum of two values. */
  added(a: Locals, b: Locals): Locals {
    const { e } = this;
    if (a.length % 3 > 0) return a.map((local, n) => e.binary(SIMD.addF64, local, b[n]));
    const halves = a.length / 3;
    const sums = Array.from({ length: halves }, (_, h) => {
      const lost = new Losses(e, e.binary(SIMD.or, a[2 * halves + h], b[2 * halves + h]));
      const [sum, loss] = lost.sum(a[h], b[h]);
      const losses = e.binary(SIMD.addF64, loss, e.binary(SIMD.addF64, a[halves + h], b[halves + h]));
      return [sum, losses, lost.bits!];
    });
    return inParts(sums);
  }

  /** finer (1 - w) + coarser w. @param weights of both, float64 */
  mixed(finer: Locals, coarser: Locals, weights: readonly Locals[]): Locals {
    const { e } = this;
    if (finer.length % 3 > 0) return this.sumOfProducts(finer, weights[0], coarser, weights[1]);
    const halves = finer.length / 3;
    const sums = Array.from({ length: halves }, (_, h) => {
      const lost = new Losses(e, e.binary(SIMD.or, finer[2 * halves + h], coarser[2 * halves + h]));
      const [own, other] = weights.map((weight) => weight[h]);
      const [a, b] = [this.split(finer[h]), this.split(coarser[h])];
      const products = [...a.map((part) => [part, own]), ...b.map((part) => [part, other])].map(([part, weight]) =>
        e.binary(SIMD.multiplyF64, part, weight),
      );
      const [upper, one] = lost.sum(products[0], products[2]);
      const [lower, two] = lost.sum(products[1], products[3]);
      const [sum, three] = lost.sum(upper, lower);
      const before = this.sumOfProducts([finer[halves + h]], [own], [coarser[halves + h]], [other])[0];
      const losses = e.binary(SIMD.addF64, e.binary(SIMD.addF64, one, two), e.binary(SIMD.addF64, three, before));
      // A sum of two -0 is -0.
      const { code } = e;
      code.get(e.binary(SIMD.and, finer[h], coarser[h]));
      e.splatDouble(-0);
      code.simd(SIMD.and);
      code.get(sum);
      code.get(e.doubles([0, 0]));
      code.simd(SIMD.equalF64);
      code.simd(SIMD.and);
      code.get(sum);
      code.simd(SIMD.or);
      return [e.kept(), losses, lost.bits!];
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
   * The sum of both parts in float64 is within an ulp of the value, and so is its quotient within two: unless that is
   * as near to a tie of two float32, or a denormal, it rounds to float32 as the value does. Values without losses are exact.
   */
  ofFloatParts(parts: Locals, samples: Locals | null): { readonly color: number; readonly sure: number } {
    const { e } = this;
    const { code } = e;
    const halves = parts.length / 3;
    const sure: number[] = [];
    const values = Array.from({ length: halves }, (_, h) => {
      code.get(e.binary(SIMD.addF64, parts[h], parts[halves + h]));
      code.get(parts[h]);
      code.get(parts[halves + h]);
      e.splatDouble(0);
      code.simd(SIMD.notEqualF64);
      code.simd(SIMD.bitselect);
      const sum = e.kept();
      const value = samples === null ? sum : e.binary(SIMD.divideF64, sum, samples[h]);
      const size = e.unary(SIMD.absF64, value);
      // Safe: no losses, or the low 29 bits are not within two of a tie, and the magnitude is not near a denormal's.
      code.get(parts[2 * halves + h]);
      e.splatDouble(0);
      code.simd(SIMD.equalF64);
      code.get(value);
      code.get(e.longs(0x1fffffff));
      code.simd(SIMD.and);
      code.get(e.longs(0x10000000 - 2));
      code.simd(SIMD.subtract64);
      code.get(e.longs(4));
      code.simd(SIMD.greater64);
      code.get(value);
      code.get(e.longs(0x1fffffff));
      code.simd(SIMD.and);
      code.get(e.longs(0x10000000 - 2));
      code.simd(SIMD.less64);
      code.simd(SIMD.or);
      e.splatDouble(2 * LEAST_NORMAL);
      code.get(size);
      code.simd(SIMD.lessF64);
      code.simd(SIMD.and);
      code.simd(SIMD.or);
      code.get(size);
      e.splatDouble(Infinity);
      code.simd(SIMD.lessF64);
      code.simd(SIMD.and);
      sure.push(e.kept());
      return value;
    });
    if (e.plane !== null) e.shuffle32(sure[0], sure[1], [0, 2, 4, 6]);
    else e.code.get(sure.reduce((a, b) => e.binary(SIMD.and, a, b)));
    return { sure: e.kept(), color: this.flushed(this.demoted(values)) };
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
    const threes = [e.doubles([3, 3]), e.doubles([3, 3])];
    const values = texels.map((texel) => (exact ? this.partsOfFloat(texel, 2) : this.doubles(this.flushed(texel), 2)));
    const sums = values.reduce((a, b) => this.added(a, b));
    if (exact) return this.ofFloatParts(sums, threes);
    const thirds = sums.map((sum, h) => e.binary(SIMD.divideF64, sum, threes[h]));
    return { color: this.flushed(this.demoted(thirds)), sure: e.integers([-1, -1, -1, -1]) };
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
      code.get(e.floats([0, 0, 0, 0]));
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

/** Sums without a loss: each rounded sum, and what rounding took from it (Knuth). */
class Losses {
  /** The bits of all losses so far; null before the first. */
  bits: number | null;
  private readonly e: SimdEmitter;

  constructor(e: SimdEmitter, bits: number | null = null) {
    this.e = e;
    this.bits = bits;
  }

  sum(a: number, b: number): readonly [number, number] {
    const { e } = this;
    const sum = e.binary(SIMD.addF64, a, b);
    const part = e.binary(SIMD.subtractF64, sum, a);
    const first = e.binary(SIMD.subtractF64, a, e.binary(SIMD.subtractF64, sum, part));
    const loss = e.binary(SIMD.addF64, first, e.binary(SIMD.subtractF64, b, part));
    this.bits = this.bits === null ? loss : e.binary(SIMD.or, this.bits, loss);
    return [sum, loss];
  }
}
