import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { downsample } from './downsample.ts';
import { type ComponentCode, componentCodes } from '../textures/component-code.ts';
import type { Picture } from '../textures/picture.ts';

/** The format that pictures have as textures. @param srgb true for one that is decoded to linear light */
export function pictureFormat(srgb = false): TexelFormat {
  return TEXEL_FORMATS.get(srgb ? 'r8g8b8a8_srgb' : 'r8g8b8a8_unorm')!;
}

/**
 * An image with every level down to 1x1. Level 0 is the picture in the format's code. The other levels are averages
 * made as by the single-pass downsampler (docs/downsampler.md): colours of sRGB formats in linear light, the last
 * column or row of an odd size dropped.
 *
 * @param format a format of 8-bit components; components that it lacks are dropped
 * @throws RangeError when the format's components are not 8 bits wide
 */
export function buildMipChain(picture: Picture, format: TexelFormat): ImageSource {
  const { width, height } = picture;
  const texels = encode(picture, format, componentCodes(format));
  return downsample({ format, width, height, layers: 1, levels: [texels] });
}

function encode(picture: Picture, format: TexelFormat, codes: readonly ComponentCode[]): Uint8Array {
  if (format.componentType !== 'snorm' && format.order.join() === '0,1,2,3') return picture.texels.slice();
  const components = codes.length;
  const texels = new Uint8Array(picture.width * picture.height * components);
  for (let c = 0; c < components; c++) {
    const { stored } = codes[c];
    for (let from = format.order[c], to = c; to < texels.length; from += 4, to += components) {
      texels[to] = stored[picture.texels[from]];
    }
  }
  return texels;
}
