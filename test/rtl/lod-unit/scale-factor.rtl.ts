import { describe, expect, it } from 'vitest';
import type { LodDesign } from '../../../rtl-model/design/design.ts';
import { bitsToFloat, floatBits } from '../../../rtl-model/fixed-point/float32.ts';
import { NarrowAxes } from '../../../rtl-model/lod-unit/narrow-axes.ts';
import { Dice } from '../../oracle/dice.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { anyFloat32, RANDOM } from '../vectors.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';

type Method = Exclude<LodDesign['scaleFactor'], 'ellipse'>;

interface Widths {
  readonly method: Method;
  readonly scaleFactorBits: number;
  readonly lengthBits: number;
  readonly alpha: number;
  readonly beta: number;
  readonly alphaBetaBits: number;
}

function widths(method: Method, scaleFactorBits: number, lengthBits: number, alphaBeta = [1, 0.5, 1]): Widths {
  const [alpha, beta, alphaBetaBits] = alphaBeta;
  return { method, scaleFactorBits, lengthBits, alpha, beta, alphaBetaBits };
}

function leaf({ method, scaleFactorBits, lengthBits, alpha, beta, alphaBetaBits }: Widths): Leaf {
  const one = 2 ** alphaBetaBits;
  return {
    module: 'scale_factor',
    sources: [
      'fixed-point/fixed_point_pkg.sv',
      'lod-unit/lod_unit_pkg.sv',
      ...['round_shift', 'float_pack', 'square_root'].map((name) => `fixed-point/${name}.sv`),
      ...['aligned_derivatives', 'vector_length', 'scale_factor'].map((name) => `lod-unit/${name}.sv`),
    ],
    parameters: {
      SCALE_FACTOR_BITS: scaleFactorBits,
      METHOD: `lod_unit_pkg::${method.toUpperCase().replaceAll('-', '_')}`,
      LENGTH_BITS: lengthBits,
      ALPHA_BETA_BITS: alphaBetaBits,
      ALPHA: Math.round(alpha * one),
      BETA: Math.round(beta * one),
    },
    inputs: [{ name: 'derivatives', width: 32, count: 4 }],
    outputs: [{ name: 'major', width: 32 }],
  };
}

/** Derivatives a few octaves apart from each other, and any that there are. */
function vectors({ method, ...bits }: Widths): Vectors {
  const axes = NarrowAxes.of({
    ...FULL_QUALITY.lod,
    ...bits,
    scaleFactor: method,
    ellipseBits: 24,
    minorAxisBits: 24,
  })!;
  const dice = new Dice(1);
  const any = anyFloat32(-126, 127);
  const derivatives = new Float64Array(6);
  return {
    count: RANDOM,
    fill: (_, values) => {
      const exponent = dice.chance(0.1) ? dice.pick([-126, 125]) : dice.integer(-20, 20);
      const near = anyFloat32(exponent - dice.pick([1, 4, 30]), exponent + 2);
      for (let n = 0; n < 4; n++) {
        values[n] = dice.chance(0.02) ? any(dice) : near(dice);
        derivatives[n] = bitsToFloat(values[n]);
      }
      derivatives[4] = derivatives[5] = 0;
      axes.measure(derivatives);
      values[4] = floatBits(axes.major);
    },
  };
}

describe('scale_factor', () => {
  const designs = [
    widths('max-component', 9, 24),
    widths('max-component', 24, 7),
    widths('component-sum', 16, 15),
    widths('alpha-max-beta-min', 12, 13, [0.96, 0.4, 7]),
    widths('alpha-max-beta-min', 3, 24, [2, 2, 12]),
    widths('euclidean', 16, 15),
    widths('euclidean', 24, 24),
    widths('euclidean', 5, 4),
  ];
  it.each(designs)(
    '$method of derivatives of $scaleFactorBits bits is the length of the longer one with $lengthBits',
    async (design) => {
      expect(await firstDifference(leaf(design), vectors(design))).toBeNull();
    },
  );

  it('computes the same in the netlist that Yosys makes of it', async () => {
    const design = widths('euclidean', 8, 7);
    expect(await firstDifference({ ...leaf(design), netlist: true }, vectors(design))).toBeNull();
  });

  const mutants: [string, Widths, [string, string]][] = [
    ['the smaller derivatives keep their exponents', designs[2], [' >> (exponent - derivatives[n][30:23])', '']],
    ['a length has a bit less', designs[2], ['(exact >> (k + LENGTH_BITS))', '(exact >> (k + LENGTH_BITS - 1))']],
    ['the shorter vector is taken', designs[0], ['lengths[0] > lengths[1]', 'lengths[0] < lengths[1]']],
    ['beta weighs the larger component', designs[3], ["WIDTH'(BETA) * smaller", "WIDTH'(BETA) * larger"]],
    ['denorms count', designs[1], ["normal ? {1'b1, derivatives[n][22:0]} : '0", '{normal, derivatives[n][22:0]}']],
  ];
  it.each(mutants)('is found where %s', async (_, design, replace) => {
    expect(await firstDifference({ ...leaf(design), replace }, vectors(design))).toMatch(/got .*\n.*expected/);
  });
});
