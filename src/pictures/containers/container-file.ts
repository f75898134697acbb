/** A texture of any format as a KTX 2.0 or DDS file holds it, in the terms of a VkImage. */
export interface TextureFile {
  /** VkFormat in lower case without VK_FORMAT_: "bc7_srgb_block". */
  readonly format: string;
  readonly type: '1d' | '2d' | '3d';
  readonly cube: boolean;
  /** Size of level 0 in texels; 1 in dimensions that the type lacks. */
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** The number of array layers, times 6 for cubes: faces +X, -X, +Y, -Y, +Z and -Z within a layer. */
  readonly layers: number;
  /** The levels: layer by layer, slice by slice, rows of texels or blocks without padding, as VkImage data. */
  readonly levels: readonly Uint8Array[];
}

/**
 * The error of a texture file that cannot be read. The message is one line: the file, the wrong field of its header,
 * the fault and the right value.
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
