import { describe, expect, it } from 'vitest';
import { planeComponents, SampleFilter } from '../../../rtl-model/filter-unit/sample-filter.ts';
import { IDENTITY_MAPPING, SWIZZLES } from '../../../rtl-model/state/image-view.ts';
import { LANE_TAPS, SampleShape } from '../../../rtl-model/state/sample-shape.ts';
import type { ReductionMode } from '../../../rtl-model/state/sampler.ts';
import { PLAIN_CONVERSION } from '../../oracle/plain-conversion.ts';
import { Dice } from '../../oracle/dice.ts';
import { add, divide, multiply, type Rational, rational, round, subtract } from '../../oracle/rational.ts';
import { FOOT, footprintOf, LANE, resultOf, stateOf, type State, usedLanes } from './made-footprint.ts';

const MODES: readonly ReductionMode[] = ['weighted_average', 'weighted_average_rangeclamp', 'min', 'max'];
const FILTERS = ['nearest', 'linear', 'cubic'] as const;
/** Weights of lerps and of levels have 8 bits, those of cubic filters 12. */
const [ONE, CUBIC_ONE] = [256, 4096];
const SHAPES = [{ type: '1d', height: 1 }, { type: '2d' }, { type: '3d', depth: 4 }] as const;

/** A texel with its weight, in products of ONE or CUBIC_ONE for each axis. */
interface Weighed {
  readonly codes: readonly number[];
  readonly weight: number;
}

function sum(values: readonly Rational[]): Rational {
  return values.reduce(add, rational(0n));
}

function nearest(x: Rational, bits: number): Rational {
  return rational(round(multiply(x, rational(2 ** bits)), 'nearest-even'), 2 ** bits);
}

/** Random taps of a sample: their codes, and weights that are products along the axes. */
function anySample(dice: Dice, filter: number, dimensions: number): { taps: readonly Weighed[]; lerps: number[] } {
  const lerps = [0, 1, 2].map((axis) =>
    filter === 1 && axis < dimensions ? dice.pick([0, 255, dice.integer(0, 255)]) : 0,
  );
  const factors = [0, 1, 2].map((axis): readonly number[] => {
    if (axis >= dimensions || filter === 0) return [1];
    if (filter === 1) return [ONE - lerps[axis], lerps[axis]];
    const [a, b, c] = [dice.pick([0, dice.integer(-6000, 0)]), dice.integer(0, 2000), dice.integer(0, 2000)];
    return [a, b, c, CUBIC_ONE - a - b - c];
  });
  const [u, v, w] = factors;
  const taps = w.flatMap((c) => v.flatMap((b) => u.map((a) => a * b * c)));
  return {
    taps: taps.map((weight) => ({ codes: [0, 1, 2, 3].map(() => dice.integer(0, 255)), weight: weight + 0 })),
    lerps,
  };
}

/** The value of a sample (Vulkan: Texel Filtering, Texel Range Clamp), in codes with the filter's fraction bits. */
function valueOf(
  taps: readonly Weighed[],
  component: number,
  mode: ReductionMode,
  one: number,
  bits: number,
): Rational {
  const codes = taps.filter(({ weight }) => weight !== 0).map(({ codes: of }) => of[component]);
  const [least, greatest] = [Math.min(...codes), Math.max(...codes)];
  if (mode === 'min') return rational(least);
  if (mode === 'max') return rational(greatest);
  const exact = sum(taps.map(({ codes: of, weight }) => rational(of[component] * weight, one)));
  const average = nearest(exact, bits);
  if (mode === 'weighted_average') return average;
  const [low, high] = [subtract(average, rational(least)), subtract(average, rational(greatest))];
  return low.numerator < 0n ? rational(least) : high.numerator > 0n ? rational(greatest) : average;
}

const extremeOf = (values: readonly Rational[], mode: ReductionMode) =>
  values.reduce((a, b) => (subtract(a, b).numerator < 0n === (mode === 'min') ? a : b));

const CASES = SHAPES.flatMap((image) =>
  FILTERS.flatMap((filter) => MODES.map((mode) => [image, filter, mode] as const)),
);

describe('a sample', () => {
  it.each(CASES)(
    'is reduced from its taps, then over the samples, then over the levels: %o %s %s',
    (image, filter, mode) => {
      const dice = new Dice(0x5f + CASES.findIndex((of) => of[0] === image && of[1] === filter && of[2] === mode));
      const dimensions = { '1d': 1, '2d': 2, '3d': 3 }[image.type];
      const code = FILTERS.indexOf(filter);
      // Weights of lerps along each axis, as far as the design's 24 guard bits hold them.
      const bits = dimensions === 3 ? 24 : 16;
      const one = (filter === 'cubic' ? CUBIC_ONE : filter === 'linear' ? ONE : 1) ** dimensions;
      for (let drawn = 0; drawn < 12; drawn++) {
        const swizzle = () => dice.pick(SWIZZLES);
        const components = dice.pick([IDENTITY_MAPPING, [swizzle(), swizzle(), swizzle(), swizzle()] as const]);
        const sampler = { magFilter: filter, minFilter: filter, reductionMode: mode };
        const binding = stateOf({ image, view: { components }, sampler });
        const shape = new SampleShape(binding);
        const unit = new SampleFilter(binding, shape);
        const inSample = shape.passes(code);
        const n = dimensions === 2 ? dice.pick([1, 3]) : 1;
        const levelWeight = dice.pick([0, dice.integer(1, 255)]);
        const samples = Array.from({ length: levelWeight === 0 ? n : 2 * n }, () => anySample(dice, code, dimensions));
        const lanes = usedLanes();
        lanes.filter[LANE] = code;
        lanes.samples[LANE] = n;
        lanes.levelWeight[LANE] = levelWeight;
        lanes.passes[LANE] = samples.length * inSample;
        samples.forEach(({ taps, lerps }, sample) => {
          for (let pass = 0; pass < inSample; pass++) {
            const here = taps.slice(LANE_TAPS * pass, LANE_TAPS * pass + LANE_TAPS);
            const foot = footprintOf({
              texels: here.map(({ codes }) => codes),
              weights: here.map(({ weight }) => weight),
              lerps,
              others: dice.pick([NaN, -1e6, 1e6]),
            });
            unit.accumulate(foot, FOOT, lanes, LANE, 1, sample * inSample + pass);
          }
        });
        unit.finish(lanes, LANE - 1, 2);
        const levels = [samples.slice(0, n), samples.slice(n)].filter((level) => level.length > 0);
        const expected = [0, 1, 2, 3].map((c) => {
          const values = levels.map((level) => {
            const ofSamples = level.map(({ taps }) => valueOf(taps, c, mode, one, bits));
            if (mode === 'min' || mode === 'max') return extremeOf(ofSamples, mode);
            return nearest(divide(sum(ofSamples), rational(n)), bits);
          });
          if (mode === 'min' || mode === 'max') return Number(extremeOf(values, mode).numerator) / 255;
          const w = rational(levelWeight, ONE);
          const [fine, coarse = fine] = values;
          const mixed = nearest(add(multiply(fine, subtract(rational(1n), w)), multiply(coarse, w)), 24);
          return Number(round(multiply(mixed, rational(2 ** 24)), 'floor')) / (255 * 2 ** 24);
        });
        const swizzled = binding.view.components.map((source, c) => {
          if (source === 'zero' || source === 'one') return source === 'zero' ? 0 : 1;
          return Math.fround(expected[source === 'identity' ? c : 'rgba'.indexOf(source)]);
        });
        expect([n, levelWeight, samples, resultOf(lanes)]).toEqual([n, levelWeight, samples, swizzled]);
      }
    },
  );

  it.each(MODES)('of one float is that float, denormal or NaN too: %s', (reductionMode) => {
    for (const x of [2 ** -149, -(2 ** -130), NaN, Infinity, 1.5]) {
      const sampler = { magFilter: 'nearest', minFilter: 'nearest', reductionMode } as const;
      const binding = stateOf({ format: 'r32g32b32a32_sfloat', image: { type: '1d', height: 1 }, sampler });
      const unit = new SampleFilter(binding, new SampleShape(binding));
      const lanes = usedLanes();
      lanes.passes[LANE] = 1;
      unit.accumulate(footprintOf({ texels: [[x, 1, x, 2]], weights: [1] }), FOOT, lanes, LANE, 1, 0);
      unit.finish(lanes, LANE, 1);
      expect(resultOf(lanes)).toEqual([x, 1, x, 2]);
    }
  });

  it('of several passes has sums of zero until it ends, not those of another quad', () => {
    const binding = stateOf({ image: { type: '3d', depth: 4 } });
    const unit = new SampleFilter(binding, new SampleShape(binding));
    const lanes = usedLanes();
    lanes.filter[LANE] = 1;
    const foot = footprintOf({ texels: [1, 2, 3, 4].map((x) => [x, x, x, x]), weights: [1, 1, 1, 1] });
    unit.accumulate(foot, FOOT, lanes, LANE, 1, 0);
    const sums = [lanes.sumHi, lanes.sumLo].map((sum) => [...sum.subarray(4 * LANE, 4 * LANE + 4)]);
    expect(sums).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
  });

  it('of depths is the weight of those that pass the comparison', () => {
    const binding = stateOf({ format: 'd16_unorm', instruction: { dref: true }, sampler: { compareOp: 'greater' } });
    const unit = new SampleFilter(binding, new SampleShape(binding));
    const lanes = usedLanes();
    lanes.filter[LANE] = 1;
    lanes.dref[LANE] = 0.5;
    lanes.passes[LANE] = 1;
    const texels = [100, 60_000, 200, 50_000].map((depth) => [depth, 0, 0, 1]);
    unit.accumulate(footprintOf({ texels, lerps: [64, 128] }), FOOT, lanes, LANE, 1, 0);
    unit.finish(lanes, LANE, 1);
    expect(resultOf(lanes)).toEqual([0.75, 0, 0, 1]);
  });

  it('of integers is the bits of its texel', () => {
    const binding = stateOf({
      format: 'r32g32b32a32_uint',
      view: { components: ['a', 'one', 'identity', 'zero'] },
      sampler: { magFilter: 'nearest', minFilter: 'nearest' },
    });
    const unit = new SampleFilter(binding, new SampleShape(binding));
    const lanes = usedLanes();
    lanes.passes[LANE] = 1;
    unit.accumulate(footprintOf({ texels: [[-5, 6, 7, 8]], integer: true }), FOOT, lanes, LANE, 1, 0);
    expect([...lanes.colorBits.subarray(4 * LANE, 4 * LANE + 4)]).toEqual([-5, 6, 7, 8]);
    unit.finish(lanes, LANE, 1);
    expect([...lanes.colorBits.subarray(4 * LANE, 4 * LANE + 4)]).toEqual([8, 1, 7, 0]);
  });

  it('leaves lanes without passes, and without taps, as they are', () => {
    const binding = stateOf({ view: { components: ['one', 'one', 'one', 'one'] } });
    const unit = new SampleFilter(binding, new SampleShape(binding));
    const lanes = usedLanes();
    unit.accumulate(footprintOf({ texels: [] }), FOOT, lanes, LANE, 1, 0);
    unit.finish(lanes, LANE, 1);
    expect([...resultOf(lanes), ...lanes.sumHi.subarray(4 * LANE, 4 * LANE + 4)]).toEqual([
      3,
      3,
      3,
      3,
      NaN,
      NaN,
      NaN,
      NaN,
    ]);
  });
});

describe('the planes of an image', () => {
  const conversion = { sampler: { ycbcrConversion: PLAIN_CONVERSION } };
  it.each<[string, State, string]>([
    ['r8g8b8a8_unorm', {}, 'rgba'],
    ['r8g8b8a8_unorm', conversion, 'rgba'],
    ['g8_b8_r8_3plane_420_unorm', conversion, 'ga b r'],
    ['g8_b8r8_2plane_420_unorm', conversion, 'ga br'],
    ['g8b8g8r8_422_unorm', conversion, 'ga rb'],
    ['g8b8g8r8_422_unorm', {}, 'rgba'],
    ['g8b8g8r8_422_unorm', { ...conversion, instruction: { op: 'fetch' } }, 'rgba'],
    ['bc1_rgb_unorm_block', conversion, 'rgba'],
  ])('give the components that each has, constants with the first: %s %o', (format, state, expected) => {
    const planes = planeComponents(stateOf({ format, ...state }));
    const names = planes.map((components) => components.map((c) => 'rgba'[c]).join(''));
    expect(names.join(' ')).toBe(expected);
  });

  it.each(['linear', 'nearest'] as const)('are filtered each for its components: %s', (filter) => {
    const binding = stateOf({
      format: 'g8_b8_r8_3plane_420_unorm',
      sampler: {
        magFilter: filter,
        minFilter: filter,
        ycbcrConversion: { ...PLAIN_CONVERSION, forceExplicitReconstruction: false, chromaFilter: filter },
      },
    });
    const shape = new SampleShape(binding);
    const unit = new SampleFilter(binding, shape);
    const lanes = usedLanes();
    const taps = filter === 'linear' ? 4 : 1;
    lanes.filter[LANE] = filter === 'linear' ? 1 : 0;
    lanes.passes[LANE] = 3;
    // Luma is a lerp; chroma that is reconstructed is a weighted sum.
    const weights = filter === 'linear' ? [ONE * ONE, 0, 0, 0] : [1];
    [10, 20, 30].forEach((code, plane) => {
      const texels = Array.from({ length: taps }, (_, n) => [code + n, code + n + 1, code + n + 2, 1]);
      unit.accumulate(footprintOf({ texels, weights }), FOOT, lanes, LANE, 1, plane);
    });
    unit.finish(lanes, LANE, 1);
    // Red from the third plane, green from the first, blue from the second.
    expect(resultOf(lanes)).toEqual([...[30, 11, 22].map((code) => Math.fround(code / 255)), 1]);
  });
});
