import { fileURLToPath } from 'node:url';
import { packageFolder } from '../../../platform/files/package-folder.ts';
import { readModel } from '../../../pictures/scenes/gltf/read-model.ts';
import { anisotropic, type StudyScene, studyScenes } from './study-scenes.ts';

const KNOT = 'src/pictures/scenes/models/knot.glb';

/** The scenes of Igehy's experiment: the standard ones, one of them with an anisotropic filter, and a model. */
export async function igehyScenes(): Promise<readonly StudyScene[]> {
  const standard = studyScenes();
  return [...standard, anisotropic(standard.find(({ name }) => name === 'tunnel')!), await knotScene()];
}

/** The model of a knot, whose quads sample up to five textures in turn. */
async function knotScene(): Promise<StudyScene> {
  const path = fileURLToPath(new URL(KNOT, packageFolder(import.meta.url)));
  const steps = await readModel(path, { textures: 'all', maxDimension: 4096 });
  let step = steps.next();
  while (!step.done) step = steps.next();
  const { draws, camera, images, states } = step.value;
  return { name: 'knot', draws, camera, images: images.map(({ image }) => image), states };
}
