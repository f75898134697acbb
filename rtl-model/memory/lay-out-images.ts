import type { BcDesign, Design, TexelLayout } from '../design/design.ts';
import { decodedBlocks } from '../formats/decoded-format.ts';
import { UNCOMPRESSED_FORMATS } from '../formats/uncompressed-formats.ts';
import type { CompressedLevel, Image, ImageSource, Recoding } from './image.ts';
import { checkLevels, levelSize } from './level-size.ts';
import { planeSources } from './plane-sources.ts';
import { storeImage } from './store-image.ts';
import { TexelBytes } from './texel-bytes.ts';
import { layOutLevel } from './texel-layout.ts';

/** The alignment of images, so that no cache line holds two of them. */
export const IMAGE_ALIGNMENT = 4096;

/** Texel addresses have at most 31 bits: hot loops hold them in int32 and mark the border by a negative address. */
const LARGEST_MEMORY = 2 ** 30;

/** The memory below the texel cache, with every image of a run laid out in it. */
export interface TexelMemory {
  /** Units may hold decoded texels: write and atomic operations change texels, a program of its own lays them out anew. */
  readonly data: TexelBytes;
  /** The bytes of `data` that hold the images; above them are recodings. */
  readonly imageBytes: number;
  readonly images: readonly Image[];
  /** The images of compressed blocks, whose texels `data` has decoded, and their sources. */
  readonly compressed: readonly (readonly [ImageSource, Image])[];
}

/**
 * Places images in one address space.
 *
 * @param bc the decoder of blocks of BC1 to BC5, as in the design whose unit reads them; null for the exact one
 * @throws RangeError when a level's bytes do not match its size, or the images need more than 1 GiB
 */
export function layOutImages(
  images: readonly ImageSource[],
  layout: TexelLayout,
  bc: BcDesign | null = null,
): TexelMemory {
  const space = new AddressSpace();
  const sources = bc === null ? images : images.map((image) => ({ ...image, format: decodedBlocks(bc, image.format) }));
  const placed = sources.map((source) => {
    checkLevels(source);
    const image = placeImage(source, layout, space);
    space.align(IMAGE_ALIGNMENT);
    return image;
  });

  const decodedEnd = space.end;
  const blocks = placed.map((image) => (image.format.codec === null ? image : placeBlocks(image, space)));
  if (space.end > LARGEST_MEMORY) {
    throw new RangeError(`images need ${space.end} bytes; the texel memory holds ${LARGEST_MEMORY}`);
  }
  const others = sources.map((source) => placeRecodings(source, layout, space));
  // Blocks have addresses for the cache and for memory traffic. The memory already holds their decoded texels.
  const data = new TexelBytes(others.some(({ length }) => length > 0) ? space.end : decodedEnd);
  blocks.forEach((image, n) => storeImage(sources[n], image, data));
  return {
    data,
    imageBytes: decodedEnd,
    images: blocks.map((image, n) => withRecodings(image, sources[n], others[n], data)),
    compressed: blocks.flatMap((image, n) => (image.compressed === null ? [] : [[sources[n], image] as const])),
  };
}

/** The images in the memory of a design's unit. @throws as `layOutImages` */
export function texelMemory({ cache, decoder }: LaidOut, images: readonly ImageSource[]): TexelMemory {
  return layOutImages(images, cache.layout, decoder.bc);
}

/** A key that designs have in common if one memory serves them all. */
export function memoryKey({ cache, decoder }: LaidOut): string {
  return decoder.bc === null ? cache.layout : `${cache.layout} ${JSON.stringify(decoder.bc)}`;
}

type LaidOut = Pick<Design, 'decoder'> & { readonly cache: Pick<Design['cache'], 'layout'> };

/** The images of the formats that decode a compressed image's blocks to other codes, as far as the memory holds them. */
function placeRecodings(source: ImageSource, layout: TexelLayout, space: AddressSpace): readonly Image[] {
  return (source.format.otherDecodings?.() ?? []).flatMap((format) => {
    const before = space.end;
    const image = placeImage({ ...source, format }, layout, space);
    space.align(IMAGE_ALIGNMENT);
    if (space.end <= LARGEST_MEMORY) return [image];
    space.end = before;
    return [];
  });
}

function withRecodings(image: Image, source: ImageSource, others: readonly Image[], data: TexelBytes): Image {
  const recodings = others.map((other): Recoding => {
    const recoding = { ...other, compressed: blocksByLayer(other, image) };
    let stored = false;
    const decoded = () => {
      if (!stored) storeImage({ ...source, format: other.format }, recoding, data);
      stored = true;
      return recoding;
    };
    return { image: recoding, decoded };
  });
  return { ...image, recodings };
}

/** The blocks of `image` by the places of their texels in a recoding, whose layers may be padded otherwise. */
function blocksByLayer(recoding: Image, image: Image): readonly CompressedLevel[] {
  const { format, layers, levels, texelStride } = recoding;
  const decodedBytes = format.block!.width * format.block!.height * texelStride;
  return levels.flatMap(({ base, layerBytes }, l) => {
    const from = image.compressed![l];
    const bytesOfLayer = (image.levels[l].layerBytes / from.decodedBytes) * from.blockBytes;
    return Array.from({ length: layers }, (_, layer): CompressedLevel => {
      const decodedBase = base + layer * layerBytes;
      const decodedEnd = decodedBase + layerBytes;
      return { ...from, base: from.base + layer * bytesOfLayer, decodedBytes, decodedBase, decodedEnd };
    });
  });
}

/** An allocator of addresses from 0 on. */
class AddressSpace {
  end = 0;

  take(bytes: number): number {
    const base = this.end;
    this.end += bytes;
    this.align(64);
    return base;
  }

  align(boundary: number): void {
    this.end = align(this.end, boundary);
  }
}

function placeImage(source: ImageSource, layout: TexelLayout, space: AddressSpace): Image {
  const { format, type = '2d', width, height, depth = 1, layers, samples = 1, cornerSampled = false } = source;
  const stored = format.unpacker?.format ?? format;
  const { block } = format;
  const blockTexels = block === null ? 1 : block.width * block.height;
  // A block that is not compressed is a 4:2:2 pair, whose texels share its bytes.
  const texelBytes = block !== null && format.codec === null ? stored.texelBytes / blockTexels : stored.texelBytes;
  const texelStride = 2 ** Math.ceil(Math.log2(texelBytes)) * samples;
  const planes = format.planes === null ? null : planeSources(source).map((plane) => placeImage(plane, layout, space));
  const levels = source.levels.map((_, l) => {
    const size = { width: levelSize(width, l), height: levelSize(height, l), depth: levelSize(depth, l) };
    if (planes !== null) return planes[0].levels[l];
    const placed = block === null ? layOutLevel(layout, size.width, size.height) : layOutBlocks(layout, size, block);
    const layerBytes = align(placed.texels * size.depth * texelStride, layerAlignment(blockTexels * texelStride));
    return { ...placed, ...size, sliceTexels: placed.texels, base: space.take(layerBytes * layers), layerBytes };
  });
  const { unbound = [] } = source;
  const size = { width, height, depth, layers, samples, cornerSampled };
  return { format, stored, type, ...size, unbound, texelStride, levels, planes, compressed: null, recodings: [] };
}

/**
 * The alignment of layers. A layer starts where a line and a block may start: at a multiple of 64 and of the block's
 * bytes.
 *
 * @param blockBytes size of a decoded block, or of a texel
 */
export function layerAlignment(blockBytes: number): number {
  let boundary = blockBytes;
  while (boundary % 64 !== 0) boundary *= 2;
  return boundary;
}

/**
 * Lays out a level of blocks: the texels of a block side by side, the blocks in the order that the layout gives texels.
 */
function layOutBlocks(
  layout: TexelLayout,
  size: LevelSize,
  block: { readonly width: number; readonly height: number },
) {
  const texels = block.width * block.height;
  const blocks = layOutLevel(layout, Math.ceil(size.width / block.width), Math.ceil(size.height / block.height));
  return {
    column: Int32Array.from(
      { length: size.width },
      (_, i) => blocks.column[Math.floor(i / block.width)] * texels + (i % block.width),
    ),
    row: Int32Array.from(
      { length: size.height },
      (_, j) => blocks.row[Math.floor(j / block.height)] * texels + (j % block.height) * block.width,
    ),
    texels: blocks.texels * texels,
  };
}

function placeBlocks(image: Image, space: AddressSpace): Image {
  const { format, layers, levels, texelStride } = image;
  const decodedBytes = format.block!.width * format.block!.height * texelStride;
  const compressed = levels.map(({ base, layerBytes }): CompressedLevel => {
    const blockBytes = format.texelBytes;
    const bytes = Math.ceil((layerBytes * layers) / decodedBytes) * blockBytes;
    return {
      base: space.take(bytes),
      blockBytes,
      decodedBytes,
      decodedBase: base,
      decodedEnd: base + layerBytes * layers,
    };
  });
  space.align(IMAGE_ALIGNMENT);
  return { ...image, compressed };
}

interface LevelSize {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
}

/** The next multiple of a boundary. */
export function align(value: number, boundary: number): number {
  return Math.ceil(value / boundary) * boundary;
}

/** The image of a null descriptor. */
export const UNBOUND_IMAGE: Image = placeImage(
  { format: UNCOMPRESSED_FORMATS.get('r8_unorm')!, width: 1, height: 1, layers: 1, levels: [new Uint8Array(1)] },
  'linear',
  new AddressSpace(),
);
