import { describe, expect, it } from 'vitest';
import type { LodDesign } from '../../../rtl-model/design/design.ts';
import { bitsToFloat } from '../../../rtl-model/fixed-point/float32.ts';
import { NarrowAxes } from '../../../rtl-model/lod-unit/narrow-axes.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import { PRESETS } from '../../../src/designs/presets.ts';
import { itFinds, type Mutant } from '../module-tests.ts';
import { anyFloat32, type Expected, RANDOM, randomInputs } from '../vectors.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';

type Widths = Pick<LodDesign, 'scaleFactorBits' | 'ellipseBits' | 'lengthBits' | 'minorAxisBits' | 'alphaBetaBits'>;

const ALPHA = 0.96;
const BETA = 0.4;

function lodOf(scaleFactor: LodDesign['scaleFactor'], widths: Widths, anisotropicRates = [1, 2, 4, 8, 16]): LodDesign {
  return { ...PRESETS.get('full-quality')!.lod, ...widths, scaleFactor, anisotropicRates, alpha: ALPHA, beta: BETA };
}

function leaf(lod: LodDesign, volumes = false): Leaf {
  const { scaleFactor, scaleFactorBits, ellipseBits, lengthBits, minorAxisBits, anisotropicRates: rates } = lod;
  const alphaBetaBits = Number(lod.alphaBetaBits);
  const along = { width: Number(ellipseBits) + 2, signed: true };
  return {
    module: 'narrow_axes_bench',
    sources: [
      'fixed-point/scaled_pkg.sv',
      'lod-unit/lod_unit_pkg.sv',
      'registers/stage_registers.sv',
      'lod-unit/narrow_axes.sv',
      '../test/rtl/lod-unit/narrow_axes_bench.sv',
    ],
    parameters: {
      METHOD: `lod_unit_pkg::${scaleFactor.toUpperCase().replaceAll('-', '_')}`,
      SCALE_FACTOR_BITS: Number(scaleFactorBits),
      ELLIPSE_BITS: Number(ellipseBits),
      LENGTH_BITS: Number(lengthBits),
      MINOR_AXIS_BITS: Number(minorAxisBits),
      ALPHA_BETA_BITS: alphaBetaBits,
      ALPHA: Math.round(ALPHA * 2 ** alphaBetaBits),
      BETA: Math.round(BETA * 2 ** alphaBetaBits),
      RATE_COUNT: rates.length,
      RATES: `${8 * rates.length}'h${rates
        .map((rate) => rate.toString(16).padStart(2, '0'))
        .toReversed()
        .join('')}`,
      VOLUMES: `1'b${Number(volumes)}`,
    },
    inputs: [
      ...['dxu', 'dxv', 'dyu', 'dyv', 'dxw', 'dyw'].map((name) => ({ name, width: 32 })),
      { name: 'max_anisotropy', width: 31 },
    ],
    outputs: [
      { name: 'infinite', width: 1 },
      { name: 'major_mantissa', width: 24 },
      { name: 'major_exponent', width: 12, signed: true },
      { name: 'minor_mantissa', width: 24, sometimes: volumes },
      { name: 'minor_exponent', width: 12, signed: true, sometimes: volumes },
      { name: 'samples', width: 8, sometimes: volumes },
      { name: 'along_x', ...along },
      { name: 'along_y', ...along },
    ],
  };
}

/** A length as mantissa, of 24 bits with the highest one set, and exponent. */
function parts(length: number): readonly [mantissa: number, exponent: number] {
  if (length === 0 || length === Infinity) return [0, 0];
  let exponent = Math.floor(Math.log2(length));
  if (2 ** exponent > length) exponent--;
  if (2 ** (exponent + 1) <= length) exponent++;
  return [length / 2 ** (exponent - 23), exponent - 23];
}

/**
 * Derivatives near one another in size, so that all bits count, parallel ones among them; any; and denormals among small ones.
 *
 * @param volumes true if most vectors have a third component: the shorter axis and N have no meaning then
 */
function vectors(lod: LodDesign, volumes = false): Vectors {
  const axes = NarrowAxes.of(lod)!;
  const one = 2 ** Number(lod.ellipseBits);
  const near = anyFloat32(-4, 4);
  const any = anyFloat32(-126, 127);
  const small = anyFloat32(-127, -124);
  let count = 0;
  const component = (dice: Parameters<typeof near>[0]) =>
    (count % 8 === 0 ? any : count % 8 === 4 ? small : near)(dice);
  let [u, v] = [0, 0];
  const kept = (which: 'u' | 'v') => (dice: Parameters<typeof near>[0]) => {
    if (which === 'u') count++;
    const bits = component(dice);
    if (which === 'u') u = bits;
    else v = bits;
    return bits;
  };
  // Every fourth pair is the first vector times a power of two, or nearly.
  const second = (of: () => number) => (dice: Parameters<typeof near>[0]) => {
    const exponent = (of() >>> 23) & 255;
    if (count % 4 !== 1 || exponent < 10 || exponent > 240) return component(dice);
    return of() + 2 ** 23 * ((count % 5) - 2) + (dice.chance(0.3) ? dice.integer(0, 3) : 0);
  };
  const third = (dice: Parameters<typeof near>[0]) => (volumes && !dice.chance(0.2) ? component(dice) : 0);
  // The third component of a vector that is parallel to the first one.
  let w = 0;
  const firstThird = (dice: Parameters<typeof near>[0]) => (w = third(dice));
  const secondThird = (dice: Parameters<typeof near>[0]) => (w === 0 ? 0 : second(() => w)(dice));
  const most = anyFloat32(0, 3);
  const maxAnisotropy = (dice: Parameters<typeof near>[0]) => {
    const bits = dice.chance(0.3) ? 0x3f80_0000 : most(dice) & 0x7fff_ffff;
    const value = bitsToFloat(bits);
    return value >= 1 && value <= 16 ? bits : 0x4180_0000;
  };
  const expected: Expected = (values) => {
    const [xu, xv, yu, yv, xw, yw, maximum] = [0, 1, 2, 3, 4, 5, 6].map((n) => bitsToFloat(values[n]));
    const measured = axes.measure(PLAIN, { xu, xv, yu, yv, xw, yw }, volumes);
    const { major, alongX, alongY } = measured;
    const { length, samples } = axes.anisotropy(PLAIN, measured, maximum);
    const inPlane = xw === 0 && yw === 0;
    values[7] = major === Infinity ? 1 : 0;
    values.set([...parts(major), ...(inPlane ? [...parts(length), samples] : [NaN, NaN, NaN])], 8);
    values.set([alongX * one, alongY * one], 13);
  };
  const inputs = [kept('u'), kept('v'), second(() => u), second(() => v), firstThird, secondThird, maxAnisotropy];
  return randomInputs(inputs, expected, RANDOM / 10);
}

describe('narrow_axes', () => {
  const some = { scaleFactorBits: 12, ellipseBits: 14, lengthBits: 11, minorAxisBits: 10, alphaBetaBits: 5 } as const;
  const widest = {
    scaleFactorBits: 24,
    ellipseBits: 24,
    lengthBits: 24,
    minorAxisBits: 24,
    alphaBetaBits: 12,
  } as const;
  const least = { scaleFactorBits: 3, ellipseBits: 4, lengthBits: 2, minorAxisBits: 3, alphaBetaBits: 1 } as const;
  it.each([
    ['ellipse', some],
    ['ellipse', widest],
    ['ellipse', least],
    ['euclidean', some],
    ['max-component', some],
    ['component-sum', some],
    ['alpha-max-beta-min', some],
    ['alpha-max-beta-min', widest],
  ] as const)('measures as the model does (%s, %o)', async (method, widths) => {
    const lod = lodOf(method, widths);
    expect(await firstDifference(leaf(lod), vectors(lod))).toBeNull();
  });

  it.each([
    ['ellipse', some],
    ['ellipse', widest],
    ['euclidean', some],
    ['max-component', some],
    ['component-sum', some],
    ['alpha-max-beta-min', some],
    ['alpha-max-beta-min', least],
  ] as const)(
    'measures vectors of three components, and planes among them, as the model does (%s, %o)',
    async (method, widths) => {
      const lod = lodOf(method, widths);
      expect(await firstDifference(leaf(lod, true), vectors(lod, true))).toBeNull();
    },
  );

  const ofVolumes: readonly Mutant<[LodDesign['scaleFactor']]>[] = [
    ['squares lack the third one', 'ellipse', ['if (VOLUMES) square_sum +=', "if (1'b0) square_sum +="]],
    ['vectors that are parallel in one plane are so', 'ellipse', ['if (VOLUMES) parallel &=', "if (1'b0) parallel &="]],
    ['the dot product lacks the third one', 'ellipse', ['if (VOLUMES) dot +=', "if (1'b0) dot +="]],
    [
      'the third component is none of the two smaller ones',
      'alpha-max-beta-min',
      ["larger > BITS'(w) ? BITS'(w) : larger;", "'0;"],
    ],
    [
      'the third component is not the largest',
      'max-component',
      ["larger = larger > BITS'(w) ? larger : BITS'(w);", ''],
    ],
    [
      'the exponent is that of the plane',
      'euclidean',
      ['highest = later(highest, later(', "highest = later(highest, 8'd0 & later("],
    ],
  ];
  itFinds(ofVolumes, (method) => {
    const lod = lodOf(method, some);
    return [leaf(lod, true), vectors(lod, true)];
  });

  const mutants: readonly Mutant<[LodDesign['scaleFactor']]>[] = [
    ['a denormal counts', 'ellipse', ["bits[30:23] == 8'd0 ?", "bits[30:0] == 31'd0 ?"]],
    [
      'bits of the root are not cut off',
      'ellipse',
      ['(BITS - ROOT_BITS)}, LENGTH_BITS)', '(BITS - ROOT_BITS)}, LENGTH_BITS + 1)'],
    ],
    ['parallel vectors are transformed', 'ellipse', ["d = parallel ? '0 :", 'd = ']],
    [
      'equal lengths take dX',
      'euclidean',
      ['longer_x = greater(length_x, length_y)', 'longer_x = !greater(length_y, length_x)'],
    ],
    ['N grows below a texel', 'ellipse', ['greater(one, of_ratios.unclamped) ?', "1'b0 ?"]],
    ['the area shrinks with the clamp', 'ellipse', ['clamped ? of_ratios.kept :', "1'b0 ? one :"]],
  ];
  itFinds(mutants, (method) => {
    const lod = lodOf(method, some);
    return [leaf(lod), vectors(lod)];
  });
});
