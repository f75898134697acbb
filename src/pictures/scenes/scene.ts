import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import type { Camera } from './camera.ts';
import type { CameraPath } from './camera-path.ts';
import { type Draw, type LayerUse, PLAIN_SURFACE } from './draw.ts';
import { drawRequests, type FrameOptions } from './draw-requests.ts';
import type { Mesh } from './mesh.ts';

export { MAX_IMAGE_SIZE } from './draw-requests.ts';

/** Something to look at: what a texture unit gets its requests from. */
export interface Scene {
  readonly name: string;
  /** Size of the image unless the caller wants another, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly mesh: Mesh;
  readonly camera: Camera;
  /** How the camera moves over several frames unless the caller wants something else. */
  readonly path: CameraPath;
  /** Which picture it is made for. */
  readonly texture: 'earth' | 'checker';
  /** How its coordinates want to be addressed. */
  readonly sampler: Pick<Sampler, 'addressModeU' | 'addressModeV'>;
  /** How often a light map and a detail map repeat where the texture repeats once. */
  readonly lightRepeats: number;
  readonly detailRepeats: number;
}

export interface RequestOptions extends FrameOptions {
  /** The texture state that every quad names. */
  readonly state: number;
}

/** What the textures of a scene do, in the order in which each quad asks for them. */
export const SCENE_LAYERS: readonly LayerUse[] = ['base', 'light', 'detail'];

/**
 * A scene's mesh with its texture, or also with a light map, or also with a detail map.
 *
 * @param states of the textures, one to three
 */
export function sceneDraw(scene: Scene, states: readonly number[]): Draw {
  const { positions, indices, coordinates } = scene.mesh;
  const repeats = [1, scene.lightRepeats, scene.detailRepeats];
  const layers = states.map((state, n) => ({
    state,
    coordinates: n === 0 ? coordinates : coordinates.map((coordinate) => repeats[n] * coordinate),
    uses: [SCENE_LAYERS[n]],
  }));
  return { positions, indices, layers, tint: null, doubleSided: false, surface: PLAIN_SURFACE };
}

/**
 * The requests that drawing the scene with its one texture makes, as drawRequests() has them.
 *
 * @throws RangeError when the width or height is no integer from 1 to 16384
 */
export function requests(scene: Scene, options: RequestOptions, batch: QuadBatch): Generator<QuadBatch, void, void> {
  return drawRequests([sceneDraw(scene, [options.state])], scene.camera, options, batch);
}
