import { randomBits } from './random.ts';

/** Seeded random choices for tests. */
export class Dice {
  /** 32 random bits, 0 to 2^32 - 1. */
  readonly bits: () => number;

  constructor(seed: number) {
    this.bits = randomBits(seed);
  }

  /** An integer from `from` to `to`, both included. */
  integer(from: number, to: number): number {
    return from + (this.bits() % (to - from + 1));
  }

  /** A number in [from, to). */
  real(from: number, to: number): number {
    return from + (this.bits() / 2 ** 32) * (to - from);
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.bits() % choices.length];
  }

  chance(probability: number): boolean {
    return this.real(0, 1) < probability;
  }

  /** Any float32 pattern: denormals, infinities and NaN among them. */
  float32(): number {
    return new Float32Array(Uint32Array.of(this.bits()).buffer)[0];
  }
}
