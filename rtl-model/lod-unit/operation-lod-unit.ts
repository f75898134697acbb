import type { TapPlan } from '../address-unit/tap-plan.ts';
import type { Binding } from '../binding.ts';
import { type FixedFormat, saturate } from '../fixed-point/format.ts';
import { floatToFixed } from '../fixed-point/float-to-fixed.ts';
import { roundToInteger } from '../fixed-point/rounding.ts';
import type { LaneRegisters } from '../lane-registers.ts';
import { FILTER_CODES } from '../sample-shape.ts';
import { type Anisotropy, anisotropy, sampleCount } from './anisotropy.ts';
import { type DerivativePair, orthogonalize } from './ellipse.ts';
import { levelWeights } from './level-weight.ts';
import { LodBounds } from './lod-bounds.ts';
import { Log2Unit } from './log2.ts';
import { scaleFactor, volumeScaleFactor } from './scale-factor.ts';

/**
 * The LOD unit for every image operation: views, three dimensions, and the passes that the operation's taps need
 * (Vulkan: Scale Factor Operation, LOD Operation, Image Level(s) Selection; D3D11.3 5.8, 7.18.10, 7.18.11).
 */
export class OperationLodUnit {
  readonly format: FixedFormat;
  private readonly binding: Binding;
  private readonly plan: TapPlan;
  private readonly bounds: LodBounds;
  private readonly log2Unit: Log2Unit;
  private readonly sizes: readonly [number, number, number];
  private readonly maxAnisotropy: number;
  private readonly viewMinLod: number;
  private readonly selects: boolean;
  private readonly levelWeights: Uint16Array;
  private readonly plane: DerivativePair = new Float64Array(4);
  private readonly dx = new Float64Array(3);
  private readonly dy = new Float64Array(3);
  private readonly footprint: Anisotropy = { ratio: 1, minor: 0 };

  constructor(binding: Binding, plan: TapPlan) {
    const { design, image, sampler, firstLevel, dimensions, op, view } = binding;
    this.binding = binding;
    this.plan = plan;
    this.log2Unit = new Log2Unit(design.lod);
    this.format = this.log2Unit.format;
    this.bounds = new LodBounds(design, this.format, sampler);
    const { width, height, depth } = image.levels[firstLevel];
    const texels = image.cornerSampled ? 1 : 0;
    this.sizes = [width - texels, dimensions > 1 ? height - texels : 0, dimensions > 2 ? depth - texels : 0];
    this.maxAnisotropy =
      sampler.anisotropyEnable && dimensions === 2
        ? Math.min(Math.fround(sampler.maxAnisotropy), design.limits.maxSamplerAnisotropy)
        : 1;
    this.viewMinLod = Math.max(0, this.bounds.limit(Math.fround(view.minLod)) - firstLevel * this.format.one);
    this.selects = op === 'sample' || op === 'footprint' || op === 'query_lod';
    this.levelWeights = levelWeights(design.lod);
  }

  /** As `LodUnit.select`. Levels are those of the image, the view's first level added. */
  select(lanes: LaneRegisters, first: number, count: number): void {
    for (let lane = first; lane < first + count; lane++) {
      if (lanes.passes[lane] === 0) continue;
      if (this.selects) this.selectLane(lanes, lane);
      else this.firstLevelAlone(lanes, lane);
      lanes.passes[lane] = this.plan.passes(lanes, lane);
    }
  }

  private firstLevelAlone(lanes: LaneRegisters, lane: number): void {
    lanes.baseLod[lane] = 0;
    lanes.lambda[lane] = 0;
    lanes.lod[lane] = 0;
    lanes.linear[lane] = FILTER_CODES.nearest;
    lanes.samples[lane] = 1;
    this.setLevels(lanes, lane, 0, 0, 0);
  }

  private selectLane(lanes: LaneRegisters, lane: number): void {
    const { instruction, op } = this.binding;
    const explicit = op !== 'query_lod' && instruction.lod === 'explicit';
    if (explicit) this.takeOperand(lanes, lane);
    else this.measure(lanes, lane);
    const biased = this.bounds.biased(lanes.baseLod[lane], explicit ? 0 : lanes.lodOperand[lane]);
    lanes.lambda[lane] = saturate(biased, this.format);
    lanes.lod[lane] = this.bounds.clamped(biased, lanes.minLod[lane]);
    this.selectLevels(lanes, lane);
  }

  /** NaN goes where the clamp takes it, to MaxLOD: min(MaxLOD, NaN) is MaxLOD (7.18.11). */
  private takeOperand(lanes: LaneRegisters, lane: number): void {
    const lod = lanes.lodOperand[lane];
    lanes.samples[lane] = 1;
    lanes.baseLod[lane] = Number.isNaN(lod)
      ? this.format.max
      : floatToFixed(lod, this.format, this.binding.design.lod.rounding);
  }

  private measure(lanes: LaneRegisters, lane: number): void {
    const { dx, dy } = this;
    const [width, height, depth] = this.sizes;
    dx[0] = Math.fround(lanes.dudx[lane] * width);
    dx[1] = Math.fround(lanes.dvdx[lane] * height);
    dx[2] = Math.fround(lanes.dwdx[lane] * depth);
    dy[0] = Math.fround(lanes.dudy[lane] * width);
    dy[1] = Math.fround(lanes.dvdy[lane] * height);
    dy[2] = Math.fround(lanes.dwdy[lane] * depth);
    if (depth > 0) {
      lanes.samples[lane] = 1;
      lanes.baseLod[lane] = this.log2Unit.log2(this.volumeLength());
    } else {
      this.measurePlane(lanes, lane);
    }
  }

  /** The longer of the two vectors, or the major axis of their ellipse in the plane that they span (7.18.11). */
  private volumeLength(): number {
    const { dx, dy, plane } = this;
    const { lod } = this.binding.design;
    if (lod.scaleFactor !== 'ellipse') {
      return Math.max(volumeScaleFactor(dx[0], dx[1], dx[2], lod), volumeScaleFactor(dy[0], dy[1], dy[2], lod));
    }
    const length = Math.hypot(dx[0], dx[1], dx[2]);
    const dot = dx[0] * dy[0] + dx[1] * dy[1] + dx[2] * dy[2];
    const cross = Math.hypot(
      dx[1] * dy[2] - dx[2] * dy[1],
      dx[2] * dy[0] - dx[0] * dy[2],
      dx[0] * dy[1] - dx[1] * dy[0],
    );
    if (length === 0 || !Number.isFinite(length)) return Math.fround(Math.max(length, Math.hypot(dy[0], dy[1], dy[2])));
    plane[0] = length;
    plane[1] = 0;
    plane[2] = dot / length;
    plane[3] = cross / length;
    orthogonalize(plane);
    return Math.max(scaleFactor(plane[0], plane[1], lod), scaleFactor(plane[2], plane[3], lod));
  }

  private measurePlane(lanes: LaneRegisters, lane: number): void {
    const { plane, dx, dy } = this;
    const { lod } = this.binding.design;
    plane[0] = dx[0];
    plane[1] = dx[1];
    plane[2] = dy[0];
    plane[3] = dy[1];
    if (lod.scaleFactor === 'ellipse') orthogonalize(plane);
    const lengthX = scaleFactor(plane[0], plane[1], lod);
    const lengthY = scaleFactor(plane[2], plane[3], lod);
    const major = Math.max(lengthX, lengthY);
    lanes.samples[lane] = 1;
    if (this.maxAnisotropy <= 1) {
      lanes.baseLod[lane] = this.log2Unit.log2(major);
      return;
    }
    const from = lengthX > lengthY ? 0 : 2;
    anisotropy(major, this.minorLength(lengthX, lengthY), this.maxAnisotropy, this.footprint);
    lanes.samples[lane] = sampleCount(this.footprint.ratio, lod.anisotropicRates);
    lanes.axisU[lane] = plane[from] / this.sizes[0];
    lanes.axisV[lane] = plane[from + 1] / this.sizes[1];
    lanes.baseLod[lane] = this.log2Unit.log2(this.footprint.minor);
  }

  /** As `LodUnit.minorLength`: area / major for the ellipse, the shorter vector otherwise. */
  private minorLength(lengthX: number, lengthY: number): number {
    if (this.binding.design.lod.scaleFactor !== 'ellipse') return Math.min(lengthX, lengthY);
    const { plane } = this;
    const major = Math.max(lengthX, lengthY);
    if (major === 0) return 0;
    return Math.fround(Math.fround(Math.abs(plane[0] * plane[3] - plane[1] * plane[2])) / major);
  }

  /** Filter, levels and weight. The view's minimum LOD comes after the choice of the filter. */
  private selectLevels(lanes: LaneRegisters, lane: number): void {
    const { sampler, design, firstLevel, lastLevel } = this.binding;
    const { one } = this.format;
    const clamped = lanes.lod[lane];
    const last = lastLevel - firstLevel;
    lanes.linear[lane] = FILTER_CODES[clamped <= 0 ? sampler.magFilter : sampler.minFilter];
    const level = Math.min(Math.max(Math.min(Math.max(clamped, 0), last * one), this.viewMinLod), last * one);
    if (sampler.mipmapMode === 'nearest') {
      const rule = design.lod.nearestRule === 'ceil-minus-one' ? 'nearest-down' : 'nearest-up';
      const nearest = roundToInteger(level / one, rule);
      lanes.levelParameter[lane] = nearest * one;
      this.setLevels(lanes, lane, nearest, nearest, 0);
      return;
    }
    lanes.levelParameter[lane] = level;
    const hi = Math.floor(level / one);
    const weight = this.levelWeights[level - hi * one];
    const lo = Math.min(hi + 1, last);
    if (weight === one) this.setLevels(lanes, lane, lo, lo, 0);
    else this.setLevels(lanes, lane, hi, lo, weight);
  }

  private setLevels(lanes: LaneRegisters, lane: number, hi: number, lo: number, weight: number): void {
    const { firstLevel } = this.binding;
    lanes.levelHi[lane] = firstLevel + hi;
    lanes.levelLo[lane] = firstLevel + lo;
    lanes.levelWeight[lane] = weight;
  }
}
