import { dirname, resolve } from 'node:path';
import type { LimitsDesign } from '../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import type { PictureLoader } from '../../../traces/requests/request-tables.ts';
import type { PictureReference } from '../../../traces/requests/request-trace.ts';
import type { TextureFile } from '../../pictures/containers/container-file.ts';
import { decodeTextureFile } from '../../pictures/containers/container-reader.ts';
import { buildMipChain } from '../../pictures/downsampler/mip-chain.ts';
import { pictureKind } from '../../pictures/textures/picture-header.ts';
import { PictureError } from '../../pictures/textures/picture.ts';
import { readBytes, readPicture } from '../../pictures/textures/read-picture.ts';

/** The reader of the images that a request trace names by their files. @param trace its file, from whose folder on */
export function traceImages(trace: string, limits: LimitsDesign): PictureLoader {
  return (reference) => readTraceImage(reference, dirname(trace), limits);
}

/**
 * The image that a request trace names by its file. A PNG or JPEG is brought into the format that the trace gives; KTX
 * 2.0 and DDS files have format, type and levels of their own, the faces of cubes as layers.
 *
 * @param folder where relative paths start
 * @throws PictureError, TextureFileError when the file cannot be read, or the trace's fields do not suit it
 */
export function readTraceImage(reference: PictureReference, folder: string, limits: LimitsDesign): ImageSource {
  const path = resolve(folder, reference.file);
  const file = readBytes(path);
  if (pictureKind(file) !== null) return pictureImage(reference, path, limits);
  return textureImage(reference, path, decodeTextureFile(file, path));
}

function pictureImage({ format, mipmaps }: PictureReference, path: string, limits: LimitsDesign): ImageSource {
  if (format === undefined) throw new PictureError(path, 'a picture needs a "format" for its texels');
  const image = buildMipChain(readPicture(path, limits.maxImageDimension2D), format);
  return mipmaps ? image : { ...image, levels: image.levels.slice(0, 1) };
}

function textureImage({ format: asked, mipmaps }: PictureReference, path: string, file: TextureFile): ImageSource {
  const { format: name, type, width, height, depth, layers, levels } = file;
  const format = TEXEL_FORMATS.get(name);
  if (format === undefined) throw new PictureError(path, `format ${name} has no decoder, expected one of FORMAT.md`);
  if (asked !== undefined && asked !== format) {
    throw new PictureError(path, `holds ${name}, expected the ${asked.name} of the trace`);
  }
  if (mipmaps !== undefined) throw new PictureError(path, 'has its own levels, expected no "mipmaps" in the trace');
  return { format, type, width, height, depth, layers, levels };
}
