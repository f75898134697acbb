/**
 * The parts of a KTX 2.0 file in the terms of its header (KTX File Format Specification 2.0, 3): an independent writer.
 */
export interface Ktx2Parts {
  readonly vkFormat: number;
  readonly typeSize?: number;
  readonly size: readonly [width: number, height: number, depth: number];
  readonly layerCount?: number;
  readonly faceCount?: number;
  readonly levelCount?: number;
  readonly scheme?: number;
  /** Fields of the data format descriptor: texels of a block, bytes of plane 0, colour model. */
  readonly block: readonly [width: number, height: number, bytes: number];
  readonly model?: number;
  /** The levels, level 0 first: the stored bytes, and the number of bytes that they decompress to. */
  readonly levels: readonly { readonly data: Uint8Array; readonly bytes?: number }[];
}

const IDENTIFIER = [0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a];
const DFD_BYTES = 44;
const KEY_VALUE = 'KTXwriter\0by hand\0\0\0';

/**
 * Writes header, index, descriptor of one sample, one key and value, then the levels from the smallest, at multiples of
 * 48.
 */
export function ktx2File(parts: Ktx2Parts): Uint8Array {
  const { levels } = parts;
  const dfdAt = 80 + 24 * levels.length;
  const kvdAt = dfdAt + DFD_BYTES;
  let end = kvdAt + 4 + KEY_VALUE.length;
  const places = levels.map(() => 0);
  for (let l = levels.length - 1; l >= 0; l--) {
    places[l] = Math.ceil(end / 48) * 48;
    end = places[l] + levels[l].data.length;
  }
  const file = new Uint8Array(end);
  const view = new DataView(file.buffer);
  const words = (at: number, values: readonly number[]) =>
    values.forEach((value, n) => view.setUint32(at + 4 * n, value, true));
  file.set(IDENTIFIER);
  words(12, [parts.vkFormat, parts.typeSize ?? 1, ...parts.size, parts.layerCount ?? 0, parts.faceCount ?? 1]);
  words(40, [parts.levelCount ?? levels.length, parts.scheme ?? 0, dfdAt, DFD_BYTES, kvdAt, 4 + KEY_VALUE.length]);
  levels.forEach(({ data, bytes }, l) => {
    words(80 + 24 * l, [places[l], 0, data.length, 0, bytes ?? data.length, 0]);
    file.set(data, places[l]);
  });
  const [width, height, bytes] = parts.block;
  words(dfdAt, [DFD_BYTES, 0, 2 | ((DFD_BYTES - 4) << 16), (parts.model ?? 1) | 0x10100]);
  file.set([width - 1, height - 1, 0, 0, bytes], dfdAt + 16);
  words(kvdAt, [KEY_VALUE.length - 2]);
  file.set(new TextEncoder().encode(KEY_VALUE), kvdAt + 4);
  return file;
}
