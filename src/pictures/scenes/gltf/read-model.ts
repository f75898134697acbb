import { dirname, resolve } from 'node:path';
import { MemoryBudget } from '../../../../traces/encodings/memory-budget.ts';
import { guarded } from '../../../platform/threads/guarded-thread.ts';
import { buildModel } from './build-model.ts';
import { gltfFile } from './document.ts';
import { readSource } from './gltf-files.ts';
import type { GltfSource } from './gltf-source.ts';
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
  const source = readSource(path, budget);
  const file = await gltfFile(source, path, budget, (compressed) => withoutDraco(compressed, budget));
  const located = (uri: string) => resolve(dirname(path), decodeURIComponent(uri));
  return buildModel(file, path, options, budget, located);
}

/** The same file, its primitives decompressed on a thread that can be stopped. */
function withoutDraco(source: GltfSource, budget: MemoryBudget): Promise<GltfSource> {
  const size = Object.values(source.resources).reduce((sum, { length }) => sum + length, 0);
  return guarded<GltfSource>(DRACO_PROGRAM, source, size, budget.bytes);
}
