import { MemoryBudget } from '../../../traces/encodings/memory-budget.ts';
import { ContainerBytes } from './container-bytes.ts';
import type { TextureFile } from './container-file.ts';
import { readDdsTexture } from './read-dds-texture.ts';
import { isKtx2, readKtx2Texture } from './read-ktx2-texture.ts';
import { startsWith } from '../textures/picture-kind.ts';

const DDS_MAGIC = [0x44, 0x44, 0x53, 0x20];

/** True if bytes begin as those of a KTX 2.0 or a DDS file. */
export function isTextureFile(bytes: Uint8Array): boolean {
  return isKtx2(bytes) || startsWith(bytes, DDS_MAGIC);
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
  if (startsWith(bytes, DDS_MAGIC)) return readDdsTexture(file);
  throw file.error('file', 'neither KTX 2.0 nor DDS by its first bytes, expected one of them');
}
