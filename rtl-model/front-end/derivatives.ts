import type { NeighborLanes, Steps } from '../steps/steps.ts';

/** The lanes whose difference each lane of a quad takes. */
interface Difference {
  readonly from: NeighborLanes;
  readonly to: NeighborLanes;
}

const COARSE_X: Difference = { from: [0, 0, 0, 0], to: [1, 1, 1, 1] };
const COARSE_Y: Difference = { from: [0, 0, 0, 0], to: [2, 2, 2, 2] };
const FINE_X: Difference = { from: [0, 0, 2, 2], to: [1, 1, 3, 3] };
const FINE_Y: Difference = { from: [0, 1, 0, 1], to: [2, 3, 2, 3] };

/**
 * Differences between the lanes of a quad, in float32 (D3D11.3 22.5.2-22.5.5; Vulkan: Derivative Operations). Coarse:
 * one difference for the whole quad, taken at lane 0. Fine: along the lane's own row and column.
 *
 * @param value of other lanes of the quad
 */
export function alongX<V>(s: Steps<V>, value: (lanes: NeighborLanes) => V, fine: boolean): V {
  return difference(s, value, fine ? FINE_X : COARSE_X);
}

export function alongY<V>(s: Steps<V>, value: (lanes: NeighborLanes) => V, fine: boolean): V {
  return difference(s, value, fine ? FINE_Y : COARSE_Y);
}

function difference<V>(s: Steps<V>, value: (lanes: NeighborLanes) => V, { from, to }: Difference): V {
  return s.float32.subtract(value(to), value(from));
}
