import type { Footprints } from '../registers/footprints.ts';
import type { TexelBytes } from '../memory/image.ts';
import type { ByteDecoder } from '../texel-decoder/byte-decoder.ts';
import { bytesBilinear, texelWord } from './byte-texels.ts';
import type { DirectFilter } from './direct-filter.ts';

/** 8-bit components: all four from one word, as `ByteDecoder` has them. */
export class ByteBilinear implements DirectFilter {
  private readonly decoder: ByteDecoder;
  /** The decoder's, at the width that the lerps have. */
  private readonly codes: Float64Array;
  /** Weights are of `one`; what the sum of four weighted codes is divided by, for r, g, b, a. */
  private readonly one: number;
  private readonly divisors: Float64Array;
  /** Whether a texel is less than a word. */
  private readonly narrow: boolean;

  constructor(decoder: ByteDecoder, one: number, divisors: Float64Array, texelStride: number) {
    this.decoder = decoder;
    this.codes = Float64Array.from(decoder.codes);
    this.one = one;
    this.divisors = divisors;
    this.narrow = texelStride < 4;
  }

  filter(foot: Footprints, lanes: number, { words }: TexelBytes, result: Float32Array, to: number): void {
    const { tapCount, address, alpha, beta } = foot;
    const { component0, component1, component2, component3 } = this.decoder;
    const { codes, one, narrow } = this;
    const divisor0 = this.divisors[component0];
    const divisor1 = this.divisors[component1];
    const divisor2 = this.divisors[component2];
    const divisor3 = this.divisors[component3];
    for (let lane = 0; lane < lanes; lane++) {
      if (tapCount[lane] === 0) continue;
      const a = alpha[lane];
      const b = beta[lane];
      const a0 = one - a;
      const b0 = one - b;
      const w00 = texelWord(words, address[4 * lane], narrow);
      const w10 = texelWord(words, address[4 * lane + 1], narrow);
      const w01 = texelWord(words, address[4 * lane + 2], narrow);
      const w11 = texelWord(words, address[4 * lane + 3], narrow);
      const value0 = bytesBilinear(codes, 0, w00, w10, w01, w11, a0, a, b0, b);
      const value1 = bytesBilinear(codes, 1, w00, w10, w01, w11, a0, a, b0, b);
      const value2 = bytesBilinear(codes, 2, w00, w10, w01, w11, a0, a, b0, b);
      const value3 = bytesBilinear(codes, 3, w00, w10, w01, w11, a0, a, b0, b);
      const at = to + 4 * lane;
      result[at + component0] = value0 / divisor0;
      result[at + component1] = value1 / divisor1;
      result[at + component2] = value2 / divisor2;
      result[at + component3] = value3 / divisor3;
    }
  }
}
