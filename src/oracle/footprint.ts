import type { Design, LodDesign } from '../../rtl-model/design.ts';
import type { Sampler } from '../../rtl-model/sampler.ts';
import { type Interval, interval } from './interval.ts';

/** d(s, t)/dx and d(s, t)/dy of a lane. */
export interface Derivatives {
  readonly dsdx: number;
  readonly dtdx: number;
  readonly dsdy: number;
  readonly dtdy: number;
}

/** What a lane's derivatives may come to: the length that the LOD is the log2 of, N, and the line of the samples. */
export interface Footprint {
  readonly length: Interval;
  readonly samples: readonly number[];
  /** The major axis in texels of level 0, and how far a component of it may be off. */
  readonly axisU: number;
  readonly axisV: number;
  readonly axisError: number;
}

/** A pair of axes, lengths in texels of level 0, with the relative error of the minor length. */
interface Axes {
  readonly major: Interval;
  readonly minor: number;
  readonly minorError: number;
  readonly axisU: number;
  readonly axisV: number;
  readonly axisError: number;
}

/**
 * Relative error of a length. A component of a derivative vector is a float32 product, 2^-24, the length made of it is
 * rounded once more, the ratio and the clamp twice: five roundings, within 2^-21.
 */
const LENGTH_ERROR = 2 ** -21;

/**
 * The footprints that a design may see (D3D11.3 7.18.11; Vulkan: Scale Factor Operation). More than one where the order
 * of the axes, or whether the vectors are parallel, lies within the error of float32.
 *
 * @returns nothing for derivatives that are not finite: the specification leaves their arithmetic open
 */
export function footprints(
  d: Derivatives,
  width: number,
  height: number,
  design: Design,
  sampler: Sampler,
): readonly Footprint[] {
  const [xu, xv, yu, yv] = [d.dsdx * width, d.dtdx * height, d.dsdy * width, d.dtdy * height];
  // Squares and products of float32 beyond this reach infinity.
  if (!(Math.max(...[xu, xv, yu, yv].map(Math.abs)) < 2 ** 120)) return [];
  const { lod, limits } = design;
  const largestRatio = sampler.anisotropyEnable
    ? Math.min(Math.fround(sampler.maxAnisotropy), limits.maxSamplerAnisotropy)
    : 1;
  const axes = lod.scaleFactor === 'ellipse' ? ellipseAxes(xu, xv, yu, yv) : vectorAxes(xu, xv, yu, yv, lod);
  return axes.map((pair) => footprintOf(pair, largestRatio, lod.anisotropicRates));
}

/** Ratio, clamp and N. Isotropic sampling has N = 1 and takes the LOD of the major axis. */
function footprintOf(axes: Axes, largestRatio: number, rates: readonly number[]): Footprint {
  const { major, minor, axisU, axisV, axisError } = axes;
  if (largestRatio <= 1) return { length: major, samples: [1], axisU, axisV, axisError };
  const lengths = [
    anisotropy(major.lower, minor * (1 + axes.minorError), largestRatio),
    anisotropy(major.upper, minor * (1 - axes.minorError), largestRatio),
    anisotropy(major.lower, minor * (1 - axes.minorError), largestRatio),
    anisotropy(major.upper, minor * (1 + axes.minorError), largestRatio),
  ];
  const low = Math.min(...lengths.map(({ ratio }) => ratio)) * (1 - LENGTH_ERROR);
  const high = Math.max(...lengths.map(({ ratio }) => ratio)) * (1 + LENGTH_ERROR);
  const length = interval(
    Math.min(...lengths.map((a) => a.minor)) * (1 - LENGTH_ERROR),
    Math.max(...lengths.map((a) => a.minor)) * (1 + LENGTH_ERROR),
  );
  const [fewest, most] = [rateFor(low, rates), rateFor(high, rates)];
  return { length, samples: rates.filter((n) => n >= fewest && n <= most), axisU, axisV, axisError };
}

/** 7.18.11: the ratio is clamped so that the area is preserved, and shrinks where the minor axis is below a texel. */
function anisotropy(major: number, minor: number, largestRatio: number): { ratio: number; minor: number } {
  if (major === 0) return { ratio: 1, minor: 0 };
  const ratio = Math.min(major / Math.max(minor, 0), largestRatio);
  const kept = Math.max(minor, major / largestRatio);
  return { ratio: Math.max(1, kept < 1 ? ratio * kept : ratio), minor: kept };
}

/** N = ceil(eta), rounded up to a supported rate. */
function rateFor(ratio: number, rates: readonly number[]): number {
  return rates.find((rate) => rate >= Math.ceil(ratio)) ?? rates[rates.length - 1];
}

/** The two derivative vectors themselves, the longer one as the major axis. */
function vectorAxes(xu: number, xv: number, yu: number, yv: number, lod: LodDesign): readonly Axes[] {
  const [lengthX, lengthY] = [vectorLength(xu, xv, lod), vectorLength(yu, yv, lod)];
  const lengths = {
    major: around(Math.max(lengthX, lengthY), LENGTH_ERROR),
    minor: Math.min(lengthX, lengthY),
    minorError: LENGTH_ERROR,
  };
  const x = { ...lengths, axisU: xu, axisV: xv, axisError: LENGTH_ERROR * Math.hypot(xu, xv) };
  const y = { ...lengths, axisU: yu, axisV: yv, axisError: LENGTH_ERROR * Math.hypot(yu, yv) };
  if (Math.abs(lengthX - lengthY) <= LENGTH_ERROR * Math.max(lengthX, lengthY)) return [x, y];
  return [lengthX > lengthY ? x : y];
}

function vectorLength(u: number, v: number, lod: LodDesign): number {
  const [large, small] = [Math.max(Math.abs(u), Math.abs(v)), Math.min(Math.abs(u), Math.abs(v))];
  switch (lod.scaleFactor) {
    case 'ellipse':
    case 'euclidean':
      return Math.hypot(u, v);
    case 'max-component':
      return large;
    case 'component-sum':
      return large + small;
    case 'alpha-max-beta-min':
      return lod.alpha * large + lod.beta * small;
  }
}

/**
 * The axes of the ellipse that the vectors span, as singular values and the major singular vector of their matrix.
 *
 * Errors of LENGTH_ERROR in the components move the singular values by at most 2 LENGTH_ERROR major, and turn the axes
 * by at most that over their relative gap, 2 major^2 / (major^2 - minor^2), up to any direction for a circle.
 * Parallel vectors, whose transformation is skipped, keep their own lengths; where the area drowns in the rounding of
 * its two products, both are allowed.
 */
function ellipseAxes(xu: number, xv: number, yu: number, yv: number): readonly Axes[] {
  const area = Math.abs(xu * yv - xv * yu);
  const areaError = LENGTH_ERROR * (Math.abs(xu * yv) + Math.abs(xv * yu));
  const plain = plainAxes(xu, xv, yu, yv);
  if (area === 0 && areaError === 0) return [plain];
  const major = (Math.hypot(xu + yv, xv - yu) + Math.hypot(xu - yv, xv + yu)) / 2;
  const minor = area / major;
  const angle = Math.atan2(2 * (xu * xv + yu * yv), xu * xu + yu * yu - xv * xv - yv * yv) / 2;
  const gap = (major - minor) * (major + minor);
  const turn = Math.min(2, (4 * LENGTH_ERROR * major * major) / gap);
  const ellipse = {
    major: around(major, 2 * LENGTH_ERROR),
    minor,
    minorError: (2 * LENGTH_ERROR * major) / Math.max(minor, 2 * LENGTH_ERROR * major),
    axisU: Math.cos(angle) * major,
    axisV: Math.sin(angle) * major,
    axisError: turn * major,
  };
  return area > areaError ? [ellipse] : [ellipse, plain];
}

/** The vectors that the transformation leaves alone: parallel ones, of no area. */
function plainAxes(xu: number, xv: number, yu: number, yv: number): Axes {
  const [lengthX, lengthY] = [Math.hypot(xu, xv), Math.hypot(yu, yv)];
  const major = Math.max(lengthX, lengthY);
  const [axisU, axisV] = lengthX > lengthY ? [xu, xv] : [yu, yv];
  const minor = major === 0 ? 0 : Math.abs(xu * yv - xv * yu) / major;
  return { major: around(major, LENGTH_ERROR), minor, minorError: 1, axisU, axisV, axisError: LENGTH_ERROR * major };
}

function around(x: number, error: number): Interval {
  return interval(x * (1 - error), x * (1 + error));
}
