/// <reference types="node" preserve="true" />
/**
 * The part of texunit that uses files or threads, for Node: designs, pictures, models, traces in every encoding, and
 * the picture that a trace comes with.
 *
 * @module
 */
export { DesignNotFoundError, loadDesign } from './designs/load-design.ts';
export { AccessPipelineReplay } from './experiments/replay/pipelines/access-pipelines.ts';
export { AccessReplay, RequestAccessReplay } from './experiments/replay/replay-groups.ts';
export { SplitReplay } from './experiments/replay/threads/split-replay.ts';
export { ModelError } from './pictures/scenes/gltf/model-error.ts';
export type { Model, ModelOptions } from './pictures/scenes/gltf/model.ts';
export { readModel } from './pictures/scenes/gltf/read-model.ts';
export { DEFAULT_PICTURE } from './pictures/textures/default-picture.ts';
export { readSamples } from './pictures/resolve/read-samples.ts';
export { readKtx2 } from './pictures/containers/read-ktx2.ts';
export { readPicture } from './pictures/textures/read-picture.ts';
export { type PictureLimits } from './pictures/textures/decode-picture.ts';
export { FileError } from './platform/files/whole-file.ts';
export { limitMemory, MemoryBudget, MemoryError } from '../traces/encodings/memory-budget.ts';
export { writePng } from './pictures/textures/write-png.ts';
export type { AccessOutput } from '../traces/accesses/access-source.ts';
export type { RequestOutput } from '../traces/requests/request-trace.ts';
export {
  type AccessInput,
  type AccessOptions,
  accessWriter,
  openAccesses,
  requestLines,
  requestOutput,
} from './inputs/files/trace-files.ts';
export { type TextureFile, TextureFileError } from './pictures/containers/container-file.ts';
export { readTextureFile } from './pictures/containers/container-reader.ts';
export { decodeTextureFile } from './pictures/containers/decode-texture.ts';
