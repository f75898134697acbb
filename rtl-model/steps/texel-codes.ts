import type { RoundingMode } from '../fixed-point/rounding.ts';

/** The texels of a state as the filter takes them. */
export interface TexelCodes {
  /** Bytes from a texel to its neighbour in a row. */
  readonly stride: number;
  /** Four texels of one footprint, or only the first. */
  readonly taps: 1 | 4;
  /**
   * Codes of 8 and of 16 bits and depths of 24 as they lie in memory, halves and float32 alike; codes or halves that
   * `decode` makes.
   */
  readonly form: 'bytes' | 'words' | 'depths' | 'decoded' | 'halves' | 'decodedHalves' | 'floats';
  readonly signed: boolean;
  /** For each component of the result: the first byte of its code in the texel, or -1 for a constant. */
  readonly places: readonly number[];
  /** The least and the greatest code. */
  readonly low: number;
  readonly high: number;
  /** True if one component is all that a colour has, beside constants: a form may take it of four lanes at once. */
  readonly planar: boolean;
}

/** Linear values of sRGB codes from `least` on, up to those of the next class, count with one exponent. */
export interface ExponentClass {
  readonly least: number;
  readonly exponent: number;
}

/** Codes in linear light as float32, times a factor. */
export interface LightCodes extends TexelCodes {
  readonly factor: number;
  readonly classes: readonly ExponentClass[];
}

/** The texels of a pass that are cut to the greatest exponent of those with a weight. */
export interface AlignedDetail extends TexelCodes {
  /** Bits of the greatest texel that are kept. */
  readonly kept: number;
  readonly single: boolean;
  /** The exponents of codes in linear light; of floats they are their own. */
  readonly classes?: readonly ExponentClass[];
}

/** How the texel that a cube's corner lacks is made of the three others. */
export interface CornerRule extends TexelCodes {
  /** Fraction bits of the texels; 0 for floats. */
  readonly bits: number;
  readonly mode: RoundingMode;
  /** True for an exact sum of floats, false for one of float64 in the order of the taps. */
  readonly fused: boolean;
  readonly order: readonly number[];
}

/** How an exact sum of floats travels in a form. */
export interface Parts {
  /** False for texels that are halves. */
  readonly single: boolean;
  /** Vectors of two float64 in a part: 1 where the third and the fourth component are constants. */
  readonly pairs: 1 | 2;
}

/** True if the texels are filtered as floats. */
export function isFloat({ form }: TexelCodes): boolean {
  return form === 'floats' || form === 'halves' || form === 'decodedHalves';
}

/** How the exact sums of texels travel. */
export function partsOf({ form, places, planar }: TexelCodes): Parts {
  return { single: form === 'floats', pairs: !planar && places[2] < 0 && places[3] < 0 ? 1 : 2 };
}
