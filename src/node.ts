/**
 * What of texunit touches files or threads, for Node: designs, pictures, models, traces in every encoding, and the picture
 * that comes with it.
 *
 * @module
 */
export { DesignNotFoundError, loadDesign } from './designs/load-design.ts';
export { AccessReplay, RequestAccessReplay } from './replay/replay-groups.ts';
export { SplitReplay } from './replay/split-replay.ts';
export { ModelError } from './scenes/gltf/model-error.ts';
export type { Model, ModelOptions } from './scenes/gltf/model.ts';
export { readModel } from './scenes/gltf/read-model.ts';
export { DEFAULT_PICTURE } from './textures/default-picture.ts';
export { readSamples } from './resolve/read-samples.ts';
export { readKtx2 } from './textures/read-ktx2.ts';
export { readPicture } from './textures/read-picture.ts';
export { writePng } from './textures/write-png.ts';
export { type AccessInput, type AccessOptions, openAccesses } from './traces-io/access-input.ts';
export { type AccessOutput, accessWriter } from './traces-io/access-output.ts';
export { requestLines } from './traces-io/request-input.ts';
export { type RequestOutput, requestOutput } from './traces-io/request-output.ts';
export { type TextureFile, TextureFileError } from './textures/container-file.ts';
export { decodeTextureFile, readTextureFile } from './textures/container-reader.ts';
