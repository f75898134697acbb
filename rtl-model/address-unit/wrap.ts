import type { AddressMode } from '../state/sampler.ts';
import { PLAIN } from '../steps/plain-steps.ts';
import type { Steps } from '../steps/steps.ts';

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
      return tiled(PLAIN, i, size, size);
    case 'mirrored_repeat':
      return tiled(PLAIN, i, size, 2 * size);
    case 'clamp_to_edge':
      return clampedToEdge(PLAIN, i, size);
    case 'clamp_to_border':
      return BORDER;
    case 'mirror_clamp_to_edge':
      return clampedToEdge(PLAIN, mirroredOnce(PLAIN, i), size);
  }
}

/** True for an index in a period that the address mode mirrors. */
export function isMirrored(i: number, size: number, mode: AddressMode): boolean {
  if (mode === 'mirror_clamp_to_edge') return i < 0;
  return mode === 'mirrored_repeat' && isSecondImage(PLAIN, i, size) !== 0;
}

// The description.

/** The remainder of an index by the period, 0 to period - 1. */
function inPeriod<V>(s: Steps<V>, i: V, period: V): V {
  const images = s.saturated(s.floor(s.divide(s.double(i), s.double(period))), -(2 ** 30), 2 ** 30);
  return s.subtract(i, s.multiply(images, period));
}

/** True for an index in every second image, those on either side of the first one among them. */
export function isSecondImage<V>(s: Steps<V>, i: V, size: V): V {
  return s.not(s.less(inPeriod(s, i, s.add(size, size)), size));
}

/** @param period the size, or twice the size where every second image is mirrored */
export function tiled<V>(s: Steps<V>, i: V, size: V, period: V): V {
  const rest = inPeriod(s, i, period);
  return s.select(s.less(rest, size), rest, s.subtract(s.subtract(period, s.constant(1)), rest));
}

export function clampedToEdge<V>(s: Steps<V>, i: V, size: V): V {
  return s.greatest(s.constant(0), s.least(s.subtract(size, s.constant(1)), i));
}

/** The index that a mirror before the first texel gives. */
export function mirroredOnce<V>(s: Steps<V>, i: V): V {
  return s.select(s.less(i, s.constant(0)), s.subtract(s.constant(-1), i), i);
}
