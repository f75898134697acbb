import { roundToInteger } from './rounding.ts';

/*
 * Normalized integers, D3D11.3 3.2.3.3 to 3.2.3.6 (Vulkan: Fixed-Point Data Conversions).
 *
 * To float: code and divisor have at most 24 bits, so both are float32 values. Their quotient is either halfway between
 * two float32 values or at least 2^-49 of itself away from there (the difference is a multiple of 1 / divisor in units
 * of a 25-bit midpoint). The float64 quotient errs by at most 2^-53 of itself, so it lies on the right side of the
 * midpoint. Math.fround therefore gives the float32 nearest to the exact quotient.
 *
 * From float: the product of two 24-bit numbers fits a float64, so it is exact and rounded once.
 */

/**
 * UNORM to float32, D3D11.3 3.2.3.5: code / (2^bits - 1).
 *
 * @param code 0 to 2^bits - 1
 * @param bits 1 to 24
 */
export function unormToFloat(code: number, bits: number): number {
  return Math.fround(code / (2 ** bits - 1));
}

/**
 * Float32 to UNORM, D3D11.3 3.2.3.6 without its tolerance. NaN gives 0, other values are clamped to [0, 1], ties go up.
 *
 * @param x a float32
 * @param bits 1 to 24
 * @returns 0 to 2^bits - 1
 */
export function floatToUnorm(x: number, bits: number): number {
  return Number.isNaN(x) ? 0 : roundToInteger(Math.max(0, Math.min(x, 1)) * (2 ** bits - 1), 'nearest-up');
}

/**
 * SNORM to float32, D3D11.3 3.2.3.3: value / (2^(bits-1) - 1), where the two smallest integers both mean -1.
 *
 * @param value a two's-complement integer, -2^(bits-1) to 2^(bits-1) - 1
 * @param bits 2 to 24
 */
export function snormToFloat(value: number, bits: number): number {
  return Math.fround(Math.max(value / (2 ** (bits - 1) - 1), -1));
}

/**
 * Float32 to SNORM, D3D11.3 3.2.3.4 without its tolerance. NaN gives 0, other values are clamped to [-1, 1], ties go
 * away from zero.
 *
 * @param x a float32
 * @param bits 2 to 24
 * @returns -(2^(bits-1) - 1) to 2^(bits-1) - 1; the smallest integer of the width never results
 */
export function floatToSnorm(x: number, bits: number): number {
  return Number.isNaN(x) ? 0 : roundToInteger(Math.max(-1, Math.min(x, 1)) * (2 ** (bits - 1) - 1), 'nearest-away');
}
