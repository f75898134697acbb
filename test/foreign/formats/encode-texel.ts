import { roundedInteger } from '../address/fixed-point.ts';
import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import type { Vector4 } from '../tables/records.ts';
import { bitsOfFloat32 } from './decode-number.ts';
import type { FormatField, FormatLayout } from './format-table.ts';

/** The bytes of a texel that is written (Vulkan: Fixed-Point Data Conversions; D3D11.3 3.2.2, 3.2.3). */
export function encodeTexel(device: ForeignDevice, layout: FormatLayout, texel: Vector4): Uint8Array {
  const bytes = new Uint8Array(layout.bytes);
  const source: Vector4 = faulty(device, 'write_red_blue_exchanged') ? [texel[2], texel[1], texel[0], texel[3]] : texel;
  for (const field of layout.fields) {
    if (typeof field.component !== 'number') continue;
    const value = field.component === 3 && faulty(device, 'write_alpha_dropped') ? 0 : source[field.component];
    writeBits(bytes, field.start, field.bits, encodeField(device, field, value));
  }
  return bytes;
}

function writeBits(bytes: Uint8Array, start: number, count: number, code: number): void {
  for (let bit = 0; bit < count; bit++) {
    if (Math.floor(code / 2 ** bit) % 2 === 1) bytes[(start + bit) >> 3] |= 1 << ((start + bit) & 7);
  }
}

function encodeField(device: ForeignDevice, field: FormatField, value: number): number {
  const { bits, numeric } = field;
  switch (numeric) {
    case 'unorm':
      return normalizedCode(device, value, 0, 2 ** bits - 1);
    case 'snorm': {
      const low = faulty(device, 'write_snorm_negatives_zero') ? 0 : -1;
      const code = normalizedCode(device, value, low, 2 ** (bits - 1) - 1);
      return code < 0 ? code + 2 ** bits : code;
    }
    case 'uint':
      return integerCode(
        device,
        value,
        0,
        2 ** (faulty(device, 'write_integer_clamped_as_signed') ? bits - 1 : bits) - 1,
        bits,
      );
    case 'sint':
      return integerCode(device, value, -(2 ** (bits - 1)), 2 ** (bits - 1) - 1, bits);
    default:
      if (bits === 32)
        return bitsOfFloat32(faulty(device, 'write_float_low_bits_lost') ? Math.round(value * 256) / 256 : value);
      return smallFloatCode(device, value, bits, numeric === 'sfloat');
  }
}

/** A code of a normalized format; NaN is zero (D3D11.3 3.2.3.4, 3.2.3.6). */
function normalizedCode(device: ForeignDevice, value: number, low: number, most: number): number {
  if (Number.isNaN(value)) return faulty(device, 'write_nan_as_one') ? most : 0;
  const clamped = faulty(device, 'write_not_clamped') ? value : Math.min(Math.max(value, low), 1);
  const scaled = clamped * most;
  const mode = device.settings.writtenCode;
  if (faulty(device, 'write_code_one_off')) return Math.min(Math.round(scaled) + 1, most);
  if (faulty(device, 'write_code_truncated')) return Math.trunc(scaled);
  const code = Math.sign(scaled) * roundedInteger(Math.abs(scaled), mode);
  return faulty(device, 'write_not_clamped') ? Math.abs(code % (most + 1)) : code;
}

function integerCode(device: ForeignDevice, value: number, low: number, high: number, bits: number): number {
  const wraps = device.settings.writtenInteger === 'wrapped' || faulty(device, 'write_integer_wraps');
  const seen = faulty(device, 'write_integer_as_float') ? Math.fround(value) : value;
  const limited = wraps ? seen : Math.min(Math.max(seen, low), high);
  return ((limited % 2 ** bits) + 2 ** bits) % 2 ** bits;
}

/** A float of 16, 11 or 10 bits (Vulkan: Floating-Point Format Conversions; D3D11.3 3.2.2). */
function smallFloatCode(device: ForeignDevice, value: number, bits: number, signed: boolean): number {
  const fractionBits = bits - (signed ? 6 : 5);
  const negative = (value < 0 || Object.is(value, -0)) && !faulty(device, 'write_half_sign_lost');
  const sign = signed && negative ? 2 ** (bits - 1) : 0;
  const infinity = 31 * 2 ** fractionBits;
  if (Number.isNaN(value)) return faulty(device, 'write_nan_as_infinity') ? infinity : infinity + 1;
  if (!signed && value <= 0 && !faulty(device, 'write_small_float_negative_kept')) return 0;
  const magnitude = Math.abs(value);
  if (magnitude === Infinity) return sign + infinityCode(device, infinity);
  if (magnitude < 2 ** -14 && faulty(device, 'write_half_denormal_flushed')) return sign;
  const exponent = Math.max(Math.floor(Math.log2(magnitude)), -14);
  const scaled = magnitude / 2 ** (exponent - fractionBits);
  const mode = device.settings.writtenFloat;
  const rounding = mode === 'toward_zero' ? 'down' : mode === 'away' ? 'up' : 'nearest_even';
  const wrong = faulty(device, 'write_half_to_nearest') ? 'nearest_even' : rounding;
  const rounded = roundedInteger(scaled, faulty(device, 'write_half_rounded_up') ? 'up' : wrong);
  const code = magnitude === 0 ? 0 : rounded + (exponent + 14) * 2 ** fractionBits;
  if (code < infinity) return sign + code;
  const saturates = device.settings.writtenOverflow === 'largest' && !faulty(device, 'write_half_overflows');
  return sign + (saturates ? infinity - 1 : infinity);
}

function infinityCode(device: ForeignDevice, infinity: number): number {
  if (faulty(device, 'write_infinity_as_zero')) return 0;
  return faulty(device, 'write_infinity_as_largest') ? infinity - 1 : infinity;
}
