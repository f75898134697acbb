import * as z from 'zod';
import type { TexelFormat } from '../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import { IMAGE_TYPES, type ImageSource } from '../../rtl-model/memory/image.ts';
import { levelBytes, levelSize } from '../../rtl-model/memory/level-size.ts';
import { SAMPLE_POSITIONS } from '../../rtl-model/state/multisample-positions.ts';
import { decodeBase64 } from '../encodings/base64.ts';
import { expects, fields, fileName, flag, integerField, listField, name, oneOf } from '../encodings/fields.ts';
import { checked, type JsonObject, fileValue } from '../encodings/json-lines.ts';
import { type LinePlace, TraceError } from '../encodings/trace-error.ts';
import type { NamedImage } from './request-trace.ts';

const size = integerField(1, 2 ** 30);
const index = integerField(0, 2 ** 30);

const formatName = expects('a format such as "r8g8b8a8_unorm", FORMAT.md has them all');

/** A VkFormat in lower case, without VK_FORMAT_. */
export const format = z
  .enum([...TEXEL_FORMATS.keys()], formatName)
  .transform((known): TexelFormat => TEXEL_FORMATS.get(known)!);

const SAMPLE_COUNTS = [...SAMPLE_POSITIONS.keys()];
const samples = z.literal(SAMPLE_COUNTS, expects(`one of ${SAMPLE_COUNTS.join(', ')}`));

const REGION = '{"level", "layer", "x", "y", "z", "width", "height", "depth"}';
const unbound = fields(
  { level: integerField(0, 30), layer: index, x: index, y: index, z: index, width: size, height: size, depth: size },
  REGION,
);

/** The value of "image" where it defines one whose levels are in the line. */
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
    view2DCompatible: flag.exactOptional(),
    unbound: listField(unbound, 0, 2 ** 16, `a list of ${REGION}`).exactOptional(),
    levels: listField(z.string(expects('a base64 text')), 1, 31, 'base64 texts, level 0 first'),
  },
  'an image {"name", "format", "width", "height", "levels"}',
);

/** The value of "image" where it defines one that lies in a file. */
export const fileImageSchema = fields(
  { name, format: format.exactOptional(), file: fileName, mipmaps: flag.exactOptional() },
  'an image {"name", "format", "file"}',
);

type InlineImage = z.output<typeof inlineImageSchema>;
type Shape = Omit<ImageSource, 'levels'>;

/** The image that a line defines. @throws TraceError when it is not as FORMAT.md has it */
export function imageOf(value: JsonObject, place: LinePlace): NamedImage {
  if ('file' in value) {
    const { name, ...source } = checked(fileImageSchema, value, place, 'image');
    return { name, source };
  }
  const image = checked(inlineImageSchema, value, place, 'image');
  checkSizes(image, place);
  const { name, levels, ...shape } = image;
  const source = { ...shape, levels: decodeLevels(levels, shape, place) };
  checkRegions(source, place);
  return { name, source };
}

/** Sizes that the type does not have are 1 (Vulkan: VkImageCreateInfo). */
function checkSizes(
  { type = '2d', height, depth = 1, layers, samples = 1, levels }: InlineImage,
  place: LinePlace,
): void {
  const one = (field: string, value: number, why: string) => {
    if (value !== 1) throw new TraceError(place, `image.${field}`, `is ${value}, expected 1: ${why}`);
  };
  if (type === '1d') one('height', height, 'the image is 1d');
  if (type !== '3d') one('depth', depth, `the image is ${type}`);
  if (type === '3d') one('layers', layers, 'the image is 3d');
  if (type !== '2d') one('samples', samples, `the image is ${type}`);
  if (samples > 1 && levels.length > 1) {
    throw new TraceError(place, 'image.levels', `has ${levels.length} levels, expected 1: the image is multisampled`);
  }
}

function decodeLevels(texts: readonly string[], shape: Shape, place: LinePlace): readonly Uint8Array[] {
  const most = Math.floor(Math.log2(Math.max(shape.width, shape.height, shape.depth ?? 1))) + 1;
  if (texts.length > most) {
    const problem = `has ${texts.length} levels, expected at most ${most} (${sizeText(shape, 0)})`;
    throw new TraceError(place, 'image.levels', problem);
  }
  return texts.map((text, l) => {
    const field = `image.levels[${l}]`;
    const bytes = decodeBase64(text);
    if (bytes === null) throw new TraceError(place, field, `is ${fileValue(text)}, expected base64 with its padding`);
    const expected = levelBytes(shape, l);
    if (bytes.length === expected) return bytes;
    const samples = shape.samples === undefined ? '' : `, ${shape.samples} samples`;
    const texels = `${sizeText(shape, l)}x${shape.layers} of ${shape.format.name}${samples}`;
    throw new TraceError(place, field, `has ${bytes.length} bytes, expected ${expected} (${texels})`);
  });
}

function sizeText({ width, height, depth }: Shape, level: number): string {
  const volume = depth === undefined ? '' : `x${levelSize(depth, level)}`;
  return `${levelSize(width, level)}x${levelSize(height, level)}${volume}`;
}

/** Memory is bound, or not, to texels that are there. */
function checkRegions({ width, height, depth = 1, layers, levels, unbound }: ImageSource, place: LinePlace): void {
  unbound?.forEach((region, n) => {
    const within = (key: keyof typeof region, most: number, why: string) => {
      if (region[key] <= most) return;
      const problem = `is ${region[key]}, expected at most ${most}: ${why}`;
      throw new TraceError(place, `image.unbound[${n}].${key}`, problem);
    };
    within('level', levels.length - 1, `the image has ${levels.length}`);
    within('layer', layers - 1, `the image has ${layers}`);
    const leaves = 'the region leaves the level';
    within('width', levelSize(width, region.level) - region.x, leaves);
    within('height', levelSize(height, region.level) - region.y, leaves);
    within('depth', levelSize(depth, region.level) - region.z, leaves);
  });
}
