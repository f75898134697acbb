import type { FilterDesign } from '../design/design.ts';
import { roundShift } from '../fixed-point/rounding.ts';

/**
 * The weights of the taps of a linear filter as products of `weightBits`, which are rounded. The weight of a level, or the
 * part of each slice of a volume, is split along u, and each part along v. A part is rounded, and the other is what is left:
 * all weights add up to that of the level.
 *
 * @param level weight of the level, 2^weightBits where it is alone
 * @param axes weights of the second texels along u, v and w, 0 to 2^weightBits; 0 along an axis that is absent
 * @param products receives the weight of the tap at i + 2 j + 4 k, where i, j and k are 0 or 1 along u, v and w
 */
export function roundedProducts(
  level: number,
  axes: Int32Array,
  { weightBits, rounding }: Pick<FilterDesign, 'weightBits' | 'rounding'>,
  products: Int32Array,
): void {
  const other = roundShift(level * axes[2], weightBits, rounding);
  for (let k = 0; k < 2; k++) {
    const slice = k === 0 ? level - other : other;
    const second = roundShift(slice * axes[0], weightBits, rounding);
    const both = roundShift(second * axes[1], weightBits, rounding);
    // On a tie this part goes the other way: of a plane it is then beta - both.
    const below = -roundShift(-(slice - second) * axes[1], weightBits, rounding);
    products[4 * k] = slice - second - below;
    products[4 * k + 1] = second - both;
    products[4 * k + 2] = below;
    products[4 * k + 3] = both;
  }
}
