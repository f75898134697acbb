import { dirname, resolve } from 'node:path';
import type { LimitsDesign } from '../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { MemoryBudget } from '../../../traces/encodings/memory-budget.ts';
import { shortened } from '../../../traces/encodings/names.ts';
import type { PictureLoader } from '../../../traces/requests/request-tables.ts';
import { PictureError } from '../../pictures/textures/picture.ts';
import { readBytes } from '../../pictures/textures/read-picture.ts';
import { traceImage } from '../../pictures/trace-image.ts';

/** Characters of a path, the most that Linux takes. */
const LONGEST_PATH = 4096;

/**
 * The reader of the images that a request trace names by their files. Each is decoded once, however many images name it,
 * and takes its memory from one budget. It throws as `traceImage`, and PictureError when a file cannot be read.
 *
 * @param trace its file, from whose folder relative paths start
 */
export function traceImages(
  trace: string,
  { maxImageDimension2D: maxDimension }: LimitsDesign,
  budget: MemoryBudget = new MemoryBudget(),
): PictureLoader {
  const known = new Map<string, ImageSource>();
  return (reference) => {
    const { file, format, mipmaps } = reference;
    if (file.length > LONGEST_PATH) {
      throw new PictureError(shortened(file), `is no file: a path has at most ${LONGEST_PATH} characters`);
    }
    const path = resolve(dirname(trace), file);
    const key = JSON.stringify([file, format?.name, mipmaps]);
    const image = known.get(key) ?? traceImage(reference, readBytes(path, budget), path, { maxDimension, budget });
    known.set(key, image);
    return image;
  };
}
