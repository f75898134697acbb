import * as z from 'zod';
import { expects, integerField } from '../../../traces/encodings/fields.ts';
import { checked, parseObject } from '../../../traces/encodings/json-lines.ts';
import { utf8Text, withoutMark } from '../../../traces/encodings/utf8-text.ts';
import { MemoryBudget } from '../../../traces/encodings/memory-budget.ts';
import { PictureError } from '../textures/picture.ts';
import { SAMPLE_COUNTS } from './kernel.ts';
import { MAX_PIXELS, MAX_SAMPLES, type MultisamplePicture } from './multisample-picture.ts';

/**
 * The raw layout: one line of JSON, then float32 values.
 *
 *     {"texunit":"samples","version":1,"width":640,"height":480,"samples":4,"components":3}
 *
 * The line ends with a line feed. After it come only little-endian float32 values: rows from top to bottom, pixels from
 * left to right, the samples of a pixel side by side, and r, g, b (and a with 4 components) of each sample.
 */
const KIND = 'samples';
const VERSION = 1;
/** The number of bytes within which the line must end. */
const LONGEST_HEADER = 4096;

const headerSchema = z.strictObject(
  {
    texunit: z.literal(KIND, expects(`"${KIND}"`)),
    version: z.literal(VERSION, expects(String(VERSION))),
    width: integerField(1, MAX_PIXELS),
    height: integerField(1, MAX_PIXELS),
    samples: z.literal(SAMPLE_COUNTS, expects('1, 2, 4, 8 or 16')),
    components: z.literal([3, 4], expects('3 or 4')),
  },
  { error: 'is unknown, expected texunit, version, width, height, samples and components alone' },
);

/** True if the bytes begin like a raw file. */
export function isRawSamples(file: Uint8Array): boolean {
  return withoutMark(file)[0] === '{'.charCodeAt(0);
}

/**
 * @param path name of the file in errors
 * @throws TraceError for a wrong field of the header
 * @throws PictureError when there is no header, or the number of values differs from it
 */
export function parseRawSamples(
  bytes: Uint8Array,
  path: string,
  budget: MemoryBudget = new MemoryBudget(),
): MultisamplePicture {
  const file = withoutMark(bytes);
  const end = file.subarray(0, LONGEST_HEADER).indexOf('\n'.charCodeAt(0));
  if (end < 0) throw new PictureError(path, `no line feed ends the JSON header in the first ${LONGEST_HEADER} bytes`);
  const place = { file: path, line: 1 };
  const line = parseObject(utf8Text(file.subarray(0, end), path), place);
  const { width, height, samples, components } = checked(headerSchema, line, place);
  const count = width * height * samples;
  if (count > MAX_SAMPLES) throw new PictureError(path, `${count} samples; at most ${MAX_SAMPLES} are read`);
  const found = file.length - end - 1;
  const expected = 4 * components * count;
  if (found !== expected) {
    throw new PictureError(
      path,
      `${found} bytes after the header; ${width}x${height} pixels of ${samples} samples ` +
        `of ${components} float32 are ${expected}`,
    );
  }
  const view = new DataView(file.buffer, file.byteOffset + end + 1, found);
  budget.take(16 * count, `${path}: ${count} samples`);
  const values = new Float32Array(4 * count);
  for (let sample = 0, from = 0; sample < count; sample++) {
    for (let c = 0; c < components; c++, from += 4) values[4 * sample + c] = view.getFloat32(from, true);
    if (components === 3) values[4 * sample + 3] = 1;
  }
  return { width, height, samples, values };
}

/** A raw file of 4 components. */
export function encodeRawSamples({ width, height, samples, values }: MultisamplePicture): Uint8Array {
  const line = JSON.stringify({ texunit: KIND, version: VERSION, width, height, samples, components: 4 });
  const header = new TextEncoder().encode(`${line}\n`);
  const file = new Uint8Array(header.length + 4 * values.length);
  file.set(header);
  const view = new DataView(file.buffer, header.length);
  values.forEach((value, n) => view.setFloat32(4 * n, value, true));
  return file;
}
