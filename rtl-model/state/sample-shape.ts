import type { FilterDesign } from '../design/design.ts';
import { alignsSums } from './aligned-sums.ts';
import type { Binding } from './binding.ts';
import { type Filter, FILTERS } from './sampler.ts';

/** The number of taps of a lane in a pass. */
export const LANE_TAPS = 4;

/** Codes of the filters, as `LaneRegisters.filter` holds them: their places in FILTERS. */
export const FILTER_CODES: Readonly<Record<Filter, number>> = { nearest: 0, linear: 1, cubic: 2 };

/** The rule that selects the taps along one axis of a plane. */
export type AxisRule =
  /** The image has no such axis. */
  | 'absent'
  | 'nearest'
  | 'linear'
  | 'cubic'
  /**
   * Chroma is reconstructed at each luma texel of the filter: from the chroma texel that contains it, or from two
   * around it.
   */
  | 'explicit-nearest'
  | 'explicit-linear'
  /** Chroma is reconstructed at the sample's own position. */
  | 'implicit-nearest'
  | 'implicit-linear';

/** The ways to split 1 among the texels of a square that are no products. */
export type WeightSplit = Exclude<FilterDesign['sum'], 'lerps' | 'products'>;

/** How the weights of a square are split; null where they are products along its axes. */
export function weightSplit({ sum }: FilterDesign): WeightSplit | null {
  return sum === 'lerps' || sum === 'products' ? null : sum;
}

/** The part of a sample that reads one plane of the image with one filter. */
export interface PlaneShape {
  readonly plane: number;
  /** The rules along u, v, w. */
  readonly rules: readonly AxisRule[];
  readonly taps: number;
  readonly passes: number;
  /** Fraction bits of the weights along u, v, w, and of the weight of a tap: their sum, where they are products. */
  readonly axisBits: readonly number[];
  readonly fractionBits: number;
  /** True if the part is a lerp along each axis, which narrows after each step. */
  readonly lerps: boolean;
  /** The weights of taps that are no products of those along each axis. */
  readonly split: WeightSplit | null;
}

/** A pass and its place within a sample. */
export interface PassShape extends PlaneShape {
  readonly firstTap: number;
  readonly startsPlane: boolean;
  readonly endsPlane: boolean;
}

/** The lane registers that say how many samples a lane has, of which levels. */
interface LevelsOfLanes {
  readonly filter: ArrayLike<number>;
  readonly samples: ArrayLike<number>;
  readonly levelWeight: ArrayLike<number>;
}

/**
 * The passes of one sample (a position in a level) under each filter. A footprint of 1D, 2D or 3D taps is split into
 * passes of four taps, plane after plane. Address unit and filter unit both follow it.
 */
export class SampleShape {
  /** The passes of each filter, from its first use on. */
  private readonly shapes: (readonly PassShape[] | null)[] = [null, null, null];

  private readonly ofProducts: boolean;

  constructor(private readonly binding: Binding) {
    const { design, sampler, image } = binding;
    const isAverage = sampler.reductionMode === 'weighted_average' && sampler.ycbcrConversion === null;
    this.ofProducts = design.filter.sum === 'rounded-products' && isAverage && image.planes === null;
  }

  /** @param filter 0 nearest, 1 linear, 2 cubic */
  passes(filter: number): number {
    return this.shape(filter).length;
  }

  /**
   * True if the texels of both levels make one sum, whose weights those of the levels are part of: rounded products, of a
   * lane with one sample in each of two levels.
   */
  joinsLevels({ filter, samples, levelWeight }: LevelsOfLanes, lane: number): boolean {
    return (
      this.ofProducts && levelWeight[lane] !== 0 && samples[lane] === 1 && this.pass(filter[lane], 0).split !== null
    );
  }

  /** @param pass number of the pass within the sample */
  pass(filter: number, pass: number): PassShape {
    return this.shape(filter)[pass];
  }

  private shape(filter: number): readonly PassShape[] {
    return (this.shapes[filter] ??= passShapes(planeShapes(this.binding, FILTERS[filter])));
  }
}

function planeShapes(binding: Binding, filter: Filter): readonly PlaneShape[] {
  const { image, sampler, design } = binding;
  const planes = image.planes ?? [image];
  // A 4:2:2 pair in one plane is read twice: for its luma, and for its chroma.
  const reads = sampler.ycbcrConversion !== null && isPair(binding) ? [image, image] : planes;
  return reads.map((_, plane) => {
    const rules = [0, 1, 2].map((axis) => axisRule(binding, plane, axis, filter));
    const taps = rules.reduce((product, rule) => product * AXIS_TAPS[rule](filter), 1);
    const axisBits = rules.map((rule) => axisFraction(rule, filter, design.filter));
    const isLinear = rules.every((rule) => rule === 'linear' || rule === 'absent');
    const { sum, weightBits } = design.filter;
    const split = isLinear ? weightSplit(design.filter) : null;
    // Those of a triangle are whole in weightBits; a slice has weights of its own.
    const splitBits = weightBits + (split === 'rounded-products' ? 0 : axisBits[2]);
    return {
      plane,
      rules,
      taps,
      passes: Math.ceil(taps / LANE_TAPS),
      axisBits,
      fractionBits: split === null ? axisBits.reduce((all, bits) => all + bits) : splitBits,
      lerps: isLinear && sum === 'lerps' && !alignsSums(binding),
      split,
    };
  });
}

/** True if the image holds two luma texels and their common chroma texel in a pair (4:2:2 in one plane). */
export function isPair({ image }: Binding): boolean {
  return image.format.block !== null && image.format.codec === null;
}

function passShapes(planes: readonly PlaneShape[]): readonly PassShape[] {
  return planes.flatMap((shape) =>
    Array.from({ length: shape.passes }, (_, pass) => ({
      ...shape,
      firstTap: LANE_TAPS * pass,
      startsPlane: pass === 0,
      endsPlane: pass === shape.passes - 1,
    })),
  );
}

function axisRule(binding: Binding, plane: number, axis: number, filter: Filter): AxisRule {
  if (axis >= binding.dimensions) return 'absent';
  const conversion = binding.sampler.ycbcrConversion;
  if (conversion === null || plane === 0 || chromaDivisor(binding, 0) === 1) return filter;
  // Implicit reconstruction uses the chroma filter along an undivided axis too. Explicit reconstruction changes nothing
  // there.
  if (!conversion.forceExplicitReconstruction) return `implicit-${conversion.chromaFilter}`;
  return chromaDivisor(binding, axis) === 1 ? filter : `explicit-${conversion.chromaFilter}`;
}

/** The ratio of the luma size to the chroma size along an axis. */
export function chromaDivisor({ image }: Binding, axis: number): number {
  const { planes, block } = image.format;
  if (axis === 2) return 1;
  if (planes === null) return block !== null && axis === 0 ? block.width : 1;
  return axis === 0 ? planes[1].widthDivisor : planes[1].heightDivisor;
}

const OF_FILTER: Readonly<Record<Filter, number>> = { nearest: 1, linear: 2, cubic: 4 };

/** The number of taps along an axis, by rule and luma filter. */
const AXIS_TAPS: Readonly<Record<AxisRule, (filter: Filter) => number>> = {
  absent: () => 1,
  nearest: () => 1,
  linear: () => 2,
  cubic: () => 4,
  'explicit-nearest': (filter) => OF_FILTER[filter],
  'explicit-linear': (filter) => 2 * OF_FILTER[filter],
  'implicit-nearest': () => 1,
  'implicit-linear': () => 2,
};

/** Fraction bits of midpoint chroma positions, which are quarters of a luma texel distance. */
export const CHROMA_FRACTION_BITS = 2;

function axisFraction(rule: AxisRule, filter: Filter, design: FilterDesign): number {
  const ofFilter = filterFraction(filter, design);
  switch (rule) {
    case 'absent':
    case 'implicit-nearest':
      return 0;
    case 'nearest':
    case 'linear':
    case 'cubic':
    case 'explicit-nearest':
      return ofFilter;
    case 'explicit-linear':
      return ofFilter + CHROMA_FRACTION_BITS;
    case 'implicit-linear':
      return design.weightBits;
  }
}

function filterFraction(filter: Filter, design: FilterDesign): number {
  if (filter === 'nearest') return 0;
  return filter === 'linear' ? design.weightBits : design.cubicWeightBits;
}
