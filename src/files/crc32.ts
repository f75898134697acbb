import zlib from 'node:zlib';

/** The CRC-32 of RFC 1952 and of PNG for each byte. */
const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

/**
 * The CRC-32 of bytes.
 *
 * @param before the CRC of the bytes in front of them
 * @returns 0 to 2^32 - 1
 */
export function tableCrc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** `tableCrc32`, by zlib where Node has it: from 20.15 on. */
export const crc32: typeof tableCrc32 = zlib.crc32 ?? tableCrc32;
