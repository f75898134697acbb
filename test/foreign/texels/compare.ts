import { halfPrecision, roundedInteger } from '../address/fixed-point.ts';
import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import { flushedFloat32 } from '../formats/decode-number.ts';
import type { FormatLayout } from '../formats/format-table.ts';
import type { CompareOp } from '../tables/records.ts';

/** The reference of a comparison: clamped, and in D3D11 a code of the format (D3D11.3 22.4.19; Vulkan: Depth Compare). */
export function comparisonReference(device: ForeignDevice, layout: FormatLayout, reference: number): number {
  const field = layout.fields.find((part) => part.component === 'd' || part.component === 0);
  const normalized = field === undefined || field.numeric === 'unorm';
  const unit = Math.min(Math.max(reference, 0), 1);
  if (!normalized) return faulty(device, 'compare_float_reference_clamped') ? unit : precise(device, reference);
  const clamped = faulty(device, 'compare_reference_not_clamped') ? reference : precise(device, unit);
  const rounding = device.settings.referenceRounding;
  const bits = faulty(device, 'compare_reference_eight_bits') ? 8 : (field?.bits ?? 16);
  const exact = rounding === 'none' || faulty(device, 'compare_reference_not_rounded');
  if ((exact && bits !== 8) || Number.isNaN(clamped) || Math.abs(clamped) > 1) return clamped;
  return roundedInteger(clamped * (2 ** bits - 1), rounding) / (2 ** bits - 1);
}

function precise(device: ForeignDevice, reference: number): number {
  return faulty(device, 'compare_reference_half_precision') ? halfPrecision(reference) : reference;
}

/** 1 where the reference, on the left, passes against the texel, and 0 where it fails. */
export function comparedTexel(device: ForeignDevice, op: CompareOp, reference: number, texel: number): number {
  const flushed = device.settings.comparedDenormal === 'flushed' && !faulty(device, 'compare_keeps_denormals');
  let [left, right] = flushed ? [flushedFloat32(reference), flushedFloat32(texel)] : [reference, texel];
  if (faulty(device, 'compare_operands_exchanged')) [left, right] = [right, left];
  if (faulty(device, 'compare_nan_passes') && (Number.isNaN(left) || Number.isNaN(right))) return 1;
  if (faulty(device, 'compare_infinity_fails') && [left, right].some((value) => Math.abs(value) === Infinity)) return 0;
  const passes = passed(device, op, left, right);
  return passes === faulty(device, 'compare_inverted') ? 0 : 1;
}

function passed(device: ForeignDevice, op: CompareOp, left: number, right: number): boolean {
  switch (op) {
    case 'never':
      return faulty(device, 'compare_never_as_always');
    case 'less':
      return faulty(device, 'compare_strict_lax') ? left <= right : left < right;
    case 'equal':
      return faulty(device, 'compare_equal_loose') ? Math.abs(left - right) < 0.01 : left === right;
    case 'less_or_equal':
      return faulty(device, 'compare_lax_strict') ? left < right : left <= right;
    case 'greater':
      return faulty(device, 'compare_strict_lax') ? left >= right : left > right;
    case 'not_equal':
      if (faulty(device, 'compare_not_equal_as_equal')) return left === right;
      return faulty(device, 'compare_equal_loose') ? Math.abs(left - right) >= 0.01 : left !== right;
    case 'greater_or_equal':
      return faulty(device, 'compare_lax_strict') ? left > right : left >= right;
    case 'always':
      return !faulty(device, 'compare_always_as_never');
  }
}
