import type { Design } from './design.ts';

/** Bits of the integers between the scaled derivatives of two dimensions and the axes; null where they are ideal. */
export interface AxisWidths {
  /** A component's magnitude; it has a sign. */
  readonly component: number;
  /** X = |dX|^2 and Y = |dY|^2, and the magnitude of the determinant. */
  readonly square: number;
  /** D = 2 |dX . dY|. */
  readonly product: number;
  /** X, Y, D and |X - Y| over the ellipse's exponent. */
  readonly aligned: number;
  /** t, X + Y + t and t + |X - Y|. */
  readonly sum: number;
  /** The length of (t + |X - Y|, D). */
  readonly direction: number;
  /** A part of the direction, one integer bit above the fraction. */
  readonly along: number;
}

/** The widths of a design whose scale factor and ellipse are not ideal. */
export function axisWidths({ lod: { scaleFactorBits, ellipseBits } }: Design): AxisWidths | null {
  if (scaleFactorBits === 'exact' || ellipseBits === 'exact') return null;
  return {
    component: scaleFactorBits,
    square: 2 * scaleFactorBits + 1,
    product: 2 * scaleFactorBits + 2,
    aligned: ellipseBits,
    sum: ellipseBits + 1,
    direction: ellipseBits + 2,
    along: ellipseBits + 1,
  };
}
