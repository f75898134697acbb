import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import type { Sampler } from '../../../../rtl-model/state/sampler.ts';
import type { Camera } from '../../../pictures/scenes/camera.ts';
import type { Drawing } from '../../../pictures/scenes/draw.ts';
import { drawRequests } from '../../../pictures/scenes/draw-requests.ts';
import type { Model } from '../../../pictures/scenes/gltf/model.ts';
import { gridMesh } from '../../../pictures/scenes/mesh.ts';
import type { RasterRows } from '../../../pictures/scenes/rasterizer.ts';
import type { Scene } from '../../../pictures/scenes/scene.ts';
import { planeScene, SCENES } from '../../../pictures/scenes/standard-scenes.ts';
import { combined, cross } from '../../../pictures/scenes/vector.ts';
import { sceneSampler } from '../../../simulate/filter-modes.ts';
import { sceneDrawing } from '../../../simulate/simulate.ts';
import type { Aim, Source } from '../state/inspector-state.ts';
import type { SubjectRequests } from './subject.ts';

/** The most pixels of a picture whose requests are kept: more than 400 bytes a quad. */
const MOST_KEPT = 2 ** 21;

/** The drawing of a subject that a camera sees. */
export interface SceneStage extends Drawing {
  readonly names: readonly string[];
  readonly camera: Camera;
}

/** A built-in scene; `picture` is a texture that fills the frame, a texel a pixel if they are of the same size. */
export function sceneOf(source: Source, image: ImageSource): Scene {
  if (source.scene !== 'picture') return SCENES.get(source.scene)!();
  const aspect = Math.min(source.width / source.height, image.width / image.height);
  const mesh = gridMesh(1, 1, (u, v) => ({ position: [aspect * (2 * u - 1), 1 - 2 * v, 0], coordinate: [u, v] }));
  const height = Math.max(1, (aspect * source.height) / source.width);
  return {
    ...planeScene(),
    name: 'picture',
    mesh,
    camera: { eye: [0, 0, height], target: [0, 0, 0], up: [0, 1, 0], verticalFieldOfView: Math.PI / 2, near: 0.001 },
  };
}

/** The stage of a built-in scene with one texture. */
export function sceneStage(source: Source, image: ImageSource): SceneStage {
  const scene = sceneOf(source, image);
  const drawing = sceneDrawing(scene, [image], [samplerOf(source, scene.sampler)]);
  return { ...drawing, names: ['texture'], camera: scene.camera };
}

/** The stage of a model: its own textures, filtered as the page says. */
export function modelStage(source: Source, { draws, images, states, camera }: Model): SceneStage {
  return {
    draws,
    images: images.map(({ image }) => image),
    names: images.map((_, n) => (n === 0 ? 'texture' : `texture${n}`)),
    states: states.map((state) => ({ ...state, sampler: samplerOf(source, state.sampler) })),
    linear: true,
    camera: camera(source.width / source.height),
  };
}

/** @param own the settings of the scene or the texture */
function samplerOf({ filter, maxAnisotropy, lodBias }: Source, own: Partial<Sampler>): Sampler {
  return sceneSampler(own, filter, filter === 'anisotropic' ? maxAnisotropy : 1, lodBias);
}

/** The requests of a stage from where the camera is. Those of a band of a picture that is not too large are kept until the camera moves. */
export function stageRequests(stage: SceneStage, { width, height }: Source, aim: Aim | null): SubjectRequests {
  const camera = { ...stage.camera, ...aim };
  const { eye, target, up } = camera;
  if (cross(combined(target, 1, eye, -1), up).every((value) => value === 0)) {
    throw new Error('aim: the camera looks along its up, expected another eye or target');
  }
  const drawn = (batch: QuadBatch, rows?: RasterRows) => {
    const options = { width, height, traversal: 'tiles' as const, ...(rows && { rows }) };
    return drawRequests(stage.draws, camera, options, batch);
  };
  const kept = new Map<number, readonly QuadBatch[]>();
  const rows = (band: RasterRows) => {
    const known = kept.get(band.from);
    if (known !== undefined) return known;
    // One batch has all quads, unless triangles meet in more than half of them.
    const quads = Math.ceil(width / 2) * (band.until - band.from);
    const batches = Array.from(drawn(new QuadBatch(quads), band), (batch) => {
      if (!batch.full) return batch;
      const copy = new QuadBatch(quads);
      copy.append(batch);
      return copy;
    });
    if (width * height <= MOST_KEPT) kept.set(band.from, batches);
    return batches;
  };
  return { ...stage, camera, width, height, rows, batches: () => drawn(new QuadBatch()) };
}
