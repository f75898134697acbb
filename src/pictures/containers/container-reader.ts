import { MemoryBudget } from '../../../traces/encodings/memory-budget.ts';
import { FileError, readWholeFile } from '../../platform/files/whole-file.ts';
import { type TextureFile, TextureFileError } from './container-file.ts';
import { decodeTextureFile } from './decode-texture.ts';

/**
 * Reads a KTX 2.0 or a DDS file. The kind is recognised by the first bytes, not by the name. A file that violates its
 * format is refused, not repaired. Nothing is allocated before the header is known to be possible.
 *
 * @throws TextureFileError when the file is missing, of another kind, truncated, damaged, too large or not supported
 */
export function readTextureFile(path: string, budget: MemoryBudget = new MemoryBudget()): TextureFile {
  return decodeTextureFile(readContainer(path, budget), path, budget);
}

function readContainer(path: string, budget: MemoryBudget): Uint8Array {
  try {
    return readWholeFile(path, budget);
  } catch (cause) {
    if (!(cause instanceof FileError)) throw cause;
    throw new TextureFileError(path, 'file', cause.problem, { cause });
  }
}
