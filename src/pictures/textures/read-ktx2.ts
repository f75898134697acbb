import { decodeKtx2, isKtx2, type Ktx2Image } from './ktx2.ts';
import { PictureError } from './picture.ts';
import { readBytes } from './read-picture.ts';

/**
 * Reads a KTX 2.0 file (see decodeKtx2); null if the file's first bytes are of another kind.
 *
 * @throws PictureError when the file cannot be read or is damaged
 */
export function readKtx2(path: string): Ktx2Image | null {
  // This is a copy: small files share a buffer, so a truncated file would be read on into the next one.
  const file = new Uint8Array(readBytes(path));
  if (!isKtx2(file)) return null;
  try {
    return decodeKtx2(file);
  } catch (error) {
    throw new PictureError(path, error instanceof Error ? error.message : String(error), { cause: error });
  }
}
