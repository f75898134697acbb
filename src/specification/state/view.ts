import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { ImageView, ViewType } from '../../../rtl-model/state/image-view.ts';
import type { AddressMode, Sampler } from '../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';

/** The view that shows all of an image as what it is: an array where it has several layers. */
export function viewOfImage(image: ImageSource): ImageView {
  const { type = '2d', format, layers, levels } = image;
  return {
    viewType: layers === 1 || type === '3d' ? type : type === '1d' ? '1d_array' : '2d_array',
    format,
    components: ['identity', 'identity', 'identity', 'identity'],
    aspect: format.aspects[0],
    baseMipLevel: 0,
    levelCount: levels.length,
    baseArrayLayer: 0,
    layerCount: layers,
    minLod: 0,
  };
}

/** The view of a texture state; null for a null descriptor. */
export function textureView(
  { image, view }: Pick<TextureState, 'image' | 'view'>,
  images: readonly ImageSource[],
): ImageView | null {
  return image === null ? null : (view ?? viewOfImage(images[image]));
}

/** Texel axes of a view: the face of a cube has two. */
export function axesOf(viewType: ViewType): 1 | 2 | 3 {
  switch (viewType) {
    case '1d':
    case '1d_array':
      return 1;
    case '2d':
    case '2d_array':
    case 'cube':
    case 'cube_array':
      return 2;
    case '3d':
      return 3;
  }
}

export function isCube(viewType: ViewType): boolean {
  return viewType === 'cube' || viewType === 'cube_array';
}

export function isArray(viewType: ViewType): boolean {
  return viewType === '1d_array' || viewType === '2d_array' || viewType === 'cube_array';
}

/** The address modes of a view's axes. */
export function addressModesOf(sampler: Sampler, viewType: ViewType): readonly AddressMode[] {
  return [sampler.addressModeU, sampler.addressModeV, sampler.addressModeW].slice(0, axesOf(viewType));
}
