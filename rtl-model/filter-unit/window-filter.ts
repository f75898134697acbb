import type { Binding } from '../state/binding.ts';
import { maxNumber, minNumber } from '../fixed-point/float32.ts';
import type { Footprints } from '../registers/footprints.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';
import { LANE_TAPS } from '../state/sample-shape.ts';
import type { ReductionMode } from '../state/sampler.ts';
import type { ComponentScale } from '../formats/blocks/component-scale.ts';
import type { FilterArithmetic } from './arithmetic/arithmetic.ts';
import { arithmetic } from './arithmetic/component-arithmetic.ts';
import { FilterUnit } from './filter-unit.ts';
import { ResultColor } from './result-color.ts';
import { filterScales, TapTexels } from './arithmetic/tap-texels.ts';

/**
 * Weighted sums over a window of texels: the box filter, whose weights are divided by their sum, and the weight image's
 * kernel, whose weights are not (Vulkan: Box Filter Operation, Weight Sampling Operation). Sums of codes are float64: whole
 * while code and weight are integers of 53 bits together; one rounding to float32. Floats take the design's float path.
 */
export class WindowFilter extends FilterUnit {
  private readonly scales: readonly ComponentScale[];
  private readonly arithmetic: FilterArithmetic;
  private readonly texels: TapTexels;
  private readonly result: ResultColor;
  private readonly reduction: ReductionMode;
  private readonly normalized: boolean;
  private readonly weightOne: number;

  /** @param weightOne what a weight of 1 is, or null for weights that are divided by their sum */
  constructor(binding: Binding, weightOne: number | null) {
    super();
    this.scales = filterScales(binding);
    this.arithmetic = arithmetic(binding.design, this.scales, 2);
    this.texels = new TapTexels(binding, this.arithmetic);
    this.result = new ResultColor(binding);
    this.reduction = binding.sampler.reductionMode;
    this.normalized = weightOne === null;
    this.weightOne = weightOne ?? 1;
  }

  protected override addLane(foot: Footprints, from: number, lanes: LaneRegisters, lane: number, pass: number): void {
    this.texels.resolve(foot, from, lanes, lane);
    if (pass === 0) this.start(lanes, lane);
    for (let tap = 0; tap < foot.tapCount[from]; tap++) this.addTap(foot, from, tap, lanes, lane);
  }

  private addTap({ texel, weight }: Footprints, from: number, tap: number, lanes: LaneRegisters, lane: number): void {
    const { tapSum, least, greatest, weightSum } = lanes;
    const w = weight[LANE_TAPS * from + tap];
    if (w === 0) return;
    weightSum[lane] += w;
    this.arithmetic.addProduct(texel, 16 * from + 4 * tap, w, tapSum, 4 * lane);
    if (this.reduction === 'weighted_average') return;
    for (let c = 0; c < 4; c++) {
      const value = texel[16 * from + 4 * tap + c];
      const at = 4 * lane + c;
      least[at] = minNumber(least[at], value);
      greatest[at] = maxNumber(greatest[at], value);
    }
  }

  protected override finishLane(lanes: LaneRegisters, lane: number): void {
    for (let c = 0; c < 4; c++) lanes.color[4 * lane + c] = this.value(lanes, lane, c);
    this.result.finish(lanes, lane);
  }

  private value(lanes: LaneRegisters, lane: number, c: number): number {
    const { tapSum, least, greatest } = lanes;
    const at = 4 * lane + c;
    const divisor = this.divisor(lanes, lane, c);
    if (this.reduction === 'min') return least[at] / divisor;
    if (this.reduction === 'max') return greatest[at] / divisor;
    return this.arithmetic.quotient(tapSum, at, divisor);
  }

  /** The divisor of a component's sum, or of its least or greatest texel. */
  divisor({ weightSum }: LaneRegisters, lane: number, c: number): number {
    const { one } = this.scales[c];
    if (this.reduction === 'min' || this.reduction === 'max') return one;
    return (this.normalized ? weightSum[lane] : this.weightOne) * one;
  }

  private start({ tapSum, least, greatest, weightSum }: LaneRegisters, lane: number): void {
    weightSum[lane] = 0;
    this.arithmetic.clear(tapSum, 4 * lane);
    least.fill(NaN, 4 * lane, 4 * lane + 4);
    greatest.fill(NaN, 4 * lane, 4 * lane + 4);
  }
}
