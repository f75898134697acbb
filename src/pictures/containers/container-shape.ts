import type { ContainerBytes } from './container-bytes.ts';
import type { TextureFile } from './container-file.ts';
import { type FormatBlock, formatBlock } from './format-block.ts';

/** The most that a texture's levels together may take, and its file: 1 GiB. */
export const MAX_TEXTURE_BYTES = 2 ** 30;

/** What a header says of its texture, before anything is allocated; `layers` counts faces. */
export interface ContainerShape extends Omit<TextureFile, 'levels'> {
  readonly levelCount: number;
}

/** How the container calls the fields that are checked here. */
export interface ShapeFields {
  readonly width: string;
  readonly levelCount: string;
  readonly format: string;
}

/**
 * The bytes of one layer of every level, once the header is found possible: block sizes round up, each dimension of
 * level l is floor(size / 2^l), 1 at least (Vulkan: Image Mip Level Sizing).
 *
 * @throws TextureFileError for a format without a block, more levels than the size has, or more than MAX_TEXTURE_BYTES
 */
export function layerBytes(file: ContainerBytes, shape: ContainerShape, fields: ShapeFields): number[] {
  const { format, width, height, depth, layers, levelCount } = shape;
  const block = formatBlock(format);
  if (block === null) throw file.error(fields.format, `${format} is not read: its bytes have no one layout`);
  const most = Math.floor(Math.log2(Math.max(width, height, depth))) + 1;
  if (levelCount > most) {
    throw file.error(fields.levelCount, `${levelCount} levels, expected at most ${most} of ${sizeText(shape)} texels`);
  }
  if (block.width === 2 && width % 2 !== 0) {
    throw file.error(fields.width, `${width}, expected an even number for ${format}`);
  }
  const bytes = Array.from({ length: levelCount }, (_, l) => levelBytes(shape, block, l));
  const total = layers * bytes.reduce((sum, level) => sum + level, 0);
  if (total > MAX_TEXTURE_BYTES) {
    const what = `${sizeText(shape)} texels in ${layers} layers (${format}) take ${total} bytes`;
    throw file.error(fields.width, `${what}, expected at most ${MAX_TEXTURE_BYTES}`);
  }
  return bytes;
}

/** Exact below 2^53, and beyond it too large in any case. */
function levelBytes({ width, height, depth }: ContainerShape, block: FormatBlock, level: number): number {
  const size = (texels: number) => Math.max(1, Math.floor(texels / 2 ** level));
  const columns = Math.ceil(size(width) / block.width);
  const rows = Math.ceil(size(height) / block.height);
  return columns * rows * size(depth) * block.bytes;
}

function sizeText({ type, width, height, depth }: ContainerShape): string {
  if (type === '1d') return `${width}`;
  return type === '2d' ? `${width}x${height}` : `${width}x${height}x${depth}`;
}
