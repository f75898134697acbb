import type { LaneOperands } from '../address/lane.ts';
import { fixedPoint, snappedCoordinate } from '../address/fixed-point.ts';
import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import { texelCoordinate } from '../filter/axis-taps.ts';
import type { WeightedValue } from '../filter/combine-taps.ts';
import { combineValues } from '../filter/combine-taps.ts';
import { axisStates, placeTexel } from '../filter/tap-grid.ts';
import { formatLayout } from '../formats/format-table.ts';
import { loadTexel } from '../formats/texel-store.ts';
import type { ForeignView, ReductionMode, Vector4 } from '../tables/records.ts';
import { swizzleTexel } from '../texels/components.ts';
import { readTap } from '../texels/read-tap.ts';
import type { LaneGroup } from './sample-plan.ts';
import { levelSample } from './sample-plan.ts';

/** The value of the texel (i, j) of the view's first level, after wrapping. */
function texelReader(device: ForeignDevice, group: LaneGroup, axes: readonly number[]) {
  const at = levelSample(device, group, group.view.baseMipLevel, axes);
  const states = axisStates(device, at);
  const reader = { view: group.view, sampler: group.sampler, reference: null };
  const coordinate = (axis: number): number => {
    const u = texelCoordinate(device, axes[axis], states[axis]);
    const shifts = states[axis].cornerSampled && faulty(device, 'corner_sampled_shift_of_all_filters');
    return Number.isNaN(u) ? 0 : u + (shifts ? 0.5 : 0);
  };
  return {
    u: coordinate(0),
    v: coordinate(1),
    texel: (i: number, j: number): Vector4 => {
      return readTap(device, reader, { weight: 1, places: placeTexel(device, at, states, [i, j], 'linear') });
    },
  };
}

function fraction(value: number): number {
  return value - Math.floor(value);
}

/**
 * OpImageSampleWeightedQCOM: a sum with weights of a second image, which is swizzled (Vulkan: Weight Sampling Operation).
 * The weights of a null descriptor are 0.
 */
export function weightedLane(
  device: ForeignDevice,
  group: LaneGroup,
  operands: LaneOperands,
  weights: ForeignView | null,
): Vector4 {
  const sum = weights === null ? ([0, 0, 0, 0] as Vector4) : weightedTexels(device, group, operands, weights);
  return faulty(device, 'weighted_not_swizzled') ? sum : swizzleTexel(device, sum, group.view.components);
}

function weightedTexels(
  device: ForeignDevice,
  group: LaneGroup,
  operands: LaneOperands,
  weights: ForeignView,
): Vector4 {
  const { u: exactU, v: exactV, texel } = texelReader(device, weightedGroup(device, group), operands.axes);
  const snapped = device.settings.nearestSnap === 'snapped';
  const [u, v] = snapped ? [snappedCoordinate(device, exactU), snappedCoordinate(device, exactV)] : [exactU, exactV];
  const { filterCenter, numPhases } = weights.weights!;
  const filterSize = kernelSize(device, weights);
  const phases = Math.sqrt(numPhases);
  const phase = (place: number): number => phaseOf(device, place, phases);
  const [h, w] = faulty(device, 'weighted_phases_exchanged') ? [phase(v), phase(u)] : [phase(u), phase(v)];
  const centre = faulty(device, 'weighted_centre_ignored') ? [0, 0] : filterCenter;
  const start = faulty(device, 'weighted_centre_rounded') ? Math.round : Math.floor;
  const [i0, j0] = [start(u - centre[0]), start(v - centre[1])];
  const values: WeightedValue[] = [];
  for (let l = 0; l < filterSize[1]; l++)
    for (let k = 0; k < filterSize[0]; k++) {
      const column = faulty(device, 'weighted_kernel_mirrored') ? filterSize[0] - 1 - k : k;
      const row = faulty(device, 'weighted_kernel_upside_down') ? filterSize[1] - 1 - l : l;
      const weight = kernelWeight(device, weights, [column, row], [h, w], phases);
      values.push({ weight, value: texel(i0 + k, j0 + l) });
    }
  const sum = weightedSum(device, group, values);
  const total = values.reduce((part, { weight }) => part + weight, 0);
  const divisor = faulty(device, 'weighted_normalized') && total !== 0 ? total : 1;
  return sum.map((value) => Math.fround(value / divisor)) as Vector4;
}

/** The sum or extreme of the texels. The first text completes the components after the sum. */
function weightedSum(device: ForeignDevice, { view, sampler }: LaneGroup, values: WeightedValue[]): Vector4 {
  const averages = faulty(device, 'weighted_reduction_averages');
  const all = faulty(device, 'weighted_reduction_counts_zeros') && sampler.reductionMode !== 'weighted_average';
  const counted = all ? values.map(({ value }) => ({ weight: 1, value })) : values;
  const sum = combineValues(device, counted, averages ? 'weighted_average' : sampler.reductionMode);
  if (!faulty(device, 'weighted_rgba_after_sum')) return sum;
  const stored = [0, 1, 2, 3].map((n) => formatLayout(view.format).fields.some(({ component }) => component === n));
  return sum.map((value, n) => (stored[n] ? value : n === 3 ? 1 : 0)) as Vector4;
}

/** The group that reads its texels without the swizzle; by an edge for a fault. */
function weightedGroup(device: ForeignDevice, group: LaneGroup): LaneGroup {
  const unswizzled: LaneGroup = { ...group, view: { ...group.view, components: ['r', 'g', 'b', 'a'] } };
  return faulty(device, 'weighted_border_as_edge') ? withEdges(unswizzled) : unswizzled;
}

function withEdges(group: LaneGroup): LaneGroup {
  const edge = 'clamp_to_edge';
  return { ...group, sampler: { ...group.sampler, addressModes: [edge, edge, edge] } };
}

/** filterSize; for a fault the whole of a two-dimensional weight image. */
function kernelSize(device: ForeignDevice, weights: ForeignView): readonly [number, number] {
  const whole = faulty(device, 'weighted_whole_image') && weights.viewType.startsWith('2d');
  return whole ? [weights.image.width, weights.image.height] : weights.weights!.filterSize;
}

/** The phase of a coordinate, along one axis. */
function phaseOf(device: ForeignDevice, place: number, phases: number): number {
  if (faulty(device, 'weighted_phase_ignored')) return 0;
  if (faulty(device, 'weighted_phase_of_first_text')) return Math.floor(fraction(place) * phases);
  if (faulty(device, 'weighted_phase_rounded')) return Math.round(fraction(place - 0.5) * phases) % phases;
  return Math.floor(fraction(place - 0.5) * phases);
}

/** w(k, l, psi): a texel of layer psi, or the product of a horizontal and a vertical weight. */
function kernelWeight(
  device: ForeignDevice,
  weights: ForeignView,
  [k, l]: readonly [number, number],
  [h, v]: readonly [number, number],
  phases: number,
): number {
  const read = (x: number, y: number, layer: number): number => {
    const place = { level: weights.baseMipLevel, layer: weights.baseArrayLayer + layer, x, y, z: 0, sample: 0 };
    return loadTexel(device, weights, place)[0] ?? 0;
  };
  if (!weights.viewType.startsWith('1d')) {
    return read(k, l, faulty(device, 'weighted_layers_by_column') ? h * phases + v : v * phases + h);
  }
  const packed = (index: number, phase: number): number => {
    if (faulty(device, 'weighted_packing_ignored')) return index;
    return phases * 4 * Math.floor(index / 4) + phase * 4 + (index % 4);
  };
  const [horizontal, vertical] = faulty(device, 'weighted_layers_exchanged') ? [1, 0] : [0, 1];
  const across = read(packed(k, h), 0, horizontal);
  if (faulty(device, 'weighted_vertical_ignored')) return across;
  const down = read(packed(l, v), 0, vertical);
  return faulty(device, 'weighted_separable_summed') ? across + down : across * down;
}

/** OpImageBoxFilterQCOM: the average under a box (Vulkan: Box Filter Operation). */
export function boxLane(
  device: ForeignDevice,
  group: LaneGroup,
  operands: LaneOperands,
  boxSize: readonly number[],
): Vector4 {
  const { u, v, texel } = texelReader(
    device,
    faulty(device, 'box_border_as_edge') ? withEdges(group) : group,
    operands.axes,
  );
  const [width, height] = usedBox(device, boxSize);
  const columns = boxWeights(device, u, width);
  const rows = boxWeights(device, v, height);
  const values = rows.flatMap((row) =>
    columns.map((column) => ({ weight: column.weight * row.weight, value: texel(column.index, row.index) })),
  );
  const reduction = boxReduction(device, group.sampler.reductionMode);
  const result = combineValues(device, values, reduction);
  const extremes = ['min', 'max'].includes(reduction);
  const size = faulty(device, 'box_divided_by_texels') ? values.length : width * height;
  const area = extremes || faulty(device, 'box_not_normalized') ? 1 : size;
  return result.map((value) => Math.fround(value / area)) as Vector4;
}

function boxReduction(device: ForeignDevice, mode: ReductionMode): ReductionMode {
  if (faulty(device, 'box_reduction_averages')) return 'weighted_average';
  if (!faulty(device, 'box_reduction_exchanged')) return mode;
  return mode === 'min' ? 'max' : mode === 'max' ? 'min' : mode;
}

function usedBox(device: ForeignDevice, boxSize: readonly number[]): number[] {
  const size = faulty(device, 'box_axes_exchanged') ? [boxSize[1], boxSize[0]] : [...boxSize];
  if (faulty(device, 'box_of_whole_texels')) return size.map(Math.floor);
  if (faulty(device, 'box_of_one_texel')) return [1, 1];
  const snapped = device.settings.boxWidth === 'snapped';
  return snapped ? size.map((part) => fixedPoint(part, device.settings.subTexelBits, 'nearest_even')) : size;
}

/** The texels along an axis that a box covers, and how much of each. */
function boxWeights(device: ForeignDevice, place: number, size: number): { index: number; weight: number }[] {
  const offset = faulty(device, 'box_half_texel_off') ? 0.5 : 0;
  const exact = place - size / 2 + offset;
  const coarse = faulty(device, 'box_fractions_of_two_bits');
  const low = coarse ? fixedPoint(exact, 2, 'nearest_even') : snappedCoordinate(device, exact);
  const start = fraction(low);
  const end = fraction(start + size);
  const count = Math.max(Math.ceil(start + size) - (faulty(device, 'box_last_column_missing') ? 1 : 0), 1);
  const even = faulty(device, 'box_edges_count_whole');
  const [head, tail] = faulty(device, 'box_edges_exchanged') && end !== 0 ? [end, 1 - start] : [1 - start, end];
  return Array.from({ length: count }, (_, n) => {
    const weight = n === 0 ? head : n === count - 1 && end !== 0 ? tail : 1;
    return { index: Math.floor(low) + n, weight: even ? size / count : weight };
  });
}
