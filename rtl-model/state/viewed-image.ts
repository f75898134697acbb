import { planeOf } from '../formats/texel-format.ts';
import type { Image, UnboundRegion } from '../memory/image.ts';
import { type ImageView, type SliceRange, wholeView } from './image-view.ts';
import type { Operation } from './instruction.ts';

/** The part of an image that a view shows, as an image of its own, and the view of that image. */
export interface ViewedImage {
  readonly image: Image;
  readonly view: ImageView;
}

/**
 * The image whose texels a view shows (Vulkan: Image Views): one plane of a multi-planar image, the slices of a 3D image
 * as layers or a range of them, or the texels that another format of the compression decodes. No later unit knows of
 * these: the texels have their addresses in the image that the view is of.
 *
 * @param view the whole image if left out
 * @param op its slices count for operations on storage images alone
 * @throws RangeError when the view shows a plane, a level or slices that the image lacks
 */
export function viewedImage(image: Image, view: ImageView = wholeView(image), op: Operation = 'sample'): ViewedImage {
  return restricted(planeOfView(recoded({ image, view })), seesSlices(op));
}

/** The blocks of a compressed image as the view's format decodes them. */
function recoded({ image, view }: ViewedImage): ViewedImage {
  const recoding = image.recodings.find(({ image: { format } }) => format === view.format);
  return recoding === undefined ? { image, view } : { image: recoding.decoded(), view };
}

function planeOfView({ image, view }: ViewedImage): ViewedImage {
  const plane = planeOf(view.aspect);
  if (plane === null || image.planes === null) return { image, view };
  if (plane >= image.planes.length) throw new RangeError(`${image.format.name} has no ${view.aspect}`);
  return { image: image.planes[plane], view: { ...view, aspect: 'color' } };
}

/** True for operations on storage images, which a sliced view restricts (VkImageViewSlicedCreateInfoEXT). */
function seesSlices(op: Operation): boolean {
  return op === 'read' || op === 'write' || op === 'atomic' || op === 'query_size';
}

/** The slices of a 3D image that the view shows, at their numbers in its first level. */
function restricted({ image, view }: ViewedImage, sliced: boolean): ViewedImage {
  if (image.type !== '3d') return { image, view };
  if (view.viewType !== '3d') return { image: slicesAsLayers(image, view.baseMipLevel), view };
  if (view.slices === undefined || !sliced) return { image, view };
  const { slices, ...rest } = view;
  return { image: slicedImage(image, view.baseMipLevel, slices), view: rest };
}

/** @throws RangeError when there is no such level */
function depthOf(image: Image, level: number): number {
  if (level >= image.levels.length)
    throw new RangeError(`the image has ${image.levels.length} levels, none is ${level}`);
  return image.levels[level].depth;
}

function slicesAsLayers(image: Image, level: number): Image {
  const levels = image.levels.map((each) => ({ ...each, depth: 1, layerBytes: each.sliceTexels * image.texelStride }));
  const unbound = image.unbound.flatMap((region) =>
    Array.from({ length: region.depth }, (_, z): UnboundRegion => ({ ...region, layer: region.z + z, z: 0, depth: 1 })),
  );
  return { ...image, type: '2d', depth: 1, layers: depthOf(image, level), levels, unbound };
}

function slicedImage(image: Image, level: number, { sliceOffset, sliceCount }: SliceRange): Image {
  const all = depthOf(image, level);
  if (sliceCount < 1 || sliceOffset + sliceCount > all) {
    throw new RangeError(
      `the view's slices ${sliceOffset} to ${sliceOffset + sliceCount - 1} are not in the level's 0 to ${all - 1}`,
    );
  }
  const levels = image.levels.map((each) => ({
    ...each,
    depth: sliceCount,
    base: each.base + sliceOffset * each.sliceTexels * image.texelStride,
  }));
  const unbound = image.unbound.map((region) => ({ ...region, z: region.z - sliceOffset }));
  return { ...image, depth: sliceCount * 2 ** level, levels, unbound };
}
