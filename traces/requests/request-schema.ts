import * as z from 'zod';
import { expects, fields, float32, int32, integer, list, name, oneOf, pair } from '../encodings/fields.ts';
import {
  OPERAND_SCHEMAS,
  OPERATION_NAMES,
  type OperandFields,
  type OperationName,
  operandsOf,
} from './request-operands.ts';
import { idSchema, laneResultFields, quadResultFields } from './result-schema.ts';

const common = {
  id: idSchema,
  image: name.nullable(),
  sampler: name.optional(),
  op: oneOf(OPERATION_NAMES).default('sample'),
  pixel: pair(int32, '[x, y]').default([0, 0]),
  cycle: integer(0, Number.MAX_SAFE_INTEGER).optional(),
  warp: integer(0, 2 ** 31 - 1).optional(),
  unit: integer(0, 2 ** 31 - 1).optional(),
} as const;

const coordinateOf = {
  float: list(float32, 1, 4, 'one to four numbers such as [s, t]'),
  integer: list(int32, 1, 4, 'one to four integers such as [i, j]'),
} as const;

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
type Common<Results extends z.ZodRawShape> = z.output<z.ZodObject<typeof common & Results>> & OperandFields;

/** The fields of a line of any operation; those that the operation does not take are absent. */
export type LaneFields = Common<typeof laneResultFields> & { readonly coord?: Coordinates };
export type QuadFields = Common<typeof quadResultFields> & {
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
  const taken = (form: 'lane' | 'quad') =>
    Object.fromEntries([...needs, ...takes].map((operand) => [operand, OPERAND_SCHEMAS[operand][form]]));
  const schemas = {
    lane: fields(
      { ...common, coord: coordinateOf[numbers].optional(), ...taken('lane'), ...laneResultFields },
      'a request',
    ),
    quad: fields(
      { ...common, quad: quad[numbers], active: active.default(15), ...taken('quad'), ...quadResultFields },
      'a request',
    ),
  } as unknown as RequestSchemas;
  made.set(op, schemas);
  return schemas;
}
