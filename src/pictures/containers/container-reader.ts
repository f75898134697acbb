import { existsSync, readFileSync, statSync } from 'node:fs';
import { ContainerBytes } from './container-bytes.ts';
import { type TextureFile, TextureFileError } from './container-file.ts';
import { MAX_TEXTURE_BYTES } from './container-shape.ts';
import { readDdsTexture } from './read-dds-texture.ts';
import { isKtx2, readKtx2Texture } from './read-ktx2-texture.ts';

const DDS_MAGIC = [0x44, 0x44, 0x53, 0x20];

/** The largest file: the levels, and room for header, level index, descriptor, metadata and padding. */
const MAX_FILE_BYTES = MAX_TEXTURE_BYTES + 2 ** 24;

/**
 * Reads a KTX 2.0 or a DDS file. The kind is recognised by the first bytes, not by the name. A file that violates its
 * format is refused, not repaired. Nothing is allocated before the header is known to be possible.
 *
 * @throws TextureFileError when the file is missing, of another kind, truncated, damaged, too large or not supported
 */
export function readTextureFile(path: string): TextureFile {
  return decodeTextureFile(readContainer(path), path);
}

/**
 * Decodes the bytes of a KTX 2.0 or a DDS file.
 *
 * @param name the beginning of error messages
 */
export function decodeTextureFile(bytes: Uint8Array, name: string): TextureFile {
  const file = new ContainerBytes(name, bytes);
  if (isKtx2(bytes)) return readKtx2Texture(file);
  if (DDS_MAGIC.every((byte, n) => bytes[n] === byte)) return readDdsTexture(file);
  throw file.error('file', 'neither KTX 2.0 nor DDS by its first bytes, expected one of them');
}

function readContainer(path: string): Uint8Array {
  try {
    const file = statSync(path);
    if (!file.isFile()) throw new TextureFileError(path, 'file', 'a folder or a device, expected a regular file');
    const { size } = file;
    if (size > MAX_FILE_BYTES) {
      throw new TextureFileError(path, 'file', `${size} bytes, expected at most ${MAX_FILE_BYTES}`);
    }
    return readFileSync(path);
  } catch (cause) {
    if (cause instanceof TextureFileError) throw cause;
    const reason = String(cause instanceof Error ? cause.message : cause).split('\n', 1)[0];
    const message = existsSync(path) ? `cannot be read (${reason}), expected a file` : 'no such file';
    throw new TextureFileError(path, 'file', message, { cause });
  }
}
