import { sumError } from '../../fixed-point/expansion.ts';
import type { Footprints } from '../../registers/footprints.ts';
import type { Binding } from '../../state/binding.ts';
import type { TexelTables } from '../../texel-decoder/texel-decoder.ts';
import type { FilterArithmetic } from '../arithmetic/arithmetic.ts';
import { filterScales } from '../arithmetic/tap-texels.ts';
import type { BilinearKernel } from './bilinear-kernel.ts';
import { fieldOf, wordField, type WordField } from './word-field.ts';

/** Whole multiples of 2^-24 below it have no more than 53 bits. */
const WHOLE = 2 ** (53 - 24);
/** Stands for a sum that float64 does not hold: greater than any. */
const NOT_WHOLE = Number.MAX_VALUE;

/**
 * Kernel of decoder and bilinear interpolation in one, for components of at most 16 bits, codes and floats, where
 * nothing is narrowed. Floats are filtered by the rules of the `fused` path, which change nothing for codes: a
 * weight of zero takes nothing of its texel, one rounding. Denormals need no flush: these floats and their products with
 * weights are far above the denormals of float32, or 0. Floats are whole multiples of 2^-24, so that a sum below 2^29 is
 * whole in float64; lanes with a sum that is not are left to the arithmetic.
 */
export class TableBilinear implements BilinearKernel {
  private readonly red: WordField;
  private readonly green: WordField;
  private readonly blue: WordField;
  private readonly opacity: WordField;
  private readonly one: number;
  /** The weight of 1 in the sums of floats, which are divided by it and rounded; 1 for codes, whose sums stay whole. */
  private readonly unit: number;
  /** Sums from here on may not be whole: see above. */
  private readonly limit: number;
  private readonly steps: FilterArithmetic;
  /** The texels of a lane that is left to the arithmetic. */
  private readonly texel = new Float32Array(16);

  constructor({ fields }: TexelTables, steps: FilterArithmetic, binding: Binding) {
    [this.red, this.green, this.blue, this.opacity] = fields.map(wordField);
    this.one = 2 ** binding.design.filter.weightBits;
    this.unit = filterScales(binding).some(({ bits }) => bits === 0) ? this.one * this.one : 1;
    this.limit = this.unit === 1 ? Infinity : WHOLE;
    this.steps = steps;
  }

  bilinear(foot: Footprints, at: number, words: Uint32Array, _dref: number, value: Float64Array, to: number): void {
    const { unit } = this;
    if (unit > 1) this.steps.clear(value, to);
    this.sums(foot, at, words, value, to);
    if (unit === 1) return;
    if (!isWhole(value, to)) this.step(foot, at, words, value, to);
    else for (let c = to; c < to + 4; c++) value[c] /= unit;
  }

  /** The same by the arithmetic. */
  private step({ address, alpha, beta }: Footprints, at: number, words: Uint32Array, value: Float64Array, to: number) {
    const fields = [this.red, this.green, this.blue, this.opacity];
    for (let n = 0; n < 16; n++) this.texel[n] = fieldOf(fields[n & 3], words, address[4 * at + (n >> 2)]);
    this.steps.bilinear(this.texel, 0, alpha[at], beta[at], value, to);
  }

  /** The sums of a lane's four texels, each times its weight, an integer: four components, from `to` on. */
  private sums(
    { address, alpha, beta }: Footprints,
    lane: number,
    words: Uint32Array,
    values: Float64Array,
    to: number,
  ): void {
    const { one, limit } = this;
    const { word: wordR, low: lowR, mask: maskR, codes: codesR } = this.red;
    const { word: wordG, low: lowG, mask: maskG, codes: codesG } = this.green;
    const { word: wordB, low: lowB, mask: maskB, codes: codesB } = this.blue;
    const { word: wordA, low: lowA, mask: maskA, codes: codesA } = this.opacity;
    const p00 = address[4 * lane];
    const p10 = address[4 * lane + 1];
    const p01 = address[4 * lane + 2];
    const p11 = address[4 * lane + 3];
    const i00 = p00 >>> 2;
    const i10 = p10 >>> 2;
    const i01 = p01 >>> 2;
    const i11 = p11 >>> 2;
    // The bit at which a texel of less than a word begins in its word.
    const s00 = (p00 & 3) << 3;
    const s10 = (p10 & 3) << 3;
    const s01 = (p01 & 3) << 3;
    const s11 = (p11 & 3) << 3;
    const a = alpha[lane];
    const b = beta[lane];
    const w00 = (one - a) * (one - b);
    const w10 = a * (one - b);
    const w01 = (one - a) * b;
    const w11 = a * b;
    values[to] = weighted(
      codesR[(words[i00 + wordR] >>> (s00 + lowR)) & maskR],
      codesR[(words[i10 + wordR] >>> (s10 + lowR)) & maskR],
      codesR[(words[i01 + wordR] >>> (s01 + lowR)) & maskR],
      codesR[(words[i11 + wordR] >>> (s11 + lowR)) & maskR],
      w00,
      w10,
      w01,
      w11,
      limit,
    );
    values[to + 1] = weighted(
      codesG[(words[i00 + wordG] >>> (s00 + lowG)) & maskG],
      codesG[(words[i10 + wordG] >>> (s10 + lowG)) & maskG],
      codesG[(words[i01 + wordG] >>> (s01 + lowG)) & maskG],
      codesG[(words[i11 + wordG] >>> (s11 + lowG)) & maskG],
      w00,
      w10,
      w01,
      w11,
      limit,
    );
    values[to + 2] = weighted(
      codesB[(words[i00 + wordB] >>> (s00 + lowB)) & maskB],
      codesB[(words[i10 + wordB] >>> (s10 + lowB)) & maskB],
      codesB[(words[i01 + wordB] >>> (s01 + lowB)) & maskB],
      codesB[(words[i11 + wordB] >>> (s11 + lowB)) & maskB],
      w00,
      w10,
      w01,
      w11,
      limit,
    );
    values[to + 3] = weighted(
      codesA[(words[i00 + wordA] >>> (s00 + lowA)) & maskA],
      codesA[(words[i10 + wordA] >>> (s10 + lowA)) & maskA],
      codesA[(words[i01 + wordA] >>> (s01 + lowA)) & maskA],
      codesA[(words[i11 + wordA] >>> (s11 + lowA)) & maskA],
      w00,
      w10,
      w01,
      w11,
      limit,
    );
  }
}

/** The sum of four texels times their weights, or NOT_WHOLE. @param limit sums below it are whole */
function weighted(
  t00: number,
  t10: number,
  t01: number,
  t11: number,
  w00: number,
  w10: number,
  w01: number,
  w11: number,
  limit: number,
): number {
  const p00 = product(t00, w00);
  const p10 = product(t10, w10);
  const p01 = product(t01, w01);
  const p11 = product(t11, w11);
  const top = p00 + p10;
  const bottom = p01 + p11;
  const sum = top + bottom;
  return Math.abs(top) + Math.abs(bottom) < limit || isWholeSum(p00, p10, p01, p11) ? sum : NOT_WHOLE;
}

/** True if float64 holds the sums of four products: a function of its own, so that `weighted` stays small. */
function isWholeSum(p00: number, p10: number, p01: number, p11: number): boolean {
  const top = p00 + p10;
  const bottom = p01 + p11;
  const lost = Math.abs(sumError(p00, p10, top)) + Math.abs(sumError(p01, p11, bottom));
  // NaN and infinities lose nothing.
  return !(lost + Math.abs(sumError(top, bottom, top + bottom)) > 0);
}

/** True if float64 held each of the four sums. */
function isWhole(values: Float64Array, at: number): boolean {
  return (
    values[at] !== NOT_WHOLE &&
    values[at + 1] !== NOT_WHOLE &&
    values[at + 2] !== NOT_WHOLE &&
    values[at + 3] !== NOT_WHOLE
  );
}

/** A weight of zero takes nothing, NaN and infinities included (D3D11.3 7.18.16.2). */
function product(texel: number, weight: number): number {
  return weight === 0 ? 0 : texel * weight;
}
