import { MIP_CHAIN_FORMATS } from '../../../rtl-model/formats/uncompressed-formats.ts';
import { readBytes, readFirst } from '../textures/read-picture.ts';
import { TextureFileError } from './container-file.ts';
import { decodeTextureFile } from './decode-texture.ts';
import { IDENTIFIER, isKtx2 } from './read-ktx2-texture.ts';
import type { Ktx2Image } from './write-ktx2.ts';

/**
 * Reads a KTX 2.0 file of 2D images (arrays and cube maps too) in one of MIP_CHAIN_FORMATS; null when the file's first
 * bytes are of another kind.
 *
 * @throws PictureError when the file cannot be read; TextureFileError when it is damaged, or holds other images
 */
export function readKtx2(path: string): Ktx2Image | null {
  if (!isKtx2(readFirst(path, IDENTIFIER.length))) return null;
  const { format: name, type, depth: _, ...image } = decodeTextureFile(readBytes(path), path);
  const format = MIP_CHAIN_FORMATS.get(name);
  if (format === undefined) {
    const expected = [...MIP_CHAIN_FORMATS.keys()].join(', ');
    throw new TextureFileError(path, 'vkFormat', `${name} is not read here, expected one of ${expected}`);
  }
  if (type !== '2d') throw new TextureFileError(path, 'pixelHeight', `a ${type} texture, expected a 2D one`);
  return { ...image, format };
}
