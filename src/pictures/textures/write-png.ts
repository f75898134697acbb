import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import { systemWords } from '../../platform/pages/wording.ts';
import { type Picture, PictureError } from './picture.ts';

/**
 * Writes a picture as an 8-bit RGBA PNG. The file is written under another name and then renamed, so that a reader sees
 * the old file or the whole new one. The same picture always gives the same bytes.
 *
 * @throws PictureError when the file cannot be written; no partial file remains
 */
export function writePng(path: string, picture: Picture): void {
  const bytes = encodePng(picture);
  const partial = `${path}.${process.pid}.partial`;
  try {
    writeFileSync(partial, bytes);
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw new PictureError(path, `cannot be written (${systemWords(error)})`, { cause: error });
  }
}

/** The picture as a data URI of a PNG, for pages without external files. */
export function pictureUri(picture: Picture): string {
  return `data:image/png;base64,${encodePng(picture).toString('base64')}`;
}

/** The same picture always gives the same bytes. */
export function encodePng({ width, height, texels }: Picture): Buffer {
  const png = new PNG({ width, height });
  png.data = Buffer.from(texels.buffer, texels.byteOffset, texels.byteLength);
  return PNG.sync.write(png, { deflateLevel: 6 });
}
