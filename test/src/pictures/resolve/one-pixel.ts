import { equalWeights, tapsOf } from '../../../../src/pictures/resolve/kernel.ts';
import type { ReciprocalPrecision } from '../../../../src/pictures/resolve/reciprocal.ts';
import { resolve, type ResolveMethod } from '../../../../src/pictures/resolve/resolve.ts';
import { randomNumbers } from '../../../pipeline/random-source.ts';
import type { Color } from './expected-color.ts';

/** Resolves one pixel with these samples; alpha is 1. */
export function resolvePixel(
  colors: readonly Color[],
  method: ResolveMethod,
  weights: readonly number[] = equalWeights(colors.length),
  reciprocal: ReciprocalPrecision = 'exact',
): Color {
  const values = Float32Array.from(colors.flatMap((color) => [...color, 1]));
  const picture = { width: 1, height: 1, samples: colors.length, values };
  const [r, g, b] = resolve(picture, { method, taps: tapsOf(weights), reciprocal }).values;
  return [r, g, b];
}

/** Random float32 colours, each component from 2^low to 2^high with every octave equally likely. */
export function randomColors(seed: number, low: number, high: number): (count: number) => Color[] {
  const random = randomNumbers(seed);
  const component = () => Math.fround(2 ** (low + (high - low) * random()));
  return (count) => Array.from({ length: count }, () => [component(), component(), component()] as const);
}

/** Random float32 weights that add up to 1, or a little less. */
export function randomWeights(seed: number): (count: number) => number[] {
  const random = randomNumbers(seed);
  return (count) => {
    const parts = Array.from({ length: count }, () => 0.05 + random());
    const whole = parts.reduce((a, b) => a + b) * (1 + 2 ** -20);
    return parts.map((part) => Math.fround(part / whole));
  };
}
