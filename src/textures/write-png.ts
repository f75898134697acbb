import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import { type Picture, PictureError } from './picture.ts';

/**
 * Writes a picture as an 8-bit RGBA PNG. The file is written beside its place and then renamed, so that a reader sees
 * the old file or the whole new one. The same picture always gives the same bytes.
 *
 * @throws PictureError when the file cannot be written; nothing is left behind then
 */
export function writePng(path: string, picture: Picture): void {
  const { width, height, texels } = picture;
  const png = new PNG({ width, height });
  png.data = Buffer.from(texels.buffer, texels.byteOffset, texels.byteLength);
  const bytes = PNG.sync.write(png, { deflateLevel: 6 });
  const partial = `${path}.${process.pid}.partial`;
  try {
    writeFileSync(partial, bytes);
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw new PictureError(path, `cannot be written (${String(error)})`, { cause: error });
  }
}
