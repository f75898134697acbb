import type { Design } from '../design/design.ts';
import { decodedFormat } from '../formats/decoded-format.ts';
import type { Image } from '../memory/image.ts';
import { type TexelMemory, UNBOUND_IMAGE } from '../memory/lay-out-images.ts';
import type { ImageView, ViewType } from './image-view.ts';
import type { Instruction, Operation } from './instruction.ts';
import type { Sampler } from './sampler.ts';
import type { TextureState } from './texture-state.ts';
import { viewedImage } from './viewed-image.ts';
import { widensSums } from './widened-sums.ts';

/** A texture state with its references resolved, for which the units are specialised. */
export interface Binding {
  readonly design: Design;
  readonly memory: TexelMemory;
  /** The part of the image that the view shows, and the view of that part. */
  readonly image: Image;
  readonly view: ImageView;
  readonly sampler: Sampler;
  readonly instruction: Instruction;
  readonly op: Operation;
  /** The number of coordinate axes; the face of a cube has two. */
  readonly dimensions: 1 | 2 | 3;
  readonly cube: boolean;
  readonly arrayed: boolean;
  /** The levels that the view shows, numbered as in the image. */
  readonly firstLevel: number;
  readonly lastLevel: number;
}

const DIMENSIONS: Readonly<Record<ViewType, 1 | 2 | 3>> = {
  '1d': 1,
  '1d_array': 1,
  '2d': 2,
  '2d_array': 2,
  cube: 2,
  cube_array: 2,
  '3d': 3,
};

/**
 * @param index number of the image in the memory
 * @throws RangeError when there is no such image, or the view reaches beyond it
 */
export function bind(design: Design, memory: TexelMemory, state: TextureState, index: number): Binding {
  return boundImage(design, memory, state, imageAt(memory, index));
}

/**
 * A null descriptor is bound to UNBOUND_IMAGE, whatever its view.
 *
 * @throws as `bind`
 */
export function bindState(design: Design, memory: TexelMemory, state: TextureState): Binding {
  if (state.image !== null) return bind(design, memory, state, state.image);
  const { sampler, instruction } = state;
  return boundImage(design, memory, { image: null, sampler, instruction }, UNBOUND_IMAGE);
}

/**
 * @param whole the image that the view is of
 * @throws RangeError when the view reaches beyond the image
 */
export function boundImage(design: Design, memory: TexelMemory, state: TextureState, whole: Image): Binding {
  const op = state.instruction.op ?? 'sample';
  const { image: seen, view: viewed } = viewedImage(whole, state.view, op);
  checkView(viewed, seen);
  const { sampler } = state;
  const sumsWidened = widensSums(design, op, sampler, viewed.format);
  const view = { ...viewed, format: decodedFormat(design, viewed.format, sumsWidened) };
  const format = decodedFormat(design, seen.format, sumsWidened);
  if (format.codec !== seen.format.codec) {
    throw new RangeError(`${format.name} lies decoded in the memory, by another decoder.bc than the design's`);
  }
  const stored = decodedFormat(design, seen.stored, sumsWidened);
  const image = format === seen.format && stored === seen.stored ? seen : { ...seen, format, stored };
  const { viewType } = view;
  return {
    design,
    memory,
    image,
    view,
    sampler,
    instruction: state.instruction,
    op,
    dimensions: DIMENSIONS[viewType],
    cube: viewType === 'cube' || viewType === 'cube_array',
    arrayed: viewType.endsWith('_array'),
    firstLevel: view.baseMipLevel,
    lastLevel: view.baseMipLevel + view.levelCount - 1,
  };
}

function imageAt(memory: TexelMemory, index: number): Image {
  const image = memory.images[index];
  if (image === undefined) throw new RangeError(`image ${index} is not one of ${memory.images.length}`);
  return image;
}

function checkView(view: ImageView, image: Image): void {
  const { baseMipLevel, levelCount, baseArrayLayer, layerCount } = view;
  if (levelCount < 1 || baseMipLevel + levelCount > image.levels.length) {
    throw new RangeError(
      `the view's levels ${baseMipLevel} to ${baseMipLevel + levelCount - 1} are not in the image's 0 to ${image.levels.length - 1}`,
    );
  }
  if (layerCount < 1 || baseArrayLayer + layerCount > image.layers) {
    throw new RangeError(
      `the view's layers ${baseArrayLayer} to ${baseArrayLayer + layerCount - 1} are not in the image's 0 to ${image.layers - 1}`,
    );
  }
}
