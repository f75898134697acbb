import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import { neighbourTexel } from '../address/cube.ts';
import { axisCount } from '../address/lane.ts';
import { axisModes, wrapIndex } from '../address/wrap.ts';
import type { TexelPlace } from '../formats/texel-store.ts';
import { levelSize } from '../formats/texel-store.ts';
import type { AddressMode, FilterMode, ForeignSampler, ForeignView } from '../tables/records.ts';
import type { AxisState, AxisTap } from './axis-taps.ts';
import { axisTaps, texelCoordinate } from './axis-taps.ts';

/** A texel of a filter: null stands for the border, several places for the corner of a cube. */
export interface Tap {
  readonly weight: number;
  readonly places: readonly TexelPlace[] | null;
}

/** Where a sample lies in its level: the coordinate along each axis, and the layer or the first face of a cube. */
export interface LevelSample {
  readonly view: ForeignView;
  readonly sampler: ForeignSampler;
  readonly level: number;
  readonly axes: readonly number[];
  readonly layer: number;
  /** The face of a cube; null for other views. */
  readonly face: number | null;
  readonly offset: readonly [number, number, number];
}

/** The states of the axes of a level. */
export function axisStates(device: ForeignDevice, at: LevelSample): AxisState[] {
  const { view, sampler, level } = at;
  const { image } = view;
  const wrongLevel = faulty(device, 'coordinate_scaled_by_base_level') ? view.baseMipLevel : level;
  const sizes = levelSize(image, level, device);
  const scales = levelSize(image, wrongLevel, device);
  const count = at.face === null ? axisCount(view.viewType) : 2;
  const modes = axisModes(device, sampler.addressModes);
  const corner = image.cornerSampled;
  const unscaled = sampler.unnormalizedCoordinates && !faulty(device, 'unnormalized_coordinates_scaled');
  return Array.from({ length: count }, (_, axis) => {
    const whole = faulty(device, 'corner_sampled_ignored') || faulty(device, 'corner_sampled_scale_ignored');
    const less = (corner && !whole) || faulty(device, 'coordinate_scaled_by_size_less_one') ? 1 : 0;
    const shrink = faulty(device, 'offset_in_base_texels') ? 2 ** (view.baseMipLevel - level) : 1;
    const ownSize = faulty(device, 'height_scaled_by_width') ? scales[0] : scales[axis];
    const rounded = faulty(device, 'coordinate_scaled_by_power_of_two');
    const scaledSize = rounded ? 2 ** Math.ceil(Math.log2(ownSize)) : ownSize;
    return {
      size: sizes[axis],
      scale: unscaled ? 1 : scaledSize - less,
      offset: faulty(device, 'offset_after_wrap') ? 0 : Math.trunc(at.offset[axis] * shrink),
      // The faces of a seamless cube do not repeat, so the range of their coordinates is not reduced.
      mode: at.face === null || sampler.nonSeamlessCubeMap ? modes[axis] : 'clamp_to_edge',
      cornerSampled: corner,
      cubicWeights: sampler.cubicWeights,
    };
  });
}

/** The taps of a sample in a level: the products of those along the axes, wrapped. */
export function gridTaps(device: ForeignDevice, at: LevelSample, filter: FilterMode): Tap[] {
  const states = axisStates(device, at);
  const used = wrongFilter(device, filter);
  const lists = states.map((state, axis) => {
    const narrow = used === 'linear' && faulty(device, 'filter_third_axis_nearest') && axis === 2;
    const u = texelCoordinate(device, at.axes[axis], state);
    const taps = axisTaps(device, u, narrow ? 'nearest' : axisFilter(device, used, axis), state);
    return taps.length === 2 ? wrongPair(device, taps, axis, state) : taps;
  });
  if (faulty(device, 'filter_second_axis_nearest') && lists.length > 1 && used === 'linear')
    lists[1] = [lists[1][0]].map(whole);
  return combinations(device, lists).map(({ indices, weight }) => ({
    weight,
    places: placeTexel(device, at, states, indices, used),
  }));
}

function axisFilter(device: ForeignDevice, filter: FilterMode, axis: number): FilterMode {
  const linear =
    (axis === 1 && faulty(device, 'cubic_second_axis_linear')) ||
    (axis === 2 && faulty(device, 'cubic_third_axis_linear'));
  return filter === 'cubic' && linear ? 'linear' : filter;
}

/** The two taps along an axis, whose weights or second texel are wrong. */
function wrongPair(device: ForeignDevice, [low, high]: AxisTap[], axis: number, state: AxisState): AxisTap[] {
  const exchanged =
    (axis === 1 && faulty(device, 'weights_exchanged_along_v')) ||
    (axis === 2 && faulty(device, 'filter_slices_exchanged'));
  if (exchanged) {
    return [
      { ...low, weight: high.weight },
      { ...high, weight: low.weight },
    ];
  }
  const first = wrapIndex(device, state.mode, low.index, state.size);
  if (!faulty(device, 'second_tap_clamped') || first === null) return [low, high];
  return [low, { ...high, index: Math.min(first + 1, state.size - 1) }];
}

function whole(tap: AxisTap): AxisTap {
  return { index: tap.index, weight: 1 };
}

function wrongFilter(device: ForeignDevice, filter: FilterMode): FilterMode {
  if (faulty(device, 'linear_as_nearest') && filter === 'linear') return 'nearest';
  if (faulty(device, 'nearest_as_linear') && filter === 'nearest') return 'linear';
  return filter;
}

function combinations(device: ForeignDevice, lists: readonly AxisTap[][]): { indices: number[]; weight: number }[] {
  let result: { indices: number[]; weight: number }[] = [{ indices: [], weight: 1 }];
  for (const list of lists.toReversed()) {
    result = result.flatMap(({ indices, weight }) =>
      productsOf(device, weight, list).map((product, n) => ({ indices: [list[n].index, ...indices], weight: product })),
    );
  }
  if (faulty(device, 'filter_diagonal_dropped') && result.length === 4) result[2] = { ...result[2], weight: 0 };
  if (faulty(device, 'weight_of_u_for_v') && lists.length === 2 && lists[0].length === 2 && lists[1].length === 2) {
    const [a, b] = [lists[0][0].weight, lists[0][1].weight];
    return result.map((entry, n) => ({ ...entry, weight: [a * a, b * a, a * b, b * b][n] }));
  }
  return result;
}

/**
 * The products of a weight and those along an axis. As whole numbers of 2^-8, that of the second texel is rounded, and
 * the rest of the weight is that of the first.
 */
function productsOf(device: ForeignDevice, weight: number, list: readonly AxisTap[]): number[] {
  if (list.length !== 2 || device.settings.weightProducts === 'exact') return list.map((tap) => weight * tap.weight);
  const second = Math.round(Math.round(list[1].weight * 256) * weight) / 256;
  return [weight - second, second];
}

/** The texels that an index along each axis selects, or null for the border. */
export function placeTexel(
  device: ForeignDevice,
  at: LevelSample,
  states: readonly AxisState[],
  indices: readonly number[],
  filter: FilterMode,
): readonly TexelPlace[] | null {
  const seamless = at.face !== null && (!at.sampler.nonSeamlessCubeMap || faulty(device, 'cube_always_seamless'));
  if (seamless) return cubeTexels(device, at, states[0].size, indices, filter);
  const late = faulty(device, 'offset_after_wrap');
  const wrapped = indices.map((index, axis) => {
    const { mode, size } = states[axis];
    const far = mode === 'mirrored_repeat' && Math.abs(states[axis].offset) >= size;
    if (far && device.settings.farMirrorOffset === 'zero') return 0;
    const place = faulty(device, 'wrap_by_base_size')
      ? wrappedByBase(device, at, axis, mode, index)
      : wrapIndex(device, mode, index, size);
    return late && place !== null ? Math.min(Math.max(place + at.offset[axis], 0), size - 1) : place;
  });
  if (isBorder(device, wrapped)) return null;
  const [x = 0, y = 0, z = 0] = wrapped.map((place) => place ?? 0);
  return [{ level: at.level, layer: at.layer + (at.face ?? 0), x, y, z, sample: 0 }];
}

function wrappedByBase(
  device: ForeignDevice,
  { view, level }: LevelSample,
  axis: number,
  mode: AddressMode,
  index: number,
): number | null {
  const place = wrapIndex(device, mode, index, levelSize(view.image, view.baseMipLevel)[axis]);
  return place === null ? null : Math.min(place, levelSize(view.image, level)[axis] - 1);
}

/** Whether a texel is the border: any axis is enough. */
function isBorder(device: ForeignDevice, wrapped: readonly (number | null)[]): boolean {
  if (faulty(device, 'border_along_u_alone')) return wrapped[0] === null;
  if (faulty(device, 'border_along_w_ignored')) return wrapped.slice(0, 2).includes(null);
  if (faulty(device, 'border_at_corners_alone')) return wrapped.every((place) => place === null);
  return wrapped.includes(null);
}

/** A texel of a cube: on its face, on the one beside, or the three at a corner (Vulkan: Cube Map Edge Handling). */
function cubeTexels(
  device: ForeignDevice,
  at: LevelSample,
  size: number,
  [x, y]: readonly number[],
  filter: FilterMode,
): readonly TexelPlace[] | null {
  const within = (index: number): number => Math.min(Math.max(index, 0), size - 1);
  const own = (column: number, row: number): TexelPlace => {
    return { level: at.level, layer: at.layer + at.face!, x: column, y: row, z: 0, sample: 0 };
  };
  if (filter === 'nearest' && faulty(device, 'cube_nearest_wraps')) {
    return [own(((x % size) + size) % size, ((y % size) + size) % size)];
  }
  if (filter === 'nearest' || faulty(device, 'cube_seams_clamped')) return [own(within(x), within(y))];
  if (faulty(device, 'cube_seams_wrapped')) return [own(((x % size) + size) % size, ((y % size) + size) % size)];
  if (faulty(device, 'cube_seams_border') && (within(x) !== x || within(y) !== y)) return null;
  const beside = (column: number, row: number): TexelPlace => {
    const near = neighbourTexel(device, at.face!, column, row, size);
    return { ...own(near.x, near.y), layer: (faulty(device, 'cube_seam_of_first_cube') ? 0 : at.layer) + near.face };
  };
  if (within(x) === x && within(y) === y) return [own(x, y)];
  if (within(x) !== x && faulty(device, 'cube_seam_on_one_axis')) return [own(within(x), within(y))];
  if (within(x) === x || within(y) === y) return [beside(x, y)];
  const corner = [own(within(x), within(y)), beside(x, within(y)), beside(within(x), y)];
  if (faulty(device, 'cube_corner_border')) return null;
  if (faulty(device, 'cube_corner_of_one_neighbour')) return [corner[1]];
  if (device.settings.cubeCorner === 'own_face') return [corner[0]];
  return device.settings.cubeCorner === 'average' ? corner : corner.slice(1);
}
