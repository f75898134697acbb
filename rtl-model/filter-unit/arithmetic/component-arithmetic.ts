import type { FilteringDesign } from '../../design/filter-widths.ts';
import type { ComponentScale } from '../../formats/blocks/component-scale.ts';
import type { Binding } from '../../state/binding.ts';
import { AlignedCodes, AlignedFloats } from './aligned-arithmetic.ts';
import { alignedComponents } from './aligned-texels.ts';
import type { FilterArithmetic } from './arithmetic.ts';
import { FixedArithmetic } from './fixed-arithmetic.ts';
import { Float32Arithmetic } from './float32-arithmetic.ts';
import { FusedArithmetic } from './fused-arithmetic.ts';
import { readFormat } from '../../state/read-format.ts';
import { filterScales } from './tap-texels.ts';
import { WidenedSums } from './widened-sums.ts';

/**
 * The arithmetic of components that travel as these scales have them.
 *
 * @throws DesignError when the widths of a 3D filter outgrow exact integers
 */
export function arithmetic(
  design: FilteringDesign,
  scales: readonly ComponentScale[],
  dimensions: number,
): FilterArithmetic {
  if (scales.every(({ bits }) => bits > 0)) return new FixedArithmetic(design, scales, dimensions);
  return design.filter.floatPath === 'fused' ? new FusedArithmetic(design) : new Float32Arithmetic(design);
}

/** The arithmetic of sample instructions. @throws as `arithmetic` */
export function sampleArithmetic(binding: Binding): FilterArithmetic {
  const { design, dimensions } = binding;
  const scales = filterScales(binding);
  const aligned = alignedComponents(binding);
  if (readFormat(binding).sumsWidened) return new WidenedSums(design, scales, dimensions);
  if (aligned === null) return arithmetic(design, scales, dimensions);
  if (scales.every(({ bits }) => bits > 0)) return new AlignedCodes(design, scales, dimensions, aligned);
  return new AlignedFloats(design, aligned);
}
