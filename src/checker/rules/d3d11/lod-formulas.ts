import type { Sampler } from '../../../../rtl-model/state/sampler.ts';
import type { Rule } from '../../rule.ts';
import { type ClimbStep, type Nearby, nearbyFloat } from '../../probes/climb.ts';
import { anisotropicState, SAMPLE_D, TRILINEAR } from '../../probes/states.ts';
import { type PlaneDerivatives, footprintAxes, LOD_RAMP, RAMP_SIZE, shownLod } from '../../probes/lod-ramp.ts';
import { seeded } from '../../probes/measurement.ts';
import type { SeededBits } from '../../../platform/seeded-bits.ts';
import { measuredByD3d11, type RuleText } from '../kinds/specification-rule.ts';

const ONE = 256;
/** 3.2.4.1, in ULP of an 8.8 LOD. The error of log2 must stay within it. */
const TOLERANCE = 0.6;
/**
 * The relative error that float32 operations of 7.18.11 may add to a length or a quotient of them: 10 roundings of half
 * an ULP, for the scaled derivatives, products, sums, a square root and a quotient of 1 ULP each.
 */
const ROUNDINGS = 10 * 2 ** -24;

/** LODs that derivatives may give: the lengths that they may be the log2 of. */
type Lengths = (derivatives: PlaneDerivatives) => readonly [shortest: number, longest: number];

interface LodStep {
  readonly sampler?: Partial<Sampler>;
  readonly cases: readonly PlaneDerivatives[];
  readonly nearby: Nearby<PlaneDerivatives>;
  readonly lengths: Lengths;
}

function lodRule(place: string, text: RuleText, stepsOf: (bits: SeededBits, each: number) => readonly LodStep[]): Rule {
  return measuredByD3d11(place, {
    ...text,
    unit: 'ULP',
    atMost: TOLERANCE,
    chosen: seeded(0x71811),
    plot: { title: 'LOD', x: 'length, in texels', y: 'LOD' },
    climbs({ effort, bits, curve }) {
      let tried = 0;
      return stepsOf(bits, effort === 'full' ? 16_384 : 1024).map(
        ({ sampler, cases, nearby, lengths }, k): ClimbStep<PlaneDerivatives> => ({
          image: LOD_RAMP,
          sampler: { ...TRILINEAR, ...sampler },
          instruction: SAMPLE_D,
          cases,
          nearby,
          operands(derivatives) {
            const [dsdx, dtdx, dsdy, dtdy] = derivatives.map((d) => d / RAMP_SIZE);
            return { dsdx, dtdx, dsdy, dtdy };
          },
          measure([got], derivatives, off) {
            const [shortest, longest] = lengths(derivatives);
            const ends = [shortest * (1 - ROUNDINGS), longest * (1 + ROUNDINGS)];
            const [lower, upper] = ends.map((length) => shownLod(Math.log2(length)));
            if (k === 0 && tried++ % 16 === 0) {
              curve().push([longest, got]);
              curve('required').push([longest, shownLod(Math.log2(longest))]);
            }
            off(ONE * Math.max(lower - got, got - upper), () => [
              `${lower * ONE - TOLERANCE} to ${upper * ONE + TOLERANCE}`,
              got * ONE,
              { fxpLOD: `${got * ONE} (8.8)` },
            ]);
          },
        }),
      );
    },
  });
}

/** Multiples of the golden ratio fall on no grid. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** Lengths from 2^-1 to 2^7 texels, over levels 0 to 6 and beyond; float32. */
function length(n: number): number {
  return Math.fround(2 ** (8 * ((n * GOLDEN) % 1) - 1));
}

/**
 * PlaneDerivatives beside others: those of a group are stretched alike, so the angle between the vectors stays where it
 * must.
 */
function stretched([a, b, c, d]: readonly [number, number, number, number]): Nearby<PlaneDerivatives> {
  return (from, bits) => {
    const factors = [1, 1, 1, 1].map((one) => nearbyFloat(one, bits));
    return [a, b, c, d].map((group, n) => Math.fround(from[n] * factors[group])) as unknown as PlaneDerivatives;
  };
}

const PERPENDICULAR = stretched([0, 1, 1, 0]);
const PARALLEL = stretched([0, 1, 0, 1]);

/** Powers of two keep the two vectors of a pair exactly perpendicular or parallel. */
const SHARES = [1, 0.5, 0.25, 2 ** -4, 2 ** -6];

function alongAxes(each: number): PlaneDerivatives[] {
  return Array.from({ length: each }, (_, n): PlaneDerivatives => {
    const long = length(n);
    return n % 2 === 0 ? [long, 0, 0, 0] : [0, 0, 0, long];
  });
}

function turned(bits: SeededBits, each: number, parallel: boolean): PlaneDerivatives[] {
  return Array.from({ length: each }, (_, n): PlaneDerivatives => {
    const angle = bits.between(0, 2 * Math.PI);
    const [u, v] = [Math.cos(angle), Math.sin(angle)].map((x) => Math.fround(x * length(n)));
    const share = bits.pick(SHARES);
    const other = parallel ? [u * share, v * share] : [-v * share, u * share];
    return bits.below(2) === 0 ? [u, v, other[0], other[1]] : [other[0], other[1], u, v];
  });
}

/** The least angle between skewed vectors, either way: of thinner ones float32 loses the area. */
const LEAST_ANGLE = 0.15;

function skewed(bits: SeededBits, each: number): PlaneDerivatives[] {
  return Array.from({ length: each }, (_, n): PlaneDerivatives => {
    const angle = bits.between(0, 2 * Math.PI);
    const between = bits.pick([1, -1]) * bits.between(LEAST_ANGLE, Math.PI - LEAST_ANGLE);
    const [x, y] = [length(n), length(n) * bits.between(0.2, 1)];
    return [x * Math.cos(angle), x * Math.sin(angle), y * Math.cos(angle + between), y * Math.sin(angle + between)].map(
      Math.fround,
    ) as unknown as PlaneDerivatives;
  });
}

const ANY_ANGLE = stretched([0, 1, 2, 3]);

const nearbySkewed: Nearby<PlaneDerivatives> = (from, bits) => {
  const [xu, xv, yu, yv] = ANY_ANGLE(from, bits);
  const sine = Math.abs(xu * yv - xv * yu) / (Math.hypot(xu, xv) * Math.hypot(yu, yv));
  return sine < Math.sin(LEAST_ANGLE) ? from : [xu, xv, yu, yv];
};

const longerOne: Lengths = (derivatives) => {
  const { longer } = footprintAxes(derivatives);
  return [longer, longer];
};

export const ISOTROPIC_LOD = lodRule(
  '7.18.11/isotropic-lod',
  {
    title: 'The LOD is log2 of the longer derivative',
    limit: '0.6 ULP of 8.8 in all, for log2 and the conversion to fixed point',
    method:
      'sample_d with one derivative, with two that are perpendicular and with two that are parallel, which need no ' +
      'transformation, turned by any angle; lengths from 2^-1 to 2^7 texels; levels hold their own number; the worst climb',
  },
  (bits, each) => [
    { cases: alongAxes(each), nearby: PERPENDICULAR, lengths: longerOne },
    { cases: turned(bits, each, false), nearby: PERPENDICULAR, lengths: longerOne },
    { cases: turned(bits, each, true), nearby: PARALLEL, lengths: longerOne },
  ],
);

export const ELLIPTICAL_LOD = lodRule(
  '7.18.11/elliptical-lod',
  {
    title: 'Skewed derivatives give a LOD between that of the longer one and that of the ideal ellipse',
    limit: '0.6 ULP of 8.8 beyond the two; approximations to the transformation are allowed',
    method:
      'sample_d with random derivatives at angles from 8 to 172 degrees; levels hold their own number; the worst climb',
  },
  (bits, each) => [
    {
      cases: skewed(bits, each),
      nearby: nearbySkewed,
      lengths: (derivatives) => {
        const { longer, major } = footprintAxes(derivatives);
        return [longer, major];
      },
    },
  ],
);

const RATIOS = [1, 2, 4, 8, 16];

/** lengthMinor of 7.18.11: the area over the major axis, or the major axis over the largest ratio. */
function minorLength(major: number, determinant: number, maxAnisotropy: number): number {
  return major * major > maxAnisotropy * determinant ? major / maxAnisotropy : determinant / major;
}

export const ANISOTROPIC_LOD = lodRule(
  '7.18.11/anisotropic-lod',
  {
    title: 'The anisotropic LOD is log2 of the minor axis, or of the major one over the largest ratio',
    limit: '0.6 ULP of 8.8 in all, for log2 and the conversion to fixed point',
    method:
      'sample_d with perpendicular derivatives of ratios 1 to 64, turned by any angle, for maximum anisotropies of 1, 2, 4, ' +
      '8 and 16; levels hold their own number; the worst climb',
  },
  (bits, each) =>
    RATIOS.map((ratio) => ({
      sampler: anisotropicState(ratio),
      cases: turned(bits, each / 4, false),
      nearby: PERPENDICULAR,
      lengths: (derivatives) => {
        const { longer, determinant } = footprintAxes(derivatives);
        const minor = minorLength(longer, determinant, ratio);
        return [minor, minor];
      },
    })),
);

/** The determinant loses up to 4 roundings of its products, which its difference does not share. */
function determinantBounds({ determinant, products }: ReturnType<typeof footprintAxes>): readonly [number, number] {
  const lost = 4 * 2 ** -24 * products;
  return [Math.max(0, determinant - lost), determinant + lost];
}

export const ANISOTROPIC_AREA = lodRule(
  '7.18.11/anisotropic-area',
  {
    title: 'The ratio of anisotropy is that of the area: thin parallelograms and lines are clamped',
    limit:
      '0.6 ULP of 8.8 beyond what major^2 / determinant gives with and without the ideal transformation, of which ' +
      'approximations are allowed',
    method:
      'sample_d with skewed and with parallel derivatives, for maximum anisotropies of 2, 4, 8 and 16; the worst climb',
  },
  (bits, each) =>
    RATIOS.slice(1).flatMap((ratio) => [
      {
        sampler: anisotropicState(ratio),
        cases: turned(bits, each / 4, true),
        nearby: PARALLEL,
        lengths: (derivatives: PlaneDerivatives) => {
          const { longer } = footprintAxes(derivatives);
          return [longer / ratio, longer / ratio] as const;
        },
      },
      {
        sampler: anisotropicState(ratio),
        cases: skewed(bits, each / 4),
        nearby: nearbySkewed,
        lengths: (derivatives: PlaneDerivatives) => {
          const axes = footprintAxes(derivatives);
          const minors = determinantBounds(axes).flatMap((area) =>
            [axes.longer, axes.major].map((major) => minorLength(major, area, ratio)),
          );
          return [Math.min(...minors), Math.max(...minors)] as const;
        },
      },
    ]),
);

export const LOD_FORMULA_RULES = [ISOTROPIC_LOD, ELLIPTICAL_LOD, ANISOTROPIC_LOD, ANISOTROPIC_AREA];
