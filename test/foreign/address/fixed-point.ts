import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';

/**
 * A number at `bits` fraction bits (D3D11.3 3.2.4.1). 'late' and 'early' round up from 0.59 and from 0.41 of a step on,
 * within the 0.6 ULP that D3D11 allows. Thirty bits and more mean that nothing is dropped.
 */
export function fixedPoint(value: number, bits: number, rounding: string): number {
  if (bits >= 30 || !Number.isFinite(value)) return value;
  return roundedInteger(value * 2 ** bits, rounding) / 2 ** bits;
}

/** An integer near a number, by the name of a rounding. */
export function roundedInteger(scaled: number, rounding: string): number {
  switch (rounding) {
    case 'nearest_up':
    case 'nearest':
      return Math.floor(scaled + 0.5);
    case 'nearest_down':
      return Math.ceil(scaled - 0.5);
    case 'down':
      return Math.floor(scaled);
    case 'up':
      return Math.ceil(scaled);
    case 'late':
      return Math.floor(scaled + 0.41);
    case 'early':
      return Math.floor(scaled + 0.59);
    default: {
      const low = Math.floor(scaled);
      const rest = scaled - low;
      return rest === 0.5 ? low + (low % 2 === 0 ? 0 : 1) : Math.round(scaled);
    }
  }
}

/** A texel coordinate at the precision of the device. */
export function snappedCoordinate(device: ForeignDevice, value: number): number {
  if (faulty(device, 'coordinate_rounded_down')) return Math.floor(value);
  if (faulty(device, 'coordinate_truncated')) return fixedPoint(value, device.settings.subTexelBits, 'down');
  if (faulty(device, 'coordinate_few_bits')) return fixedPoint(value, 3, 'nearest_even');
  if (faulty(device, 'coordinate_seven_bits')) return fixedPoint(value, 7, 'nearest_even');
  if (faulty(device, 'coordinate_rounded_up')) return fixedPoint(value, device.settings.subTexelBits, 'up');
  return fixedPoint(value, device.settings.subTexelBits, device.settings.subTexelRounding);
}

/** A float16 nearest to a number, for faults that keep halves. */
export function halfPrecision(value: number): number {
  if (value === 0 || !Number.isFinite(value)) return value;
  const exponent = Math.max(Math.floor(Math.log2(Math.abs(value))), -14);
  const step = 2 ** (exponent - 10);
  return Math.round(value / step) * step;
}
