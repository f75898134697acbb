import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { MemoryBudget } from '../../../../traces/encodings/memory-budget.ts';
import { shortened } from '../../../../traces/encodings/names.ts';
import { FileError, fileError, isWithin, readWholeFile } from '../../../platform/files/whole-file.ts';
import { guarded } from '../../../platform/threads/guarded-thread.ts';
import { buildModel } from './build-model.ts';
import { gltfFile } from './document.ts';
import { type GltfSource, gltfSource } from './gltf-source.ts';
import { ModelError } from './model-error.ts';
import type { Model, ModelOptions } from './model.ts';

const DRACO_PROGRAM = new URL('./draco-program', import.meta.url);

/**
 * Reads a glTF 2.0 file: the triangles of its default scene, without animation and morphing. After the file is read,
 * the work goes on in the returned generator, which yields the share that is done, 0 to 1.
 *
 * @throws ModelError when there is nothing to draw, or a part cannot be read; its message is one line; MemoryError
 */
export async function readModel(path: string, options: ModelOptions): Promise<Generator<number, Model, void>> {
  const budget = new MemoryBudget();
  // The files that the model refers to take their bytes from the same budget, each once.
  const source = gltfSource(readModelFile(path, path, budget), path, (uri, what) =>
    readModelFile(resourcePath(uri, what, path), path, budget, uri),
  );
  const file = await gltfFile(source, path, budget, (compressed) => withoutDraco(compressed, budget));
  const located = (uri: string) => resolve(dirname(path), decodeURIComponent(uri));
  return buildModel(file, path, options, budget, located);
}

/** The same file, its primitives decompressed on a thread that can be stopped. */
function withoutDraco(source: GltfSource, budget: MemoryBudget): Promise<GltfSource> {
  const size = Object.values(source.resources).reduce((sum, { length }) => sum + length, 0);
  return guarded<GltfSource>(DRACO_PROGRAM, source, size, budget.bytes);
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
