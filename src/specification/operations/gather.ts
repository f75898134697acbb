import { axisRule, snappedRange } from '../coordinates/texel-coordinates.ts';
import type { DecodedTexel } from '../texels/decoding.ts';
import { filterError } from '../filtering/filter-error.ts';
import { roundedToFloat32 } from '../filtering/filtered-color.ts';
import { ANY_COLOR, ANYTHING, clamped, hull, interval, type Interval, point, scaled, sum } from '../exact/interval.ts';
import { type Lane, layerOf, offsetsOf, referenceOf, texelCoordinatesOf } from '../state/lane.ts';
import { leavesNoLevel, outOfBounds } from '../filtering/out-of-bounds.ts';
import { isCube } from '../state/view.ts';
import { LaneTexels } from '../filtering/lane-texels.ts';
import type { SampleState } from '../state/state.ts';

/** i0 j1, i1 j1, i1 j0, i0 j0, which r, g, b, a come from. */
const RECTANGLE = [
  [0, 1],
  [1, 1],
  [1, 0],
  [0, 0],
] as const;

/** More origins than that come of coordinates so far out that what they select is anything. */
const MOST_ORIGINS = 64;

/**
 * Four texels of the base level (Vulkan: Texel Gathering; D3D11.3 22.4.2, 22.4.3), over every origin that the design
 * may snap to.
 */
export function gatheredTexels(state: SampleState, lane: Lane): readonly Interval[] {
  const { view, instruction } = state;
  const coordinates = texelCoordinatesOf(state, lane);
  if (coordinates === undefined) return ANY_COLOR;
  const component = instruction.component ?? 0;
  if (leavesNoLevel(state) || view.baseMipLevel < Math.floor(view.minLod)) {
    const nothing = outOfBounds(state, lane)[component];
    return [nothing, nothing, nothing, nothing];
  }
  const origins = gatherOrigins(state, lane, coordinates);
  if (origins === undefined) return ANY_COLOR;
  const texels = new LaneTexels(state, view.baseMipLevel, layerOf(state, lane), referenceOf(state, lane));
  return gatherSteps(state).map(([di, dj]) =>
    origins
      .flatMap(([i, j]) => {
        texels.metCorner = false;
        const choices = texels.choices(() => texels.at({ i: i + di, j: j + dj, k: 0, weight: 1 }, false));
        return choices.map((texel) => returned(state, texel, component, texels.metCorner));
      })
      .reduce(hull),
  );
}

/** The texels of a gather, from its origin. */
export function gatherSteps({ instruction }: SampleState): readonly (readonly [number, number])[] {
  return instruction.gatherOffsets ?? RECTANGLE;
}

/**
 * The origins i0, j0 of a gather that the design may snap to. The texel nearest to a direction is one of its face, as for
 * a sample (Vulkan: Cube Map Edge Handling).
 *
 * @returns undefined where there are too many to tell
 */
export function gatherOrigins(state: SampleState, lane: Lane, coordinates: readonly Interval[]) {
  const { design, view, sampler, instruction } = state;
  const one = 2 ** design.address.coordinate.fractionBits;
  const offsets = offsetsOf(state, lane);
  const origin = instruction.gatherOrigin ?? 'linear';
  const onFace = origin === 'nearest' && isCube(view.viewType) && !sampler.nonSeamlessCubeMap;
  const last = onFace ? state.texels.size(view.baseMipLevel)[0] - 1 : Infinity;
  const first = onFace ? 0 : -Infinity;
  const [columns, rows] = coordinates.map((coordinate, axis) => {
    const rule = axisRule(state, axis, view.baseMipLevel, origin);
    const snapped = snappedRange(coordinate, rule, offsets[axis], state);
    const { lower, upper } = clamped(scaled(snapped, 1 / one), first, last);
    const least = Math.floor(lower);
    return Array.from({ length: Math.min(Math.floor(upper) - least + 1, MOST_ORIGINS + 1) }, (_, n) => least + n);
  });
  if (columns.length * rows.length > MOST_ORIGINS) return undefined;
  return rows.flatMap((j) => columns.map((i) => [i, j] as const));
}

/** One component of a texel as the instruction returns it. */
function returned({ design, result }: SampleState, texel: DecodedTexel, component: number, corner: boolean): Interval {
  const code = texel[component];
  const one = result.ones[component];
  // A comparison at a corner may be any mean of three, or 0 or 1.
  if (corner && result.kind === 'comparison') return interval(0, 1);
  if (result.kind === 'integer') return point(code);
  if (!Number.isFinite(code)) return Number.isNaN(code) ? ANYTHING : point(code);
  const largest = Math.abs(code);
  const error = corner ? filterError(design, result, 'linear', 2, 1, largest).corner : point(0);
  const value = scaled(sum(point(code), error), 1 / one);
  return result.kind === 'comparison'
    ? clamped(value, 0, 1)
    : roundedToFloat32(value, largest / one, result.kind === 'float');
}
