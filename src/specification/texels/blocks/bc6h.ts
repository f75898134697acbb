import { signExtended } from '../numeric-formats.ts';
import { BlockBits, BPTC_WEIGHTS, takeIndices } from './block-bits.ts';
import { BPTC_FLOAT_MODES, type BptcFloatMode, partition } from './bptc-tables.ts';

/** float16 codes of r, g, b of 16 texels; all 0 for a reserved mode (D3D11.3 19.5.13). */
export function bc6hTexels(block: Uint8Array, signed: boolean): readonly (readonly number[])[] {
  const bits = new BlockBits(block);
  const low = bits.take(2);
  const mode = BPTC_FLOAT_MODES.get(low < 2 ? low : low + 4 * bits.take(3));
  if (mode === undefined) return Array.from({ length: 16 }, () => [0, 0, 0]);

  const ends = endpoints(takeFields(bits, mode), mode, signed);
  const { subsets, fixUps } = partition(mode.regions, mode.regions === 2 ? bits.take(5) : 0);
  const width = mode.regions === 2 ? 3 : 4;
  const indices = takeIndices(bits, width, fixUps);
  return subsets.map((subset, texel) => {
    const weight = BPTC_WEIGHTS[width][indices[texel]];
    return [0, 1, 2].map((c) => {
      const [a, b] = [ends[2 * subset][c], ends[2 * subset + 1][c]].map((end) =>
        unquantized(end, mode.precision, signed),
      );
      return finished(Math.floor((a * (64 - weight) + b * weight + 32) / 64), signed);
    });
  });
}

/** Stored r, g and b of each endpoint. */
function takeFields(bits: BlockBits, mode: BptcFloatMode): number[][] {
  const ends = Array.from({ length: 2 * mode.regions }, () => [0, 0, 0]);
  for (const field of mode.fields) {
    const [, channel, end, from, to = from] = /^([rgb])(\d):(\d+)-?(\d+)?$/.exec(field)!;
    const [first, last] = [Number(to), Number(from)];
    // 9-0 begins with bit 0, 10-15 with bit 15.
    const step = first <= last ? 1 : -1;
    for (let bit = first; bit !== last + step; bit += step)
      ends[Number(end)]['rgb'.indexOf(channel)] += bits.take(1) * 2 ** bit;
  }
  return ends;
}

/** 19.5.13.6 and 19.5.13.7. */
function endpoints(stored: readonly number[][], mode: BptcFloatMode, signed: boolean): readonly number[][] {
  const { precision, deltas } = mode;
  const transformed = deltas[0] < precision;
  return stored.map((end, n) =>
    end.map((value, c) => {
      if (n === 0) return signed ? signExtended(value, precision) : value;
      if (!transformed) return signed ? signExtended(value, deltas[c]) : value;
      const sum = signExtended(value, deltas[c]) + stored[0][c];
      const wrapped = ((sum % 2 ** precision) + 2 ** precision) % 2 ** precision;
      return signed ? signExtended(wrapped, precision) : wrapped;
    }),
  );
}

/** 19.5.13.9; the section's signed case leaves out that magnitudes are unquantized, 0 as 0, and the sign put back. */
function unquantized(value: number, precision: number, signed: boolean): number {
  if (!signed) {
    if (precision >= 15 || value === 0) return value;
    return value === 2 ** precision - 1 ? 0xffff : Math.floor((value * 0x1_0000 + 0x8000) / 2 ** precision);
  }
  if (precision >= 16 || value === 0) return value;
  const magnitude = Math.abs(value);
  const unquantizedMagnitude =
    magnitude >= 2 ** (precision - 1) - 1 ? 0x7fff : Math.floor((magnitude * 0x8000 + 0x4000) / 2 ** (precision - 1));
  return value < 0 ? -unquantizedMagnitude : unquantizedMagnitude;
}

/** 19.5.13.10. */
function finished(value: number, signed: boolean): number {
  if (!signed) return Math.floor((value * 31) / 64);
  const magnitude = Math.floor((Math.abs(value) * 31) / 32);
  return value < 0 ? 0x8000 + magnitude : magnitude;
}
