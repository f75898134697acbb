import { coordinatesOf, type Lane, operandIndex } from '../state/lane.ts';
import type { SampleState } from '../state/state.ts';
import { axesOf, isCube } from '../state/view.ts';
import { faceDerivative, faceOf, type CubeVector } from '../texels/cube.ts';

/** Derivatives of a lane's coordinates along each texel axis, and how far each may be off. */
export interface Derivatives {
  readonly dx: readonly number[];
  readonly dy: readonly number[];
  readonly errorX: readonly number[];
  readonly errorY: readonly number[];
}

/**
 * The derivatives of the lane's texel coordinates: of the instruction's gradients, or of differences (in float32, unless
 * the reading has exact ones) along the lane's row and column (D3D11.3 22.5.4, fine), or along the top row and the left column for the whole quad
 * (22.5.2, coarse), or from corner to corner of the quad.
 */
export function derivativesOf(state: SampleState, lane: Lane): Derivatives {
  const { viewType } = state.view;
  const [dx, dy] = state.instruction.lod === 'gradient' ? gradients(lane) : differences(state, lane);
  if (!isCube(viewType)) {
    const axes = axesOf(viewType);
    const none = Array.from({ length: axes }, () => 0);
    return { dx: dx.slice(0, axes), dy: dy.slice(0, axes), errorX: none, errorY: none };
  }
  const direction = coordinatesOf(state, lane);
  const face = faceOf(direction, state.reading.majorAxis);
  const { cubeDivideBits } = state.design.frontEnd;
  const [x, y] = [dx, dy].map((along) => faceDerivative(direction, along, face, cubeDivideBits));
  return { dx: x.value, dy: y.value, errorX: x.error, errorY: y.error };
}

function gradients(lane: Lane): readonly [CubeVector, CubeVector] {
  const { batch } = lane;
  const at = operandIndex(lane);
  return [
    [batch.dsdx[at], batch.dtdx[at], batch.drdx[at]],
    [batch.dsdy[at], batch.dtdy[at], batch.drdy[at]],
  ];
}

function differences(state: SampleState, { batch, quad, lane }: Lane): readonly [CubeVector, CubeVector] {
  const { derivatives } = state.design.lod;
  const of = state.reading.derivativeLane ?? (derivatives === 'fine' ? lane : 0);
  const row = of >= 2 ? 2 : 0;
  const column = of % 2 === 1 ? 1 : 0;
  const at = (index: number) => coordinatesOf(state, { batch, quad, lane: index });
  const rounded = state.reading.exactDifferences ? Number : Math.fround;
  const difference = (to: CubeVector, from: CubeVector): CubeVector => [
    rounded(to[0] - from[0]),
    rounded(to[1] - from[1]),
    rounded(to[2] - from[2]),
  ];
  if (derivatives === 'diagonal') return [difference(at(3), at(0)), difference(at(3), at(0))];
  return [difference(at(row + 1), at(row)), difference(at(column + 2), at(column))];
}
