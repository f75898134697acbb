import type { CompareOp } from '../../../rtl-model/state/sampler.ts';

/** Whether a comparison passes: reference OP test (Vulkan: Depth Compare Operation, VkCompareOp). */
export function compares(op: CompareOp, reference: number, test: number): boolean {
  switch (op) {
    case 'never':
      return false;
    case 'less':
      return reference < test;
    case 'equal':
      return reference === test;
    case 'less_or_equal':
      return reference <= test;
    case 'greater':
      return reference > test;
    case 'not_equal':
      return reference !== test;
    case 'greater_or_equal':
      return reference >= test;
    case 'always':
      return true;
  }
}
