import type { LodDesign } from '../design/design.ts';
import type { FixedFormat } from '../fixed-point/format.ts';
import type { RoundingMode } from '../fixed-point/rounding.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';
import { QUAD_LANES } from '../registers/quad-batch.ts';
import type { Binding } from '../state/binding.ts';
import type { LodSource } from '../state/instruction.ts';
import { FILTER_CODES } from '../state/sample-shape.ts';
import { PLAIN } from '../steps/plain-steps.ts';
import { type Steps, ConstantTable } from '../steps/steps.ts';
import { anisotropy, sampleCount } from './anisotropy.ts';
import {
  differenceOfProducts,
  majorAxis,
  majorAxisOfVolume,
  orthogonalized,
  type Vectors,
  type VolumeVectors,
} from './ellipse.ts';
import { levelWeights, levelWeightSlopes, slopeIndex } from './level-weight.ts';
import { LodBounds } from './lod-bounds.ts';
import { Log2Unit, lodFormat } from './log2.ts';
import { NarrowAxes } from './narrow-axes.ts';
import { planeLength, volumeLength } from './scale-factor.ts';

/** The part of an operation's plan that the LOD unit calls. */
export interface PassPlan {
  /** The passes of a lane that wants a result, once its levels, filter and samples are known; at least 1. */
  passes(lanes: LaneRegisters, lane: number): number;
}

/** Derivatives of the coordinates along x and y of the screen, float32. */
export interface LaneDerivatives<V> {
  readonly dudx: V;
  readonly dvdx: V;
  readonly dwdx: V;
  readonly dudy: V;
  readonly dvdy: V;
  readonly dwdy: V;
}

/** Length, samples and axes that derivatives give. */
export interface MeasuredFootprint<V> {
  /** The length whose log2 is the base LOD, float32, and N. */
  readonly length: V;
  readonly samples: V;
  /** The axes in texels and their ratio, where they are known by themselves. */
  readonly major: V | null;
  readonly minor: V | null;
  readonly ratio: V | null;
  /** The major axis of an anisotropic sampler, normalized, float32; null for others. */
  readonly axisU: V | null;
  readonly axisV: V | null;
}

function isotropic<V>(s: Steps<V>, length: V, major: V | null): MeasuredFootprint<V> {
  return { length, samples: s.constant(1), major, minor: null, ratio: null, axisU: null, axisV: null };
}

/** Levels and filter of a lane: LODs in the LOD format, levels as those of the image. */
export interface Selected<V> {
  /** Biased LOD, before and after the clamp. */
  readonly lambda: V;
  readonly lod: V;
  readonly levelParameter: V;
  readonly filter: V;
  readonly levelHi: V;
  readonly levelLo: V;
  readonly levelWeight: V;
}

/** Ratios are at most this. */
const MOST_RATIO = 127;

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
  /** The weights of all slopes, and which of these the sampler has. */
  private readonly weightTable: ConstantTable;
  private readonly slope: number;
  /** True if the level weight is not the fraction itself. */
  private readonly bendsWeights: boolean;
  private readonly sampleCounts: ConstantTable;

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
    this.shared = this.source === 'implicit' && lod.derivatives !== 'fine' && !cube;
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
        ? Math.fround(Math.min(sampler.maxAnisotropy, limits.maxSamplerAnisotropy))
        : 1;
    this.bounds = new LodBounds(design, this.format, sampler);
    this.viewMinLod = Math.max(0, this.bounds.limit(Math.fround(view.minLod)) - firstLevel * this.format.one);
    this.magFilter = FILTER_CODES[sampler.magFilter];
    this.minFilter = FILTER_CODES[sampler.minFilter];
    this.mipLinear = sampler.mipmapMode === 'linear';
    this.nearestLevel = lod.nearestRule === 'ceil-minus-one' ? 'nearest-down' : 'nearest-up';
    const slopes = levelWeightSlopes(lod);
    this.slope = slopeIndex(slopes, sampler);
    this.bendsWeights = lod.levelWeightCurve !== null || slopes.some((slope) => slope !== 1);
    this.weightTable = new ConstantTable('level weights', () =>
      Int32Array.from(slopes.flatMap((slope) => [...levelWeights(lod, slope)])),
    );
    this.sampleCounts = new ConstantTable('sample counts', () =>
      Int32Array.from({ length: MOST_RATIO + 1 }, (_, ratio) => sampleCount(ratio, lod.anisotropicRates)),
    );
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
    for (let quad = first; quad < first + count; quad += QUAD_LANES) {
      const alike = this.uniform && sameOperands(lanes, quad);
      const lanesOfQuad = alike ? 1 : QUAD_LANES;
      for (let lane = quad; lane < quad + lanesOfQuad; lane++) {
        this.measureLane(lanes, lane);
        if (alike || lanes.passes[lane] !== 0) this.selectLevels(lanes, lane);
      }
      if (alike) this.spread(lanes, quad);
    }
    for (let lane = first; lane < first + count; lane++) {
      if (lanes.passes[lane] !== 0) lanes.passes[lane] = this.plan.passes(lanes, lane);
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
      lanes.levelHi[lane] = this.firstLevel;
      lanes.levelLo[lane] = this.firstLevel;
      lanes.levelWeight[lane] = 0;
      lanes.passes[lane] = this.plan.passes(lanes, lane);
    }
  }

  private measureLane(lanes: LaneRegisters, lane: number): void {
    const { baseLod, samples, axisU, axisV } = lanes;
    if (this.source === 'explicit') {
      baseLod[lane] = this.bounds.explicit(PLAIN, lanes.lodOperand[lane]);
      samples[lane] = 1;
      return;
    }
    const footprint = this.measure(PLAIN, laneDerivatives(lanes, lane));
    baseLod[lane] = this.log2Unit.log2(PLAIN, footprint.length);
    samples[lane] = footprint.samples;
    if (footprint.axisU === null || footprint.axisV === null) return;
    axisU[lane] = footprint.axisU;
    axisV[lane] = footprint.axisV;
  }

  private selectLevels(lanes: LaneRegisters, lane: number): void {
    const { lodOperand, minLod } = lanes;
    const selected = this.levels(PLAIN, lanes.baseLod[lane], lodOperand[lane], minLod[lane]);
    lanes.lambda[lane] = selected.lambda;
    lanes.lod[lane] = selected.lod;
    lanes.levelParameter[lane] = selected.levelParameter;
    lanes.filter[lane] = selected.filter;
    lanes.levelHi[lane] = selected.levelHi;
    lanes.levelLo[lane] = selected.levelLo;
    lanes.levelWeight[lane] = selected.levelWeight;
  }

  /** From a quad's first lane to the others. */
  private spread(lanes: LaneRegisters, quad: number): void {
    const { baseLod, lambda, lod, levelParameter, filter, levelHi, levelLo, levelWeight, samples, axisU, axisV } =
      lanes;
    for (let lane = quad + 1; lane < quad + QUAD_LANES; lane++) {
      baseLod[lane] = baseLod[quad];
      lambda[lane] = lambda[quad];
      lod[lane] = lod[quad];
      levelParameter[lane] = levelParameter[quad];
      filter[lane] = filter[quad];
      levelHi[lane] = levelHi[quad];
      levelLo[lane] = levelLo[quad];
      levelWeight[lane] = levelWeight[quad];
      samples[lane] = samples[quad];
      axisU[lane] = axisU[quad];
      axisV[lane] = axisV[quad];
    }
  }

  // The description.

  /** The length whose log2 is the base LOD: of an isotropic sampler that of the longer vector, else the minor axis; N and axis. */
  measure<V>(s: Steps<V>, d: LaneDerivatives<V>): MeasuredFootprint<V> {
    const { depth, lod, narrowAxes } = this;
    const [sizeU, sizeV, sizeW] = this.sizes(s, 'float32');
    const scaled = (x: V, size: V) => s.double(s.float32.multiply(x, size));
    const vectors = {
      xu: scaled(d.dudx, sizeU),
      xv: scaled(d.dvdx, sizeV),
      xw: scaled(d.dwdx, sizeW),
      yu: scaled(d.dudy, sizeU),
      yv: scaled(d.dvdy, sizeV),
      yw: scaled(d.dwdy, sizeW),
    };
    if (narrowAxes !== null) return this.measureNarrow(s, d, narrowAxes, vectors);
    if (this.maxAnisotropy > 1) return this.measureAxes(s, vectors);
    const longest = (): V => {
      if (this.ellipse) return depth > 0 ? majorAxisOfVolume(s, vectors) : majorAxis(s, vectors);
      const { xu, xv, xw, yu, yv, yw } = vectors;
      const length = (u: V, v: V, w: V) => (depth > 0 ? volumeLength(s, u, v, w, lod) : planeLength(s, u, v, lod));
      return s.larger(length(xu, xv, xw), length(yu, yv, yw));
    };
    return isotropic(s, s.single(longest()), null);
  }

  /** Texels of the view's first level along u, v and w; 0 along an axis that the view does not have. */
  private sizes<V>(s: Steps<V>, kind: 'float32' | 'float64'): readonly [V, V, V] {
    const { width, height, depth } = this;
    const size = (name: string, value: number) => (value === 0 ? s.constant(0, kind) : s.ofState(name, value, kind));
    return [size('width', width), size('height', height), size('depth', depth)];
  }

  private most<V>(s: Steps<V>, kind: 'float32' | 'float64'): V {
    return s.ofState('maxAnisotropy', this.maxAnisotropy, kind);
  }

  /**
   * The axes of a plane. The minor axis of the ideal ellipse is area / major (7.18.11): the vectors that the transformation
   * had to leave alone, parallel ones among them, span no area. The other methods take the shorter vector (Vulkan).
   */
  private measureAxes<V>(s: Steps<V>, vectors: Vectors<V>): MeasuredFootprint<V> {
    const { lod, sampleCounts } = this;
    const [sizeU, sizeV] = this.sizes(s, 'float64');
    const { xu, xv, yu, yv } = this.ellipse ? orthogonalized(s, vectors) : vectors;
    const [lengthX, lengthY] = [s.single(planeLength(s, xu, xv, lod)), s.single(planeLength(s, yu, yv, lod))];
    const isX = s.less(lengthY, lengthX);
    const axis = (x: V, y: V, size: V) => s.single(s.divide(s.select(isX, x, y), size));
    const major = s.larger(lengthX, lengthY);
    let minor = s.smaller(lengthX, lengthY);
    if (this.ellipse) {
      const area = s.single(s.absolute(differenceOfProducts(s, xu, yv, xv, yu)));
      const none = s.float32.constant(0);
      minor = s.select(s.equal(major, none), none, s.float32.divide(area, major));
    }
    const { ratio, length } = anisotropy(s, major, minor, this.most(s, 'float32'));
    // NaN takes the count of 0.
    const count = s.saturated(s.ceil(ratio), 0, MOST_RATIO);
    return {
      length,
      major,
      minor,
      ratio,
      samples: s.entryOf(sampleCounts, count, 1, Math.max(...lod.anisotropicRates)),
      axisU: axis(xu, yu, sizeU),
      axisV: axis(xv, yv, sizeV),
    };
  }

  /** The lengths in explicit widths. The axis is made of the derivatives, in float32. */
  private measureNarrow<V>(
    s: Steps<V>,
    d: LaneDerivatives<V>,
    axes: NarrowAxes,
    vectors: VolumeVectors<V>,
  ): MeasuredFootprint<V> {
    const measured = axes.measure(s, vectors, this.depth > 0);
    const { major, alongX, alongY } = measured;
    if (this.maxAnisotropy <= 1) return isotropic(s, s.single(major), major);
    const { length, samples, least } = axes.anisotropy(s, measured, this.most(s, 'float64'));
    const axis = (x: V, y: V) =>
      s.float32.add(s.single(s.multiply(s.double(x), alongX)), s.single(s.multiply(s.double(y), alongY)));
    return {
      length: s.single(length),
      samples,
      major,
      minor: least,
      ratio: null,
      axisU: axis(d.dudx, d.dudy),
      axisV: axis(d.dvdx, d.dvdy),
    };
  }

  /**
   * Bias, clamp (MinLod wins), magnification, level selection. The view's minimum LOD comes after the choice of the filter.
   *
   * @param operand the instruction's LOD or bias  @param minLod the instruction's minimum
   */
  levels<V>(s: Steps<V>, baseLod: V, operand: V, minLod: V): Selected<V> {
    const { bounds, format, firstLevel, lastLevel } = this;
    const { one, fractionBits } = format;
    const held = (value: V, low: number, high: number) => s.greatest(s.constant(low), s.least(s.constant(high), value));
    const biased = s.add(baseLod, this.biased ? bounds.bias(s, operand) : s.ofState('plainBias', bounds.plainBias));
    const { max } = format;
    const plainMinLod = Math.min(bounds.plainMinLod, max);
    const least = this.bounded ? bounds.minLod(s, minLod, max) : s.ofState('plainMinLod', plainMinLod);
    const lod = s.greatest(least, s.least(s.ofState('maxLod', Math.min(bounds.maxLod, max)), biased));
    const [mag, min] = [s.ofState('magFilter', this.magFilter), s.ofState('minFilter', this.minFilter)];
    const filter = s.select(s.less(lod, s.constant(1)), mag, min);
    const last = lastLevel * one;
    const [viewMinLod, lastLod] = [
      s.ofState('viewMinLod', Math.min(this.viewMinLod, last)),
      s.ofState('lastLod', last),
    ];
    const inView = s.greatest(viewMinLod, s.least(lastLod, lod));
    const nearest = this.mipLinear ? null : s.round(inView, fractionBits, this.nearestLevel);
    const hi = nearest ?? s.shiftRight(inView, fractionBits);
    const lo = nearest ?? s.least(s.add(hi, s.constant(1)), s.ofState('coarsestLevel', this.coarsestLevel));
    const fraction = nearest === null ? s.and(inView, s.constant(one - 1)) : s.constant(0);
    const bent = this.bendsWeights && nearest === null;
    const slope = s.multiply(s.ofState('levelWeightSlope', this.slope), s.constant(one));
    const weight = bent ? s.entryOf(this.weightTable, s.add(fraction, slope), 0, one) : fraction;
    const whole = s.equal(weight, s.constant(one));
    const first = s.ofState('firstLevel', firstLevel);
    return {
      lambda: held(biased, format.min, format.max),
      lod,
      levelParameter: nearest === null ? inView : s.multiply(nearest, s.constant(one)),
      filter,
      levelHi: s.add(bent ? s.select(whole, lo, hi) : hi, first),
      levelLo: s.add(lo, first),
      levelWeight: bent ? s.select(whole, s.constant(0), weight) : weight,
    };
  }
}

/** The derivatives of a lane's registers; 0 along axes that it does not have. */
export function laneDerivatives(lanes: LaneRegisters, lane: number): LaneDerivatives<number> {
  const { dudx, dvdx, dwdx, dudy, dvdy, dwdy } = lanes;
  return {
    dudx: dudx[lane],
    dvdx: dvdx[lane],
    dwdx: dwdx[lane],
    dudy: dudy[lane],
    dvdy: dvdy[lane],
    dwdy: dwdy[lane],
  };
}

/** True if the lanes of a quad have the same LOD or bias, and the same minimum. */
function sameOperands({ lodOperand, minLod }: LaneRegisters, quad: number): boolean {
  for (let lane = quad + 1; lane < quad + QUAD_LANES; lane++) {
    if (lodOperand[lane] !== lodOperand[quad] || minLod[lane] !== minLod[quad]) return false;
  }
  return true;
}
