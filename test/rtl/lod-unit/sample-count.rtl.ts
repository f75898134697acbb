import { describe, expect, it } from 'vitest';
import { bitsToFloat, floatBits } from '../../../rtl-model/fixed-point/float32.ts';
import { NarrowAxes } from '../../../rtl-model/lod-unit/narrow-axes.ts';
import { Dice } from '../../oracle/dice.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { anyFloat32, RANDOM } from '../vectors.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';

type Rates = readonly number[];

function leaf(rates: Rates): Leaf {
  const rateBits = Math.ceil(Math.log2(Math.max(...rates) + 1));
  const constants = rates.map((rate) => `${rateBits}'d${rate}`).toReversed();
  return {
    module: 'sample_count',
    sources: ['lod-unit/sample_count.sv'],
    parameters: { RATE_COUNT: rates.length, RATE_BITS: rateBits, RATES: `{${constants.join(', ')}}` },
    inputs: [
      { name: 'major', width: 32 },
      { name: 'minor', width: 32 },
      { name: 'most', width: rateBits },
    ],
    outputs: [{ name: 'samples', width: rateBits }],
  };
}

/** A minor axis beyond every maxAnisotropy is not clamped. */
const UNCLAMPED = 2 ** 100;

/** Derivatives whose axes have ratios around the rates, and any. */
function vectors(rates: Rates): Vectors {
  const axes = NarrowAxes.of({
    ...FULL_QUALITY.lod,
    anisotropicRates: rates,
    scaleFactor: 'max-component',
    alphaBetaBits: 0,
    scaleFactorBits: 24,
    ellipseBits: 24,
    lengthBits: 24,
    minorAxisBits: 24,
  })!;
  const dice = new Dice(1);
  const any = anyFloat32(-20, 40);
  const derivatives = new Float64Array(6);
  return {
    count: RANDOM,
    fill: (_, values) => {
      const shorter = dice.chance(0.3) ? 1 : Math.fround(2 ** dice.real(-8, 8));
      const ratio = dice.chance(0.5) ? dice.pick(rates) : dice.real(0.5, 20);
      derivatives.fill(0);
      derivatives[0] = shorter;
      derivatives[3] = dice.chance(0.1) ? bitsToFloat(any(dice)) : Math.fround(ratio * shorter);
      const maxAnisotropy = dice.chance(0.5) ? Math.max(...rates) : dice.real(1, Math.max(...rates));
      axes.measure(derivatives);
      axes.anisotropy(UNCLAMPED);
      values[0] = floatBits(axes.major);
      values[1] = floatBits(axes.minor);
      values[2] = Math.ceil(maxAnisotropy);
      axes.anisotropy(maxAnisotropy);
      values[3] = axes.samples;
    },
  };
}

describe('sample_count', () => {
  const everyRate = Array.from({ length: 16 }, (_, n) => n + 1);
  it.each([[[1, 2, 4, 8, 16]], [everyRate], [[1, 3, 7, 127]]])('of the rates %j is N', async (rates) => {
    expect(await firstDifference(leaf(rates), vectors(rates))).toBeNull();
  });

  it('computes the same in the netlist that Yosys makes of it', async () => {
    const module = { ...leaf(everyRate), netlist: true };
    expect(await firstDifference(module, vectors(everyRate))).toBeNull();
  });

  const mutants: [string, [string, string]][] = [
    ['a rate that is the ratio is too few', ['>= aligned', '> aligned']],
    ['short minor axes count as they are', ['minor > ONE ? minor : ONE', 'minor']],
    ['maxAnisotropy bounds a rate late', ['rates[n] >= most', 'rates[n] > most']],
    ['ratios have a bit less', ["shift > 9'(RATE_BITS)", "shift > 9'(RATE_BITS) - 9'd2"]],
  ];
  it.each(mutants)('is found where %s', async (_, replace) => {
    expect(await firstDifference({ ...leaf(everyRate), replace }, vectors(everyRate))).toMatch(/got .*\n.*expected/);
  });
});
