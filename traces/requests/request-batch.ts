import { ALL_LANES, ISSUE, NOT_GIVEN, QUAD_LANES, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { LaneExtras } from '../../rtl-model/registers/lane-extras.ts';
import type { Instruction } from '../../rtl-model/state/instruction.ts';
import { numbersIn, resultsOf, texelIn } from './lane-results.ts';
import type { RequestShape } from './request-shape.ts';
import { DEFAULT_LANE, type Request, type RequestLane } from './request-trace.ts';

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

function storeLane(lane: RequestLane, shape: RequestShape, batch: QuadBatch, to: number): void {
  storeCoordinate(lane.coord, shape, batch, to);
  batch.q[to] = lane.q;
  batch.dref[to] = lane.dref;
  batch.lod[to] = lane.lod;
  batch.minLod[to] = lane.minLod;
  const { dx, dy, offset } = lane;
  batch.dsdx[to] = dx[0] ?? 0;
  batch.dtdx[to] = dx[1] ?? 0;
  batch.drdx[to] = dx[2] ?? 0;
  batch.dsdy[to] = dy[0] ?? 0;
  batch.dtdy[to] = dy[1] ?? 0;
  batch.drdy[to] = dy[2] ?? 0;
  for (let axis = 0; axis < 3; axis++) batch.laneOffset[3 * to + axis] = offset[axis] ?? 0;
  batch.sample[to] = lane.sample;
  batch.level[to] = lane.level;
  const value = shape.value === 'float' ? batch.write : batch.writeBits;
  for (let c = 0; c < 4; c++) value[4 * to + c] = lane.value[c];
  batch.boxWidth[to] = lane.boxSize[0];
  batch.boxHeight[to] = lane.boxSize[1];
  batch.referenceI[to] = lane.referenceCoord[0];
  batch.referenceJ[to] = lane.referenceCoord[1];
  batch.blockWidth[to] = lane.blockSize[0];
  batch.blockHeight[to] = lane.blockSize[1];
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
  const gradient = instruction.lod === 'gradient';
  const ofAxes = (values: readonly number[]) => (gradient ? values.slice(0, shape.gradientAxes) : []);
  return {
    coord: batchCoordinate(batch, at, shape),
    q: instruction.projected ? batch.q[at] : DEFAULT_LANE.q,
    dref: instruction.dref ? batch.dref[at] : DEFAULT_LANE.dref,
    lod: batch.lod[at],
    minLod: batch.minLod[at],
    dx: ofAxes([batch.dsdx[at], batch.dtdx[at], batch.drdx[at]]),
    dy: ofAxes([batch.dsdy[at], batch.dtdy[at], batch.drdy[at]]),
    offset: [],
    sample: batch.sample[at],
    level: batch.level[at],
    value: texelIn(numbersIn(batch.write, shape.value), 4 * at),
    boxSize: [batch.boxWidth[at], batch.boxHeight[at]],
    referenceCoord: [batch.referenceI[at], batch.referenceJ[at]],
    blockSize: [batch.blockWidth[at], batch.blockHeight[at]],
  };
}

/** The coordinate without the layer of a 2D view, which is ignored, where it is +0. */
function batchCoordinate(batch: QuadBatch, at: number, { viewType, coordinate }: RequestShape): readonly number[] {
  const numbers = coordinate.map((field) => batch[field][at]);
  return viewType === '2d' && Object.is(numbers[2], 0) ? numbers.slice(0, 2) : numbers;
}
