import { climb, type Judge, nearbyFloat } from '../../../probes/climb.ts';
import { type PlottedPoint, seeded } from '../../../probes/measurement.ts';
import {
  derivativeFields,
  type Dimensions,
  LOD_METHODS,
  type LodMethod,
  heldLod,
  measureLods,
  type TexelDerivatives,
} from '../../../probes/measured-lod.ts';
import { caseWitness, stepOf } from '../../../probes/requests.ts';
import type { Effort, Progress } from '../../../rule.ts';
import type { Subject } from '../../../subject.ts';
import { lodAccuracy, measuredByVulkan } from '../../kinds/specification-rule.ts';

const TYPES = ['1d', '2d', '3d'] as const;
/** Lengths of derivative vectors in texels: beyond both ends of the levels, and between them. */
const LENGTHS = [2 ** -6, 0.3, 1, 1.37, 3, 5.5, 8, 13.7, 31, 100, 1000];

function axesOf(type: Dimensions): number {
  return Number(type[0]);
}

/** Directions of the first octant of 1, 2 or 3 axes: every `steps`-th of a right angle. */
function directions(type: Dimensions, steps: number): readonly (readonly [number, number, number])[] {
  if (type === '1d') return [[1, 0, 0]];
  const angles = Array.from({ length: steps + 1 }, (_, n) => ((Math.PI / 2) * n) / steps);
  if (type === '2d') return angles.map((angle) => [Math.cos(angle), Math.sin(angle), 0]);
  return angles.flatMap((up) =>
    angles.map((angle) => [Math.cos(up) * Math.cos(angle), Math.cos(up) * Math.sin(angle), Math.sin(up)] as const),
  );
}

/** A bound of f_x over the direction, by the magnitudes along u and v. */
function boundCurve(factor: (u: number, v: number) => number): readonly PlottedPoint[] {
  return directions('2d', 64).map(([u, v], n) => [(90 * n) / 64, factor(u, v)]);
}

const SCALE_FACTOR_BOUNDS = measuredByVulkan('Scale Factor Operation/bounds', {
  title: 'f_x and f_y lie between the largest magnitude and sqrt(2) times the sum',
  limit:
    'log2 max(m_u, m_v, m_w) <= lambda <= log2(sqrt(2) (m_u + m_v + m_w)), beyond which a LOD is at most 2^-mipmapPrecisionBits ' +
    '(the accuracy of the LOD)',
  method:
    'derivatives along x alone and along y alone, of either sign, in 1D, 2D and 3D, all around the angle in 64 steps (16 in ' +
    '3D) and of 11 lengths; lambda of OpImageQueryLod, of samples and of samples with gradients between levels; the worst climb',
  unit: 'LOD',
  atMost: lodAccuracy(1),
  chosen: seeded(0x5cf0),
  plot: { title: 'f_x of a derivative of 1 texel over its direction', x: 'degrees', y: 'f_x' },
  known: { least: boundCurve(Math.max), most: boundCurve((c, s) => Math.SQRT2 * (c + s)) },
  *measure({ subject, effort, bits, off, curve }) {
    const rounds = TYPES.flatMap((type) => LOD_METHODS.flatMap((method) => [0, 3].map((y) => ({ type, method, y }))));
    for (const [k, { type, method, y }] of rounds.entries()) {
      const steps = (type === '2d' ? 64 : 16) / (effort === 'full' ? 1 : 4);
      const cases = directions(type, steps).flatMap((direction) => LENGTHS.map((length) => ({ direction, length })));
      const first = cases.map(({ direction, length }, n) => {
        const d = new Float64Array(6);
        const sign = n % 3 === 2 ? -1 : 1;
        direction.forEach((part, axis) => (d[y + axis] = sign * Math.fround(part * length)));
        return d;
      });
      const judge: Judge<TexelDerivatives> = function* (some) {
        const lods = yield* measureLods(subject, { type, method }, some);
        const errors = lods.map((lod, n) => {
          const magnitudes = Array.from(some[n], Math.abs);
          const sum = magnitudes.reduce((a, b) => a + b);
          const [low, high] = [Math.log2(Math.max(...magnitudes)), Math.log2(Math.SQRT2 * sum)];
          const held = (bound: number) => (method === 'query' ? bound : heldLod(type, bound));
          if (some === first && method === 'query' && type === '2d' && y === 0 && cases[n].length === 8) {
            curve().push([(Math.atan2(magnitudes[1], magnitudes[0]) * 180) / Math.PI, 2 ** lod / 8]);
          }
          const error = Math.max(held(low) - lod, lod - held(high));
          off.add(error, () =>
            caseWitness({ type, method, ...derivativeFields(some[n]) }, `${held(low)} to ${held(high)}`, lod),
          );
          return error;
        });
        return errors;
      };
      const nearby = (from: TexelDerivatives) => from.map((part) => nearbyFloat(part, bits));
      yield* stepOf(k, rounds.length, climb(first, judge, nearby, bits, effort === 'full' ? 8 : 1));
    }
  },
});

/** One magnitude rises from `from` to `to`, geometrically, while the others stay. */
interface Sweep {
  readonly type: Dimensions;
  readonly moving: number;
  readonly resting: readonly number[];
}

const [FROM, TO] = [2 ** -5, 2 ** 5];
const RESTING = [0, 0.6, 5];

/** All sweeps, or those of 2D images alone for quick. */
function sweeps(effort: Effort): readonly Sweep[] {
  return TYPES.filter((type) => effort === 'full' || type === '2d').flatMap((type) =>
    Array.from({ length: 2 * axesOf(type) }, (_, n) => {
      const [screen, axis] = [n % 2, n >> 1];
      return RESTING.filter((rest) => rest === 0 || type !== '1d').map((rest): Sweep => {
        const resting = Array.from({ length: 6 }, (__, d) =>
          Math.floor(d / 3) === screen && d % 3 < axesOf(type) && d % 3 !== axis ? rest : 0,
        );
        return { type, moving: 3 * screen + axis, resting };
      });
    }).flat(),
  );
}

/** The magnitudes of a sweep: 640 geometric steps, or 160 for quick. */
function magnitudesOf(effort: Effort): readonly number[] {
  const steps = effort === 'full' ? 640 : 160;
  return Array.from({ length: steps + 1 }, (_, n) => Math.fround(FROM * (TO / FROM) ** (n / steps)));
}

function derivativesAt({ moving, resting }: Sweep, magnitude: number): Float64Array {
  return Float64Array.from(resting, (rest, n) => (n === moving ? magnitude : rest));
}

/** The LODs of a sweep at the magnitudes, by OpImageQueryLod. */
function lodsAt(subject: Subject, sweep: Sweep, magnitudes: readonly number[], method: LodMethod = 'query') {
  const footprints = magnitudes.map((magnitude) => derivativesAt(sweep, magnitude));
  return measureLods(subject, { type: sweep.type, method }, footprints);
}

function sweepFields(sweep: Sweep, magnitude: number) {
  return { type: sweep.type, method: 'query', ...derivativeFields(derivativesAt(sweep, magnitude)) };
}

const SCALE_FACTOR_MONOTONY = measuredByVulkan('Scale Factor Operation/monotony', {
  title: 'f_x and f_y rise with every magnitude',
  limit:
    'where a magnitude rises lambda does not fall, but for the accuracy of its two values: 2 * 2^-mipmapPrecisionBits at most',
  method:
    'each magnitude from 2^-5 to 2^5 texels in 640 geometric steps (160 for quick) while the others rest at 0, 0.6 or 5 ' +
    'texels, in 1D, 2D and 3D (2D for quick); against the largest lambda before',
  unit: 'LOD',
  atMost: lodAccuracy(2),
  plot: { title: 'LOD over the derivative', x: 'log2 m_ux', y: 'lambda' },
  *measure({ subject, effort, off, curve }) {
    const all = sweeps(effort);
    const magnitudes = magnitudesOf(effort);
    for (const [k, sweep] of all.entries()) {
      const lods = yield* lodsAt(subject, sweep, magnitudes);
      yield k / all.length;
      let largest = -Infinity;
      for (const [n, lod] of lods.entries()) {
        off.add(Math.max(0, largest - lod), () =>
          caseWitness(sweepFields(sweep, magnitudes[n]), `${largest} at least`, lod),
        );
        largest = Math.max(largest, lod);
      }
      if (sweep.type === '2d' && sweep.moving === 0) {
        const points = lods.map((lod, n) => [Math.log2(magnitudes[n]), lod] as const);
        curve(`m_vx = ${sweep.resting[1]}`).push(...points);
      }
    }
  },
});

/** Halvings after which two neighbours of a sweep are neighbouring float32 values. */
const HALVINGS = 24;

/** The step of a sweep that changes lambda the most, as far as it is narrowed down. */
interface Jump {
  readonly sweep: Sweep;
  low: number;
  high: number;
  lowLod: number;
  highLod: number;
}

function* largestJump(subject: Subject, sweep: Sweep, magnitudes: readonly number[]): Generator<Progress, Jump> {
  const lods = yield* lodsAt(subject, sweep, magnitudes);
  let at = 1;
  for (let n = 2; n < lods.length; n++) {
    if (!(Math.abs(lods[n] - lods[n - 1]) <= Math.abs(lods[at] - lods[at - 1]))) at = n;
  }
  return { sweep, low: magnitudes[at - 1], high: magnitudes[at], lowLod: lods[at - 1], highLod: lods[at] };
}

/** Halves each jump towards its larger half; those of one type of image run together. */
function* halve(subject: Subject, type: Dimensions, jumps: readonly Jump[]): Generator<Progress, void> {
  const middles = jumps.map(({ low, high }) => Math.fround((low + high) / 2));
  const footprints = jumps.map(({ sweep }, n) => derivativesAt(sweep, middles[n]));
  const lods = yield* measureLods(subject, { type, method: 'query' }, footprints);
  for (const [n, jump] of jumps.entries()) {
    const lod = lods[n];
    if (middles[n] === jump.low || middles[n] === jump.high) continue;
    if (Math.abs(lod - jump.lowLod) > Math.abs(jump.highLod - lod)) [jump.high, jump.highLod] = [middles[n], lod];
    else [jump.low, jump.lowLod] = [middles[n], lod];
  }
}

const SCALE_FACTOR_CONTINUITY = measuredByVulkan('Scale Factor Operation/continuity', {
  title: 'f_x and f_y are continuous',
  limit:
    'between magnitudes 2^-23 apart, lambda does not step by more than the accuracy of its two values, 2 * 2^-mipmapPrecisionBits',
  method:
    'each magnitude from 2^-5 to 2^5 texels in 640 geometric steps (160 for quick) while the others rest at 0, 0.6 or 5 ' +
    'texels, in 1D, 2D and 3D (2D for quick); the step with the largest change is halved again and again towards its larger half',
  unit: 'LOD',
  atMost: lodAccuracy(2),
  *measure({ subject, effort, off }) {
    const magnitudes = magnitudesOf(effort);
    const all = sweeps(effort);
    for (const [k, type] of TYPES.entries()) {
      const jumps: Jump[] = [];
      for (const sweep of all.filter((some) => some.type === type)) {
        jumps.push(yield* largestJump(subject, sweep, magnitudes));
        yield (k + jumps.length / all.length) / TYPES.length;
      }
      for (let halving = 0; halving < HALVINGS && jumps.length > 0; halving++) {
        yield* stepOf(k, TYPES.length, halve(subject, type, jumps));
      }
      off.tried += (magnitudes.length - 1) * jumps.length;
      for (const { sweep, low, high, lowLod, highLod } of jumps) {
        off.add(Math.abs(highLod - lowLod), () =>
          caseWitness(sweepFields(sweep, high), `${lowLod}, or little more`, highLod, {
            before: `${lowLod} at ${low}`,
          }),
        );
      }
    }
  },
});

const QUERIED_LOD = measuredByVulkan('LOD Query/sampled-lod', {
  title: 'OpImageQueryLod returns the LOD that a sample uses',
  limit:
    "lambda' of the query, held to the levels, is 2^-mipmapPrecisionBits at most from the LOD that the sample shows",
  method:
    'magnitudes from 2^-5 to 2^9 texels in 1D, 2D and 3D (2D for quick), along x and along y, by query and by implicit sampling',
  unit: 'LOD',
  atMost: lodAccuracy(1),
  *measure({ subject, effort, off }) {
    const all = sweeps(effort);
    const magnitudes = Array.from({ length: 225 }, (_, n) => Math.fround(2 ** (n / 16 - 5)));
    for (const [k, sweep] of all.entries()) {
      const queried = yield* lodsAt(subject, sweep, magnitudes);
      const sampled = yield* lodsAt(subject, sweep, magnitudes, 'implicit');
      for (const [n, lod] of sampled.entries()) {
        const held = heldLod(sweep.type, queried[n]);
        off.add(Math.abs(lod - held), () => caseWitness(sweepFields(sweep, magnitudes[n]), held, lod));
      }
      yield (k + 1) / all.length;
    }
  },
});

export const SCALE_FACTOR_RULES = [SCALE_FACTOR_BOUNDS, SCALE_FACTOR_MONOTONY, SCALE_FACTOR_CONTINUITY, QUERIED_LOD];
