import type { AddressMode } from '../../../rtl-model/state/sampler.ts';

/** The result of `wrappedTexel` for a coordinate that takes the border colour. */
export const BORDER_TEXEL = -1;

/**
 * The texel of an axis that an integer coordinate selects, or BORDER_TEXEL (Vulkan: Wrapping Operation; D3D11.3
 * 7.18.9).
 *
 * @param i any integer
 */
export function wrappedTexel(i: number, size: number, mode: AddressMode): number {
  switch (mode) {
    case 'repeat':
      return modulo(i, size);
    case 'mirrored_repeat':
      return size - 1 - mirror(modulo(i, 2 * size) - size);
    case 'clamp_to_edge':
      return clamp(i, 0, size - 1);
    case 'clamp_to_border':
      return i >= 0 && i < size ? i : BORDER_TEXEL;
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
