import type { TapPlan } from '../address-unit/plans/tap-plan.ts';
import type { Binding } from '../state/binding.ts';
import { type FixedFormat, saturate } from '../fixed-point/format.ts';
import { roundToInteger } from '../fixed-point/rounding.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';
import { FILTER_CODES } from '../state/sample-shape.ts';
import { majorAxis } from './ellipse.ts';
import { levelWeights } from './level-weight.ts';
import { LodBounds } from './lod-bounds.ts';
import { LodUnit } from './lod-unit.ts';
import { Log2Unit } from './log2.ts';
import { volumeScaleFactor } from './scale-factor.ts';

/**
 * The LOD unit for every image operation: views, three dimensions, and the passes that the operation's taps need
 * (Vulkan: Scale Factor Operation, LOD Operation, Image Level(s) Selection; D3D11.3 5.8, 7.18.10, 7.18.11).
 */
export class OperationLodUnit {
  readonly format: FixedFormat;
  private readonly binding: Binding;
  private readonly plan: TapPlan;
  private readonly bounds: LodBounds;
  /** What measures derivatives in a plane, and takes the LODs of instructions. */
  private readonly planar: LodUnit;
  private readonly log2Unit: Log2Unit;
  /** Texels along w, 0 where the view has no third axis. */
  private readonly depth: number;
  private readonly width: number;
  private readonly height: number;
  private readonly viewMinLod: number;
  private readonly selects: boolean;
  private readonly explicit: boolean;
  /** OpImageQueryLod, which has neither a bias nor a minimum of its own. */
  private readonly query: boolean;
  private readonly levelWeights: Uint16Array;
  private readonly length = new Float32Array(1);
  private readonly dx = new Float64Array(3);
  private readonly dy = new Float64Array(3);

  constructor(binding: Binding, plan: TapPlan) {
    const { design, image, sampler, instruction, firstLevel, lastLevel, dimensions, op, view } = binding;
    this.binding = binding;
    this.plan = plan;
    this.log2Unit = new Log2Unit(design.lod);
    this.format = this.log2Unit.format;
    this.bounds = new LodBounds(design, this.format, sampler);
    const { width, height, depth } = image.levels[firstLevel];
    const ends = image.cornerSampled ? 1 : 0;
    this.width = width - ends;
    this.height = dimensions > 1 ? height - ends : 0;
    this.depth = dimensions > 2 ? depth - ends : 0;
    // The anisotropic filter is that of two dimensions (D3D11.3 7.18.11: IsTexture2D).
    const measured = { ...sampler, anisotropyEnable: sampler.anisotropyEnable && dimensions === 2 };
    this.query = op === 'query_lod';
    this.explicit = !this.query && instruction.lod === 'explicit';
    const lod = this.query ? 'implicit' : instruction.lod;
    this.planar = new LodUnit(
      design,
      { width: this.width, height: this.height },
      1 + lastLevel - firstLevel,
      measured,
      { ...instruction, lod },
    );
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
    const { bounds } = this;
    if (this.depth > 0 && !this.explicit) this.measureVolume(lanes, lane);
    else this.planar.measure(lanes, lane);
    const biased = lanes.baseLod[lane] + bounds.bias(this.explicit || this.query ? 0 : lanes.lodOperand[lane]);
    const minLod = bounds.minLod(this.query ? 0 : lanes.minLod[lane]);
    lanes.lambda[lane] = saturate(biased, this.format);
    lanes.lod[lane] = saturate(Math.max(minLod, Math.min(bounds.maxLod, biased)), this.format);
    this.selectLevels(lanes, lane);
  }

  private measureVolume(lanes: LaneRegisters, lane: number): void {
    const { dx, dy, width, height, depth } = this;
    dx[0] = Math.fround(lanes.dudx[lane] * width);
    dx[1] = Math.fround(lanes.dvdx[lane] * height);
    dx[2] = Math.fround(lanes.dwdx[lane] * depth);
    dy[0] = Math.fround(lanes.dudy[lane] * width);
    dy[1] = Math.fround(lanes.dvdy[lane] * height);
    dy[2] = Math.fround(lanes.dwdy[lane] * depth);
    lanes.samples[lane] = 1;
    lanes.baseLod[lane] = this.log2Unit.log2(this.volumeLength());
  }

  /** The longer of the two vectors, or the major axis of their ellipse in the plane that they span (7.18.11). */
  private volumeLength(): number {
    const { dx, dy } = this;
    const { lod } = this.binding.design;
    if (lod.scaleFactor !== 'ellipse') {
      return Math.max(volumeScaleFactor(dx[0], dx[1], dx[2], lod), volumeScaleFactor(dy[0], dy[1], dy[2], lod));
    }
    const length = Math.hypot(dx[0], dx[1], dx[2]);
    if (length === 0 || !Number.isFinite(length)) return Math.fround(Math.max(length, Math.hypot(dy[0], dy[1], dy[2])));
    const dot = dx[0] * dy[0] + dx[1] * dy[1] + dx[2] * dy[2];
    const cross = Math.hypot(
      dx[1] * dy[2] - dx[2] * dy[1],
      dx[2] * dy[0] - dx[0] * dy[2],
      dx[0] * dy[1] - dx[1] * dy[0],
    );
    majorAxis(length, 0, dot / length, cross / length, this.length, 0);
    return this.length[0];
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
