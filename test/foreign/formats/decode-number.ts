import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import type { FormatField } from './format-table.ts';

/** The unsigned integer of `count` bits from bit `start` on, lowest bit first. */
export function readBits(bytes: Uint8Array, start: number, count: number): number {
  let value = 0;
  for (let taken = 0; taken < count;) {
    const bit = start + taken;
    const within = Math.min(8 - (bit & 7), count - taken);
    value += ((bytes[bit >> 3] >> (bit & 7)) & ((1 << within) - 1)) * 2 ** taken;
    taken += within;
  }
  return value;
}

/** Two's complement of an unsigned code. */
export function signedCode(code: number, bits: number): number {
  return code >= 2 ** (bits - 1) ? code - 2 ** bits : code;
}

/** The value of a field's code (Vulkan: Fixed-Point Data Conversions; D3D11.3 3.2.3). */
export function decodeField(device: ForeignDevice, field: FormatField, code: number): number {
  const { numeric, bits } = field;
  switch (numeric) {
    case 'unorm':
      return decodeUnorm(device, code, bits);
    case 'srgb':
      if (field.component === 3 && !faulty(device, 'srgb_alpha')) return decodeUnorm(device, code, bits);
      return faulty(device, 'srgb_ignored') || faulty(device, 'srgb_after_filter')
        ? decodeUnorm(device, code, bits)
        : decodeSrgb(device, code, bits);
    case 'snorm':
      if (faulty(device, 'snorm_as_unorm')) return code / (2 ** bits - 1);
      return decodeSnorm(device, signedCode(code, bits), bits);
    case 'uscaled':
      return faulty(device, 'scaled_normalized') ? code / (2 ** bits - 1) : code;
    case 'sscaled':
      return faulty(device, 'scaled_unsigned') ? code : signedCode(code, bits);
    case 'sfixed5':
      return signedCode(code, bits) / (faulty(device, 'fixed_point_as_integer') ? 1 : 32);
    case 'uint':
      if (faulty(device, 'integer_normalized')) return code / (2 ** bits - 1);
      if (faulty(device, 'unsigned_sign_extended')) return signedCode(code, bits) >>> 0;
      return faulty(device, 'integer_through_float') ? Math.fround(code) : code;
    case 'sint':
      if (faulty(device, 'integer_through_float')) return Math.fround(signedCode(code, bits));
      return faulty(device, 'integer_sign_lost') ? code : signedCode(code, bits);
    default: {
      const float = bits === 32 ? float32OfBits(code) : decodeSmallFloat(device, code, bits, numeric === 'sfloat');
      return Number.isNaN(float) && faulty(device, 'nan_texel_as_zero') ? 0 : float;
    }
  }
}

function decodeUnorm(device: ForeignDevice, code: number, bits: number): number {
  if (faulty(device, 'unorm_divisor') && bits > 1) return code / 2 ** bits;
  if (faulty(device, 'unorm_low_byte_lost') && bits === 16) return (code >> 8) / 255;
  if (faulty(device, 'small_unorm_shifted') && bits < 8) return (code << (8 - bits)) / 255;
  if (faulty(device, 'green_sixth_bit_lost') && bits === 6) return (code >> 1) / 31;
  return code / (2 ** bits - 1);
}

function decodeSnorm(device: ForeignDevice, code: number, bits: number): number {
  const most = 2 ** (bits - 1) - 1;
  if (faulty(device, 'snorm_divisor')) return code / (most + 1);
  if (faulty(device, 'snorm_shifted')) return (2 * code + 1) / (2 * most + 1);
  if (faulty(device, 'snorm_unclamped') || device.settings.snormLowest === 'clamped_last') return code / most;
  return Math.max(code / most, -1);
}

/** sRGB to linear (D3D11.3 3.2.3.7; Khronos Data Format: sRGB EOTF). */
export function linearFromSrgb(encoded: number): number {
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
}

function decodeSrgb(device: ForeignDevice, code: number, bits: number): number {
  const most = 2 ** bits - 1;
  const ends = code === 0 || code === most;
  const shift = { ideal: 0, float32: 0, low: -0.3, high: 0.3, alternating: code % 2 === 0 ? 0.3 : -0.3 };
  const encoded = (code + (ends ? 0 : shift[device.settings.srgbDecode])) / most;
  if (faulty(device, 'srgb_gamma')) return encoded ** 2.2;
  if (faulty(device, 'srgb_by_square')) return encoded ** 2;
  if (faulty(device, 'srgb_one_missed') && code === most) return linearFromSrgb(1 - 0.2 / most);
  if (faulty(device, 'srgb_without_segment')) return ((encoded + 0.055) / 1.055) ** 2.4;
  const linear = linearFromSrgb(encoded);
  return device.settings.srgbDecode === 'float32' ? Math.fround(linear) : linear;
}

const floatView = new DataView(new ArrayBuffer(4));

/** The float32 of a bit pattern. */
export function float32OfBits(code: number): number {
  floatView.setUint32(0, code);
  return floatView.getFloat32(0);
}

/** The bit pattern of the float32 nearest to a number. */
export function bitsOfFloat32(value: number): number {
  floatView.setFloat32(0, value);
  return floatView.getUint32(0);
}

/** Floats of 16, 11 and 10 bits: five bits of exponent with bias 15 (D3D11.3 3.1.5, 3.1.6). */
export function decodeSmallFloat(device: ForeignDevice, code: number, bits: number, signed: boolean): number {
  const negative = signed || faulty(device, 'small_float_sign');
  const fractionBits = bits - (negative ? 6 : 5);
  const fraction = code % 2 ** fractionBits;
  const exponent = Math.floor(code / 2 ** fractionBits) & 31;
  const sign = negative && code >= 2 ** (bits - 1) && !faulty(device, 'half_sign_lost') ? -1 : 1;
  const small = bits < 16;
  const bias = faulty(device, small ? 'small_float_bias' : 'half_bias_off') ? 14 : 15;
  const finite = faulty(device, 'half_infinity_finite') || (small && faulty(device, 'small_float_infinity_finite'));
  if (exponent === 31 && !finite) return fraction === 0 ? sign * Infinity : NaN;
  if (exponent === 0) {
    const flushed =
      faulty(device, 'half_denormal_flushed') || (small && faulty(device, 'small_float_denormal_flushed'));
    if (flushed) return sign * 0;
    return sign * fraction * 2 ** (1 - bias - fractionBits);
  }
  return sign * (1 + fraction / 2 ** fractionBits) * 2 ** (exponent - bias);
}

/** The three components of E5B9G9R9 (D3D11.3 19.3.2): fractions without a leading one, and one exponent. */
export function decodeSharedExponent(device: ForeignDevice, codes: readonly number[], exponent: number): number[] {
  const bias = faulty(device, 'shared_exponent_bias') ? 16 : 15;
  const hidden = faulty(device, 'shared_exponent_hidden_one') ? 512 : 0;
  if (exponent === 0 && faulty(device, 'shared_exponent_zero_flushed')) return [0, 0, 0];
  return codes.map((code) => ((code + hidden) / 512) * 2 ** (exponent - bias));
}

/** A float32 denormal as zero of its sign (D3D11.3 3.1.3.2). */
export function flushedFloat32(value: number): number {
  return value !== 0 && Math.abs(value) < 2 ** -126 ? Math.sign(value) * 0 : value;
}
