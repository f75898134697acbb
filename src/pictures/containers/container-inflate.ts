import { inflateSync } from 'node:zlib';
import { ZSTDDecoder } from 'zstddec';

/** The compression of a whole level (KTX 2.0, 3.10, supercompressionScheme). */
export interface Supercompression {
  readonly name: string;
  /** The largest ratio of decompressed to compressed bytes. */
  readonly ratio: number;
  /** Decompresses to exactly `bytes` bytes. @throws Error when the data is damaged, or gives fewer or more */
  inflate(data: Uint8Array, bytes: number): Uint8Array;
}

/** The decoder, compiled when this module is loaded, so that reading is synchronous. */
const zstd = new ZSTDDecoder();
await zstd.init();

/** The part of the decoder's memory (2 GiB at most) for compressed and decompressed bytes together. */
const ZSTD_MEMORY = 1.75 * 2 ** 30;

/** Zstandard (RFC 8878): a block of 4 bytes, one of them repeated, gives 128 KiB at most. */
export const ZSTANDARD: Supercompression = {
  name: 'Zstandard',
  ratio: 2 ** 15,
  inflate(data, bytes) {
    if (data.length + bytes > ZSTD_MEMORY) throw new Error(`more than ${ZSTD_MEMORY} bytes with what they give`);
    // The decoder stops at `bytes`; on its own errors it returns no bytes.
    const texels = zstd.decode(data, bytes);
    if (texels.length === bytes) return texels;
    throw new Error(texels.length === 0 ? 'damaged, or longer than that' : `they give ${texels.length}`);
  },
};

/** ZLIB (RFC 1950 and 1951): two bits are a match of 258 bytes at best. */
export const ZLIB: Supercompression = {
  name: 'ZLIB',
  ratio: 1032,
  inflate(data, bytes) {
    const { buffer, engine } = inflateSync(data, { maxOutputLength: bytes, info: true }) as unknown as ZlibResult;
    if (engine.bytesWritten !== data.length) throw new Error(`the stream ends after ${engine.bytesWritten} of them`);
    if (buffer.length !== bytes) throw new Error(`they give ${buffer.length}`);
    // This is a copy, because small buffers lie anywhere in a pool.
    return new Uint8Array(buffer);
  },
};

/** The result with the option `info`: `bytesWritten` counts the input bytes that were read. */
interface ZlibResult {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}
