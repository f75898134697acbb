import type { Interval } from '../../src/specification/exact/interval.ts';
import { filteredColor } from '../../src/specification/filtering/filtered-color.ts';
import { gatheredTexels } from '../../src/specification/operations/gather.ts';
import { queriedLod } from '../../src/specification/operations/queries.ts';
import type { Lane } from '../../src/specification/state/lane.ts';
import type { SampleState } from '../../src/specification/state/state.ts';

/**
 * The results that a design with these widths may return for a lane, straight from the specification (D3D11.3 7.18;
 * Vulkan: Image Operation Steps): the smallest and largest r, g, b, a over every coordinate, LOD and sampling rate
 * within the errors of its widths, which are derived where they are computed.
 *
 * @returns float32 bounds of r, g, b, a, or integers for an integer format; ANYTHING where the specification leaves the
 *   result open
 * @throws RangeError for an operation that is no sampling operation
 */
export function allowedColor(state: SampleState, lane: Lane): readonly Interval[] {
  const { op = 'sample' } = state.instruction;
  switch (op) {
    case 'sample':
      return filteredColor(state, lane);
    case 'gather':
      return gatheredTexels(state, lane);
    case 'query_lod':
      return queriedLod(state, lane);
    default:
      throw new RangeError(`${op} is no sampling operation`);
  }
}
