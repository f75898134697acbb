import type { AlignedSumDesign } from '../design/design.ts';
import { narrowedSum } from '../design/filter-rules.ts';
import { exponentClasses } from '../filter-unit/arithmetic/aligned-texels.ts';
import { alignsSums } from '../state/aligned-sums.ts';
import type { StepNode } from '../steps/step.ts';
import type { WeightedTexels } from '../steps/step-graph.ts';
import { ConstantTable, type LerpRule } from '../steps/steps.ts';
import { type CubicTable, cubicTexels } from './cubic.ts';
import { inFours, Sampling } from './sampling.ts';

/**
 * The filter unit of states that are known at run time. A state has the codes of 1, and says which components have sums of
 * their own, aligned or widened: others are constants, or alpha beside sRGB.
 */
export class RunTimeSampling extends Sampling {
  /** The sums of linear light, in codes; null for other states. */
  private get alignedLight(): AlignedSumDesign | null {
    return alignsSums(this.binding) ? this.binding.design.filter.alignedSum : null;
  }

  private own(): StepNode {
    return this.steps.maskOfState('ownSums');
  }

  protected override ones(): readonly number[] {
    return [1, 1, 1, 1];
  }

  protected override get sumsTaps(): boolean {
    return super.sumsTaps || this.widens || this.alignedLight !== null;
  }

  protected override averageOfCodes(): StepNode {
    const light = this.alignedLight;
    const color = super.averageOfCodes();
    return light === null ? color : this.steps.select(this.own(), this.lightOfCodes(light), color);
  }

  protected override narrowed(sum: StepNode, bits: number): StepNode {
    const wide = super.narrowed(sum, bits);
    if (!this.widens) return wide;
    const { steps: s, widths, binding } = this;
    const plain = narrowedSum(s, sum, bits + widths.ofTexels, widths, binding.design.filter.rounding);
    return s.select(this.own(), wide, plain);
  }

  protected override alone(square: StepNode): StepNode {
    return this.widens ? this.narrowed(this.steps.tap(square, 0), 0) : super.alone(square);
  }

  /** Sums of linear light in codes, over samples and levels, that stay whole until they are rounded once to a half. */
  private lightOfCodes(aligned: AlignedSumDesign): StepNode {
    const { steps: s, widths, binding, placing } = this;
    const bits =
      placing.cubic === null ? this.fractionBits : binding.dimensions * binding.design.filter.cubicWeightBits;
    const ofLevel = (level: StepNode) => this.overSamples((index) => this.sampleOfLight(level, index, aligned, bits));
    const { levelWeightBits } = widths;
    const whole: LerpRule = { bits: levelWeightBits, dropped: 0, mode: 'floor', scale: 'power-of-two' };
    const ofSamples = this.ofLevels(
      ofLevel,
      (finer, coarser, weight) => s.lerp(finer, coarser, weight, whole),
      (finer) => s.lifted(finer, levelWeightBits),
    );
    const ofBoth = () =>
      s.lifted(
        this.ofBothLevels((taps) => this.sumOfLight(taps, aligned)),
        levelWeightBits,
      );
    const value = this.joinsLevels ? this.joined(ofSamples, ofBoth) : ofSamples;
    const fraction = bits + widths.ofTexels + (this.mixes ? levelWeightBits : 0);
    return s.roundedCodes(value, this.samples, fraction, aligned.rounding);
  }

  private sampleOfLight(level: StepNode, index: StepNode | null, aligned: AlignedSumDesign, bits: number): StepNode {
    const { steps: s, placing } = this;
    if (placing.cubic !== null) {
      const { weights, ...placed } = placing.placeCubic(level, index, placing.cubic);
      return this.sumOfLight(cubicTexels(s, this.squares(placed), weights), aligned, placing.cubic);
    }
    const taps = this.weightedTaps(level, index);
    return s.select(this.linear, this.sumOfLight(taps, aligned), s.lifted(taps.texels[0], bits));
  }

  /** The sum of codes that are cut in groups of four. */
  private sumOfLight({ texels, weights }: WeightedTexels, aligned: AlignedSumDesign, cubic: CubicTable | null = null) {
    const { steps: s, widths, binding } = this;
    const classes = () => exponentClasses(binding, aligned).flatMap(({ least, exponent }) => [least, exponent]);
    const table = new ConstantTable('light exponents', () => Int32Array.from(classes()));
    const cut = inFours(texels, weights).flatMap((four) => {
      const square = s.alignedCodes(four, table, aligned.srgbBits, widths.ofTexels);
      return [0, 1, 2, 3].map((tap) => s.tap(square, tap));
    });
    const { above, below } = cubic?.most ?? { above: 2 ** this.fractionBits, below: 0 };
    return s.dot(cut, weights, { above, below });
  }
}
