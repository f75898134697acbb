import type { Binding } from '../state/binding.ts';
import { maxNumber, minNumber } from '../fixed-point/float32.ts';
import type { Footprints } from '../registers/footprints.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';
import { LANE_TAPS, type PassShape, type SampleShape } from '../state/sample-shape.ts';
import type { ReductionMode } from '../state/sampler.ts';
import type { Arithmetic } from './arithmetic.ts';
import { arithmetic } from './component-arithmetic.ts';
import type { FilterUnit } from './filter-unit.ts';
import { rangeClamp } from './range-clamp.ts';
import { ResultColor } from './result-color.ts';
import { readFormat } from '../texel-decoder/read-format.ts';
import { filterScales, TapTexels } from './tap-texels.ts';

/**
 * The filter of sample instructions for every shape, filter and reduction (Vulkan: Texel Filtering, Texel Range Clamp,
 * Depth Compare Operation). The passes of a sample come as `SampleShape` says.
 */
export class SampleFilter implements FilterUnit {
  private readonly shape: SampleShape;
  private readonly arithmetic: Arithmetic;
  private readonly texels: TapTexels;
  private readonly result: ResultColor;
  private readonly reduction: ReductionMode;
  private readonly volume: boolean;
  /** Which of r, g, b, a each plane holds. */
  private readonly components: readonly (readonly number[])[];

  constructor(binding: Binding, shape: SampleShape) {
    this.shape = shape;
    this.arithmetic = arithmetic(binding.design, filterScales(binding), binding.dimensions);
    this.texels = new TapTexels(binding, this.arithmetic);
    this.result = new ResultColor(binding);
    this.reduction = binding.sampler.reductionMode;
    this.volume = binding.dimensions === 3;
    this.components = planeComponents(binding);
  }

  accumulate(foot: Footprints, from: number, lanes: LaneRegisters, lane: number, count: number, pass: number): void {
    for (let k = 0; k < count; k++) {
      if (foot.tapCount[from + k] === 0) continue;
      this.texels.resolve(foot, from + k, lanes, lane + k);
      if (this.result.integer) takeBits(foot, from + k, lanes, lane + k);
      else this.addPass(foot, from + k, lanes, lane + k, pass);
    }
  }

  private addPass(foot: Footprints, from: number, lanes: LaneRegisters, lane: number, pass: number): void {
    const filter = lanes.linear[lane];
    const inSample = this.shape.passes(filter);
    const shape = this.shape.pass(filter, pass % inSample);
    const sample = Math.floor(pass / inSample);
    const n = lanes.samples[lane];
    const sum = sample < n ? lanes.sumHi : lanes.sumLo;
    const first = sample % n === 0;
    for (const c of this.components[shape.plane]) {
      const at = 4 * lane + c;
      const average = this.reduction === 'weighted_average' || this.reduction === 'weighted_average_rangeclamp';
      if (average) this.weigh(shape, foot, from, lanes, at, c);
      if (this.reduction !== 'weighted_average') this.reduce(shape, foot, from, lanes, at, c);
      if (!shape.endsPlane) continue;
      const value = this.sampleValue(lanes, at);
      sum[at] = first ? value : average ? this.arithmetic.add(sum[at], value) : this.extreme(sum[at], value);
    }
  }

  /** Brings the pass' taps into the weighted average, which stands in `part` when the plane ends. */
  private weigh(
    shape: PassShape,
    foot: Footprints,
    from: number,
    { part }: LaneRegisters,
    at: number,
    c: number,
  ): void {
    const { arithmetic } = this;
    if (shape.lerps) {
      const slice = this.lerpSlice(foot, from, c);
      if (!this.volume) part[at] = arithmetic.slice(slice);
      else part[at] = shape.startsPlane ? slice : arithmetic.slices(part[at], slice, foot.gamma[from]);
      return;
    }
    if (shape.taps === 1) {
      part[at] = arithmetic.lift(foot.texel[16 * from + c]);
      return;
    }
    let sum = shape.startsPlane ? 0 : part[at];
    for (let tap = 0; tap < foot.tapCount[from]; tap++) {
      sum += arithmetic.product(foot.texel[16 * from + 4 * tap + c], foot.weight[LANE_TAPS * from + tap]);
    }
    part[at] = shape.endsPlane ? arithmetic.weighted(sum, 2 ** shape.fractionBits) : sum;
  }

  private lerpSlice({ texel, tapCount, alpha, beta }: Footprints, from: number, c: number): number {
    const at = 16 * from + c;
    const t00 = texel[at];
    const t10 = texel[at + 4];
    // A line of two taps is a square whose rows are the same.
    const square = tapCount[from] === LANE_TAPS;
    const t01 = square ? texel[at + 8] : t00;
    const t11 = square ? texel[at + 12] : t10;
    return this.arithmetic.bilinear(t00, t10, t01, t11, alpha[from], beta[from]);
  }

  /** Least and greatest of the texels with a weight. */
  private reduce(
    shape: PassShape,
    foot: Footprints,
    from: number,
    { least, greatest }: LaneRegisters,
    at: number,
    c: number,
  ): void {
    if (shape.taps === 1) {
      // A texel alone is no arithmetic: it stays as it is.
      least[at] = this.arithmetic.lift(foot.texel[16 * from + c]);
      greatest[at] = least[at];
      return;
    }
    if (shape.startsPlane) {
      least[at] = NaN;
      greatest[at] = NaN;
    }
    for (let tap = 0; tap < foot.tapCount[from]; tap++) {
      if (foot.weight[LANE_TAPS * from + tap] === 0) continue;
      const value = this.arithmetic.lift(foot.texel[16 * from + 4 * tap + c]);
      least[at] = minNumber(least[at], value);
      greatest[at] = maxNumber(greatest[at], value);
    }
  }

  private sampleValue({ part, least, greatest }: LaneRegisters, at: number): number {
    switch (this.reduction) {
      case 'weighted_average':
        return part[at];
      case 'weighted_average_rangeclamp':
        return rangeClamp(part[at], least[at], greatest[at]);
      case 'min':
        return least[at];
      case 'max':
        return greatest[at];
    }
  }

  private extreme(a: number, b: number): number {
    return this.reduction === 'min' ? minNumber(a, b) : maxNumber(a, b);
  }

  finish(lanes: LaneRegisters, lane: number, count: number): void {
    for (let k = lane; k < lane + count; k++) {
      if (lanes.passes[k] === 0) continue;
      if (!this.result.integer) for (let c = 0; c < 4; c++) this.finishComponent(lanes, k, c);
      this.result.finish(lanes, k);
    }
  }

  private finishComponent(lanes: LaneRegisters, lane: number, c: number): void {
    const { arithmetic, reduction } = this;
    const n = lanes.samples[lane];
    const weight = lanes.levelWeight[lane];
    const at = 4 * lane + c;
    const hi = lanes.sumHi[at];
    const lo = lanes.sumLo[at];
    let value: number;
    if (reduction === 'min' || reduction === 'max') {
      value = arithmetic.levels(weight === 0 ? hi : this.extreme(hi, lo), 0, 0);
    } else {
      value = arithmetic.levels(arithmetic.average(hi, n), weight === 0 ? 0 : arithmetic.average(lo, n), weight);
    }
    lanes.color[at] = arithmetic.toFloat(value, c);
  }
}

/** An integer texel passes through the filter as it is. */
export function takeBits({ texelBits }: Footprints, from: number, { colorBits }: LaneRegisters, lane: number): void {
  for (let c = 0; c < 4; c++) colorBits[4 * lane + c] = texelBits[16 * from + c];
}

/** What the first plane lacks and no other plane has is a constant that the first plane's decoder gives. */
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
