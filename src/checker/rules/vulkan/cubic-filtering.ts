import type { SpecificationText } from '../../../../rtl-model/design/design.ts';
import { CUBIC_WEIGHTS, type CubicWeights, type Sampler } from '../../../../rtl-model/state/sampler.ts';
import { cubicWeight, cubicWeights } from '../../../specification/filtering/cubic.ts';
import { type ClimbStep, nearbyInteger } from '../../probes/climb.ts';
import { addressed, EXPLICIT_LOD } from '../../probes/states.ts';
import { EXHAUSTIVE, seeded } from '../../probes/measurement.ts';
import { coordinatesAlong } from '../../probes/image-axes.ts';
import type { AddError, MeasuredStep } from '../../probes/requests.ts';
import { SeededBits } from '../../../platform/seeded-bits.ts';
import { texelImage } from '../../probes/texel-image.ts';
import { measuredByVulkan } from '../kinds/specification-rule.ts';

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

const CUBIC_WEIGHT_CURVES = measuredByVulkan('Texel Cubic Filtering/weights', {
  title: 'Cubic weights are those of the printed matrices',
  limit: '1 ULP of the format that is filtered (8 bits: 1 / 255) at every division of the subtexel grid',
  method:
    'all positions of the claimed subTexelPrecisionBits over a texel, 4 texels of r8g8b8a8_unorm with 1 in a component each, ' +
    'all 4 matrices, along u, v (2D) and w (3D)',
  unit: 'ULP',
  atMost: 1,
  chosen: EXHAUSTIVE,
  plot: { title: 'Catmull-Rom weights over the fraction', x: 'alpha', y: 'weight' },
  steps({ profile: { text }, limits, curve }) {
    const grid = 2 ** limits.subTexelPrecisionBits;
    return CUBIC_WEIGHTS.flatMap((weights, k) =>
      [0, 1, 2].map((axis): MeasuredStep => {
        const [width, height, depth] = [0, 1, 2].map((a) => (a === axis ? TAPS : 1));
        const shape = { type: (['1d', '2d', '3d'] as const)[axis], width, height, depth };
        // The weights of the other axes fall on one texel: they count by their sum there.
        const others = cubicWeights(weights, 0, text).reduce((sum, weight) => sum + weight) ** axis;
        return {
          image: texelImage('r8g8b8a8_unorm', shape, ({ i, j, k: slice }) =>
            [0, 1, 2, 3].map((c) => (c === [i, j, slice][axis] ? 255 : 0)),
          ),
          sampler: cubic(weights),
          instruction: EXPLICIT_LOD,
          count: grid,
          operands: (n) => coordinatesAlong({ axis }, coordinate(n / grid)),
          measure(color, n, off) {
            for (const [tap, got] of color.entries()) {
              const expected = cubicWeight(weights, tap, n / grid, text) * others;
              if (k + axis === 0) curve(`weight of texel ${tap}`).push([n / grid, got]);
              off(Math.abs(got - expected) * 255, () => {
                const raw = { alpha: `${n} / ${grid}`, texel: String(tap) };
                return [`weight ${expected}`, `weight ${got}`, raw];
              });
            }
          },
        };
      }),
    );
  },
});

/** Fractions along u and v, in divisions of the claimed grid. */
type CubicPlace = readonly [alpha: number, beta: number];

const CUBIC_PRODUCTS = measuredByVulkan('Texel Cubic Filtering/weight-products', {
  title: 'Cubic filtering weights each of 16 texels by the product of its weights',
  limit:
    '1 ULP of the format (8 bits: 1 / 255) for the weight of each axis: 2 ULP of w_i w_j, for no weight is above 1',
  method:
    '256 positions of 4 fraction bits each way, a texel of 1 among 4x4 in turn, all 4 matrices; the worst climb on the grid of ' +
    'the claimed subTexelPrecisionBits',
  unit: 'ULP',
  atMost: 2,
  chosen: seeded(SEED),
  climbs({ profile: { text }, limits, bits }) {
    const grid = 2 ** limits.subTexelPrecisionBits;
    const cases = Array.from({ length: POSITIONS ** 2 }, (_, n): CubicPlace => {
      return [n % POSITIONS, Math.floor(n / POSITIONS)].map((k) => (k * grid) / POSITIONS) as unknown as CubicPlace;
    });
    return CUBIC_WEIGHTS.flatMap((weights) =>
      [0, 1, 2, 3].map((row): ClimbStep<CubicPlace> => ({
        image: texelImage('r8g8b8a8_unorm', { width: TAPS, height: TAPS }, ({ i, j }) =>
          [0, 1, 2, 3].map((c) => (c === i && j === row ? 255 : 0)),
        ),
        sampler: cubic(weights),
        instruction: EXPLICIT_LOD,
        cases,
        nearby: (from) => from.map((k) => nearbyInteger(k, grid - 1, bits)) as unknown as CubicPlace,
        operands: ([a, b]) => ({ s: coordinate(a / grid), t: coordinate(b / grid) }),
        measure(color, [a, b], off) {
          const expected = [0, 1, 2, 3].map(
            (tap) => cubicWeight(weights, tap, a / grid, text) * cubicWeight(weights, row, b / grid, text),
          );
          off(Math.max(...expected.map((weight, tap) => Math.abs(color[tap] - weight) * 255)), () => [
            `weights ${expected.join(' ')}`,
            `weights ${color.join(' ')}`,
            { alpha: `${a} / ${grid}`, beta: `${b} / ${grid}`, row: String(row) },
          ]);
        },
      })),
    );
  },
});

/** The error that a weight may have: smaller weights may be taken for 0. */
const NEGLIGIBLE = 1 / 255;

/** A row of texels and the weights that they are filtered with. */
interface CubicRow {
  readonly texels: readonly number[];
  readonly weights: CubicWeights;
  readonly text: SpecificationText;
}

/** Texels of a row whose weights are not 0, or not even negligible. */
function takenTexels({ texels, weights, text }: CubicRow, alpha: number, above = 0): readonly number[] {
  return texels.filter((_, n) => Math.abs(cubicWeight(weights, n, alpha, text)) > above);
}

function seededRows(count: number): readonly (readonly number[])[] {
  const bits = new SeededBits(SEED);
  return Array.from({ length: count }, () => [0, 1, 2, 3].map(() => bits.pick([0, 255, bits.below(256)])));
}

/** Rows of texels at all positions of 4 fraction bits, filtered with all weights. */
function rowSteps(
  reductionMode: Sampler['reductionMode'],
  text: SpecificationText,
  measure: (got: number, alpha: number, row: CubicRow, off: AddError) => void,
): readonly MeasuredStep[] {
  return CUBIC_WEIGHTS.flatMap((weights) =>
    seededRows(32).map((texels) => ({
      image: texelImage('r8_unorm', { type: '1d', width: TAPS, height: 1 }, ({ i }) => [texels[i]]),
      sampler: { ...cubic(weights), reductionMode },
      instruction: EXPLICIT_LOD,
      count: POSITIONS,
      operands: (n) => ({ s: coordinate(n / POSITIONS) }),
      measure: ([got], n, off) => measure(got, n / POSITIONS, { texels, weights, text }, off),
    })),
  );
}

const CUBIC_REDUCTION = measuredByVulkan('Texel Cubic Filtering/reduction', {
  title: 'Reduction min and max of cubic filtering is that of the texels with non-zero weights',
  limit:
    'the minimum and the maximum of the texels whose weights are not 0, of which those below 1 ULP of the format, the ' +
    'precision of a weight, may be left out',
  method: 'all positions of 4 fraction bits over a texel, 32 seeded rows of 4 texels of 8 bits, all 4 matrices',
  unit: 'cases',
  chosen: seeded(SEED),
  steps: ({ profile: { text } }) =>
    (['min', 'max'] as const).flatMap((mode) =>
      rowSteps(mode, text, (got, alpha, row, off) => {
        const sure = Math[mode](...takenTexels(row, alpha, NEGLIGIBLE));
        const allowed = takenTexels(row, alpha).filter((code) => Math[mode](code, sure) === code);
        off(Number(!allowed.includes(Math.round(got * 255))), () => {
          const raw = { texels: row.texels.join(' ') };
          return [`code ${allowed.join(' or ')}`, `code ${got * 255}`, raw];
        });
      }),
    ),
});

const CUBIC_RANGE_CLAMP = measuredByVulkan('Texel Range Clamp/range', {
  title: 'The range clamp holds the average to the texels with non-zero weights',
  limit: 'within their minimum and maximum',
  method: 'all positions of 4 fraction bits over a texel, 32 seeded rows of 4 texels of 8 bits, all 4 matrices',
  unit: 'value',
  chosen: seeded(SEED),
  steps: ({ profile: { text } }) =>
    rowSteps('weighted_average_rangeclamp', text, (got, alpha, row, off) => {
      const taken = takenTexels(row, alpha).map((code) => Math.fround(code / 255));
      const [low, high] = [Math.min(...taken), Math.max(...taken)];
      off(Math.max(0, low - got, got - high), () => [`${low} to ${high}`, got, { texels: row.texels.join(' ') }]);
    }),
});

export const CUBIC_RULES = [CUBIC_WEIGHT_CURVES, CUBIC_PRODUCTS, CUBIC_REDUCTION, CUBIC_RANGE_CLAMP];
