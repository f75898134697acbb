import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import { halfPrecision } from '../address/fixed-point.ts';
import type { FormatLayout } from '../formats/format-table.ts';
import type { ReductionMode, Vector4 } from '../tables/records.ts';

/** A value of a filter and its weight. */
export interface WeightedValue {
  readonly weight: number;
  readonly value: Vector4;
}

/** A component of a weighted average, a minimum or a maximum (Vulkan: Texel Linear Filtering; D3D11.3 7.18.8). */
export function combineValues(
  device: ForeignDevice,
  values: readonly WeightedValue[],
  reduction: ReductionMode,
): Vector4 {
  const mode = wrongReduction(device, reduction);
  if ((mode === 'min' || mode === 'max') && faulty(device, 'reduction_of_first_component')) {
    return extremeOfRed(device, values, mode);
  }
  return [0, 1, 2, 3].map((component) => {
    const entries = values.map(({ weight, value }) => [weight, value[component]] as const);
    if (mode === 'min' || mode === 'max') return extreme(device, entries, mode);
    const average = withinTexels(device, entries, weightedAverage(device, entries));
    if (mode !== 'weighted_average_rangeclamp' || faulty(device, 'cubic_range_not_clamped')) return average;
    if (faulty(device, 'cubic_range_of_unit')) return Math.min(Math.max(average, 0), 1);
    const least = extreme(device, entries, 'min');
    return Math.min(Math.max(average, least), extreme(device, entries, 'max'));
  }) as Vector4;
}

/** The texel whose first component is the least or greatest. */
function extremeOfRed(device: ForeignDevice, values: readonly WeightedValue[], mode: 'min' | 'max'): Vector4 {
  const red = extreme(
    device,
    values.map(({ weight, value }) => [weight, value[0]] as const),
    mode,
  );
  return values.find(({ weight, value }) => weight !== 0 && Object.is(value[0], red))?.value ?? values[0].value;
}

function wrongReduction(device: ForeignDevice, mode: ReductionMode): ReductionMode {
  const extremes = mode === 'min' || mode === 'max';
  if (extremes && faulty(device, 'reduction_averages')) return 'weighted_average';
  if (extremes && faulty(device, 'reduction_exchanged')) return mode === 'min' ? 'max' : 'min';
  return mode;
}

/** D3D11 filters stay between the least and the greatest texel, whatever their rounding (D3D11.3 7.18.16.3). */
function withinTexels(device: ForeignDevice, entries: readonly (readonly [number, number])[], average: number): number {
  if (device.text === 'vulkan' || device.settings.filterArithmetic === 'exact' || device.faults.size > 0)
    return average;
  const values = entries.filter(([weight]) => weight !== 0).map(([, value]) => value);
  if (Number.isNaN(average) || values.some(Number.isNaN)) return average;
  return Math.min(Math.max(average, Math.min(...values)), Math.max(...values));
}

function weightedAverage(device: ForeignDevice, entries: readonly (readonly [number, number])[]): number {
  const { zeroWeight, filterArithmetic } = device.settings;
  const exact = filterArithmetic === 'exact';
  let sum = -0;
  for (const [weight, value] of entries) {
    if (weight === 0 && zeroWeight === 'skipped') continue;
    if (Number.isNaN(value) && faulty(device, 'filter_drops_nan')) continue;
    const finite = Math.abs(value) === Infinity && faulty(device, 'filter_infinity_finite');
    const term = weight * (finite ? Math.sign(value) * 65504 : value);
    sum = exact ? sum + term : Math.fround(sum + (filterArithmetic === 'float32_sum' ? Math.fround(term) : term));
  }
  return sum;
}

/** The least or greatest value of those with a weight other than zero. */
function extreme(device: ForeignDevice, entries: readonly (readonly [number, number])[], mode: 'min' | 'max'): number {
  const counted = entries.filter(([weight]) => weight !== 0 || faulty(device, 'reduction_counts_zero_weights'));
  let chosen: number | null = null;
  for (const [, value] of counted) {
    if (chosen === null) chosen = value;
    else if (Number.isNaN(chosen) || Number.isNaN(value)) {
      if (device.settings.reductionNan === 'nan' || faulty(device, 'reduction_nan_wins')) chosen = NaN;
      else if (Number.isNaN(chosen)) chosen = value;
    } else if (isBeyond(device, value, chosen, mode)) chosen = value;
    else if (value === 0 && chosen === 0 && device.settings.reductionZero === 'signed') {
      chosen = mode === 'min' ? Math.min(value, chosen) : Math.max(value, chosen);
    }
  }
  return Number.isNaN(chosen) && faulty(device, 'reduction_nan_as_zero') ? 0 : (chosen ?? 0);
}

function isBeyond(device: ForeignDevice, value: number, chosen: number, mode: 'min' | 'max'): boolean {
  const size = (number: number): number => (faulty(device, 'reduction_of_magnitude') ? Math.abs(number) : number);
  return mode === 'min' ? size(value) < size(chosen) : size(value) > size(chosen);
}

/** A result at the precision of a fixed-point filter (D3D11.3 7.18.16.2). */
export function roundResult(device: ForeignDevice, layout: FormatLayout, value: Vector4, filtered: boolean): Vector4 {
  const { numeric } = layout;
  const normalized = numeric === 'unorm' || numeric === 'snorm';
  return value.map((component, n) => {
    let result = component;
    if (faulty(device, 'result_half_precision') && Number.isFinite(result)) result = Math.round(result * 2048) / 2048;
    if (faulty(device, 'result_few_bits') && filtered && normalized) result = Math.round(result * 63) / 63;
    if (faulty(device, 'result_clamped_to_one')) result = Math.min(Math.max(result, 0), 1);
    if (faulty(device, 'result_clamped_to_zero')) result = Math.max(result, 0);
    if (filtered && device.settings.smallFloatFilter === 'half' && isSmallFloat(layout)) result = halfPrecision(result);
    if (normalized && filtered) result = atFormatPrecision(device, layout, result, n);
    if (numeric === 'snorm' && !faulty(device, 'snorm_unclamped')) result = Math.max(result, -1);
    return Number.isNaN(result) ? result : Math.fround(result);
  }) as Vector4;
}

/** True for formats whose components are floats of 9 to 16 bits, those of blocks included. */
function isSmallFloat({ name, fields }: FormatLayout): boolean {
  return /[su]float/.test(name) && !fields.some(({ bits }) => bits === 32);
}

/**
 * The value at so many bits that a texel of constant colour keeps its value. Texels of blocks lie between codes: their
 * tolerance is that of the decoder alone (D3D11.3 19.5.2).
 */
function atFormatPrecision(device: ForeignDevice, layout: FormatLayout, value: number, component: number): number {
  const extra = device.settings.fixedFilterBits;
  const own = layout.fields.find((field) => field.component === component)?.bits;
  if (extra === 99 || own === undefined) return value;
  const most = Math.max(own, ...layout.fields.filter((field) => field.component !== 'x').map((field) => field.bits));
  const signed = layout.numeric === 'snorm' ? 1 : 0;
  const steps = (2 ** (own - signed) - 1) * 2 ** (most - own + extra);
  const bits = steps * (most > own ? 2 : 1);
  return Math.round(value * bits) / bits;
}
