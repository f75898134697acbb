import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import type { AddressMode } from '../tables/records.ts';

/** The remainder whose sign is that of the divisor. */
function modulo(value: number, size: number): number {
  const rest = value % size;
  return rest < 0 ? rest + size : rest + 0;
}

/** mirror(n) (Vulkan: Wrapping Operation). */
function mirror(device: ForeignDevice, index: number): number {
  return index >= 0 ? index : -(index + (faulty(device, 'mirror_skips_edge') ? 0 : 1));
}

function clampIndex(index: number, size: number): number {
  return Math.min(Math.max(index, 0), size - 1);
}

/** The texel that an index selects along an axis, or null for the border (Vulkan: Wrapping Operation; D3D11.3 7.18.9). */
export function wrapIndex(device: ForeignDevice, mode: AddressMode, index: number, size: number): number | null {
  switch (wrongMode(device, mode)) {
    case 'repeat':
      return repeated(device, index, size);
    case 'mirrored_repeat':
      return mirrored(device, index, size);
    case 'clamp_to_edge':
      if (faulty(device, 'clamp_one_short')) return Math.min(Math.max(index, 0), Math.max(size - 2, 0));
      return clampIndex(index, size);
    case 'clamp_to_border':
      if (faulty(device, 'border_low_side_clamped') && index < 0) return 0;
      if (faulty(device, 'border_high_side_clamped') && index >= size) return size - 1;
      if (faulty(device, 'border_one_late') && (index === -1 || index === size)) return clampIndex(index, size);
      return index >= 0 && index < size ? index : null;
    case 'mirror_clamp_to_edge':
      if (faulty(device, 'mirror_once_far_repeats')) return modulo(mirror(device, index), size);
      return clampIndex(mirror(device, index), size);
  }
}

function repeated(device: ForeignDevice, index: number, size: number): number {
  if (faulty(device, 'repeat_negative_clamped') && index < 0) return 0;
  if (faulty(device, 'repeat_far_clamped') && (index < -size || index >= 2 * size)) return clampIndex(index, size);
  if (faulty(device, 'repeat_by_power_of_two')) {
    return Math.min(modulo(index, 2 ** Math.ceil(Math.log2(size))), size - 1);
  }
  if (faulty(device, 'repeat_one_long')) return Math.min(modulo(index, size + 1), size - 1);
  return modulo(index, size);
}

function mirrored(device: ForeignDevice, index: number, size: number): number {
  if (faulty(device, 'mirror_period_short')) {
    const period = Math.max(2 * size - 2, 1);
    const place = modulo(index, period);
    return place < size ? place : period - place;
  }
  if (faulty(device, 'mirror_far_repeats') && (index < -size || index >= 2 * size)) return modulo(index, size);
  const shifted = faulty(device, 'mirror_starts_flipped') ? index + size : index;
  return size - 1 - mirror(device, modulo(shifted, 2 * size) - size);
}

function wrongMode(device: ForeignDevice, mode: AddressMode): AddressMode {
  if (faulty(device, 'repeat_as_clamp') && mode === 'repeat') return 'clamp_to_edge';
  if (faulty(device, 'mirror_as_repeat') && mode === 'mirrored_repeat') return 'repeat';
  if (faulty(device, 'border_as_edge') && mode === 'clamp_to_border') return 'clamp_to_edge';
  if (faulty(device, 'edge_as_border') && mode === 'clamp_to_edge') return 'clamp_to_border';
  if (faulty(device, 'mirror_once_as_clamp') && mode === 'mirror_clamp_to_edge') return 'clamp_to_edge';
  if (faulty(device, 'mirror_once_as_mirror') && mode === 'mirror_clamp_to_edge') return 'mirrored_repeat';
  return mode;
}

/** The modes of the three axes, which faults mix up. */
export function axisModes(device: ForeignDevice, modes: readonly AddressMode[]): readonly AddressMode[] {
  if (faulty(device, 'address_mode_u_for_all')) return [modes[0], modes[0], modes[0]];
  if (faulty(device, 'address_modes_exchanged')) return [modes[1], modes[0], modes[2]];
  if (faulty(device, 'address_mode_w_repeats')) return [modes[0], modes[1], 'repeat'];
  return modes;
}
