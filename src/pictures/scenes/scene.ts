import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import type { Camera } from './camera.ts';
import type { CameraPath } from './camera-path.ts';
import { type Draw, type LayerUse, PLAIN_SURFACE } from './draw.ts';
import { drawRequests, type FrameOptions } from './draw-requests.ts';
import type { Mesh } from './mesh.ts';

export { MAX_IMAGE_SIZE } from './draw-requests.ts';

/** A scene, the source of a texture unit's requests. */
export interface Scene {
  readonly name: string;
  /** Default size of the image in pixels. */
  readonly width: number;
  readonly height: number;
  readonly mesh: Mesh;
  readonly camera: Camera;
  /** Default motion of the camera over several frames. */
  readonly path: CameraPath;
  /** The picture that the scene is made for. */
  readonly texture: 'earth' | 'checker';
  /** The address modes of its coordinates. */
  readonly sampler: Pick<Sampler, 'addressModeU' | 'addressModeV'>;
  /** Repeats of a light map and a detail map for each repeat of the texture. */
  readonly lightRepeats: number;
  readonly detailRepeats: number;
}

export interface RequestOptions extends FrameOptions {
  /** The texture state that every quad names. */
  readonly state: number;
}

/** The uses of a scene's textures, in the order of each quad's requests. */
const SCENE_LAYERS: readonly LayerUse[] = ['base', 'light', 'detail'];

/**
 * A scene's mesh with its texture and, optionally, a light map and a detail map.
 *
 * @param states states of the textures, one to three
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
 * The requests of drawing the scene with one texture, in the order of drawRequests().
 *
 * @throws RangeError when the width or height is no integer from 1 to 16384
 */
export function requests(scene: Scene, options: RequestOptions, batch: QuadBatch): Generator<QuadBatch, void, void> {
  return drawRequests([sceneDraw(scene, [options.state])], scene.camera, options, batch);
}
