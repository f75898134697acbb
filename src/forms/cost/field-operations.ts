import type { AlignedSumDesign, Design, FilterDesign, LodDesign } from '../../../rtl-model/design/design.ts';
import { filterWidths } from '../../../rtl-model/design/filter-widths.ts';
import { plainCodeBits } from '../../designs/plain-state.ts';
import {
  add,
  inPlaceOf,
  lerp,
  multiply,
  NO_OPERATIONS,
  type Operations,
  select,
  shift,
  sumOf,
  times,
} from './operations.ts';

/** Operations that a field adds to the modules of a unit, or takes from them. */
export interface FieldOperations {
  readonly field: string;
  /**
   * Those of the LOD of a lane, of the weight of its levels, of a sample's coordinates and filter, of a result, of the
   * cache of a unit, or of what all units share.
   */
  readonly of: 'LOD' | 'level weight' | 'coordinates' | 'filter' | 'result' | 'cache' | 'below all units';
  readonly operations: Operations;
}

/** Bits of a float32's significand, and of a half's with its exponent. */
const SIGNIFICAND = 24;
const HALF = { significand: 11, exponent: 5 };
const AXES = 2;
const TAPS = 4;
const COLORS = 3;
const COMPONENTS = 4;

/**
 * The operations of fields that no module of the plain path has, less the operations that they replace. A design
 * without such a field has none.
 *
 * @param lengths the operations of a lane's vector lengths with aligned components
 */
export function fieldOperations(design: Design, lengths: Operations): readonly FieldOperations[] {
  const { address, lod, filter } = design;
  const { componentBits, diagonals, levelWeightSlopes } = lod;
  const { sum, weightScale, signedGuardBits, alignedSum } = filter;
  const { coordinate, mirroredFraction, pointFractionBits } = address;
  const rounding = (of: string) => (of === 'same' ? NO_OPERATIONS : select(AXES));
  const rows: readonly FieldOperations[] = [
    // The increment of a tie or a cut: one bit for each axis.
    { field: 'address.pointRounding', of: 'coordinates', operations: rounding(address.pointRounding) },
    // A nearest filter's increment at another bit, and zeros below it.
    {
      field: 'address.pointFractionBits',
      of: 'coordinates',
      operations:
        pointFractionBits === 'same' ? NO_OPERATIONS : select(AXES * (1 + coordinate.fractionBits - pointFractionBits)),
    },
    { field: 'address.gatherRounding', of: 'coordinates', operations: rounding(address.gatherRounding) },
    {
      field: 'address.mirroredFraction',
      of: 'coordinates',
      operations: mirroredFraction === 'kept' ? NO_OPERATIONS : select(AXES * coordinate.fractionBits),
    },
    {
      field: 'lod.componentBits',
      of: 'LOD',
      operations: componentBits === 'aligned' ? NO_OPERATIONS : inPlaceOf(times(2, vectorLength(lod)), lengths),
    },
    { field: 'lod.diagonals', of: 'LOD', operations: diagonals === 0 ? NO_OPERATIONS : diagonalLengths(lod) },
    {
      field: 'lod.levelWeightSlopes',
      of: 'level weight',
      operations: levelWeightSlopes === null ? NO_OPERATIONS : slope(lod, levelWeightSlopes),
    },
    { field: 'filter.weightScale', of: 'filter', operations: times(COMPONENTS, scaling(design, weightScale)) },
    {
      field: 'filter.sum',
      of: 'filter',
      operations: sum === 'lerps' ? NO_OPERATIONS : inPlaceOf(SUMS[sum](design), lerps(design)),
    },
    // Texels of both levels make one sum.
    {
      field: 'filter.sum',
      of: 'result',
      operations: sum === 'rounded-products' ? times(-COMPONENTS, lerpOfLevels(design)) : NO_OPERATIONS,
    },
    // The two sums of the bits that are repeated.
    {
      field: 'filter.signedGuardBits',
      of: 'filter',
      operations:
        signedGuardBits === 'stored'
          ? NO_OPERATIONS
          : times(2 * COMPONENTS, add(plainCodeBits(design) + signedGuardBits)),
    },
    {
      field: 'filter.alignedSum',
      of: 'filter',
      operations: alignedSum === null ? NO_OPERATIONS : aligners(design, alignedSum),
    },
    {
      field: 'filter.alignedSum',
      of: 'result',
      operations: alignedSum === null ? NO_OPERATIONS : times(COMPONENTS, normalizer(design, alignedSum)),
    },
  ];
  return rows.filter(
    ({ operations }) => operations !== NO_OPERATIONS && Object.values(operations).some((bits) => bits !== 0),
  );
}

/** Two lerps along u and one along v of each component of a sample. */
export function lerps(design: Design): Operations {
  const { weightBits, afterU } = filterWidths(design);
  const code = plainCodeBits(design);
  return times(COMPONENTS, sumOf(times(2, lerp(code, weightBits)), lerp(code + afterU, weightBits)));
}

/** The lerp between levels of a component. */
export function lerpOfLevels(design: Design): Operations {
  const { afterV, levelWeightBits } = filterWidths(design);
  return lerp(plainCodeBits(design) + afterV, levelWeightBits);
}

/**
 * alpha max + beta min of a vector: a comparison, two products and a sum. Floats also shift the smaller product to the
 * larger one, and round both.
 */
export function vectorLength({ componentBits, scaleFactorBits, alphaBetaBits }: LodDesign): Operations {
  const isFloat = componentBits !== 'aligned';
  const bits = isFloat ? componentBits : bitsOf(scaleFactorBits);
  const products = times(2, multiply(bits, 1 + bitsOf(alphaBetaBits)));
  const floats = isFloat ? sumOf(shift(bits), times(2, add(bits))) : NO_OPERATIONS;
  return sumOf(add(bits), select(2 * bits), products, add(bits), floats);
}

/** Sum and difference of both vectors, their lengths, and the longest of four instead of two. */
function diagonalLengths(lod: LodDesign): Operations {
  const bits = lod.componentBits === 'aligned' ? bitsOf(lod.scaleFactorBits) : lod.componentBits;
  const longest = times(2, sumOf(add(bits), select(bits)));
  return sumOf(times(2 * AXES, add(bits)), times(2, vectorLength(lod)), longest);
}

/** slope (fraction - start), held to 0 to 1. */
function slope({ format }: LodDesign, slopes: readonly number[]): Operations {
  const { fractionBits } = format;
  const steps = Array.from({ length: fractionBits + 1 }, (_, bits) => 2 ** bits);
  const whole = steps.find((step) => slopes.every((one) => Number.isInteger(one * step))) ?? 2 ** fractionBits;
  const bits = Math.ceil(Math.log2(Math.max(...slopes) * whole + 1));
  return sumOf(add(fractionBits), multiply(fractionBits, bits), select(2 * fractionBits));
}

/**
 * 2^n - 1 times a texel is a difference, in each of three lerps. A division by it is a further sum: t + t / 2^n over
 * 2^n (docs/profiles.md, vortex).
 */
function scaling(design: Design, scale: FilterDesign['weightScale']): Operations {
  const { weightBits } = filterWidths(design);
  const sums = { 'power-of-two': 0, 'all-ones-over-power-of-two': 1, 'all-ones': 2 }[scale];
  return times(3 * sums, add(plainCodeBits(design) + weightBits));
}

/** Four products of texels with weights of so many bits, and their sum. */
function weighted(design: Design, weight: number): Operations {
  const code = plainCodeBits(design);
  return times(COMPONENTS, sumOf(times(TAPS, multiply(code, weight)), times(TAPS - 1, add(code + weight))));
}

/** The corner at whose side the place lies, and two differences to it with their products. */
function threePoint(design: Design): Operations {
  const { weightBits } = design.filter;
  const code = plainCodeBits(design);
  const side = sumOf(times(3, add(weightBits)), select(2 * weightBits));
  const differences = times(2, sumOf(add(code), multiply(code, weightBits), add(code + weightBits)));
  return sumOf(side, times(COMPONENTS, sumOf(select(code), differences)));
}

/** Operations that replace lerps: a sample's weights, which all components share, and the sums of the components. */
const SUMS: Readonly<Record<Exclude<FilterDesign['sum'], 'lerps'>, (design: Design) => Operations>> = {
  // a b, a - a b, b - a b and the rest of 1.
  products: (design) => {
    const { weightBits } = design.filter;
    return sumOf(multiply(weightBits, weightBits), times(3, add(2 * weightBits)), weighted(design, 2 * weightBits));
  },
  // The level's weight is split along u, then twice along v: one part is rounded, the other is the rest.
  'rounded-products': (design) => {
    const { weightBits } = design.filter;
    const part = sumOf(multiply(weightBits, weightBits), times(2, add(weightBits)));
    return sumOf(times(3, part), weighted(design, weightBits));
  },
  'three-point': threePoint,
  'three-point-mid-texel': (design) => {
    const code = plainCodeBits(design);
    const average = sumOf(times(TAPS - 1, add(code + 2)), select(code + design.filter.weightBits));
    return sumOf(threePoint(design), times(COMPONENTS, average));
  },
};

/** Bits of a texel that is cut to the greatest of its pass: of halves with their guard bits, or of linear sRGB. */
function keptBits({ guardBits, srgbBits }: AlignedSumDesign): number {
  return Math.max(HALF.significand + guardBits, srgbBits);
}

/** Bits of a sum that stays whole: a texel's, those of two weights, and those that N samples add. */
function wholeBits(design: Design, alignedSum: AlignedSumDesign): number {
  const samples = Math.ceil(Math.log2(Math.max(...design.lod.anisotropicRates)));
  return keptBits(alignedSum) + 2 * design.filter.weightBits + samples;
}

/**
 * The greatest exponent of four, the distances from it, and a shift of each texel; a sum that stays whole in place of the
 * accumulator's. An sRGB code has its exponent from a table, whose entries are selected.
 */
function aligners(design: Design, alignedSum: AlignedSumDesign): Operations {
  const { exponent } = HALF;
  const greatest = times(TAPS - 1, sumOf(add(exponent), select(exponent)));
  const shifts = times(TAPS, sumOf(add(exponent), shift(keptBits(alignedSum))));
  const wider = inPlaceOf(add(wholeBits(design, alignedSum)), add(design.filter.accumulatorBits));
  const table = select((2 ** alignedSum.srgbExponentBits - 1) * exponent);
  return sumOf(times(COMPONENTS, sumOf(greatest, shifts, wider)), times(COLORS * TAPS, table));
}

/** A lerp between levels of whole sums, then the shift to the leading bit and the rounding to a half. */
function normalizer(design: Design, alignedSum: AlignedSumDesign): Operations {
  const bits = wholeBits(design, alignedSum);
  const wider = inPlaceOf(lerp(bits, filterWidths(design).levelWeightBits), lerpOfLevels(design));
  return sumOf(wider, shift(bits), add(HALF.significand));
}

function bitsOf(width: number | 'exact'): number {
  return width === 'exact' ? SIGNIFICAND : width;
}
