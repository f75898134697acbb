import { type ClimbStep, nearbyFloat } from '../../probes/climb.ts';
import { addressed, LINEAR, POINT, SAMPLE_L, TRILINEAR } from '../../probes/states.ts';
import { seeded } from '../../probes/measurement.ts';
import type { MeasuredStep, Operands, Question } from '../../probes/requests.ts';
import type { SeededBits } from '../../../platform/seeded-bits.ts';
import { numberedLevels } from '../../probes/texel-image.ts';
import { measuredByD3d11, type RuleText } from '../kinds/specification-rule.ts';
import { imageAlong, coordinatesAlong } from '../../probes/image-axes.ts';
import type { Effort, Rule } from '../../rule.ts';

/** 3.2.4.1: 0.6 of a unit of 2^-8; a finer grid is within it as well. */
const TOLERANCE = 0.6;
const ONE = 256;
const SEED = 0x3241;

const AXES = [0, 1] as const;

/** Texel i is i: a linear sample is the snapped coordinate itself, a point sample its integer part. */
function numberedAxis(size: number, axis: (typeof AXES)[number]) {
  return imageAlong({ type: '2d', axis }, size, (index) => index);
}

/**
 * Places within a step of 2^-8 where conversions differ: the ties, the tolerance, the grid, and close to each of them.
 */
const PLACES = [0, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9].flatMap((place) =>
  [-(2 ** -6), -(2 ** -10), 0, 2 ** -10, 2 ** -6].map((beside) => place + beside),
);

interface Coordinate {
  readonly u: number;
  /** scaledU in 2^-8: the exact and the float32 result, the smaller first. */
  readonly lower: number;
  readonly upper: number;
}

/** The range of a quantity: coordinates are scaled by `size`, `shift` is taken off, and 0 to `last` is what is left. */
interface Scale {
  readonly size: number;
  readonly shift: number;
  readonly last: number;
}

/** A float32 coordinate near scaledU = x. */
function coordinateNear(x: number, { size, shift }: Scale): Coordinate {
  const u = Math.fround((x + shift) / size);
  const exact = u * size - shift;
  const rounded = Math.fround(Math.fround(u * size) - shift);
  return { u, lower: ONE * Math.min(exact, rounded), upper: ONE * Math.max(exact, rounded) };
}

function isWithin({ lower, upper }: Coordinate, { last }: Scale): boolean {
  return lower >= 0 && upper <= last * ONE;
}

/** Coordinates of a range: PLACES in every step of its first `texels`, then random ones. */
function coordinates(scale: Scale, bits: SeededBits, texels: number, random: number): Coordinate[] {
  const placed = Array.from({ length: Math.min(scale.last, texels) * ONE }, (_, k) =>
    PLACES.map((place) => coordinateNear((k + place) / ONE, scale)),
  ).flat();
  const any = Array.from({ length: random }, () => coordinateNear(bits.between(0, scale.last), scale));
  return [...placed, ...any].filter((coordinate) => isWithin(coordinate, scale));
}

/** A quantity whose sample is the snapped quantity itself. */
interface Snapped extends Question {
  readonly scale: Scale;
  readonly operands: (u: number) => Operands;
}

/**
 * Rounding to the nearest has its worst at the ties and truncation just below a step: the plot over one step of the
 * first quantity shows which it is.
 *
 * @param x the quantity's name in the plot  @param random how many random cases there are, for full and for quick
 */
function snapRule(
  place: string,
  text: RuleText,
  x: string,
  random: Readonly<Record<Effort, number>>,
  quantities: (effort: Effort) => readonly Snapped[],
): Rule {
  return measuredByD3d11(place, {
    ...text,
    unit: 'ULP',
    atMost: TOLERANCE,
    chosen: seeded(SEED),
    plot: {
      title: 'Conversion to fixed point over one step of 2^-8',
      x: `${x}, fraction of a step`,
      y: 'result - exact, in ULP',
    },
    climbs: ({ effort, bits, curve }) =>
      quantities(effort).map(({ scale, operands, ...question }, k): ClimbStep<Coordinate> => ({
        ...question,
        cases: coordinates(scale, bits, effort === 'full' ? 4 : 1, random[effort]),
        nearby(from) {
          const beside = coordinateNear(nearbyFloat(from.u, bits) * scale.size - scale.shift, scale);
          return isWithin(beside, scale) ? beside : from;
        },
        operands: ({ u }) => operands(u),
        measure([got], { lower, upper }, off) {
          const fixed = got * ONE;
          if (k === 0 && lower < 1) curve().push([lower, fixed - lower]);
          off(Math.max(lower - fixed, fixed - upper, 0), () => [
            `${lower - TOLERANCE} to ${upper + TOLERANCE}`,
            fixed,
            { scaled: `${upper} / 256`, fixed: `${fixed} (x.8)` },
          ]);
        },
      })),
  });
}

export const LINEAR_SNAP = snapRule(
  '3.2.4.1/linear-coordinate',
  {
    title: 'Coordinates of linear sampling are converted to fixed point within 0.6 ULP',
    limit: '0.6 ULP of 16.8 between the coordinate and texel number plus weight, after float32 scaling',
    method:
      'linear samples of a ramp of whole numbers in float32 return the coordinate; 40 places in every step of 2^-8 ' +
      'up to texel 4 (1 for quick) and random coordinates, for axes of 4, 5, 3, 7 and 100 texels (4 and 100 for quick); the worst climb',
  },
  'scaledU - 0.5',
  { full: 32_768, quick: 1024 },
  (effort) =>
    (effort === 'full' ? [4, 5, 3, 7, 100] : [4, 100]).flatMap((size) =>
      AXES.map((axis) => ({
        scale: { size, shift: 0.5, last: size - 1 },
        image: numberedAxis(size, axis),
        sampler: { ...LINEAR, ...addressed('clamp_to_edge') },
        instruction: SAMPLE_L,
        operands: (u) => coordinatesAlong({ axis }, u),
      })),
    ),
);

export const POINT_SNAP = measuredByD3d11('3.2.4.1/point-coordinate', {
  title: 'Coordinates of point sampling are converted to fixed point within 0.6 ULP',
  limit: 'a texel may begin at most 0.6 ULP of 16.8 before its edge, and never behind it: the edge is on the grid',
  method:
    'point samples of numbered texels around every edge of axes of 4, 5 and (not for quick) 64 texels, and random coordinates',
  unit: 'ULP',
  atMost: TOLERANCE,
  chosen: seeded(SEED),
  steps({ effort, bits }) {
    const reach = effort === 'full' ? 2048 : 256;
    const axes = (effort === 'full' ? [4, 5, 64] : [4, 5]).flatMap((size) => AXES.map((axis) => ({ size, axis })));
    return axes.map(({ size, axis }): MeasuredStep => {
      const scale = { size, shift: 0, last: size - 1 };
      const edges = Array.from({ length: size - 1 }, (_, edge) =>
        Array.from({ length: reach }, (__, k) => coordinateNear(edge + 1 + ((2 * k) / reach - 1) * (1.5 / ONE), scale)),
      );
      const cases = [...edges.flat(), ...coordinates(scale, bits, 0, reach)];
      return {
        image: numberedAxis(size, axis),
        sampler: { ...POINT, ...addressed('clamp_to_edge') },
        instruction: SAMPLE_L,
        count: cases.length,
        operands: (n) => coordinatesAlong({ axis }, cases[n].u),
        measure([texel], n, off) {
          const { lower, upper } = cases[n];
          // From the texel before the edge to the edge itself is a whole ULP at least.
          const early = texel * ONE - upper;
          const late = lower - (texel + 1) * ONE;
          off(late >= 0 ? late + 1 : Math.max(early, 0), () => [
            `texel ${Math.floor(lower / ONE)} or, less than 0.6 ULP before its edge, the next`,
            `texel ${texel}`,
            { scaledU: `${upper} / 256` },
          ]);
        },
      };
    });
  },
});

export const LOD_SNAP = snapRule(
  '3.2.4.1/lod',
  {
    title: 'The LOD is converted to fixed point within 0.6 ULP',
    limit: '0.6 ULP of 8.8 between the LOD of sample_l and mipFloor plus wMipCeil',
    method:
      'levels hold their own number, so that a trilinear sample is the LOD; 40 places in every step of 2^-8 (up to level 1 ' +
      'for quick) and random LODs, levels 0 to 4; the worst climb',
  },
  'LOD',
  { full: 65_536, quick: 4096 },
  () => [
    {
      scale: { size: 1, shift: 0, last: 4 },
      image: numberedLevels({ width: 16, height: 16, levels: 5 }),
      sampler: TRILINEAR,
      instruction: SAMPLE_L,
      operands: (lod) => ({ lod }),
    },
  ],
);

export const FLOAT_TO_FIXED_RULES = [LINEAR_SNAP, POINT_SNAP, LOD_SNAP];
