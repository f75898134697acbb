import { expect, it } from 'vitest';
import { GROUP_SIZES, queryFootprint } from '../../../../rtl-model/address-unit/footprint-query.ts';
import { EmptyPlan, FootprintPlan } from '../../../../rtl-model/address-unit/plans/query-plans.ts';
import { QUERY_ENTRIES } from '../../../../rtl-model/registers/register.ts';
import { wrap } from '../../../../rtl-model/address-unit/wrap.ts';
import { Footprints } from '../../../../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../../../../rtl-model/registers/lane-registers.ts';
import type { Instruction } from '../../../../rtl-model/state/instruction.ts';
import type { Sampler } from '../../../../rtl-model/state/sampler.ts';
import { Dice } from '../../../oracle/dice.ts';
import { bound, type Shape } from '../../../oracle/numbered-image.ts';
import { nearestFixed } from '../../../oracle/rational.ts';
import { EXPLICIT } from '../../../oracle/instructions.ts';

const SHAPES: readonly Shape[] = [
  { width: 64, height: 48, layers: 1 },
  { type: '3d', width: 16, height: 32, depth: 8, layers: 1 },
];
/** The lane that asks. */
const LANE = 2;
const MODES = ['addressModeU', 'addressModeV', 'addressModeW'] as const;

it('an operation that reads no texel takes one pass, without taps', () => {
  const [lanes, foot] = [new LaneRegisters(1), new Footprints(1)];
  const plan = new EmptyPlan();
  lanes.passes[0] = plan.passes();
  foot.tapCount[0] = 3;
  plan.footprints(lanes, 0, foot, 0, 1, 0);
  expect([lanes.passes[0], foot.tapCount[0]]).toEqual([1, 0]);
});

/** The texels that a sample of a level reads, i, j, k each: linear in `places` texels of 8 fraction bits, or nearest. */
function texelsAround(places: readonly number[], linear: boolean): number[][] {
  return places.reduce<number[][]>(
    (texels, place) => {
      const first = Math.floor((place - (linear ? 128 : 0)) / 256);
      return texels.flatMap((texel) => (linear ? [first, first + 1] : [first]).map((n) => [...texel, n]));
    },
    [[]],
  );
}

it("a query's footprint is that of the texels that the samples of its level read", () => {
  const dice = new Dice(0x0f);
  for (let n = 0; n < 120; n++) {
    const shape = dice.pick(SHAPES);
    const dimensions = shape.type === '3d' ? 3 : 2;
    const granularities = GROUP_SIZES[dimensions].flatMap((size, g) => (size === null ? [] : [g]));
    const [coarse, granularity] = [dice.chance(0.5), dice.pick(granularities)];
    const linear = dice.chance(0.7);
    const mode = dice.pick(['repeat', 'mirrored_repeat', 'clamp_to_edge'] as const);
    const sampler: Partial<Sampler> = {
      addressModeU: mode,
      addressModeV: 'clamp_to_edge',
      addressModeW: 'repeat',
      anisotropyEnable: dimensions === 2,
    };
    const asked: Partial<Instruction> = dice.chance(0.8) ? { coarse, granularity } : {};
    const { binding } = bound(shape, sampler, {}, 'linear', { ...EXPLICIT, op: 'footprint', ...asked });
    const [lanes, foot] = [new LaneRegisters(3), new Footprints(2)];
    lanes.query.fill(77);
    lanes.u[LANE] = dice.integer(-1024, 2048) / 1024;
    lanes.v[LANE] = dice.integer(-1024, 2048) / 1024;
    lanes.w[LANE] = dice.integer(-1024, 2048) / 1024;
    lanes.offsetU[LANE] = dice.integer(-8, 7);
    lanes.filter[LANE] = linear ? 1 : 0;
    lanes.samples[LANE] = dimensions === 2 ? dice.pick([1, 3]) : 1;
    lanes.axisU[LANE] = dice.integer(-8, 8) / 16;
    lanes.axisV[LANE] = dice.integer(-8, 8) / 16;
    const level = dice.integer(0, 1);
    const other = dice.chance(0.2) ? level : 1 - level;
    lanes.levelHi[LANE] = asked.coarse ? other : level;
    lanes.levelLo[LANE] = asked.coarse ? level : other;
    lanes.levelWeight[LANE] = dice.pick([0, 100]);
    const single = lanes.levelWeight[LANE] === 0 || other === level;
    const { width, height, depth } = binding.image.levels[level];
    const samples = lanes.samples[LANE];
    const texels = Array.from({ length: samples }, (_, sample) => {
      const step = (sample + 1) / (samples + 1) - 0.5;
      const at = [lanes.u[LANE] + lanes.axisU[LANE] * step, lanes.v[LANE] + lanes.axisV[LANE] * step, lanes.w[LANE]];
      const places = at.map((u, axis) => {
        const place = Number(nearestFixed(u, [width, height, depth][axis], 8));
        return axis === 0 ? place + 256 * lanes.offsetU[LANE] : place;
      });
      return texelsAround(places.slice(0, dimensions), linear);
    })
      .flat()
      .map((texel) =>
        MODES.map((of, axis) => wrap(texel[axis] ?? 0, [width, height, depth][axis], binding.sampler[of])),
      );
    // The coarser of two levels is read only where there are two.
    const read = asked.coarse !== true || !single;
    const result = new Int32Array(9);
    const fine = asked.granularity ?? 1;
    if (read) {
      const flat = Int32Array.from(texels.flat());
      queryFootprint(flat, texels.length, dimensions, fine, dimensions === 2, result);
    }
    const plan = new FootprintPlan(binding);
    lanes.passes[LANE] = plan.passes();
    plan.footprints(lanes, LANE, foot, 1, 1, 0);
    const expected = [...result, level, single ? 1 : 0, read ? 1 : 0];
    const input = { asked, u: lanes.u[LANE], v: lanes.v[LANE], linear, samples };
    const found = [...lanes.query.subarray(QUERY_ENTRIES * LANE, QUERY_ENTRIES * LANE + 12)];
    expect({ input, found }).toEqual({ input, found: expected });
    expect([lanes.passes[LANE], foot.tapCount[1], lanes.query[QUERY_ENTRIES * LANE - 1]]).toEqual([1, 0, 77]);
  }
});
