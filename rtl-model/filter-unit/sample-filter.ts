import { maxNumber, minNumber } from '../fixed-point/float32.ts';
import type { Footprints } from '../registers/footprints.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';
import { alignsSums } from '../state/aligned-sums.ts';
import type { Binding } from '../state/binding.ts';
import { LANE_TAPS, type PassShape, type SampleShape } from '../state/sample-shape.ts';
import type { ReductionMode } from '../state/sampler.ts';
import { readFormat } from '../state/read-format.ts';
import { type FilterArithmetic, valueArray } from './arithmetic/arithmetic.ts';
import { sampleArithmetic } from './arithmetic/component-arithmetic.ts';
import { FilterUnit } from './filter-unit.ts';
import { ResultColor } from './result-color.ts';
import { TapTexels } from './arithmetic/tap-texels.ts';

/**
 * The filter of sample instructions for every shape, filter and reduction (Vulkan: Texel Filtering, Texel Range Clamp,
 * Depth Compare Operation). The passes of a sample come as `SampleShape` says.
 */
export class SampleFilter extends FilterUnit {
  private readonly shape: SampleShape;
  private readonly arithmetic: FilterArithmetic;
  /** The step between decoder and filter; null for states that need none. */
  private readonly texels: TapTexels | null;
  readonly result: ResultColor;
  private readonly reduction: ReductionMode;
  private readonly volume: boolean;
  /** True if every pass is a sample, of one texel or of four: then a pass needs no look at its shape. */
  private readonly passIsSample: boolean;
  /** The components, 0 to 3 for r, g, b, a, that each plane holds. */
  private readonly components: readonly (readonly number[])[];
  /** The second of two slices. */
  private readonly slice = valueArray(4);

  constructor(binding: Binding, shape: SampleShape) {
    super();
    const { dimensions, sampler } = binding;
    this.shape = shape;
    this.arithmetic = sampleArithmetic(binding);
    this.texels = TapTexels.of(binding, this.arithmetic);
    this.result = new ResultColor(binding);
    this.reduction = sampler.reductionMode;
    this.volume = dimensions === 3;
    this.components = planeComponents(binding);
    const ofLerps = binding.design.filter.sum === 'lerps' && !alignsSums(binding);
    const lerps = ofLerps && [sampler.magFilter, sampler.minFilter].every((filter) => filter !== 'cubic');
    const averages = this.reduction === 'weighted_average' && this.components.length === 1 && !this.result.integer;
    this.passIsSample = dimensions === 2 && lerps && averages;
  }

  protected override addLane(foot: Footprints, from: number, lanes: LaneRegisters, lane: number, pass: number): void {
    if (this.texels !== null) this.texels.resolve(foot, from, lanes, lane);
    if (this.passIsSample) this.addSample(foot, from, lanes, lane, pass);
    else if (this.result.integer) takeBits(foot, from, lanes, lane);
    else this.addPass(foot, from, lanes, lane, pass);
  }

  /** One texel or four, which are a sample: the first of a level starts its sum. */
  private addSample(
    { texel, tapCount, alpha, beta }: Footprints,
    from: number,
    { samples, sumHi, sumLo, tapSum }: LaneRegisters,
    lane: number,
    pass: number,
  ): void {
    const n = samples[lane];
    const sum = pass < n ? sumHi : sumLo;
    const first = pass === 0 || pass === n;
    const value = first ? sum : tapSum;
    const at = 4 * lane;
    if (tapCount[from] === 1) this.arithmetic.lift(texel, 16 * from, value, at);
    else this.arithmetic.bilinear(texel, 16 * from, alpha[from], beta[from], value, at);
    if (!first) this.arithmetic.add(sum, at, tapSum, at);
  }

  /** One of the passes of a sample, whatever its shape. */
  private addPass(foot: Footprints, from: number, lanes: LaneRegisters, lane: number, pass: number): void {
    const { arithmetic } = this;
    const filter = lanes.filter[lane];
    const inSample = this.shape.passes(filter);
    const shape = this.shape.pass(filter, pass % inSample);
    const at = 4 * lane;
    if (pass === 0) {
      // Until their first sample ends, sums hold 0, not those of another quad.
      arithmetic.clear(lanes.sumHi, at);
      arithmetic.clear(lanes.sumLo, at);
    }
    const average = this.reduction === 'weighted_average' || this.reduction === 'weighted_average_rangeclamp';
    const joins = this.shape.joinsLevels(lanes, lane);
    const begins = shape.startsPlane && (!joins || pass === 0);
    const ends = shape.endsPlane && (!joins || pass === lanes.passes[lane] - 1);
    if (average) this.weigh(shape, foot, from, lanes.tapSum, at, begins, ends);
    if (this.reduction !== 'weighted_average') this.reduce(shape, foot, from, lanes, at);
    if (!ends) return;
    const sample = Math.floor(pass / inSample);
    const n = lanes.samples[lane];
    const sum = joins || sample < n ? lanes.sumHi : lanes.sumLo;
    const first = joins || sample % n === 0;
    const components = this.components[shape.plane];
    if (average) {
      const { tapSum, least, greatest } = lanes;
      // A texel alone is within its own range.
      if (this.reduction !== 'weighted_average' && shape.taps > 1) arithmetic.clamp(tapSum, at, least, greatest);
      if (!first) arithmetic.add(tapSum, at, sum, at);
      arithmetic.copy(tapSum, sum, at, components);
      return;
    }
    const value = this.reduction === 'min' ? lanes.least : lanes.greatest;
    if (!first) this.extremes(value, sum, value, at);
    for (const c of components) sum[at + c] = value[at + c];
  }

  /** Brings the pass' taps into the weighted average, which is in `tapSum` when it ends. */
  private weigh(
    shape: PassShape,
    foot: Footprints,
    from: number,
    tapSum: Float64Array,
    at: number,
    begins: boolean,
    ends: boolean,
  ): void {
    const { arithmetic } = this;
    const { texel, weight, alpha, beta, gamma, tapCount } = foot;
    if (shape.lerps) {
      if (tapCount[from] < LANE_TAPS) repeatLine(texel, 16 * from);
      if (!this.volume || shape.startsPlane) {
        arithmetic.bilinear(texel, 16 * from, alpha[from], beta[from], tapSum, at);
      } else {
        arithmetic.bilinear(texel, 16 * from, alpha[from], beta[from], this.slice, 0);
        arithmetic.slices(tapSum, at, this.slice, gamma[from]);
      }
      return;
    }
    if (shape.taps === 1) {
      arithmetic.lift(texel, 16 * from, tapSum, at);
      return;
    }
    if (begins) arithmetic.clear(tapSum, at);
    for (let tap = 0; tap < tapCount[from]; tap++) {
      arithmetic.addProduct(texel, 16 * from + 4 * tap, weight[LANE_TAPS * from + tap], tapSum, at);
    }
    if (ends) arithmetic.weighted(tapSum, at, shape.fractionBits);
  }

  /** Least and greatest of the texels with a weight. */
  private reduce(
    shape: PassShape,
    { texel, weight, tapCount }: Footprints,
    from: number,
    { least, greatest }: LaneRegisters,
    at: number,
  ): void {
    const { arithmetic, slice: value } = this;
    if (shape.taps === 1) {
      // A texel alone is no arithmetic: it stays as it is.
      arithmetic.lift(texel, 16 * from, value, 0);
      for (let c = 0; c < 4; c++) least[at + c] = greatest[at + c] = value[c];
      return;
    }
    if (shape.startsPlane) {
      least.fill(NaN, at, at + 4);
      greatest.fill(NaN, at, at + 4);
    }
    for (let tap = 0; tap < tapCount[from]; tap++) {
      if (weight[LANE_TAPS * from + tap] === 0) continue;
      arithmetic.lift(texel, 16 * from + 4 * tap, value, 0);
      for (let c = 0; c < 4; c++) {
        least[at + c] = minNumber(least[at + c], value[c]);
        greatest[at + c] = maxNumber(greatest[at + c], value[c]);
      }
    }
  }

  private extremes(a: Float64Array, b: Float64Array, result: Float64Array, at: number): void {
    const least = this.reduction === 'min';
    for (let c = at; c < at + 4; c++) result[c] = least ? minNumber(a[c], b[c]) : maxNumber(a[c], b[c]);
  }

  override finish(lanes: LaneRegisters, lane: number, count: number): void {
    const { arithmetic, result, reduction } = this;
    const { passes, samples, levelWeight, sumHi, sumLo, tapSum, color } = lanes;
    const extreme = reduction === 'min' || reduction === 'max';
    for (let k = lane; k < lane + count; k++) {
      if (passes[k] === 0) continue;
      if (extreme && !result.integer) {
        if (levelWeight[k] === 0) copy(tapSum, sumHi, 4 * k);
        else this.extremes(sumHi, sumLo, tapSum, 4 * k);
        arithmetic.extreme(tapSum, 4 * k, color);
      } else if (!result.integer) {
        const weight = this.shape.joinsLevels(lanes, k) ? 0 : levelWeight[k];
        arithmetic.finish(sumHi, sumLo, 4 * k, samples[k], weight, color);
      }
      result.finish(lanes, k);
    }
  }
}

/** An integer texel passes through the filter as it is. */
export function takeBits({ texelBits }: Footprints, from: number, { colorBits }: LaneRegisters, lane: number): void {
  for (let c = 0; c < 4; c++) colorBits[4 * lane + c] = texelBits[16 * from + c];
}

/** A line of two taps is a square whose rows are the same. */
function repeatLine(texel: Float32Array, at: number): void {
  for (let c = at; c < at + 8; c++) texel[c + 8] = texel[c];
}

function copy(to: Float64Array, from: Float64Array, at: number): void {
  to[at] = from[at];
  to[at + 1] = from[at + 1];
  to[at + 2] = from[at + 2];
  to[at + 3] = from[at + 3];
}

/**
 * The components that each plane gives, 0 to 3 for r, g, b, a. A component that the first plane lacks and no other plane
 * has is a constant that the first plane's decoder gives.
 */
export function planeComponents(binding: Binding): readonly (readonly number[])[] {
  const { planes, block, codec } = readFormat(binding);
  if (planes !== null) {
    const others = planes.slice(1).map(({ format }) => [...format.order]);
    return [[0, 1, 2, 3].filter((c) => !others.some((order) => order.includes(c))), ...others];
  }
  const pair = block !== null && codec === null && binding.op === 'sample' && binding.sampler.ycbcrConversion !== null;
  return pair
    ? [
        [1, 3],
        [0, 2],
      ]
    : [[0, 1, 2, 3]];
}
