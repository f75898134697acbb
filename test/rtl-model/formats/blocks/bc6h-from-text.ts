import { PARTITIONS } from '../../../../rtl-model/formats/blocks/bc/bc-partitions.ts';
import { BC6H_BIT_SOURCES } from './bc6h-bit-sources.ts';
import { weightOf } from './bc7-from-text.ts';

/** Widths of the first endpoint, then of the differences in r, g, b, by mode number (Khronos: BPTC block modes). */
const BITS: ReadonlyMap<number, readonly number[]> = new Map([
  [0, [10, 5, 5, 5]],
  [1, [7, 6, 6, 6]],
  [2, [11, 5, 4, 4]],
  [6, [11, 4, 5, 4]],
  [10, [11, 4, 4, 5]],
  [14, [9, 5, 5, 5]],
  [18, [8, 6, 5, 5]],
  [22, [8, 5, 6, 5]],
  [26, [8, 5, 5, 6]],
  [30, [6]],
  [3, [10]],
  [7, [11, 9, 9, 9]],
  [11, [12, 8, 8, 8]],
  [15, [16, 4, 4, 4]],
]);

export const BC6H_MODE_NUMBERS = [...BITS.keys()];

/** Decodes a BC6H block bit by bit as the texts describe it: r, g, b of 16 texels. */
export function bc6hFromText(block: bigint, signed: boolean): number[] {
  const field = (first: number, count: number) => Number((block >> BigInt(first)) & ((1n << BigInt(count)) - 1n));
  const mode = field(0, 2) < 2 ? field(0, 2) : field(0, 5);
  const [bits, ...deltas] = BITS.get(mode)!;
  const transformed = deltas.length > 0;
  const sources = BC6H_BIT_SOURCES.get(mode)!.split(' ');
  const subsets = sources.some((source) => source.startsWith('R2')) ? 2 : 1;

  const stored = new Map<string, number>();
  sources.forEach((source, n) => {
    const [component, bit] = source.split('.');
    stored.set(component, (stored.get(component) ?? 0) + field((mode < 2 ? 2 : 5) + n, 1) * 2 ** Number(bit));
  });
  const component = (channel: number, endpoint: number) => {
    const read = (n: number) => stored.get('RGB'[channel] + n)!;
    const base = signed ? twosComplement(read(0), bits) : read(0);
    if (endpoint === 0) return unquantize(base, bits, signed);
    const stands = transformed || signed ? twosComplement(read(endpoint), deltas[channel] ?? bits) : read(endpoint);
    const sum = transformed ? (stands + base + 2 ** 20) % 2 ** bits : stands;
    return unquantize(transformed && signed ? twosComplement(sum, bits) : sum, bits, signed);
  };

  const { subset, anchor } = PARTITIONS[subsets][subsets === 2 ? field(77, 5) : 0];
  const indexBits = subsets === 2 ? 3 : 4;
  return [...Array(16).keys()].flatMap((texel) => {
    const anchorsBefore = anchor.slice(0, texel).reduce((sum, is) => sum + is, 0);
    const first = (subsets === 2 ? 82 : 65) + indexBits * texel - anchorsBefore;
    const weight = weightOf(field(first, indexBits - anchor[texel]), indexBits);
    return [0, 1, 2].map((channel) => {
      const [end0, end1] = [0, 1].map((n) => component(channel, 2 * subset[texel] + n));
      const between = Math.floor(((64 - weight) * end0 + weight * end1) / 64 + 0.5);
      // The added 0 makes +0 of a magnitude of 0, as in D3D11.3.
      return halfValue(Math.floor((Math.abs(between) * 31) / (signed ? 32 : 64))) * Math.sign(between) + 0;
    });
  });
}

function twosComplement(value: number, bits: number): number {
  return value >= 2 ** (bits - 1) ? value - 2 ** bits : value;
}

/** D3D11.3 19.5.13.9 for unsigned formats, Khronos for signed ones, in real numbers. */
function unquantize(x: number, bits: number, signed: boolean): number {
  const unsignedBits = signed ? bits - 1 : bits;
  if (x === 0 || bits >= (signed ? 16 : 15)) return x;
  const target = signed ? 0x7fff : 0xffff;
  if (Math.abs(x) >= 2 ** unsignedBits - 1) return Math.sign(x) * target;
  return Math.sign(x) * Math.floor(((Math.abs(x) + 0.5) * (target + 1)) / 2 ** unsignedBits);
}

/** The value of a half of sign 0: 5 bits of exponent, 10 of fraction. */
function halfValue(half: number): number {
  const exponent = Math.floor(half / 1024);
  const fraction = (half % 1024) / 1024;
  if (exponent === 31) return fraction === 0 ? Infinity : NaN;
  return exponent === 0 ? fraction * 2 ** -14 : (1 + fraction) * 2 ** (exponent - 15);
}
