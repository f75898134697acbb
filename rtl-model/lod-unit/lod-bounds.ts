import type { Design } from '../design/design.ts';
import { floatToFixed } from '../fixed-point/float-to-fixed.ts';
import { type FixedFormat, fixed, unsignedFixed } from '../fixed-point/format.ts';
import type { RoundingMode } from '../fixed-point/rounding.ts';
import type { Sampler } from '../state/sampler.ts';
import { PLAIN } from '../steps/plain-steps.ts';
import type { Steps } from '../steps/steps.ts';

/** Bias and clamp of a LOD (Vulkan: LOD Operation; D3D11.3 7.18.11), as integers with the LOD format's fraction bits. */
export class LodBounds {
  /** Bias and minimum of the sampler alone, for lanes whose instruction adds nothing to them. */
  readonly plainBias: number;
  readonly plainMinLod: number;
  readonly maxLod: number;
  readonly samplerBias: number;
  private readonly samplerMinLod: number;
  private readonly format: FixedFormat;
  private readonly rounding: RoundingMode;
  private readonly biasFormat: FixedFormat;
  private readonly clampFormat: FixedFormat;
  private readonly leastBias: number;
  private readonly mostBias: number;

  /** @param format of the LOD */
  constructor({ lod, limits }: Design, format: FixedFormat, sampler: Sampler) {
    const { bias, clamp, rounding } = lod;
    this.format = format;
    this.rounding = rounding;
    this.biasFormat = fixed('bias', bias.integerBits, bias.fractionBits);
    this.clampFormat = unsignedFixed('lodClamp', clamp.integerBits, clamp.fractionBits);
    this.samplerBias = Math.fround(sampler.mipLodBias);
    this.samplerMinLod = Math.fround(sampler.minLod);
    const { maxSamplerLodBias } = limits;
    this.leastBias = this.bound(-maxSamplerLodBias, this.biasFormat);
    this.mostBias = this.bound(maxSamplerLodBias, this.biasFormat);
    this.plainBias = this.sum(PLAIN, 0);
    this.plainMinLod = this.limit(this.samplerMinLod);
    this.maxLod = this.limit(Math.fround(sampler.maxLod));
  }

  /** Sampler bias plus the instruction's, held to maxSamplerLodBias. NaN ends above every bound, as it does as a LOD. */
  bias<V>(s: Steps<V>, operand: V): V {
    const some = s.not(s.equal(operand, s.float32.constant(0)));
    const plain = s.ofState('plainBias', this.plainBias);
    return s.when(some, () => s.select(some, this.sum(s, operand), plain), plain);
  }

  sum<V>(s: Steps<V>, operand: V): V {
    const sum = s.float32.add(s.ofState('samplerBias', this.samplerBias, 'float32'), operand);
    const bias = this.converted(s, sum, this.biasFormat);
    const held = s.greatest(s.constant(this.leastBias), s.least(s.constant(this.mostBias), bias));
    return s.select(s.equal(sum, sum), held, s.constant(2 * this.format.max));
  }

  /** The greater of the sampler's and the instruction's minimum, at most `most`; NaN bounds nothing. */
  minLod<V>(s: Steps<V>, operand: V, most = Infinity): V {
    const more = s.less(s.ofState('samplerMinLod', this.samplerMinLod, 'float32'), operand);
    const plain = s.ofState('plainMinLod', Math.min(this.plainMinLod, most));
    return s.when(more, () => s.select(more, this.held(s, operand, most), plain), plain);
  }

  /** A bound on the design's clamp grid, at most `most`. */
  held<V>(s: Steps<V>, bound: V, most = Infinity): V {
    const end = s.constant(Math.min(this.limit(Infinity), most));
    return s.greatest(s.constant(0), s.least(this.converted(s, bound, this.clampFormat), end));
  }

  /** A LOD that the instruction gives. NaN goes where the clamp takes it, to MaxLOD: min(MaxLOD, NaN) is MaxLOD (7.18.11). */
  explicit<V>(s: Steps<V>, operand: V): V {
    const { format } = this;
    const lod = this.converted(s, operand, format);
    const held = s.greatest(s.constant(format.min), s.least(s.constant(format.max), lod));
    return s.select(s.equal(operand, operand), held, s.constant(format.max));
  }

  /** A bound of the LOD, on the design's clamp grid. NaN bounds nothing. */
  limit(bound: number): number {
    return this.bound(bound, this.clampFormat);
  }

  /** A number in a format, with the LOD's fraction bits. */
  private bound(value: number, from: FixedFormat): number {
    return this.widened(PLAIN, floatToFixed(value, from, this.rounding), from);
  }

  /**
   * From a float to a format's fraction bits, and from these to the LOD's. Every step is monotonic, so that the bounds of
   * both formats may come after them.
   */
  private converted<V>(s: Steps<V>, operand: V, from: FixedFormat): V {
    const scaled = s.round(s.multiply(s.double(operand), s.constant(from.one, 'float64')), 0, this.rounding);
    return s.saturated(this.widened(s, scaled, from));
  }

  private widened<V>(s: Steps<V>, value: V, from: FixedFormat): V {
    const added = this.format.fractionBits - from.fractionBits;
    const widened = s.multiply(value, s.constant(2 ** added, 'float64'));
    return added < 0 ? s.round(widened, 0, this.rounding) : widened;
  }
}
