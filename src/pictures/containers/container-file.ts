/** A texture as a KTX 2.0 or DDS file holds it, in the terms of a VkImage, whatever its format. */
export interface TextureFile {
  /** VkFormat in lower case without VK_FORMAT_: "bc7_srgb_block". */
  readonly format: string;
  readonly type: '1d' | '2d' | '3d';
  readonly cube: boolean;
  /** In texels, of level 0; what the type has not is 1. */
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** Array layers, times 6 for cubes: faces +X, -X, +Y, -Y, +Z and -Z within a layer. */
  readonly layers: number;
  /** Level by level: layer by layer, slice by slice, rows of texels or blocks, tight, as VkImage data. */
  readonly levels: readonly Uint8Array[];
}

/**
 * A texture file that cannot be read. The message is one line: the file, the field of its header that is wrong, what is
 * wrong with it and what would be right.
 */
export class TextureFileError extends Error {
  readonly path: string;
  readonly field: string;
  constructor(path: string, field: string, message: string, options?: ErrorOptions) {
    super(`${path}: ${field}: ${message}`, options);
    this.name = 'TextureFileError';
    this.path = path;
    this.field = field;
  }
}
