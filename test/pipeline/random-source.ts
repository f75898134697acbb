import { randomBits } from '../oracle/random.ts';

/** Numbers in [0, 1), the same sequence for the same seed. */
export type RandomSource = () => number;

export function randomNumbers(seed: number): RandomSource {
  const bits = randomBits(seed);
  return () => bits() / 2 ** 32;
}

export function pick<Choice>(random: RandomSource, choices: readonly Choice[]): Choice {
  return choices[Math.floor(random() * choices.length)];
}
