import { threePointWeights } from '../address-unit/three-point-weights.ts';
import type { AlignedSumDesign } from '../design/design.ts';
import { narrowedSum } from '../design/filter-rules.ts';
import { isLight } from '../filter-unit/arithmetic/aligned-texels.ts';
import { filterScales } from '../filter-unit/arithmetic/tap-texels.ts';
import { widenedSum } from '../filter-unit/arithmetic/widened-sums.ts';
import { readsIntegers } from '../state/read-format.ts';
import { type ResultFloat, type StepNode, TO_FLOAT32 } from '../steps/step.ts';
import type { WeightedTexels } from '../steps/step-graph.ts';
import type { LerpRule } from '../steps/steps.ts';
import { type CubicTable, cubicOf, cubicTexels } from './cubic.ts';
import { type Placed } from './placing.ts';
import { SampledLevels } from './sampled-levels.ts';

/** The filter unit of a state, as steps of a graph. */
export class Sampling extends SampledLevels {
  /** The sums of linear light that are aligned, beside those of codes; null for other states. */
  private readonly light: Sampling | null =
    this.besideLight && !this.steps.atRunTime
      ? new Sampling(this.steps, this.binding, this.tables, this.texels, this.corners, () => this.placing, this)
      : null;

  /** The colour of a lane, float32. */
  color(): StepNode {
    const { binding } = this;
    if (readsIntegers(binding)) return this.integers();
    if (binding.op === 'gather') return this.gather();
    if (!binding.sampler.reductionMode.startsWith('weighted_average')) return this.extremes();
    if (this.light !== null) return this.colorOfLight(this.light);
    return this.ofFloats ? this.colorOfFloats() : this.averageOfCodes();
  }

  protected averageOfCodes(): StepNode {
    return this.colorOfCodes();
  }

  /** Components in linear light, and others, such as alpha, that are codes. */
  private colorOfLight(light: Sampling): StepNode {
    const { constants, sources } = this.texels;
    const ofLight = sources.map((source, c) => constants[c] === null && isLight(this.binding, source));
    if (!ofLight.includes(true)) return this.colorOfCodes();
    if (constants.every((value, c) => value !== null || ofLight[c])) return light.colorOfFloats();
    return this.steps.ofComponents(light.colorOfFloats(), this.colorOfCodes(), ofLight);
  }

  // Codes.

  protected colorOfCodes(): StepNode {
    const { steps: s, texels, widths } = this;
    const bits = this.mixes ? widths.afterLevel : widths.afterSlice;
    const summed = this.anisotropic || this.placing.cubic !== null;
    const missing = this.missing().map((constant, c) => (summed && texels.sources[c] < 4 ? 0 : constant));
    const value = this.joinsLevels && !this.anisotropic ? this.ofProducts() : this.ofCodes();
    return s.quotient(
      s.shown('filtered', value),
      this.ones().map((code) => code * 2 ** bits),
      missing,
    );
  }

  private ofCodes(): StepNode {
    const { steps: s, widths, rules } = this;
    // Averages that are rounded change constants as well.
    const inSums = this.inSums();
    let one!: StepNode;
    const value = this.ofCodeLevels((level) => {
      const sum = this.overSamples((index) => {
        const sample = s.shown('passSample', this.sample(level, index));
        one = this.anisotropic && this.placing.cubic === null ? s.withConstant(sample, inSums) : sample;
        return one;
      });
      const end = level === this.level('levelHi', null) ? 'Hi' : 'Lo';
      s.shown(`sum${end}`, sum);
      if (!this.anisotropic) return s.shown(`average${end}`, sum);
      const several = s.less(s.constant(1), this.samples);
      const known = s.known(sum, one);
      const whole = s.shiftRight(one, widths.ofSamples);
      const average = () => s.lifted(s.average(sum, this.samples, rules.average, whole), widths.ofSamples);
      return s.shown(
        `average${end}`,
        s.when(several, () => this.unlessAlone(several, average(), known), known),
      );
    });
    return this.joinsLevels ? this.joined(value, () => this.sumOfProducts(this.anisotropic ? inSums : [])) : value;
  }

  /** A sample alone keeps the fraction bits of a corner that arithmetic narrows away. */
  private unlessAlone(mask: StepNode, value: StepNode, alone: StepNode): StepNode {
    return this.widths.ofSamples === 0 ? value : this.steps.select(mask, value, alone);
  }

  /** The value of both levels, of codes. */
  private ofCodeLevels(ofLevel: (level: StepNode) => StepNode): StepNode {
    const { steps: s, widths, rules } = this;
    const lift = (finer: StepNode) => s.lifted(finer, rules.liftLevel);
    return this.ofLevels(
      ofLevel,
      (finer, coarser, weight, both) => {
        const mixed = s.lerp(finer, coarser, weight, rules.level);
        if (widths.droppedLevel === 0) return mixed;
        return this.unlessAlone(both, s.lifted(mixed, widths.ofSamples), lift(finer));
      },
      lift,
    );
  }

  /** Codes whose weights are rounded products: of lanes that are not linear the lerp of two texels. */
  private ofProducts(): StepNode {
    const { steps: s } = this;
    const value = this.sumOfProducts();
    // The first texels of both levels.
    const alone = () => this.ofCodeLevels((level) => this.alone(this.squares(this.placing.place(level, null))[0]));
    return s.select(this.linear, value, this.alwaysLinear() ? value : alone());
  }

  /** The sum of the codes of both levels, narrowed once. @param constants those of components that its texels lack */
  private sumOfProducts(constants: readonly number[] = []): StepNode {
    const { steps: s, rules } = this;
    const sum = this.ofBothLevels((taps) => this.narrowed(this.sumOf(taps), this.binding.design.filter.weightBits));
    const known = s.withConstant(sum, constants);
    return this.mixes ? s.lifted(known, rules.liftLevel) : known;
  }

  /** The value of several samples; of linear lanes with one sample that of the texels of both levels together. */
  protected joined(ofSamples: StepNode, ofBoth: () => StepNode): StepNode {
    const { steps: s } = this;
    if (!this.mixes) return ofSamples;
    if (!this.anisotropic) return s.select(this.linear, ofBoth(), ofSamples);
    const alone = s.and(this.linear, s.not(s.less(s.constant(1), this.samples)));
    return s.select(alone, ofBoth(), ofSamples);
  }

  /** The sum of the texels of both levels: weights are rounded, and part of that of their level. */
  protected ofBothLevels(sumOf: (taps: WeightedTexels) => StepNode): StepNode {
    const { steps: s, widths, binding } = this;
    const { weightBits: bits } = binding.design.filter;
    const weight = s.register('levelWeight', 'integer', 0, 2 ** widths.levelWeightBits - 1);
    const coarser = this.mixes ? s.lifted(weight, bits - widths.levelWeightBits) : s.constant(0);
    const finer = this.weightedTaps(this.level('levelHi', null), null, s.subtract(s.constant(2 ** bits), coarser));
    if (!this.mixes) return sumOf(finer);
    const both = s.less(s.constant(0), weight);
    const ofBoth = () => {
      const others = this.weightedTaps(this.level('levelLo', both), null, coarser);
      const [texels, weights] = (['texels', 'weights'] as const).map((of) => [...finer[of], ...others[of]]);
      return sumOf({ texels, weights });
    };
    return s.when(both, ofBoth, sumOf(finer));
  }

  protected narrowed(sum: StepNode, bits: number): StepNode {
    const { widths, binding } = this;
    const whole = bits + widths.ofTexels;
    if (this.widens) return this.widened(sum, whole);
    return narrowedSum(this.steps, sum, whole, widths, binding.design.filter.rounding);
  }

  /** A sum of codes of 8 bits, or a texel alone, as a code of 16 bits. */
  protected widened(sum: StepNode, bits: number): StepNode {
    const { steps: s, widths, binding } = this;
    const code = widenedSum(s, sum, bits, binding.design.filter);
    return s.lifted(code, widths.afterSlice);
  }

  private alwaysLinear(): boolean {
    return this.linear.step === 'constant' && this.linear.low !== 0;
  }

  /** The first texel of a square, which is one of two side by side. A lane that has no other lacks none at a corner. */
  protected alone(square: StepNode): StepNode {
    const { steps: s, rules, widths } = this;
    const whole: LerpRule = { bits: 1, dropped: 1, mode: 'floor', scale: 'power-of-two' };
    const texel = s.lerp(s.tap(square, 0), s.tap(square, 1), s.constant(0), whole);
    return this.widens ? this.widened(texel, widths.ofTexels) : s.lifted(texel, rules.liftTexel - widths.ofTexels);
  }

  /** The sum of the texels of a level, whose weights are rounded and add up to a share of 2^weightBits; not narrowed. */
  productsOfLevel(level: StepNode, share: StepNode): StepNode {
    return this.sumOf(this.weightedTaps(level, null, share));
  }

  private sumOf({ texels, weights }: WeightedTexels): StepNode {
    return this.steps.dot(texels, weights, { above: 2 ** this.fractionBits, below: 0 });
  }

  /** The exact or rounded sum of floats, whose texels are cut in groups of four where sums are aligned. */
  private sumOfFloats({ texels, weights }: WeightedTexels, bits: number): StepNode {
    const { steps: s, aligned, isFused } = this;
    if (aligned === null) return s.weightedTexels({ texels, weights }, bits, isFused, this.mostWeights);
    const cut = inFours(texels, weights).flatMap((four) => {
      const square = s.aligned(four, { single: this.floatBits > 11, kept: this.kept(aligned), ...aligned });
      return [0, 1, 2, 3].map((tap) => s.tap(square, tap));
    });
    return s.weightedTexels({ texels: cut, weights }, bits, true, this.mostWeights);
  }

  /** The magnitudes of the weights together. */
  private get mostWeights(): number {
    const { placing, binding } = this;
    if (placing.cubic === null) return 1;
    const { above, below } = placing.cubic.most;
    return ((above + below) / 2 ** binding.design.filter.cubicWeightBits) ** binding.dimensions;
  }

  /** Significant bits of the float that aligned sums are rounded to: the one of the format. */
  private get floatBits(): 11 | 24 {
    return this.texels.codes.form === 'floats' ? 24 : 11;
  }

  /** Bits that are kept of the greatest texel. */
  private kept({ guardBits, srgbBits }: AlignedSumDesign): number {
    return this.codesOf === null ? this.floatBits + guardBits : srgbBits;
  }

  /** The value of 1 of a sum: floats have their own. */
  private sumOfOne(): number {
    return this.codesOf === null ? 1 : filterScales(this.binding).find((_, c) => isLight(this.binding, c))!.one;
  }

  private get ownFloat(): ResultFloat {
    return this.aligned === null ? TO_FLOAT32 : { bits: this.floatBits, ties: this.aligned.rounding };
  }

  /** Those of a sample. */
  private inSums(): readonly number[] {
    return this.inTexels().map((value) => value * 2 ** this.widths.afterSlice);
  }

  /** The codes of components that are the same in every texel, 0 for the others. */
  private inTexels(): readonly number[] {
    const { constants, sources } = this.texels;
    return constants.map((value, c) => (value === null || sources[c] > 3 ? 0 : value));
  }

  /** Both lerps in a slice, and the one between slices, of codes or of floats in steps. */
  private sample(level: StepNode, index: StepNode | null): StepNode {
    return this.orCubic(
      (cubic) => this.cubicSample(level, index, cubic),
      () => this.linearSample(level, index),
    );
  }

  /** The value of the lanes of a cubic filter, and of others; constants are in the sums of codes beside cubic ones. */
  private orCubic(ofCubic: (cubic: CubicTable) => StepNode, linear: () => StepNode): StepNode {
    const { steps: s, cubic } = this;
    const table = this.placing.cubic;
    if (table === null) return linear();
    if (cubic.step === 'constant') return ofCubic(table);
    return s.select(cubic, ofCubic(table), linear());
  }

  /** True if a linear filter of codes sums weighted texels in place of lerps. */
  protected get sumsTaps(): boolean {
    return this.joinsLevels;
  }

  private linearSample(level: StepNode, index: StepNode | null): StepNode {
    const { steps: s, values, rules } = this;
    if (this.sumsTaps) {
      return this.narrowed(this.sumOf(this.weightedTaps(level, index)), this.fractionBits);
    }
    const placed = this.placing.place(level, index);
    const { alpha, beta, gamma } = placed;
    const known = this.squares(placed).map((square) => this.bounded(square));
    if (this.isNearest()) {
      const texel = s.tap(known[0], 0);
      return this.widens ? this.widened(texel, 0) : values.lifted(texel, rules.liftTexel);
    }
    if (this.split !== null) return this.threePoint(known, placed);
    const [first, second] = known.map((square) => {
      const row = (tap: number) =>
        s.shown(`lerpU${tap / 2}`, values.lerp(s.tap(square, tap), s.tap(square, tap + 1), alpha, rules.u));
      return s.shown('lerpV', values.lerp(row(0), row(2), beta, rules.v));
    });
    const lerped = gamma === null ? first : values.lerp(first, second, gamma, rules.slice);
    const linear = this.placing.cubic === null || this.ofFloats ? lerped : s.withConstant(lerped, this.inSums());
    if (this.ofFloats) return s.select(this.linear, linear, s.tap(known[0], 0));
    if (rules.u.scale !== 'all-ones-over-power-of-two') return linear;
    // Weights are less than 1 together.
    return s.select(this.linear, linear, this.alone(known[0]));
  }

  /** The sum of the texels of a triangle of each square, narrowed once. */
  private threePoint(squares: readonly StepNode[], { alpha, beta, gamma }: Placed): StepNode {
    const { steps: s, binding } = this;
    const { weightBits: bits, rounding: mode } = binding.design.filter;
    const weights: StepNode[] = [];
    threePointWeights(s, alpha, beta, bits, this.split === 'three-point-mid-texel', weights);
    const [first, second] = squares.map((square) =>
      s.dot(
        weights.map((_, tap) => s.tap(square, tap)),
        weights,
        { above: 2 ** bits, below: 0 },
      ),
    );
    if (gamma === null) return this.narrowed(first, bits);
    const sum = s.lerp(first, second, gamma, { bits, dropped: 0, mode, scale: 'power-of-two' });
    return this.narrowed(sum, 2 * bits);
  }

  /** The sum of the products of codes is narrowed once, that of floats rounded once (Vulkan: Texel Range Clamp). */
  private cubicSample(level: StepNode, index: StepNode | null, cubic: CubicTable): StepNode {
    const { steps: s, widths, binding, ofFloats } = this;
    const { rounding, cubicWeightBits } = binding.design.filter;
    const { weights, ...placed } = this.placing.placeCubic(level, index, cubic);
    const squares = this.squares(placed);
    const bits = weights.length * cubicWeightBits;
    const clamps = binding.sampler.reductionMode === 'weighted_average_rangeclamp';
    if (ofFloats) {
      const known = this.isFused ? squares : squares.map((square) => this.bounded(square));
      const texels = cubicTexels(s, known, weights);
      const sum = this.sumOfFloats(texels, bits);
      return clamps ? s.amongTexels(sum, texels, 0) : sum;
    }
    const constants = this.inTexels();
    // Constants are their own range.
    const inSum = constants.map((value) => (clamps ? 0 : value));
    const sum = narrowedSum(s, cubicOf(s, squares, weights, cubic, inSum), bits, widths, rounding);
    if (!clamps) return sum;
    const held = s.amongTexels(sum, cubicTexels(s, squares, weights), widths.afterSlice);
    return s.withConstant(
      held,
      constants.map((value) => value * 2 ** widths.afterSlice),
    );
  }

  // Floats.

  private colorOfFloats(): StepNode {
    const { steps: s, codes, widths, rules, values, isFused: fused } = this;
    const ofLevel = (level: StepNode): StepNode => {
      const sum = this.overSamples((index) => this.sampleOfFloats(level, index));
      return fused || !this.anisotropic ? sum : values.average(sum, this.samples, rules.average, sum);
    };
    const ofSamples = this.ofLevels(ofLevel, (finer, coarser, weight, both) => {
      const mixed = fused
        ? s.mixed(finer, coarser, weight, widths.levelWeightBits, true)
        : values.lerp(finer, coarser, weight, rules.level);
      return s.select(both, mixed, finer);
    });
    const value = this.joinsLevels
      ? this.joined(ofSamples, () => this.ofBothLevels((taps) => this.sumOfFloats(taps, this.fractionBits)))
      : ofSamples;
    const divisor = s.multiply(this.samples, s.constant(this.sumOfOne()));
    const color = value.kind === 'float64' ? s.rounded(value, divisor, this.ownFloat) : value;
    const limit = value.step === 'tap' && codes.form !== 'floats' ? 2 ** 16 : Infinity;
    return s.completed(s.bounded(color, limit), this.missing());
  }

  private sampleOfFloats(level: StepNode, index: StepNode | null): StepNode {
    const { steps: s, binding, placing, isFused: fused } = this;
    const lerps = binding.design.filter.sum === 'lerps' && this.aligned === null;
    if (lerps || placing.cubic !== null || this.isNearest()) {
      return fused ? this.fusedSample(level, index) : this.sample(level, index);
    }
    const taps = this.weightedTaps(level, index);
    const [square] = taps.texels[0].operands;
    const alone = fused ? s.alone(square) : s.tap(square, 0);
    return s.select(this.linear, this.sumOfFloats(taps, this.fractionBits), alone);
  }

  private fusedSample(level: StepNode, index: StepNode | null): StepNode {
    return this.orCubic(
      (cubic) => this.cubicSample(level, index, cubic),
      () => this.fusedLinear(level, index),
    );
  }

  /** The exact sum of the weighted texels. */
  private fusedLinear(level: StepNode, index: StepNode | null): StepNode {
    const { steps: s, codes, widths } = this;
    const placed = this.placing.place(level, index);
    const { alpha, beta, gamma } = placed;
    const squares = this.squares(placed);
    // A texel alone loses the sign of its zero where sums are aligned.
    const summed = this.anisotropic || this.mixes || this.aligned !== null;
    if (this.isNearest()) return summed ? s.alone(squares[0]) : s.tap(squares[0], 0);
    const always = this.linear.step === 'constant';
    if (!summed && gamma === null && always && codes.form !== 'floats') {
      return s.filtered(squares[0], alpha, beta, this.linear, widths.weightBits);
    }
    const [first, second] = squares.map((square) => s.weighted(square, alpha, beta, this.linear, widths.weightBits));
    if (gamma === null) return first;
    return s.select(this.linear, s.mixed(first, second, gamma, widths.weightBits, false), first);
  }

  // Least and greatest texels, and gathers.

  private extremes(): StepNode {
    const { steps: s, binding, widths } = this;
    const { weightBits } = widths;
    const least = binding.sampler.reductionMode === 'min';
    // A texel alone keeps a denormal.
    const ofLane = (found: StepNode, texel: StepNode) => (this.ofFloats ? s.select(this.linear, found, texel) : found);
    const cubicSample = (level: StepNode, index: StepNode | null, table: CubicTable): StepNode => {
      const cubic = this.placing.placeCubic(level, index, table);
      return s.extremeTexel(cubicTexels(s, this.squares(cubic), cubic.weights), least);
    };
    const linearSample = (level: StepNode, index: StepNode | null): StepNode => {
      if (this.split !== null && !this.isNearest()) {
        const taps = this.weightedTaps(level, index);
        return ofLane(s.extremeTexel(taps, least), taps.texels[0]);
      }
      const placed = this.placing.place(level, index);
      const { alpha, beta, gamma } = placed;
      const known = this.squares(placed).map((square) => this.bounded(square));
      const texel = s.tap(known[0], 0);
      if (this.isNearest()) return texel;
      const [first, second] = known.map((square) => s.extreme(square, alpha, beta, weightBits, least));
      let found = first;
      if (gamma !== null) {
        const both = s.extremeOf(first, second, least);
        const deeper = s.select(s.equal(gamma, s.constant(2 ** weightBits)), second, both);
        found = s.select(s.equal(gamma, s.constant(0)), first, deeper);
      }
      return ofLane(found, texel);
    };
    const sample = (level: StepNode, index: StepNode | null): StepNode =>
      this.orCubic(
        (cubic) => cubicSample(level, index, cubic),
        () => linearSample(level, index),
      );
    const ofLevel = (level: StepNode) => {
      if (!this.anisotropic) return sample(level, null);
      return s.extremeOver(this.samples, this.mostSamples, (index) => sample(level, index), least);
    };
    const value = this.ofLevels(ofLevel, (finer, coarser, _, both) =>
      s.select(both, s.extremeOf(finer, coarser, least), finer),
    );
    return this.ofTexels(value);
  }

  /** Integers that no filter combines, as bits of float32. */
  private integers(): StepNode {
    const { steps: s, binding, texels } = this;
    const texel = (level: StepNode): StepNode => {
      const [square] = this.squares(this.placing.place(level, null));
      return binding.op === 'gather' ? s.gathered(square) : s.tap(square, 0);
    };
    const constants = texels.constants.map((value) => (value ?? 0) * DENORMAL_ULP);
    return s.completed(texel(this.level('levelHi', null)), constants);
  }

  private gather(): StepNode {
    const placed = this.placing.place(this.level('levelHi', null), null);
    const [square] = this.squares(placed);
    return this.ofTexels(this.steps.gathered(square));
  }

  /** The colour of texels that no arithmetic has touched. */
  private ofTexels(value: StepNode): StepNode {
    const { steps: s, codes, widths } = this;
    const missing = this.missing();
    if (!this.ofFloats) {
      const ones = this.ones().map((code) => code * 2 ** widths.ofTexels);
      return s.quotient(value, ones, missing);
    }
    return s.completed(s.bounded(value, codes.form === 'floats' ? Infinity : 2 ** 16), missing);
  }
}

/** The texels of each pass, and their weights. */
export function inFours(texels: readonly StepNode[], weights: readonly StepNode[]): readonly WeightedTexels[] {
  return texels.flatMap((_, n) =>
    n % 4 === 0 ? [{ texels: texels.slice(n, n + 4), weights: weights.slice(n, n + 4) }] : [],
  );
}

/** The float32 whose bits are those of the integer 1. */
const DENORMAL_ULP = 2 ** -149;
