import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import type { ForeignImage, ForeignSampler, ForeignView } from '../tables/records.ts';
import { levelSize } from '../formats/texel-store.ts';
import { faceDerivative } from './cube.ts';
import { halfPrecision } from './fixed-point.ts';
import type { LaneOperands } from './lane.ts';

/** The changes of a coordinate along x and y of the screen, in texels of the view's first level. */
export interface TexelDerivatives {
  readonly dx: readonly number[];
  readonly dy: readonly number[];
  /** The same without the size; of a cube, on its face. */
  readonly normalizedX: readonly number[];
  readonly normalizedY: readonly number[];
  /** The changes of the coordinate itself; of a cube, of its direction. */
  readonly directX: readonly number[];
  readonly directY: readonly number[];
}

/** The lanes between which the derivatives of a lane are taken: [to, from] along x, then along y. */
function derivativeLanes(device: ForeignDevice, lane: number): readonly [number, number, number, number] {
  if (faulty(device, 'derivative_diagonal')) return [3, 0, 3, 0];
  switch (device.settings.derivativeScope) {
    case 'fine':
      return [(lane & 2) + 1, lane & 2, (lane & 1) + 2, lane & 1];
    case 'coarse_first':
      return [1, 0, 2, 0];
    case 'coarse_last':
      return [3, 2, 3, 1];
  }
}

/** The derivatives of a lane: those of the request, or differences in its quad (D3D11.3 22.5.2; Vulkan: Derivative). */
export function laneDerivatives(
  device: ForeignDevice,
  view: ForeignView,
  sampler: ForeignSampler,
  lanes: readonly LaneOperands[],
  lane: number,
): TexelDerivatives {
  const { gradient, axes } = lanes[lane];
  const [x1, x0, y1, y0] = derivativeLanes(device, lane);
  const difference = (to: number, from: number): number[] =>
    derivedPlace(device, view, lanes[to]).map((value, axis) =>
      subtracted(device, value, derivedPlace(device, view, lanes[from])[axis]),
    );
  let dx: readonly number[] = gradient?.dx ?? (lanes.length === 4 ? difference(x1, x0) : axes.map(() => 0));
  let dy: readonly number[] = gradient?.dy ?? (lanes.length === 4 ? difference(y1, y0) : axes.map(() => 0));
  if (gradient !== null) [dx, dy] = wrongGradient(device, dx, dy);
  if (gradient === null && faulty(device, 'derivative_x_alone')) dy = dy.map(() => 0);
  if (gradient === null && faulty(device, 'derivative_y_alone')) dx = dx.map(() => 0);
  const [directX, directY] = [dx, dy];
  const untransformed = gradient === null ? 'cube_derivative_untransformed' : 'cube_gradient_untransformed';
  if (view.viewType.startsWith('cube') && !faulty(device, untransformed)) {
    dx = faceDerivative(device, axes, dx);
    dy = faceDerivative(device, axes, dy);
  }
  const size = derivativeScale(device, view, sampler);
  const scaled = (list: readonly number[]): number[] => list.map((value, axis) => value * size[axis]);
  return { dx: scaled(dx), dy: scaled(dy), normalizedX: dx, normalizedY: dy, directX, directY };
}

/** What implicit derivatives are taken of: the coordinate after the projection, without the layer. */
function derivedPlace(device: ForeignDevice, view: ForeignView, lane: LaneOperands): readonly number[] {
  const place = faulty(device, 'derivative_before_projection') ? lane.unprojected : lane.axes;
  const layered = faulty(device, 'derivative_of_layer') && view.viewType.endsWith('d_array');
  return layered ? [...place, lane.layer] : place;
}

function wrongGradient(
  device: ForeignDevice,
  dx: readonly number[],
  dy: readonly number[],
): [readonly number[], readonly number[]] {
  const zero = dx.map(() => 0);
  if (faulty(device, 'gradient_ignored')) return [zero, zero];
  if (faulty(device, 'gradient_dx_ignored')) return [zero, dy];
  if (faulty(device, 'gradient_dy_ignored')) return [dx, zero];
  if (faulty(device, 'gradient_axes_exchanged')) {
    const exchanged = (list: readonly number[]): number[] => [list[1] ?? 0, list[0], ...list.slice(2)];
    return [exchanged(dx), exchanged(dy)];
  }
  const halved = (list: readonly number[]): number[] => list.map((value) => value / 2);
  return faulty(device, 'gradient_halved') ? [halved(dx), halved(dy)] : [dx, dy];
}

function subtracted(device: ForeignDevice, to: number, from: number): number {
  if (faulty(device, 'derivative_of_fraction')) return to - Math.floor(to) - (from - Math.floor(from));
  const change = faulty(device, 'derivative_half_precision') ? halfPrecision(to - from) : to - from;
  const doubled = faulty(device, 'derivative_doubled') ? 2 * change : change;
  return device.settings.derivativeArithmetic === 'float32' ? Math.fround(doubled) : doubled;
}

/** The size that derivatives are multiplied by (Vulkan: Scale Factor Operation). */
function derivativeScale(device: ForeignDevice, view: ForeignView, sampler: ForeignSampler): readonly number[] {
  if (sampler.unnormalizedCoordinates || faulty(device, 'derivative_unscaled')) return [1, 1, 1];
  const { image } = view;
  const size = baseSize(device, image, view);
  if (faulty(device, 'derivative_width_for_height')) return [size[0], size[0], size[0]];
  if (faulty(device, 'derivative_depth_ignored')) return [size[0], size[1], 0];
  if (faulty(device, 'derivative_power_of_two_size')) return size.map((part) => 2 ** Math.ceil(Math.log2(part)));
  return image.cornerSampled && !faulty(device, 'corner_sampled_ignored') ? size.map((part) => part - 1) : size;
}

function baseSize(device: ForeignDevice, image: ForeignImage, view: ForeignView): [number, number, number] {
  return levelSize(image, faulty(device, 'lod_base_level_ignored') ? 0 : view.baseMipLevel);
}
