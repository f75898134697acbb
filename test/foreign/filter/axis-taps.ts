import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import { snappedCoordinate } from '../address/fixed-point.ts';
import type { AddressMode, FilterMode } from '../tables/records.ts';

/** A texel along an axis, before wrapping, and its weight. */
export interface AxisTap {
  readonly index: number;
  readonly weight: number;
}

/** What a coordinate along one axis of a level depends on. */
export interface AxisState {
  readonly size: number;
  /** The size that normalized coordinates are multiplied by; 1 for unnormalized ones. */
  readonly scale: number;
  readonly offset: number;
  readonly mode: AddressMode;
  readonly cornerSampled: boolean;
  readonly cubicWeights: string;
}

/** u, v or w: the coordinate in texels of the level, plus the offset (Vulkan: (s,t,r,q,a) to (u,v,w,a)). */
export function texelCoordinate(device: ForeignDevice, coordinate: number, state: AxisState): number {
  const { scale, mode } = state;
  let value = coordinate;
  if (!Number.isFinite(value)) return unusualCoordinate(device, value, state);
  if (faulty(device, 'coordinate_clamped_first')) value = Math.min(Math.max(value, 0), scale === 1 ? state.size : 1);
  const repeats = mode === 'repeat' || mode === 'mirrored_repeat';
  if (faulty(device, 'range_too_tight') && scale !== 1 && !repeats) value = Math.min(Math.max(value, -1), 2);
  if (scale !== 1 || state.size === 1) value = reduced(device, value, mode, scale);
  const float32 = device.settings.scaleArithmetic === 'float32';
  const scaled = float32 ? Math.fround(value * scale) : value * scale;
  if (!Number.isFinite(scaled)) return Math.sign(value) * 0x10000 + 0.5;
  if (faulty(device, 'coordinate_range_small')) return Math.min(Math.max(scaled, -4096), 4096) + state.offset;
  if (faulty(device, 'far_coordinate_wraps')) return scaled - 0x10000 * Math.round(scaled / 0x10000) + state.offset;
  return scaled + state.offset;
}

/** The coordinate without whole repetitions, which keeps the texels as they are (D3D11.3 7.18.6). */
function reduced(device: ForeignDevice, value: number, mode: AddressMode, scale: number): number {
  if (scale === 1 && Math.abs(value) < 2 ** 20) return value;
  const round = device.settings.rangeReduction === 'float32' ? Math.fround : (same: number): number => same;
  const large = Math.abs(value) > 2 ** 20;
  if (mode === 'repeat' && (large || round === Math.fround)) return round(value - Math.floor(value));
  if (mode === 'mirrored_repeat' && (large || round === Math.fround)) return round(value - 2 * Math.trunc(value / 2));
  return value;
}

/** NaN and infinities: D3D11 makes NaN zero, and saturates infinities unless the mode repeats. */
function unusualCoordinate(device: ForeignDevice, value: number, state: AxisState): number {
  const repeats = state.mode === 'repeat' || state.mode === 'mirrored_repeat';
  if (Number.isNaN(value) || (device.text === 'd3d11' && repeats) || device.settings.infiniteCoordinate === 'zero') {
    if (faulty(device, 'nan_coordinate_far')) return 0x8000 * state.size;
    const choice = Number.isNaN(value) ? device.settings.nanCoordinate : 'zero';
    return choice === 'zero' ? NaN : (choice === 'low' ? -0x10000 : 0x10000) + 0.5;
  }
  if (faulty(device, 'infinite_coordinate_as_zero')) return NaN;
  return Math.sign(value) * 0x10000 * (faulty(device, 'infinite_coordinate_negated') ? -1 : 1) + 0.5;
}

/** The texels along an axis, and their weights (Vulkan: (u,v,w,a) to (i,j,k,l,n); D3D11.3 7.18.7, 7.18.8). */
export function axisTaps(device: ForeignDevice, u: number, filter: FilterMode, state: AxisState): AxisTap[] {
  if (Number.isNaN(u)) return spread(device, state.offset, filter, state);
  if (filter === 'nearest') {
    let shift = cornerSampled(device, state) ? 0.5 : 0;
    if (faulty(device, 'half_texel_in_nearest')) shift -= 0.5;
    const place = u + shift;
    const kept = device.settings.nearestSnap === 'snapped' ? snappedCoordinate(device, place) : place;
    const low = faulty(device, 'nearest_by_rounding') ? Math.round(kept) : Math.floor(kept);
    return [{ index: faulty(device, 'negative_coordinate_truncated') ? Math.trunc(kept) : low, weight: 1 }];
  }
  const shifts = filter === 'linear' || faulty(device, 'corner_sampled_shift_of_all_filters');
  let shift = shifts && cornerSampled(device, state) ? 0 : 0.5;
  if (faulty(device, 'half_texel_missing')) shift = 0;
  if (faulty(device, 'half_texel_twice')) shift = 1;
  const shifted = u - shift;
  const float32 = device.settings.scaleArithmetic === 'float32';
  return spread(device, snappedCoordinate(device, float32 ? Math.fround(shifted) : shifted), filter, state);
}

/** True where the device takes the shifts of corner-sampled images. */
function cornerSampled(device: ForeignDevice, state: AxisState): boolean {
  const ignored = faulty(device, 'corner_sampled_ignored') || faulty(device, 'corner_sampled_shift_ignored');
  return state.cornerSampled && !ignored;
}

function spread(device: ForeignDevice, place: number, filter: FilterMode, state: AxisState): AxisTap[] {
  const low = faulty(device, 'negative_coordinate_truncated') ? Math.trunc(place) : Math.floor(place);
  const fraction = place - low;
  if (filter === 'nearest') return [{ index: low, weight: 1 }];
  if (filter === 'linear' || faulty(device, 'cubic_as_linear')) {
    const weight = changedWeight(device, fraction);
    const short = faulty(device, 'weights_sum_short') && weight !== 0 ? 1 / 256 : 0;
    return [
      { index: low, weight: Math.max(1 - weight - short, 0) },
      { index: low + 1, weight },
    ];
  }
  const first = low - (faulty(device, 'cubic_one_texel_off') ? 0 : 1);
  return cubicWeights(device, fraction, state.cubicWeights).map((weight, n) => ({ index: first + n, weight }));
}

function changedWeight(device: ForeignDevice, fraction: number): number {
  if (faulty(device, 'weights_exchanged')) return 1 - fraction;
  if (faulty(device, 'weights_smoothed')) return fraction * fraction * (3 - 2 * fraction);
  if (faulty(device, 'weights_three_bits')) return Math.round(fraction * 8) / 8;
  if (faulty(device, 'weights_squared')) return fraction * fraction;
  if (faulty(device, 'weights_over_255')) return Math.min((fraction * 256) / 255, 1);
  if (faulty(device, 'weights_halves')) return fraction === 0 ? 0 : 0.5;
  return fraction;
}

/** Rows of 1, alpha, alpha^2 and alpha^3; the first number divides (Vulkan: Texel Cubic Filtering). */
const CUBIC_MATRICES: Readonly<Record<string, readonly [number, readonly (readonly number[])[]]>> = {
  catmull_rom: [
    2,
    [
      [0, 2, 0, 0],
      [-1, 0, 1, 0],
      [2, -5, 4, -1],
      [-1, 3, -3, 1],
    ],
  ],
  zero_tangent_cardinal: [
    2,
    [
      [0, 2, 0, 0],
      [-2, 0, 2, 0],
      [4, -4, 2, -2],
      [-2, 2, -2, 1],
    ],
  ],
  b_spline: [
    6,
    [
      [1, 4, 1, 0],
      [-3, 0, 3, 0],
      [3, -6, 3, 0],
      [-1, 3, -3, 1],
    ],
  ],
  mitchell_netravali: [
    18,
    [
      [1, 16, 1, 0],
      [-9, 0, 9, 0],
      [15, -36, 27, -6],
      [-7, 21, -21, 7],
    ],
  ],
};

/** The four weights of a cubic filter. */
export function cubicWeights(device: ForeignDevice, fraction: number, name: string): number[] {
  const used = faulty(device, 'cubic_always_catmull_rom') ? 'catmull_rom' : name;
  const [divisor, printed] = CUBIC_MATRICES[faulty(device, 'cubic_always_b_spline') ? 'b_spline' : used];
  const first = faulty(device, 'cubic_first_text') && used === 'catmull_rom';
  const rows = first ? printed.with(2, [2, -5, 4, 1]) : printed;
  const powers = [1, fraction, fraction ** 2, fraction ** 3];
  const weights = [0, 1, 2, 3].map(
    (column) => rows.reduce((sum, row, power) => sum + row[column] * powers[power], 0) / divisor,
  );
  if (faulty(device, 'cubic_weights_reversed')) weights.reverse();
  if (faulty(device, 'cubic_negative_dropped')) return weights.map((weight) => Math.max(weight, 0));
  if (faulty(device, 'cubic_weights_normalized')) {
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => weight / sum);
  }
  return weights;
}
