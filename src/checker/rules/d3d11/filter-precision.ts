import type { Progress, Rule } from '../../rule.ts';
import {
  exactSum,
  FILTER_SHAPES,
  type FilterLane,
  type FilterShape,
  lerpsOf,
  nearbyLane,
  operationsOf,
  randomLane,
  sampleLanes,
} from '../../probes/filter-lanes.ts';
import { climb, type Nearby } from '../../probes/climb.ts';
import { allForFull, seeded } from '../../probes/measurement.ts';
import { distanceOutside, roundedDistance } from '../../probes/rounded-distance.ts';
import { caseWitness, type MeasuredStep, measureSteps, stepOf } from '../../probes/requests.ts';
import type { SeededBits } from '../../../platform/seeded-bits.ts';
import { measuredByD3d11, type Measuring, type RuleText } from '../kinds/specification-rule.ts';
import { srgbCode, srgbLinear } from '../../../specification/texels/srgb.ts';
import { codeOfOne, componentCode, smallFloat } from '../../../specification/texels/numeric-formats.ts';
import { addressed, LINEAR, SAMPLE_L } from '../../probes/states.ts';
import { storedImage } from '../../probes/texel-image.ts';

/** Samples of an image, a power of two. */
const LANES = 256;

/** A format under test: the random texels, their meaning, and the error of a result. */
interface FilteredFormat {
  readonly name: string;
  readonly draw: (bits: SeededBits) => number;
  /** The least and the greatest meaning of a stored component. */
  readonly meaning: (stored: number, component: number) => readonly [number, number];
  /** Error in the rule's unit, of a result that should be between two weighted sums. */
  readonly error: (got: number, bounds: readonly [number, number], step: FilterStep) => number;
}

interface FilterStep {
  readonly shape: FilterShape;
  readonly component: number;
  /** The largest magnitude that a texel means. */
  readonly largest: number;
}

/**
 * Measures random lanes of some formats, and those that the worst of them climb to.
 *
 * @param rounds of LANES first lanes, and as many of climbing
 */
function* search({ subject, bits, off }: Measuring, formats: readonly FilteredFormat[], rounds: number) {
  const steps = formats.flatMap((format) => FILTER_SHAPES.map((shape) => ({ format, shape })));
  for (const [step, { format, shape }] of steps.entries()) {
    const judge = function* (lanes: readonly FilterLane[]): Generator<Progress, Float64Array> {
      const errors = new Float64Array(lanes.length);
      for (let first = 0; first < lanes.length; first += LANES) {
        const some = lanes.slice(first, first + LANES);
        const result = sampleLanes(subject, format.name, shape, some);
        for (let n = 0; n < 4 * some.length; n++) {
          const [{ stored, weights }, component, got] = [some[n >> 2], n & 3, result[n]];
          const meanings = stored[component].map((texel) => format.meaning(texel, component));
          const sumOf = (end: 0 | 1) => {
            const texels = meanings.map((ends) => ends[end]);
            return exactSum(shape, texels, weights);
          };
          const bounds = [sumOf(0), sumOf(1)] as const;
          const largest = Math.max(...meanings.flat().map(Math.abs));
          const error = format.error(got, bounds, { shape, component, largest });
          errors[first + (n >> 2)] = Math.max(errors[first + (n >> 2)], error);
          off.add(error, () =>
            caseWitness(
              { format: format.name, filter: shape, component: 'rgba'[component] },
              bounds[0] === bounds[1] ? bounds[0] : bounds.join(' to '),
              got,
              { texels: stored[component].join(', '), weights: `${weights.join(', ')} (0.8)` },
            ),
          );
        }
        yield (first + some.length) / lanes.length;
      }
      return errors;
    };
    const lanes = Array.from({ length: rounds * LANES }, () => randomLane(shape, format.draw, bits));
    const nearby: Nearby<FilterLane> = (lane) => nearbyLane(lane, format.draw, bits);
    yield* stepOf(step, steps.length, climb(lanes, judge, nearby, bits, rounds));
  }
}

function filterRule(place: string, text: Omit<RuleText, 'method'>, formats: readonly FilteredFormat[]): Rule {
  return measuredByD3d11(place, {
    ...text,
    method:
      `random texels and weights of 8 bits, bilinear, trilinear and in a volume, from the worst of which a search climbs: ` +
      formats.map(({ name }) => name).join(', '),
    unit: 'ULP',
    atMost: 0.5,
    chosen: seeded(0x7182),
    measure: (measuring) => search(measuring, formats, measuring.effort === 'full' ? 24 : 3),
  });
}

function fixedFormat(name: string, bits: number, type: 'unorm' | 'snorm'): FilteredFormat {
  const one = codeOfOne(type, bits);
  return {
    name,
    draw: (source) => {
      const code = source.pick([0, one, source.below(one + 1), source.below(one + 1)]);
      return type === 'snorm' && source.below(2) === 0 ? 2 ** bits - 1 - code : code;
    },
    meaning: (stored) => {
      const code = componentCode(type, bits, stored);
      return [code, code];
    },
    error: (got, [lower, upper], { shape }) => distanceOutside(got, lower, upper, one) / lerpsOf(shape),
  };
}

export const FIXED_FILTERING = filterRule(
  '7.18.16.2/fixed-filter',
  {
    title: 'Fixed-point formats are filtered with at least their precision',
    limit:
      '0.5 ULP of the format for each lerp, from the exact weighted sum: each may narrow to the nearest of the format ' +
      '(3.2.2), before the result becomes float32',
  },
  [
    fixedFormat('r8g8b8a8_unorm', 8, 'unorm'),
    fixedFormat('r8g8b8a8_snorm', 8, 'snorm'),
    fixedFormat('r16g16b16a16_unorm', 16, 'unorm'),
    fixedFormat('r16g16b16a16_snorm', 16, 'snorm'),
  ],
);

const ALPHA = 3;

/** 3.2.3.7 of code + offset; the ends are exact. */
function linearised(code: number, offset: number): number {
  if (code === 0 || code === 255) return code / 255;
  return srgbLinear((code + offset) / 255);
}

const SRGB: FilteredFormat = {
  name: 'r8g8b8a8_srgb',
  draw: (source) => source.pick([0, 255, source.below(16), source.below(256), source.below(256)]),
  meaning: (code, component) =>
    component === ALPHA ? [code / 255, code / 255] : [linearised(code, -0.5), linearised(code, 0.5)],
  error: (got, [lower, upper], { shape, component }) => {
    const code = component === ALPHA ? (x: number) => 255 * x : srgbCode;
    return Math.max(code(lower) - code(got), code(got) - code(upper), 0) / lerpsOf(shape);
  },
};

export const SRGB_FILTERING = filterRule(
  '19.1.3.2/srgb-filter',
  {
    title: 'sRGB texels are linearised before they are filtered',
    limit: '0.5 ULP of sRGB for each lerp, beyond texels that are linearised within 0.5 ULP of sRGB (3.2.3.7)',
  },
  [SRGB],
);

/** A float format; its ULP is that of the largest magnitude among the texels, which no intermediate result exceeds. */
function floatFormat(name: string, draw: FilteredFormat['draw'], value: (stored: number) => number): FilteredFormat {
  return {
    name,
    draw,
    meaning: (stored) => [value(stored), value(stored)],
    error: (got, [exact], { shape, largest }) => {
      const ulp = 2 ** (Math.floor(Math.log2(largest)) - 23);
      return Math.abs(got - exact) / ulp / operationsOf(shape);
    },
  };
}

/** Magnitudes from 2^-8 to 2^8, so that float64 holds every exact sum; not 0, so that the largest has a logarithm. */
function drawFloat(source: SeededBits): number {
  const magnitude = Math.fround(source.between(1, 1.75) * 2 ** (source.below(17) - 8));
  return source.below(4) === 0 ? -magnitude : magnitude;
}

/** A normal float16 from 2^-8 to 2^8. */
function drawHalf(source: SeededBits): number {
  return source.below(2) * 0x8000 + (source.below(16) + 7) * 0x400 + source.below(0x300);
}

export const FLOAT_FILTERING = filterRule(
  '7.18.16.2/float-filter',
  {
    title: 'Float formats are filtered by the rules of float32',
    limit:
      '0.5 ULP of float32 for each product and sum of the formulas of 7.18.8 and 7.18.10 (3.1.3.1; a fused filter is no ' +
      'worse, 3.1.3.2), in ULP of the largest texel: 5 operations bilinear, 7 trilinear, 10 in a volume',
  },
  [
    floatFormat('r32g32b32a32_sfloat', drawFloat, (stored) => stored),
    floatFormat('r16g16b16a16_sfloat', drawHalf, (stored) => smallFloat(stored, 16)),
  ],
);

const ONE = 256;
const CODES = 256;
/** Two texels a row and four components a texel: a row holds four of the 2^16 pairs. */
const ROWS = 64;
const PAIRS = CODES * CODES;

/** The pairs of a quick check: one texel of these, the other any, and neighbours. */
const CORNERS: readonly number[] = [0, 1, 127, 128, 254, 255];

function pairs(full: boolean): readonly number[] {
  const all = Array.from({ length: PAIRS }, (_, pair) => pair);
  if (full) return all;
  return all.filter((pair) => {
    const [a, b] = [Math.floor(pair / CODES), pair % CODES];
    return CORNERS.includes(a) || CORNERS.includes(b) || Math.abs(a - b) === 1;
  });
}

export const UNORM8_LERPS = measuredByD3d11('7.18.16.2/unorm8-lerp', {
  title: 'A lerp of 8-bit texels has at least the precision of the format',
  limit:
    '0.5 ULP of UNORM8 from the exact weighted sum: the nearest of the format (3.2.2), before the result becomes float32',
  method:
    'all 2^24 lerps of 8-bit texels by 8-bit weights, four at a time in r, g, b and a, along u; for quick those with a ' +
    'texel of 0, 1, 127, 128, 254 or 255 and those of neighbouring codes',
  unit: 'ULP',
  atMost: 0.5,
  chosen: allForFull,
  plot: { title: 'Largest error over all pairs of texels', x: 'weight, in 2^-8', y: 'error, in ULP of UNORM8' },
  *measure({ subject, effort, off, curve }) {
    const chosen = pairs(effort === 'full');
    const perWeight = new Float64Array(ONE);
    const images = Math.ceil(chosen.length / (4 * ROWS));
    const steps = Array.from({ length: images }, (_, image): MeasuredStep => {
      const bytes = new Uint8Array(8 * ROWS);
      for (let k = 0; k < 4 * ROWS; k++) {
        const pair = chosen[Math.min(4 * ROWS * image + k, chosen.length - 1)];
        const at = 8 * (k >> 2) + (k & 3);
        bytes[at] = Math.floor(pair / CODES);
        bytes[at + 4] = pair % CODES;
      }
      return {
        image: storedImage('r8g8b8a8_unorm', 2, ROWS, bytes),
        sampler: { ...LINEAR, ...addressed('clamp_to_edge') },
        instruction: SAMPLE_L,
        count: ROWS * ONE,
        operands: (n) => ({ s: ((n % ONE) / ONE + 0.5) / 2, t: (Math.floor(n / ONE) + 0.5) / ROWS }),
        measure(color, n, add) {
          const [row, weight] = [Math.floor(n / ONE), n % ONE];
          for (let c = 0; c < 4; c++) {
            const [a, b] = [bytes[8 * row + c], bytes[8 * row + 4 + c]];
            const exact = a + ((b - a) * weight) / ONE;
            const error = roundedDistance(color[c], exact, 255);
            if (error > perWeight[weight]) perWeight[weight] = error;
            add(error, () => [
              `${exact - 0.5} to ${exact + 0.5}, over 255`,
              color[c] * 255,
              { component: 'rgba'[c], texels: `${a}, ${b}`, wCeilU: `${weight} (0.8)` },
            ]);
          }
        },
      };
    });
    yield* measureSteps(subject, steps, off);
    perWeight.forEach((error, weight) => curve().push([weight, error]));
  },
});

export const FILTER_PRECISION_RULES = [UNORM8_LERPS, FIXED_FILTERING, FLOAT_FILTERING, SRGB_FILTERING];
