import { ALL_LANES, ISSUE, NOT_GIVEN, QUAD_LANES, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { LaneExtras } from '../../rtl-model/registers/lane-extras.ts';
import type { Instruction } from '../../rtl-model/state/instruction.ts';
import { resultsOf } from './lane-results.ts';
import type { RequestShape } from './request-shape.ts';
import { DEFAULT_LANE, type Request, type RequestLane, type Texel } from './request-trace.ts';

/**
 * Appends a request to a batch that is not full. A single lane is lane 0 of a quad; the other three are
 * helpers with its values.
 *
 * @param state number of its texture state
 * @param shape of that state
 */
export function storeRequest(request: Request, state: number, shape: RequestShape, batch: QuadBatch): void {
  const quad = batch.count++;
  batch.state[quad] = state;
  batch.active[quad] = request.active;
  batch.x[quad] = request.x;
  batch.y[quad] = request.y;
  for (const name of ISSUE) batch[name][quad] = request[name] ?? NOT_GIVEN;
  const { offset } = request;
  batch.offsetU[quad] = offset[0] ?? 0;
  batch.offsetV[quad] = offset[1] ?? 0;
  batch.offsetW[quad] = offset[2] ?? 0;
  for (let l = 0; l < QUAD_LANES; l++) {
    storeLane(request.lanes[l] ?? request.lanes[0], shape, batch, QUAD_LANES * quad + l);
  }
}

/** The registers that hold the numbers of an operand of a lane, in their order. */
const LANE_REGISTERS = [
  ['q', ['q']],
  ['dref', ['dref']],
  ['lod', ['lod']],
  ['minLod', ['minLod']],
  ['dx', ['dsdx', 'dtdx', 'drdx']],
  ['dy', ['dsdy', 'dtdy', 'drdy']],
  ['sample', ['sample']],
  ['level', ['level']],
  ['boxSize', ['boxWidth', 'boxHeight']],
  ['referenceCoord', ['referenceI', 'referenceJ']],
  ['blockSize', ['blockWidth', 'blockHeight']],
] as const satisfies readonly (readonly [keyof RequestLane, readonly (keyof QuadBatch)[]])[];

function storeLane(lane: RequestLane, shape: RequestShape, batch: QuadBatch, to: number): void {
  storeCoordinate(lane.coord, shape, batch, to);
  for (const [operand, registers] of LANE_REGISTERS) {
    const numbers = lane[operand];
    for (let n = 0; n < registers.length; n++) {
      batch[registers[n]][to] = typeof numbers === 'number' ? numbers : (numbers[n] ?? 0);
    }
  }
  for (let axis = 0; axis < 3; axis++) batch.laneOffset[3 * to + axis] = lane.offset[axis] ?? 0;
  const value = shape.value === 'float' ? batch.write : batch.writeBits;
  for (let c = 0; c < 4; c++) value[4 * to + c] = lane.value[c];
}

function storeCoordinate(coord: readonly number[], { coordinate }: RequestShape, batch: QuadBatch, to: number): void {
  batch.s[to] = 0;
  batch.t[to] = 0;
  batch.r[to] = 0;
  batch.layer[to] = 0;
  batch.i[to] = 0;
  batch.j[to] = 0;
  batch.k[to] = 0;
  batch.integerLayer[to] = 0;
  for (let n = 0; n < coord.length; n++) batch[coordinate[n]][to] = coord[n];
}

/** Results of a batch: r, g, b, a of lane l of quad k at 16k + 4l, and the rest of it at 4k + l. */
export interface BatchResults {
  readonly colors: Float32Array;
  /** Operations that return no more than a colour need none. */
  readonly extras?: LaneExtras;
}

const NO_EXTRAS: LaneExtras = { resident: new Uint8Array(0), query: new Int32Array(0) };

/**
 * Quad `quad` of a batch as a request. What its instruction does not read is left at its default. Offsets of the quad
 * and of its lanes are added where the lanes have their own, in 16 bits, as the front end adds them.
 */
export function quadRequest(
  batch: QuadBatch,
  quad: number,
  names: Pick<Request, 'id' | 'image' | 'second' | 'sampler'>,
  instruction: Instruction,
  shape: RequestShape,
  results?: BatchResults,
): Request {
  const active = batch.active[quad] & ALL_LANES;
  const constant = [batch.offsetU[quad], batch.offsetV[quad], batch.offsetW[quad]].slice(0, shape.axes);
  const lanes = Array.from({ length: QUAD_LANES }, (_, l) => {
    const lane = batchLane(batch, QUAD_LANES * quad + l, instruction, shape);
    return instruction.laneOffsets ? { ...lane, offset: laneOffset(batch, QUAD_LANES * quad + l, constant) } : lane;
  });
  const { colors, extras = NO_EXTRAS } = results ?? {};
  return {
    ...names,
    instruction,
    lanes,
    active,
    x: batch.x[quad],
    y: batch.y[quad],
    ...issueOf(batch, quad),
    offset: instruction.laneOffsets || constant.every((axis) => axis === 0) ? [] : constant,
    results: colors === undefined ? null : resultsOf(shape, colors, 4 * QUAD_LANES * quad, extras, active, QUAD_LANES),
  };
}

function issueOf(batch: QuadBatch, quad: number): Pick<Request, (typeof ISSUE)[number]> {
  const given = ISSUE.filter((name) => batch[name][quad] !== NOT_GIVEN);
  return Object.fromEntries(given.map((name) => [name, batch[name][quad]]));
}

function laneOffset(batch: QuadBatch, lane: number, constant: readonly number[]): readonly number[] {
  return constant.map((offset, axis) => ((offset + batch.laneOffset[3 * lane + axis]) << 16) >> 16);
}

function batchLane(batch: QuadBatch, at: number, instruction: Instruction, shape: RequestShape): RequestLane {
  const { projected, dref, lod } = instruction;
  const stored = LANE_REGISTERS.map(([operand, registers]) => {
    const numbers = registers.map((register) => batch[register][at]);
    return [operand, typeof DEFAULT_LANE[operand] === 'number' ? numbers[0] : numbers];
  });
  const lane = Object.fromEntries(stored) as unknown as RequestLane;
  const ofAxes = (values: readonly number[]) => (lod === 'gradient' ? values.slice(0, shape.gradientAxes) : []);
  return {
    ...lane,
    coord: batchCoordinate(batch, at, shape),
    q: projected ? lane.q : DEFAULT_LANE.q,
    dref: dref ? lane.dref : DEFAULT_LANE.dref,
    dx: ofAxes(lane.dx),
    dy: ofAxes(lane.dy),
    offset: [],
    value: writeValue(batch, at, shape),
  };
}

/** The coordinate without the layer of a 2D view, which is ignored, where it is +0. */
function batchCoordinate(batch: QuadBatch, at: number, { viewType, coordinate }: RequestShape): readonly number[] {
  const numbers = coordinate.map((field) => batch[field][at]);
  return viewType === '2d' && Object.is(numbers[2], 0) ? numbers.slice(0, 2) : numbers;
}

function writeValue({ write, writeBits }: QuadBatch, at: number, { value }: RequestShape): Texel {
  const component = (c: number) => {
    if (value === 'float') return write[4 * at + c];
    return value === 'uint' ? writeBits[4 * at + c] >>> 0 : writeBits[4 * at + c];
  };
  return [component(0), component(1), component(2), component(3)];
}
