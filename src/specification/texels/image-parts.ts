import type { ImageSource, UnboundRegion } from '../../../rtl-model/memory/image.ts';
import type { ImageView } from '../../../rtl-model/state/image-view.ts';

export interface ViewedPart {
  /** The part as an image of its own, and the view of that image. */
  readonly image: ImageSource;
  readonly view: ImageView;
  /** The place in the whole image of a texel of the part, and its plane. */
  readonly inWhole: (place: TexelPlace) => TexelPlace & { readonly plane: number };
}

/**
 * The part of an image that a view shows (Vulkan: Image Views, VkImageViewSlicedCreateInfoEXT, Compatible Formats of
 * Planes): a plane, the slices of a 3D image as layers, or some of the slices of a level.
 *
 * @param storage true for operations on storage images; the others see all slices of a 3D view
 */
export function viewedPart(image: ImageSource, view: ImageView, storage: boolean): ViewedPart {
  const { aspect, viewType, baseMipLevel, slices } = view;
  const { type = '2d', depth = 1, unbound = [] } = image;
  const plane = aspect.startsWith('plane_') ? Number(aspect.at(-1)) : null;
  if (plane !== null) {
    const inWhole = (place: TexelPlace) => ({ ...place, plane });
    return { image: planeImage(image, plane), view: { ...view, aspect: 'color' }, inWhole };
  }
  if (type === '3d' && viewType !== '3d') {
    const layered = { ...image, type: '2d' as const, depth: 1, layers: specifiedLevelSize(depth, baseMipLevel) };
    const inWhole = (place: TexelPlace) => ({ ...place, layer: 0, z: place.layer, plane: 0 });
    return { image: { ...layered, unbound: unbound.flatMap(slicesOfRegion) }, view, inWhole };
  }
  const first = storage ? (slices?.sliceOffset ?? 0) : 0;
  const inWhole = (place: TexelPlace) => ({ ...place, z: place.z + first, plane: 0 });
  if (type !== '3d' || slices === undefined || !storage) return { image, view, inWhole };
  const { slices: shown, ...rest } = view;
  return { image: slicedLevel(image, baseMipLevel, shown!), view: rest, inWhole };
}

function slicesOfRegion(region: UnboundRegion): readonly UnboundRegion[] {
  return Array.from({ length: region.depth }, (_, n) => ({ ...region, layer: region.z + n, z: 0, depth: 1 }));
}

/** Some of the slices of one level. The other levels are of no use afterwards. */
function slicedLevel(image: ImageSource, level: number, { sliceOffset, sliceCount }: NonNullable<ImageView['slices']>) {
  const sliceBytes = image.levels[level].length / specifiedLevelSize(image.depth ?? 1, level);
  return {
    ...image,
    depth: sliceCount * 2 ** level,
    levels: image.levels.map((bytes) =>
      bytes.subarray(sliceOffset * sliceBytes, (sliceOffset + sliceCount) * sliceBytes),
    ),
    unbound: image.unbound?.map((region) => ({ ...region, z: region.z - sliceOffset })) ?? [],
  };
}

/** A plane of a multi-planar image as an image of its own; planes lie one after the other within a level. */
export function planeImage(image: ImageSource, plane: number): ImageSource {
  const { planes } = image.format;
  if (planes === null) return image;
  const sizes = planes.map(({ format, widthDivisor, heightDivisor }) => ({
    format,
    width: Math.ceil(image.width / widthDivisor),
    height: Math.ceil(image.height / heightDivisor),
  }));
  const levels = image.levels.map((bytes, level) => {
    const lengths = sizes.map(
      ({ format, width, height }) =>
        specifiedLevelSize(width, level) * specifiedLevelSize(height, level) * image.layers * format.texelBytes,
    );
    const from = lengths.slice(0, plane).reduce((sum, length) => sum + length, 0);
    return bytes.subarray(from, from + lengths[plane]);
  });
  const { width, height } = sizes[plane];
  const { widthDivisor, heightDivisor } = planes[plane];
  // A texel of the plane has no memory if one that shares it has none.
  const unbound = (image.unbound ?? []).map((region) => {
    const [x, y] = [Math.floor(region.x / widthDivisor), Math.floor(region.y / heightDivisor)];
    const right = Math.ceil((region.x + region.width) / widthDivisor);
    const bottom = Math.ceil((region.y + region.height) / heightDivisor);
    return { ...region, x, y, width: right - x, height: bottom - y };
  });
  return { ...image, format: sizes[plane].format, width, height, levels, unbound };
}

/** One sample of every texel as an image of its own; the samples of a texel lie side by side. */
export function sampleImage(image: ImageSource, sample: number): ImageSource {
  const { samples = 1, format } = image;
  if (samples === 1) return image;
  const size = format.texelBytes;
  const levels = image.levels.map((bytes) => {
    const own = new Uint8Array(bytes.length / samples);
    for (let at = 0; at < own.length; at += size) {
      const from = at * samples + sample * size;
      own.set(bytes.subarray(from, from + size), at);
    }
    return own;
  });
  return { ...image, samples: 1, levels };
}

/** The image with zeros where no memory is bound: every uncompressed format decodes them to 0. */
export function imageWithMemory(image: ImageSource): ImageSource {
  const { unbound = [], format, width, height, depth = 1, samples = 1 } = image;
  if (unbound.length === 0) return image;
  const size = format.texelBytes * samples;
  const levels = image.levels.map((bytes, level) => {
    const own = bytes.slice();
    const [across, down, slices] = [width, height, depth].map((whole) => specifiedLevelSize(whole, level));
    for (const region of unbound) {
      if (region.level !== level || region.layer < 0) continue;
      for (let z = Math.max(0, region.z); z < Math.min(region.z + region.depth, slices); z++) {
        for (let y = region.y; y < Math.min(region.y + region.height, down); y++) {
          const row = ((region.layer * slices + z) * down + y) * across;
          own.fill(0, (row + region.x) * size, (row + Math.min(region.x + region.width, across)) * size);
        }
      }
    }
    return own;
  });
  return { ...image, levels };
}

export interface TexelPlace {
  readonly level: number;
  readonly layer: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** True if no memory is bound to a texel. */
export function isUnbound(unbound: readonly UnboundRegion[], { level, layer, x, y, z }: TexelPlace): boolean {
  const within = (at: number, start: number, size: number) => start <= at && at < start + size;
  return unbound.some(
    (region) =>
      region.level === level &&
      region.layer === layer &&
      within(x, region.x, region.width) &&
      within(y, region.y, region.height) &&
      within(z, region.z, region.depth),
  );
}

/** Vulkan: Image Mip Level Sizing. */
export function specifiedLevelSize(size: number, level: number): number {
  return Math.max(1, Math.floor(size / 2 ** level));
}
