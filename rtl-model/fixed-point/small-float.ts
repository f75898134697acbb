import { decodeFloat, encodeFloat, floatFormat, type FloatRounding } from './float-format.ts';

/** The 11-bit float of D3D11.3 3.1.6: no sign, 5 exponent bits, 6 fraction bits. */
export const FLOAT11 = floatFormat('float11', false, 5, 6);
/** The 10-bit float of D3D11.3 3.1.6: no sign, 5 exponent bits, 5 fraction bits. */
export const FLOAT10 = floatFormat('float10', false, 5, 5);

/** The float32 of a float11's bit pattern, 0 to 0x7ff. Exact; denorms keep their value. */
export function float11ToFloat(bits: number): number {
  return decodeFloat(bits, FLOAT11);
}

/** The float11 of a number, 0 to 0x7ff; negative values give 0, NaN gives 0x7e0. The largest finite value is 65024. */
export function floatToFloat11(x: number, rounding: FloatRounding = 'toward-zero'): number {
  return encodeFloat(x, FLOAT11, rounding);
}

/** The float32 of a float10's bit pattern, 0 to 0x3ff. Exact; denorms keep their value. */
export function float10ToFloat(bits: number): number {
  return decodeFloat(bits, FLOAT10);
}

/** The float10 of a number, 0 to 0x3ff; negative values give 0, NaN gives 0x3f0. The largest finite value is 64512. */
export function floatToFloat10(x: number, rounding: FloatRounding = 'toward-zero'): number {
  return encodeFloat(x, FLOAT10, rounding);
}
