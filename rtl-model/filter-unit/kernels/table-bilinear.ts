import type { Footprints } from '../../registers/footprints.ts';
import type { Binding } from '../../state/binding.ts';
import type { TexelTables } from '../../texel-decoder/texel-decoder.ts';
import type { Arithmetic } from '../arithmetic.ts';
import { filterScales } from '../tap-texels.ts';
import type { BilinearKernel } from './bilinear-kernel.ts';
import { wordField, type WordField } from './word-field.ts';

/**
 * Kernel of decoder, bilinear interpolation and result in one, for components of at most 16 bits, codes and floats, where
 * nothing is narrowed but the result. Floats are filtered by the rules of the `fused` path, which change nothing for codes: a
 * weight of zero takes nothing of its texel, one rounding. Denormals need no flush: these floats and their products with
 * weights are far above the denormals of float32, or 0.
 */
export class TableBilinear implements BilinearKernel {
  private readonly red: WordField;
  private readonly green: WordField;
  private readonly blue: WordField;
  private readonly opacity: WordField;
  private readonly one: number;
  /** The weight of 1 in the sums of floats, which are divided by it and rounded; 1 for codes, whose sums stay whole. */
  private readonly unit: number;
  private readonly divisors: Float64Array;
  private values = new Float64Array(0);

  constructor({ fields }: TexelTables, { divisors }: Arithmetic, binding: Binding) {
    [this.red, this.green, this.blue, this.opacity] = fields.map(wordField);
    this.one = 2 ** binding.design.filter.weightBits;
    this.unit = filterScales(binding).some(({ bits }) => bits === 0) ? this.one * this.one : 1;
    this.divisors = divisors;
  }

  store(
    foot: Footprints,
    lanes: number,
    words: Uint32Array,
    _dref: Float32Array,
    first: number,
    result: Float32Array,
  ): void {
    const { divisors, unit } = this;
    if (this.values.length < 4 * lanes) this.values = new Float64Array(4 * lanes);
    const { values } = this;
    this.sums(foot, 0, lanes, words, values, 0);
    const [red, green, blue, opacity] = divisors.map((divisor) => divisor * unit);
    for (let lane = 0; lane < lanes; lane++) {
      if (foot.tapCount[lane] === 0) continue;
      const at = 4 * (first + lane);
      result[at] = values[4 * lane] / red;
      result[at + 1] = values[4 * lane + 1] / green;
      result[at + 2] = values[4 * lane + 2] / blue;
      result[at + 3] = values[4 * lane + 3] / opacity;
    }
  }

  bilinear(foot: Footprints, at: number, words: Uint32Array, _dref: number, value: Float64Array, to: number): void {
    const { unit } = this;
    this.sums(foot, at, 1, words, value, to);
    if (unit === 1) return;
    for (let c = to; c < to + 4; c++) value[c] = Math.fround(value[c] / unit);
  }

  /** The sums of `count` lanes' four texels, each times its weight, an integer: four components a lane, from `to` on. */
  private sums(
    { tapCount, address, alpha, beta }: Footprints,
    from: number,
    count: number,
    words: Uint32Array,
    values: Float64Array,
    to: number,
  ): void {
    const { one } = this;
    const { word: wordR, low: lowR, mask: maskR, codes: codesR } = this.red;
    const { word: wordG, low: lowG, mask: maskG, codes: codesG } = this.green;
    const { word: wordB, low: lowB, mask: maskB, codes: codesB } = this.blue;
    const { word: wordA, low: lowA, mask: maskA, codes: codesA } = this.opacity;
    for (let lane = from; lane < from + count; lane++) {
      if (tapCount[lane] === 0) continue;
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
      const at = to + 4 * (lane - from);
      values[at] = weighted(
        codesR[(words[i00 + wordR] >>> (s00 + lowR)) & maskR],
        codesR[(words[i10 + wordR] >>> (s10 + lowR)) & maskR],
        codesR[(words[i01 + wordR] >>> (s01 + lowR)) & maskR],
        codesR[(words[i11 + wordR] >>> (s11 + lowR)) & maskR],
        w00,
        w10,
        w01,
        w11,
      );
      values[at + 1] = weighted(
        codesG[(words[i00 + wordG] >>> (s00 + lowG)) & maskG],
        codesG[(words[i10 + wordG] >>> (s10 + lowG)) & maskG],
        codesG[(words[i01 + wordG] >>> (s01 + lowG)) & maskG],
        codesG[(words[i11 + wordG] >>> (s11 + lowG)) & maskG],
        w00,
        w10,
        w01,
        w11,
      );
      values[at + 2] = weighted(
        codesB[(words[i00 + wordB] >>> (s00 + lowB)) & maskB],
        codesB[(words[i10 + wordB] >>> (s10 + lowB)) & maskB],
        codesB[(words[i01 + wordB] >>> (s01 + lowB)) & maskB],
        codesB[(words[i11 + wordB] >>> (s11 + lowB)) & maskB],
        w00,
        w10,
        w01,
        w11,
      );
      values[at + 3] = weighted(
        codesA[(words[i00 + wordA] >>> (s00 + lowA)) & maskA],
        codesA[(words[i10 + wordA] >>> (s10 + lowA)) & maskA],
        codesA[(words[i01 + wordA] >>> (s01 + lowA)) & maskA],
        codesA[(words[i11 + wordA] >>> (s11 + lowA)) & maskA],
        w00,
        w10,
        w01,
        w11,
      );
    }
  }
}

function weighted(
  t00: number,
  t10: number,
  t01: number,
  t11: number,
  w00: number,
  w10: number,
  w01: number,
  w11: number,
): number {
  return t00 * w00 + product(t10, w10) + (product(t01, w01) + product(t11, w11));
}

/** A weight of zero takes nothing, NaN and infinities included (D3D11.3 7.18.16.2); that of tap 00 never is zero. */
function product(texel: number, weight: number): number {
  return weight === 0 ? 0 : texel * weight;
}
