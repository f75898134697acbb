import type { LodDesign } from '../design/design.ts';
import { floatToFixed } from '../fixed-point/float-to-fixed.ts';
import { type FixedFormat, saturate } from '../fixed-point/format.ts';
import { type RoundingMode, roundToInteger } from '../fixed-point/rounding.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';
import { QUAD_LANES } from '../registers/quad-batch.ts';
import type { Binding } from '../state/binding.ts';
import type { LodSource } from '../state/instruction.ts';
import { FILTER_CODES } from '../state/sample-shape.ts';
import { type Anisotropy, anisotropy, sampleCount } from './anisotropy.ts';
import { type DerivativePair, majorAxis, orthogonalize } from './ellipse.ts';
import { levelWeights } from './level-weight.ts';
import { LodBounds } from './lod-bounds.ts';
import { Log2Unit, lodFormat } from './log2.ts';
import { NarrowAxes } from './narrow-axes.ts';
import { scaleFactor, volumeScaleFactor } from './scale-factor.ts';

/** The part of an operation's plan that the LOD unit calls. */
export interface PassPlan {
  /** The passes of a lane that wants a result, once its levels, filter and samples are known; at least 1. */
  passes(lanes: LaneRegisters, lane: number): number;
}

/** Lanes that are measured side by side. */
const LANES_AT_ONCE = 32 * QUAD_LANES;

/**
 * From derivatives to levels: scale factor, log2, bias, clamp, level selection and anisotropy (D3D11.3 5.8, 7.18.10 and
 * 7.18.11; Vulkan: Scale Factor Operation, LOD Operation, Image Level(s) Selection).
 */
export class LodUnit {
  /** The LOD's format; its fraction is the level weight's. */
  readonly format: FixedFormat;
  readonly lod: LodDesign;
  private readonly plan: PassPlan;
  /** True for the operations that select levels; the others read the view's first level. */
  private readonly selects: boolean;
  readonly source: LodSource;
  /** True if the instruction adds a bias, or takes a minimum: OpImageQueryLod has neither. */
  readonly biased: boolean;
  readonly bounded: boolean;
  /** True if the lanes of a quad share their derivatives. */
  readonly shared: boolean;
  /** True if they do, or have none: they differ in their operands at most. */
  private readonly uniform: boolean;
  /** Texels of the view's first level along u, v and w; 0 along an axis that the view does not have. */
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** The view's first level, as a level of the image, and its last one, counted from the first. */
  readonly firstLevel: number;
  readonly lastLevel: number;
  /** The bound of d_lo, counted from the view's first level: negative for a level in front of it. */
  readonly coarsestLevel: number;
  /** The view's minimum LOD, counted from its first level, in the LOD format. */
  readonly viewMinLod: number;
  private log2: Log2Unit | null = null;
  private readonly ellipse: boolean;
  /** The axes in explicit widths; null where they are ideal. */
  readonly narrowAxes: NarrowAxes | null;
  readonly maxAnisotropy: number;
  readonly bounds: LodBounds;
  readonly magFilter: number;
  readonly minFilter: number;
  readonly mipLinear: boolean;
  /** The rounding of a LOD to the nearest level. */
  readonly nearestLevel: RoundingMode;
  readonly levelWeights: Uint16Array;
  /** dX and dY in texels: u and v of each, then w of both. */
  private readonly scaled: DerivativePair = new Float64Array(6);
  /** The lengths whose log2 is the base LOD, and their bits: of the lanes that were measured last. */
  readonly lengths = new Float32Array(LANES_AT_ONCE);
  private readonly lengthBits = new Uint32Array(this.lengths.buffer);
  /** The ratio and minor axis of the lane that was measured last. */
  readonly footprint: Anisotropy = { ratio: 1, minor: 0 };

  constructor(binding: Binding, plan: PassPlan) {
    const { design, image, sampler, instruction, firstLevel, lastLevel, dimensions, cube, op, view } = binding;
    const { lod, limits } = design;
    const query = op === 'query_lod';
    this.lod = lod;
    this.plan = plan;
    this.selects = op === 'sample' || op === 'footprint' || query;
    this.source = query ? 'implicit' : instruction.lod;
    this.biased = !query && this.source !== 'explicit';
    this.bounded = !query;
    this.shared = this.source === 'implicit' && lod.derivatives === 'coarse' && !cube;
    this.uniform = this.source === 'explicit' || this.shared;
    const { width, height, depth } = image.levels[firstLevel];
    const ends = image.cornerSampled ? 1 : 0;
    this.width = width - ends;
    this.height = dimensions > 1 ? height - ends : 0;
    this.depth = dimensions > 2 ? depth - ends : 0;
    this.firstLevel = firstLevel;
    this.lastLevel = lastLevel - firstLevel;
    // Vulkan 1.1 bounds d_lo by q = levelCount - 1, as a level of the image; the current text by level_base + q.
    this.coarsestLevel = design.text === 'vulkan-1.1' ? this.lastLevel - firstLevel : this.lastLevel;
    this.format = lodFormat(lod);
    this.ellipse = lod.scaleFactor === 'ellipse';
    this.narrowAxes = this.selects && this.source !== 'explicit' ? NarrowAxes.of(lod) : null;
    // The anisotropic filter is that of two dimensions (D3D11.3 7.18.11: IsTexture2D).
    this.maxAnisotropy =
      sampler.anisotropyEnable && dimensions === 2
        ? Math.min(Math.fround(sampler.maxAnisotropy), limits.maxSamplerAnisotropy)
        : 1;
    this.bounds = new LodBounds(design, this.format, sampler);
    this.viewMinLod = Math.max(0, this.bounds.limit(Math.fround(view.minLod)) - firstLevel * this.format.one);
    this.magFilter = FILTER_CODES[sampler.magFilter];
    this.minFilter = FILTER_CODES[sampler.minFilter];
    this.mipLinear = sampler.mipmapMode === 'linear';
    this.nearestLevel = lod.nearestRule === 'ceil-minus-one' ? 'nearest-down' : 'nearest-up';
    this.levelWeights = levelWeights(lod);
  }

  /** Made when it is first used: a state whose LODs are operands has no use for the table. */
  get log2Unit(): Log2Unit {
    this.log2 ??= new Log2Unit(this.lod);
    return this.log2;
  }

  /**
   * Selects levels, weights, filters and samples for `count` lanes from lane `first` on; both are multiples of 4.
   */
  select(lanes: LaneRegisters, first: number, count: number): void {
    if (!this.selects) {
      this.takeFirstLevel(lanes, first, count);
      return;
    }
    const { shared } = this;
    for (let lane = first; lane < first + count; lane += LANES_AT_ONCE) {
      const some = Math.min(LANES_AT_ONCE, first + count - lane);
      if (this.source === 'explicit') this.takeOperands(lanes, lane, some);
      else this.measure(lanes, lane, some, shared ? QUAD_LANES : 1);
    }
    for (let quad = first; quad < first + count; quad += QUAD_LANES) {
      if (this.uniform && sameOperands(lanes, quad)) {
        this.selectQuad(lanes, quad);
        continue;
      }
      if (shared) spreadMeasured(lanes, quad);
      for (let lane = quad; lane < quad + QUAD_LANES; lane++) {
        if (lanes.passes[lane] !== 0) this.selectLevels(lanes, lane);
      }
    }
  }

  private takeFirstLevel(lanes: LaneRegisters, first: number, count: number): void {
    for (let lane = first; lane < first + count; lane++) {
      if (lanes.passes[lane] === 0) continue;
      lanes.baseLod[lane] = 0;
      lanes.lambda[lane] = 0;
      lanes.lod[lane] = 0;
      lanes.filter[lane] = FILTER_CODES.nearest;
      lanes.samples[lane] = 1;
      this.setLevels(lanes, lane, 0, 0, 0);
    }
  }

  private takeOperands({ lodOperand, baseLod, samples }: LaneRegisters, first: number, count: number): void {
    for (let lane = first; lane < first + count; lane++) {
      baseLod[lane] = this.fixedLod(lodOperand[lane]);
      samples[lane] = 1;
    }
  }

  /**
   * Base LOD, N and, of an anisotropic sampler, the major axis, of every `step`-th lane. Step after step for all of them:
   * within one, each step waits for the one before.
   */
  private measure(lanes: LaneRegisters, first: number, count: number, step: number): void {
    const { baseLod } = lanes;
    for (let lane = 0; lane < count; lane += step) this.measureLane(lanes, first + lane, lane);
    const { log2Unit } = this;
    for (let lane = 0; lane < count; lane += step) {
      baseLod[first + lane] = log2Unit.log2OfBits(this.lengthBits[lane]);
    }
  }

  /** A quad whose lanes nothing distinguishes, measured at lane 0: its levels are those of all lanes that want a result. */
  private selectQuad(lanes: LaneRegisters, quad: number): void {
    const { baseLod, lambda, lod, levelParameter, filter, levelHi, levelLo, levelWeight, samples, passes } = lanes;
    const wanted = passes[quad];
    this.selectLevels(lanes, quad);
    const laneBaseLod = baseLod[quad];
    const laneLambda = lambda[quad];
    const laneLod = lod[quad];
    const laneParameter = levelParameter[quad];
    const laneFilter = filter[quad];
    const hi = levelHi[quad];
    const lo = levelLo[quad];
    const weight = levelWeight[quad];
    const laneSamples = samples[quad];
    const lanePasses = passes[quad];
    for (let lane = quad + 1; lane < quad + QUAD_LANES; lane++) {
      baseLod[lane] = laneBaseLod;
      lambda[lane] = laneLambda;
      lod[lane] = laneLod;
      levelParameter[lane] = laneParameter;
      filter[lane] = laneFilter;
      levelHi[lane] = hi;
      levelLo[lane] = lo;
      levelWeight[lane] = weight;
      samples[lane] = laneSamples;
      passes[lane] *= lanePasses;
    }
    passes[quad] *= wanted;
    if (this.maxAnisotropy > 1) spreadAxis(lanes, quad);
  }

  /** NaN goes where the clamp takes it, to MaxLOD: min(MaxLOD, NaN) is MaxLOD (7.18.11). */
  private fixedLod(lod: number): number {
    return Number.isNaN(lod) ? this.format.max : floatToFixed(lod, this.format, this.lod.rounding);
  }

  /** The length whose log2 is the base LOD: of an isotropic sampler that of the longer vector. */
  private measureLane(lanes: LaneRegisters, lane: number, to: number): void {
    const { width, height, depth, lod, lengths, narrowAxes } = this;
    const d = this.scaled;
    d[0] = Math.fround(lanes.dudx[lane] * width);
    d[1] = Math.fround(lanes.dvdx[lane] * height);
    d[2] = Math.fround(lanes.dudy[lane] * width);
    d[3] = Math.fround(lanes.dvdy[lane] * height);
    d[4] = depth > 0 ? Math.fround(lanes.dwdx[lane] * depth) : 0;
    d[5] = depth > 0 ? Math.fround(lanes.dwdy[lane] * depth) : 0;
    lanes.samples[lane] = 1;
    if (narrowAxes !== null) this.measureNarrow(narrowAxes, lanes, lane, to);
    else if (this.maxAnisotropy > 1) this.measureAxes(lanes, lane, to);
    else if (depth > 0) this.measureVolume(to);
    else if (this.ellipse) majorAxis(d[0], d[1], d[2], d[3], lengths, to);
    else lengths[to] = Math.max(scaleFactor(d[0], d[1], lod), scaleFactor(d[2], d[3], lod));
  }

  /** That of a volume: with `ellipse` the major axis in the plane that the vectors span (7.18.11). */
  private measureVolume(to: number): void {
    const { lod, lengths } = this;
    const [xu, xv, yu, yv, xw, yw] = this.scaled;
    if (!this.ellipse) {
      lengths[to] = Math.max(volumeScaleFactor(xu, xv, xw, lod), volumeScaleFactor(yu, yv, yw, lod));
      return;
    }
    const length = norm(xu, xv, xw);
    if (length === 0 || !Number.isFinite(length)) {
      lengths[to] = Math.max(length, norm(yu, yv, yw));
      return;
    }
    const dot = xu * yu + xv * yv + xw * yw;
    const cross = norm(xv * yw - xw * yv, xw * yu - xu * yw, xu * yv - xv * yu);
    majorAxis(length, 0, dot / length, cross / length, lengths, to);
  }

  /** The minor axis, whose log2 is the base LOD of an anisotropic sampler, N and the major axis. */
  private measureAxes(lanes: LaneRegisters, lane: number, to: number): void {
    const { lod, width, height } = this;
    const d = this.scaled;
    if (this.ellipse) orthogonalize(d);
    const lengthX = scaleFactor(d[0], d[1], lod);
    const lengthY = scaleFactor(d[2], d[3], lod);
    const majorIsX = lengthX > lengthY;
    const major = Math.max(lengthX, lengthY);
    anisotropy(major, this.minorLength(lengthX, lengthY), this.maxAnisotropy, this.footprint);
    lanes.samples[lane] = sampleCount(this.footprint.ratio, lod.anisotropicRates);
    lanes.axisU[lane] = (majorIsX ? d[0] : d[2]) / width;
    lanes.axisV[lane] = (majorIsX ? d[1] : d[3]) / height;
    this.lengths[to] = this.footprint.minor;
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

  /** The lengths in explicit widths. The axis is made of the derivatives, in float32. */
  private measureNarrow(axes: NarrowAxes, lanes: LaneRegisters, lane: number, to: number): void {
    axes.measure(this.scaled);
    this.lengths[to] = axes.major;
    if (this.maxAnisotropy <= 1) return;
    axes.anisotropy(this.maxAnisotropy);
    this.lengths[to] = axes.minor;
    lanes.samples[lane] = axes.samples;
    const { dudx, dvdx, dudy, dvdy } = lanes;
    const { alongX, alongY } = axes;
    lanes.axisU[lane] = Math.fround(dudx[lane] * alongX) + Math.fround(dudy[lane] * alongY);
    lanes.axisV[lane] = Math.fround(dvdx[lane] * alongX) + Math.fround(dvdy[lane] * alongY);
  }

  /** Bias, clamp (MinLod wins), magnification, level selection. The view's minimum LOD comes after the choice of the filter. */
  private selectLevels(lanes: LaneRegisters, lane: number): void {
    const { bounds, format, lastLevel } = this;
    const { one } = format;
    const shaderBias = this.biased ? lanes.lodOperand[lane] : 0;
    const shaderMinLod = this.bounded ? lanes.minLod[lane] : 0;
    const biased = lanes.baseLod[lane] + (shaderBias === 0 ? bounds.plainBias : bounds.bias(shaderBias));
    const minLod = bounds.minLod(shaderMinLod);
    const clamped = saturate(Math.max(minLod, Math.min(bounds.maxLod, biased)), format);
    lanes.lambda[lane] = saturate(biased, format);
    lanes.lod[lane] = clamped;
    lanes.filter[lane] = clamped <= 0 ? this.magFilter : this.minFilter;

    const inView = Math.min(Math.max(clamped, 0), lastLevel * one);
    const level = Math.min(Math.max(inView, this.viewMinLod), lastLevel * one);
    if (!this.mipLinear) {
      const nearest = roundToInteger(level / one, this.nearestLevel);
      lanes.levelParameter[lane] = nearest * one;
      this.setLevels(lanes, lane, nearest, nearest, 0);
      return;
    }
    lanes.levelParameter[lane] = level;
    const hi = Math.floor(level / one);
    const weight = this.levelWeights[level - hi * one];
    const lo = Math.min(hi + 1, this.coarsestLevel);
    if (weight === one) this.setLevels(lanes, lane, lo, lo, 0);
    else this.setLevels(lanes, lane, hi, lo, weight);
  }

  /** @param hi,lo counted from the view's first level */
  private setLevels(lanes: LaneRegisters, lane: number, hi: number, lo: number, weight: number): void {
    lanes.levelHi[lane] = this.firstLevel + hi;
    lanes.levelLo[lane] = this.firstLevel + lo;
    lanes.levelWeight[lane] = weight;
    lanes.passes[lane] = this.plan.passes(lanes, lane);
  }
}

/** The length of a vector of float32 components, or of their products: float64 holds the squares. */
function norm(u: number, v: number, w: number): number {
  return Math.sqrt(u * u + v * v + w * w);
}

/** True if the lanes of a quad have the same LOD or bias, and the same minimum. */
function sameOperands({ lodOperand, minLod }: LaneRegisters, quad: number): boolean {
  for (let lane = quad + 1; lane < quad + QUAD_LANES; lane++) {
    if (lodOperand[lane] !== lodOperand[quad] || minLod[lane] !== minLod[quad]) return false;
  }
  return true;
}

/** From a quad's first lane to the others. */
function spreadMeasured(lanes: LaneRegisters, quad: number): void {
  const { baseLod, samples } = lanes;
  for (let lane = quad + 1; lane < quad + QUAD_LANES; lane++) {
    baseLod[lane] = baseLod[quad];
    samples[lane] = samples[quad];
  }
  spreadAxis(lanes, quad);
}

function spreadAxis({ axisU, axisV }: LaneRegisters, quad: number): void {
  for (let lane = quad + 1; lane < quad + QUAD_LANES; lane++) {
    axisU[lane] = axisU[quad];
    axisV[lane] = axisV[quad];
  }
}
