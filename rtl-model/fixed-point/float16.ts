import { decodeFloat, encodeFloat, floatFormat, type FloatRounding } from './float-format.ts';

/** The half of D3D11.3 3.1.5: sign, 5 exponent bits, 10 fraction bits. */
export const FLOAT16 = floatFormat('float16', true, 5, 10);

/** The float32 of a half's bit pattern, 0 to 0xffff. Exact; denorms keep their value, every NaN gives NaN. */
export function halfToFloat(bits: number): number {
  return decodeFloat(bits, FLOAT16);
}

/**
 * The half of a number, 0 to 0xffff, rounded `toward-zero` (D3D11.3 3.2.2: beyond +-65504 the largest finite half) or
 * `nearest-even` (IEEE 754: infinity from +-65520 on). NaN gives 0x7e00.
 */
export function floatToHalf(x: number, rounding: FloatRounding = 'toward-zero'): number {
  return encodeFloat(x, FLOAT16, rounding);
}
