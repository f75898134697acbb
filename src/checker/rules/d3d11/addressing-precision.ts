import { d3d11Instruction } from '../../../../rtl-model/state/d3d11-instruction.ts';
import type { Finding, Plot } from '../../rule.ts';
import { addressed, LINEAR, POINT, TRILINEAR } from '../../probes/filters.ts';
import { DIRECTED, EXHAUSTIVE } from '../../probes/measurement.ts';
import { askCases, type Question, stepOf } from '../../probes/question.ts';
import type { FillLane } from '../../probes/lane-batch.ts';
import { texelImage } from '../../probes/texel-image.ts';
import { witnessFields } from '../../probes/witness-fields.ts';
import { d3d11Rule } from './d3d11-rule.ts';

const SAMPLE_L = d3d11Instruction('sample_l');
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

export const COORDINATE_RANGE = d3d11Rule({
  section: '7.18.16.1',
  name: 'coordinate-range',
  title: 'Texels are selected over a range of 2^16 around 0',
  limit: '2^15 texels to either side after scaling',
  method:
    'point samples at both ends of every texel, and around every power of two, of a mirrored axis of 16384 numbered ' +
    'texels, which its range reduction leaves at -32768 to 32767',
  unit: 'texels',
  *check(subject, _profile, effort) {
    const texels = rangeTexels(effort === 'full' ? 1 : 61);
    const image = texelImage('r32_sfloat', { width: LARGEST, height: 1 }, ({ i }) => [i]);
    let reached = HALF_RANGE;
    let witness: Finding['witness'] = null;
    // 2^-8 from each of a texel's edges, inside: float32 holds both up to 2 sizes.
    const place = (n: number) => texels[n >> 1] + (n % 2 === 0 ? 1 / 256 : 255 / 256);
    yield* askCases(
      subject,
      { image, sampler: { ...POINT, ...addressed('mirrored_repeat') }, instruction: SAMPLE_L },
      2 * texels.length,
      (batch, lane, n) => {
        batch.s[lane] = place(n) / LARGEST;
        batch.t[lane] = 0.5;
      },
      (result, at, n) => {
        const t = texels[n >> 1];
        const mirrored = t < 0 ? -t - 1 : t;
        const expected = mirrored < LARGEST ? mirrored : 2 * LARGEST - 1 - mirrored;
        if (result[at] === expected || witness !== null) return;
        reached = Math.abs(place(n));
        witness = {
          inputs: witnessFields({ width: LARGEST, addressModeU: 'mirrored_repeat', s: place(n) / LARGEST }),
          raw: { fxpScaledU: `${place(n) * 256} (16.8)` },
          expected: `texel ${expected}`,
          got: `texel ${result[at]}`,
        };
      },
    );
    const cases = { tried: 2 * texels.length, ...DIRECTED };
    const pass = witness === null;
    return { pass, required: HALF_RANGE, measured: reached, margin: reached - HALF_RANGE, witness, cases };
  },
});

/** Steps of a unit that are looked at: what is finer counts as this. */
const FINEST_BITS = 12;
const REQUIRED_BITS = 8;

/**
 * Fraction bits of what a ramp from 0 to 1 returns, by its largest step: n bits step by 2^-n.
 *
 * @param fill sets the coordinate or LOD of a lane to a fraction of a unit
 */
function* fractionBits(
  steps: readonly { readonly question: Parameters<typeof askCases>[1]; readonly input: string }[],
  subject: Parameters<typeof askCases>[0],
  fill: (...args: [...Parameters<FillLane>, fraction: number]) => void,
): Generator<number, Finding> {
  const count = 2 ** FINEST_BITS + 1;
  let largest = 0;
  let witness: Finding['witness'] = null;
  const plots: Plot[] = [];
  for (const [step, { question, input }] of steps.entries()) {
    const points: (readonly [number, number])[] = [];
    const asked = askCases(
      subject,
      question,
      count,
      (batch, lane, n) => fill(batch, lane, n, n / (count - 1)),
      (result, at, n) => points.push([n / (count - 1), result[at]]),
    );
    yield* stepOf(step, steps.length, asked);
    points.forEach(([x, y], n) => {
      const grown = n === 0 ? 0 : y - points[n - 1][1];
      if (Math.abs(grown) <= largest) return;
      largest = Math.abs(grown);
      witness = {
        inputs: witnessFields({ [input]: x, before: points[n - 1][0] }),
        raw: {},
        expected: `a step of 2^-${REQUIRED_BITS} at most`,
        got: `${points[n - 1][1]}, then ${y}`,
      };
    });
    plots.push({ title: `Result over the ${input}`, x: input, y: 'weight', series: [{ name: 'measured', points }] });
  }
  const measured = largest > 0 ? Math.min(FINEST_BITS, -Math.log2(largest)) : 0;
  return {
    pass: measured >= REQUIRED_BITS,
    required: REQUIRED_BITS,
    measured,
    margin: measured - REQUIRED_BITS,
    witness,
    cases: { tried: count * steps.length, ...EXHAUSTIVE },
    plots,
  };
}

export const SUBTEXEL_BITS = d3d11Rule({
  section: '7.18.16.1',
  name: 'subtexel-bits',
  title: 'Coordinates have at least 8 fraction bits',
  limit: '8 bits: the weight steps by 2^-8 at most from one texel to the next',
  method:
    'linear samples at every 2^-12 between a texel of 0 and one of 1, in float32, along u and along v; the largest step counts',
  unit: 'bits',
  *check(subject) {
    const steps = [0, 1].map((axis) => {
      const shape = axis === 0 ? { width: 2, height: 1 } : { width: 1, height: 2 };
      const image = texelImage('r32_sfloat', shape, ({ i, j }) => [i + j]);
      const question: Question = {
        image,
        sampler: { ...LINEAR, ...addressed('clamp_to_edge') },
        instruction: SAMPLE_L,
      };
      return { question, input: axis === 0 ? 'scaledU - 0.5' : 'scaledV - 0.5' };
    });
    // Half of the range along each axis: the other one has a single texel.
    return yield* fractionBits(steps, subject, (batch, lane, _, fraction) => {
      batch.s[lane] = (fraction + 0.5) / 2;
      batch.t[lane] = (fraction + 0.5) / 2;
    });
  },
});

export const LOD_BITS = d3d11Rule({
  section: '7.18.16.1',
  name: 'lod-bits',
  title: 'The LOD has at least 8 fraction bits',
  limit: '8 bits: the weight of the second level steps by 2^-8 at most from one level to the next',
  method: 'trilinear samples at every 2^-12 between a level of 0 and one of 1, in float32; the largest step counts',
  unit: 'bits',
  *check(subject) {
    const image = texelImage('r32_sfloat', { width: 2, height: 2, levels: 2 }, ({ level }) => [level]);
    const question: Question = { image, sampler: TRILINEAR, instruction: SAMPLE_L };
    return yield* fractionBits([{ question, input: 'LOD' }], subject, (batch, lane, _, fraction) => {
      batch.lod[lane] = fraction;
    });
  },
});
