import type { AddressMode } from '../../../rtl-model/state/sampler.ts';

/** What `wrappedTexel` gives for the border. */
export const BORDER_TEXEL = -1;

function mod(i: number, size: number): number {
  return i - size * Math.floor(i / size);
}

function mirror(i: number): number {
  return i >= 0 ? i : -(1 + i);
}

function clamp(i: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, i));
}

/** The texel of an axis that an integer coordinate means (Vulkan: Wrapping Operation), or BORDER_TEXEL. */
export function wrappedTexel(i: number, size: number, mode: AddressMode): number {
  switch (mode) {
    case 'repeat':
      return mod(i, size);
    case 'mirrored_repeat':
      return size - 1 - mirror(mod(i, 2 * size) - size);
    case 'clamp_to_edge':
      return clamp(i, 0, size - 1);
    case 'clamp_to_border': {
      const clamped = clamp(i, -1, size);
      return clamped === size ? BORDER_TEXEL : clamped;
    }
    case 'mirror_clamp_to_edge':
      return clamp(mirror(i), 0, size - 1);
  }
}
