import type { AddressMode } from '../state/sampler.ts';
import type { Steps } from '../steps/steps.ts';

/**
 * The step that brings a normalized coordinate near the image before it is scaled (D3D11.3 7.18.6), so that tiling costs no
 * integer bits: the period that is taken off, or a clamp to [-10, 10].
 */
export type RangeReduction = 'none' | 'repeat' | 'mirror' | 'clamp';

/** The coordinate at which clamping modes stop: far enough out for every texel offset. */
export const REDUCED_LIMIT = 10;

/** The reduction that leaves the texels chosen by the address mode what they are. */
export function reductionOf(mode: AddressMode): RangeReduction {
  switch (mode) {
    case 'repeat':
      return 'repeat';
    case 'mirrored_repeat':
      return 'mirror';
    case 'clamp_to_edge':
    case 'clamp_to_border':
    case 'mirror_clamp_to_edge':
      return 'clamp';
  }
}

/**
 * The whole periods in u that a reduction takes off: an integer, float32. frac(u) is u - wholePeriods(u) for `repeat`,
 * signedFrac(u / 2) * 2 is that for `mirror`.
 *
 * @param u finite, float32
 */
export function wholePeriods<V>(s: Steps<V>, u: V, reduction: RangeReduction): V {
  if (reduction === 'repeat') return s.floor(u);
  return reduction === 'mirror' ? s.truncate(u, 2) : s.constant(0, 'float32');
}

/** u within [-10, 10], of float32; NaN passes. */
export function clampCoordinate<V>(s: Steps<V>, u: V): V {
  return s.held(u, -REDUCED_LIMIT, REDUCED_LIMIT);
}
