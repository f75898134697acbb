import { CUBIC_WEIGHTS, type CubicWeights, type Sampler } from '../../../../rtl-model/state/sampler.ts';
import { cubicWeight, cubicWeights } from '../../../specification/filtering/cubic.ts';
import { climb, judgeOf, nearbyInteger } from '../../probes/climb.ts';
import { addressed } from '../../probes/filters.ts';
import { Measurement, EXHAUSTIVE, seeded } from '../../probes/measurement.ts';
import { coordinatesAlong } from '../../probes/image-axes.ts';
import { stepOf } from '../../probes/question.ts';
import { askRequests, requestFields, type Requests } from '../../probes/requests.ts';
import { SeededBits } from '../../probes/seeded-bits.ts';
import { EXPLICIT_LOD } from '../../probes/spirv-instructions.ts';
import { texelImage } from '../../probes/texel-image.ts';
import { witnessFields } from '../../probes/witness-fields.ts';
import type { Rule } from '../../rule.ts';
import { vulkanRule } from './vulkan-rule.ts';

const SECTION = 'Texel Cubic Filtering';
const SEED = 0x7c1b;
const TAPS = 4;
/** Positions over a texel: 4 fraction bits, the coarsest grid that Vulkan allows. */
const POSITIONS = 16;

function cubic(cubicWeights: CubicWeights): Partial<Sampler> {
  return { ...addressed('repeat'), magFilter: 'cubic', minFilter: 'cubic', mipmapMode: 'nearest', cubicWeights };
}

/** The normalized coordinate at which u - 1/2 is 1 + alpha, so that i_0 is texel 0. */
function coordinate(alpha: number): number {
  return (1.5 + alpha) / TAPS;
}

export const CUBIC_WEIGHT_CURVES = vulkanRule({
  section: SECTION,
  name: 'weights',
  title: 'Cubic weights are those of the printed matrices',
  limit: '1 ULP of the format that is filtered (8 bits: 1 / 255) at every division of the subtexel grid',
  method:
    'all positions of the claimed subTexelPrecisionBits over a texel, 4 texels of r8g8b8a8_unorm with 1 in a component each, ' +
    'all 4 matrices, along u, v (2D) and w (3D)',
  unit: 'ULP',
  *check(subject) {
    const off = new Measurement();
    const grid = 2 ** subject.design.limits.subTexelPrecisionBits;
    const steps = CUBIC_WEIGHTS.flatMap((weights) => [0, 1, 2].map((axis) => ({ weights, axis })));
    const curves = [0, 1, 2, 3].map((n) => ({
      name: `weight of texel ${n}`,
      points: [] as (readonly [number, number])[],
    }));
    for (const [step, { weights, axis }] of steps.entries()) {
      const sizes = [0, 1, 2].map((a) => (a === axis ? TAPS : 1));
      const shape = { type: (['1d', '2d', '3d'] as const)[axis], width: sizes[0], height: sizes[1], depth: sizes[2] };
      const requests: Requests = {
        image: texelImage('r8g8b8a8_unorm', shape, ({ i, j, k }) =>
          [0, 1, 2, 3].map((c) => (c === [i, j, k][axis] ? 255 : 0)),
        ),
        sampler: cubic(weights),
        instruction: EXPLICIT_LOD,
        count: grid,
        operands: (n) => coordinatesAlong({ axis }, coordinate(n / grid)),
      };
      // The weights of the other axes fall on one texel: they count by their sum there.
      const others = cubicWeights(weights, 0).reduce((sum, weight) => sum + weight) ** axis;
      const cases = askRequests(subject, requests, (result, at, n) => {
        for (let tap = 0; tap < TAPS; tap++) {
          const expected = cubicWeight(weights, tap, n / grid) * others;
          if (step === 0) curves[tap].points.push([n / grid, result[at + tap]]);
          off.add(Math.abs(result[at + tap] - expected) * 255, () => ({
            inputs: requestFields(requests, requests.operands(n)),
            raw: { alpha: `${n} / ${grid}`, texel: String(tap) },
            expected: `weight ${expected}`,
            got: `weight ${result[at + tap]}`,
          }));
        }
      });
      yield* stepOf(step, steps.length, cases);
    }
    const plot = { title: 'Catmull-Rom weights over the fraction', x: 'alpha', y: 'weight', series: curves };
    return off.atMost(1, EXHAUSTIVE, [plot]);
  },
});

/** Fractions along u and v, in divisions of the claimed grid. */
type CubicPlace = readonly [alpha: number, beta: number];

export const CUBIC_PRODUCTS = vulkanRule({
  section: SECTION,
  name: 'weight-products',
  title: 'Cubic filtering weights each of 16 texels by the product of its weights',
  limit:
    '1 ULP of the format (8 bits: 1 / 255) for the weight of each axis: 2 ULP of w_i w_j, for no weight is above 1',
  method:
    '256 positions of 4 fraction bits each way, a texel of 1 among 4x4 in turn, all 4 matrices; the worst climb on the grid of ' +
    'the claimed subTexelPrecisionBits',
  unit: 'ULP',
  *check(subject, _profile, effort) {
    const off = new Measurement();
    const bits = new SeededBits(SEED);
    const grid = 2 ** subject.design.limits.subTexelPrecisionBits;
    const first = Array.from({ length: POSITIONS ** 2 }, (_, n): CubicPlace => {
      return [n % POSITIONS, Math.floor(n / POSITIONS)].map((k) => (k * grid) / POSITIONS) as unknown as CubicPlace;
    });
    const steps = CUBIC_WEIGHTS.flatMap((weights) => [0, 1, 2, 3].map((row) => ({ weights, row })));
    for (const [step, { weights, row }] of steps.entries()) {
      const image = texelImage('r8g8b8a8_unorm', { width: TAPS, height: TAPS }, ({ i, j }) =>
        [0, 1, 2, 3].map((c) => (c === i && j === row ? 255 : 0)),
      );
      const judge = judgeOf(
        subject,
        { image, sampler: cubic(weights), instruction: EXPLICIT_LOD },
        (batch, lane, [a, b]: CubicPlace) => {
          batch.s[lane] = coordinate(a / grid);
          batch.t[lane] = coordinate(b / grid);
        },
        (result, at, [a, b]) => {
          let worst = 0;
          for (let tap = 0; tap < TAPS; tap++) {
            const expected = cubicWeight(weights, tap, a / grid) * cubicWeight(weights, row, b / grid);
            const error = Math.abs(result[at + tap] - expected) * 255;
            worst = Math.max(worst, error);
            off.add(error, () => ({
              inputs: witnessFields({ cubicWeights: weights, s: coordinate(a / grid), t: coordinate(b / grid) }),
              raw: { alpha: `${a} / ${grid}`, beta: `${b} / ${grid}`, texel: `${tap}, ${row}` },
              expected: `weight ${expected}`,
              got: `weight ${result[at + tap]}`,
            }));
          }
          return worst;
        },
      );
      const nearby = (from: CubicPlace) => from.map((k) => nearbyInteger(k, grid - 1, bits)) as unknown as CubicPlace;
      yield* stepOf(step, steps.length, climb(first, judge, nearby, bits, effort === 'full' ? 16 : 2));
    }
    return off.atMost(2, seeded(SEED));
  },
});

/** The error that a weight may have: smaller weights may be taken for 0. */
const NEGLIGIBLE = 1 / 255;

/** Texels of one axis whose weights are not 0, or not even negligible. */
function takenTexels(texels: readonly number[], weights: CubicWeights, alpha: number, above = 0): readonly number[] {
  return texels.filter((_, n) => Math.abs(cubicWeight(weights, n, alpha)) > above);
}

function seededRows(count: number): readonly (readonly number[])[] {
  const bits = new SeededBits(SEED);
  return Array.from({ length: count }, () => [0, 1, 2, 3].map(() => bits.pick([0, 255, bits.below(256)])));
}

/** A row of texels at all positions of 4 fraction bits. */
function rowRequests(
  texels: readonly number[],
  weights: CubicWeights,
  reductionMode: Sampler['reductionMode'],
): Requests {
  return {
    image: texelImage('r8_unorm', { type: '1d', width: TAPS, height: 1 }, ({ i }) => [texels[i]]),
    sampler: { ...cubic(weights), reductionMode },
    instruction: EXPLICIT_LOD,
    count: POSITIONS,
    operands: (n) => ({ s: coordinate(n / POSITIONS) }),
  };
}

export const CUBIC_REDUCTION = vulkanRule({
  section: SECTION,
  name: 'reduction',
  title: 'Reduction min and max of cubic filtering is that of the texels with non-zero weights',
  limit:
    'the minimum and the maximum of the texels whose weights are not 0, of which those below 1 ULP of the format, the ' +
    'precision of a weight, may be left out',
  method: 'all positions of 4 fraction bits over a texel, 32 seeded rows of 4 texels of 8 bits, all 4 matrices',
  unit: 'cases',
  *check(subject) {
    const wrong = new Measurement();
    const steps = (['min', 'max'] as const).flatMap((reductionMode) =>
      CUBIC_WEIGHTS.flatMap((weights) => seededRows(32).map((texels) => ({ reductionMode, weights, texels }))),
    );
    for (const [step, { reductionMode, weights, texels }] of steps.entries()) {
      const reduce = Math[reductionMode];
      const requests = rowRequests(texels, weights, reductionMode);
      const cases = askRequests(subject, requests, (result, at, n) => {
        const alpha = n / POSITIONS;
        const sure = reduce(...takenTexels(texels, weights, alpha, NEGLIGIBLE));
        const allowed = takenTexels(texels, weights, alpha).filter((code) => reduce(code, sure) === code);
        wrong.judge(allowed.includes(Math.round(result[at] * 255)), () => ({
          inputs: requestFields(requests, requests.operands(n)),
          raw: { texels: texels.join(' '), alpha: `${n} / ${POSITIONS}` },
          expected: `code ${allowed.join(' or ')}`,
          got: `code ${result[at] * 255}`,
        }));
      });
      yield* stepOf(step, steps.length, cases);
    }
    return wrong.atMost(0, seeded(SEED));
  },
});

export const CUBIC_RANGE_CLAMP = vulkanRule({
  section: 'Texel Range Clamp',
  name: 'range',
  title: 'The range clamp holds the average to the texels with non-zero weights',
  limit: 'within their minimum and maximum',
  method: 'all positions of 4 fraction bits over a texel, 32 seeded rows of 4 texels of 8 bits, all 4 matrices',
  unit: 'value',
  *check(subject) {
    const off = new Measurement();
    const steps = CUBIC_WEIGHTS.flatMap((weights) => seededRows(32).map((texels) => ({ weights, texels })));
    for (const [step, { weights, texels }] of steps.entries()) {
      const requests = rowRequests(texels, weights, 'weighted_average_rangeclamp');
      const cases = askRequests(subject, requests, (result, at, n) => {
        const taken = takenTexels(texels, weights, n / POSITIONS).map((code) => Math.fround(code / 255));
        const [low, high] = [Math.min(...taken), Math.max(...taken)];
        off.add(Math.max(0, low - result[at], result[at] - high), () => ({
          inputs: requestFields(requests, requests.operands(n)),
          raw: { texels: texels.join(' ') },
          expected: `${low} to ${high}`,
          got: String(result[at]),
        }));
      });
      yield* stepOf(step, steps.length, cases);
    }
    return off.atMost(0, seeded(SEED));
  },
});

/** Vulkan: Texel Cubic Filtering, Texel Range Clamp. */
export const CUBIC_RULES: readonly Rule[] = [CUBIC_WEIGHT_CURVES, CUBIC_PRODUCTS, CUBIC_REDUCTION, CUBIC_RANGE_CLAMP];
