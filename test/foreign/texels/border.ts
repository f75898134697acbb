import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import type { SparseComponents } from '../formats/decode-texel.ts';
import { flushedFloat32, linearFromSrgb } from '../formats/decode-number.ts';
import type { FormatLayout } from '../formats/format-table.ts';
import { formatLayout, isIntegerFormat } from '../formats/format-table.ts';
import { zeroTexel } from '../formats/texel-store.ts';
import type { ForeignSampler, ForeignView, Vector4 } from '../tables/records.ts';
import { BITS_OF_ONE } from './components.ts';

/** The texel that stands for the border, with the components that the format has. */
export function borderTexel(device: ForeignDevice, view: ForeignView, sampler: ForeignSampler): SparseComponents {
  const layout = formatLayout(view.format);
  const present = zeroTexel(device, layout, view.aspect);
  const color = borderColor(device, view, sampler);
  const integer = isIntegerFormat(view.format, view.aspect);
  if (view.aspect === 'stencil') return [color[stencilSource(device, sampler)], undefined, undefined, undefined];
  if (view.aspect === 'depth') {
    const value = color[faulty(device, 'border_depth_from_alpha') ? 3 : 0];
    return [roundedBorder(device, layout, 0, value), undefined, undefined, undefined];
  }
  const all = faulty(device, 'border_missing_components');
  return present.map((value, component) => {
    if (value === undefined && !all) return undefined;
    const red = layout.name === 'a8_unorm' && faulty(device, 'border_alpha_format_from_red');
    const border = color[red ? 0 : component];
    if (integer && border === 1 && faulty(device, 'border_integer_as_float_bits')) return BITS_OF_ONE;
    return integer ? border : roundedBorder(device, layout, component, border);
  });
}

/** S = B_g may replace S = B_r (Vulkan: Border Texel Components After Replacement, note 2). */
function stencilSource(device: ForeignDevice, sampler: ForeignSampler): number {
  if (faulty(device, 'border_stencil_from_alpha')) return 3;
  if (faulty(device, 'border_stencil_from_green')) return 1;
  const free = sampler.border.kind === 'custom' && sampler.border.format === null;
  return free && device.settings.stencilBorder === 'g' ? 1 : 0;
}

function borderColor(device: ForeignDevice, view: ForeignView, sampler: ForeignSampler): Vector4 {
  const { kind } = sampler.border;
  const color: Vector4 = [...sampler.border.color];
  if (faulty(device, 'border_always_transparent')) return [0, 0, 0, 0];
  if (faulty(device, 'border_custom_ignored') && kind === 'custom') return [0, 0, 0, 0];
  if (faulty(device, 'border_alpha_zero')) color[3] = 0;
  if (faulty(device, 'border_red_blue_swapped')) [color[0], color[2]] = [color[2], color[0]];
  if (faulty(device, 'border_integer_white_saturated') && kind === 'int_opaque_white') return [255, 255, 255, 255];
  if (kind !== 'custom' && device.settings.blackBorderSwap) {
    if (view.format.startsWith('b4g4r4a4')) [color[2], color[3]] = [color[3], color[2]];
    if (view.format.startsWith('r4g4b4a4')) [color[0], color[3]] = [color[3], color[0]];
  }
  return color;
}

/** A component of the border within the range of the format, and at the precision of the freedom. */
function roundedBorder(device: ForeignDevice, layout: FormatLayout, component: number, value: number): number {
  let border = value;
  const low = layout.numeric === 'snorm' && !faulty(device, 'border_snorm_clamped_at_zero') ? -1 : 0;
  const normalized = ['unorm', 'snorm', 'srgb'].includes(layout.numeric);
  if (faulty(device, 'border_custom_four_bits')) border = Math.round(border * 15) / 15;
  if (layout.numeric.endsWith('float') && faulty(device, 'border_float_clamped')) {
    border = Math.min(Math.max(border, 0), 1);
  }
  if (normalized && !faulty(device, 'border_unclamped')) border = Math.min(Math.max(border, low), 1);
  if (layout.numeric === 'srgb' && component < 3 && faulty(device, 'border_decoded')) return linearFromSrgb(border);
  if (device.settings.borderDenormal === 'flushed') border = flushedFloat32(border);
  const rounding = device.settings.borderRounding;
  if (!normalized || layout.numeric === 'srgb' || rounding === 'none' || border === 0 || Math.abs(border) === 1) {
    return border;
  }
  const bits = layout.fields.find((field) => field.component === component || component === 0)?.bits ?? 8;
  const most = layout.numeric === 'snorm' ? 2 ** (bits - 1) - 1 : 2 ** bits - 1;
  const round = rounding === 'up' ? Math.ceil : rounding === 'down' ? Math.floor : Math.round;
  return round(border * most) / most;
}
