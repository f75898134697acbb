import { existsSync, readFileSync } from 'node:fs';
import { systemWords } from '../../pages/wording.ts';
import { PictureError } from '../textures/picture.ts';
import { decodeExr } from './exr.ts';
import { isExr } from './exr-header.ts';
import { MAX_PIXELS, type MultisamplePicture } from './multisample-picture.ts';
import { isRawSamples, parseRawSamples } from './raw-samples.ts';

/**
 * Reads a multisampled picture, raw or EXR. The kind is recognised by the first bytes, not by the name. In an EXR the
 * samples of a pixel lie side by side: it is `samples` times as wide as the picture.
 *
 * @param samples samples of a pixel: required for an EXR; a raw file states the number itself, and must agree
 * @throws PictureError or TraceError when the file is missing, damaged, of another kind or does not fit `samples`
 */
export async function readSamples(path: string, samples?: number): Promise<MultisamplePicture> {
  const file = readBytes(path);
  if (isRawSamples(file)) {
    const picture = parseRawSamples(file, path);
    if (samples === undefined || samples === picture.samples) return picture;
    throw new PictureError(path, `pixels of ${picture.samples} samples, not of the ${samples} asked for`);
  }
  if (!isExr(file))
    throw new PictureError(path, 'not a multisampled picture; an EXR or a raw file of texunit is expected');
  if (samples === undefined)
    throw new PictureError(path, 'an EXR does not say its samples a pixel; they must be given');
  return perPixel(await decodeExr(file, path), samples, path);
}

function perPixel({ width, height, values }: MultisamplePicture, samples: number, path: string): MultisamplePicture {
  if (width % samples !== 0) {
    throw new PictureError(path, `${width} samples in a row; expected a multiple of the ${samples} samples a pixel`);
  }
  const pixels = width / samples;
  if (Math.max(pixels, height) > MAX_PIXELS) {
    throw new PictureError(path, `${pixels}x${height} pixels; at most ${MAX_PIXELS} are read in a dimension`);
  }
  return { width: pixels, height, samples, values };
}

function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    const message = existsSync(path) ? `cannot be read (${systemWords(error)})` : 'no such file';
    throw new PictureError(path, message, { cause: error });
  }
}
