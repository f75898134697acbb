import { clamp255 } from './etc2-text.ts';

/** The modifiers (Khronos data format: Intensity modifier sets for RGBA ETC2 alpha component). */
const MODIFIER_TABLES = `
  -3 -6 -9 -15 2 5 8 14
  -3 -7 -10 -13 2 6 9 12
  -2 -5 -8 -13 1 4 7 12
  -2 -4 -6 -13 1 3 5 12
  -3 -6 -8 -12 2 5 7 11
  -3 -7 -9 -11 2 6 8 10
  -4 -7 -8 -11 3 6 7 10
  -3 -5 -8 -11 2 4 7 10
  -2 -6 -8 -10 1 5 7 9
  -2 -5 -8 -10 1 4 7 9
  -2 -4 -8 -10 1 3 7 9
  -2 -5 -7 -10 1 4 6 9
  -3 -4 -7 -10 2 3 6 9
  -1 -2 -3 -10 0 1 2 9
  -4 -6 -8 -9 3 5 7 8
  -3 -5 -7 -9 2 4 6 8`
  .trim()
  .split('\n')
  .map((row) => row.trim().split(' ').map(Number));

/** The fields of the 64 bits of one component; `indices` are those of pixels a to p. */
export interface EacFields {
  readonly base: number;
  readonly multiplier: number;
  readonly table: number;
  readonly indices: readonly number[];
}

/** @param base 0 to 255, or two's-complement */
export function eacBlock({ base, multiplier, table, indices }: EacFields): Uint8Array {
  const fields = [[base & 255, 8], [multiplier, 4], [table, 4], ...indices.map((index) => [index, 3])];
  const bits = fields.map(([code, width]) => code.toString(2).padStart(width, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g)!, (byte) => parseInt(byte, 2));
}

/**
 * The value in each of the three formats, from a base (as stored, 0 to 255), a multiplier, a table and a pixel index.
 */
export const EAC_VALUES = {
  /** Equation `ETC2 base', in 255ths. */
  alpha: (base: number, multiplier: number, table: number, index: number): number =>
    clamp255(base + MODIFIER_TABLES[table][index] * multiplier),

  /** Equation `Unsigned R11 EAC start', in 2047ths. */
  unsigned: (base: number, multiplier: number, table: number, index: number): number => {
    const modifier = MODIFIER_TABLES[table][index];
    return clamp((base + 0.5) * (2047 / 255.875) + modifier * (multiplier || 1 / 8) * (2047 / 255.875), 0, 2047);
  },

  /** Equation `Signed R11 EAC start', in 1023rds. */
  signed: (base: number, multiplier: number, table: number, index: number): number => {
    const modifier = MODIFIER_TABLES[table][index];
    const twosComplement = base === 128 ? -127 : base > 128 ? base - 256 : base;
    const sum = twosComplement * (1023 / 127.875) + modifier * (multiplier || 1 / 8) * (1023 / 127.875);
    return clamp(sum, -1023, 1023);
  },
};

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
