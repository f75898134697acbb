import type { Binding } from '../../state/binding.ts';
import { DesignError } from '../../design/design.ts';
import { roundShift } from '../../fixed-point/rounding.ts';
import { cubicWeightTable } from '../cubic-weights.ts';
import type { Footprints } from '../../registers/footprints.ts';
import type { LaneRegisters } from '../../registers/lane-registers.ts';
import {
  type AxisRule,
  CHROMA_FRACTION_BITS,
  chromaDivisor,
  isPair,
  LANE_TAPS,
  type PassShape,
  SampleShape,
} from '../../state/sample-shape.ts';
import type { AddressMode } from '../../state/sampler.ts';
import { selectViewLayer } from '../array-layer.ts';
import { AxisTaps } from '../axis-taps.ts';
import { Coordinates } from '../coordinates.ts';
import { anisotropicPositions } from '../sample-positions.ts';
import { Surface } from '../surface.ts';
import { addTap, LanePlan } from './tap-plan.ts';
import { TableTaps } from './table-taps.ts';
import { TexelWrapper } from '../texel-wrapper.ts';
import { wrap } from '../wrap.ts';

/** Most taps along an axis: cubic, or two chroma texels for each of two luma texels. */
const MOST_AXIS_TAPS = 8;

/**
 * The taps of sample instructions: levels, anisotropic samples, and in each the footprint of the filter, 1D to 3D, on
 * the faces of cubes, in the planes of an image (Vulkan: (s,t,r,q,a) to (u,v,w,a) Transformation, (u,v,w,a) to
 * (i,j,k,l,n) Transformation and Array Layer Selection, Chroma Reconstruction).
 */
export class SamplePlan extends LanePlan {
  readonly shape: SampleShape;
  private readonly surfaces: readonly Surface[];
  private readonly wrapper: TexelWrapper;
  private readonly coordinates: Coordinates;
  /** The taps of the lane and pass that were addressed last, before the wrap. */
  readonly axes = [0, 1, 2].map(() => new AxisTaps(MOST_AXIS_TAPS));
  private readonly positions: readonly Float32Array[];
  /** The weights of every fraction; empty for samplers without a cubic filter. */
  private readonly cubic: Int32Array;
  private readonly fraction: number;
  private readonly one: number;
  private readonly weightOne: number;
  private readonly modes: readonly AddressMode[];
  private readonly chromaDivisors: readonly number[];
  private readonly pair: boolean;
  private readonly seamless: boolean;

  /** @throws DesignError when coordinates are too coarse for chroma between texels */
  constructor(
    private readonly binding: Binding,
    private readonly kernel: TableTaps | null = TableTaps.of(binding),
  ) {
    super();
    const { design, sampler, image } = binding;
    const { address, filter, lod } = design;
    const { fractionBits } = address.coordinate;
    if (sampler.ycbcrConversion !== null && fractionBits < CHROMA_FRACTION_BITS) {
      throw new DesignError(
        'address.coordinate.fractionBits',
        `${fractionBits} does not reach the quarters of a texel at which chroma lies`,
      );
    }
    this.shape = new SampleShape(binding);
    this.surfaces = (image.planes ?? [image]).map((plane) => new Surface(plane));
    this.wrapper = new TexelWrapper(binding);
    this.modes = [sampler.addressModeU, sampler.addressModeV, sampler.addressModeW];
    this.coordinates = new Coordinates(binding);
    this.positions = anisotropicPositions(lod);
    this.cubic = [sampler.magFilter, sampler.minFilter].includes('cubic')
      ? cubicWeightTable(sampler.cubicWeights, filter.weightBits, filter.cubicWeightBits, design.text)
      : new Int32Array(0);
    this.fraction = fractionBits;
    this.one = 2 ** fractionBits;
    this.weightOne = 2 ** filter.weightBits;
    this.chromaDivisors = [0, 1, 2].map((axis) => chromaDivisor(binding, axis));
    this.pair = isPair(binding);
    this.seamless = binding.cube && !sampler.nonSeamlessCubeMap;
  }

  override passes(lanes: LaneRegisters, lane: number): number {
    const levels = lanes.levelWeight[lane] === 0 ? 1 : 2;
    return lanes.samples[lane] * levels * this.shape.passes(lanes.filter[lane]);
  }

  override footprints(
    lanes: LaneRegisters,
    lane: number,
    foot: Footprints,
    to: number,
    count: number,
    pass: number,
  ): void {
    if (this.kernel !== null) this.kernel.footprints(lanes, lane, foot, to, count, pass);
    else super.footprints(lanes, lane, foot, to, count, pass);
  }

  override address(lanes: LaneRegisters, lane: number, foot: Footprints, to: number, pass: number): void {
    const filter = lanes.filter[lane];
    const inSample = this.shape.passes(filter);
    const shape = this.shape.pass(filter, pass % inSample);
    const sample = Math.floor(pass / inSample);
    const level = this.levelOf(lanes, lane, pass);
    this.position(lanes, lane, foot, to, sample % lanes.samples[lane]);
    foot.plane[to] = this.pair ? 0 : shape.plane;
    for (let axis = 0; axis < 3; axis++) this.tapsAlong(axis, shape, lanes, lane, foot, to, level);
    this.addTaps(shape, lanes, lane, foot, to, level, filter);
  }

  /** The level that the pass reads. */
  levelOf({ filter, samples, levelHi, levelLo }: LaneRegisters, lane: number, pass: number): number {
    const isFiner = pass < samples[lane] * this.shape.passes(filter[lane]);
    return isFiner ? levelHi[lane] : levelLo[lane];
  }

  /**
   * The texels of the first plane that the lane's samples of one level read: i, j, k of each at 3n.
   *
   * @returns how many
   */
  texels(lanes: LaneRegisters, lane: number, foot: Footprints, to: number, level: number, texels: Int32Array): number {
    const { width, height, depth } = this.binding.image.levels[level];
    const shape = this.shape.pass(lanes.filter[lane], 0);
    const [u, v, w] = this.axes;
    let count = 0;
    for (let sample = 0; sample < lanes.samples[lane]; sample++) {
      this.position(lanes, lane, foot, to, sample);
      for (let axis = 0; axis < 3; axis++) this.tapsAlong(axis, shape, lanes, lane, foot, to, level);
      for (let tap = 0; tap < shape.taps; tap++) {
        texels[3 * count] = wrap(u.index[tap % u.count], width, this.modes[0]);
        texels[3 * count + 1] = wrap(v.index[Math.floor(tap / u.count) % v.count], height, this.modes[1]);
        texels[3 * count + 2] = wrap(w.index[Math.floor(tap / (u.count * v.count))], depth, this.modes[2]);
        count++;
      }
    }
    return count;
  }

  /** The sample's normalized coordinates: the lane's own, or a step along the major axis away from them. */
  private position(lanes: LaneRegisters, lane: number, foot: Footprints, to: number, sample: number): void {
    foot.sampleU[to] = lanes.u[lane];
    foot.sampleV[to] = lanes.v[lane];
    foot.sampleW[to] = lanes.w[lane];
    const n = lanes.samples[lane];
    if (n === 1) return;
    const step = this.positions[n][sample];
    foot.sampleU[to] += Math.fround(lanes.axisU[lane] * step);
    foot.sampleV[to] += Math.fround(lanes.axisV[lane] * step);
  }

  private tapsAlong(
    axis: number,
    { rules }: PassShape,
    lanes: LaneRegisters,
    lane: number,
    foot: Footprints,
    to: number,
    level: number,
  ): void {
    const taps = this.axes[axis];
    const rule = rules[axis];
    if (rule === 'absent') {
      taps.point(0, 1);
      return;
    }
    const filter = lanes.filter[lane];
    const x = this.snap(axis, rule, lanes, lane, foot, to, level, filter);
    const i = Math.floor(x / this.one);
    const weight = this.weight(x - i * this.one);
    switch (rule) {
      case 'nearest':
        taps.point(i, 1);
        return;
      case 'linear':
        this.storeWeight(axis, foot, to, weight);
        taps.linear(i, weight, this.weightOne);
        return;
      case 'cubic':
        this.cubicTaps(taps, i, weight);
        return;
      case 'implicit-nearest':
        taps.point(i, 1);
        return;
      case 'implicit-linear':
        taps.linear(i, weight, this.weightOne);
        return;
      case 'explicit-nearest':
      case 'explicit-linear':
        this.explicitChroma(axis, rule, i, weight, filter, level);
        return;
    }
  }

  /** A weight of 1 selects the next texel alone: the table ends before it. */
  private cubicTaps(taps: AxisTaps, first: number, weight: number): void {
    if (weight === this.weightOne) taps.cubic(first + 1, this.cubic, 0);
    else taps.cubic(first, this.cubic, 4 * weight);
  }

  /**
   * The axis' coordinate in texels of the level (or of its chroma), fixed point: `floor` of it is i of nearest filtering,
   * i0 of linear and i1 of cubic filtering.
   */
  private snap(
    axis: number,
    rule: AxisRule,
    lanes: LaneRegisters,
    lane: number,
    foot: Footprints,
    to: number,
    level: number,
    filter: number,
  ): number {
    const { width, height, depth } = this.binding.image.levels[level];
    const size = axis === 0 ? width : axis === 1 ? height : depth;
    const s = axis === 0 ? foot.sampleU[to] : axis === 1 ? foot.sampleV[to] : foot.sampleW[to];
    const offset = axis === 0 ? lanes.offsetU[lane] : axis === 1 ? lanes.offsetV[lane] : lanes.offsetW[lane];
    const snapped = axis === 0 ? foot.fixedU : axis === 1 ? foot.fixedV : foot.fixedW;
    let half = filter === 0 ? 0 : 0.5;
    let reduced = 1;
    if (rule === 'implicit-nearest' || rule === 'implicit-linear') {
      // u' = (u + 1/2) / 2 for cosited chroma, u / 2 for midpoint.
      reduced = this.chromaDivisors[axis];
      const cosited = reduced > 1 && this.chromaLocation(axis) === 'cosited_even' ? 0.25 : 0;
      half = (rule === 'implicit-linear' ? 0.5 : 0) - cosited;
    }
    const x = this.coordinates.snap(axis, s, size, half, offset, reduced);
    snapped[to] = this.seamless ? this.onFace(x, size) : x;
    return snapped[to];
  }

  /** Held to the face and half a texel around it: an anisotropic sample beyond that would miss every face. */
  private onFace(x: number, size: number): number {
    const half = this.one / 2;
    return Math.max(-half, Math.min(x, size * this.one - half));
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
    level: number,
  ): void {
    const taps = this.axes[axis];
    const { width, height } = this.binding.image.levels[level];
    const size = axis === 0 ? width : height;
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

  private storeWeight(axis: number, foot: Footprints, to: number, weight: number): void {
    const weights = axis === 0 ? foot.alpha : axis === 1 ? foot.beta : foot.gamma;
    weights[to] = weight;
  }

  /** The coordinate's fraction at the filter's weight width: 0 to 2^weightBits. */
  private weight(fraction: number): number {
    const { weightBits, rounding } = this.binding.design.filter;
    return roundShift(fraction, this.fraction - weightBits, rounding);
  }

  private addTaps(
    shape: PassShape,
    lanes: LaneRegisters,
    lane: number,
    foot: Footprints,
    to: number,
    level: number,
    filter: number,
  ): void {
    const [u, v, w] = this.axes;
    const surface = this.surfaces[foot.plane[to]];
    const layer = selectViewLayer(this.binding, lanes.layer[lane]);
    // The chroma of a pair is in its even texel.
    const stride = this.pair && shape.plane === 1 ? this.chromaDivisors[0] : 1;
    const end = Math.min(shape.firstTap + LANE_TAPS, shape.taps);
    for (let tap = shape.firstTap; tap < end; tap++) {
      const along = tap % u.count;
      const across = Math.floor(tap / u.count) % v.count;
      const deep = Math.floor(tap / (u.count * v.count));
      const weight = u.weight[along] * v.weight[across] * w.weight[deep];
      addTap(
        foot,
        to,
        this.tapAddress(
          surface,
          level,
          layer,
          lanes.face[lane],
          u.index[along],
          v.index[across],
          w.index[deep],
          filter,
          stride,
        ),
        weight,
      );
    }
  }

  private tapAddress(
    surface: Surface,
    level: number,
    layer: number,
    face: number,
    i: number,
    j: number,
    k: number,
    filter: number,
    stride: number,
  ): number {
    if (stride === 1) return this.wrapper.address(surface, level, layer, face, i, j, k, filter);
    const { width } = surface.image.levels[level];
    const pairs = Math.ceil(width / stride);
    // The border's index stays negative.
    return this.wrapper.address(surface, level, layer, face, wrap(i, pairs, this.modes[0]) * stride, j, k, filter);
  }
}
