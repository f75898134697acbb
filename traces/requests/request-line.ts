import * as z from 'zod';
import { ISSUE } from '../../rtl-model/registers/quad-batch.ts';
import {
  D3D11_INSTRUCTIONS,
  d3d11Instruction,
  type D3D11InstructionName,
  programmableOffset,
} from '../../rtl-model/state/d3d11-instruction.ts';
import type { BlockMatch, Instruction, LodSource, Operation } from '../../rtl-model/state/instruction.ts';
import {
  expects,
  fields,
  float32Field,
  int32,
  integerField,
  listField,
  listOfOne,
  name,
  oneOf,
  pair,
} from '../encodings/fields.ts';
import { checked, type JsonObject } from '../encodings/json-lines.ts';
import { type LinePlace, TraceError } from '../encodings/trace-error.ts';
import { checkActiveLanes, type ResultFields, resultsIn } from './lane-results.ts';
import {
  ALL_OPERANDS,
  INSTRUCTION_FIELDS,
  OPERAND_SCHEMAS,
  type Operand,
  type OperandFields,
  OPERANDS,
  OPERATION_NAMES,
  type OperationName,
  takesOperand,
} from './request-operands.ts';
import { needsCoordinate, needsSampler, takesTexels } from './request-shape.ts';
import { DEFAULT_LANE, type Request, type RequestLane } from './request-trace.ts';
import { idSchema, laneResultFields, quadResultFields } from './result-schema.ts';

const COMMON_FIELDS = {
  id: idSchema,
  image: name.nullable(),
  sampler: name.optional(),
  op: oneOf(OPERATION_NAMES).default('sample'),
  pixel: pair(int32, '[x, y]').default([0, 0]),
  cycle: integerField(0, Number.MAX_SAFE_INTEGER).optional(),
  warp: integerField(0, 2 ** 31 - 1).optional(),
  unit: integerField(0, 2 ** 31 - 1).optional(),
} as const;

const COORDINATES = {
  float: listField(float32Field, 1, 4, 'one to four numbers such as [s, t]'),
  integer: listField(int32, 1, 4, 'one to four integers such as [i, j]'),
} as const;

const laneMask = expects('a mask such as "1011" (lane 0 first) or an integer from 0 to 15 (bit 0 is lane 0)');
const laneDigits = z
  .string()
  .regex(/^[01]{4}$/, laneMask)
  .transform((digits) => Array.from(digits).reduce((mask, digit, lane) => mask + Number(digit) * 2 ** lane, 0));
const active = z.union([z.int().min(0, laneMask).max(15, laneMask), laneDigits], laneMask);

const quad = {
  float: listField(COORDINATES.float, 4, 4, 'four of [s, t]'),
  integer: listField(COORDINATES.integer, 4, 4, 'four of [i, j]'),
} as const;

type Coordinates = readonly z.output<typeof COORDINATES.float>[];

/** The fields of a line of any operation; those that the operation does not take are absent. */
type RequestFields = z.output<z.ZodObject<typeof COMMON_FIELDS>> &
  OperandFields &
  ResultFields & {
    /** The coordinate of one lane, or those of a quad and its active lanes. */
    readonly coord?: Coordinates;
    readonly quad?: Coordinates;
    readonly active?: number;
  };

/** The schemas of the lines of one operation. */
type RequestSchemas = Readonly<Record<'lane' | 'quad', z.ZodType<RequestFields>>>;

const made = new Map<string, RequestSchemas>();

/** @param numbers how the operation's coordinates are meant */
export function requestSchemas(op: OperationName, numbers: 'float' | 'integer'): RequestSchemas {
  const known = made.get(op);
  if (known !== undefined) return known;
  const { needs, takes } = OPERANDS[op];
  const taken = (form: 'lane' | 'quad') =>
    Object.fromEntries([...needs, ...takes].map((operand) => [operand, OPERAND_SCHEMAS[operand][form]]));
  const schemas = {
    lane: fields(
      { ...COMMON_FIELDS, coord: listOfOne(COORDINATES[numbers]).optional(), ...taken('lane'), ...laneResultFields },
      'a request',
    ),
    quad: fields(
      { ...COMMON_FIELDS, quad: quad[numbers], active: active.default(15), ...taken('quad'), ...quadResultFields },
      'a request',
    ),
  } as unknown as RequestSchemas;
  made.set(op, schemas);
  return schemas;
}

/** The operations whose offsets are those of gather4_po, which differ from lane to lane. */
const PROGRAMMABLE: ReadonlySet<OperationName> = new Set(['gather4_po', 'gather4_po_c']);

/** The operation that a value of "op" names. */
export function operationOf(name: OperationName): Operation {
  return isD3D11(name) ? (d3d11Instruction(name).op ?? 'sample') : name;
}

/** `sample` is both; it is taken as that of Vulkan, which leaves the LOD to the operands. */
function isD3D11(name: OperationName): name is Exclude<D3D11InstructionName, 'sample'> {
  return name !== 'sample' && (D3D11_INSTRUCTIONS as readonly string[]).includes(name);
}

/** @throws TraceError for an operand of other operations */
function checkTaken(line: JsonObject, op: OperationName, place: LinePlace): void {
  const strange = ALL_OPERANDS.find((operand) => operand in line && !takesOperand(op, operand));
  if (strange === undefined) return;
  const { needs, takes } = OPERANDS[op];
  const known = [...new Set([...needs, ...takes])];
  const expected = known.length === 0 ? `none: ${op} has none` : `one of ${known.join(', ')}`;
  throw new TraceError(place, strange, `is no operand of ${op}, expected ${expected}`);
}

/** @throws TraceError for an operand that the operation lacks, and for two that exclude each other */
function checkNeeded(request: RequestFields, place: LinePlace): void {
  const { op } = request;
  const missing = OPERANDS[op].needs.find((operand) => request[operand] === undefined);
  if (missing !== undefined) throw new TraceError(place, missing, `is missing, expected beside ${op}`);
  if (request.sampler === undefined && needsSampler(operationOf(op))) {
    throw new TraceError(place, 'sampler', `is missing, expected a name: ${op} samples`);
  }
  if (request.offsets !== undefined && request.offset !== undefined) {
    throw new TraceError(place, 'offsets', 'is given beside offset, expected one of the two');
  }
}

/**
 * The instruction that a line runs; what is off is left out.
 *
 * @throws TraceError where the line has no LOD, or two
 */
function instructionOf(request: RequestFields, place: LinePlace): Instruction {
  const { op: name, component, offset, metric, form, sparse } = request;
  const op = operationOf(name);
  const ofName = isD3D11(name) ? d3d11Instruction(name, component === undefined ? {} : { component }) : null;
  const given: Partial<Record<keyof Instruction, unknown>> = {};
  for (const [field, to] of INSTRUCTION_FIELDS) {
    const value = field === 'component' ? (component ?? ofName?.component) : request[field];
    if (value !== undefined) given[to] = value;
  }
  return {
    ...(op !== 'sample' && { op }),
    lod: ofName?.lod ?? lodOf(op, request, place),
    projected: request.q !== undefined,
    ...(request.dref !== undefined && { dref: true }),
    ...((offset?.ofLanes || ofName?.laneOffsets) && { laneOffsets: true }),
    ...(sparse === true && { sparse }),
    ...(given as Partial<Instruction>),
    ...(metric !== undefined && { blockMatch: { metric, form: form ?? 'single' } satisfies BlockMatch }),
  };
}

function lodOf(op: Operation, request: RequestFields, place: LinePlace): LodSource {
  if (op === 'query_lod') return 'implicit';
  if (op !== 'sample' && op !== 'footprint') return 'explicit';
  const { lod, grad, bias } = request;
  if (lod !== undefined && grad !== undefined) {
    throw new TraceError(place, 'grad', 'is given beside lod, expected one of the two');
  }
  if (lod !== undefined && bias !== undefined) {
    throw new TraceError(place, 'bias', 'is given beside lod, expected one of the two');
  }
  return lod !== undefined ? 'explicit' : grad !== undefined ? 'gradient' : 'implicit';
}

/**
 * A line that is a request.
 *
 * @param version of the trace: in version 1 a coordinate of two numbers has layer 0
 * @throws TraceError when it is not as FORMAT.md has it
 */
export function requestOf(value: JsonObject, version: number, place: LinePlace): Request {
  const name = OPERATION_NAMES.find((known) => known === value.op) ?? 'sample';
  const op = operationOf(name);
  const schemas = requestSchemas(name, takesTexels(op) ? 'integer' : 'float');
  checkTaken(value, name, place);
  const isQuad = 'quad' in value;
  if (!isQuad && !('coord' in value) && needsCoordinate(op)) {
    const expected = takesTexels(op) ? '[i, j]' : '[s, t]';
    throw new TraceError(place, 'coord', `is missing, expected numbers such as ${expected}, or a "quad" of four`);
  }
  const fields = checked(isQuad ? schemas.quad : schemas.lane, value, place);
  checkNeeded(fields, place);
  const { quad, coord = [[]], active = 1 } = fields;
  const results = resultsIn(fields);
  if (isQuad && results !== null) checkActiveLanes(results, active, place);
  const request = common(fields, place);
  if (!isQuad && request.instruction.lod === 'implicit') throw lacksDerivatives(name, place);
  const lanes = (quad ?? coord).map((coordinate, l) => lane(fields, l, coordinateOf(coordinate, name, version)));
  return { ...request, lanes, active, results };
}

function lacksDerivatives(op: OperationName, place: LinePlace): TraceError {
  if (takesOperand(op, 'lod')) {
    return new TraceError(place, 'lod', 'is missing, expected lod or grad: one lane has no derivatives');
  }
  return new TraceError(place, 'quad', `is missing, expected beside ${op}: one lane has no derivatives`);
}

/** Version 1 had 2D images to sample, and nothing else. */
function coordinateOf(coordinate: readonly number[], op: OperationName, version: number): readonly number[] {
  return version === 1 && op === 'sample' && coordinate.length === 2 ? [...coordinate, 0] : coordinate;
}

function common(fields: RequestFields, place: LinePlace) {
  const { id, image, sampler = null, pixel, offset, weights, reference, tolerance } = fields;
  if (tolerance !== undefined && !('texel' in fields || 'texels' in fields)) {
    throw new TraceError(place, 'tolerance', 'is given without a result, expected "texel" or "texels" beside it');
  }
  const constant = offset === undefined || PROGRAMMABLE.has(fields.op) ? [] : offset.constant;
  return {
    id,
    image,
    second: weights === undefined ? reference : weights,
    sampler,
    instruction: instructionOf(fields, place),
    x: pixel[0],
    y: pixel[1],
    ...issueOf(fields),
    offset: constant,
  };
}

function issueOf(fields: RequestFields): Pick<Request, (typeof ISSUE)[number]> {
  const issue: { [Name in (typeof ISSUE)[number]]?: number } = {};
  for (const name of ISSUE) if (fields[name] !== undefined) issue[name] = fields[name];
  return issue;
}

/** Operands that a lane has under their own names, and takes as they are. */
const LANE_OPERANDS = ALL_OPERANDS.filter((operand) => operand in DEFAULT_LANE && !['lod', 'offset'].includes(operand));

function lane(fields: RequestFields, l: number, coord: readonly number[]): RequestLane {
  const { lod, bias, grad, offset } = fields;
  const lane = {
    ...DEFAULT_LANE,
    ...grad?.[l],
    coord,
    lod: lod?.[l] ?? bias?.[l] ?? DEFAULT_LANE.lod,
    offset: laneOffset(fields.op, offset, l),
  };
  const operands: Partial<Record<Operand, unknown>> = lane;
  for (const operand of LANE_OPERANDS) {
    const values = fields[operand];
    if (Array.isArray(values)) operands[operand] = values[l];
  }
  return lane;
}

function laneOffset(op: OperationName, offset: RequestFields['offset'], l: number): readonly number[] {
  if (offset === undefined) return DEFAULT_LANE.offset;
  if (PROGRAMMABLE.has(op)) return (offset.ofLanes?.[l] ?? offset.constant).map(programmableOffset);
  return offset.ofLanes?.[l] ?? DEFAULT_LANE.offset;
}
