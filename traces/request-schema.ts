import * as z from 'zod';
import { ADDRESS_MODES, DEFAULT_SAMPLER, FILTERS } from '../rtl-model/sampler.ts';
import { TEXEL_FORMATS } from '../rtl-model/texel-decoder/texel-format.ts';
import { FLOAT_FORMS, floatValue } from './float-text.ts';
import { shown } from './json-lines.ts';
import type { Texel } from './request-trace.ts';

/** Message of a schema: what stands there, and what would be right. */
function expects(what: string) {
  return { error: ({ input }: { readonly input?: unknown }) => `is ${shown(input)}, expected ${what}` };
}

/** An object with these fields and no others. */
function fields<const T extends z.ZodRawShape>(shape: T, what: string) {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: ({ code, input }) =>
      code === 'unrecognized_keys' ? `is unknown, expected one of ${known}` : `is ${shown(input)}, expected ${what}`,
  });
}

const float32 = z.unknown().transform((input, context) => {
  const value = floatValue(input);
  if (value !== undefined) return value;
  context.issues.push({ code: 'custom', input, message: `is ${shown(input)}, expected ${FLOAT_FORMS}` });
  return z.NEVER;
});

function integer(min: number, max: number) {
  const message = expects(`an integer from ${min} to ${max}`);
  return z.int(message).min(min, message).max(max, message);
}

function list<T extends z.ZodType>(of: T, min: number, max: number, what: string) {
  const message = expects(what);
  return z.array(of, message).min(min, message).max(max, message);
}

function oneOf<const T extends readonly string[]>(values: T) {
  return z.enum(values, expects(`one of ${values.map((value) => `"${value}"`).join(', ')}`));
}

const name = z.string(expects('a name')).min(1, expects('a name'));
const flag = z.boolean(expects('true or false'));
const size = integer(1, 2 ** 30);

const texel = list(float32, 4, 4, '[r, g, b, a]').transform(([r, g, b, a]): Texel => [r, g, b, a]);

const BORDER_COLORS = ['float_transparent_black', 'float_opaque_black', 'float_opaque_white'] as const;

/** VkBorderColor; the names are those of three values. */
const borderColor = z.union(
  [z.enum(BORDER_COLORS).transform(borderColorOf), texel],
  expects(`one of "${BORDER_COLORS.join('", "')}", or [r, g, b, a]`),
);

function borderColorOf(color: (typeof BORDER_COLORS)[number]): Texel {
  const intensity = color === 'float_opaque_white' ? 1 : 0;
  return [intensity, intensity, intensity, color === 'float_transparent_black' ? 0 : 1];
}

/** The value of "sampler" where it defines one. Fields as in VkSamplerCreateInfo. */
export const samplerSchema = fields(
  {
    name,
    magFilter: oneOf(FILTERS).default(DEFAULT_SAMPLER.magFilter),
    minFilter: oneOf(FILTERS).default(DEFAULT_SAMPLER.minFilter),
    mipmapMode: oneOf(FILTERS).default(DEFAULT_SAMPLER.mipmapMode),
    addressModeU: oneOf(ADDRESS_MODES).default(DEFAULT_SAMPLER.addressModeU),
    addressModeV: oneOf(ADDRESS_MODES).default(DEFAULT_SAMPLER.addressModeV),
    mipLodBias: float32.default(DEFAULT_SAMPLER.mipLodBias),
    anisotropyEnable: flag.default(DEFAULT_SAMPLER.anisotropyEnable),
    maxAnisotropy: float32.default(DEFAULT_SAMPLER.maxAnisotropy),
    minLod: float32.default(DEFAULT_SAMPLER.minLod),
    maxLod: float32.default(DEFAULT_SAMPLER.maxLod),
    borderColor: borderColor.default(DEFAULT_SAMPLER.borderColor),
  },
  'a sampler {"name", ...}',
);

const FORMAT_NAMES = [...TEXEL_FORMATS.keys()];
const format = z
  .enum(FORMAT_NAMES, expects(`one of ${FORMAT_NAMES.join(', ')}`))
  .transform((formatName) => TEXEL_FORMATS.get(formatName)!);

/** The value of "image" where it defines one whose levels stand in the line. */
export const inlineImageSchema = fields(
  {
    name,
    format,
    width: size,
    height: size,
    layers: size.default(1),
    levels: list(z.string(expects('a base64 text')), 1, 31, 'base64 texts, level 0 first'),
  },
  'an image {"name", "format", "width", "height", "levels"}',
);

/** The value of "image" where it defines one that lies in a picture file. */
export const pictureImageSchema = fields(
  { name, format, file: name, mipmaps: flag.default(false) },
  'an image {"name", "format", "file"}',
);

const identifier = expects('a name or an integer of at least 0');

/** "id" of requests and results. */
export const idSchema = z.union([z.int().min(0, identifier), z.string().min(1, identifier)], identifier);

const coordinate = list(float32, 2, 3, '[s, t] or [s, t, layer]');
const vector = list(float32, 2, 2, '[ds, dt]');
const gradient = fields({ dx: vector, dy: vector }, '{"dx":[ds, dt],"dy":[ds, dt]}');

/** A value of the one lane, as the list of it. */
function ofLane<T>(one: z.ZodType<T>) {
  return one.transform((value): readonly T[] => [value]).optional();
}

/** One value for the quad, or one for each of its lanes. */
function perLane<T>(one: z.ZodType<T>, what: string) {
  const message = expects(`${what}, or four of them`);
  const shared = one.transform((value): readonly T[] => [value, value, value, value]);
  return z.union([shared, z.array(one).length(4, message)], message).optional();
}

const common = {
  id: idSchema,
  image: name,
  sampler: name,
  offset: list(integer(-32768, 32767), 2, 2, '[i, j]').default([0, 0]),
  pixel: list(integer(-(2 ** 31), 2 ** 31 - 1), 2, 2, '[x, y]').default([0, 0]),
} as const;

export const laneRequestSchema = fields(
  {
    ...common,
    coord: coordinate,
    q: ofLane(float32),
    lod: ofLane(float32),
    grad: ofLane(gradient),
    bias: ofLane(float32),
    minLod: ofLane(float32),
    texel: texel.optional(),
  },
  'a request',
);

const laneMask = expects('a mask such as "1011" (lane 0 first) or an integer from 0 to 15 (bit 0 is lane 0)');
const laneDigits = z.string().regex(/^[01]{4}$/, laneMask);
const active = z.union([z.int().min(0, laneMask).max(15, laneMask), laneDigits.transform(maskOf)], laneMask);

function maskOf(text: string): number {
  return text.split('').reduce((mask, digit, lane) => mask + (digit === '1' ? 2 ** lane : 0), 0);
}

/** "texels" of quads: a texel for an active lane, null for another. */
export const quadTexelsSchema = list(texel.nullable(), 4, 4, 'four of [r, g, b, a] or null');

export const quadRequestSchema = fields(
  {
    ...common,
    quad: list(coordinate, 4, 4, 'four of [s, t] or [s, t, layer]'),
    active: active.default(15),
    q: perLane(float32, FLOAT_FORMS),
    lod: perLane(float32, FLOAT_FORMS),
    grad: perLane(gradient, '{"dx":[ds, dt],"dy":[ds, dt]}'),
    bias: perLane(float32, FLOAT_FORMS),
    minLod: perLane(float32, FLOAT_FORMS),
    texels: quadTexelsSchema.optional(),
  },
  'a request',
);

export const laneResultSchema = fields({ id: idSchema, texel }, 'a result');
export const quadResultSchema = fields({ id: idSchema, texels: quadTexelsSchema }, 'a result');
