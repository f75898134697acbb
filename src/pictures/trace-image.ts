import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import type { PictureReference } from '../../traces/requests/request-trace.ts';
import type { TextureFile } from './containers/container-file.ts';
import { decodeTextureFile } from './containers/decode-texture.ts';
import { buildMipChain } from './downsampler/mip-chain.ts';
import { decodePicture, type PictureLimits } from './textures/decode-picture.ts';
import { pictureKind } from './textures/picture-kind.ts';
import { PictureError } from './textures/picture.ts';

/**
 * The image that a request trace names by its file. A PNG or JPEG is brought into the format that the trace gives; KTX
 * 2.0 and DDS files have format, type and levels of their own, the faces of cubes as layers.
 *
 * @param bytes of the file
 * @param path its name, for messages
 * @throws PictureError, TextureFileError when the file is damaged, or the trace's fields do not suit it; MemoryError
 */
export function traceImage(
  { format, mipmaps }: PictureReference,
  bytes: Uint8Array,
  path: string,
  limits: PictureLimits = {},
): ImageSource {
  if (pictureKind(bytes) !== null) {
    if (format === undefined) throw new PictureError(path, 'a picture needs a "format" for its texels');
    const image = buildMipChain(decodePicture(bytes, path, limits), format);
    return mipmaps ? image : { ...image, levels: image.levels.slice(0, 1) };
  }
  const image = traceTexture(decodeTextureFile(bytes, path, limits.budget), path);
  if (format !== undefined && format !== image.format) {
    throw new PictureError(path, `holds ${image.format.name}, expected the ${format.name} of the trace`);
  }
  if (mipmaps !== undefined) throw new PictureError(path, 'has its own levels, expected no "mipmaps" in the trace');
  return image;
}

/** The image that a texture's file holds. @throws PictureError when its format has no decoder */
export function traceTexture({ format: name, type, width, height, depth, layers, levels }: TextureFile, path: string) {
  const format = TEXEL_FORMATS.get(name);
  if (format === undefined) throw new PictureError(path, `format ${name} has no decoder, expected one of FORMAT.md`);
  return { format, type, width, height, depth, layers, levels };
}
