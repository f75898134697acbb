import type { RoundingMode } from '../../../rtl-model/fixed-point/rounding.ts';
import type { AddressMode, Filter } from '../../../rtl-model/state/sampler.ts';
import type { Interval } from '../exact/interval.ts';
import type { DecodingOf } from './decoding.ts';
import type { AxisTap, WeightedTap } from './taps.ts';

/**
 * The features and properties of a Vulkan device that decide what an access without a texel returns (Vulkan: Integer
 * Texel Coordinate Operations, Texel Gathering, Features, Sparse Resources).
 */
export const ACCESS_FEATURES = [
  'robustImageAccess',
  'robustImageAccess2',
  'nullDescriptor',
  'residencyNonResidentStrict',
] as const;

export type AccessFeature = (typeof ACCESS_FEATURES)[number];

/** The freedom that a text leaves to coordinates. */
export interface CoordinateFreedom {
  /** The numbers between that a coordinate may be snapped to, in texels: ends of an interval on a grid of 2^-20. */
  readonly snapped: (texels: Interval) => Interval;
  /** True if the range of a coordinate need not be reduced before it is scaled (D3D11.3 7.18.6). */
  readonly unreducedRange: boolean;
}

/** The freedom that a text leaves to the lengths of which implicit LODs are made. */
export interface LengthFreedom {
  /** True for every method that Vulkan allows (Scale Factor Operation); D3D11.3 has the ellipse or the vectors. */
  readonly anyScaleFactor: boolean;
  /** True if one lane may give the LOD of its quad (D3D11.3 22.5.2). */
  readonly quadLod: boolean;
}

/** The freedom that a text leaves to LODs, and to the levels that they select. */
export interface LodFreedom {
  /** The numbers that an LOD, a bias or a bound may be snapped to, in levels. */
  readonly snapped: (lod: Interval) => Interval;
  /** How far an implicit LOD may be off, where the text asks for an accuracy (Vulkan: LOD Operation). */
  readonly error: number;
  /** The bias that must be possible, at least. */
  readonly maxSamplerLodBias: number;
  /** True if the minimum LOD of a view may count as a whole number (Vulkan: Image Level(s) Selection). */
  readonly wholeMinimum: boolean;
  /** True if the minimum LOD of a view comes before the choice of the filter (D3D11.3 5.8, 7.18.11). */
  readonly minimumDecides: boolean;
  /** True if the nearest level may be ceil(d' + 0.5) - 1 as well as floor(d' + 0.5). */
  readonly anyNearest: boolean;
  /** True if any weight may be between two levels. */
  readonly anyWeight: boolean;
}

/** The steps from a length or an LOD to levels: by the widths of a design, or with the freedom of a text. */
export interface LodSteps {
  /** The step of the grid of lambda, in levels; 0 where any number may be lambda. */
  readonly step: number;
  /** log2 of the lengths. */
  readonly log2: (length: Interval) => Interval;
  /** lambda': base and bias, each narrowed on its way. */
  readonly biased: (base: Interval, bias: number, explicit: boolean) => Interval;
  /** The least or the greatest LOD of a sampler or of an instruction. */
  readonly bound: (lod: number) => Interval;
  /** The least level of a view. */
  readonly viewMinimum: (level: number) => Interval;
  /** An LOD as its format holds it. */
  readonly kept: (lod: Interval) => Interval;
  /** The nearest levels, from the least to the greatest. */
  readonly nearest: (levels: Interval) => Interval;
  /** The least and the greatest weight of the coarser level in a part of [0, 1]; null where the finer level is all. */
  readonly weights: (part: Interval) => readonly (Interval | null)[];
}

/** The rule that makes a texel coordinate of a coordinate along one axis of a level. */
export interface SpecifiedAxis {
  /** Texels of the level along the axis. */
  readonly size: number;
  /** The factor of a normalized coordinate; 1 for an unnormalized one. */
  readonly scale: number;
  readonly normalized: boolean;
  /** True if the coordinate is a quotient, on the face of a cube, which no implementation need have exactly. */
  readonly divided: boolean;
  /** The part that is subtracted before the floor (Vulkan: shift). */
  readonly shift: number;
  /** The snap by a design: its rounding, and the fraction bits that it leaves. */
  readonly rounding: RoundingMode;
  readonly fractionBits: number;
  readonly mode: AddressMode;
  /** True if whole periods are taken off first (D3D11.3 7.18.6). */
  readonly reduced: boolean;
}

/** An axis of a level under a filter: 0, 1, 2 for u, v, w, and the sizes of this level and of the view's first one. */
export interface AxisOfLevel {
  readonly axis: number;
  readonly sizes: readonly number[];
  readonly baseSizes: readonly number[];
  readonly filter: Filter;
}

/** The derivatives along x and y of the screen, with a component along each axis of the image. */
export type DerivativeVectors = readonly [x: readonly number[], y: readonly number[]];

/** Steps that a device does otherwise than the texts: what its results would be says if they are its fault. */
export interface FaultySteps {
  /** Made of the right rule of an axis. */
  readonly axisRule?: (right: SpecifiedAxis, at: AxisOfLevel) => SpecifiedAxis;
  /** The texel of an index outside of a level, as `wrappedTexel` has it. */
  readonly wrapped?: (i: number, size: number, mode: AddressMode, baseSize: number) => number;
  /** A component of a border colour, not held to the range of the format. */
  readonly border?: (color: number) => number;
  /** True if whole periods are not taken off first: indices are further out than a period, too. */
  readonly unreduced?: boolean;
  /** The weight of the second texel of a linear filter, made of the fraction of the coordinate. */
  readonly linearWeight?: (fraction: number, axis: number) => number;
  /** The taps of a linear filter, made of those along each axis; `sizes` are those of the level. */
  readonly linearTaps?: (axes: readonly (readonly AxisTap[])[], sizes: readonly number[]) => readonly WeightedTap[];
  /** The derivatives x and y in texels of the base level, whose sizes are the scales. */
  readonly derivatives?: (vectors: DerivativeVectors, scales: readonly number[]) => DerivativeVectors;
  /** Made of the right steps. */
  readonly lodSteps?: (right: LodSteps) => LodSteps;
}

/** The choices of reading texels that a state does not make. */
export interface Reading {
  /** Decodings of formats beyond those that the oracle knows itself. */
  readonly decodings?: DecodingOf;
  /** Those of texels with a negative weight, whose errors count the other way; `decodings` if left out. */
  readonly subtracted?: DecodingOf;
  /** Border colours are not rounded to a code of the format. */
  readonly exactBorder?: boolean;
  /** The axis that wins if a direction into a cube is as long along others, 0 to 2 for x to z; z if left out. */
  readonly majorAxis?: number;
  /** The freedom of coordinates, where a text is the standard; the widths of the design if left out. */
  readonly snap?: CoordinateFreedom;
  /** True if a cube's corner may be any value between the three texels that meet there (Vulkan: Texel Input Validation). */
  readonly anyCorner?: boolean;
  /** The freedom of implicit LODs, where a text is the standard; the design's derivatives and method if left out. */
  readonly lengths?: LengthFreedom;
  /** The freedom of LODs and levels, where a text is the standard; the widths and rules of the design if left out. */
  readonly lod?: LodFreedom;
  /** The lane of the quad through whose row and column derivatives are taken; by the design if left out. */
  readonly derivativeLane?: number;
  /** True if the differences of a quad's coordinates are not rounded to float32. */
  readonly exactDifferences?: boolean;
  /**
   * The reference for UNORM depth: exact, or rounded to a code, or to one within 0.6 ULP; exact or rounded if left out,
   * to either neighbour, too, as `neighbours`.
   */
  readonly depthReference?: 'exact' | 'quantized' | 'within-0.6-ulp' | 'neighbours';
  /**
   * What the filter of a text leaves open that has no arithmetic of its own: the weights of a linear filter along
   * several axes may be whole numbers of 2^-weightBits that sum to 1, and floats of fewer than 32 bits may be filtered in
   * half precision.
   */
  readonly filterFreedom?: { readonly weightBits: number };
  /** True if the least and the greatest of numbers and NaN are numbers (D3D11.3 3.1.3.1); open if left out. */
  readonly extremesAreNumbers?: boolean;
  /**
   * True for every precision and clamp of a Y'CbCr conversion that Vulkan allows; exact and without clamps if left out.
   */
  readonly anyConversion?: boolean;
  /**
   * The features that the device has. Results that depend on another one are open. If left out, all of them are there,
   * as in the texture unit and in D3D11.3.
   */
  readonly features?: readonly AccessFeature[];
  /**
   * The codes that a write may round to: the nearest, those within 0.6 ULP (D3D11.3 3.2.3.4, 3.2.3.6), or both
   * neighbours (Vulkan: Conversion From Floating-Point to Normalized Fixed-Point); the nearest if left out.
   */
  readonly writtenCode?: 'nearest' | 'within-0.6-ulp' | 'neighbours';
  readonly faultySteps?: FaultySteps;
}

/** True if the results that depend on a feature are defined. */
export function isDefinedBy({ features }: Reading, feature: AccessFeature): boolean {
  return features === undefined || features.includes(feature);
}
