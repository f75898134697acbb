import type { LaneOperands } from '../address/lane.ts';
import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import { flushedFloat32 } from '../formats/decode-number.ts';
import { formatLayout } from '../formats/format-table.ts';
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
  const [x, y = 0, z = 0] = coordinate.slice(0, count).map((value, axis) => value + operands.offset[axis]);
  const arrayed = view.viewType.endsWith('array') || view.viewType === 'cube';
  const height = levelSize(view.image, view.baseMipLevel + level)[1];
  return {
    x,
    y: faulty(device, 'fetch_rows_flipped') ? height - 1 - y : y,
    z,
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
  const inLevels = within(level, view.levelCount) && first + level >= Math.floor(view.minLod);
  if (!inLevels || first + level >= view.image.levels.length) return null;
  const [width, height, depth] = levelSize(view.image, first + level);
  const slices = storage ? view.slices : null;
  const sliced = slices !== null && !faulty(device, 'slice_offset_ignored') ? slices.sliceOffset : 0;
  const count = slices === null ? depth : slices.sliceCount;
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
  const place = placeOfAccess(device, view, access, storage) ?? strayPlace(device, view, access, storage);
  if (place === null) return { texel: outOfBounds(device, view), resident: true };
  const loaded = substituteMissing(device, loadTexel(device, view, place));
  const texel = faulty(device, 'fetch_not_swizzled') ? loaded : swizzleTexel(device, loaded, view.components);
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
  const strict = device.text === 'd3d11' || device.features.has('robustImageAccess2');
  if (!strict && zero[3] === undefined) texel[3] = device.settings.outOfBoundsAlpha;
  return swizzleTexel(device, texel, view.components);
}
