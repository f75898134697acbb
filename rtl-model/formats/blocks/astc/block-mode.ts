import { INTEGER_RANGES, sequenceBits } from './integer-sequence.ts';

/** The contents of the block mode of a 2D block: the layout of its weights (ASTC: Block Mode). */
export interface BlockMode {
  /** Grid size in weights along x and y, each at most the footprint's size in texels. */
  readonly gridWidth: number;
  readonly gridHeight: number;
  /** True if one component has weights of its own. */
  readonly dualPlane: boolean;
  /** Range of the stored weights, an index of INTEGER_RANGES. */
  readonly range: number;
  /** The number of integers in the weight sequence, both planes counted: at most 64. */
  readonly weights: number;
  /** Bits of the weight sequence, 24 to 96. */
  readonly weightBits: number;
}

/**
 * Layouts of ASTC 2D block mode, bit 10 first. D and P are as in the specification, W and H are fields of the grid
 * size, `a`, `b`, `c` are bits 0, 1, 2 of the range value. The two numbers are added to W and H.
 */
const LAYOUTS: readonly (readonly [pattern: string, width: number, height: number])[] = [
  ['DPWWHHa00cb', 4, 2],
  ['DPWWHHa01cb', 8, 2],
  ['DPHHWWa10cb', 2, 8],
  ['DP0HWWa11cb', 2, 6],
  ['DP1WHHa11cb', 2, 2],
  ['DP00HHacb00', 12, 2],
  ['DP01WWacb00', 2, 12],
  ['DP1100acb00', 6, 10],
  ['DP1101acb00', 10, 6],
  ['HH10WWacb00', 6, 6],
];

const MODE_BITS = 11;

/**
 * The modes of a footprint by the block's 11 lowest bits. An entry is undefined if the mode is reserved or a void
 * extent, or if the grid exceeds the footprint, 64 weights, or 24 to 96 bits (ASTC: Illegal Encodings).
 */
export function blockModes(width: number, height: number): readonly (BlockMode | undefined)[] {
  modes ??= Array.from({ length: 2 ** MODE_BITS }, (_, bits) => blockMode(bits));
  return modes.map((mode) => (mode && isLegal(mode, width, height) ? mode : undefined));
}

/** The modes of any footprint, which most programs never need: made for the first block. */
let modes: readonly (BlockMode | undefined)[] | undefined;

function blockMode(bits: number): BlockMode | undefined {
  for (const [pattern, width, height] of LAYOUTS) {
    if (!matches(pattern, bits)) continue;
    const value = 4 * field(pattern, 'c', bits) + 2 * field(pattern, 'b', bits) + field(pattern, 'a', bits);
    if (value < 2) continue;
    const gridWidth = width + field(pattern, 'W', bits);
    const gridHeight = height + field(pattern, 'H', bits);
    const dualPlane = field(pattern, 'D', bits) === 1;
    // The low-precision ranges are the six smallest, the high-precision ranges are the next six.
    const range = value - 2 + 6 * field(pattern, 'P', bits);
    const weights = gridWidth * gridHeight * (dualPlane ? 2 : 1);
    const weightBits = sequenceBits(INTEGER_RANGES[range], weights);
    return Object.freeze({ gridWidth, gridHeight, dualPlane, range, weights, weightBits });
  }
  return undefined;
}

function isLegal(mode: BlockMode, width: number, height: number): boolean {
  const { gridWidth, gridHeight, weights, weightBits } = mode;
  return gridWidth <= width && gridHeight <= height && weights <= 64 && weightBits >= 24 && weightBits <= 96;
}

function matches(pattern: string, bits: number): boolean {
  return Array.from(pattern).every((c, k) => (c !== '0' && c !== '1') || Number(c) === bitAt(bits, k));
}

/** The bits that `letter` marks, as one number; 0 if the pattern lacks the letter. */
function field(pattern: string, letter: string, bits: number): number {
  return Array.from(pattern).reduce((value, c, k) => (c === letter ? 2 * value + bitAt(bits, k) : value), 0);
}

function bitAt(bits: number, k: number): number {
  return (bits >> (MODE_BITS - 1 - k)) & 1;
}
