import { NAN_BITS } from '../../rtl-model/fixed-point/float32.ts';

/**
 * The treatment of a result that the specification leaves undefined: `error` refuses it, `zero` and `nan` replace it so
 * that code which relies on it becomes visible, `model` keeps the result of the model.
 */
export const UNDEFINED_POLICIES = ['error', 'zero', 'nan', 'model'] as const;
export type UndefinedPolicy = (typeof UNDEFINED_POLICIES)[number];

export const DEFAULT_UNDEFINED_POLICY: UndefinedPolicy = 'model';

const COMPONENTS = 4;

/**
 * Replaces the result of a lane whose state or operands make it undefined. `model` and `error` leave it unchanged.
 * (Under `error` such a request is refused before it runs.)
 *
 * @param result as `TextureUnit.sample` fills it: float32, or the bits of 32-bit integers
 * @param at index of the lane's r: 4 * (4 * quad + lane)
 */
export function undefinedResult(policy: UndefinedPolicy, result: Float32Array, at: number): void {
  if (policy === 'model' || policy === 'error') return;
  const bits = new Int32Array(result.buffer, result.byteOffset, result.length);
  bits.fill(policy === 'zero' ? 0 : NAN_BITS, at, at + COMPONENTS);
}
