import { QUAD_LANES } from '../registers/quad-batch.ts';

/**
 * Differences between the lanes of a quad, in float32 (D3D11.3 22.5.2-22.5.5; Vulkan: Derivative Operations). Coarse:
 * one difference for the whole quad, taken at lane 0. Fine: along the lane's own row and column.
 *
 * @param value of the lanes of the quad, from `first` on
 * @param dx,dy receive the differences of the four lanes
 */
export function quadDerivatives(value: Float32Array, first: number, fine: boolean, dx: Float32Array, dy: Float32Array) {
  const top = value[first + 1] - value[first];
  const left = value[first + 2] - value[first];
  for (let lane = 0; lane < QUAD_LANES; lane++) {
    dx[first + lane] = top;
    dy[first + lane] = left;
  }
  if (fine) {
    const bottom = value[first + 3] - value[first + 2];
    const right = value[first + 3] - value[first + 1];
    dx[first + 2] = bottom;
    dx[first + 3] = bottom;
    dy[first + 1] = right;
    dy[first + 3] = right;
  }
}
