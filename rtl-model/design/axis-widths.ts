import type { Design } from './design.ts';

/**
 * Bits of the integers between the scaled derivatives of two dimensions and the axes; null where the scale factor or the
 * ellipse is ideal.
 */
export function axisWidths({ lod: { scaleFactorBits, ellipseBits } }: Design) {
  if (scaleFactorBits === 'exact' || ellipseBits === 'exact') return null;
  return {
    /** A component's magnitude; it has a sign. */
    component: scaleFactorBits,
    /** X = |dX|^2 and Y = |dY|^2, and the magnitude of the determinant. */
    square: 2 * scaleFactorBits + 1,
    /** D = 2 |dX . dY|. */
    product: 2 * scaleFactorBits + 2,
    /** X, Y, D and |X - Y| over the ellipse's exponent. */
    aligned: ellipseBits,
    /** t, X + Y + t and t + |X - Y|. */
    sum: ellipseBits + 1,
    /** The length of (t + |X - Y|, D). */
    direction: ellipseBits + 2,
    /** A part of the direction, one integer bit above the fraction. */
    along: ellipseBits + 1,
  };
}
