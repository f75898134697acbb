import type { Binding } from '../../state/binding.ts';
import { DesignError } from '../../design/design.ts';
import { PLAIN } from '../../steps/plain-steps.ts';
import { cubicIndex, cubicWeightTable } from '../cubic-weights.ts';
import type { Footprints } from '../../registers/footprints.ts';
import type { LaneRegisters } from '../../registers/lane-registers.ts';
import {
  type AxisRule,
  CHROMA_FRACTION_BITS,
  chromaDivisor,
  FILTER_CODES,
  isPair,
  LANE_TAPS,
  type PassShape,
  SampleShape,
  type WeightSplit,
} from '../../state/sample-shape.ts';
import type { AddressMode } from '../../state/sampler.ts';
import { selectViewLayer } from '../array-layer.ts';
import { AxisTaps } from '../axis-taps.ts';
import { Coordinates } from '../coordinates.ts';
import { alongAxis, anisotropicPositions } from '../sample-positions.ts';
import { roundedProducts, secondPart } from '../rounded-products.ts';
import { threePointWeights } from '../three-point-weights.ts';
import { addTap, LanePlan } from './tap-plan.ts';
import { addressModes, TexelWrapper } from '../texel-wrapper.ts';
import { BORDER, isMirrored, wrap } from '../wrap.ts';

/** Most taps along an axis: cubic, or two chroma texels for each of two luma texels. */
const MOST_AXIS_TAPS = 8;

/**
 * The taps of sample instructions: levels, anisotropic samples, and in each the footprint of the filter, 1D to 3D, on
 * the faces of cubes, in the planes of an image (Vulkan: (s,t,r,q,a) to (u,v,w,a) Transformation, (u,v,w,a) to
 * (i,j,k,l,n) Transformation and Array Layer Selection, Chroma Reconstruction).
 */
export class SamplePlan extends LanePlan {
  readonly shape: SampleShape;
  /** One of each plane. */
  private readonly wrappers: readonly TexelWrapper[];
  private readonly coordinates: Coordinates;
  /** The taps of the lane and pass that were addressed last; texels of the plane, or BORDER, but for seamless cubes. */
  readonly axes = [0, 1, 2].map(() => new AxisTaps(MOST_AXIS_TAPS));
  /** Its normalized coordinates, the same snapped, and the weights of the second texels of its lerps, along each axis. */
  private readonly position = new Float32Array(3);
  private readonly snapped = new Int32Array(3);
  private readonly weights = new Int32Array(3);
  /** The weights of the taps along u, then v, then w, where they are no products along the axes. */
  private readonly split = new Int32Array(8);
  private readonly positions: readonly Float32Array[];
  /** The weights of every fraction; empty for samplers without a cubic filter. */
  private readonly cubic: Int32Array;
  private readonly weightOne: number;
  private readonly modes: readonly AddressMode[];
  private readonly chromaDivisors: readonly number[];
  private readonly pair: boolean;
  private readonly seamless: boolean;
  /** True if fractions of mirrored coordinates are complements. */
  private readonly complements: boolean;

  /** @throws DesignError when coordinates are too coarse for chroma between texels */
  constructor(private readonly binding: Binding) {
    super();
    const { design, sampler, image } = binding;
    const { address, filter, lod } = design;
    const { fractionBits } = address.coordinate;
    if (sampler.ycbcrConversion !== null && fractionBits < CHROMA_FRACTION_BITS) {
      throw new DesignError(
        'address.coordinate.fractionBits',
        `${fractionBits} does not reach the quarters of a texel at which chroma lies`,
        design.name,
      );
    }
    this.shape = new SampleShape(binding);
    this.wrappers = (image.planes ?? [image]).map((plane) => new TexelWrapper(binding, plane));
    this.modes = addressModes(sampler);
    this.coordinates = new Coordinates(binding);
    this.positions = anisotropicPositions(lod);
    this.cubic = [sampler.magFilter, sampler.minFilter].includes('cubic')
      ? cubicWeightTable(sampler.cubicWeights, filter.weightBits, filter.cubicWeightBits, design.text)
      : new Int32Array(0);
    this.weightOne = 2 ** filter.weightBits;
    this.chromaDivisors = [0, 1, 2].map((axis) => chromaDivisor(binding, axis));
    this.pair = isPair(binding);
    this.seamless = binding.cube && !sampler.nonSeamlessCubeMap;
    this.complements = address.mirroredFraction === 'complemented' && !this.seamless;
  }

  override passes(lanes: LaneRegisters, lane: number): number {
    const levels = lanes.levelWeight[lane] === 0 ? 1 : 2;
    return lanes.samples[lane] * levels * this.shape.passes(lanes.filter[lane]);
  }

  override address(lanes: LaneRegisters, lane: number, foot: Footprints, to: number, pass: number): void {
    const inSample = this.shape.passes(lanes.filter[lane]);
    const shape = this.shape.pass(lanes.filter[lane], pass % inSample);
    const isFiner = this.isFiner(lanes, lane, pass);
    const level = this.levelOf(lanes, lane, pass);
    const { position, snapped, weights } = this;
    this.locate(shape, lanes, lane, ((pass / inSample) | 0) % lanes.samples[lane], level);
    foot.sampleU[to] = position[0];
    foot.sampleV[to] = position[1];
    foot.sampleW[to] = position[2];
    foot.fixedU[to] = snapped[0];
    foot.fixedV[to] = snapped[1];
    foot.fixedW[to] = snapped[2];
    foot.alpha[to] = weights[0];
    foot.beta[to] = weights[1];
    foot.gamma[to] = weights[2];
    foot.plane[to] = this.pair ? 0 : shape.plane;
    if (shape.split !== null) this.splitWeights(shape.split, lanes, lane, isFiner);
    this.addTaps(shape, lanes, lane, foot, to, level);
  }

  /** The level that the pass reads. */
  levelOf(lanes: LaneRegisters, lane: number, pass: number): number {
    return this.isFiner(lanes, lane, pass) ? lanes.levelHi[lane] : lanes.levelLo[lane];
  }

  /** True for the passes of the first level. The second may be the same. */
  private isFiner({ filter, samples }: LaneRegisters, lane: number, pass: number): boolean {
    return pass < samples[lane] * this.shape.passes(filter[lane]);
  }

  /**
   * The texels of the first plane that the lane's samples of one level read: i, j, k of each at 3n.
   *
   * @returns how many
   */
  texels(lanes: LaneRegisters, lane: number, level: number, texels: Int32Array): number {
    const shape = this.shape.pass(lanes.filter[lane], 0);
    const [u, v, w] = this.axes;
    let count = 0;
    for (let sample = 0; sample < lanes.samples[lane]; sample++) {
      this.locate(shape, lanes, lane, sample, level);
      for (let tap = 0; tap < shape.taps; tap++) {
        texels[3 * count] = u.index[tap % u.count];
        texels[3 * count + 1] = v.index[Math.floor(tap / u.count) % v.count];
        texels[3 * count + 2] = w.index[Math.floor(tap / (u.count * v.count))];
        count++;
      }
    }
    return count;
  }

  /** Finds the taps of a sample along each axis: it lies at the lane's place, or a step along the major axis away. */
  private locate({ rules, plane }: PassShape, lanes: LaneRegisters, lane: number, sample: number, level: number): void {
    const { position } = this;
    const { width, height, depth } = this.binding.image.levels[level];
    const n = lanes.samples[lane];
    position[0] = lanes.u[lane];
    position[1] = lanes.v[lane];
    position[2] = lanes.w[lane];
    if (n > 1) {
      const step = this.positions[n][sample];
      position[0] = alongAxis(PLAIN, position[0], lanes.axisU[lane], step);
      position[1] = alongAxis(PLAIN, position[1], lanes.axisV[lane], step);
    }
    const filter = lanes.filter[lane];
    const of = this.wrappers[this.pair ? 0 : plane].surface.image.levels[level];
    // The chroma of a pair is in its even texel.
    const stride = this.pair && plane === 1 ? this.chromaDivisors[0] : 1;
    this.tapsAlong(0, rules[0], filter, width, lanes.offsetU[lane]);
    this.wrap(0, stride === 1 ? of.width : Math.ceil(of.width / stride), stride);
    if (rules[1] !== 'absent') {
      this.tapsAlong(1, rules[1], filter, height, lanes.offsetV[lane]);
      this.wrap(1, of.height, 1);
    }
    if (rules[2] !== 'absent') {
      this.tapsAlong(2, rules[2], filter, depth, lanes.offsetW[lane]);
      this.wrap(2, of.depth, 1);
    }
  }

  /** From the indices along an axis to texels, or BORDER; seamless cubes keep indices. @param stride from a texel to the next */
  private wrap(axis: number, size: number, stride: number): void {
    if (this.seamless) return;
    const { index, count } = this.axes[axis];
    const mode = this.modes[axis];
    for (let n = 0; n < count; n++) {
      const texel = wrap(index[n], size, mode);
      index[n] = texel === BORDER ? BORDER : texel * stride;
    }
  }

  /** @param size of the level along the axis  @param offset texel offset */
  private tapsAlong(axis: number, rule: AxisRule, filter: number, size: number, offset: number): void {
    const taps = this.axes[axis];
    this.weights[axis] = 0;
    const own = rule === 'implicit-linear' ? FILTER_CODES.linear : FILTER_CODES.nearest;
    const isImplicit = rule === 'implicit-linear' || rule === 'implicit-nearest';
    // By how much the plane that is read is smaller than the level.
    const reduced = isImplicit ? this.chromaDivisors[axis] : 1;
    const x = this.snap(axis, isImplicit ? own : filter, size, reduced, offset);
    const i = this.coordinates.index(PLAIN, x);
    const mirrored = this.complements && isMirrored(i, Math.ceil(size / reduced), this.modes[axis]);
    // The bits below an index are the complements of those below it in -1 - x.
    const weight = this.coordinates.weight(PLAIN, mirrored ? -1 - x : x);
    switch (rule) {
      case 'nearest':
      case 'implicit-nearest':
        return taps.point(i);
      case 'linear':
        this.weights[axis] = weight;
        return taps.linear(i, weight, this.weightOne);
      case 'implicit-linear':
        return taps.linear(i, weight, this.weightOne);
      case 'cubic':
        return this.cubicTaps(taps, i, weight);
      case 'explicit-nearest':
      case 'explicit-linear':
        return this.explicitChroma(axis, rule, i, weight, filter, size);
    }
  }

  private cubicTaps(taps: AxisTaps, index: number, weight: number): void {
    const { weightBits } = this.binding.design.filter;
    taps.cubic(cubicIndex(PLAIN, index, weight, weightBits), this.cubic, 4 * PLAIN.lowBits(weight, weightBits));
  }

  /** The axis' coordinate in texels of the level or of its smaller chroma, fixed point, for the filter of what is read. */
  private snap(axis: number, filter: number, size: number, reduced: number, offset: number): number {
    const { coordinates } = this;
    // u' = (u + 1/2) / 2 for cosited chroma, u / 2 for midpoint.
    const cosited = reduced > 1 && this.chromaLocation(axis) === 'cosited_even' ? 0.25 : 0;
    const [scale, shift] = [coordinates.scale(size) / reduced, coordinates.shift(filter) - cosited];
    const x = coordinates.along(axis, filter).snap(this.position[axis], scale, shift, offset / reduced);
    this.snapped[axis] = this.seamless ? coordinates.onFace(PLAIN, x, (size - 0.5) * coordinates.format.one) : x;
    return this.snapped[axis];
  }

  private chromaLocation(axis: number): string {
    const { xChromaOffset, yChromaOffset } = this.binding.sampler.ycbcrConversion!;
    return axis === 0 ? xChromaOffset : yChromaOffset;
  }

  /** The chroma texels for each luma texel of the filter; luma indices are wrapped before they are halved. */
  private explicitChroma(
    axis: number,
    rule: AxisRule,
    first: number,
    weight: number,
    filter: number,
    size: number,
  ): void {
    const taps = this.axes[axis];
    const mode = this.modes[axis];
    const luma = filter === 0 ? 1 : 2;
    taps.clear();
    for (let n = 0; n < luma; n++) {
      const lumaWeight = filter === 0 ? 1 : n === 0 ? this.weightOne - weight : weight;
      const wrapped = wrap(first + n, size, mode);
      // Border luma has border chroma: far outside of the plane.
      const i = wrapped < 0 ? -2 * size : wrapped;
      if (rule === 'explicit-nearest') {
        taps.add(Math.floor(i / 2), lumaWeight);
        continue;
      }
      const quarters = this.chromaLocation(axis) === 'cosited_even' ? 2 * i : 2 * i - 1;
      const one = 2 ** CHROMA_FRACTION_BITS;
      const floor = Math.floor(quarters / one);
      const rest = quarters - floor * one;
      taps.add(floor, lumaWeight * (one - rest));
      taps.add(floor + 1, lumaWeight * rest);
    }
  }

  /** The weights of the taps of a square, of each slice. */
  private splitWeights(split: WeightSplit, lanes: LaneRegisters, lane: number, isFiner: boolean): void {
    const { weights, weightOne, axes, modes } = this;
    const { filter, lod } = this.binding.design;
    if (split !== 'rounded-products') {
      threePointWeights(
        PLAIN,
        weights[0],
        weights[1],
        filter.weightBits,
        split === 'three-point-mid-texel',
        this.split,
      );
      for (let tap = 0; axes[2].count === 2 && tap < LANE_TAPS; tap++) {
        this.split[LANE_TAPS + tap] = this.split[tap] * weights[2];
        this.split[tap] *= weightOne - weights[2];
      }
      return;
    }
    let share = weightOne;
    if (this.shape.joinsLevels(lanes, lane)) {
      const coarser = lanes.levelWeight[lane] * 2 ** (filter.weightBits - lod.format.fractionBits);
      share = isFiner ? weightOne - coarser : coarser;
    }
    // A coordinate that is clamped lies on its texel.
    for (let axis = 0; axis < 3; axis++) {
      const { index, count } = axes[axis];
      if (count === 2 && modes[axis] === 'clamp_to_edge' && index[0] === index[1]) weights[axis] = 0;
    }
    const other = secondPart(PLAIN, share, weights[2], filter);
    roundedProducts(PLAIN, share - other, weights[0], weights[1], filter, this.split);
    roundedProducts(PLAIN, other, weights[0], weights[1], filter, this.split, LANE_TAPS);
  }

  private addTaps(shape: PassShape, lanes: LaneRegisters, lane: number, foot: Footprints, to: number, level: number) {
    const [u, v, w] = this.axes;
    const { seamless } = this;
    const wrapper = this.wrappers[foot.plane[to]];
    const face = lanes.face[lane];
    const layer = selectViewLayer(PLAIN, this.binding, lanes.layer[lane]);
    const ofImage = wrapper.layerOf(layer, face);
    const row = (shape.firstTap / u.count) | 0;
    let along = shape.firstTap - row * u.count;
    let deep = (row / v.count) | 0;
    let across = row - deep * v.count;
    for (let tap = shape.firstTap; tap < shape.taps && tap < shape.firstTap + LANE_TAPS; tap++) {
      const i = u.index[along];
      const j = v.index[across];
      const k = w.index[deep];
      const address = seamless
        ? wrapper.address(level, layer, face, i, j, k, lanes.filter[lane])
        : wrapper.inside(level, ofImage, i, j, k);
      const weight =
        shape.split === null
          ? u.weight[along] * v.weight[across] * w.weight[deep]
          : this.split[along + 2 * across + 4 * deep];
      addTap(foot, to, address, weight);
      if (++along < u.count) continue;
      along = 0;
      if (++across < v.count) continue;
      across = 0;
      deep++;
    }
  }
}
