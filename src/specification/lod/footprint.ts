import type { LodDesign } from '../../../rtl-model/design/design.ts';
import { baseScales } from '../coordinates/texel-coordinates.ts';
import { type Interval, interval, point, scaled } from '../exact/interval.ts';
import { cutOff, narrowed } from '../exact/narrowing.ts';
import type { Lane } from '../state/lane.ts';
import type { SampleState } from '../state/state.ts';
import { derivativesOf } from './derivatives.ts';

/** A footprint that a lane's derivatives may have: the length whose log2 is the LOD, N, and the line of the samples. */
export interface Footprint {
  readonly length: Interval;
  readonly samples: readonly number[];
  /** The major axis in texels of the base level, along each texel axis, and how far a component of it may be off. */
  readonly axis: readonly number[];
  readonly axisError: number;
}

/** Two vectors in texels of the base level, and how far the components of each may be off, beyond float32. */
interface Vectors {
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly errorX: number;
  readonly errorY: number;
  /** Relative error of a length. */
  readonly error: number;
}

/** A pair of axes, lengths in texels of the base level, with the relative error of the minor length. */
interface Axes {
  readonly major: Interval;
  readonly minor: number;
  readonly minorError: number;
  readonly axis: readonly number[];
  readonly axisError: number;
}

/**
 * Relative error of a length. A component of a derivative vector is a float32 product, 2^-24, the length made of it is
 * rounded once more, the ratio and the clamp twice: five roundings, within 2^-21.
 */
export const FLOAT_LENGTH_ERROR = 2 ** -21;

/**
 * The same in the widths of a design, which cut bits off. Squares that the ellipse is made of are off by an ULP each, t
 * by three; half of their sum is at least a quarter of what they are aligned to, and its root halves the error.
 */
function lengthError(lod: LodDesign): number {
  const { lengthBits, minorAxisBits, ellipseBits, scaleFactor } = lod;
  const ellipse = scaleFactor === 'ellipse' ? 2.5 * cutOff(ellipseBits) : 0;
  return FLOAT_LENGTH_ERROR + cutOff(lengthBits) + cutOff(minorAxisBits) + ellipse + 2.5 * componentError(lod);
}

/**
 * The largest relative loss of a float of `lod.componentBits`. A length of such floats has products within a half of it,
 * and is cut off once, the larger product before as well: two and a half in all.
 */
function componentError({ componentBits }: LodDesign): number {
  return componentBits === 'aligned' ? 0 : cutOff(componentBits);
}

/**
 * The footprints that a design may see (D3D11.3 7.18.11; Vulkan: Scale Factor Operation). More than one where the order
 * of the axes, or whether the vectors are parallel, lies within the errors.
 *
 * @returns nothing for derivatives that are not finite: the specification leaves their arithmetic open
 */
export function footprints(state: SampleState, lane: Lane, anisotropic: boolean): readonly Footprint[] {
  const { sampler, design, reading } = state;
  const { lod, limits } = design;
  const d = derivativesOf(state, lane);
  const scales = baseScales(state);
  const texels = (components: readonly number[]) => components.map((component, n) => component * scales[n]);
  const right = [texels(d.dx), texels(d.dy)] as const;
  const [x, y] = reading.faultySteps?.derivatives?.(right, scales) ?? right;
  // All components lose bits below the same weight, and as much again may pass for parallel.
  const lost = (2 * cutOff(lod.scaleFactorBits) + componentError(lod)) * Math.hypot(...x, ...y);
  const vectors: Vectors = {
    x,
    y,
    errorX: Math.hypot(...texels(d.errorX)) + lost,
    errorY: Math.hypot(...texels(d.errorY)) + lost,
    error: lengthError(lod),
  };
  // Squares and products of float32 beyond this reach infinity.
  const all = [...vectors.x, ...vectors.y, vectors.errorX, vectors.errorY];
  if (!all.every((component) => Math.abs(component) < 2 ** 120)) return [];
  const largestRatio = anisotropic ? Math.min(Math.fround(sampler.maxAnisotropy), limits.maxSamplerAnisotropy) : 1;
  const axes = lod.scaleFactor === 'ellipse' ? ellipseAxes(vectors) : vectorAxes(vectors, lod);
  return axes.map((pair) => footprintOf(pair, largestRatio, vectors.error, lod.anisotropicRates));
}

/** Ratio, clamp and N. Isotropic sampling has N = 1 and takes the LOD of the major axis. */
function footprintOf(axes: Axes, largestRatio: number, error: number, rates: readonly number[]): Footprint {
  const { major, minor, axis, axisError } = axes;
  if (largestRatio <= 1) return { length: major, samples: [1], axis, axisError };
  const lengths = [
    anisotropy(major.lower, minor * (1 + axes.minorError), largestRatio),
    anisotropy(major.upper, minor * (1 - axes.minorError), largestRatio),
    anisotropy(major.lower, minor * (1 - axes.minorError), largestRatio),
    anisotropy(major.upper, minor * (1 + axes.minorError), largestRatio),
  ];
  const low = Math.min(...lengths.map(({ ratio }) => ratio)) * (1 - error);
  const high = Math.max(...lengths.map(({ ratio }) => ratio)) * (1 + error);
  const length = interval(
    Math.min(...lengths.map((a) => a.minor)) * (1 - error),
    Math.max(...lengths.map((a) => a.minor)) * (1 + error),
  );
  const [fewest, most] = [rateFor(low, rates), rateFor(high, rates)];
  return { length, samples: rates.filter((n) => n >= fewest && n <= most), axis, axisError };
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
function vectorAxes({ x, y, errorX, errorY, error: relative }: Vectors, lod: LodDesign): readonly Axes[] {
  const lengthOf = (vector: readonly number[], error: number) => vectorLength(vector, error, relative, lod);
  const [lengthX, lengthY] = [lengthOf(x, errorX), lengthOf(y, errorY)];
  // A sum cuts a half off the smaller component, by the larger one, and is a float itself.
  const errorOfSum = errorX + errorY + 1.5 * componentError(lod) * (Math.hypot(...x) + Math.hypot(...y));
  const diagonals = [1, -1].map((sign) => {
    const diagonal = x.map((component, n) => component + sign * y[n]);
    return scaled(lengthOf(diagonal, errorOfSum), lod.diagonals);
  });
  const lengths = [lengthX, lengthY, ...diagonals];
  const major = interval(
    Math.max(...lengths.map(({ lower }) => lower)),
    Math.max(...lengths.map(({ upper }) => upper)),
  );
  const [shortest, longest] = [Math.min(lengthX.lower, lengthY.lower), Math.min(lengthX.upper, lengthY.upper)];
  const minor = (shortest + longest) / 2;
  const minorError = minor === 0 ? 0 : (longest - shortest) / 2 / minor;
  const along = (axis: readonly number[], error: number): Axes => {
    return { major, minor, minorError, axis, axisError: relative * Math.hypot(...axis) + error };
  };
  return [
    ...(lengthX.upper >= lengthY.lower ? [along(x, errorX)] : []),
    ...(lengthY.upper >= lengthX.lower ? [along(y, errorY)] : []),
  ];
}

/**
 * No method lets an error in the components grow: the sum of three, by sqrt(3), the most. Where alpha-max-beta-min
 * meets three components, its beta is that of the middle one, or of both smaller ones.
 */
function vectorLength(vector: readonly number[], error: number, relative: number, lod: LodDesign): Interval {
  const [large, middle = 0, small = 0] = vector.map(Math.abs).sort((a, b) => b - a);
  const within = (from: number, to = from) =>
    interval(Math.max(0, from * (1 - relative) - 2 * error), to * (1 + relative) + 2 * error);
  const [alpha, beta] = [lod.alpha, lod.beta].map((x) => coefficient(x, lod.alphaBetaBits));
  switch (lod.scaleFactor) {
    case 'ellipse':
    case 'euclidean':
      return within(Math.hypot(...vector));
    case 'max-component':
      return within(large);
    case 'component-sum':
      return within(large + middle + small);
    case 'alpha-max-beta-min':
      return within(alpha.lower * large + beta.lower * middle, alpha.upper * large + beta.upper * (middle + small));
  }
}

/** alpha or beta, to the nearest of its fraction bits. */
function coefficient(x: number, bits: number | 'exact'): Interval {
  return bits === 'exact' ? point(x) : scaled(narrowed(point(x * 2 ** bits), 'nearest-even'), 2 ** -bits);
}

/**
 * The axes of the ellipse x cos + y sin that the vectors span: the major one where its length is greatest, at half the
 * angle of (|x|^2 - |y|^2, 2 x.y), the minor one from the area (7.18.11, which first turns vectors of a volume into
 * their plane).
 *
 * Errors of the components move the lengths by at most as much together, and turn the axes by at most that over their
 * relative gap, 2 major^2 / (major^2 - minor^2), up to any direction for a circle. Parallel vectors, whose
 * transformation is skipped, keep their own lengths; where the area drowns in its error, both are allowed.
 */
function ellipseAxes(vectors: Vectors): readonly Axes[] {
  const { x, y, errorX, errorY } = vectors;
  const { area, error: productError } = areaOf(x, y);
  const areaError = productError + errorX * Math.hypot(...y) + errorY * Math.hypot(...x) + errorX * errorY;
  const plain = plainAxes(vectors, area);
  if (area === 0 && areaError === 0) return [plain];
  const major = ellipseMajor(x, y);
  const minor = area / major;
  const angle = Math.atan2(2 * dot(x, y), dot(x, x) - dot(y, y)) / 2;
  const gap = (major - minor) * (major + minor);
  const moved = 2 * vectors.error * major + errorX + errorY;
  const turn = Math.min(2, (2 * moved * major) / gap);
  const ellipse: Axes = {
    major: interval(Math.max(0, major - moved), major + moved),
    minor,
    minorError: moved / Math.max(minor, moved),
    axis: x.map((component, n) => Math.cos(angle) * component + Math.sin(angle) * y[n]),
    axisError: turn * major + errorX + errorY,
  };
  return area > areaError ? [ellipse] : [ellipse, plain];
}

/** The major half-axis of the ellipse that two vectors span; float64 is within 2^-48 of it, relative. */
export function ellipseMajor(x: readonly number[], y: readonly number[]): number {
  const [xx, xy, yy] = [dot(x, x), dot(x, y), dot(y, y)];
  return Math.sqrt((xx + yy + Math.hypot(xx - yy, 2 * xy)) / 2);
}

/** The vectors that the transformation leaves alone: parallel ones, of no area. */
function plainAxes({ x, y, errorX, errorY, error: relative }: Vectors, area: number): Axes {
  const [lengthX, lengthY] = [Math.hypot(...x), Math.hypot(...y)];
  const major = Math.max(lengthX, lengthY);
  const error = relative * major + Math.max(errorX, errorY);
  return {
    major: interval(Math.max(0, major - error), major + error),
    minor: major === 0 ? 0 : area / major,
    minorError: 1,
    axis: lengthX > lengthY ? x : y,
    axisError: error,
  };
}

/** The area of the parallelogram, and the error of it if the products of the components are rounded. */
export function areaOf(x: readonly number[], y: readonly number[]): { area: number; error: number } {
  const parts: number[] = [];
  let error = 0;
  for (let a = 0; a < x.length; a++) {
    for (let b = a + 1; b < x.length; b++) {
      parts.push(x[a] * y[b] - x[b] * y[a]);
      error += FLOAT_LENGTH_ERROR * (Math.abs(x[a] * y[b]) + Math.abs(x[b] * y[a]));
    }
  }
  return { area: Math.hypot(...parts), error };
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, component, n) => sum + component * b[n], 0);
}
