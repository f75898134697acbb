import type { Design } from '../design.ts';
import { type FixedFormat, fixed, saturate, unsignedFixed } from '../fixed-point/format.ts';
import { floatToFixed } from '../fixed-point/float-to-fixed.ts';
import { roundShift } from '../fixed-point/rounding.ts';
import type { Sampler } from '../sampler.ts';

/** Bias and clamp of a LOD, MinLOD before MaxLOD (Vulkan: LOD Operation; D3D11.3 7.18.11). Integers of the LOD format. */
export class LodBounds {
  private readonly design: Design;
  private readonly format: FixedFormat;
  private readonly biasFormat: FixedFormat;
  private readonly clampFormat: FixedFormat;
  private readonly samplerBias: number;
  private readonly samplerMinLod: number;
  private readonly maxLod: number;

  /** @param format of the LOD */
  constructor(design: Design, format: FixedFormat, sampler: Sampler) {
    const { bias, clamp } = design.lod;
    this.design = design;
    this.format = format;
    this.biasFormat = fixed('bias', bias.integerBits, bias.fractionBits);
    this.clampFormat = unsignedFixed('lodClamp', clamp.integerBits, clamp.fractionBits);
    this.samplerBias = Math.fround(sampler.mipLodBias);
    this.samplerMinLod = Math.fround(sampler.minLod);
    this.maxLod = this.limit(Math.fround(sampler.maxLod));
  }

  /** lambda': the LOD with the sampler's and the instruction's bias. NaN ends above every bound. */
  biased(lod: number, shaderBias: number): number {
    const { limits, lod: design } = this.design;
    const sum = Math.fround(this.samplerBias + shaderBias);
    if (Number.isNaN(sum)) return lod + 2 * this.format.max;
    const held = Math.max(-limits.maxSamplerLodBias, Math.min(sum, limits.maxSamplerLodBias));
    return lod + this.toLodFraction(floatToFixed(held, this.biasFormat, design.rounding), this.biasFormat);
  }

  /** lambda. @param shaderMinLod the instruction's, float32; NaN bounds nothing */
  clamped(biased: number, shaderMinLod: number): number {
    const minLod = this.limit(shaderMinLod > this.samplerMinLod ? shaderMinLod : this.samplerMinLod);
    return saturate(Math.max(minLod, Math.min(this.maxLod, biased)), this.format);
  }

  /** A bound on the design's clamp grid. */
  limit(bound: number): number {
    return this.toLodFraction(floatToFixed(bound, this.clampFormat, this.design.lod.rounding), this.clampFormat);
  }

  private toLodFraction(value: number, from: FixedFormat): number {
    const dropped = from.fractionBits - this.format.fractionBits;
    return dropped > 0 ? roundShift(value, dropped, this.design.lod.rounding) : value * 2 ** -dropped;
  }
}
