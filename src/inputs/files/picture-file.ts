import type { Picture } from '../../pictures/textures/picture.ts';
import { encodePng } from '../../pictures/textures/write-png.ts';
import type { OutputFiles } from './output-files.ts';

/** Writes a picture as PNG. @returns it as a data URI, for a page */
export function writePicture(files: OutputFiles, path: string, picture: Picture): string {
  const png = encodePng(picture);
  files.whole(path, png);
  return `data:image/png;base64,${png.toString('base64')}`;
}
