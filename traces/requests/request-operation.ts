import {
  D3D11_INSTRUCTIONS,
  d3d11Instruction,
  type D3D11InstructionName,
} from '../../rtl-model/state/d3d11-instruction.ts';
import type { BlockMatch, Instruction, LodSource, Operation } from '../../rtl-model/state/instruction.ts';
import type { JsonObject } from '../encodings/json-lines.ts';
import {
  ALL_OPERANDS,
  INSTRUCTION_FIELDS,
  type Operand,
  type OperationName,
  operandsOf,
  takesOperand,
} from './request-operands.ts';
import type { LaneFields, QuadFields } from './request-schema.ts';
import { needsSampler } from './request-shape.ts';
import { type Place, TraceError } from '../encodings/trace-error.ts';

const PROGRAMMABLE: ReadonlySet<OperationName> = new Set(['gather4_po', 'gather4_po_c']);

/** The operation that a value of "op" names. */
export function operationOf(name: OperationName): Operation {
  return isD3D11(name) ? (d3d11Instruction(name).op ?? 'sample') : name;
}

/** `sample` is both; it is taken as that of Vulkan, which leaves the LOD to the operands. */
function isD3D11(name: OperationName): name is Exclude<D3D11InstructionName, 'sample'> {
  return name !== 'sample' && (D3D11_INSTRUCTIONS as readonly string[]).includes(name);
}

/** True if the offsets are those of gather4_po, which differ from lane to lane. */
export function hasProgrammableOffset(name: OperationName): boolean {
  return PROGRAMMABLE.has(name);
}

/** @throws TraceError for an operand of other operations */
export function checkTaken(line: JsonObject, op: OperationName, place: Place): void {
  const strange = ALL_OPERANDS.find((operand) => operand in line && !takesOperand(op, operand));
  if (strange === undefined) return;
  const { needs, takes } = operandsOf(op);
  const known = [...new Set([...needs, ...takes])];
  const expected = known.length === 0 ? `none: ${op} has none` : `one of ${known.join(', ')}`;
  throw new TraceError(place, strange, `is no operand of ${op}, expected ${expected}`);
}

/** @throws TraceError for an operand that the operation lacks, and for two that exclude each other */
export function checkNeeded(request: LaneFields | QuadFields, place: Place): void {
  const { op } = request;
  const missing = operandsOf(op).needs.find((operand) => request[operand] === undefined);
  if (missing !== undefined) throw new TraceError(place, missing, `is missing, expected beside ${op}`);
  if (request.sampler === undefined && needsSampler(operationOf(op))) {
    throw new TraceError(place, 'sampler', `is missing, expected a name: ${op} samples`);
  }
  if (request.offsets !== undefined && request.offset !== undefined) {
    throw new TraceError(place, 'offsets', 'stands beside offset, expected one of the two');
  }
}

/**
 * The instruction that a line runs; what is off is left out.
 *
 * @throws TraceError where the line has no LOD, or two
 */
export function instructionOf(request: LaneFields | QuadFields, place: Place): Instruction {
  const { op: name, component, offset, metric, form, sparse } = request;
  const op = operationOf(name);
  const ofName = isD3D11(name) ? d3d11Instruction(name, component === undefined ? {} : { component }) : null;
  const given = Object.entries(INSTRUCTION_FIELDS).flatMap(([field, to]) => {
    const value = field === 'component' ? (component ?? ofName?.component) : request[field as Operand];
    return value === undefined ? [] : [[to, value]];
  });
  return {
    ...(op !== 'sample' && { op }),
    lod: ofName?.lod ?? lodOf(op, request, place),
    projected: request.q !== undefined,
    ...(request.dref !== undefined && { dref: true }),
    ...((offset?.ofLanes || ofName?.laneOffsets) && { laneOffsets: true }),
    ...(sparse === true && { sparse }),
    ...(Object.fromEntries(given) as Partial<Instruction>),
    ...(metric !== undefined && { blockMatch: { metric, form: form ?? 'single' } satisfies BlockMatch }),
  };
}

function lodOf(op: Operation, request: LaneFields | QuadFields, place: Place): LodSource {
  if (op === 'query_lod') return 'implicit';
  if (op !== 'sample' && op !== 'footprint') return 'explicit';
  const { lod, grad, bias } = request;
  if (lod !== undefined && grad !== undefined) {
    throw new TraceError(place, 'grad', 'stands beside lod, expected one of the two');
  }
  if (lod !== undefined && bias !== undefined) {
    throw new TraceError(place, 'bias', 'stands beside lod, expected one of the two');
  }
  return lod !== undefined ? 'explicit' : grad !== undefined ? 'gradient' : 'implicit';
}
