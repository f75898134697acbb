import type { LodDesign } from '../design/design.ts';
import type { NeighborLanes, Steps } from '../steps/steps.ts';

/** The lanes whose difference each lane of a quad takes. */
interface Difference {
  readonly from: NeighborLanes;
  readonly to: NeighborLanes;
}

export type DerivativeLanes = LodDesign['derivatives'];

const FIRST: NeighborLanes = [0, 0, 0, 0];
const DIAGONAL: Difference = { from: FIRST, to: [3, 3, 3, 3] };

const DIFFERENCES: Readonly<Record<DerivativeLanes, Readonly<Record<'x' | 'y', Difference>>>> = {
  coarse: { x: { from: FIRST, to: [1, 1, 1, 1] }, y: { from: FIRST, to: [2, 2, 2, 2] } },
  fine: { x: { from: [0, 0, 2, 2], to: [1, 1, 3, 3] }, y: { from: [0, 1, 0, 1], to: [2, 3, 2, 3] } },
  diagonal: { x: DIAGONAL, y: DIAGONAL },
};

/**
 * Differences between the lanes of a quad, in float32 (D3D11.3 22.5.2-22.5.5; Vulkan: Derivative Operations). Coarse:
 * one difference for the whole quad, taken at lane 0. Fine: along the lane's own row and column. Diagonal: from lane 0 to
 * lane 3, the same along x and y.
 *
 * @param value of other lanes of the quad
 */
export function difference<V>(
  s: Steps<V>,
  value: (lanes: NeighborLanes) => V,
  derivatives: DerivativeLanes,
  along: 'x' | 'y',
): V {
  const { from, to } = DIFFERENCES[derivatives][along];
  return s.float32.subtract(value(to), value(from));
}
