/** Vulkan, Floating-Point Computation: individual results of operations outside of shaders are as accurate as this. */
export const FLOAT_ACCURACY = 1e-5;

/**
 * ULP of a binary float format at a value.
 *
 * @param fractionBits stored ones  @param leastExponent that of the least normal number
 */
export function floatUlp(value: number, fractionBits: number, leastExponent: number): number {
  const exponent = value === 0 ? leastExponent : Math.max(leastExponent, Math.floor(Math.log2(Math.abs(value))));
  return 2 ** (exponent - fractionBits);
}
