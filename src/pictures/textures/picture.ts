/** A picture: 8 bits each of r, g, b and a, rows from top to bottom without padding. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** 4 * width * height bytes. */
  readonly texels: Uint8Array;
}

/** A picture file that cannot be read or written. The message is one line and begins with the file's path. */
export class PictureError extends Error {
  readonly path: string;
  constructor(path: string, message: string, options?: ErrorOptions) {
    super(`${path}: ${message}`, options);
    this.name = 'PictureError';
    this.path = path;
  }
}
