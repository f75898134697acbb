import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import { levelSize } from '../formats/texel-store.ts';
import type { ForeignView, Vector4 } from '../tables/records.ts';
import type { LaneGroup } from './sample-plan.ts';
import { planLevels } from './sample-plan.ts';

/** The size of a level, the layers of an array, and the number of levels (Vulkan: OpImageQuerySize; D3D11.3 22.4.14). */
export function querySize(device: ForeignDevice, view: ForeignView, asked: number): Vector4 {
  const count = levelsOfView(device, view);
  const level = faulty(device, 'query_beyond_last_level') ? Math.min(asked, view.levelCount - 1) : asked;
  if (level < 0 || level >= view.levelCount) return [0, 0, 0, count];
  const clamped = view.baseMipLevel + level < Math.floor(view.minLod);
  if (device.text === 'd3d11' && clamped && device.settings.clampedLevelSize === 'zero') return [0, 0, 0, count];
  const first = faulty(device, 'query_base_level_ignored') ? 0 : view.baseMipLevel;
  const size = levelSize(view.image, faulty(device, 'query_size_of_first_level') ? first : first + level);
  const [width, height, depth] = faulty(device, 'query_axes_exchanged') ? [size[1], size[0], size[2]] : size;
  const slices = view.slices === null ? depth : view.slices.sliceCount;
  if (view.viewType === '3d') return [width, height, faulty(device, 'query_depth_one') ? 1 : slices, count];
  const sizes = view.viewType.startsWith('1d') ? [width] : [width, height];
  if (view.viewType.endsWith('array')) sizes.push(arraySize(device, view));
  return [sizes[0], sizes[1] ?? 0, sizes[2] ?? 0, count];
}

function arraySize(device: ForeignDevice, view: ForeignView): number {
  const layers = faulty(device, 'query_layers_of_image') ? view.image.layers : view.layerCount;
  if (view.viewType !== 'cube_array') return layers;
  if (faulty(device, 'query_faces_for_cubes')) return layers;
  const choice = device.settings.cubeArraySize;
  return choice === 'zero' ? 0 : choice === 'faces' ? layers : layers / 6;
}

export function queryLevels(device: ForeignDevice, view: ForeignView): Vector4 {
  return [levelsOfView(device, view), 0, 0, 1];
}

function levelsOfView(device: ForeignDevice, view: ForeignView): number {
  if (faulty(device, 'query_levels_less_one')) return view.levelCount - 1;
  return faulty(device, 'query_levels_of_image') ? view.image.levels.length : view.levelCount;
}

/** (SampleCount, 0, 0, 0) (D3D11.3 22.4.21; Vulkan: OpImageQuerySamples). */
export function querySamples(device: ForeignDevice, view: ForeignView): Vector4 {
  return [faulty(device, 'query_one_sample') ? 1 : view.image.samples, 0, 0, 0];
}

/** (d_l - level_base, lambda') of a sample (Vulkan: LOD Query; D3D11.3 22.5.6). */
export function queryLod(device: ForeignDevice, group: LaneGroup): Vector4 {
  const levels = planLevels(device, group);
  const limits = { unlimited: Infinity, sixteen: 16, hundred: 128 };
  const limit = limits[device.settings.queriedRange];
  const fraction = device.text === 'd3d11' && device.settings.pointMipQuery === 'fraction';
  const level = fraction ? levels.fraction : levels.relative;
  const whole = faulty(device, 'query_lod_rounded') ? Math.round(level) : level;
  const seen = faulty(device, 'query_lod_from_image') ? whole + group.view.baseMipLevel : whole;
  const unclamped = Math.min(Math.max(levels.unclamped, -limit), limit);
  const second = faulty(device, 'query_lod_without_bias') ? levels.footprint.lod : unclamped;
  const lod = levels.empty ? 0 : faulty(device, 'query_lod_unclamped') ? levels.unclamped : seen;
  const pair = faulty(device, 'query_lod_clamped_twice') ? [lod, Math.max(second, 0)] : [lod, second];
  if (faulty(device, 'query_lod_exchanged')) pair.reverse();
  return [Math.fround(pair[0]), Math.fround(pair[1]), 0, 0];
}

/** The standard positions of samples from the pixel's centre, in 16ths (D3D11.3 19.2.4; Vulkan: Multisampling). */
const STANDARD_POSITIONS: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [[0, 0]],
  2: [
    [4, 4],
    [-4, -4],
  ],
  4: [
    [-2, -6],
    [6, -2],
    [-6, 2],
    [2, 6],
  ],
  8: [
    [1, -3],
    [-1, 3],
    [5, 1],
    [-3, -5],
    [-5, 5],
    [-7, -1],
    [3, 7],
    [7, -7],
  ],
  16: [
    [1, 1],
    [-1, -3],
    [-3, 2],
    [4, -1],
    [-5, -2],
    [2, 5],
    [5, 3],
    [3, -5],
    [-2, 6],
    [0, -7],
    [-4, -6],
    [-6, 4],
    [-8, 0],
    [7, -4],
    [6, 7],
    [-7, -8],
  ],
};

/** The position of a sample from the pixel's centre; zero beyond the samples (D3D11.3 22.4.22). */
export function samplePosition(device: ForeignDevice, view: ForeignView, sample: number): Vector4 {
  const { samples } = view.image;
  const ordered = faulty(device, 'position_order_reversed') ? samples - 1 - sample : sample;
  const place = STANDARD_POSITIONS[samples][faulty(device, 'position_of_first_sample') ? 0 : ordered] ?? [0, 0];
  const [x, y] = faulty(device, 'position_axes_exchanged') ? place.toReversed() : place;
  const corner = faulty(device, 'position_from_corner') ? 0.5 : 0;
  const down = faulty(device, 'position_y_up') ? -1 : 1;
  return [x / 16 + corner, (down * y) / 16 + corner, 0, 0];
}
