import { groups } from '../address-unit/plans/block-match-plan.ts';
import type { Binding } from '../state/binding.ts';
import { maxNumber, minNumber } from '../fixed-point/float32.ts';
import type { Footprints } from '../registers/footprints.ts';
import type { BlockMatch } from '../state/instruction.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';
import type { ReductionMode } from '../state/sampler.ts';
import type { ComponentScale } from '../formats/blocks/component-scale.ts';
import type { FilterArithmetic } from './arithmetic/arithmetic.ts';
import { arithmetic } from './arithmetic/component-arithmetic.ts';
import { FilterUnit } from './filter-unit.ts';
import { ResultColor } from './result-color.ts';
import { filterScales, TapTexels } from './arithmetic/tap-texels.ts';

/**
 * Sums of absolute or squared differences, of one match, the best of a window, or four matches side by side (Vulkan: Block
 * Matching Operation). Codes are subtracted, so sums are whole; one division and one rounding to float32 end a match. Sums
 * of floats take the design's float path.
 */
export class BlockMatchFilter extends FilterUnit {
  private readonly arithmetic: FilterArithmetic;
  private readonly target: TapTexels;
  private readonly reference: TapTexels;
  private readonly scales: readonly ComponentScale[];
  private readonly result: ResultColor;
  private readonly match: BlockMatch;
  /** True for squared differences. */
  private readonly squares: boolean;
  private readonly reduction: ReductionMode;
  /** True if the least or greatest difference counts, not the sum. */
  private readonly extreme: boolean;
  private readonly compareMode: 'min' | 'max';
  private readonly rows: number;
  private readonly order: readonly number[];

  /** @param reference null for a null descriptor */
  constructor(target: Binding, reference: Binding | null) {
    super();
    const { sampler, instruction } = target;
    this.scales = filterScales(target);
    this.arithmetic = arithmetic(target.design, this.scales, 2);
    this.target = new TapTexels(target, this.arithmetic);
    const read = reference ?? target;
    this.reference = new TapTexels(read, arithmetic(target.design, filterScales(read), 2));
    this.result = new ResultColor(target);
    this.match = instruction.blockMatch!;
    this.squares = this.match.metric === 'ssd';
    this.reduction = sampler.reductionMode;
    this.extreme = this.reduction === 'min' || this.reduction === 'max';
    this.compareMode = sampler.windowCompareMode;
    this.order = target.view.format.order;
    this.rows = sampler.windowExtent[1];
  }

  protected override addLane(foot: Footprints, from: number, lanes: LaneRegisters, lane: number, pass: number): void {
    if (pass % 2 === 1) {
      this.reference.resolve(foot, from, lanes, lane);
      this.compare(foot, from, lanes, lane, pass);
      return;
    }
    this.target.resolve(foot, from, lanes, lane);
    hold(foot, from, lanes, lane);
    // The target's first texels begin a match.
    if (Math.floor(pass / 2) % groups(lanes, lane) !== 0) return;
    if (this.extreme) lanes.tapSum.fill(NaN, 4 * lane, 4 * lane + 4);
    else this.arithmetic.clear(lanes.tapSum, 4 * lane);
  }

  /** The reference's four texels against the target's texels. */
  private compare(foot: Footprints, from: number, lanes: LaneRegisters, lane: number, pass: number): void {
    const ofMatch = groups(lanes, lane);
    const group = Math.floor(pass / 2) % ofMatch;
    for (let n = 0; n < 4 * foot.tapCount[from]; n++) {
      this.addDifference(foot.texel[16 * from + n], lanes.targetTexel[16 * lane + n], lanes.tapSum, 4 * lane + (n & 3));
    }
    if (group === ofMatch - 1) this.endMatch(lanes, lane, Math.floor(pass / (2 * ofMatch)));
  }

  /** A component of two texels: their difference is added, or kept if it is the least or greatest. */
  private addDifference(a: number, b: number, sum: Float64Array, at: number): void {
    if (!this.extreme) this.arithmetic.addDifference(a, b, this.squares, sum, at);
    else sum[at] = (this.reduction === 'min' ? minNumber : maxNumber)(sum[at], Math.abs(a - b));
  }

  private endMatch(lanes: LaneRegisters, lane: number, match: number): void {
    const { color } = lanes;
    const at = 4 * lane;
    switch (this.match.form) {
      case 'single':
        for (let c = 0; c < 4; c++) color[at + c] = this.error(lanes, lane, c);
        return;
      case 'gather':
        color[at + match] = this.error(lanes, lane, 0);
        return;
      case 'window':
        this.keepBest(lanes, lane, match);
        return;
    }
  }

  /** The first best match of the window, column by column, and where it is. */
  private keepBest(lanes: LaneRegisters, lane: number, match: number): void {
    const { color } = lanes;
    const at = 4 * lane;
    const error = Math.fround(this.error(lanes, lane, 0));
    const better = this.compareMode === 'min' ? error < color[at] : error > color[at];
    if (match > 0 && !better) return;
    color[at] = error;
    color[at + 1] = Math.floor(match / this.rows);
    color[at + 2] = match % this.rows;
    color[at + 3] = 0;
  }

  private error({ tapSum }: LaneRegisters, lane: number, c: number): number {
    const divisor = this.divisor(c);
    if (!this.extreme) return this.arithmetic.quotient(tapSum, 4 * lane + c, divisor);
    const difference = tapSum[4 * lane + c];
    return (this.squares ? difference * difference : difference) / divisor;
  }

  /** The divisor of a component's sum of differences, or of squares. */
  divisor(c: number): number {
    const { one } = this.scales[c];
    return this.squares ? one * one : one;
  }

  /** Components that the format lacks are substituted, and the target's swizzle applied, where r, g, b, a are matched. */
  protected override finishLane(lanes: LaneRegisters, lane: number): void {
    // A block without texels is undefined; here it differs in nothing.
    if (groups(lanes, lane) === 0) lanes.color.fill(0, 4 * lane, 4 * lane + 4);
    if (this.match.form !== 'single') return;
    if (!this.order.includes(3)) lanes.color[4 * lane + 3] = 1;
    this.result.finish(lanes, lane);
  }
}

function hold({ texel }: Footprints, from: number, { targetTexel }: LaneRegisters, lane: number): void {
  for (let n = 0; n < 16; n++) targetTexel[16 * lane + n] = texel[16 * from + n];
}
