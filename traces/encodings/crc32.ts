/** The CRC-32 of bytes, as RFC 1952, PNG and Parquet have it. @param before the CRC of the bytes in front of them */
export type Crc32 = (bytes: Uint8Array, before?: number) => number;

/** The CRC-32 of each byte. */
const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

/** @returns 0 to 2^32 - 1 */
export const tableCrc32: Crc32 = (bytes, before = 0) => {
  let crc = ~before;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return ~crc >>> 0;
};
