import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import type { ForeignRequest, ForeignView, ViewType } from '../tables/records.ts';
import { halfPrecision, roundedInteger } from './fixed-point.ts';

/** The operands of a lane. */
export interface LaneOperands {
  /** The coordinate along each axis, or the direction of a cube. */
  readonly axes: readonly number[];
  /** The coordinate before the projection, for faults that take derivatives of it. */
  readonly unprojected: readonly number[];
  readonly layer: number;
  readonly dref: number;
  readonly lod: number | null;
  readonly bias: number;
  readonly minLod: number;
  readonly gradient: { readonly dx: readonly number[]; readonly dy: readonly number[] } | null;
  readonly offset: readonly [number, number, number];
}

/** The number of coordinates before the layer. */
export function axisCount(viewType: ViewType): number {
  return viewType.startsWith('1d') ? 1 : viewType.startsWith('2d') ? 2 : 3;
}

/** A scalar operand of a lane: one value, or a list of four in a quad. */
export function scalarOperand(request: ForeignRequest, name: string, lane: number, otherwise: number): number {
  const value = request.operands[name];
  if (value === undefined) return otherwise;
  return Math.fround(Number(Array.isArray(value) ? value[lane] : value));
}

/** An operand that is a list of numbers: one for all lanes, or one for each. */
export function listOperand(request: ForeignRequest, name: string, lane: number): readonly number[] | null {
  const value = request.operands[name] as unknown[] | undefined;
  if (value === undefined || value === null) return null;
  const list = (Array.isArray(value[0]) ? value[value.length === 1 ? 0 : lane] : value) as unknown[];
  return list.map((part) => Math.fround(Number(part)));
}

/** The operands of a lane after the projection (Vulkan: Projection Operation). */
export function laneOperands(
  device: ForeignDevice,
  request: ForeignRequest,
  view: ForeignView,
  lane: number,
): LaneOperands {
  const count = axisCount(view.viewType);
  const coord = request.coords[lane];
  const projected = request.operands['q'] !== undefined && !faulty(device, 'projection_missing');
  const q = projected ? scalarOperand(request, 'q', faulty(device, 'projection_of_first_lane') ? 0 : lane, 1) : 1;
  const divide = (value: number, axis: number): number => {
    if (!projected || (axis > 0 && faulty(device, 'projection_of_s_alone'))) return value;
    return dividedBy(device, value, faulty(device, 'projection_sign_lost') ? Math.abs(q) : q);
  };
  let axes = coord.slice(0, count).map(divide);
  if (faulty(device, 'coordinates_exchanged') && count === 2) axes = [axes[1], axes[0]];
  if (faulty(device, 'coordinate_t_flipped') && count === 2) axes = [axes[0], 1 - axes[1]];
  if (faulty(device, 'coordinate_half_precision')) axes = axes.map((value) => Math.round(value * 1024) / 1024);
  if (faulty(device, 'coordinate_snapped_before_scale')) axes = axes.map((value) => Math.round(value * 256) / 256);
  if (faulty(device, 'coordinate_w_ignored') && view.viewType === '3d') axes = [axes[0], axes[1], 0];
  const dref = scalarOperand(request, 'dref', lane, 0);
  return {
    axes,
    unprojected: coord.slice(0, count),
    layer: coord[count] ?? 0,
    dref: projected && !faulty(device, 'projection_misses_reference') ? dividedBy(device, dref, q) : dref,
    lod: request.operands['lod'] === undefined ? null : scalarOperand(request, 'lod', lane, 0),
    bias: scalarOperand(request, 'bias', lane, 0),
    minLod: scalarOperand(request, 'minLod', lane, 0),
    gradient: gradientOperand(request, lane),
    offset: offsetOperand(device, request, lane),
  };
}

function dividedBy(device: ForeignDevice, value: number, q: number): number {
  if (faulty(device, 'projection_low_precision')) return value * halfPrecision(1 / q);
  switch (device.settings.projectionArithmetic) {
    case 'exact':
      return value / q;
    case 'float32':
      return Math.fround(value / q);
    case 'reciprocal':
      return Math.fround(value * Math.fround(1 / q));
  }
}

function gradientOperand(request: ForeignRequest, lane: number): LaneOperands['gradient'] {
  const value = request.operands['grad'] as { dx: unknown[]; dy: unknown[] } | unknown[] | undefined;
  if (value === undefined) return null;
  const one = (Array.isArray(value) ? value[lane] : value) as { dx: unknown[]; dy: unknown[] };
  const round = (list: unknown[]): number[] => list.map((part) => Math.fround(Number(part)));
  return { dx: round(one.dx), dy: round(one.dy) };
}

/** The texel offset. gather4_po takes six bits of it (D3D11.3 22.4.4). */
function offsetOperand(device: ForeignDevice, request: ForeignRequest, lane: number): [number, number, number] {
  const list = listOperand(request, 'offset', faulty(device, 'gather_offset_of_first_lane') ? 0 : lane);
  if (list === null || offsetIgnored(device, request.op)) return [0, 0, 0];
  const bits = request.op.startsWith('gather4_po') ? 6 : faulty(device, 'offset_three_bits') ? 3 : 32;
  const cut = (value: number): number => {
    if (bits === 32) return value;
    const code = ((value % 2 ** bits) + 2 ** bits) % 2 ** bits;
    return code >= 2 ** (bits - 1) && !faulty(device, 'gather_offset_unsigned') ? code - 2 ** bits : code;
  };
  const [x, y, z] = [0, 1, 2].map((axis) => cut(list[axis] ?? 0) * (faulty(device, 'offset_negated') ? -1 : 1));
  if (faulty(device, 'offset_axes_exchanged')) return [y, x, z];
  if (faulty(device, 'offset_doubled')) return [2 * x, 2 * y, 2 * z];
  if (faulty(device, 'offset_third_axis_ignored')) return [x, y, 0];
  return faulty(device, 'offset_first_axis_alone') ? [x, 0, 0] : [x, y, z];
}

function offsetIgnored(device: ForeignDevice, op: string): boolean {
  if (faulty(device, 'gather_offset_ignored') && op.startsWith('gather')) return true;
  return faulty(device, 'offset_ignored') || (faulty(device, 'fetch_offset_ignored') && ['fetch', 'ld'].includes(op));
}

/** The layer of the image that an array coordinate selects (Vulkan: Array Layer Selection; D3D11.3 22.4.15). */
export function selectLayer(device: ForeignDevice, view: ForeignView, coordinate: number): number {
  const cube = view.viewType === 'cube_array';
  if (!view.viewType.endsWith('array')) return baseLayer(device, view);
  const stride = cube ? 6 : 1;
  const layers = view.layerCount / stride;
  const ignored = faulty(device, 'layer_ignored') || (cube && faulty(device, 'cube_array_layer_ignored'));
  const rounded = strayLayer(device, ignored ? 0 : roundedLayer(device, coordinate, layers), layers);
  const last = (faulty(device, 'layer_clamped_to_image') ? view.image.layers / stride : layers) - 1;
  const clamped = faulty(device, 'layer_wraps')
    ? ((rounded % layers) + layers) % layers
    : Math.min(Math.max(rounded, 0), last);
  const apart = cube && faulty(device, 'cube_layers_not_sixfold') ? 1 : stride;
  return Math.min(baseLayer(device, view) + clamped * apart, view.image.layers - stride);
}

/** A layer that faults do not clamp but send to the other end. */
function strayLayer(device: ForeignDevice, layer: number, layers: number): number {
  if (faulty(device, 'layer_negative_as_last') && layer < 0) return layers - 1;
  return faulty(device, 'layer_far_as_first') && layer >= layers ? 0 : layer;
}

function roundedLayer(device: ForeignDevice, coordinate: number, layers: number): number {
  if (Number.isNaN(coordinate)) {
    return device.settings.nanLayer === 'first' && !faulty(device, 'layer_nan_last') ? 0 : layers - 1;
  }
  if (!Number.isFinite(coordinate)) return coordinate > 0 ? layers - 1 : 0;
  if (faulty(device, 'layer_rounded_down')) return Math.floor(coordinate);
  if (faulty(device, 'layer_rounded_up')) return Math.ceil(coordinate);
  if (faulty(device, 'layer_normalized')) return Math.floor(coordinate * layers);
  if (faulty(device, 'layer_ties_up')) return Math.floor(coordinate + 0.5);
  return roundedInteger(coordinate, device.settings.layerRounding === 'even' ? 'nearest_even' : 'nearest_up');
}

function baseLayer(device: ForeignDevice, view: ForeignView): number {
  if (faulty(device, 'layer_base_ignored')) return 0;
  return faulty(device, 'layer_base_twice') ? 2 * view.baseArrayLayer : view.baseArrayLayer;
}
