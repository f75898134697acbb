import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import type { ForeignSampler, ForeignView } from '../tables/records.ts';
import type { TexelDerivatives } from './derivatives.ts';

/** What the derivatives say of a sample: its LOD, and the samples along the major axis. */
export interface SampleFootprint {
  readonly lod: number;
  readonly rate: number;
  /** The major axis as a change of the coordinate, of cubes of the direction. */
  readonly axis: readonly number[];
}

function magnitude(device: ForeignDevice, vector: readonly number[]): number {
  const parts = vector.map(Math.abs);
  const sum = parts.reduce((total, part) => total + part, 0);
  if (faulty(device, 'scale_first_axis_alone')) return parts[0];
  if (faulty(device, 'scale_smallest_part') && parts.length > 1) return Math.min(...parts.slice(0, 2));
  if (faulty(device, 'scale_twice_the_sum')) return 2 * sum;
  if (faulty(device, 'scale_half_of_largest')) return Math.max(...parts) / 2;
  switch (device.settings.scaleFactor) {
    case 'largest':
      return Math.max(...parts);
    case 'sum':
      return sum;
    case 'root_two_sum':
      return Math.SQRT2 * sum;
    case 'largest_and_half':
      return Math.max(...parts) + (sum - Math.max(...parts)) / 2;
    default:
      return Math.hypot(...parts);
  }
}

/** Two vectors of the same ellipse that are its axes, where the text asks for them (D3D11.3 7.18.11). */
export function ellipseAxes(dx: readonly number[], dy: readonly number[]): [number, number][] | null {
  const [xu, xv = 0, xw = 0] = dx;
  const [yu, yv = 0, yw = 0] = dy;
  if (xw !== 0 || yw !== 0) return flatAxes(dx, dy);
  const inner = xu * yu + xv * yv;
  const outer = xu * yv - xv * yu;
  if (![inner, outer].every(Number.isFinite) || inner === 0 || outer === 0) return null;
  const a = xv * xv + yv * yv;
  const b = -2 * (xu * xv + yu * yv);
  const c = xu * xu + yu * yu;
  const f = outer * outer;
  const p = a - c;
  const q = a + c;
  const t = Math.hypot(p, b);
  const sign = Math.sign(b);
  const root = (value: number): number => Math.sqrt(Math.max(value, 0));
  const first: [number, number] = [root((f * (t + p)) / (t * (q + t))), root((f * (t - p)) / (t * (q + t))) * sign];
  // F / (q - t) is (q + t) / 4, which does not cancel where the vectors are almost parallel.
  const second: [number, number] = [-sign * root(((q + t) * (t - p)) / (4 * t)), root(((q + t) * (t + p)) / (4 * t))];
  return [...first, ...second].every(Number.isFinite) ? [first, second] : null;
}

/** The same of three dimensions: two vectors of the same lengths and angle in a plane. */
function flatAxes(dx: readonly number[], dy: readonly number[]): [number, number][] | null {
  const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const length = Math.sqrt(dot(dx, dx));
  const along = dot(dy, dx) / length;
  const across = Math.sqrt(Math.max(dot(dy, dy) - along * along, 0));
  return Number.isFinite(along) ? ellipseAxes([length, 0], [along, across]) : null;
}

/** The LOD of derivatives, and the samples of an anisotropic filter. */
export function sampleFootprint(
  device: ForeignDevice,
  view: ForeignView,
  sampler: ForeignSampler,
  derivatives: TexelDerivatives,
): SampleFootprint {
  const cube = view.viewType.startsWith('cube');
  const allowed = device.text === 'd3d11' ? view.viewType.startsWith('2d') : !cube;
  const most = faulty(device, 'anisotropy_limit_ignored') ? 16 : sampler.maxAnisotropy;
  const enabled = sampler.anisotropyEnable || faulty(device, 'anisotropy_always');
  const anisotropic =
    enabled && (allowed || (cube && device.settings.anisotropicCubes)) && !faulty(device, 'anisotropy_off');
  if (device.text === 'd3d11' && anisotropic) return directFootprint(device, most, derivatives);
  const { dx, dy, directX, directY } = derivatives;
  const axes = device.settings.scaleFactor === 'ellipse' ? ellipseAxes(dx, dy) : null;
  const lengths = (axes ?? [dx, dy]).map((vector) => magnitude(device, vector));
  const [major, minor] = [Math.max(...lengths), Math.min(...lengths)];
  const [x, y] = [dx, dy].map((vector) => Math.hypot(...vector));
  const axis = x > y ? directX : directY;
  if (!anisotropic) return { lod: lodOf(device, isotropicScale(device, major, minor)), rate: 1, axis };
  const ratio = major === 0 ? 1 : minor === 0 ? lineRatio(device, most) : Math.min(major / minor, most);
  return anisotropicFootprint(device, ratio, major, axis);
}

function isotropicScale(device: ForeignDevice, major: number, minor: number): number {
  if (faulty(device, 'lod_of_mean_axis')) return (major + minor) / 2;
  return faulty(device, 'lod_of_minor_axis') ? minor : major;
}

function lineRatio(device: ForeignDevice, most: number): number {
  const choice = device.settings.lineRatio;
  return choice === 'one' ? 1 : choice === 'half' ? Math.max(1, most / 2) : most;
}

function anisotropicFootprint(
  device: ForeignDevice,
  ratio: number,
  major: number,
  axis: readonly number[],
): SampleFootprint {
  const rate = samplingRate(device, ratio);
  const eta = device.settings.ratioFromRate ? rate : ratio;
  const divisor = faulty(device, 'anisotropy_lod_of_major_axis') ? 1 : eta;
  return { lod: lodOf(device, major / divisor), rate, axis };
}

/** N = ceil(eta), rounded up to a rate of the device. */
function samplingRate(device: ForeignDevice, ratio: number): number {
  const rate = Math.max(1, Math.ceil(ratio - 1e-9));
  if (rate === 1 || device.settings.anisotropicRate === 'any') return rate;
  return device.settings.anisotropicRate === 'even' ? 2 * Math.ceil(rate / 2) : 2 ** Math.ceil(Math.log2(rate));
}

/** The anisotropic LOD of D3D11.3 7.18.11: by the area of the ellipse, or by the ratio where that is clamped. */
function directFootprint(device: ForeignDevice, most: number, derivatives: TexelDerivatives): SampleFootprint {
  const { dx, dy, directX, directY } = derivatives;
  const axes = device.settings.scaleFactor === 'ellipse' ? ellipseAxes(dx, dy) : null;
  const [x, y] = axes ?? [dx, dy];
  const square = (vector: readonly number[]): number => vector[0] ** 2 + (vector[1] ?? 0) ** 2;
  const majorX = square(x) > square(y);
  const length = Math.sqrt(Math.max(square(x), square(y)));
  const determinant = Math.abs(x[0] * (y[1] ?? 0) - (x[1] ?? 0) * y[0]);
  const unclamped = length === 0 ? 1 : length ** 2 / determinant;
  let ratio = Math.min(unclamped, most);
  let minor = unclamped > most ? length / most : determinant / length;
  if (length === 0) minor = 0;
  if (faulty(device, 'anisotropy_ratio_not_clamped')) minor = determinant / length;
  if (minor < 1) {
    ratio = Math.max(1, ratio * minor);
    if (device.settings.anisotropicTopClamp) minor = 1;
  }
  const chosen: readonly number[] = majorX ? x : y;
  const direct = chosen === x ? directX : directY;
  const axis = axes === null || derivatives.directX.length === 3 ? direct : unscaled(derivatives, chosen);
  if (faulty(device, 'anisotropy_lod_of_major_axis')) minor = length;
  return { lod: lodOf(device, minor), rate: samplingRate(device, ratio), axis };
}

/** A vector in texels as a change of the normalized coordinate. */
function unscaled({ dx, dy, normalizedX, normalizedY }: TexelDerivatives, vector: readonly number[]): number[] {
  return vector.map((value, axis) => {
    const size = normalizedX[axis] === 0 ? dy[axis] / normalizedY[axis] : dx[axis] / normalizedX[axis];
    return value / (size || 1);
  });
}

/** log2 of a scale factor. */
function lodOf(device: ForeignDevice, scale: number): number {
  if (faulty(device, 'lod_natural_logarithm')) return Math.log(scale);
  if (faulty(device, 'lod_of_square')) return 2 * Math.log2(scale);
  if (faulty(device, 'lod_implicit_truncated')) return Math.trunc(Math.log2(scale));
  if (faulty(device, 'lod_log_linear') && scale > 0 && Number.isFinite(scale)) return linearLog2(scale);
  const lod = Math.log2(scale) + (faulty(device, 'lod_half_too_high') ? 0.5 : 0);
  return device.settings.lodArithmetic === 'float32' ? Math.fround(lod) : lod;
}

/** The exponent plus the fraction of a float, which is up to 0.086 below the logarithm. */
function linearLog2(scale: number): number {
  const exponent = Math.floor(Math.log2(scale));
  return exponent + scale / 2 ** exponent - 1;
}
