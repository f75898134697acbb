import type { Design } from '../design/design.ts';
import { type FixedFormat, saturate } from '../fixed-point/format.ts';
import { floatToFixed } from '../fixed-point/float-to-fixed.ts';
import { type RoundingMode, roundToInteger } from '../fixed-point/rounding.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';
import { QUAD_LANES } from '../registers/quad-batch.ts';
import type { Instruction, LodSource } from '../state/instruction.ts';
import type { Sampler } from '../state/sampler.ts';
import { type Anisotropy, anisotropy, sampleCount } from './anisotropy.ts';
import { type DerivativePair, majorAxis, orthogonalize } from './ellipse.ts';
import { levelWeights } from './level-weight.ts';
import { LodBounds } from './lod-bounds.ts';
import { Log2Unit } from './log2.ts';
import { scaleFactor } from './scale-factor.ts';

/** Quads that go through the unit side by side. */
const QUADS_AT_ONCE = 32;
const LANES_AT_ONCE = QUADS_AT_ONCE * QUAD_LANES;

/** Width and height in texels; 0 along an axis that an image does not have. */
export interface LevelExtent {
  readonly width: number;
  readonly height: number;
}

/**
 * From derivatives to levels: scale factor, log2, bias, clamp, level selection and anisotropy (D3D11.3 7.18.10 and
 * 7.18.11; Vulkan: Scale Factor Operation, LOD Operation, Image Level(s) Selection).
 */
export class LodUnit {
  /** The LOD's format; its fraction is the level weight's. */
  readonly format: FixedFormat;
  private readonly design: Design;
  private readonly source: LodSource;
  /** Whether lanes differ in their operands at most: there is one derivative for the quad, or none. */
  private readonly uniform: boolean;
  /** Whether, moreover, that is all that the base LOD depends on. */
  private readonly measuresQuads: boolean;
  private readonly width: number;
  private readonly height: number;
  private readonly lastLevel: number;
  private readonly log2Unit: Log2Unit;
  private readonly ellipse: boolean;
  private readonly maxAnisotropy: number;
  private readonly bounds: LodBounds;
  private readonly magLinear: number;
  private readonly minLinear: number;
  private readonly mipLinear: boolean;
  /** How a LOD is rounded to the nearest level. */
  private readonly nearestLevel: RoundingMode;
  private readonly levelWeights: Uint16Array;
  private readonly scaled: DerivativePair = new Float64Array(4);
  /** The longer axes of quads, and their bits. */
  private readonly lengths = new Float32Array(QUADS_AT_ONCE);
  private readonly lengthBits = new Uint32Array(this.lengths.buffer);
  private readonly footprint: Anisotropy = { ratio: 1, minor: 0 };

  /** @param size of the first level, in texels  @param levels how many there are */
  constructor(design: Design, size: LevelExtent, levels: number, sampler: Sampler, instruction: Instruction) {
    const { lod, limits } = design;
    this.design = design;
    this.source = instruction.lod;
    this.uniform = instruction.lod === 'explicit' || (instruction.lod === 'implicit' && lod.derivatives === 'coarse');
    this.width = size.width;
    this.height = size.height;
    this.lastLevel = levels - 1;
    this.log2Unit = new Log2Unit(lod);
    this.format = this.log2Unit.format;
    this.ellipse = lod.scaleFactor === 'ellipse';
    this.maxAnisotropy = sampler.anisotropyEnable
      ? Math.min(Math.fround(sampler.maxAnisotropy), limits.maxSamplerAnisotropy)
      : 1;
    this.measuresQuads = this.uniform && this.source === 'implicit' && this.maxAnisotropy === 1;
    this.bounds = new LodBounds(design, this.format, sampler);
    this.magLinear = sampler.magFilter === 'linear' ? 1 : 0;
    this.minLinear = sampler.minFilter === 'linear' ? 1 : 0;
    this.mipLinear = sampler.mipmapMode === 'linear';
    this.nearestLevel = lod.nearestRule === 'ceil-minus-one' ? 'nearest-down' : 'nearest-up';
    this.levelWeights = levelWeights(lod);
  }

  /**
   * Selects levels, weights, filters and samples for `count` lanes from lane `first` on; both are multiples of 4.
   */
  select(lanes: LaneRegisters, first: number, count: number): void {
    if (this.measuresQuads) {
      for (let n = 0; n < count; n += LANES_AT_ONCE) {
        this.selectQuads(lanes, first + n, Math.min(count - n, LANES_AT_ONCE) / QUAD_LANES);
      }
      return;
    }
    for (let quad = first; quad < first + count; quad += QUAD_LANES) {
      if (this.uniform && sameOperands(lanes, quad)) {
        this.measure(lanes, quad);
        this.selectQuad(lanes, quad);
        continue;
      }
      for (let lane = quad; lane < quad + QUAD_LANES; lane++) {
        if (lanes.passes[lane] === 0) continue;
        this.measure(lanes, lane);
        this.selectLevels(lanes, lane);
      }
    }
  }

  /** Step after step for all quads: within one, each step waits for the one before. */
  private selectQuads(lanes: LaneRegisters, first: number, quads: number): void {
    const { baseLod, samples, passes } = lanes;
    for (let n = 0; n < quads; n++) this.measureLength(lanes, first + QUAD_LANES * n, n);
    for (let n = 0; n < quads; n++) baseLod[first + QUAD_LANES * n] = this.log2Unit.log2OfBits(this.lengthBits[n]);
    for (let quad = first; quad < first + QUAD_LANES * quads; quad += QUAD_LANES) {
      samples[quad] = 1;
      if (sameOperands(lanes, quad)) {
        this.selectQuad(lanes, quad);
        continue;
      }
      for (let lane = quad; lane < quad + QUAD_LANES; lane++) {
        baseLod[lane] = baseLod[quad];
        samples[lane] = 1;
        if (passes[lane] !== 0) this.selectLevels(lanes, lane);
      }
    }
  }

  /** Base LOD, N and, of an anisotropic sampler, the major axis. */
  measure(lanes: LaneRegisters, lane: number): void {
    if (this.source === 'explicit') this.takeOperand(lanes, lane);
    else if (this.maxAnisotropy > 1) this.measureAxes(lanes, lane);
    else {
      this.measureLength(lanes, lane, 0);
      lanes.samples[lane] = 1;
      lanes.baseLod[lane] = this.log2Unit.log2OfBits(this.lengthBits[0]);
    }
  }

  /** A quad whose lanes nothing distinguishes, measured at lane 0: what that selects holds for all that want a result. */
  private selectQuad(lanes: LaneRegisters, quad: number): void {
    const { baseLod, lod, linear, levelHi, levelLo, levelWeight, samples, passes } = lanes;
    const wanted = passes[quad];
    this.selectLevels(lanes, quad);
    const laneBaseLod = baseLod[quad];
    const laneLod = lod[quad];
    const laneLinear = linear[quad];
    const hi = levelHi[quad];
    const lo = levelLo[quad];
    const weight = levelWeight[quad];
    const laneSamples = samples[quad];
    const lanePasses = passes[quad];
    for (let lane = quad + 1; lane < quad + QUAD_LANES; lane++) {
      baseLod[lane] = laneBaseLod;
      lod[lane] = laneLod;
      linear[lane] = laneLinear;
      levelHi[lane] = hi;
      levelLo[lane] = lo;
      levelWeight[lane] = weight;
      samples[lane] = laneSamples;
      passes[lane] *= lanePasses;
    }
    passes[quad] *= wanted;
    if (this.maxAnisotropy > 1) spreadAxis(lanes, quad);
  }

  private takeOperand(lanes: LaneRegisters, lane: number): void {
    lanes.samples[lane] = 1;
    lanes.baseLod[lane] = this.fixedLod(lanes.lodOperand[lane]);
  }

  /** NaN goes where the clamp takes it, to MaxLOD: min(MaxLOD, NaN) is MaxLOD (7.18.11). */
  private fixedLod(lod: number): number {
    return Number.isNaN(lod) ? this.format.max : floatToFixed(lod, this.format, this.design.lod.rounding);
  }

  /** The lane's derivatives in texels. */
  private scale({ dudx, dvdx, dudy, dvdy }: LaneRegisters, lane: number): DerivativePair {
    const d = this.scaled;
    d[0] = Math.fround(dudx[lane] * this.width);
    d[1] = Math.fround(dvdx[lane] * this.height);
    d[2] = Math.fround(dudy[lane] * this.width);
    d[3] = Math.fround(dvdy[lane] * this.height);
    return d;
  }

  /** What the base LOD of an isotropic sampler is the logarithm of: the longer vector alone counts. */
  private measureLength({ dudx, dvdx, dudy, dvdy }: LaneRegisters, lane: number, to: number): void {
    const { width, height } = this;
    const { lod } = this.design;
    const xu = Math.fround(dudx[lane] * width);
    const xv = Math.fround(dvdx[lane] * height);
    const yu = Math.fround(dudy[lane] * width);
    const yv = Math.fround(dvdy[lane] * height);
    if (this.ellipse) majorAxis(xu, xv, yu, yv, this.lengths, to);
    else this.lengths[to] = Math.max(scaleFactor(xu, xv, lod), scaleFactor(yu, yv, lod));
  }

  /** Base LOD, N and the major axis. */
  private measureAxes(lanes: LaneRegisters, lane: number): void {
    const { lod } = this.design;
    const d = this.scale(lanes, lane);
    if (this.ellipse) orthogonalize(d);
    const lengthX = scaleFactor(d[0], d[1], lod);
    const lengthY = scaleFactor(d[2], d[3], lod);
    const majorIsX = lengthX > lengthY;
    const major = Math.max(lengthX, lengthY);
    anisotropy(major, this.minorLength(lengthX, lengthY), this.maxAnisotropy, this.footprint);
    lanes.samples[lane] = sampleCount(this.footprint.ratio, lod.anisotropicRates);
    lanes.axisU[lane] = (majorIsX ? d[0] : d[2]) / this.width;
    lanes.axisV[lane] = (majorIsX ? d[1] : d[3]) / this.height;
    lanes.baseLod[lane] = this.log2Unit.log2(this.footprint.minor);
  }

  /**
   * The minor axis. For the ideal ellipse it is area / major (7.18.11): the vectors that the transformation had to
   * leave alone, parallel ones among them, span no area. The other methods take the shorter vector (Vulkan).
   */
  private minorLength(lengthX: number, lengthY: number): number {
    if (!this.ellipse) return Math.min(lengthX, lengthY);
    const d = this.scaled;
    const major = Math.max(lengthX, lengthY);
    if (major === 0) return 0;
    const area = Math.fround(Math.abs(d[0] * d[3] - d[1] * d[2]));
    return Math.fround(area / major);
  }

  /** Bias, clamp (MinLod wins), magnification, level selection. */
  private selectLevels(lanes: LaneRegisters, lane: number): void {
    const shaderBias = this.source === 'explicit' ? 0 : lanes.lodOperand[lane];
    const shaderMinLod = lanes.minLod[lane];
    const { bounds } = this;
    const biased = lanes.baseLod[lane] + (shaderBias === 0 ? bounds.plainBias : bounds.bias(shaderBias));
    const minLod = shaderMinLod > bounds.samplerMinLod ? bounds.minLod(shaderMinLod) : bounds.plainMinLod;
    const clamped = saturate(Math.max(minLod, Math.min(bounds.maxLod, biased)), this.format);
    lanes.lod[lane] = clamped;
    lanes.linear[lane] = clamped <= 0 ? this.magLinear : this.minLinear;

    const one = this.format.one;
    const level = Math.min(Math.max(clamped, 0), this.lastLevel * one);
    if (!this.mipLinear) {
      const nearest = roundToInteger(level / one, this.nearestLevel);
      setLevels(lanes, lane, nearest, nearest, 0);
      return;
    }
    const hi = Math.floor(level / one);
    const weight = this.levelWeights[level - hi * one];
    const lo = Math.min(hi + 1, this.lastLevel);
    if (weight === one) setLevels(lanes, lane, lo, lo, 0);
    else setLevels(lanes, lane, hi, lo, weight);
  }
}

/** Whether the instruction says the same of LOD, bias and minimum to all lanes of a quad. */
function sameOperands({ lodOperand, minLod }: LaneRegisters, quad: number): boolean {
  for (let lane = quad + 1; lane < quad + QUAD_LANES; lane++) {
    if (lodOperand[lane] !== lodOperand[quad] || minLod[lane] !== minLod[quad]) return false;
  }
  return true;
}

function spreadAxis({ axisU, axisV }: LaneRegisters, quad: number): void {
  for (let lane = quad + 1; lane < quad + QUAD_LANES; lane++) {
    axisU[lane] = axisU[quad];
    axisV[lane] = axisV[quad];
  }
}

function setLevels(lanes: LaneRegisters, lane: number, hi: number, lo: number, weight: number): void {
  lanes.levelHi[lane] = hi;
  lanes.levelLo[lane] = lo;
  lanes.levelWeight[lane] = weight;
  lanes.passes[lane] = lanes.samples[lane] * (weight === 0 ? 1 : 2);
}
