import type { ImageTables } from '../address-unit/image-tables.ts';
import type { AlignedSumDesign } from '../design/design.ts';
import { type FilterRules, filterRules } from '../design/filter-rules.ts';
import { filterWidths } from '../design/filter-widths.ts';
import { depthCompare } from '../filter-unit/arithmetic/depth-compare.ts';
import { exponentClasses } from '../filter-unit/arithmetic/aligned-texels.ts';
import { cornerBits } from '../filter-unit/arithmetic/fixed-arithmetic.ts';
import { filterScales } from '../filter-unit/arithmetic/tap-texels.ts';
import { alignsSums } from '../state/aligned-sums.ts';
import type { Binding } from '../state/binding.ts';
import { readFormat, readsIntegers } from '../state/read-format.ts';
import { FILTER_CODES, type WeightSplit, weightSplit } from '../state/sample-shape.ts';
import type { Filter } from '../state/sampler.ts';
import type { StepNode } from '../steps/step.ts';
import type { PlacedTable } from '../steps/lane-graph.ts';
import type { StepGraph, WeightedTexels } from '../steps/step-graph.ts';
import { isFloat, type LightCodes, type TexelCodes } from '../steps/texel-codes.ts';
import type { ValueSteps } from '../steps/steps.ts';
import { cornerWidths } from './corner-widths.ts';
import { linearWeightBits, linearWeights } from './linear-weights.ts';
import { GATHERED, type PlacedLanes, type PlacedSquares, Placing } from './placing.ts';

/** The texels of a state, as the description takes them. */
export interface DescribedTexels {
  readonly codes: TexelCodes;
  /** The value of a component that is the same in every texel, in its scale; null for others; in the result's order. */
  readonly constants: readonly (number | null)[];
  /** The sources of the result's components: 0 to 3 for r, g, b, a, 4 for zero and 5 for one. */
  readonly sources: readonly number[];
  /** The border's texel, as one lies in memory. */
  readonly border: () => PlacedTable;
  /** The divisor of codes of more than 16 bits, as they are stored; 1 for others. */
  readonly over?: number;
}

/** The address unit of a description: of one state, or of states at run time. */
export type Places = Pick<Placing, 'place' | 'placeCubic' | 'cubic'>;

/** The levels, samples and texels of one state's sampling path, from the address unit on, as a graph of steps. */
export class SampledLevels {
  /** The lanes that want a result; null for states in which all have one. */
  readonly active: StepNode | null;
  /** The roots of `color` beside it: what leaves lanes to the units. */
  readonly leaves: StepNode[] = [];
  readonly steps: StepGraph;
  /** The texels as the filter takes them. */
  protected readonly codes: TexelCodes;
  protected readonly widths: ReturnType<typeof cornerWidths>;
  protected readonly rules: FilterRules;
  /** The steps of texels and samples, which are codes or floats. */
  protected readonly values: ValueSteps<StepNode>;
  readonly placing: Places;
  /** The lanes that take more than one texel, and those of a cubic filter. */
  readonly linear: StepNode;
  readonly cubic: StepNode;
  readonly samples: StepNode;
  protected readonly mostSamples: number;
  readonly anisotropic: boolean;
  readonly severalLevels: boolean;
  /** True if the result may lie between two levels. */
  protected readonly mixes: boolean;
  /** The weights of a linear filter that are no products. */
  protected readonly split: WeightSplit | null;
  /** True if a linear filter sums weighted texels whose weights of a level are a part of 1: those of both are one sum. */
  protected readonly joinsLevels: boolean;
  /** True for codes beside sums of linear light that are aligned. */
  protected readonly besideLight: boolean;
  /** The sums of floats whose texels are cut to the greatest of them; null for other sums. */
  protected readonly aligned: AlignedSumDesign | null;
  /** True if sums of signed codes of 8 bits are widened. */
  protected readonly widens: boolean;
  /** True if floats are filtered. What a comparison gives are codes, 0 and 1 for floats. */
  protected readonly ofFloats: boolean;

  /**
   * @param corners false to leave the lanes at a corner of a cube; true for those of the quads in which the same
   * description without corners has left a lane
   * @param placed the address unit
   * @param codesOf of sums of codes in linear light, which are those of floats: the description of the codes
   */
  constructor(
    steps: StepGraph,
    readonly binding: Binding,
    protected readonly tables: ImageTables,
    protected readonly texels: DescribedTexels,
    protected readonly corners = false,
    placed = (lanes: PlacedLanes): Places => new Placing(steps, binding, tables, lanes),
    protected readonly codesOf: SampledLevels | null = null,
  ) {
    const { sampler, firstLevel, lastLevel, design, op, dimensions } = binding;
    const s = steps;
    this.steps = steps;
    // The average of three halves has the bits of a float32.
    const inFloats = (corners && isFloat(texels.codes)) || codesOf !== null;
    this.codes = inFloats ? { ...texels.codes, form: 'floats' } : texels.codes;
    const gathers = op === 'gather';
    this.anisotropic = !gathers && sampler.anisotropyEnable && dimensions === 2;
    this.severalLevels = !gathers && firstLevel !== lastLevel;
    this.mixes = this.severalLevels && sampler.mipmapMode === 'linear';
    this.active = isOneSample(binding) ? null : corners ? s.and(s.activeLanes(), leftQuads(s)) : s.activeLanes();
    // Lanes whose filter is beyond one, in their order: nearest, linear, cubic.
    const beyond = (filter: Filter) => {
      const [mag, min] = [sampler.magFilter, sampler.minFilter].map((own) => FILTER_CODES[own] > FILTER_CODES[filter]);
      if (gathers || mag === min) return s.always(gathers ? filter === 'nearest' : mag);
      return s.less(s.constant(FILTER_CODES[filter]), s.register('filter', 'integer', 0, FILTER_CODES.cubic));
    };
    this.linear = beyond('nearest');
    this.cubic = beyond('linear');
    this.mostSamples = Math.max(...design.lod.anisotropicRates);
    this.samples = this.anisotropic ? s.register('samples', 'integer', 1, this.mostSamples) : s.constant(1);
    this.split = weightSplit(design.filter);
    this.ofFloats = isFloat(this.codes) && depthCompare(binding) === null;
    this.aligned = this.ofFloats && alignsSums(binding) ? design.filter.alignedSum : null;
    const { linear, samples, active } = this;
    this.placing = placed({ linear, samples, active, corners });
    // Lerps of floats narrow nothing.
    const { filter } = design;
    const comparesCubic = isFloat(this.codes) && !this.ofFloats && this.placing.cubic !== null;
    this.besideLight = !isFloat(this.codes) && alignsSums(binding);
    const own = {
      ...(comparesCubic && { weightBits: filter.cubicWeightBits }),
      // Sums beside those that are aligned are narrowed once, too.
      ...(this.besideLight && this.split === null && ({ sum: 'products' } as const)),
    };
    const guardBits = isFloat(this.codes) ? Infinity : filter.guardBits;
    const widths = filterWidths({ ...design, filter: { ...filter, guardBits, ...own } }, dimensions);
    const fraction = corners && !isFloat(this.codes) ? cornerBits(filterScales(binding), widths.afterSlice) : 0;
    const { weightScale } = design.filter;
    this.widens = readFormat(binding).sumsWidened === true;
    this.widths = cornerWidths(widths, fraction, weightScale !== 'power-of-two' || this.widens, this.split !== null);
    this.rules = filterRules(design, this.widths, this.widths.ofSamples);
    this.values = this.ofFloats ? s.float32 : s;
    this.joinsLevels = this.split === 'rounded-products' && !this.isNearest() && this.placing.cubic === null;
  }

  /** The level of a register for lanes that take it, the finer one for others. */
  level(name: 'levelHi' | 'levelLo', taken: StepNode | null): StepNode {
    const { steps: s, binding } = this;
    if (!this.severalLevels) return s.ofState('firstLevel', binding.firstLevel);
    const level = s.register(name, 'integer', 0, binding.image.levels.length - 1);
    return taken === null ? level : s.select(taken, level, this.level('levelHi', null));
  }

  /**
   * The value of both levels.
   *
   * @param ofLevel the value of a level  @param mix of two levels  @param lift the finer one as `mix` gives it for weight 0
   */
  protected ofLevels(
    ofLevel: (level: StepNode) => StepNode,
    mix: (finer: StepNode, coarser: StepNode, weight: StepNode, both: StepNode) => StepNode,
    lift: (finer: StepNode) => StepNode = (finer) => finer,
  ): StepNode {
    const { steps: s, widths } = this;
    const finer = ofLevel(this.level('levelHi', null));
    if (!this.mixes) return finer;
    const weight = s.register('levelWeight', 'integer', 0, 2 ** widths.levelWeightBits - 1);
    const both = s.less(s.constant(0), weight);
    return s.when(both, () => mix(finer, ofLevel(this.level('levelLo', both)), weight, both), lift(finer));
  }

  /** The sum over the samples of a level; the only one where there are no more. */
  protected overSamples(sample: (index: StepNode | null) => StepNode): StepNode {
    if (!this.anisotropic) return sample(null);
    return this.steps.sum(this.samples, this.mostSamples, sample);
  }

  /** The squares of a sample, compared with the reference where the instruction has one. */
  protected squares(placed: PlacedSquares): readonly StepNode[] {
    const { steps: s, binding, texels, codesOf } = this;
    if (codesOf !== null) return codesOf.squares(placed).map((square) => s.light(square, this.lightCodes(codesOf)));
    const { squares, missing, leave } = placed;
    const { addressModeU, addressModeV, addressModeW } = binding.sampler;
    const modes = [addressModeU, addressModeV, addressModeW].slice(0, binding.dimensions);
    const seamless = binding.cube && !binding.sampler.nonSeamlessCubeMap;
    const borders = !seamless && modes.includes('clamp_to_border');
    this.leaves.push(...leave);
    return squares.map((addresses, slice) => {
      const square = s.square(addresses, texels.codes, borders ? s.address('border', texels.border) : null);
      const compared = this.compared(square);
      const known = this.corners ? this.cornered(compared, missing) : compared;
      if (s.atRunTime) addresses.forEach((_, tap) => s.shown(`texel${4 * slice + tap}`, s.tap(known, tap)));
      return known;
    });
  }

  private lightCodes({ widths, texels }: SampledLevels): LightCodes {
    const classes = exponentClasses(this.binding, this.aligned!);
    return { ...this.codes, factor: (texels.over ?? 1) * 2 ** -widths.ofTexels, classes };
  }

  /** The square with the texel that a corner lacks (Vulkan: Cube Map Edge Handling). */
  private cornered(square: StepNode, missing: readonly StepNode[]): StepNode {
    const { steps: s, binding, texels, codes, widths } = this;
    const { rounding: mode, floatPath } = binding.design.filter;
    const order = binding.op === 'gather' ? GATHERED : [0, 1, 2, 3];
    const known = codes.form === texels.codes.form ? square : s.bounded(square, 2 ** 16);
    return s.cornered(known, missing, { ...codes, bits: widths.ofTexels, mode, fused: floatPath === 'fused', order });
  }

  private compared(square: StepNode): StepNode {
    const { steps: s, binding, texels } = this;
    const compare = depthCompare(binding);
    if (compare === null) return square;
    const { one, quantized, less, equal, greater, unordered } = compare;
    const components = texels.codes.places.map((place) => place >= 0);
    const comparison = { one, quantized, less, equal, greater, unordered, components };
    return s.compared(square, s.register('dref', 'float32'), comparison, one);
  }

  /** The code of 1 of each component of the result. */
  protected ones(): readonly number[] {
    const scales = filterScales(this.binding);
    return this.texels.sources.map((source) => (source < 4 ? scales[source].one : 1));
  }

  /** The values of components that no texel has, 0 for the others. */
  protected missing(): readonly number[] {
    const ones = this.ones();
    return this.texels.constants.map((value, c) => (value === null ? 0 : value / ones[c]));
  }

  protected isNearest(): boolean {
    return this.linear.step === 'constant' && this.linear.low === 0;
  }

  /** Halves whose magnitudes are below 2^16: lanes with others are left. */
  protected bounded(square: StepNode): StepNode {
    return this.ofFloats && this.codes.form !== 'floats' ? this.steps.bounded(square, 2 ** 16) : square;
  }

  /** The taps of a sample, and their weights. @param share the sum of those that are rounded products */
  protected weightedTaps(level: StepNode, index: StepNode | null, share = this.one()): WeightedTexels {
    const { steps: s } = this;
    const placed = this.placing.place(level, index);
    const texels = this.squares(placed).flatMap((square) => {
      const known = this.isFused ? square : this.bounded(square);
      return [0, 1, 2, 3].map((tap) => s.tap(known, tap));
    });
    return { texels, weights: linearWeights(s, this.binding.design.filter, this.split, placed, share) };
  }

  /** Fraction bits of a linear filter's weights. */
  protected get fractionBits(): number {
    return linearWeightBits(this.binding, this.split);
  }

  protected get isFused(): boolean {
    return this.aligned !== null || this.binding.design.filter.floatPath === 'fused';
  }

  protected one(): StepNode {
    return this.steps.constant(2 ** this.binding.design.filter.weightBits);
  }
}

/** True for the lanes of a quad in which a lane is left. */
function leftQuads(s: StepGraph): StepNode {
  const left = s.register('left', 'mask');
  const pairs = s.or(left, s.neighbor(left, [1, 0, 3, 2]));
  return s.or(pairs, s.neighbor(pairs, [2, 3, 0, 1]));
}

/** True if corners of the cube are described. A third of float comparisons is no code, and integers have no average. */
export function hasCorners(binding: Binding, codes: TexelCodes): boolean {
  const { cube, sampler, instruction } = binding;
  if (readsIntegers(binding)) return false;
  return cube && !sampler.nonSeamlessCubeMap && codes.taps > 1 && !(instruction.dref === true && isFloat(codes));
}

/** True if every lane takes one sample of one level, with the same filter. */
export function isOneSample({ op, sampler, instruction, firstLevel, lastLevel, cube }: Binding): boolean {
  if (instruction.projected || cube) return false;
  if (op === 'gather') return true;
  return firstLevel === lastLevel && sampler.magFilter === sampler.minFilter && !sampler.anisotropyEnable;
}
