import { describe, expect, it } from 'vitest';
import { WindowFilter } from '../../../rtl-model/filter-unit/window-filter.ts';
import type { LaneRegisters } from '../../../rtl-model/registers/lane-registers.ts';
import type { ReductionMode } from '../../../rtl-model/state/sampler.ts';
import { Dice } from '../../oracle/dice.ts';
import { FOOT, footprintOf, LANE, resultOf, stateOf, usedLanes } from './made-footprint.ts';

const MODES = ['weighted_average', 'min', 'max'] as const;

/** The lane after the taps of a window, four a pass. */
function accumulated(
  unit: WindowFilter,
  texels: readonly (readonly number[])[],
  weights: readonly number[],
): LaneRegisters {
  const lanes = usedLanes();
  lanes.passes[LANE] = Math.ceil(texels.length / 4);
  for (let pass = 0; pass < lanes.passes[LANE]; pass++) {
    const [from, end] = [4 * pass, 4 * pass + 4];
    const foot = footprintOf({ texels: texels.slice(from, end), weights: weights.slice(from, end) });
    unit.accumulate(foot, FOOT, lanes, LANE, 1, pass);
  }
  return lanes;
}

/** Vulkan: Box Filter Operation, Weight Sampling Operation, of one component of codes. */
function expected(
  codes: readonly number[],
  weights: readonly number[],
  one: number,
  weightOne: number | null,
  mode: ReductionMode,
) {
  const touched = codes.filter((_, n) => weights[n] !== 0);
  if (mode === 'min') return Math.fround(Math.min(...touched) / one);
  if (mode === 'max') return Math.fround(Math.max(...touched) / one);
  const sum = codes.reduce((total, code, n) => total + code * weights[n], 0);
  return Math.fround(sum / ((weightOne ?? weights.reduce((a, b) => a + b)) * one));
}

describe('the filter of a window', () => {
  it.each([...MODES.map((mode) => [mode, null] as const), ['weighted_average', 255] as const])(
    'sums all weighted texels, or takes the least or greatest, and rounds once: %s, weight 1 of %s',
    (mode, weightOne) => {
      const dice = new Dice(0x31);
      const binding = stateOf({
        format: 'r5g6b5_unorm_pack16',
        view: { components: ['b', 'identity', 'r', 'one'] },
        sampler: { reductionMode: mode },
      });
      const unit = new WindowFilter(binding, weightOne);
      for (let n = 0; n < 100; n++) {
        const texels = Array.from({ length: dice.integer(1, 11) }, () =>
          [31, 63, 31, 1].map((one) => dice.integer(0, one)),
        );
        const weights = texels.map((_, tap) => (tap > 0 && dice.chance(0.3) ? 0 : dice.integer(1, 65_536)));
        const lanes = accumulated(unit, texels, weights);
        unit.finish(lanes, LANE - 1, 2);
        const of = (c: number, one: number) =>
          expected(
            texels.map((texel) => texel[c]),
            weights,
            one,
            weightOne,
            mode,
          );
        expect([texels, weights, resultOf(lanes)]).toEqual([texels, weights, [of(2, 31), of(1, 63), of(0, 31), 1]]);
      }
    },
  );

  it('leaves a lane without passes as it is', () => {
    const unit = new WindowFilter(stateOf({ view: { components: ['one', 'one', 'one', 'one'] } }), null);
    const lanes = usedLanes();
    unit.finish(lanes, LANE, 1);
    expect(resultOf(lanes)).toEqual([3, 3, 3, 3]);
  });
});
