import * as z from 'zod';
import type { TexelOffset } from '../../rtl-model/state/instruction.ts';
import { FLOAT_FORMS } from '../encodings/float-text.ts';
import { expects, fields, flag, float32, int32, integer, list, name, oneOf, pair, texel } from '../encodings/fields.ts';
import { type Operand, OPERATION_NAMES, type OperationName, operandsOf } from './request-operands.ts';
import { idSchema, laneResultFields, quadResultFields } from './result-schema.ts';

const vector = list(float32, 1, 3, '[ds], [ds, dt] or [ds, dt, dr]');
const GRADIENT = '{"dx":[ds, dt],"dy":[ds, dt]}';
const gradient = fields({ dx: vector, dy: vector }, GRADIENT);

const offset = integer(-32768, 32767);
const axisOffsets = list(offset, 1, 3, '[i], [i, j] or [i, j, k]');
const OFFSETS = '[i], [i, j] or [i, j, k], integers from -32768 to 32767';
const TEXEL_OFFSETS = 'four of [i, j], integers from -32768 to 32767';
const texelOffset = z.tuple([offset, offset]).transform(([i, j]): TexelOffset => [i, j]);
const fourOffsets = z.tuple([texelOffset, texelOffset, texelOffset, texelOffset], expects(TEXEL_OFFSETS));

const boxSize = pair(float32, '[width, height]');
const texelPair = pair(int32, '[i, j]');
const blockSize = pair(integer(1, 2 ** 15), '[width, height]');

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

/** A constant offset, or one for each of `lanes` lanes. */
function offsets(lanes: number, what: string) {
  const constant = axisOffsets.transform((value) => ({ constant: value, ofLanes: null }));
  const dynamic = list(axisOffsets, lanes, lanes, what).transform((value) => ({ constant: [], ofLanes: value }));
  return z.union([constant, dynamic], expects(`${OFFSETS}, or ${what}`)).optional();
}

const common = {
  id: idSchema,
  image: name.nullable(),
  sampler: name.optional(),
  op: oneOf(OPERATION_NAMES).default('sample'),
  pixel: pair(int32, '[x, y]').default([0, 0]),
} as const;

/** Fields that are the same in all lanes. */
const ofRequest = {
  sparse: flag.optional(),
  component: integer(0, 3).optional(),
  offsets: fourOffsets.optional(),
  origin: oneOf(['linear', 'nearest']).optional(),
  granularity: integer(1, 15).optional(),
  coarse: flag.optional(),
  weights: name.optional(),
  reference: name.optional(),
  metric: oneOf(['sad', 'ssd']).optional(),
  form: oneOf(['single', 'window', 'gather']).optional(),
} as const;

const coordinateOf = {
  float: list(float32, 1, 4, 'one to four numbers such as [s, t]'),
  integer: list(int32, 1, 4, 'one to four integers such as [i, j]'),
} as const;

const laneOperands = {
  q: ofLane(float32),
  lod: ofLane(float32),
  grad: ofLane(gradient),
  bias: ofLane(float32),
  minLod: ofLane(float32),
  dref: ofLane(float32),
  offset: offsets(1, 'a list of one of them'),
  level: ofLane(int32),
  sample: ofLane(int32),
  value: ofLane(texel),
  boxSize: ofLane(boxSize),
  referenceCoord: ofLane(texelPair),
  blockSize: ofLane(blockSize),
  ...ofRequest,
} as const satisfies Readonly<Record<Operand, z.ZodType>>;

const quadOperands = {
  q: perLane(float32, FLOAT_FORMS),
  lod: perLane(float32, FLOAT_FORMS),
  grad: perLane(gradient, GRADIENT),
  bias: perLane(float32, FLOAT_FORMS),
  minLod: perLane(float32, FLOAT_FORMS),
  dref: perLane(float32, FLOAT_FORMS),
  offset: offsets(4, 'four of them'),
  level: perLane(int32, 'an integer'),
  sample: perLane(int32, 'an integer'),
  value: perLane(texel, '[r, g, b, a]'),
  boxSize: perLane(boxSize, '[width, height]'),
  referenceCoord: perLane(texelPair, '[i, j]'),
  blockSize: perLane(blockSize, '[width, height], integers of at least 1'),
  ...ofRequest,
} as const satisfies Readonly<Record<Operand, z.ZodType>>;

const laneMask = expects('a mask such as "1011" (lane 0 first) or an integer from 0 to 15 (bit 0 is lane 0)');
const laneDigits = z.string().regex(/^[01]{4}$/, laneMask);
const active = z.union([z.int().min(0, laneMask).max(15, laneMask), laneDigits.transform(maskOf)], laneMask);

function maskOf(text: string): number {
  return text.split('').reduce((mask, digit, lane) => mask + (digit === '1' ? 2 ** lane : 0), 0);
}

const quad = {
  float: list(coordinateOf.float, 4, 4, 'four of [s, t]'),
  integer: list(coordinateOf.integer, 4, 4, 'four of [i, j]'),
} as const;

type Coordinates = z.output<typeof coordinateOf.float>;

/** The fields of a line of any operation; those that the operation does not take are absent. */
export type LaneFields = z.output<z.ZodObject<typeof common & typeof laneOperands & typeof laneResultFields>> & {
  readonly coord?: Coordinates;
};
export type QuadFields = z.output<z.ZodObject<typeof common & typeof quadOperands & typeof quadResultFields>> & {
  readonly quad: readonly Coordinates[];
  readonly active: number;
};

/** The schemas of the lines of one operation. */
export interface RequestSchemas {
  readonly lane: z.ZodType<LaneFields>;
  readonly quad: z.ZodType<QuadFields>;
}

const made = new Map<string, RequestSchemas>();

/** @param numbers how the operation's coordinates are meant */
export function requestSchemas(op: OperationName, numbers: 'float' | 'integer'): RequestSchemas {
  const known = made.get(op);
  if (known !== undefined) return known;
  const { needs, takes } = operandsOf(op);
  const taken = (operands: Readonly<Record<Operand, z.ZodType>>) =>
    Object.fromEntries([...needs, ...takes].map((operand) => [operand, operands[operand]]));
  const schemas = {
    lane: fields(
      { ...common, coord: coordinateOf[numbers].optional(), ...taken(laneOperands), ...laneResultFields },
      'a request',
    ),
    quad: fields(
      { ...common, quad: quad[numbers], active: active.default(15), ...taken(quadOperands), ...quadResultFields },
      'a request',
    ),
  } as unknown as RequestSchemas;
  made.set(op, schemas);
  return schemas;
}
