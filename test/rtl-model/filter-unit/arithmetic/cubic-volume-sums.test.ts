import { describe, expect, it } from 'vitest';
import { cubicWeightTable } from '../../../../rtl-model/address-unit/cubic-weights.ts';
import { valueArray } from '../../../../rtl-model/filter-unit/arithmetic/arithmetic.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { FixedArithmetic } from '../../../../rtl-model/filter-unit/arithmetic/fixed-arithmetic.ts';
import { FusedArithmetic } from '../../../../rtl-model/filter-unit/arithmetic/fused-arithmetic.ts';
import { ROUNDING_MODES } from '../../../../rtl-model/fixed-point/rounding.ts';
import { unsignedScale } from '../../../../rtl-model/formats/blocks/component-scale.ts';
import { Dice } from '../../../oracle/dice.ts';
import { draws } from '../../../oracle/draws.ts';
import { FULL_QUALITY } from '../../../oracle/presets.ts';
import { round } from '../../../oracle/rational.ts';

const { filter, text } = FULL_QUALITY;
const CUBIC_BITS = 12;
/** Fraction bits of a sum's weights, and those that narrowing drops of them: no more than codes have. */
const SUM_BITS = 3 * CUBIC_BITS;
const DROPPED = 14n;
/** Lanes whose sums grow beside each other. */
const LANES = 2;

/** 64 weights, some of them odd. */
function oddWeights(dice: Dice, table: Int32Array): readonly number[] {
  for (;;) {
    const axes = [0, 1, 2].map(() => 4 * dice.integer(0, 2 ** filter.weightBits - 1));
    const weights = Array.from({ length: 64 }, (_, tap) =>
      [tap & 3, (tap >> 2) & 3, tap >> 4].reduce((product, at, axis) => product * table[axes[axis] + at], 1),
    );
    if (weights.some((weight) => weight % 2 !== 0)) return weights;
  }
}

/** Codes near the greatest sum, which ends where a bit that is lost decides: one code moves it there. */
function texelsAtEdge(dice: Dice, weights: readonly number[]): readonly number[] {
  const texels = weights.map((weight) => (weight < 0 ? dice.integer(0, 1) : dice.pick([65_535, 65_533])));
  const odd = weights.findIndex((weight) => weight % 2 !== 0);
  const modulus = 2n ** DROPPED;
  const wanted = dice.pick([0n, modulus / 2n]) + BigInt(dice.integer(-1, 1));
  const lacks = () => (wanted - exactSum(texels, weights)) % modulus;
  texels[odd] = 0;
  const rest = lacks();
  for (let code = 0; code < 2 ** Number(DROPPED); code++) {
    if ((BigInt(code) * BigInt(weights[odd]) - rest) % modulus !== 0n) continue;
    texels[odd] = code;
    break;
  }
  return texels;
}

function exactSum(texels: readonly number[], weights: readonly number[]): bigint {
  return texels.reduce((sum, code, tap) => sum + BigInt(code) * BigInt(weights[tap]), 0n);
}

describe('sums of 64 codes of 16 bits with cubic weights of 12 bits', () => {
  it('are exact before they are narrowed once, though they may need more than 53 bits', () => {
    const wrong: string[] = [];
    let most = 0n;
    for (let n = 0; n < draws(160, 10); n++) {
      const dice = new Dice(Math.imul(n + 1, 0x9e3779b1) | 1);
      const rounding = ROUNDING_MODES[n % ROUNDING_MODES.length];
      const table = cubicWeightTable('zero_tangent_cardinal', filter.weightBits, CUBIC_BITS, text);
      const guardBits = SUM_BITS - Number(DROPPED);
      const design = { ...FULL_QUALITY, filter: { ...filter, rounding, guardBits, cubicWeightBits: CUBIC_BITS } };
      const codes = [0, 1, 2, 3].map(() => unsignedScale(65_535));
      const arithmetic = new FixedArithmetic(design, codes, 3);
      const lanes = Array.from({ length: LANES }, () => {
        const weights = oddWeights(dice, table);
        return { weights, texels: [0, 1, 2, 3].map(() => texelsAtEdge(dice, weights)) };
      });
      // What another state has left.
      const sum = valueArray(4 * LANES).fill(dice.integer(1, 1000));
      lanes.forEach((_, lane) => arithmetic.clear(sum, 4 * lane));
      for (let tap = 0; tap < 64; tap++) {
        lanes.forEach(({ weights, texels }, lane) => {
          const texel = Float32Array.from(texels, (of) => of[tap]);
          arithmetic.addProduct(texel, 0, weights[tap], sum, 4 * lane);
        });
      }
      lanes.forEach(({ weights, texels }, lane) => {
        arithmetic.weighted(sum, 4 * lane, SUM_BITS);
        texels.forEach((of, c) => {
          const exact = exactSum(of, weights);
          most = exact > most ? exact : most;
          const expected = round({ numerator: exact, denominator: 2n ** DROPPED }, rounding);
          const got = sum[4 * lane + c];
          if (BigInt(got) !== expected) wrong.push(`${n} ${rounding}: ${exact}: ${got}, not ${expected}`);
        });
      });
    }
    expect(most).toBeGreaterThan(2n ** 53n);
    expect(wrong).toEqual([]);
  });
});

describe('sums that share their storage', () => {
  const fused: Design = { ...FULL_QUALITY, filter: { ...filter, floatPath: 'fused', cubicWeightBits: CUBIC_BITS } };

  it('have nothing of the sums of floats that were there before those of codes', () => {
    const sum = valueArray(4).fill(3);
    new FixedArithmetic(
      fused,
      [0, 1, 2, 3].map(() => unsignedScale(65_535)),
      3,
    ).clear(sum, 0);
    new FusedArithmetic(fused).clear(sum, 0);
    expect([...sum]).toEqual(Array(sum.length).fill(0));
  });
});
