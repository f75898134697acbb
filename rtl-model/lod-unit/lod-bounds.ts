import type { Design } from '../design/design.ts';
import { type FixedFormat, fixed, unsignedFixed } from '../fixed-point/format.ts';
import { floatToFixed } from '../fixed-point/float-to-fixed.ts';
import { roundToInteger } from '../fixed-point/rounding.ts';
import type { Sampler } from '../state/sampler.ts';

/** Bias and clamp of a LOD (Vulkan: LOD Operation; D3D11.3 7.18.11), as integers with the LOD format's fraction bits. */
export class LodBounds {
  /** Bias and minimum of the sampler alone, for lanes whose instruction adds nothing to them. */
  readonly plainBias: number;
  readonly plainMinLod: number;
  readonly maxLod: number;
  readonly samplerMinLod: number;
  private readonly design: Design;
  private readonly format: FixedFormat;
  readonly biasFormat: FixedFormat;
  readonly clampFormat: FixedFormat;
  readonly samplerBias: number;

  /** @param format of the LOD */
  constructor(design: Design, format: FixedFormat, sampler: Sampler) {
    const { bias, clamp } = design.lod;
    this.design = design;
    this.format = format;
    this.biasFormat = fixed('bias', bias.integerBits, bias.fractionBits);
    this.clampFormat = unsignedFixed('lodClamp', clamp.integerBits, clamp.fractionBits);
    this.samplerBias = Math.fround(sampler.mipLodBias);
    this.samplerMinLod = Math.fround(sampler.minLod);
    this.plainBias = this.bias(0);
    this.plainMinLod = this.limit(this.samplerMinLod);
    this.maxLod = this.limit(Math.fround(sampler.maxLod));
  }

  /** Sampler bias plus the instruction's, held to maxSamplerLodBias. NaN ends above every bound, as it does as a LOD. */
  bias(shaderBias: number): number {
    const { lod, limits } = this.design;
    const sum = Math.fround(this.samplerBias + shaderBias);
    const bias = Math.max(-limits.maxSamplerLodBias, Math.min(sum, limits.maxSamplerLodBias));
    if (Number.isNaN(bias)) return 2 * this.format.max;
    return this.toLodFraction(floatToFixed(bias, this.biasFormat, lod.rounding), this.biasFormat);
  }

  /** The greater of the sampler's and the instruction's minimum; NaN bounds nothing. */
  minLod(shaderMinLod: number): number {
    return shaderMinLod > this.samplerMinLod ? this.limit(shaderMinLod) : this.plainMinLod;
  }

  /** A bound of the LOD, on the design's clamp grid. NaN bounds nothing. */
  limit(bound: number): number {
    return this.toLodFraction(floatToFixed(bound, this.clampFormat, this.design.lod.rounding), this.clampFormat);
  }

  private toLodFraction(value: number, from: FixedFormat): number {
    const added = this.format.fractionBits - from.fractionBits;
    return roundToInteger(value * 2 ** added, this.design.lod.rounding);
  }
}
