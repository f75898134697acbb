import type { Steps } from '../../steps/steps.ts';

/**
 * A code whose bits are repeated, from the top, until `width` bits are full (D3D11.3 19.5.6: the ends of a block). In the
 * description.
 *
 * @param bits of the code  @param width at most 16
 */
export function repeated<V>(s: Steps<V>, code: V, bits: number, width: number): V {
  let value = code;
  let full = bits;
  for (; full < width; full += bits) value = s.add(s.multiply(value, s.constant(2 ** bits)), code);
  return s.shiftRight(value, full - width);
}

/** The same of a number, by shifts: blocks of BC7 are decoded in half the time. */
export function replicated(code: number, bits: number, width: number): number {
  let value = 0;
  for (let left = width; left > 0; left -= bits) {
    value |= left >= bits ? code << (left - bits) : code >> (bits - left);
  }
  return value;
}

/**
 * An unsigned field of a block stored in little-endian order: bit 0 is the lowest bit of bytes[from]. Bytes that hold
 * none of the field are not read.
 *
 * @param first lowest bit of the field, any position
 * @param count bits of the field, 0 to 32
 */
export function blockBits(bytes: Uint8Array, from: number, first: number, count: number): number {
  if (count === 0) return 0;
  let at = from + (first >>> 3);
  const last = from + ((first + count - 1) >>> 3);
  let shift = 8 - (first & 7);
  let field = bytes[at] >>> (first & 7);
  while (at < last) {
    field |= bytes[++at] << shift;
    shift += 8;
  }
  return (field & (-1 >>> (32 - count))) >>> 0;
}
