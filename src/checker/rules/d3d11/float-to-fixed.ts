import { d3d11Instruction } from '../../../../rtl-model/state/d3d11-instruction.ts';
import { climb, judgeOf, nearbyFloat } from '../../probes/climb.ts';
import { addressed, LINEAR, POINT, TRILINEAR } from '../../probes/states.ts';
import { Measurement, seeded, type Point, plotOf } from '../../probes/measurement.ts';
import { stepOf, witnessFields, askSteps, witnessOf } from '../../probes/requests.ts';
import { SeededBits } from '../../probes/seeded-bits.ts';
import { texelImage } from '../../probes/texel-image.ts';
import { d3d11Rule } from './d3d11-rule.ts';
import { imageAlong, coordinatesAlong } from '../../probes/image-axes.ts';
import type { Plot } from '../../rule.ts';

/** 3.2.4.1: 0.6 of a unit of 2^-8; a finer grid is within it as well. */
const TOLERANCE = 0.6;
const ONE = 256;
const SEED = 0x3241;
const SAMPLE_L = d3d11Instruction('sample_l');

const AXES = [0, 1] as const;

/** Texel i is i: a linear sample is the snapped coordinate itself, a point sample its integer part. */
function numberedAxis(size: number, axis: (typeof AXES)[number]) {
  return imageAlong({ type: '2d', axis }, size, (index) => index);
}

/**
 * Places within a step of 2^-8 where conversions part: the ties, the tolerance, the grid, and close to each of them.
 */
const PLACES = [0, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9].flatMap((place) =>
  [-(2 ** -6), -(2 ** -10), 0, 2 ** -10, 2 ** -6].map((beside) => place + beside),
);

interface Coordinate {
  readonly u: number;
  /** scaledU, in 2^-8: what exact arithmetic and float32 operations give, the smaller first. */
  readonly lower: number;
  readonly upper: number;
}

/** A float32 coordinate near scaledU = x; `shift` is what is taken off after scaling. */
function coordinateNear(x: number, size: number, shift: number): Coordinate {
  const u = Math.fround((x + shift) / size);
  const exact = u * size - shift;
  const rounded = Math.fround(Math.fround(u * size) - shift);
  return { u, lower: ONE * Math.min(exact, rounded), upper: ONE * Math.max(exact, rounded) };
}

/**
 * Coordinates between the first texel and the last of an axis: PLACES in every step of some texels, then random ones.
 */
function coordinates(size: number, shift: number, bits: SeededBits, texels: number, random: number): Coordinate[] {
  const steps = Math.min(size - 1, texels) * ONE;
  const last = (size - 1) * ONE;
  const placed = Array.from({ length: steps }, (_, k) =>
    PLACES.map((place) => coordinateNear((k + place) / ONE, size, shift)),
  ).flat();
  const any = Array.from({ length: random }, () => coordinateNear(bits.between(0, size - 1), size, shift));
  return [...placed, ...any].filter(({ lower, upper }) => lower >= 0 && upper <= last);
}

/** The distance of a snapped coordinate in 2^-8 from the scaled one. */
function snapError(fixed: number, { lower, upper }: Coordinate): number {
  return Math.max(lower - fixed, fixed - upper, 0);
}

/** Rounding to the nearest has its worst at the ties and truncation just below a step: the curve shows which it is. */
function errorPlot(name: string, measured: readonly Point[]): Plot {
  const title = 'Conversion to fixed point over one step of 2^-8';
  return plotOf(title, `${name}, fraction of a step`, 'result - exact, in ULP', { measured });
}

export const LINEAR_SNAP = d3d11Rule({
  section: '3.2.4.1',
  name: 'linear-coordinate',
  title: 'Coordinates of linear sampling are converted to fixed point within 0.6 ULP',
  limit: '0.6 ULP of 16.8 between the coordinate and texel number plus weight, after float32 scaling',
  method:
    'linear samples of a ramp of whole numbers in float32 return the coordinate; 40 places in every step of 2^-8 ' +
    'up to texel 4 (1 for quick) and random coordinates, for axes of 4, 5, 3, 7 and 100 texels (4 and 100 for quick); the worst climb',
  unit: 'ULP',
  *check(subject, _profile, effort) {
    const off = new Measurement();
    const bits = new SeededBits(SEED);
    const curve: Point[] = [];
    const [texels, random] = effort === 'full' ? [4, 32_768] : [1, 1024];
    const sizes = effort === 'full' ? [4, 5, 3, 7, 100] : [4, 100];
    const steps = sizes.flatMap((size) => AXES.map((axis) => ({ size, axis })));
    for (const [step, { size, axis }] of steps.entries()) {
      const cases = coordinates(size, 0.5, bits, texels, random);
      const judge = judgeOf(
        subject,
        {
          image: numberedAxis(size, axis),
          sampler: { ...LINEAR, ...addressed('clamp_to_edge') },
          instruction: SAMPLE_L,
        },
        ({ u }: Coordinate) => coordinatesAlong({ axis }, u),
        ([got], coordinate) => {
          const fixed = got * ONE;
          const { u, lower, upper } = coordinate;
          const error = snapError(fixed, coordinate);
          if (step === 0 && lower < 1) curve.push([lower, fixed - lower]);
          off.add(error, () => ({
            inputs: witnessFields({ size, [axis === 0 ? 's' : 't']: u }),
            raw: { scaledU: `${upper} / 256`, fxpScaledU: `${fixed} (16.8)` },
            expected: `${lower - TOLERANCE} to ${upper + TOLERANCE}`,
            got: String(fixed),
          }));
          return error;
        },
      );
      const nearby = (from: Coordinate) => {
        const beside = coordinateNear(nearbyFloat(from.u, bits) * size - 0.5, size, 0.5);
        return beside.lower >= 0 && beside.upper <= (size - 1) * ONE ? beside : from;
      };
      yield* stepOf(step, steps.length, climb(cases, judge, nearby, bits, effort === 'full' ? 16 : 2));
    }
    return off.atMost(TOLERANCE, seeded(SEED), [errorPlot('scaledU - 0.5', curve)]);
  },
});

export const POINT_SNAP = d3d11Rule({
  section: '3.2.4.1',
  name: 'point-coordinate',
  title: 'Coordinates of point sampling are converted to fixed point within 0.6 ULP',
  limit: 'a texel may begin at most 0.6 ULP of 16.8 before its edge, and never behind it: the edge is on the grid',
  method:
    'point samples of numbered texels around every edge of axes of 4, 5 and (not for quick) 64 texels, and random coordinates',
  unit: 'ULP',
  *check(subject, _profile, effort) {
    const off = new Measurement();
    const bits = new SeededBits(SEED);
    const reach = effort === 'full' ? 2048 : 256;
    const axes = (effort === 'full' ? [4, 5, 64] : [4, 5]).flatMap((size) => AXES.map((axis) => ({ size, axis })));
    const steps = axes.map(({ size, axis }) => {
      const edges = Array.from({ length: size - 1 }, (_, edge) =>
        Array.from({ length: reach }, (__, k) =>
          coordinateNear(edge + 1 + ((2 * k) / reach - 1) * (1.5 / ONE), size, 0),
        ),
      );
      const cases = [...edges.flat(), ...coordinates(size, 0, bits, 0, reach)];
      return {
        cases,
        image: numberedAxis(size, axis),
        sampler: { ...POINT, ...addressed('clamp_to_edge') },
        instruction: SAMPLE_L,
        count: cases.length,
        operands: (n: number) => coordinatesAlong({ axis }, cases[n].u),
      };
    });
    yield* askSteps(subject, steps, ([texel], n, step) => {
      const { lower, upper } = step.cases[n];
      // From the texel before the edge to the edge itself is a whole ULP at least.
      const early = texel * ONE - upper;
      const late = lower - (texel + 1) * ONE;
      off.add(late >= 0 ? late + 1 : Math.max(early, 0), () => {
        const expected = `texel ${Math.floor(lower / ONE)} or, less than 0.6 ULP before its edge, the next`;
        return witnessOf(step, n, expected, `texel ${texel}`, { scaledU: `${upper} / 256` });
      });
    });
    return off.atMost(TOLERANCE, seeded(SEED));
  },
});

export const LOD_SNAP = d3d11Rule({
  section: '3.2.4.1',
  name: 'lod',
  title: 'The LOD is converted to fixed point within 0.6 ULP',
  limit: '0.6 ULP of 8.8 between the LOD of sample_l and mipFloor plus wMipCeil',
  method:
    'levels hold their own number, so that a trilinear sample is the LOD; 40 places in every step of 2^-8 (up to level 1 for quick) and random LODs, levels 0 to 4; the worst climb',
  unit: 'ULP',
  *check(subject, _profile, effort) {
    const off = new Measurement();
    const bits = new SeededBits(SEED);
    const curve: Point[] = [];
    const cases = coordinates(5, 0, bits, effort === 'full' ? 4 : 1, effort === 'full' ? 65_536 : 4096).map(
      ({ lower }) => coordinateNear(lower / ONE, 1, 0),
    );
    const image = texelImage('r32_sfloat', { width: 16, height: 16, levels: 5 }, ({ level }) => [level]);
    const judge = judgeOf(
      subject,
      { image, sampler: TRILINEAR, instruction: SAMPLE_L },
      ({ u }: Coordinate) => ({ lod: u }),
      ([got], coordinate) => {
        const fixed = got * ONE;
        const { u, lower } = coordinate;
        const error = snapError(fixed, coordinate);
        if (lower < 1) curve.push([lower, fixed - lower]);
        off.add(error, () => ({
          inputs: witnessFields({ lod: u }),
          raw: { fxpLOD: `${fixed} (8.8)` },
          expected: `${lower - TOLERANCE} to ${lower + TOLERANCE}`,
          got: String(fixed),
        }));
        return error;
      },
    );
    const nearby = (from: Coordinate) => {
      const beside = coordinateNear(nearbyFloat(from.u, bits), 1, 0);
      return beside.lower <= 4 * ONE ? beside : from;
    };
    yield* climb(cases, judge, nearby, bits, effort === 'full' ? 16 : 2);
    return off.atMost(TOLERANCE, seeded(SEED), [errorPlot('LOD', curve)]);
  },
});
