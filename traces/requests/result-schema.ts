import * as z from 'zod';
import {
  expects,
  fields,
  flag,
  int32,
  integerField,
  listField,
  listOfOne,
  pair,
  texelField,
} from '../encodings/fields.ts';

const identifier = expects('a name or an integer of at least 0');

/** "id" of requests and results. */
export const idSchema = z.union([z.int().min(0, identifier), z.string().min(1, identifier)], identifier);

const FOOTPRINT = '{"single", "anchor", "offset", "mask", "lod", "granularity"}';
const groups = listField(int32, 2, 3, '[x, y] or [x, y, z]');

/** The result of OpImageSampleFootprintNV (Vulkan: Texel Footprint Evaluation). */
const texelFootprint = fields(
  {
    single: flag,
    anchor: groups,
    offset: groups,
    mask: pair(integerField(0, 2 ** 32 - 1), '[low, high], 32 bits each'),
    lod: integerField(0, 30),
    /** 0 where it is that of the request. */
    granularity: integerField(0, 15),
  },
  FOOTPRINT,
);
export type TexelFootprint = z.output<typeof texelFootprint>;

/** Null for an empty footprint. */
const footprint = texelFootprint.nullable();

/** The largest distance of the true value from each component of a measured result. Sampling ignores it. */
const distance = expects('a number of at least 0');
const tolerance = z.number(distance).min(0, distance).optional();

/** The results of one lane, as the lists of them. */
export const laneResultFields = {
  texel: listOfOne(texelField).optional(),
  resident: listOfOne(flag).optional(),
  footprint: listOfOne(footprint).optional(),
  tolerance,
} as const;

/** The results of a quad: of a lane that is not active null. */
export const quadResultFields = {
  texels: listField(texelField.nullable(), 4, 4, 'four of [r, g, b, a] or null').optional(),
  resident: listField(flag.nullable(), 4, 4, 'four of true, false or null').optional(),
  footprints: listField(footprint, 4, 4, `four of ${FOOTPRINT} or null`).optional(),
  tolerance,
} as const;

/** The record in the place of a result where the line of the request is faulty. */
export const requestFaultSchema = fields(
  {
    id: idSchema.nullable(),
    error: fields(
      {
        line: integerField(1, Number.MAX_SAFE_INTEGER),
        field: z.string(expects('a field')),
        problem: z.string(expects('a text')),
      },
      '{"line", "field", "problem"}',
    ),
  },
  'an error',
);

/** A faulty line of a request trace: its id, null where it has none, its place, and what is wrong. */
export type RequestFault = z.output<typeof requestFaultSchema>;

export const laneResultSchema = fields({ id: idSchema, ...laneResultFields }, 'a result');
export const quadResultSchema = fields({ id: idSchema, ...quadResultFields }, 'a result');
