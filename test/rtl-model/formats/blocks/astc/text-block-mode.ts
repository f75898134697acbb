/** The 2D block mode according to the text's table, row by row: a second derivation. */
export interface TextBlockMode {
  readonly width: number;
  readonly height: number;
  readonly dualPlane: boolean;
  /** The number of levels of a weight. */
  readonly levels: number;
  readonly bits: number;
}

const LOW_PRECISION = [0, 0, 2, 3, 4, 5, 6, 8];
const HIGH_PRECISION = [0, 0, 10, 12, 16, 20, 24, 32];

/** @returns undefined if the mode is reserved, a void extent, or illegal for the footprint */
export function textBlockMode(mode: number, footprintWidth: number, footprintHeight: number) {
  const [b0, b1, b2, b3, b4, , , b7, b8, b9, b10] = Array.from({ length: 11 }, (_, k) => (mode >> k) & 1);
  const fives = (mode >> 5) & 3;
  const sevens = (mode >> 7) & 3;
  const nines = (mode >> 9) & 3;
  let size: [number, number] | undefined;
  let rho = b4;
  let flags = true;
  if (b0 + b1 > 0) {
    rho += 2 * b0 + 4 * b1;
    if (b3 === 0 && b2 === 0) size = [sevens + 4, fives + 2];
    if (b3 === 0 && b2 === 1) size = [sevens + 8, fives + 2];
    if (b3 === 1 && b2 === 0) size = [fives + 2, sevens + 8];
    if (b3 === 1 && b2 === 1) size = b8 === 0 ? [fives + 2, b7 + 6] : [b7 + 2, fives + 2];
  } else if (b2 + b3 > 0) {
    rho += 2 * b2 + 4 * b3;
    if (sevens === 0) size = [12, fives + 2];
    if (sevens === 1) size = [fives + 2, 12];
    if (sevens === 2) size = [fives + 6, nines + 6];
    if (sevens === 2) flags = false;
    if (sevens === 3 && fives === 0) size = [6, 10];
    if (sevens === 3 && fives === 1) size = [10, 6];
  }
  if (!size || size[0] > footprintWidth || size[1] > footprintHeight) return undefined;
  const dualPlane = flags && b10 === 1;
  const levels = (flags && b9 === 1 ? HIGH_PRECISION : LOW_PRECISION)[rho];
  const weights = size[0] * size[1] * (dualPlane ? 2 : 1);
  const bits = textSequenceBits(levels, weights);
  if (weights > 64 || bits < 24 || bits > 96) return undefined;
  return { width: size[0], height: size[1], dualPlane, levels, bits };
}

/** The bits of `count` integers with the given number of levels (ASTC: Data Size Determination). */
export function textSequenceBits(levels: number, count: number): number {
  if (levels % 3 === 0) return Math.ceil((count * 8) / 5) + count * Math.log2(levels / 3);
  if (levels % 5 === 0) return Math.ceil((count * 7) / 3) + count * Math.log2(levels / 5);
  return count * Math.log2(levels);
}
