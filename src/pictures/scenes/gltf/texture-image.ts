import type { Texture } from '@gltf-transform/core';
import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import { TEXEL_FORMATS } from '../../../../rtl-model/formats/texel-formats.ts';
import { type MemoryBudget, MemoryError } from '../../../../traces/encodings/memory-budget.ts';
import { TextureFileError } from '../../containers/container-file.ts';
import { decodeTextureFile } from '../../containers/decode-texture.ts';
import { isKtx2 } from '../../containers/read-ktx2-texture.ts';
import { buildMipChain } from '../../downsampler/mip-chain.ts';
import { pictureKind } from '../../textures/picture-kind.ts';
import { PictureError } from '../../textures/picture.ts';
import { decodePicture } from '../../textures/decode-picture.ts';
import type { ModelImage } from './model.ts';
import { ModelError } from './model-error.ts';

/** The encoding of an image: `srgb` for base colours and emission, `unorm` for all others (glTF 2.0, 3.9.2). */
export type Encoding = 'srgb' | 'unorm';

/** The image of a missing texture: it changes nothing. */
export const WHITE: ModelImage = {
  name: 'white',
  image: {
    format: TEXEL_FORMATS.get('r8g8b8a8_unorm')!,
    width: 1,
    height: 1,
    layers: 1,
    levels: [Uint8Array.of(255, 255, 255, 255)],
  },
  file: null,
};

/** The place of a model, by which its images are found, and the limits of their size. */
export interface ImageReading {
  /** The path of the model, for messages, and that of an image's file by its URI. */
  readonly path: string;
  readonly located: (uri: string) => string;
  readonly maxDimension: number;
  readonly budget: MemoryBudget;
}

/**
 * A texture's image with every level. A KTX 2.0 file brings its own format and levels.
 *
 * @param number number of the image in the file, for errors
 * @throws ModelError when it is missing, damaged, too large or of a format that is not supported
 */
export function textureImage(
  texture: Texture,
  number: number,
  encoding: Encoding,
  { path, located, maxDimension, budget }: ImageReading,
): ModelImage {
  const bytes = texture.getImage();
  const uri = texture.getURI();
  const what = `image ${number}${uri === '' ? '' : ` (${uri})`}`;
  if (bytes === null || bytes.length === 0) throw new ModelError(path, `${what} is missing`);
  const name = texture.getName() || uri || `image${number}`;
  const file = { path: uri === '' ? null : located(uri), bytes };
  try {
    if (isKtx2(bytes)) {
      return { name, image: containerImage(bytes, what, maxDimension, budget), file: { ...file, suffix: 'ktx2' } };
    }
    const kind = pictureKind(bytes);
    if (kind === null) throw new ModelError(path, `${what} is no PNG, JPEG or KTX 2.0 by its first bytes`);
    const picture = decodePicture(bytes, what, { maxDimension, budget });
    const image = buildMipChain(picture, TEXEL_FORMATS.get(`r8g8b8a8_${encoding}`)!);
    return { name, image, file: { ...file, suffix: kind === 'PNG' ? 'png' : 'jpg' } };
  } catch (cause) {
    if (![PictureError, TextureFileError, MemoryError].some((kind) => cause instanceof kind)) throw cause;
    throw new ModelError(path, (cause as Error).message, { cause });
  }
}

function containerImage(bytes: Uint8Array, what: string, maxDimension: number, budget: MemoryBudget): ImageSource {
  const { format: name, type, cube, width, height, layers, levels } = decodeTextureFile(bytes, what, budget);
  const format = TEXEL_FORMATS.get(name);
  if (format === undefined) throw new PictureError(what, `format ${name} has no decoder`);
  if (type !== '2d' || cube || layers !== 1) throw new PictureError(what, 'no plain 2D image');
  if (Math.max(width, height) > maxDimension) {
    throw new PictureError(what, `${width}x${height} texels; at most ${maxDimension} are read in a dimension`);
  }
  return { format, width, height, layers, levels };
}
