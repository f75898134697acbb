/**
 * What becomes of a result that the specification leaves undefined: it is refused, replaced by zeros or NaNs, which show
 * who relies on it, or what the model's units give.
 */
export const UNDEFINED_POLICIES = ['error', 'zero', 'nan', 'model'] as const;
export type UndefinedPolicy = (typeof UNDEFINED_POLICIES)[number];

export const DEFAULT_UNDEFINED_POLICY: UndefinedPolicy = 'model';

const COMPONENTS = 4;
/** The quiet NaN, and a number that no integer format of less than 31 bits holds. */
const NAN_BITS = 0x7fc0_0000;

/**
 * Replaces the result of a lane whose state or operands make it undefined. `model` and `error` leave it as it is: under
 * `error` such a request was refused before it ran.
 *
 * @param result as `TextureUnit.sample` fills it: float32, or the bits of 32-bit integers
 * @param at where the lane's r stands: 4 * (4 * quad + lane)
 */
export function undefinedResult(policy: UndefinedPolicy, result: Float32Array, at: number): void {
  if (policy === 'model' || policy === 'error') return;
  const bits = new Int32Array(result.buffer, result.byteOffset, result.length);
  bits.fill(policy === 'zero' ? 0 : NAN_BITS, at, at + COMPONENTS);
}
