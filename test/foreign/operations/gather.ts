import { scalarOperand } from '../address/lane.ts';
import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import { axisTaps, texelCoordinate } from '../filter/axis-taps.ts';
import type { Tap } from '../filter/tap-grid.ts';
import { axisStates, placeTexel } from '../filter/tap-grid.ts';
import { flushedFloat32 } from '../formats/decode-number.ts';
import { formatLayout } from '../formats/format-table.ts';
import { zeroTexel } from '../formats/texel-store.ts';
import type { ForeignRequest, LaneAnswer, Vector4 } from '../tables/records.ts';
import { substituteMissing } from '../texels/components.ts';
import { readTap, touchesUnbound } from '../texels/read-tap.ts';
import type { LaneGroup } from './sample-plan.ts';
import { levelSample, planLevels } from './sample-plan.ts';

/** The four texels in the order of the result: (i0, j1), (i1, j1), (i1, j0), (i0, j0) (Vulkan: Texel Gathering). */
const ORDER: readonly (readonly [number, number])[] = [
  [0, 1],
  [1, 1],
  [1, 0],
  [0, 0],
];

function gatherOrder(device: ForeignDevice): readonly (readonly [number, number])[] {
  if (faulty(device, 'gather_row_order')) return [ORDER[3], ORDER[2], ORDER[0], ORDER[1]];
  if (faulty(device, 'gather_reversed')) return ORDER.toReversed();
  if (faulty(device, 'gather_columns_exchanged')) return [ORDER[1], ORDER[0], ORDER[3], ORDER[2]];
  return ORDER;
}

/** The taps of a gather: the texels of a linear filter, or those at four offsets from (i0, j0). */
function gatherTaps(device: ForeignDevice, group: LaneGroup, request: ForeignRequest): Tap[] {
  const { view, lanes, lane } = group;
  const first = faulty(device, 'gather_base_level_ignored') ? 0 : view.baseMipLevel;
  const last = view.baseMipLevel + view.levelCount - 1;
  const fixed = faulty(device, 'gather_coarser_level') ? Math.min(first + 1, last) : first;
  const level = faulty(device, 'gather_lod_used') ? planLevels(device, group).levels[0].level : fixed;
  const at = levelSample(device, gatherGroup(device, group), level, lanes[lane].axes);
  const states = axisStates(device, at);
  const filter = gatherFilter(device, group, request);
  const low = states.map((state, axis) => {
    return axisTaps(device, texelCoordinate(device, at.axes[axis], state), filter, state)[0].index;
  });
  const offsets = request.operands['offsets'] as [number, number][] | undefined;
  const places =
    offsets === undefined
      ? gatherOrder(device)
      : offsets.map((_, n) => offsets[faulty(device, 'gather_first_offset_alone') ? 0 : n]);
  const shift = offsets !== undefined && faulty(device, 'gather_offsets_from_second') ? 1 : 0;
  return places.map(([x, y]) => ({
    weight: 1,
    places: placeTexel(device, at, states, [low[0] + x + shift, (low[1] ?? 0) + y].slice(0, states.length), 'linear'),
  }));
}

function gatherFilter(device: ForeignDevice, { sampler }: LaneGroup, request: ForeignRequest): 'nearest' | 'linear' {
  if (faulty(device, 'gather_by_nearest')) return 'nearest';
  if (request.operands['origin'] === 'nearest') return faulty(device, 'gather_origin_by_linear') ? 'linear' : 'nearest';
  return faulty(device, 'gather_honours_nearest') && sampler.minFilter === 'nearest' ? 'nearest' : 'linear';
}

/** The group whose border is an edge, for a fault. */
function gatherGroup(device: ForeignDevice, group: LaneGroup): LaneGroup {
  if (!faulty(device, 'gather_border_clamped')) return group;
  const { sampler } = group;
  const edges = sampler.addressModes.map((mode) => (mode === 'clamp_to_border' ? 'clamp_to_edge' : mode));
  return { ...group, sampler: { ...sampler, addressModes: [edges[0], edges[1], edges[2]] } };
}

/** One component of four texels (Vulkan: Texel Gathering; D3D11.3 22.4.2 to 22.4.5). */
export function gatherLane(
  device: ForeignDevice,
  group: LaneGroup,
  request: ForeignRequest,
  reference: number | null,
): LaneAnswer {
  const { view, sampler } = group;
  const layout = formatLayout(view.format);
  if (view.baseMipLevel < Math.floor(view.minLod) && !faulty(device, 'view_minimum_ignored')) {
    const zero = substituteMissing(device, zeroTexel(device, layout, view.aspect));
    const chosen = zero[scalarOperand(request, 'component', group.lane, 0)];
    return { texel: [chosen, chosen, chosen, chosen], resident: true };
  }
  const corners = averagedCorners(device, reference);
  const taps = gatherTaps(corners, group, request);
  const wanted = reference === null ? scalarOperand(request, 'component', group.lane, 0) : 0;
  const alphaAsRed = wanted === 3 && faulty(device, 'gather_alpha_as_red');
  const component = faulty(device, 'gather_red_alone') || alphaAsRed ? 0 : wanted;
  const unswizzled = faulty(device, 'gather_not_swizzled');
  const seen = unswizzled ? { ...view, components: ['r', 'g', 'b', 'a'] as const } : view;
  const flush = device.settings.fetchedDenormal === 'flushed' || faulty(device, 'fetch_denormal_flushed');
  const values = taps.map((tap) => {
    const value = readTap(device, { view: seen, sampler, reference }, tap)[component];
    const kept = flush && layout.numeric === 'sfloat' ? flushedFloat32(value) : value;
    return Number.isInteger(kept) ? kept : Math.fround(kept);
  });
  const limited = layout.numeric === 'snorm' ? values.map((value) => Math.max(value, -1)) : values;
  const resident = taps.every((tap) => !touchesUnbound(view, tap));
  return {
    texel: (reference !== null && faulty(device, 'gather_compare_averaged') ? averaged(limited) : limited) as Vector4,
    resident: residentAlways(device) || resident !== faulty(device, 'residency_inverted'),
  };
}

/** D3D11 gathers the average at corners of cubes, whatever its linear filter does there (D3D11.3 22.4.2). */
function averagedCorners(device: ForeignDevice, reference: number | null): ForeignDevice {
  if (device.text !== 'd3d11' || reference !== null) return device;
  if (faulty(device, 'gather_corner_of_own_face')) {
    return { ...device, settings: { ...device.settings, cubeCorner: 'own_face' } };
  }
  return { ...device, settings: { ...device.settings, cubeCorner: 'average' } };
}

function averaged(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map(() => mean);
}

function residentAlways(device: ForeignDevice): boolean {
  return faulty(device, 'residency_always_true') || faulty(device, 'residency_of_fetches_alone');
}
