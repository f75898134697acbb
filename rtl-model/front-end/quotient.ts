import type { Steps } from '../steps/steps.ts';
import { truncated } from '../steps/truncated.ts';

/**
 * a / b with the significant bits of `unit` (truncation.ts), 1 to 24, as digit recurrence gives it: denormal operands count as
 * zeros, a quotient below 2^-126 is a zero and one from 2^128 on is infinite, both with its sign (D3D11.3 3.1.3). Zeros,
 * infinities and NaN divide as IEEE 754 says. The unit 0 means that the quotient is rounded to float32 once.
 *
 * @param a,b float32
 * @returns a float32
 */
export function quotient<V>(s: Steps<V>, a: V, b: V, unit: number): V {
  if (unit === 0) return s.float32.divide(a, b);
  // The float64 quotient of two 24-bit mantissas cuts to the same 24 bits as the exact one. A NaN has no leading bit.
  const whole = s.divide(s.flushed(s.double(a)), s.flushed(s.double(b)));
  const finite = s.less(s.absolute(whole), s.constant(Infinity, 'float64'));
  return s.single(s.flushed(s.select(finite, truncated(s, whole, unit), whole)));
}
