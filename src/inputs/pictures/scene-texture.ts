import { isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Design } from '../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { NamedImage } from '../../../traces/requests/request-trace.ts';
import type { ModelImage } from '../../pictures/scenes/gltf/model.ts';
import { detailPicture, lightPicture } from '../../pictures/scenes/layer-pictures.ts';
import type { Scene } from '../../pictures/scenes/scene.ts';
import { CHECKER_CELLS, CHECKER_SIZE, checkerboard } from '../../pictures/textures/checkerboard.ts';
import { DEFAULT_PICTURE } from '../../pictures/textures/default-picture.ts';
import { tintedLevels } from '../../pictures/textures/level-colours.ts';
import { buildMipChain, pictureFormat } from '../../pictures/downsampler/mip-chain.ts';
import type { Picture } from '../../pictures/textures/picture.ts';
import { readPicture } from '../../pictures/textures/read-picture.ts';
import { UsageError } from '../files/usage-error.ts';
import type { TextureOptions } from '../options/scene-options.ts';

/** A texture of a scene. */
export interface SceneTexture {
  /** For reports. */
  readonly name: string;
  readonly image: ImageSource;
  /** The image in a request trace: named by its file where that gives the same image. */
  readonly traced: NamedImage['source'];
}

/**
 * The texture of a built-in scene.
 *
 * @throws PictureError, UsageError when the picture cannot be read or is larger than the design's limits
 */
export function sceneTexture(options: TextureOptions, scene: Scene, { limits }: Design, folder: string): SceneTexture {
  const name = options.texture ?? scene.texture;
  const file = name === 'checker' ? null : name === 'earth' ? fileURLToPath(DEFAULT_PICTURE) : name;
  const picture = file === null ? checker(limits) : readPicture(file, { maxDimension: limits.maxImageDimension2D });
  const format = pictureFormat(options.srgb);
  const image = buildMipChain(picture, format);
  if (options.levels === 'coloured') return coloured(name, image);
  if (file === null) return { name, image, traced: image };
  return { name, image, traced: { format, file: pathFrom(folder, file), mipmaps: true } };
}

/** The light map and the detail map of a built-in scene. */
export function layerTextures(): readonly SceneTexture[] {
  const layers = { 'light map': lightPicture(), 'detail map': detailPicture() };
  return Object.entries(layers).map(([name, picture]) => {
    const image = buildMipChain(picture, pictureFormat());
    return { name, image, traced: image };
  });
}

/**
 * The textures of a model.
 *
 * @param folder of the request trace
 * @param beside writes bytes to it as a file whose name ends so, and returns its name; null where no trace
 * wants the images
 */
export function modelTextures(
  images: readonly ModelImage[],
  { levels }: TextureOptions,
  folder: string,
  beside: ((bytes: Uint8Array, suffix: string) => string) | null,
): readonly SceneTexture[] {
  return images.map(({ name, image, file }) => {
    if (file === null) return { name, image, traced: image };
    if (levels === 'coloured') return coloured(name, image);
    if (beside === null) return { name, image, traced: image };
    const path = file.path === null ? beside(file.bytes, file.suffix) : pathFrom(folder, file.path);
    const whole = file.suffix === 'ktx2';
    return { name, image, traced: whole ? { file: path } : { format: image.format, file: path, mipmaps: true } };
  });
}

function coloured(name: string, image: ImageSource): SceneTexture {
  const tinted = tintedLevels(image);
  return { name: `${name}, levels coloured`, image: tinted, traced: tinted };
}

function checker({ maxImageDimension2D }: Design['limits']): Picture {
  if (CHECKER_SIZE <= maxImageDimension2D) return checkerboard(CHECKER_SIZE, CHECKER_CELLS);
  throw new UsageError(
    `the checkerboard has ${CHECKER_SIZE} texels, limits.maxImageDimension2D is ${maxImageDimension2D}`,
  );
}

/** The path with / between its parts, as traces have it on every system. */
function pathFrom(folder: string, file: string): string {
  const path = relative(resolve(folder), resolve(file));
  return isAbsolute(path) ? path : path.replaceAll('\\', '/');
}
