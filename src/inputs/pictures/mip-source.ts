import { joinedBytes } from '../../../traces/encodings/line-pieces.ts';
import { MemoryBudget } from '../../../traces/encodings/memory-budget.ts';
import type { Ktx2Image } from '../../pictures/containers/write-ktx2.ts';
import { pictureFormat } from '../../pictures/downsampler/mip-chain.ts';
import { readKtx2 } from '../../pictures/containers/read-ktx2.ts';
import { readPictureByRows } from '../../pictures/textures/read-picture.ts';
import type { Picture } from '../../pictures/textures/picture.ts';
import { UsageError } from '../files/usage-error.ts';

export interface MipSourceOptions {
  readonly srgb?: true;
  readonly cube?: true;
}

const FACES = 6;

/**
 * The image whose levels are made: level 0 of a KTX2 file, or pictures as the layers of one image.
 *
 * @throws PictureError, TextureFileError for a file that cannot be read, UsageError for pictures that make no image together
 */
export async function mipSource(paths: readonly string[], { srgb, cube }: MipSourceOptions): Promise<Ktx2Image> {
  const [first] = paths;
  const file = readKtx2(first);
  if (file !== null) {
    if (paths.length > 1)
      throw new UsageError(`${first}: a KTX2 file is read alone, not with ${paths.length - 1} more`);
    if (srgb || cube) throw new UsageError(`${first}: a KTX2 file says itself whether it is sRGB or a cube map`);
    return { ...file, levels: file.levels.slice(0, 1) };
  }
  const pictures: Picture[] = [];
  const budget = new MemoryBudget();
  for (const path of paths) pictures.push(await readPictureByRows(path, { budget }));
  const [{ width, height }] = pictures;
  pictures.forEach((picture, n) => {
    if (picture.width === width && picture.height === height) return;
    const sizes = `${picture.width}x${picture.height} texels, expected ${width}x${height}`;
    throw new UsageError(`${paths[n]}: ${sizes} as ${first} has`);
  });
  if (cube && (pictures.length !== FACES || width !== height)) {
    throw new UsageError(`--cube needs six square pictures, not ${pictures.length} of ${width}x${height} texels`);
  }
  const texels = pictures.length === 1 ? pictures[0].texels : joinedBytes(pictures.map((picture) => picture.texels));
  return { format: pictureFormat(srgb), width, height, layers: pictures.length, levels: [texels], cube: cube === true };
}
