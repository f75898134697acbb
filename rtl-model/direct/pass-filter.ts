import { ByteDecoder } from '../texel-decoder/byte-decoder.ts';
import type { TexelDecoder } from '../texel-decoder/texel-decoder.ts';
import type { FilterUnit } from '../filter-unit/filter-unit.ts';
import { FixedFilter } from '../filter-unit/fixed-filter.ts';
import type { Footprints } from '../registers/footprints.ts';
import type { Image, TexelBytes } from '../memory/image.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';
import { bytesBilinear, texelWord } from './byte-texels.ts';

/**
 * Decoder and filter in one, for 8-bit components and a filter within a level that narrows nothing. What falls away is
 * the texels' way from the one to the other; the bits are the same.
 */
export class PassFilter {
  private readonly decoder: ByteDecoder;
  private readonly filter: FixedFilter;
  /** The decoder's, at the width that the lerps have. */
  private readonly codes: Float64Array;
  private readonly narrow: boolean;

  /** Null where the units go one after the other. */
  static of(image: Image, decoder: TexelDecoder, filter: FilterUnit): PassFilter | null {
    const covered = decoder instanceof ByteDecoder && filter instanceof FixedFilter && filter.exact;
    return covered ? new PassFilter(decoder, filter, image.texelStride < 4) : null;
  }

  private constructor(decoder: ByteDecoder, filter: FixedFilter, narrow: boolean) {
    this.decoder = decoder;
    this.filter = filter;
    this.codes = Float64Array.from(decoder.codes);
    this.narrow = narrow;
  }

  /** As `FilterUnit.accumulate`, of texels in `data`. */
  accumulate(
    foot: Footprints,
    from: number,
    lanes: LaneRegisters,
    lane: number,
    count: number,
    pass: number,
    data: TexelBytes,
  ): void {
    const { tapCount, address } = foot;
    const { samples, sumHi, sumLo } = lanes;
    for (let k = 0; k < count; k++) {
      const at = from + k;
      if (tapCount[at] === 0) continue;
      const tap = 4 * at;
      // A border, or no tap: neither has an address.
      if ((address[tap] | address[tap + 1] | address[tap + 2] | address[tap + 3]) < 0) {
        this.decoder.decode(foot, at, 1, data);
        this.filter.accumulate(foot, at, lanes, lane + k, 1, pass);
        continue;
      }
      const n = samples[lane + k];
      this.add(foot, at, data.words, pass < n ? sumHi : sumLo, 4 * (lane + k), pass === 0 || pass === n);
    }
  }

  private add(
    { address, alpha, beta }: Footprints,
    at: number,
    words: Uint32Array,
    sum: Float64Array,
    to: number,
    first: boolean,
  ): void {
    const { component0, component1, component2, component3 } = this.decoder;
    const { codes, narrow } = this;
    const { one } = this.filter;
    const a = alpha[at];
    const b = beta[at];
    const a0 = one - a;
    const b0 = one - b;
    const w00 = texelWord(words, address[4 * at], narrow);
    const w10 = texelWord(words, address[4 * at + 1], narrow);
    const w01 = texelWord(words, address[4 * at + 2], narrow);
    const w11 = texelWord(words, address[4 * at + 3], narrow);
    const value0 = bytesBilinear(codes, 0, w00, w10, w01, w11, a0, a, b0, b);
    const value1 = bytesBilinear(codes, 1, w00, w10, w01, w11, a0, a, b0, b);
    const value2 = bytesBilinear(codes, 2, w00, w10, w01, w11, a0, a, b0, b);
    const value3 = bytesBilinear(codes, 3, w00, w10, w01, w11, a0, a, b0, b);
    sum[to + component0] = first ? value0 : sum[to + component0] + value0;
    sum[to + component1] = first ? value1 : sum[to + component1] + value1;
    sum[to + component2] = first ? value2 : sum[to + component2] + value2;
    sum[to + component3] = first ? value3 : sum[to + component3] + value3;
  }
}
