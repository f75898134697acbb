import type { Binding } from '../state/binding.ts';
import { maxNumber, minNumber } from '../fixed-point/float32.ts';
import type { Footprints } from '../registers/footprints.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';
import { LANE_TAPS } from '../state/sample-shape.ts';
import type { ReductionMode } from '../state/sampler.ts';
import type { ComponentScale } from '../formats/component-scale.ts';
import type { TexelDecoder } from '../texel-decoder/texel-decoder.ts';
import { arithmetic } from './component-arithmetic.ts';
import { FilterUnit } from './filter-unit.ts';
import { ResultColor } from './result-color.ts';
import { filterScales, TapTexels } from './tap-texels.ts';

/**
 * Weighted sums over a window of texels: the box filter, whose weights are divided by their sum, and the weight image's
 * kernel, whose weights are not (Vulkan: Box Filter Operation, Weight Sampling Operation). Sums are float64: whole while
 * code and weight are integers of 53 bits together; one rounding to float32.
 */
export class WindowFilter extends FilterUnit {
  private readonly scales: readonly ComponentScale[];
  private readonly texels: TapTexels;
  private readonly result: ResultColor;
  private readonly reduction: ReductionMode;
  private readonly normalized: boolean;
  private readonly weightOne: number;

  /** @param weightOne what a weight of 1 is, or null for weights that are divided by their sum */
  constructor(binding: Binding, weightOne: number | null, decoder: TexelDecoder) {
    super(decoder);
    this.scales = filterScales(binding);
    this.texels = new TapTexels(binding, arithmetic(binding.design, this.scales, 2));
    this.result = new ResultColor(binding);
    this.reduction = binding.sampler.reductionMode;
    this.normalized = weightOne === null;
    this.weightOne = weightOne ?? 1;
  }

  protected override accumulateLane(
    foot: Footprints,
    from: number,
    lanes: LaneRegisters,
    lane: number,
    pass: number,
  ): void {
    this.texels.resolve(foot, from, lanes, lane);
    if (pass === 0) start(lanes, lane);
    for (let tap = 0; tap < foot.tapCount[from]; tap++) this.addTap(foot, from, tap, lanes, lane);
  }

  private addTap({ texel, weight }: Footprints, from: number, tap: number, lanes: LaneRegisters, lane: number): void {
    const { tapSum, least, greatest, weightSum } = lanes;
    const w = weight[LANE_TAPS * from + tap];
    if (w === 0) return;
    weightSum[lane] += w;
    for (let c = 0; c < 4; c++) {
      const value = texel[16 * from + 4 * tap + c];
      const at = 4 * lane + c;
      tapSum[at] += value * w;
      least[at] = minNumber(least[at], value);
      greatest[at] = maxNumber(greatest[at], value);
    }
  }

  override finish(lanes: LaneRegisters, lane: number, count: number): void {
    for (let k = lane; k < lane + count; k++) {
      if (lanes.passes[k] === 0) continue;
      for (let c = 0; c < 4; c++) lanes.color[4 * k + c] = this.value(lanes, k, c) / this.scales[c].one;
      this.result.finish(lanes, k);
    }
  }

  private value({ tapSum, least, greatest, weightSum }: LaneRegisters, lane: number, c: number): number {
    const at = 4 * lane + c;
    if (this.reduction === 'min') return least[at];
    if (this.reduction === 'max') return greatest[at];
    return tapSum[at] / (this.normalized ? weightSum[lane] : this.weightOne);
  }
}

function start({ tapSum, least, greatest, weightSum }: LaneRegisters, lane: number): void {
  weightSum[lane] = 0;
  for (let at = 4 * lane; at < 4 * lane + 4; at++) {
    tapSum[at] = 0;
    least[at] = NaN;
    greatest[at] = NaN;
  }
}
