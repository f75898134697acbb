import { basename, dirname, join } from 'node:path';
import type { Design } from '../../../rtl-model/design/design.ts';
import { shortened, withoutBreaks } from '../../../traces/encodings/names.ts';
import type { Camera } from '../../pictures/scenes/camera.ts';
import type { CameraPath } from '../../pictures/scenes/camera-path.ts';
import type { Drawing } from '../../pictures/scenes/draw.ts';
import { SCENES } from '../../pictures/scenes/standard-scenes.ts';
import { sceneDrawing } from '../../simulate/simulate.ts';
import { drive } from '../../platform/drive.ts';
import type { OutputFiles } from '../files/output-files.ts';
import { MODEL_NAME, type SamplerOptions, type SceneOptions } from '../options/scene-options.ts';
import { layerTextures, modelTextures, sceneTexture, type SceneTexture } from './scene-texture.ts';
import { UsageError } from '../files/usage-error.ts';
import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import { sceneSampler } from '../../simulate/filter-modes.ts';

/** The scene that is drawn, built in or from a file. */
export interface DrawnScene {
  readonly name: string;
  readonly drawing: Drawing;
  /** The texture of each image of the drawing. */
  readonly textures: readonly SceneTexture[];
  /** The camera of the first frame, and its path unless the user chooses another. */
  readonly camera: Camera;
  readonly path: CameraPath;
}

/**
 * @param files where the images of a model go that a request trace is to name
 * @throws UsageError, ModelError, PictureError when it cannot be read or does not suit the design
 */
export async function drawnScene(options: SceneOptions, design: Design, files: OutputFiles): Promise<DrawnScene> {
  return MODEL_NAME.test(options.scene) ? drawnModel(options, design, files) : builtInScene(options, design);
}

function builtInScene(options: SceneOptions, design: Design): DrawnScene {
  const scene = SCENES.get(options.scene)!();
  const sampler = samplerFrom(options, scene.sampler, design);
  const textures = [sceneTexture(options, scene, design, traceFolder(options))];
  if (options.textures === 'all') textures.push(...layerTextures());
  // The maps repeat everywhere, whatever the scene's own texture does at its edges.
  const tiled = { ...sampler, addressModeU: 'repeat', addressModeV: 'repeat' } as const;
  const images = textures.map(({ image }) => image);
  const samplers = images.map((_, image) => (image === 0 ? sampler : tiled));
  const drawing = sceneDrawing(scene, images, samplers);
  return { name: scene.name, drawing, textures, camera: scene.camera, path: scene.path };
}

async function drawnModel(options: SceneOptions, design: Design, files: OutputFiles): Promise<DrawnScene> {
  const { scene: path, size } = options;
  const folder = traceFolder(options);
  if (options.texture !== undefined) throw new UsageError('--texture: a model has textures of its own');
  if (options.srgb === true) throw new UsageError('--srgb: a model says itself which textures are sRGB');
  // Wrong options are reported before the file is read.
  samplerFrom(options, { minFilter: 'linear' }, design);
  const { maxImageDimension2D: maxDimension } = design.limits;
  const { readModel } = await import('../../pictures/scenes/gltf/read-model.ts');
  const steps = await readModel(path, { textures: options.textures ?? 'all', maxDimension });
  const model = await drive(steps, (part) => ({ what: basename(path), part }));
  const textures = modelTextures(model.images, options, folder, options.requests ? filesBeside(files, folder) : null);
  const drawing = {
    draws: model.draws,
    images: textures.map(({ image }) => image),
    states: model.states.map((state) => ({ ...state, sampler: samplerFrom(options, state.sampler, design) })),
    linear: true,
  };
  const name = shortened(withoutBreaks(basename(path).replace(MODEL_NAME, '')));
  return { name, drawing, textures, camera: model.camera(size.width / size.height), path: 'orbit' };
}

/** The folder of the request trace; its images are named relative to it. */
function traceFolder({ out, requests }: SceneOptions): string {
  return typeof requests === 'string' ? dirname(requests) : out;
}

/** Writes images to a folder, each once. */
function filesBeside(files: OutputFiles, folder: string): (bytes: Uint8Array, suffix: string) => string {
  const names = new Map<Uint8Array, string>();
  return (bytes, suffix) => {
    const known = names.get(bytes);
    if (known !== undefined) return known;
    const name = `texture-${names.size}.${suffix}`;
    names.set(bytes, name);
    files.whole(join(folder, name), bytes);
    return name;
  };
}

/**
 * The sampler of a texture.
 *
 * @param own what the texture or its scene sets: filters of the options win
 * @throws UsageError when the options contradict each other or go beyond the design's limits
 */
export function samplerFrom(options: SamplerOptions, own: Partial<Sampler>, design: Design): Sampler {
  const { maxSamplerAnisotropy, maxSamplerLodBias } = design.limits;
  const { filter = own.minFilter === undefined ? 'trilinear' : undefined } = options;
  const anisotropic = filter === 'anisotropic';
  if (options.maxAnisotropy !== undefined && !anisotropic) {
    throw new UsageError(`--max-anisotropy needs --filter anisotropic, not ${filter ?? "the model's own"}`);
  }
  if (anisotropic && maxSamplerAnisotropy === 1) {
    throw new UsageError(`--filter anisotropic: ${design.name} has limits.maxSamplerAnisotropy 1, no anisotropy`);
  }
  const maxAnisotropy = options.maxAnisotropy ?? (anisotropic ? maxSamplerAnisotropy : 1);
  if (!(maxAnisotropy >= 1 && maxAnisotropy <= maxSamplerAnisotropy)) {
    const most = `limits.maxSamplerAnisotropy of ${design.name}`;
    throw new UsageError(`--max-anisotropy ${maxAnisotropy}: expected 1 to ${maxSamplerAnisotropy}, ${most}`);
  }
  if (Math.abs(options.lodBias) > maxSamplerLodBias) {
    const range = `-${maxSamplerLodBias} to ${maxSamplerLodBias}, limits.maxSamplerLodBias of ${design.name}`;
    throw new UsageError(`--lod-bias ${options.lodBias}: expected ${range}`);
  }
  return sceneSampler(own, filter, maxAnisotropy, options.lodBias);
}
