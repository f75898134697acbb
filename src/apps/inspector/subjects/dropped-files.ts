import type { TexelFormat } from '../../../../rtl-model/formats/texel-format.ts';
import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import { decodeTextureFile } from '../../../pictures/containers/decode-texture.ts';
import { buildMipChain } from '../../../pictures/downsampler/mip-chain.ts';
import { pictureKind } from '../../../pictures/textures/picture-kind.ts';
import { decodePicture } from '../../../pictures/textures/decode-picture.ts';
import { traceTexture } from '../../../pictures/trace-image.ts';

/** The files that were dropped last, by their names. */
export type DroppedFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** A name without the folders before it, by which files find each other that are dropped together. */
export function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1)!;
}

/** The bytes of files by their names. */
export async function readFiles(files: readonly File[]): Promise<DroppedFiles> {
  const read = files.map(async (file) => [file.name, new Uint8Array(await file.arrayBuffer())] as const);
  return new Map(await Promise.all(read));
}

/**
 * A picture with every level made of it, or a texture with the levels and the format that it has.
 *
 * @param format of a picture
 * @throws PictureError, TextureFileError when the file is neither, damaged, or its format has no decoder
 */
export function decodeImage(bytes: Uint8Array, name: string, format: TexelFormat): ImageSource {
  if (pictureKind(bytes) !== null) return buildMipChain(decodePicture(bytes, name), format);
  return traceTexture(decodeTextureFile(bytes, name), name);
}
