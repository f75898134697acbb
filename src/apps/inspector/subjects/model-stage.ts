import { MemoryBudget } from '../../../../traces/encodings/memory-budget.ts';
import { buildModel } from '../../../pictures/scenes/gltf/build-model.ts';
import { gltfFile } from '../../../pictures/scenes/gltf/document.ts';
import { gltfSource } from '../../../pictures/scenes/gltf/gltf-source.ts';
import type { Model } from '../../../pictures/scenes/gltf/model.ts';
import { baseName, type DroppedFiles } from './dropped-files.ts';
import { guardedWorker } from './guarded-worker.ts';

const MOST_DIMENSION = 16_384;

/**
 * The model of a glTF file, with its base textures.
 *
 * @param files it, and those that it refers to
 * @throws ModelError when it is damaged; Error when a file that it refers to is not there
 */
export async function loadModel(name: string, files: DroppedFiles): Promise<Model> {
  const budget = new MemoryBudget();
  const source = gltfSource(files.get(name)!, name, (uri) => {
    const bytes = files.get(baseName(decodeURIComponent(uri)));
    if (bytes === undefined) throw new Error(`${name}: drop ${uri}, which it refers to, together with it`);
    return bytes;
  });
  const draco = () => new Worker(new URL('./draco-worker.ts', import.meta.url), { type: 'module' });
  const file = await gltfFile(source, name, budget, (compressed) => guardedWorker(draco(), compressed));
  const steps = buildModel(file, name, { textures: 'base', maxDimension: MOST_DIMENSION }, budget, (uri) => uri);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
