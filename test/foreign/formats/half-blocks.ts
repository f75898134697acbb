import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import type { SparseComponents } from './decode-texel.ts';
import { decodeSmallFloat, readBits, signedCode } from './decode-number.ts';
import type { FormatLayout } from './format-table.ts';
import { HALF_BLOCK_FIELDS } from './half-block-fields.ts';
import { BLOCK_WEIGHTS, blockIndex, partitionOf } from './partitioned-blocks.ts';

/** Bits of an endpoint and of the three deltas by mode; no deltas where endpoints are not transformed. */
const PRECISIONS: Readonly<Record<number, readonly [number, readonly number[] | null]>> = {
  0: [10, [5, 5, 5]],
  1: [7, [6, 6, 6]],
  2: [11, [5, 4, 4]],
  6: [11, [4, 5, 4]],
  10: [11, [4, 4, 5]],
  14: [9, [5, 5, 5]],
  18: [8, [6, 5, 5]],
  22: [8, [5, 6, 5]],
  26: [8, [5, 5, 6]],
  30: [6, null],
  3: [10, null],
  7: [11, [9, 9, 9]],
  11: [12, [8, 8, 8]],
  15: [16, [4, 4, 4]],
};

/** The fields of a block: r0 to b3 and pb. */
function takeFields(block: Uint8Array, fields: string): Record<string, number> {
  const values: Record<string, number> = {};
  let place = 0;
  for (const field of fields.split(' ')) {
    const [name, first, last] = field.split(':');
    const from = Number(last ?? first);
    const to = Number(first);
    const step = to >= from ? 1 : -1;
    for (let bit = from; bit !== to + step; bit += step) {
      values[name] = (values[name] ?? 0) + readBits(block, place, 1) * 2 ** bit;
      place++;
    }
  }
  return values;
}

/** The texel (x, y) of a BC6H block (D3D11.3 19.5.13; Khronos Data Format: BC6H). */
export function decodeHalfBlock(
  device: ForeignDevice,
  layout: FormatLayout,
  block: Uint8Array,
  x: number,
  y: number,
): SparseComponents {
  const low = block[0] & 31;
  const number = (low & 3) < 2 ? low & 3 : low;
  const fields = HALF_BLOCK_FIELDS[number];
  if (fields === undefined) return [0, 0, 0, undefined];
  const values = takeFields(block, fields);
  const subsets = values['pb'] === undefined ? 1 : 2;
  const { subset, anchors } = partitionOf(subsets, values['pb'] ?? 0, 4 * y + x);
  const bits = subsets === 1 ? 4 : 3;
  const weight = BLOCK_WEIGHTS[bits][blockIndex(block, subsets === 1 ? 65 : 82, bits, 4 * y + x, anchors)];
  const signed = layout.numeric === 'sfloat' && !faulty(device, 'bc6_signed_as_unsigned');
  const color = ['r', 'g', 'b'].map((letter, component) => {
    const ends = [0, 1, 2, 3].map((end) => values[`${letter}${end}`] ?? 0);
    const [a, b] = endpoints(device, number, ends, component, signed).slice(2 * subset, 2 * subset + 2);
    const unquantized = Math.floor((a * (64 - weight) + b * weight + 32) / 64);
    const scaled = signed
      ? Math.sign(unquantized) * Math.floor((Math.abs(unquantized) * 31) / 32)
      : Math.floor((unquantized * 31) / 64);
    const half = scaled < 0 ? 0x8000 + -scaled : scaled;
    return decodeSmallFloat(device, half, 16, true);
  });
  return [...color, undefined];
}

/** The four endpoints of a component, after their deltas, in 16 or 17 bits (D3D11.3 19.5.13.6 to 19.5.13.9). */
function endpoints(
  device: ForeignDevice,
  number: number,
  raw: readonly number[],
  component: number,
  signed: boolean,
): number[] {
  const [precision, deltas] = PRECISIONS[number];
  const transformed = deltas !== null && !faulty(device, 'bc6_deltas_ignored');
  const base = signed ? signedCode(raw[0], precision) : raw[0];
  return raw.map((value, end) => {
    let code = end === 0 ? base : value;
    if (end > 0 && deltas !== null && transformed) {
      code = (base + signedCode(value, deltas[component])) & (2 ** precision - 1);
      if (signed) code = signedCode(code, precision);
    } else if (end > 0 && signed) code = signedCode(value, deltas === null ? precision : deltas[component]);
    return unquantize(code, precision, signed);
  });
}

function unquantize(code: number, bits: number, signed: boolean): number {
  if (!signed) {
    if (bits >= 15 || code === 0) return code;
    return code === 2 ** bits - 1 ? 0xffff : Math.floor((code * 0x1_0000 + 0x8000) / 2 ** bits);
  }
  if (bits >= 16) return code;
  const magnitude = Math.abs(code);
  if (magnitude === 0) return 0;
  const most = 2 ** (bits - 1) - 1;
  return Math.sign(code) * (magnitude >= most ? 0x7fff : Math.floor((magnitude * 0x8000 + 0x4000) / 2 ** (bits - 1)));
}
