import { decoderReason } from '../../../traces/encodings/parquet/decoder-reason.ts';
import { PictureError } from '../textures/picture.ts';
import { checkExr, type CheckedExr } from './exr-header.ts';
import type { LightPicture } from './multisample-picture.ts';

/**
 * Decodes an EXR to r, g, b, a; a missing alpha is 1. Half values become float32, exactly.
 *
 * @param path name of the file in errors
 * @throws PictureError when the file is damaged or of a kind that is not read
 */
export async function decodeExr(bytes: Uint8Array, path: string): Promise<LightPicture> {
  const checked = checkExr(bytes, path);
  try {
    return await decodeChecked(checked);
  } catch (error) {
    throw damagedExr(path, error);
  }
}

/** An EXR that was checked, decoded as by `decodeExr`. @throws Error when the data of a chunk are damaged */
export async function decodeChecked({ width, height, file }: CheckedExr): Promise<LightPicture> {
  const { EXRLoader } = await import('three/examples/jsm/loaders/EXRLoader.js');
  const { FloatType } = await import('three');
  const { data } = new EXRLoader().setDataType(FloatType).parse(file.buffer);
  if (!(data instanceof Float32Array)) throw new Error('it is not decoded to float32');
  if (data.length !== 4 * width * height) throw new Error(`${data.length} values are decoded`);
  return { width, height, samples: 1, values: flipped(data, width, height) };
}

export function damagedExr(path: string, error: unknown): PictureError {
  return new PictureError(path, `the EXR is truncated or damaged (${decoderReason(error)})`, { cause: error });
}

/** Encodes a picture as an EXR of four float32 channels, ZIP compressed. The same picture always gives the same bytes. */
export async function encodeExr({ width, height, values }: LightPicture): Promise<Uint8Array> {
  const { EXRExporter } = await import('three/examples/jsm/exporters/EXRExporter.js');
  const { DataTexture, FloatType, RGBAFormat } = await import('three');
  const texture = new DataTexture(flipped(values, width, height), width, height, RGBAFormat, FloatType);
  return new EXRExporter().parse(texture, { type: FloatType });
}

/** The rows in reverse order, because three.js has them from bottom to top. */
function flipped(values: Float32Array, width: number, height: number): Float32Array<ArrayBuffer> {
  const result = new Float32Array(values.length);
  for (let y = 0; y < height; y++) {
    result.set(values.subarray(4 * width * y, 4 * width * (y + 1)), 4 * width * (height - 1 - y));
  }
  return result;
}
