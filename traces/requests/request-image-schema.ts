import * as z from 'zod';
import { IMAGE_TYPES } from '../../rtl-model/memory/image.ts';
import { SAMPLE_POSITIONS } from '../../rtl-model/state/multisample-positions.ts';
import type { TexelFormat } from '../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import { expects, fields, flag, integer, list, name, oneOf } from './request-fields.ts';

const size = integer(1, 2 ** 30);
const index = integer(0, 2 ** 30);

const formatName = expects('a format such as "r8g8b8a8_unorm", FORMAT.md has them all');

/** A VkFormat in lower case, without VK_FORMAT_. */
export const format = z.enum([...TEXEL_FORMATS.keys()], formatName).transform(formatOf);

function formatOf(known: string): TexelFormat {
  return TEXEL_FORMATS.get(known)!;
}

const SAMPLE_COUNTS = [...SAMPLE_POSITIONS.keys()];
const samples = z.literal(SAMPLE_COUNTS, expects(`one of ${SAMPLE_COUNTS.join(', ')}`));

const REGION = '{"level", "layer", "x", "y", "z", "width", "height", "depth"}';
const unbound = fields(
  { level: integer(0, 30), layer: index, x: index, y: index, z: index, width: size, height: size, depth: size },
  REGION,
);

/** The value of "image" where it defines one whose levels stand in the line. */
export const inlineImageSchema = fields(
  {
    name,
    format,
    type: oneOf(IMAGE_TYPES).exactOptional(),
    width: size,
    height: size.default(1),
    depth: size.exactOptional(),
    layers: size.default(1),
    samples: samples.exactOptional(),
    cornerSampled: flag.exactOptional(),
    unbound: list(unbound, 0, 2 ** 16, `a list of ${REGION}`).exactOptional(),
    levels: list(z.string(expects('a base64 text')), 1, 31, 'base64 texts, level 0 first'),
  },
  'an image {"name", "format", "width", "height", "levels"}',
);

/** The value of "image" where it defines one that lies in a file. */
export const fileImageSchema = fields(
  { name, format: format.exactOptional(), file: name, mipmaps: flag.exactOptional() },
  'an image {"name", "format", "file"}',
);
