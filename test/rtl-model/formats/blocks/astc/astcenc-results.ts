import { readFileSync } from 'node:fs';

/** Results of astcenc (see test/fixtures/astc/README.md). */
export type Operation = 'ldr' | 'srgb' | 'hdr';

export interface DecodedBlocks {
  readonly count: number;
  readonly blocks: Uint8Array;
  /** Component c of texel t of block b at 4 * (b * texels + t) + c. */
  readonly texels: Float32Array;
}

/** FNV-1a, 32 bits, over the patterns of float32 values instead of bytes. */
export function digest(texels: Float32Array<ArrayBuffer>, start: number): number {
  let hash = start;
  for (const pattern of new Uint32Array(texels.buffer)) hash = Math.imul(hash ^ pattern, 0x01000193);
  return hash >>> 0;
}
export const DIGEST_START = 0x811c9dc5;

const FOLDER = new URL('../../../../fixtures/astc/', import.meta.url);

/** The blocks and their texels by footprint ('4x4' ...), in the order of the file. */
export function decodedBlocks(operation: Operation): Map<string, DecodedBlocks> {
  const file = readFileSync(new URL(`${operation}.bin`, FOLDER));
  const found = new Map<string, DecodedBlocks>();
  for (let at = 0; at < file.length;) {
    const [width, height, count] = file.subarray(at, at + 3);
    const blocks = new Uint8Array(file.subarray(at + 3, at + 3 + 16 * count));
    at += 3 + 16 * count;
    const components = 4 * width * height * count;
    const texels = Float32Array.from({ length: components }, (_, k) =>
      operation === 'srgb' ? file[at + k] : textHalf(file.readUInt16LE(at + 2 * k)),
    );
    at += (operation === 'srgb' ? 1 : 2) * components;
    found.set(`${width}x${height}`, { count, blocks, texels });
  }
  return found;
}

/** A finite half's value, by the definition of IEEE 754 binary16. */
export function textHalf(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const fraction = (bits & 1023) / 1024;
  const magnitude = exponent === 0 ? fraction * 2 ** -14 : (1 + fraction) * 2 ** (exponent - 15);
  return bits >> 15 ? -magnitude : magnitude;
}

/** The results of astcenc for the first blocks of randomBlocks, as one digest. */
export interface Digests {
  readonly blocks: number;
  readonly seed: number;
  readonly digests: Readonly<Record<Operation, Readonly<Record<string, number>>>>;
}

export function astcencDigests(): Digests {
  return JSON.parse(readFileSync(new URL('digests.json', FOLDER), 'utf8')) as Digests;
}
