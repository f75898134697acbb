import { programmableOffset } from '../../rtl-model/state/d3d11-instruction.ts';
import { checked, type JsonObject } from '../encodings/json-lines.ts';
import { checkActiveLanes, laneResults, quadResults } from './lane-results.ts';
import { ALL_OPERANDS, type Operand, OPERATION_NAMES, type OperationName, takesOperand } from './request-operands.ts';
import { checkNeeded, checkTaken, hasProgrammableOffset, instructionOf, operationOf } from './request-operation.ts';
import { type LaneFields, type QuadFields, requestSchemas } from './request-schema.ts';
import { needsCoordinate, takesTexels } from './request-shape.ts';
import { DEFAULT_LANE, type Request, type RequestLane } from './request-trace.ts';
import { type Place, TraceError } from '../encodings/trace-error.ts';

/**
 * A line that is a request.
 *
 * @param version of the trace: in version 1 a coordinate of two numbers has layer 0
 * @throws TraceError when it is not as FORMAT.md has it
 */
export function requestOf(value: JsonObject, version: number, place: Place): Request {
  const name = OPERATION_NAMES.find((known) => known === value.op) ?? 'sample';
  const schemas = requestSchemas(name, takesTexels(operationOf(name)) ? 'integer' : 'float');
  checkTaken(value, name, place);
  if ('quad' in value) return quadRequest(checked(schemas.quad, value, place), version, place);
  if (!('coord' in value) && needsCoordinate(operationOf(name))) {
    const expected = takesTexels(operationOf(name)) ? '[i, j]' : '[s, t]';
    throw new TraceError(place, 'coord', `is missing, expected numbers such as ${expected}, or a "quad" of four`);
  }
  return laneRequest(checked(schemas.lane, value, place), version, place);
}

function laneRequest(fields: LaneFields, version: number, place: Place): Request {
  checkNeeded(fields, place);
  const request = common(fields, place);
  if (request.instruction.lod === 'implicit') throw lacksDerivatives(fields.op, place);
  return {
    ...request,
    lanes: [lane(fields, 0, coordinateOf(fields.coord ?? [], fields.op, version))],
    active: 1,
    results: laneResults(fields),
  };
}

function lacksDerivatives(op: OperationName, place: Place): TraceError {
  if (takesOperand(op, 'lod')) {
    return new TraceError(place, 'lod', 'is missing, expected lod or grad: one lane has no derivatives');
  }
  return new TraceError(place, 'quad', `is missing, expected beside ${op}: one lane has no derivatives`);
}

function quadRequest(fields: QuadFields, version: number, place: Place): Request {
  checkNeeded(fields, place);
  const { active } = fields;
  const results = quadResults(fields);
  if (results !== null) checkActiveLanes(results, active, place);
  return {
    ...common(fields, place),
    lanes: fields.quad.map((coordinate, l) => lane(fields, l, coordinateOf(coordinate, fields.op, version))),
    active,
    results,
  };
}

/** Version 1 had 2D images to sample, and nothing else. */
function coordinateOf(coordinate: readonly number[], op: OperationName, version: number): readonly number[] {
  return version === 1 && op === 'sample' && coordinate.length === 2 ? [...coordinate, 0] : coordinate;
}

function common(fields: LaneFields | QuadFields, place: Place) {
  const { id, image, sampler = null, pixel, offset, weights, reference, tolerance } = fields;
  const { cycle, warp, unit } = fields;
  if (tolerance !== undefined && !('texel' in fields || 'texels' in fields)) {
    throw new TraceError(place, 'tolerance', 'stands without a result, expected "texel" or "texels" beside it');
  }
  const constant = offset === undefined || hasProgrammableOffset(fields.op) ? [] : offset.constant;
  return {
    id,
    image,
    second: weights ?? reference ?? null,
    sampler,
    instruction: instructionOf(fields, place),
    x: pixel[0],
    y: pixel[1],
    ...(cycle !== undefined && { cycle }),
    ...(warp !== undefined && { warp }),
    ...(unit !== undefined && { unit }),
    offset: constant,
  };
}

/** Operands that a lane has under their own names, and takes as they stand. */
const LANE_OPERANDS = ALL_OPERANDS.filter((operand) => operand in DEFAULT_LANE && !['lod', 'offset'].includes(operand));

function lane(fields: LaneFields | QuadFields, l: number, coord: readonly number[]): RequestLane {
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

function laneOffset(op: OperationName, offset: LaneFields['offset'], l: number): readonly number[] {
  if (offset === undefined) return DEFAULT_LANE.offset;
  if (hasProgrammableOffset(op)) return (offset.ofLanes?.[l] ?? offset.constant).map(programmableOffset);
  return offset.ofLanes?.[l] ?? DEFAULT_LANE.offset;
}
