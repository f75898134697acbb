import type { Steps } from './steps.ts';

/** A finite float64 with the significant bits of `unit` (`unitOf`), the lower ones cut off towards zero. */
export function truncated<V>(s: Steps<V>, x: V, unit: number): V {
  return unit === 0 ? x : s.cutBelow(x, s.multiply(s.leadingBit(x), s.constant(unit, 'float64')));
}
