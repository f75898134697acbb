import type { ContainerBytes } from './container-bytes.ts';
import type { TextureFile } from './container-file.ts';
import { type FormatBlock, formatBlock } from './format-block.ts';

/** The largest size of a texture's levels together, and of its file: 1 GiB. */
const MAX_TEXTURE_BYTES = 2 ** 30;

/** The header's description of its texture, before anything is allocated; `layers` counts faces. */
export interface ContainerShape extends Omit<TextureFile, 'levels'> {
  readonly levelCount: number;
}

/**
 * The bytes of one layer of every level, after the header is found possible. Sizes round up to whole blocks. Each
 * dimension of level l is floor(size / 2^l), at least 1 (Vulkan: Image Mip Level Sizing).
 *
 * @param fields the container's names for them
 * @throws TextureFileError for a format without a block, more levels than the size allows, or more than
 * MAX_TEXTURE_BYTES; MemoryError, before any of them is allocated
 */
export function layerBytes(
  file: ContainerBytes,
  shape: ContainerShape,
  fields: Readonly<Record<'width' | 'levelCount' | 'format', string>>,
): number[] {
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
  file.budget.take(total, `${file.name}: levels of ${sizeText(shape)} texels in ${layers} layers (${format})`);
  return bytes;
}

/** The bytes of a level: exact below 2^53, and larger than allowed beyond it. */
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
