import * as z from 'zod';
import { TEXEL_LAYOUTS } from '../../rtl-model/design/design-fields.ts';
import { expects, fields, integer, list, name, oneOf, pair } from './request-fields.ts';
import type { TracedImage } from './traced-image.ts';

const size = integer(1, 2 ** 20);
const address = integer(0, Number.MAX_SAFE_INTEGER);
const bytes = integer(1, Number.MAX_SAFE_INTEGER);

const level = fields(
  { width: size, height: size, depth: size, base: address, layerBytes: bytes, sliceBytes: bytes },
  'a level',
);

const image = fields(
  {
    name,
    format: name,
    layout: z.enum(TEXEL_LAYOUTS, expects('a layout such as "linear", "tiled-4x4" or "morton"')),
    layers: size,
    addressed: oneOf(['texels', 'blocks']),
    stride: integer(1, 2 ** 20),
    block: pair(integer(1, 64), 'two integers from 1 to 64'),
    levels: list(level, 1, 32, 'one to 32 levels'),
  },
  'an image',
);

/** The image table in the header of a texel-access trace. */
export const tracedImagesSchema: z.ZodType<readonly TracedImage[]> = z.array(image, expects('a list of images'));
