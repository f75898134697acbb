/**
 * What of texunit touches files, for Node: designs, pictures, multisampled ones too, and the picture that comes with it.
 *
 * @module
 */
export { DesignNotFoundError, loadDesign } from './designs/load-design.ts';
export { DEFAULT_PICTURE } from './textures/default-picture.ts';
export { readSamples } from './resolve/read-samples.ts';
export { readKtx2 } from './textures/read-ktx2.ts';
export { readPicture } from './textures/read-picture.ts';
export { writePng } from './textures/write-png.ts';
export { type TextureFile, TextureFileError } from './textures/container-file.ts';
export { decodeTextureFile, readTextureFile } from './textures/container-reader.ts';
