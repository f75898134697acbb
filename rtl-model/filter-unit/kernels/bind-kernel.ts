import type { Binding } from '../../state/binding.ts';
import type { TexelDecoder } from '../../texel-decoder/texel-decoder.ts';
import type { FilterArithmetic } from '../arithmetic/arithmetic.ts';
import type { BilinearKernel } from './bilinear-kernel.ts';
import { ByteBilinear } from './byte-bilinear.ts';
import { CompareBilinear } from './compare-bilinear.ts';
import { TableBilinear } from './table-bilinear.ts';

/** The kernel of a state whose filters are nearest or linear; null for states that none covers. */
export function bilinearKernel(
  decoder: TexelDecoder,
  steps: FilterArithmetic,
  binding: Binding,
): BilinearKernel | null {
  const { tables } = decoder;
  if (tables === null || !steps.exact) return null;
  if (binding.instruction.dref) return CompareBilinear.of(tables, binding);
  return ByteBilinear.of(tables, binding) ?? new TableBilinear(tables, steps, binding);
}
