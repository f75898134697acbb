import type { AddressMode } from '../../../rtl-model/state/sampler.ts';

/**
 * Vulkan: Wrapping Operation, formula by formula.
 *
 * @param i any integer
 * @returns a texel of the axis; -1 or size where clamp_to_border leaves it
 */
export function wrapped(i: number, size: number, mode: AddressMode): number {
  switch (mode) {
    case 'repeat':
      return modulo(i, size);
    case 'mirrored_repeat':
      return size - 1 - mirror(modulo(i, 2 * size) - size);
    case 'clamp_to_edge':
      return clamp(i, 0, size - 1);
    case 'clamp_to_border':
      return clamp(i, -1, size);
    case 'mirror_clamp_to_edge':
      return clamp(mirror(i), 0, size - 1);
  }
}

function mirror(n: number): number {
  return n >= 0 ? n : -(1 + n);
}

function clamp(n: number, low: number, high: number): number {
  return n < low ? low : n > high ? high : n;
}

function modulo(n: number, m: number): number {
  return n - m * Math.floor(n / m);
}
