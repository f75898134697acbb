import { type LevelLayout, layOutLevel } from './address-unit/texel-layout.ts';
import type { TexelLayout } from './design.ts';
import type { TexelFormat } from './texel-decoder/texel-format.ts';

/** An image as it arrives: a 2D image or 2D array with its levels, not yet laid out. */
export interface ImageSource {
  readonly format: TexelFormat;
  /** Of level 0, in texels. Level l is max(1, floor(size / 2^l)). */
  readonly width: number;
  readonly height: number;
  readonly layers: number;
  /** Level by level: the layers one after the other, rows top to bottom, texels tight. */
  readonly levels: readonly Uint8Array[];
}

/** One level of an image in the texel memory. */
export interface ImageLevel extends LevelLayout {
  readonly width: number;
  readonly height: number;
  /** Byte address of layer 0, and from one layer to the next. */
  readonly base: number;
  readonly layerBytes: number;
}

/** An image in the texel memory. */
export interface Image {
  readonly format: TexelFormat;
  readonly width: number;
  readonly height: number;
  readonly layers: number;
  readonly levels: readonly ImageLevel[];
}

/** Bytes, seen at the widths that the decoder reads. Little-endian, as the formats are defined. */
export class TexelBytes {
  readonly bytes: Uint8Array;
  readonly halves: Uint16Array;
  readonly words: Uint32Array;
  readonly floats: Float32Array;

  /** @param size in bytes, a multiple of 4 */
  constructor(size: number) {
    const buffer = new ArrayBuffer(size);
    this.bytes = new Uint8Array(buffer);
    this.halves = new Uint16Array(buffer);
    this.words = new Uint32Array(buffer);
    this.floats = new Float32Array(buffer);
  }
}

/** Images start on these boundaries, so that no cache line holds two of them. */
const IMAGE_ALIGNMENT = 4096;
/** Texel addresses are 31-bit: hot loops hold them in int32 and mark the border by a negative one. */
const LARGEST_MEMORY = 2 ** 30;

/** The memory behind the texel cache, with every image of a run laid out in it. */
export interface TexelMemory {
  readonly data: TexelBytes;
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
  let end = 0;
  const images = sources.map((source) => {
    const levels = source.levels.map((texels, l) => {
      const width = levelSize(source.width, l);
      const height = levelSize(source.height, l);
      const expected = width * height * source.layers * source.format.texelBytes;
      if (texels.length !== expected) {
        throw new RangeError(
          `level ${l} (${width}x${height}x${source.layers}) needs ${expected} bytes, has ${texels.length}`,
        );
      }
      const placed = layOutLevel(layout, width, height);
      const layerBytes = align(placed.texels * source.format.texelBytes, 64);
      const base = end;
      end = align(base + layerBytes * source.layers, 64);
      return { ...placed, width, height, base, layerBytes };
    });
    end = align(end, IMAGE_ALIGNMENT);
    return { format: source.format, width: source.width, height: source.height, layers: source.layers, levels };
  });
  if (end > LARGEST_MEMORY) throw new RangeError(`images need ${end} bytes; the texel memory holds ${LARGEST_MEMORY}`);
  const data = new TexelBytes(end);
  images.forEach((image, n) => image.levels.forEach((level, l) => store(sources[n], l, level, data.bytes)));
  return { data, images };
}

function store(source: ImageSource, l: number, level: ImageLevel, memory: Uint8Array): void {
  const texels = source.levels[l];
  const size = source.format.texelBytes;
  let from = 0;
  for (let layer = 0; layer < source.layers; layer++) {
    const start = level.base + layer * level.layerBytes;
    for (let j = 0; j < level.height; j++) {
      for (let i = 0; i < level.width; i++) {
        const to = start + (level.column[i] + level.row[j]) * size;
        for (let byte = 0; byte < size; byte++) memory[to + byte] = texels[from++];
      }
    }
  }
}

function align(value: number, boundary: number): number {
  return Math.ceil(value / boundary) * boundary;
}
