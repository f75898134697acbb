/** Random choices that are the same for the same non-zero seed (xorshift of 32 bits, 13 17 5). */
export class SeededBits {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** 0 to 2^32 - 1. */
  next(): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    this.state >>>= 0;
    return this.state;
  }

  /** 0 to n - 1. */
  below(n: number): number {
    return this.next() % n;
  }

  /** From `from` to `to`, the upper end left out. */
  between(from: number, to: number): number {
    return from + (this.next() / 2 ** 32) * (to - from);
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)];
  }
}
