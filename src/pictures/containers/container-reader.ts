import { MemoryBudget } from '../../../traces/encodings/memory-budget.ts';
import { FileError, readWholeFile } from '../../files/whole-file.ts';
import { ContainerBytes } from './container-bytes.ts';
import { type TextureFile, TextureFileError } from './container-file.ts';
import { readDdsTexture } from './read-dds-texture.ts';
import { isKtx2, readKtx2Texture } from './read-ktx2-texture.ts';

const DDS_MAGIC = [0x44, 0x44, 0x53, 0x20];

/**
 * Reads a KTX 2.0 or a DDS file. The kind is recognised by the first bytes, not by the name. A file that violates its
 * format is refused, not repaired. Nothing is allocated before the header is known to be possible.
 *
 * @throws TextureFileError when the file is missing, of another kind, truncated, damaged, too large or not supported
 */
export function readTextureFile(path: string, budget: MemoryBudget = new MemoryBudget()): TextureFile {
  return decodeTextureFile(readContainer(path, budget), path, budget);
}

/**
 * Decodes the bytes of a KTX 2.0 or a DDS file.
 *
 * @param name the beginning of error messages
 * @param budget takes the levels; one for this file alone if left out
 * @throws TextureFileError; MemoryError
 */
export function decodeTextureFile(
  bytes: Uint8Array,
  name: string,
  budget: MemoryBudget = new MemoryBudget(),
): TextureFile {
  const file = new ContainerBytes(name, bytes, budget);
  if (isKtx2(bytes)) return readKtx2Texture(file);
  if (DDS_MAGIC.every((byte, n) => bytes[n] === byte)) return readDdsTexture(file);
  throw file.error('file', 'neither KTX 2.0 nor DDS by its first bytes, expected one of them');
}

function readContainer(path: string, budget: MemoryBudget): Uint8Array {
  try {
    return readWholeFile(path, budget);
  } catch (cause) {
    if (!(cause instanceof FileError)) throw cause;
    throw new TextureFileError(path, 'file', cause.problem, { cause });
  }
}
