import { blockBits } from '../bits.ts';

/** The range of the integers of a sequence: 0 to base * 2^bits - 1 (ASTC: Integer Sequence Encoding). */
export interface IntegerRange {
  readonly largest: number;
  /** The digit above the bits: a trit (3), a quint (5) or none (1). */
  readonly base: 1 | 3 | 5;
  readonly bits: number;
}

/** The ranges of the format, ascending: 0..1, 0..2, 0..3, 0..4, 0..5, 0..7, 0..9 and so on to 0..255. */
export const INTEGER_RANGES: readonly IntegerRange[] = [
  ...Array.from({ length: 8 }, (_, n) => integerRange(1, n + 1)),
  ...Array.from({ length: 7 }, (_, n) => integerRange(3, n)),
  ...Array.from({ length: 6 }, (_, n) => integerRange(5, n)),
].sort((a, b) => a.largest - b.largest);

function integerRange(base: 1 | 3 | 5, bits: number): IntegerRange {
  return Object.freeze({ largest: base * 2 ** bits - 1, base, bits });
}

/** The width of `count` integers in bits: 8 for 5 trits, 7 for 3 quints, rounded up (ASTC: Data Size Determination). */
export function sequenceBits({ base, bits }: IntegerRange, count: number): number {
  const digits = base === 3 ? Math.ceil((8 * count) / 5) : base === 5 ? Math.ceil((7 * count) / 3) : 0;
  return digits + count * bits;
}

/** The packing of the trits or quints of a group. */
interface Packing {
  /** The number of packed-digit bits that follow the low bits of each integer of the group. */
  readonly pieces: readonly number[];
  /** The group's digits for each packed value, the first integer's first. */
  readonly digits: Uint8Array;
}

const PACKINGS: Readonly<Record<IntegerRange['base'], Packing>> = {
  1: { pieces: [0], digits: Uint8Array.of(0) },
  3: { pieces: [2, 2, 1, 2, 1], digits: digitTable(8, trits) },
  5: { pieces: [3, 2, 2], digits: digitTable(7, quints) },
};

function digitTable(packedBits: number, digits: (packed: number) => readonly number[]): Uint8Array {
  return Uint8Array.from(Array.from({ length: 2 ** packedBits }, (_, packed) => digits(packed)).flat());
}

/** The trits t0 to t4 of T[7:0] (ASTC: Integer Sequence Encoding). */
function trits(t: number): number[] {
  const fourth = (t & 0b11100) === 0b11100 ? [2, 2] : (t & 0x60) === 0x60 ? [t >> 7, 2] : [(t >> 5) & 3, t >> 7];
  const c = (t & 0b11100) === 0b11100 ? ((t >> 3) & 0b11100) | (t & 3) : t & 0b11111;
  if ((c & 3) === 3) return [exclusive(c >> 2), (c >> 4) & 1, 2, ...fourth];
  if ((c & 0b1100) === 0b1100) return [c & 3, 2, 2, ...fourth];
  return [exclusive(c), (c >> 2) & 3, c >> 4, ...fourth];
}

/** The digit { x[1], x[0] & ~x[1] }: 0, 1 or 2. */
function exclusive(x: number): number {
  return x & 2 ? 2 : x & 1;
}

/** The quints q0 to q2 of Q[6:0] (ASTC: Integer Sequence Encoding). */
function quints(q: number): number[] {
  if ((q & 0b110) === 0b110 && q >> 5 === 0) return [4, 4, q & 1 ? 4 : (q >> 3) & 3];
  const last = (q & 0b110) === 0b110 ? 4 : q >> 5;
  const c = last === 4 ? (q & 0b11000) | ((~(q >> 5) & 3) << 1) | (q & 1) : q & 0b11111;
  return (c & 0b111) === 0b101 ? [c >> 3, 4, last] : [c & 0b111, c >> 3, last];
}

/**
 * Reads a sequence. Bits that its last group lacks are 0.
 *
 * @param first the sequence's first bit in the block at bytes[from]
 * @param values destination of the integers, each 0 to range.largest
 */
export function readSequence(
  bytes: Uint8Array,
  from: number,
  first: number,
  range: IntegerRange,
  count: number,
  values: Uint8Array,
): void {
  const { bits, base } = range;
  const { pieces, digits } = PACKINGS[base];
  let at = first;
  for (let start = 0; start < count; start += pieces.length) {
    const group = Math.min(pieces.length, count - start);
    let packed = 0;
    let packedBits = 0;
    for (let k = 0; k < group; k++) {
      values[start + k] = blockBits(bytes, from, at, bits);
      packed |= blockBits(bytes, from, at + bits, pieces[k]) << packedBits;
      packedBits += pieces[k];
      at += bits + pieces[k];
    }
    if (base === 1) continue;
    for (let k = 0; k < group; k++) values[start + k] |= digits[packed * pieces.length + k] << bits;
  }
}
