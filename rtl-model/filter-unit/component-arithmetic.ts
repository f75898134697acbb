import type { Design } from '../design/design.ts';
import type { ComponentScale } from '../formats/component-scale.ts';
import type { Arithmetic } from './arithmetic.ts';
import { FixedArithmetic } from './fixed-arithmetic.ts';
import { FloatArithmetic } from './float-arithmetic.ts';

/**
 * The arithmetic of components that travel as these scales have them.
 *
 * @throws DesignError when the widths of a 3D filter outgrow exact integers
 */
export function arithmetic(design: Design, scales: readonly ComponentScale[], dimensions: number): Arithmetic {
  return scales.some(({ bits }) => bits === 0)
    ? new FloatArithmetic(design)
    : new FixedArithmetic(design, scales, dimensions);
}
