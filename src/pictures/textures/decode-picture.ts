import { decode as decodeJpegFile } from 'jpeg-js';
import { decoderReason } from '../../../traces/encodings/parquet/decoder-reason.ts';
import { MemoryBudget, MemoryError } from '../../../traces/encodings/memory-budget.ts';
import { type CheckSize, decodePng } from './decode-png.ts';
import { JpegFault, jpegStructure } from './jpeg-structure.ts';
import { type Picture, PictureError } from './picture.ts';
import { pictureKind, type PictureKind } from './picture-kind.ts';

/** The default limit of width and height. */
const MAX_DIMENSION = 16384;

/** Bytes that the decoder of JPEG takes for a block of 64 coefficients: an array, and 64 samples twice. */
const JPEG_BLOCK_BYTES = 640;
/** Blocks that the scans of a JPEG may pass together: some ten seconds, 42 scans of 16384x16384 texels. */
const MOST_JPEG_VISITS = 2 ** 29;

/** The bounds of a picture that is accepted. */
export interface PictureLimits {
  /** The largest width and height, in texels; 16384 if left out. */
  readonly maxDimension?: number;
  /**
   * Takes the texels and those of the levels below, and must have room for what decoding needs; one for this picture alone if
   * left out.
   */
  readonly budget?: MemoryBudget;
}

/** Decodes the bytes of a PNG or a JPEG. @param path the beginning of error messages */
export function decodePicture(file: Uint8Array, path: string, limits: PictureLimits = {}): Picture {
  const kind = pictureKind(file);
  if (kind === null) throw new PictureError(path, 'not a picture; a PNG or JPEG file is expected');
  try {
    return kind === 'PNG' ? decodePng(file, checkSize(path, limits)) : decodeJpeg(file, checkSize(path, limits));
  } catch (error) {
    throw pictureFault(path, kind, error);
  }
}

function decodeJpeg(file: Uint8Array, check: CheckSize): Picture {
  const { width, height, blocks, visits } = jpegStructure(file);
  check(width, height, JPEG_BLOCK_BYTES * blocks);
  if (visits > MOST_JPEG_VISITS) {
    throw new JpegFault(`its scans pass ${visits} blocks; at most ${MOST_JPEG_VISITS} are read`);
  }
  const unlimited = { maxMemoryUsageInMB: Infinity, maxResolutionInMP: Infinity };
  const decoded = decodeJpegFile(file, { useTArray: true, formatAsRGBA: true, tolerantDecoding: false, ...unlimited });
  return { width, height, texels: decoded.data };
}

/** The check of a picture's size, which throws PictureError or MemoryError unless it may be decoded. */
export function checkSize(path: string, { maxDimension = MAX_DIMENSION, budget }: PictureLimits): CheckSize {
  return (width, height, working) => {
    const what = `${width}x${height} texels`;
    if (Math.max(width, height) > maxDimension) {
      throw new PictureError(path, `${what}; at most ${maxDimension} are read in a dimension`);
    }
    const texels = 4 * width * height;
    const withLevels = Math.ceil((4 * texels) / 3);
    const memory = budget ?? new MemoryBudget();
    memory.require(texels + withLevels + working, `${path}: decoding ${what}`);
    memory.take(withLevels, `${path}: ${what}`);
  };
}

/** The error of a decoder as a PictureError; others as they are. */
export function pictureFault(path: string, kind: PictureKind, error: unknown): unknown {
  const isOther = error instanceof PictureError || error instanceof MemoryError;
  if (isOther) return error;
  const reason = decoderReason(error);
  return new PictureError(path, `the ${kind} is truncated or damaged (${reason})`, { cause: error });
}
