import type { AddressMode } from '../state/sampler.ts';

/** The result of `wrap` for a texel on the border. */
export const BORDER = -1;

/**
 * The texel that an index selects under an address mode (D3D11.3 7.18.9; Vulkan: Wrapping Operation).
 *
 * @param i any integer
 * @param size in texels, at least 1
 * @returns 0 to size - 1, or BORDER
 */
export function wrap(i: number, size: number, mode: AddressMode): number {
  if (i >= 0 && i < size) return i + 0;
  switch (mode) {
    case 'repeat':
      return modulo(i, size);
    case 'mirrored_repeat': {
      const period = modulo(i, 2 * size);
      return period < size ? period : 2 * size - 1 - period;
    }
    case 'clamp_to_edge':
      return Math.max(0, Math.min(i, size - 1));
    case 'clamp_to_border':
      return BORDER;
    case 'mirror_clamp_to_edge':
      return Math.min(i < 0 ? -1 - i : i, size - 1);
  }
}

function modulo(i: number, size: number): number {
  const rest = i % size;
  return rest < 0 ? rest + size : rest + 0;
}
