import type { Image, ImageSource } from './image.ts';
import { IMAGE_ALIGNMENT, type TexelMemory } from './lay-out-images.ts';
import { storeLevel, type Unpacker } from './store-image.ts';
import { TexelBytes } from './texel-bytes.ts';

/** The bytes that a cache of compressed blocks fetches: those of the images, and above them the blocks as they are stored. */
export function withBlocks({ data, imageBytes, compressed }: TexelMemory): Uint8Array {
  const images = data.bytes.subarray(0, imageBytes);
  if (compressed.length === 0) return images;
  const ends = compressed.flatMap(([, image]) => image.levels.map((level, l) => blocksEnd(image, l, level.layerBytes)));
  const end = IMAGE_ALIGNMENT * Math.ceil(Math.max(imageBytes, ...ends) / IMAGE_ALIGNMENT);
  const all = new TexelBytes(end);
  all.bytes.set(images);
  for (const [source, image] of compressed) storeBlocks(source, image, all);
  return all.bytes;
}

/** Where the blocks of a level end. */
function blocksEnd({ layers, compressed }: Image, l: number, layerBytes: number): number {
  const { base, blockBytes, decodedBytes } = compressed![l];
  return base + ((layers * layerBytes) / decodedBytes) * blockBytes;
}

/** Copies the blocks of a compressed image to their own addresses. */
function storeBlocks(source: ImageSource, image: Image, memory: TexelBytes): void {
  image.levels.forEach((level, l) => {
    const { base, blockBytes, decodedBase, decodedBytes } = image.compressed![l];
    const copier: Unpacker = {
      unpack: (blocks, from, _, to) =>
        memory.bytes.set(
          blocks.subarray(from, from + blockBytes),
          base + ((to - decodedBase) / decodedBytes) * blockBytes,
        ),
    };
    storeLevel(source, image, l, level, memory, copier);
  });
}
