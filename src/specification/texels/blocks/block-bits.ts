/** A block's bits, from the lowest of its first byte on. */
export class BlockBits {
  private readonly block: bigint;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.block = bytes.reduceRight((value, byte) => (value << 8n) + BigInt(byte), 0n);
  }

  /** The next `count` bits, the first of them the lowest. */
  take(count: number): number {
    const value = (this.block >> BigInt(this.at)) & ((1n << BigInt(count)) - 1n);
    this.at += count;
    return Number(value);
  }
}

/** Weights of interpolation over 64, for indices of 2, 3 and 4 bits (D3D11.3 19.5.14.3). */
export const BPTC_WEIGHTS: Readonly<Record<number, readonly number[]>> = {
  2: [0, 21, 43, 64],
  3: [0, 9, 18, 27, 37, 46, 55, 64],
  4: [0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64],
};

/** Indices of the 16 texels; those at `fixUps` lack their highest bit, which is 0. */
export function takeIndices(bits: BlockBits, width: number, fixUps: readonly number[]): readonly number[] {
  return Array.from({ length: 16 }, (_, texel) => bits.take(fixUps.includes(texel) ? width - 1 : width));
}

/** A code widened to 8 bits, the highest bits repeated below. */
export function widenedCode(value: number, width: number): number {
  const shifted = value * 2 ** (8 - width);
  return shifted + Math.floor(shifted / 2 ** width);
}
