import { type LevelLayout, layOutLevel } from './texel-layout.ts';
import type { TexelLayout } from '../design/design.ts';
import { BlockUnpacker, decodedFormat } from './decoded-blocks.ts';
import type { TexelFormat } from '../formats/texel-format.ts';
import { UNCOMPRESSED_FORMATS } from '../formats/uncompressed-formats.ts';

/** VkImageType. A cube is six layers of a 2D image. */
export const IMAGE_TYPES = ['1d', '2d', '3d'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** A region of a sparse image without memory: its texels read as zero (residencyNonResidentStrict). */
export interface UnboundRegion {
  readonly level: number;
  readonly layer: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
}

/** An image before its layout: its properties and the bytes of its levels. */
export interface ImageSource {
  readonly format: TexelFormat;
  /** `2d` if absent. */
  readonly type?: ImageType;
  /** Size of level 0 in texels. Level l is max(1, floor(size / 2^l)). */
  readonly width: number;
  readonly height: number;
  /** 1 if absent. */
  readonly depth?: number;
  readonly layers: number;
  /** Samples of a texel, 1 if absent. */
  readonly samples?: number;
  /** VK_IMAGE_CREATE_CORNER_SAMPLED_BIT_NV, off if absent. */
  readonly cornerSampled?: boolean;
  /** VK_IMAGE_CREATE_2D_VIEW_COMPATIBLE_BIT_EXT: 2D views show slices of a 3D image. Off if absent. */
  readonly view2DCompatible?: boolean;
  /** None if absent. */
  readonly unbound?: readonly UnboundRegion[];
  /**
   * The bytes of each level. The planes follow each other, in each plane the layers, in each layer the slices, in each
   * slice the rows of texels (or blocks) top to bottom, without padding. The samples of a texel lie side by side.
   */
  readonly levels: readonly Uint8Array[];
}

/** One level of an image in the texel memory. Texel (i, j) of slice k is at column[i] + row[j] + k * sliceTexels. */
export interface ImageLevel extends LevelLayout {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** Distance from one slice to the next, in texels. */
  readonly sliceTexels: number;
  /** Byte address of layer 0, and the distance from one layer to the next in bytes. */
  readonly base: number;
  readonly layerBytes: number;
}

/** An image in the texel memory. */
export interface Image {
  readonly format: TexelFormat;
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly layers: number;
  readonly samples: number;
  readonly cornerSampled: boolean;
  readonly unbound: readonly UnboundRegion[];
  /** Bytes from one texel to the next, samples included: a power of two, so that no texel crosses a cache line. */
  readonly texelStride: number;
  readonly levels: readonly ImageLevel[];
  /**
   * The planes of a multi-planar format, luma first, as images of their own. The fields above then describe plane 0.
   */
  readonly planes: readonly Image[] | null;
  /** The format of the texels in the memory: the decoded one if the format has blocks. */
  readonly stored: TexelFormat;
  /**
   * The addresses of a block-compressed image's blocks, level by level, and in a recoding layer by layer; null for other
   * images.
   */
  readonly compressed: readonly CompressedLevel[] | null;
  /** The image in the other formats that decode its blocks to other codes; empty for images without blocks. */
  readonly recodings: readonly Recoding[];
}

/** A block-compressed image as another format of its compression decodes it. It has addresses, but no texels at first. */
export interface Recoding {
  readonly image: Image;
  /** The image, its texels in the memory. */
  readonly decoded: () => Image;
}

/**
 * The memory addresses of a level's blocks. Block n, in the order of the decoded texels, is at base + n * blockBytes.
 */
export interface CompressedLevel {
  readonly base: number;
  readonly blockBytes: number;
  /** Size of a decoded block in bytes, and the addresses at which the decoded level begins and ends. */
  readonly decodedBytes: number;
  readonly decodedBase: number;
  readonly decodedEnd: number;
}

/** Bytes with views of the widths that the decoder reads. Little-endian, as the formats are defined. */
export class TexelBytes {
  bytes!: Uint8Array;
  halves!: Uint16Array;
  words!: Uint32Array;
  floats!: Float32Array;
  /** The byte addresses of the images that a state may write. */
  readonly written = new Set<number>();
  private readonly size: number;

  /** @param size in bytes, a multiple of 4 */
  constructor(size: number) {
    this.size = size;
    this.moveTo(new ArrayBuffer(size));
  }

  /** Takes its views from another buffer, which begins with the same bytes. Views taken before are no longer valid. */
  moveTo(buffer: ArrayBuffer): void {
    const { size } = this;
    this.bytes = new Uint8Array(buffer, 0, size);
    this.halves = new Uint16Array(buffer, 0, size / 2);
    this.words = new Uint32Array(buffer, 0, size / 4);
    this.floats = new Float32Array(buffer, 0, size / 4);
  }
}

/** The alignment of images, so that no cache line holds two of them. */
const IMAGE_ALIGNMENT = 4096;
/** Texel addresses have at most 31 bits: hot loops hold them in int32 and mark the border by a negative address. */
const LARGEST_MEMORY = 2 ** 30;

/** The memory behind the texel cache, with every image of a run laid out in it. */
export interface TexelMemory {
  /** Units may hold decoded texels: write and atomic operations change texels, a program of its own lays them out anew. */
  readonly data: TexelBytes;
  /** The bytes of `data` that hold the images; above them are recodings. */
  readonly imageBytes: number;
  readonly images: readonly Image[];
}

/** Size of a level in one dimension (Vulkan: Image Mip Level Sizing). */
export function levelSize(size: number, level: number): number {
  return Math.max(1, Math.floor(size / 2 ** level));
}

/**
 * Places images in one address space.
 *
 * @throws RangeError when a level's bytes do not match its size, or the images need more than 1 GiB
 */
export function layOutImages(sources: readonly ImageSource[], layout: TexelLayout): TexelMemory {
  const space = new AddressSpace();
  const images = sources.map((source) => {
    checkLevels(source);
    const image = placeImage(source, layout, space);
    space.align(IMAGE_ALIGNMENT);
    return image;
  });

  const decodedEnd = space.end;
  const blocks = images.map((image) => (image.format.codec === null ? image : placeBlocks(image, space)));
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
  };
}

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

function planeSources(source: ImageSource): readonly ImageSource[] {
  const { planes } = source.format;
  if (planes === null) return [source];
  let from = 0;
  return planes.map(({ format, widthDivisor, heightDivisor }) => {
    const width = Math.ceil(source.width / widthDivisor);
    const height = Math.ceil(source.height / heightDivisor);
    const levels = source.levels.map((bytes, l) => {
      const size = levelSize(width, l) * levelSize(height, l) * source.layers * format.texelBytes;
      return bytes.subarray(from, (from += size));
    });
    const unbound = (source.unbound ?? []).map((region) => dividedRegion(region, widthDivisor, heightDivisor));
    return { ...source, format, width, height, levels, unbound };
  });
}

/** The chroma texels that share a luma texel with a region. */
function dividedRegion(region: UnboundRegion, across: number, down: number): UnboundRegion {
  const x = Math.floor(region.x / across);
  const y = Math.floor(region.y / down);
  const width = Math.ceil((region.x + region.width) / across) - x;
  const height = Math.ceil((region.y + region.height) / down) - y;
  return { ...region, x, y, width, height };
}

function placeImage(source: ImageSource, layout: TexelLayout, space: AddressSpace): Image {
  const { format, type = '2d', width, height, depth = 1, layers, samples = 1, cornerSampled = false } = source;
  const stored = decodedFormat(format);
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

/** The source bytes of a level: every plane of it, sizes rounded up to whole blocks. */
export function levelBytes(source: Omit<ImageSource, 'levels'>, level: number): number {
  const { format, width, height, depth = 1, layers, samples = 1 } = source;
  const slices = levelSize(depth, level) * layers * samples;
  const ofPlane = (plane: TexelFormat, planeWidth: number, planeHeight: number) => {
    const across = Math.ceil(levelSize(planeWidth, level) / (plane.block?.width ?? 1));
    const down = Math.ceil(levelSize(planeHeight, level) / (plane.block?.height ?? 1));
    return across * down * slices * plane.texelBytes;
  };
  if (format.planes === null) return ofPlane(format, width, height);
  return format.planes.reduce(
    (sum, { format: plane, widthDivisor, heightDivisor }) =>
      sum + ofPlane(plane, Math.ceil(width / widthDivisor), Math.ceil(height / heightDivisor)),
    0,
  );
}

function checkLevels(source: ImageSource): void {
  source.levels.forEach((texels, l) => {
    const expected = levelBytes(source, l);
    if (texels.length === expected) return;
    const { width, height, depth = 1, layers } = source;
    const volume = depth > 1 ? `x${levelSize(depth, l)}` : '';
    throw new RangeError(
      `level ${l} (${levelSize(width, l)}x${levelSize(height, l)}${volume}x${layers}) needs ${expected} bytes, has ${texels.length}`,
    );
  });
}

function storeImage(source: ImageSource, image: Image, memory: TexelBytes): void {
  const sources = planeSources(source);
  (image.planes ?? [image]).forEach((plane, n) => {
    plane.levels.forEach((level, l) => storeLevel(sources[n], plane, l, level, memory));
  });
}

/** Copies a level texel by texel, or block by block: a 4:2:2 pair unchanged, a compressed block decoded. */
function storeLevel(source: ImageSource, image: Image, l: number, level: ImageLevel, memory: TexelBytes): void {
  const texels = source.levels[l];
  const { layers, samples, texelStride, format, stored } = image;
  const block = format.block ?? { width: 1, height: 1 };
  const unpacker = format.codec === null ? null : new BlockUnpacker(format.codec, stored);
  const view = new DataView(memory.bytes.buffer);
  const wide = [4, 2].find((bytes) => (format.texelBytes | texels.byteOffset) % bytes === 0);
  const elementBytes = unpacker === null ? (wide ?? 1) : 1;
  const read = elementsOf(texels, elementBytes);
  const written = elementsOf(memory.bytes, elementBytes);
  // From here on, places and distances are in elements.
  const size = format.texelBytes / elementBytes;
  const stride = texelStride / elementBytes;
  const sampleStride = stride / samples;
  const isWord = unpacker === null && size === 1 && samples === 1 && block.width === 1;
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
          if (unpacker !== null) unpacker.unpack(texels, from, view, to);
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

function align(value: number, boundary: number): number {
  return Math.ceil(value / boundary) * boundary;
}

/** The image of a null descriptor. */
export const UNBOUND_IMAGE: Image = placeImage(
  { format: UNCOMPRESSED_FORMATS.get('r8_unorm')!, width: 1, height: 1, layers: 1, levels: [new Uint8Array(1)] },
  'linear',
  new AddressSpace(),
);
