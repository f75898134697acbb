/** A multisampled picture in linear light. */
export interface MultisamplePicture {
  readonly width: number;
  readonly height: number;
  /** Samples of a pixel: 1, 2, 4, 8 or 16. */
  readonly samples: number;
  /** r, g, b, a of sample s of pixel x, y at 4 * ((y * width + x) * samples + s); rows from top to bottom. */
  readonly values: Float32Array;
}

/** A picture in linear light: a multisampled one with one sample a pixel. */
export interface LightPicture extends MultisamplePicture {
  readonly samples: 1;
}

/** The largest width and height of a multisampled picture, in pixels. */
export const MAX_PIXELS = 16384;
/** The most samples of a picture: 1 GiB of r, g, b, a. */
export const MAX_SAMPLES = 2 ** 26;
