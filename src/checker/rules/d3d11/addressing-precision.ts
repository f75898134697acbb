import { type Finding, type Progress, verdictOf, type Witness } from '../../rule.ts';
import { addressed, LINEAR, POINT, SAMPLE_L, TRILINEAR } from '../../probes/states.ts';
import { atLeast, DIRECTED, EXHAUSTIVE, type PlottedPoint, plotOf } from '../../probes/measurement.ts';
import { type Question, type Operands, type Requests, askSteps, witnessOf } from '../../probes/requests.ts';
import { numberedLevels, texelImage } from '../../probes/texel-image.ts';
import { d3d11Rule } from '../kinds/specification-rule.ts';
import { imageAlong, coordinatesAlong } from '../../probes/image-axes.ts';
import type { Subject } from '../../subject.ts';

/** Half of the range that is centred around 0, in texels. */
const HALF_RANGE = 2 ** 15;
/** The largest axis that every implementation has (7.18.4). */
const LARGEST = 16_384;

/** Texel numbers from the end of the range inward: the ends, powers of two and what is beside them, and a stride. */
function rangeTexels(stride: number): readonly number[] {
  const texels = new Set<number>();
  for (let t = -HALF_RANGE; t < HALF_RANGE; t += stride) texels.add(t);
  for (let e = 0; e <= 15; e++) {
    for (const t of [-(2 ** e) - 1, -(2 ** e), -(2 ** e) + 1, 2 ** e - 2, 2 ** e - 1, 2 ** e]) {
      if (t >= -HALF_RANGE && t < HALF_RANGE) texels.add(t);
    }
  }
  return [...texels].sort((a, b) => Math.abs(a) - Math.abs(b));
}

export const COORDINATE_RANGE = d3d11Rule('7.18.16.1/coordinate-range', {
  title: 'Texels are selected over a range of 2^16 around 0',
  limit: '2^15 texels to either side after scaling',
  method:
    'point samples at both ends of every texel, and around every power of two, of a mirrored axis of 16384 numbered ' +
    'texels, which its range reduction leaves at -32768 to 32767',
  unit: 'texels',
  *check(subject, _profile, effort) {
    const texels = rangeTexels(effort === 'full' ? 1 : 61);
    const image = texelImage('r32_sfloat', { width: LARGEST, height: 1 }, ({ i }) => [i]);
    // 2^-8 from each of a texel's edges, inside: float32 holds both up to 2 sizes.
    const place = (n: number) => texels[n >> 1] + (n % 2 === 0 ? 1 / 256 : 255 / 256);
    const step: Requests = {
      image,
      sampler: { ...POINT, ...addressed('mirrored_repeat') },
      instruction: SAMPLE_L,
      count: 2 * texels.length,
      operands: (n) => ({ s: place(n) / LARGEST, t: 0.5 }),
    };
    let [reached, witness]: [number, Witness | null] = [HALF_RANGE, null];
    yield* askSteps(subject, [step], ([got], n) => {
      const t = texels[n >> 1];
      const mirrored = t < 0 ? -t - 1 : t;
      const expected = mirrored < LARGEST ? mirrored : 2 * LARGEST - 1 - mirrored;
      if (got === expected || witness !== null) return;
      reached = Math.abs(place(n));
      witness = witnessOf(step, n, `texel ${expected}`, `texel ${got}`, { fxpScaledU: `${place(n) * 256} (16.8)` });
    });
    // The first texel beyond may lie on the end of the range itself.
    const found = atLeast(HALF_RANGE, reached, { witness, cases: { tried: 2 * texels.length, ...DIRECTED } });
    return { ...found, verdict: verdictOf(witness === null) };
  },
});

/** The most fraction bits that are measured: finer steps count as these. */
const FINEST_BITS = 12;
const REQUIRED_BITS = 8;

/** A ramp from 0 to 1 over a coordinate or LOD; `operands` sets it to a fraction of a unit. */
interface Ramp extends Question {
  readonly input: string;
  readonly operands: (fraction: number) => Operands;
}

/** Fraction bits of ramp results, by their largest step: n bits step by 2^-n. */
function* fractionBits(subject: Subject, ramps: readonly Ramp[]): Generator<Progress, Finding> {
  const count = 2 ** FINEST_BITS + 1;
  const fraction = (n: number) => n / (count - 1);
  const steps = ramps.map((ramp) => ({
    ...ramp,
    count,
    operands: (n: number) => ramp.operands(fraction(n)),
    points: [] as PlottedPoint[],
  }));
  let [largest, witness]: [number, Witness | null] = [0, null];
  yield* askSteps(subject, steps, ([got], n, step) => {
    const before = n === 0 ? got : step.points[n - 1][1];
    step.points.push([fraction(n), got]);
    if (Math.abs(got - before) <= largest) return;
    largest = Math.abs(got - before);
    witness = witnessOf(step, n, `a step of 2^-${REQUIRED_BITS} at most`, `${before}, then ${got}`);
  });
  const measured = largest > 0 ? Math.min(FINEST_BITS, -Math.log2(largest)) : 0;
  return atLeast(REQUIRED_BITS, measured, {
    witness,
    cases: { tried: count * steps.length, ...EXHAUSTIVE },
    plots: steps.map(({ input, points }) =>
      plotOf({ title: `Result over the ${input}`, x: input, y: 'weight' }, { measured: points }),
    ),
  });
}

export const SUBTEXEL_BITS = d3d11Rule('7.18.16.1/subtexel-bits', {
  title: 'Coordinates have at least 8 fraction bits',
  limit: '8 bits: the weight steps by 2^-8 at most from one texel to the next',
  method:
    'linear samples at every 2^-12 between a texel of 0 and one of 1, in float32, along u and along v; the largest step counts',
  unit: 'bits',
  check(subject) {
    const ramps = ([0, 1] as const).map((axis) => ({
      image: imageAlong({ type: '2d', axis }, 2, (index) => index),
      sampler: { ...LINEAR, ...addressed('clamp_to_edge') },
      instruction: SAMPLE_L,
      input: axis === 0 ? 'scaledU - 0.5' : 'scaledV - 0.5',
      operands: (fraction: number) => coordinatesAlong({ axis }, (fraction + 0.5) / 2),
    }));
    return fractionBits(subject, ramps);
  },
});

export const LOD_BITS = d3d11Rule('7.18.16.1/lod-bits', {
  title: 'The LOD has at least 8 fraction bits',
  limit: '8 bits: the weight of the second level steps by 2^-8 at most from one level to the next',
  method: 'trilinear samples at every 2^-12 between a level of 0 and one of 1, in float32; the largest step counts',
  unit: 'bits',
  check(subject) {
    const ramp = {
      image: numberedLevels({ width: 2, height: 2, levels: 2 }),
      sampler: TRILINEAR,
      instruction: SAMPLE_L,
      input: 'LOD',
      operands: (lod: number) => ({ lod }),
    };
    return fractionBits(subject, [ramp]);
  },
});

export const ADDRESSING_PRECISION_RULES = [COORDINATE_RANGE, SUBTEXEL_BITS, LOD_BITS];
