import { dirname, resolve } from 'node:path';
import type { LimitsDesign } from '../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { MemoryBudget } from '../../../traces/encodings/memory-budget.ts';
import type { PictureLoader } from '../../../traces/requests/request-tables.ts';
import { shortened } from '../../../traces/encodings/names.ts';
import type { PictureReference } from '../../../traces/requests/request-trace.ts';
import type { TextureFile } from '../../pictures/containers/container-file.ts';
import { decodeTextureFile } from '../../pictures/containers/decode-texture.ts';
import { buildMipChain } from '../../pictures/downsampler/mip-chain.ts';
import { pictureKind } from '../../pictures/textures/picture-kind.ts';
import { PictureError } from '../../pictures/textures/picture.ts';
import { readBytes } from '../../pictures/textures/read-picture.ts';
import { decodePicture } from '../../pictures/textures/decode-picture.ts';

/** Characters of a path, the most that Linux takes. */
const LONGEST_PATH = 4096;

/**
 * The reader of the images that a request trace names by their files. Each is decoded once, however many images name it,
 * and takes its memory from one budget.
 *
 * @param trace its file, from whose folder on
 */
export function traceImages(
  trace: string,
  limits: LimitsDesign,
  budget: MemoryBudget = new MemoryBudget(),
): PictureLoader {
  const known = new Map<string, ImageSource>();
  return (reference) => {
    const { file, format, mipmaps } = reference;
    const key = JSON.stringify([file, format?.name, mipmaps]);
    const image = known.get(key) ?? readTraceImage(reference, dirname(trace), limits, budget);
    known.set(key, image);
    return image;
  };
}

/**
 * The image that a request trace names by its file. A PNG or JPEG is brought into the format that the trace gives; KTX
 * 2.0 and DDS files have format, type and levels of their own, the faces of cubes as layers.
 *
 * @param folder where relative paths start
 * @throws PictureError, TextureFileError when the file cannot be read, or the trace's fields do not suit it; MemoryError
 */
export function readTraceImage(
  reference: PictureReference,
  folder: string,
  limits: LimitsDesign,
  budget: MemoryBudget = new MemoryBudget(),
): ImageSource {
  if (reference.file.length > LONGEST_PATH) {
    throw new PictureError(shortened(reference.file), `is no file: a path has at most ${LONGEST_PATH} characters`);
  }
  const path = resolve(folder, reference.file);
  const file = readBytes(path, budget);
  if (pictureKind(file) === null) return textureImage(reference, path, decodeTextureFile(file, path, budget));
  const { format, mipmaps } = reference;
  if (format === undefined) throw new PictureError(path, 'a picture needs a "format" for its texels');
  const picture = decodePicture(file, path, { maxDimension: limits.maxImageDimension2D, budget });
  const image = buildMipChain(picture, format);
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
