import type { LaneOperands } from '../address/lane.ts';
import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import { flushedFloat32 } from '../formats/decode-number.ts';
import type { SparseComponents } from '../formats/decode-texel.ts';
import { formatLayout, isIntegerFormat } from '../formats/format-table.ts';
import type { TexelPlace } from '../formats/texel-store.ts';
import { isUnbound, levelSize, loadTexel, zeroTexel } from '../formats/texel-store.ts';
import type { ForeignView, LaneAnswer, Vector4 } from '../tables/records.ts';
import { substituteMissing, swizzleTexel } from '../texels/components.ts';

/** The integer coordinate of a fetch, read or write: i, j, k and the layer, from the view's first one. */
export interface TexelAccess {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly layer: number;
  readonly level: number;
  readonly sample: number;
}

/** The coordinate of an access; faces of cubes count as layers. */
export function texelAccess(
  device: ForeignDevice,
  view: ForeignView,
  operands: LaneOperands,
  coordinate: readonly number[],
  level: number,
  sample: number,
): TexelAccess {
  const flat = view.viewType.startsWith('cube') || view.viewType === '2d_array' || view.viewType === '2d';
  const count = view.viewType.startsWith('1d') ? 1 : flat ? 2 : 3;
  const moved = coordinate.slice(0, count).map((value, axis) => value + operands.offset[axis]);
  const [x, y = 0, z = 0] = faulty(device, 'fetch_axes_exchanged') && count === 2 ? [moved[1], moved[0]] : moved;
  const arrayed = view.viewType.endsWith('array') || view.viewType === 'cube';
  const height = levelSize(view.image, view.baseMipLevel + level)[1];
  return {
    x,
    y: faulty(device, 'fetch_rows_flipped') ? height - 1 - y : y,
    z: faulty(device, 'fetch_slice_ignored') ? 0 : z,
    layer: arrayed && !faulty(device, 'fetch_layer_ignored') ? (coordinate[count] ?? 0) : 0,
    level: faulty(device, 'fetch_level_ignored') ? 0 : level,
    sample: faulty(device, 'fetch_sample_ignored') ? 0 : sample,
  };
}

/** The texel of an access, or null where it is out of bounds (Vulkan: Integer Texel Coordinate Operations). */
export function placeOfAccess(
  device: ForeignDevice,
  view: ForeignView,
  access: TexelAccess,
  storage: boolean,
): TexelPlace | null {
  const { x, y, z, layer, level, sample } = access;
  const first = faulty(device, 'fetch_base_level_ignored') ? 0 : view.baseMipLevel;
  const unlimited = faulty(device, 'view_minimum_misses_fetch');
  const inLevels = within(level, view.levelCount) && (unlimited || first + level >= Math.floor(view.minLod));
  if (!inLevels || first + level >= view.image.levels.length) return null;
  const [width, height, depth] = levelSize(view.image, first + level);
  const slices = storage ? view.slices : null;
  const sliced = slices !== null && !faulty(device, 'slice_offset_ignored') ? slices.sliceOffset : 0;
  const wide = faulty(device, 'slice_count_ignored') ? depth - sliced : slices?.sliceCount;
  const count = slices === null ? depth : wide!;
  const inside = within(x, width) && within(y, height) && within(z, view.viewType === '3d' ? count : depth);
  if (!inside || !within(layer, view.layerCount)) return null;
  const known = within(sample, view.image.samples) ? sample : lastSample(device, view);
  if (known === null) return null;
  const base = faulty(device, 'layer_base_ignored') ? 0 : view.baseArrayLayer;
  return { level: first + level, layer: base + layer, x, y, z: z + sliced, sample: known };
}

function within(index: number, size: number): boolean {
  return index >= 0 && index < size;
}

function lastSample(device: ForeignDevice, view: ForeignView): number | null {
  return device.settings.undefinedSample === 'last' ? view.image.samples - 1 : null;
}

/** The texel that a fetch or read returns (Vulkan: OpImageFetch, OpImageRead; D3D11.3 22.4.6, 22.4.7). */
export function readAccess(
  device: ForeignDevice,
  view: ForeignView,
  access: TexelAccess,
  storage: boolean,
): LaneAnswer {
  const seen = strayAccess(device, view, access);
  const place = placeOfAccess(device, view, seen, storage) ?? strayPlace(device, view, seen, storage);
  if (place === null) return { texel: outOfBounds(device, view), resident: true };
  const integer = isIntegerFormat(view.format, view.aspect);
  const loaded = substituteMissing(device, loadedSamples(device, view, place), integer);
  const texel = faulty(device, 'fetch_not_swizzled') ? loaded : swizzleTexel(device, loaded, view.components, integer);
  const flush = device.settings.fetchedDenormal === 'flushed' || faulty(device, 'fetch_denormal_flushed');
  const float = formatLayout(view.format).numeric === 'sfloat';
  const flushed = flush && float ? (texel.map(flushedFloat32) as Vector4) : texel;
  const signed = formatLayout(view.format).numeric === 'snorm' && !faulty(device, 'snorm_unclamped');
  const kept = signed ? (flushed.map((value) => Math.max(value, -1)) as Vector4) : flushed;
  const resident = !isUnbound(view.image, place);
  return {
    texel: rounded(kept),
    resident: faulty(device, 'residency_always_true') || resident !== faulty(device, 'residency_inverted'),
  };
}

/** The texel, or for a fault the mean of its samples. */
function loadedSamples(device: ForeignDevice, view: ForeignView, place: TexelPlace): SparseComponents {
  const { samples } = view.image;
  if (samples === 1 || !faulty(device, 'fetch_samples_averaged')) return loadTexel(device, view, place);
  const texels = Array.from({ length: samples }, (_, sample) => loadTexel(device, view, { ...place, sample }));
  return texels[0].map((value, component) => {
    return value === undefined ? undefined : texels.reduce((sum, texel) => sum + texel[component]! / samples, 0);
  });
}

/** An access whose coordinates a fault brings back within bounds. */
function strayAccess(device: ForeignDevice, view: ForeignView, access: TexelAccess): TexelAccess {
  const { x, y, layer, level } = access;
  const last = (index: number, count: number): number => Math.min(Math.max(index, 0), count - 1);
  if (faulty(device, 'fetch_layer_clamped')) return { ...access, layer: last(layer, view.layerCount) };
  if (faulty(device, 'fetch_level_clamped')) return { ...access, level: last(level, view.levelCount) };
  if (faulty(device, 'fetch_negative_as_zero')) return { ...access, x: Math.max(x, 0), y: Math.max(y, 0) };
  if (!faulty(device, 'fetch_out_of_bounds_wraps')) return access;
  const [width, height] = levelSize(view.image, view.baseMipLevel + level);
  return { ...access, x: ((x % width) + width) % width, y: ((y % height) + height) % height };
}

function rounded(texel: Vector4): Vector4 {
  return texel.map((value) => (Number.isInteger(value) ? value : Math.fround(value))) as Vector4;
}

/** The texel within the view that an undefined access or a fault reads instead. */
function strayPlace(
  device: ForeignDevice,
  view: ForeignView,
  access: TexelAccess,
  storage: boolean,
): TexelPlace | null {
  const robust = device.features.has('robustImageAccess') || device.features.has('robustImageAccess2');
  const open = device.text === 'vulkan' && !robust && device.settings.undefinedAccess === 'clamped';
  if (!open && !faulty(device, 'fetch_out_of_bounds_clamped')) return null;
  const clamp = (index: number, size: number): number => Math.min(Math.max(index, 0), size - 1);
  const level = clamp(access.level, view.levelCount);
  const [width, height, depth] = levelSize(view.image, view.baseMipLevel + level);
  const inside = {
    x: clamp(access.x, width),
    y: clamp(access.y, height),
    z: clamp(access.z, depth),
    layer: clamp(access.layer, view.layerCount),
    level,
    sample: clamp(access.sample, view.image.samples),
  };
  return placeOfAccess(device, view, inside, storage);
}

/** Zero, and for components that the format lacks what the text gives them. */
function outOfBounds(device: ForeignDevice, view: ForeignView): Vector4 {
  const zero = zeroTexel(device, formatLayout(view.format), view.aspect);
  const texel = substituteMissing(device, zero);
  if (faulty(device, 'fetch_out_of_bounds_ones')) return [1, 1, 1, 1];
  if (faulty(device, 'fetch_out_of_bounds_opaque')) return [texel[0], texel[1], texel[2], 1];
  const strict = device.text === 'd3d11' || device.features.has('robustImageAccess2');
  if (!strict && zero[3] === undefined) texel[3] = device.settings.outOfBoundsAlpha;
  return swizzleTexel(device, texel, view.components);
}
