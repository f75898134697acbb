import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { shortened } from '../../../../traces/encodings/names.ts';
import type { MemoryBudget } from '../../../../traces/encodings/memory-budget.ts';
import { FileError, fileError, isWithin, readWholeFile } from '../../../platform/files/whole-file.ts';
import { type GltfSource, gltfSource } from './gltf-source.ts';
import { ModelError } from './model-error.ts';

/**
 * Reads a glTF 2.0 or GLB file and the files that it refers to.
 *
 * @param budget takes the bytes of all files, each once
 * @throws ModelError when a file is missing or damaged, or lies outside of the model's folder
 */
export function readSource(path: string, budget: MemoryBudget): GltfSource {
  return gltfSource(readModelFile(path, path, budget), path, (uri, what) =>
    readModelFile(resourcePath(uri, what, path), path, budget, uri),
  );
}

/** @param uri of a file that the model refers to */
function readModelFile(file: string, path: string, budget: MemoryBudget, uri?: string): Buffer<ArrayBuffer> {
  try {
    const bytes = readWholeFile(file, budget);
    budget.take(bytes.length, file);
    return bytes;
  } catch (cause) {
    if (!(cause instanceof FileError)) throw cause;
    const missing = uri !== undefined && cause.missing;
    const problem = missing ? `${shortened(uri)}, which it refers to, is missing` : cause.problem;
    throw new ModelError(path, uri === undefined || missing ? problem : `${shortened(uri)}: ${problem}`, { cause });
  }
}

/** @throws ModelError for a URI that is no file in the model's folder */
function resourcePath(uri: string, what: string, path: string): string {
  const wrong = (problem: string) =>
    new ModelError(path, `${what} is ${shortened(uri)}, ${problem}; a file in the model's folder is expected`);
  if (/^[a-z][a-z0-9+.-]*:/i.test(uri)) throw wrong('which is no file');
  const folder = dirname(resolve(path));
  let file: string;
  try {
    file = resolve(folder, decodeURIComponent(uri));
  } catch {
    throw wrong('which is no URI');
  }
  if (isAbsolute(uri) || !isWithin(folder, file)) throw wrong('which is outside');
  try {
    if (!isWithin(realpathSync(folder), realpathSync(file))) throw wrong('which leads outside');
  } catch (error) {
    // A file that is missing is reported by its reader.
    if (error instanceof ModelError || !(fileError(file, error) instanceof FileError)) throw error;
  }
  return file;
}
