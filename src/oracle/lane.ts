import type { QuadBatch } from '../../rtl-model/quad-batch.ts';
import type { Derivatives } from './footprint.ts';
import type { SampleState } from './state.ts';

/** An active lane of a batch, 0 to 3 of its quad. */
export interface Lane {
  readonly batch: QuadBatch;
  readonly quad: number;
  readonly lane: number;
}

/** Where the lane's operands stand in the batch. */
export function operandIndex({ quad, lane }: Lane): number {
  return 4 * quad + lane;
}

/** Normalized coordinates of a lane: divided by q where the instruction projects, in float32. */
export function coordinatesOf({ instruction }: SampleState, lane: Lane): { s: number; t: number } {
  const { batch } = lane;
  const at = operandIndex(lane);
  const q = instruction.projected ? batch.q[at] : 1;
  return { s: Math.fround(batch.s[at] / q), t: Math.fround(batch.t[at] / q) };
}

/**
 * The derivatives of the lane: the instruction's gradients, or differences in float32 along the lane's row and column
 * (D3D11.3 22.5.4, fine), or along the top row and the left column for the whole quad (22.5.2, coarse).
 */
export function derivativesOf(state: SampleState, lane: Lane): Derivatives {
  const { batch, quad } = lane;
  if (state.instruction.lod === 'gradient') {
    const at = operandIndex(lane);
    return { dsdx: batch.dsdx[at], dtdx: batch.dtdx[at], dsdy: batch.dsdy[at], dtdy: batch.dtdy[at] };
  }
  const fine = state.design.lod.derivatives === 'fine';
  const row = fine && lane.lane >= 2 ? 2 : 0;
  const column = fine && lane.lane % 2 === 1 ? 1 : 0;
  const at = (index: number) => coordinatesOf(state, { batch, quad, lane: index });
  const [left, right, top, bottom] = [at(row), at(row + 1), at(column), at(column + 2)];
  return {
    dsdx: Math.fround(right.s - left.s),
    dtdx: Math.fround(right.t - left.t),
    dsdy: Math.fround(bottom.s - top.s),
    dtdy: Math.fround(bottom.t - top.t),
  };
}

/** clamp(RNE(a), 0, layers - 1), or floor(a + 0.5) (Vulkan: Array Layer Selection); NaN is 0 (D3D11.3 3.2.4.1). */
export function layerOf({ design, image }: SampleState, lane: Lane): number {
  const a = lane.batch.layer[operandIndex(lane)];
  if (Number.isNaN(a)) return 0;
  const below = Math.floor(a);
  const tieToEven = design.address.layerRounding === 'nearest-even' && a - below === 0.5 && below % 2 === 0;
  const layer = a - below >= 0.5 && !tieToEven ? below + 1 : below;
  return Math.max(0, Math.min(image.layers - 1, layer));
}
