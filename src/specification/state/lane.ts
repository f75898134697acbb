import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { faceCoordinates, faceOf, type CubeVector } from '../texels/cube.ts';
import { type Interval, point } from '../exact/interval.ts';
import { divided } from '../exact/narrowing.ts';
import type { SampleState } from './state.ts';
import { axesOf, isArray, isCube } from './view.ts';

/** An active lane of a batch, 0 to 3 of its quad. */
export interface Lane {
  readonly batch: QuadBatch;
  readonly quad: number;
  readonly lane: number;
}

/** The index of the lane's operands in the batch. */
export function operandIndex({ quad, lane }: Lane): number {
  return 4 * quad + lane;
}

/** s, t and r of a lane: divided by q where the instruction projects. */
export function coordinatesOf(state: SampleState, lane: Lane): CubeVector {
  const { s, t, r } = lane.batch;
  const at = operandIndex(lane);
  return [projected(state, lane, s[at]), projected(state, lane, t[at]), projected(state, lane, r[at])];
}

function projected({ design, instruction }: SampleState, lane: Lane, value: number): number {
  const { projectionBits } = design.frontEnd;
  return instruction.projected ? divided(value, lane.batch.q[operandIndex(lane)], projectionBits) : value;
}

/** The reference depth, projected as the coordinates are. */
export function referenceOf(state: SampleState, lane: Lane): number {
  return projected(state, lane, lane.batch.dref[operandIndex(lane)]);
}

/** Texel offset along u, v, w: the quad's, and the lane's own where the instruction has such. */
export function offsetsOf({ instruction }: Pick<SampleState, 'instruction'>, lane: Lane): readonly number[] {
  const { batch, quad } = lane;
  const ofQuad = [batch.offsetU[quad], batch.offsetV[quad], batch.offsetW[quad]];
  if (instruction.laneOffsets !== true) return ofQuad;
  return ofQuad.map((offset, axis) => offset + batch.laneOffset[3 * operandIndex(lane) + axis]);
}

/**
 * The coordinate along each texel axis; for a cube those on the face that the direction meets.
 *
 * @returns nothing where the specification leaves a cube's open
 */
export function texelCoordinatesOf(state: SampleState, lane: Lane): readonly Interval[] | undefined {
  const { viewType } = state.view;
  const coordinates = coordinatesOf(state, lane);
  if (!isCube(viewType)) return coordinates.slice(0, axesOf(viewType)).map((x) => point(x));
  return coordinates.some(Number.isNaN)
    ? undefined
    : faceCoordinates(coordinates, faceOf(coordinates, state.reading.majorAxis), state.design.frontEnd.cubeDivideBits);
}

/** The layer of an image that a lane samples; of a cube the layer of its first face, and the face. */
export interface LaneLayer {
  readonly layer: number;
  readonly face: number;
}

/** The layer of the image that the lane samples; a cube is six of them, and a view without layers has one. */
export function layerOf(state: SampleState, lane: Lane): LaneLayer {
  const { viewType, baseArrayLayer, layerCount } = state.view;
  const cube = isCube(viewType);
  const perCube = cube ? 6 : 1;
  const index = isArray(viewType) ? layerIndex(state, lane, Math.floor(layerCount / perCube)) : 0;
  return {
    layer: baseArrayLayer + perCube * index,
    face: cube ? faceOf(coordinatesOf(state, lane), state.reading.majorAxis) : 0,
  };
}

/** clamp(RNE(a), 0, layers - 1), or floor(a + 0.5) (Vulkan: Array Layer Selection); NaN is 0 (D3D11.3 3.2.4.1). */
function layerIndex({ design }: SampleState, lane: Lane, layers: number): number {
  const a = lane.batch.layer[operandIndex(lane)];
  if (Number.isNaN(a)) return 0;
  const below = Math.floor(a);
  const tieToEven = design.address.layerRounding === 'nearest-even' && a - below === 0.5 && below % 2 === 0;
  const layer = a - below >= 0.5 && !tieToEven ? below + 1 : below;
  return Math.max(0, Math.min(layers - 1, layer));
}
