import type { TexelFormat } from '../formats/texel-format.ts';
import type { Image, ImageLevel, ImageSource } from './image.ts';
import { planeSources } from './plane-sources.ts';
import type { TexelBytes } from './texel-bytes.ts';

export function storeImage(source: ImageSource, image: Image, memory: TexelBytes): void {
  const sources = planeSources(source);
  (image.planes ?? [image]).forEach((plane, n) => {
    plane.levels.forEach((level, l) => storeLevel(sources[n], plane, l, level, memory));
  });
}

/** The copy of one block, or of one pair of texels, from the bytes of a level to memory. */
export type Unpacker = Pick<NonNullable<TexelFormat['unpacker']>, 'unpack'>;

/** Copies a level texel by texel, or block by block: a 4:2:2 pair unchanged, a compressed block decoded. */
export function storeLevel(
  source: ImageSource,
  image: Image,
  l: number,
  level: ImageLevel,
  memory: TexelBytes,
  unpacker: Unpacker | undefined = image.format.unpacker,
): void {
  const texels = source.levels[l];
  const { layers, samples, texelStride, format } = image;
  const block = format.block ?? { width: 1, height: 1 };
  const view = new DataView(memory.bytes.buffer);
  const wide = [4, 2].find((bytes) => (format.texelBytes | texels.byteOffset) % bytes === 0);
  const elementBytes = unpacker === undefined ? (wide ?? 1) : 1;
  const read = elementsOf(texels, elementBytes);
  const written = elementsOf(memory.bytes, elementBytes);
  // From here on, places and distances are in elements.
  const size = format.texelBytes / elementBytes;
  const stride = texelStride / elementBytes;
  const sampleStride = stride / samples;
  const isWord = unpacker === undefined && size === 1 && samples === 1 && block.width === 1;
  let from = 0;
  for (let slice = 0; slice < layers * level.depth; slice++) {
    const layer = Math.floor(slice / level.depth);
    const start =
      (level.base + layer * level.layerBytes) / elementBytes + (slice % level.depth) * level.sliceTexels * stride;
    for (let j = 0; j < level.height; j += block.height) {
      const row = start + level.row[j] * stride;
      if (isWord) {
        storeRow(read, from, written, row, level.column, stride);
        from += level.width;
        continue;
      }
      for (let i = 0; i < level.width; i += block.width) {
        let to = row + level.column[i] * stride;
        for (let sample = 0; sample < samples; sample++) {
          if (unpacker !== undefined) unpacker.unpack(texels, from, view, to);
          else for (let n = 0; n < size; n++) written[to + n] = read[from + n];
          from += size;
          to += sampleStride;
        }
      }
    }
  }
}

/** Copies a row of texels of one element each. */
function storeRow(
  read: Elements,
  from: number,
  written: Elements,
  row: number,
  column: Int32Array,
  stride: number,
): void {
  for (let i = 0; i < column.length; i++) written[row + column[i] * stride] = read[from + i];
}

type Elements = Uint8Array | Uint16Array | Uint32Array;

/** @param elementBytes 1, 2 or 4, of which the first byte's place in the buffer is a multiple */
function elementsOf(bytes: Uint8Array, elementBytes: number): Elements {
  const { buffer, byteOffset } = bytes;
  const length = Math.floor(bytes.length / elementBytes);
  if (elementBytes === 1) return bytes;
  return elementBytes === 2 ? new Uint16Array(buffer, byteOffset, length) : new Uint32Array(buffer, byteOffset, length);
}
