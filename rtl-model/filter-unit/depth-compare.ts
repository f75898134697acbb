import { flushDenorm } from '../fixed-point/float32.ts';
import type { CompareOp } from '../state/sampler.ts';
import type { TexelFormat } from '../formats/texel-format.ts';

/**
 * reference OP texel, of two float32 values (Vulkan: Depth Compare Operation; D3D11.3 22.4.19). With a NaN only
 * `not_equal` and `always` hold. Denorms count as zero (D3D11.3 22.4.3).
 */
export function compares(op: CompareOp, reference: number, texel: number): boolean {
  return holds(op, flushDenorm(reference), flushDenorm(texel));
}

/**
 * reference OP code / one, with the quotient not rounded: it is reference * one that is compared with the code, and
 * that product is exact. D3D11.3 22.4.19 rounds the reference to the format first: `compares` of two codes.
 *
 * @param reference a float32, denorms kept
 * @param code of the texel, 0 to one
 * @param one the code of 1, below 2^29
 */
export function comparesCode(op: CompareOp, reference: number, code: number, one: number): boolean {
  return holds(op, reference * one, code);
}

/**
 * The reference depth that is compared (Vulkan: Depth Compare Operation): clamped to [0, 1] for UNORM formats, where
 * NaN gives 0 as in a conversion to UNORM (D3D11.3 3.2.3.6); as it is for all others.
 *
 * @param dref a float32
 */
export function referenceDepth(dref: number, format: Pick<TexelFormat, 'componentType'>): number {
  if (format.componentType !== 'unorm') return dref;
  return dref > 0 ? Math.min(dref, 1) : 0;
}

function holds(op: CompareOp, reference: number, test: number): boolean {
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
