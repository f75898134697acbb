/**
 * The part of texunit that uses files or threads, for Node: designs, pictures, models, traces in every encoding, and
 * the picture that a trace comes with.
 *
 * @module
 */
export { DesignNotFoundError, loadDesign } from './designs/load-design.ts';
export { AccessReplay, RequestAccessReplay } from './replay/replay-groups.ts';
export { SplitReplay } from './replay/threads/split-replay.ts';
export { ModelError } from './pictures/scenes/gltf/model-error.ts';
export type { Model, ModelOptions } from './pictures/scenes/gltf/model.ts';
export { readModel } from './pictures/scenes/gltf/read-model.ts';
export { DEFAULT_PICTURE } from './pictures/textures/default-picture.ts';
export { readSamples } from './pictures/resolve/read-samples.ts';
export { readKtx2 } from './pictures/textures/read-ktx2.ts';
export { readPicture } from './pictures/textures/read-picture.ts';
export { writePng } from './pictures/textures/write-png.ts';
export { type AccessInput, type AccessOptions, openAccesses } from './cli/files/access-input.ts';
export { type AccessOutput, accessWriter } from './cli/files/access-output.ts';
export { requestLines } from './cli/files/request-input.ts';
export { type RequestOutput, requestOutput } from './cli/files/request-output.ts';
export { type TextureFile, TextureFileError } from './pictures/textures/container-file.ts';
export { decodeTextureFile, readTextureFile } from './pictures/textures/container-reader.ts';
