import { interval, type Interval } from '../../specification/exact/interval.ts';
import type { DerivativeVectors, FaultySteps, LodSteps } from '../../specification/texels/reading.ts';
import { type Hypothesis, type JudgedState } from './changed-questions.ts';
import type { Fault } from './faults.ts';

/** Samples and LOD queries with faulty steps of the LOD unit, in views with several levels. */
function otherSteps(fault: Fault, faultySteps: FaultySteps, where: (given: JudgedState) => boolean): Hypothesis {
  const hasLod = ({ texture, view }: JudgedState) =>
    view.levelCount > 1 && ['sample', 'query_lod'].includes(texture.instruction.op ?? 'sample');
  return { fault, groups: (given) => (hasLod(given) && where(given) ? [[{ faultySteps }]] : []) };
}

function isExplicit({ texture: { instruction } }: JudgedState): boolean {
  return instruction.lod === 'explicit';
}

function isDerived(given: JudgedState): boolean {
  return !isExplicit(given);
}

/** The range of values of a monotone function over a range. */
function mapped(of: (x: number) => number): (range: Interval) => Interval {
  return ({ lower, upper }) => {
    const [a, b] = [of(lower), of(upper)];
    return interval(Math.min(a, b), Math.max(a, b));
  };
}

/** log2 as the exponent of a float plus its mantissa. */
function linearLog2(x: number): number {
  const exponent = Math.floor(Math.log2(x));
  return Number.isFinite(exponent) ? exponent + x / 2 ** exponent - 1 : Math.log2(x);
}

type OtherSteps = (right: LodSteps) => Partial<LodSteps>;

function lodSteps(other: OtherSteps): FaultySteps {
  return { lodSteps: (right) => ({ ...right, ...other(right) }) };
}

/** Logarithms that are linear between powers of two, natural, of the square, of the root, or whole numbers. */
const LOGARITHMS: readonly ((length: number) => number)[] = [
  linearLog2,
  Math.log,
  (length) => 2 * Math.log2(length),
  (length) => Math.log2(length) / 2,
  (length) => Math.trunc(Math.log2(length)),
  (length) => Math.floor(Math.log2(length)),
  (length) => Math.round(Math.log2(length)),
];

/** Explicit LODs that are whole numbers, or halved. */
const EXPLICIT: readonly ((lod: number) => number)[] = [Math.floor, Math.round, (lod) => lod / 2];

/** Weights of the coarser level: exchanged, of few bits, smoothed, and the nearer level alone. */
const WEIGHTS: readonly ((weight: number) => number)[] = [
  (weight) => 1 - weight,
  (weight) => Math.round(weight * 8) / 8,
  (weight) => Math.floor(weight * 8) / 8,
  (weight) => weight * weight * (3 - 2 * weight),
  (weight) => (weight < 0.5 ? 0 : 1),
];

const STEPS: readonly Hypothesis[] = [
  ...LOGARITHMS.map((log2) =>
    otherSteps(
      'lod-unit/scale-factor',
      lodSteps(() => ({ log2: mapped(log2) })),
      isDerived,
    ),
  ),
  ...EXPLICIT.map((other) => {
    const biased =
      (right: LodSteps): LodSteps['biased'] =>
      (base, ...rest) =>
        right.biased(mapped(other)(base), ...rest);
    return otherSteps(
      'lod-unit/lod',
      lodSteps((right) => ({ biased: biased(right) })),
      isExplicit,
    );
  }),
  ...[Math.floor, Math.ceil].map((nearest) =>
    otherSteps(
      'lod-unit/level',
      lodSteps(() => ({ nearest: mapped(nearest) })),
      ({ texture: { sampler } }) => sampler.mipmapMode === 'nearest',
    ),
  ),
  ...WEIGHTS.map((other) => {
    const weights =
      (right: LodSteps): LodSteps['weights'] =>
      (part) =>
        right.weights(mapped(other)(part));
    return otherSteps(
      'lod-unit/level-weight',
      lodSteps((right) => ({ weights: weights(right) })),
      ({ texture: { sampler } }) => sampler.mipmapMode === 'linear',
    );
  }),
];

const lengthOf = (vector: readonly number[]) => Math.hypot(...vector);
const zeros = (vector: readonly number[]) => vector.map(() => 0);
const times = (vector: readonly number[], by: number) => vector.map((component) => component * by);

type OtherVectors = (vectors: DerivativeVectors, scales: readonly number[]) => DerivativeVectors;

function each(other: (vector: readonly number[], scales: readonly number[]) => readonly number[]): OtherVectors {
  return ([x, y], scales) => [other(x, scales), other(y, scales)];
}

/** Derivative vectors with other scales. */
function rescaled(other: (scale: number, axis: number, scales: readonly number[]) => number): OtherVectors {
  return each((vector, scales) => vector.map((x, axis) => (x / scales[axis]) * other(scales[axis], axis, scales)));
}

/** The nearest number of 11 significant bits. */
function inHalfPrecision(x: number): number {
  const unit = 2 ** (Math.floor(Math.log2(Math.abs(x))) - 10);
  return x === 0 ? 0 : Math.round(x / unit) * unit;
}

/** Derivatives along one direction of the screen alone, with exchanged axes, or in half precision. */
const DIRECTIONS: readonly OtherVectors[] = [
  ([x]) => [x, zeros(x)],
  ([, y]) => [zeros(y), y],
  ([x, y], [width, height = width]) => {
    const exchanged = ([s, t, ...rest]: readonly number[]) => [(t / height) * width, (s / width) * height, ...rest];
    return x.length > 1 ? [exchanged(x), exchanged(y)] : [x, y];
  },
  each((vector, scales) => vector.map((x, axis) => inHalfPrecision(x / scales[axis]) * scales[axis])),
];

/**
 * Faulty lengths: the first component or the smallest alone; the shorter vector, or the mean of both. Faulty scales:
 * none, the size along another axis, the next power of two, or no depth.
 */
const SCALES: readonly OtherVectors[] = [
  each((vector) => vector.map((x, axis) => (axis === 0 ? x : 0))),
  each((vector) => {
    const least = Math.min(...vector.map(Math.abs));
    return vector.map((_, axis) => (axis === 0 ? least : 0));
  }),
  ([x, y]) => (lengthOf(x) < lengthOf(y) ? [x, x] : [y, y]),
  ([x, y]) => {
    const [a, b] = [x, y].toSorted((one, other) => lengthOf(other) - lengthOf(one));
    return [lengthOf(a) === 0 ? a : times(a, (1 + lengthOf(b) / lengthOf(a)) / 2), b];
  },
  rescaled(() => 1),
  rescaled((_, __, [width]) => width),
  rescaled((scale) => 2 ** Math.ceil(Math.log2(scale))),
  rescaled((scale, axis) => (axis === 2 ? 0 : scale)),
];

const vectorsOf = (fault: Fault, others: readonly OtherVectors[]) =>
  others.map((derivatives) => otherSteps(fault, { derivatives }, isDerived));

/** Samples by other derivatives, scale factors, logarithms, levels or weights of levels. */
export const OTHER_LODS: readonly Hypothesis[] = [
  ...STEPS,
  ...vectorsOf('lod-unit/derivatives', DIRECTIONS),
  ...vectorsOf('lod-unit/scale-factor', SCALES),
];
