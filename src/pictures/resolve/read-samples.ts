import { MemoryBudget } from '../../../traces/encodings/memory-budget.ts';
import { PictureError } from '../textures/picture.ts';
import { readBytes } from '../textures/read-picture.ts';
import { GuardError, guarded } from '../../platform/threads/guarded-thread.ts';
import { damagedExr } from './exr.ts';
import { checkExr, isExr } from './exr-header.ts';
import { type LightPicture, MAX_PIXELS, type MultisamplePicture } from './multisample-picture.ts';
import { isRawSamples, parseRawSamples } from './raw-samples.ts';

/**
 * Reads a multisampled picture, raw or EXR. The kind is recognised by the first bytes, not by the name. In an EXR the
 * samples of a pixel lie side by side: it is `samples` times as wide as the picture.
 *
 * @param samples samples of a pixel: required for an EXR; a raw file states the number itself, and must agree
 * @throws PictureError or TraceError when the file is missing, damaged, of another kind or does not fit `samples`;
 *   MemoryError
 */
export async function readSamples(path: string, samples?: number): Promise<MultisamplePicture> {
  const budget = new MemoryBudget();
  const file = readBytes(path, budget);
  budget.take(file.length, path);
  if (isRawSamples(file)) {
    const picture = parseRawSamples(file, path, budget);
    if (samples === undefined || samples === picture.samples) return picture;
    throw new PictureError(path, `pixels of ${picture.samples} samples, not of the ${samples} asked for`);
  }
  if (!isExr(file))
    throw new PictureError(path, 'not a multisampled picture; an EXR or a raw file of texunit is expected');
  if (samples === undefined)
    throw new PictureError(path, 'an EXR does not say its samples a pixel; they must be given');
  return perPixel(await guardedExr(file, path, budget), samples, path);
}

const EXR_PROGRAM = new URL('./exr-program', import.meta.url);

/** `decodeExr` on a thread that can be stopped: the decoder may loop or grow on damaged data. */
async function guardedExr(bytes: Uint8Array, path: string, budget: MemoryBudget): Promise<LightPicture> {
  const checked = checkExr(bytes, path);
  const size = 16 * checked.width * checked.height;
  const what = `${path}: ${checked.width}x${checked.height} samples`;
  budget.require(2 * size, what);
  budget.take(size, what);
  try {
    return await guarded<LightPicture>(EXR_PROGRAM, checked, bytes.length + size, budget.bytes);
  } catch (error) {
    if (!(error instanceof GuardError)) throw error;
    throw damagedExr(path, error);
  }
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
