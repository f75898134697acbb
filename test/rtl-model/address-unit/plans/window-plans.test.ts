import { expect, it } from 'vitest';
import { BoxPlan } from '../../../../rtl-model/address-unit/plans/box-plan.ts';
import type { LanePlan } from '../../../../rtl-model/address-unit/plans/tap-plan.ts';
import { type TapWeights, WeightedPlan } from '../../../../rtl-model/address-unit/plans/weighted-plan.ts';
import { wrap } from '../../../../rtl-model/address-unit/wrap.ts';
import { BORDER_ADDRESS, Footprints } from '../../../../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../../../../rtl-model/registers/lane-registers.ts';
import type { Binding } from '../../../../rtl-model/state/binding.ts';
import { ADDRESS_MODES } from '../../../../rtl-model/state/sampler.ts';
import { Dice } from '../../../oracle/dice.ts';
import { bound } from '../../../oracle/numbered-image.ts';
import { nearestFixed, rational, round } from '../../../oracle/rational.ts';

const [WIDTH, HEIGHT, LAYERS] = [6, 4, 5];
/** Texels of level 0, before those of level 1. */
const LEVEL_0 = WIDTH * HEIGHT * LAYERS;
/** Texel coordinates have 8 fraction bits. */
const ONE = 256;

/** Rounding modes that take no account of the sign, which the periods that an address mode takes off may change. */
const UNSIGNED_MODES = ['nearest-even', 'nearest-up', 'nearest-down', 'floor', 'ceil'] as const;

/** Layers 1 to 3 of an image, under random address modes, from their first level or their second. */
function anyBinding(dice: Dice) {
  const [addressModeU, addressModeV] = [dice.pick(ADDRESS_MODES), dice.pick(ADDRESS_MODES)];
  const view = { viewType: '2d_array', baseArrayLayer: 1, layerCount: 3, minLod: dice.integer(0, 1) } as const;
  return bound({ width: WIDTH, height: HEIGHT, layers: LAYERS }, { addressModeU, addressModeV }, view);
}

function anyLane(dice: Dice): LaneRegisters {
  const lanes = new LaneRegisters(3);
  lanes.u[1] = dice.integer(-3000, 3000) / 1024;
  lanes.v[1] = dice.integer(-3000, 3000) / 1024;
  lanes.offsetU[1] = dice.integer(-8, 7);
  lanes.offsetV[1] = dice.integer(-8, 7);
  lanes.layer[1] = dice.integer(-1, 3);
  return lanes;
}

/** Where the lane samples, in texels of 8 fraction bits, along u and v. */
function places(lanes: LaneRegisters, width: number, height: number): [number, number] {
  const place = (u: number, size: number, offset: number) => Number(nearestFixed(u, size, 8)) + offset * ONE;
  return [place(lanes.u[1], width, lanes.offsetU[1]), place(lanes.v[1], height, lanes.offsetV[1])];
}

/** The number of the texel at (i, j) of the lane's layer, in the level that the view's minimum LOD selects. */
function numberAt({ view, sampler }: Binding, { layer }: LaneRegisters) {
  const [width, height, first] = view.minLod === 0 ? [WIDTH, HEIGHT, 0] : [WIDTH / 2, HEIGHT / 2, LEVEL_0];
  const selected = 1 + Math.max(0, Math.min(layer[1], 2));
  const number = (i: number, j: number): number => {
    const [x, y] = [wrap(i, width, sampler.addressModeU), wrap(j, height, sampler.addressModeV)];
    return Math.min(x, y) < 0 ? BORDER_ADDRESS : first + (selected * height + y) * width + x;
  };
  return { number, width, height };
}

/** Texel and weight of each tap of the lane, in the order of the passes, of which all but the last have four. */
function tapsOf(plan: LanePlan, lanes: LaneRegisters, number: (address: number) => number): [number, number][] {
  lanes.passes[1] = plan.passes(lanes, 1);
  const foot = new Footprints(3);
  return Array.from({ length: lanes.passes[1] }, (_, pass) => {
    plan.footprints(lanes, 1, foot, 2, 1, pass);
    if (pass < lanes.passes[1] - 1) expect(foot.tapCount[2]).toBe(4);
    expect([foot.sampleU[2], foot.sampleV[2]]).toEqual([lanes.u[1], lanes.v[1]]);
    return Array.from({ length: foot.tapCount[2] }, (__, tap): [number, number] => [
      number(foot.address[8 + tap]),
      foot.weight[8 + tap],
    ]);
  }).flat();
}

it('a box covers, row by row, the texels that it overlaps, each with the area that they share', () => {
  const dice = new Dice(0xb0);
  for (let n = 0; n < 80; n++) {
    const { binding: whole, number } = anyBinding(dice);
    const { address, limits } = whole.design;
    const rounding = dice.pick(UNSIGNED_MODES);
    const longest = [dice.integer(1, 6), dice.integer(1, 6)] as const;
    const design = {
      ...whole.design,
      address: { ...address, rounding },
      limits: { ...limits, maxBoxFilterBlockSize: longest },
    };
    const binding = { ...whole, design };
    const lanes = anyLane(dice);
    // A multiple of 2^-8 along u and v, so that the address unit's rounding is the centre's alone.
    lanes.u[1] = dice.integer(-700, 700) / 256;
    lanes.v[1] = dice.integer(-700, 700) / 256;
    lanes.boxWidth[1] = dice.pick([NaN, -1, 0.5, 1, 2.5, 3 + 1 / 256, dice.real(0, 7), 100]);
    lanes.boxHeight[1] = dice.pick([NaN, -1, 0.5, 1, 2.5, 3 + 1 / 256, dice.real(0, 7), 100]);
    const { number: texel, width, height } = numberAt(binding, lanes);
    const covered = (centre: number, length: number, most: number): (readonly [number, number])[] => {
      const held = length >= 1 ? Math.min(length, most) : 1;
      const box = Number(nearestFixed(held, 1, 8));
      const start = Number(round(rational(2 * centre - box, 2n), rounding));
      return Array.from({ length: 100 }, (_, k) => k - 50)
        .map((i) => [i, Math.min(start + box, ONE * (i + 1)) - Math.max(start, ONE * i)] as const)
        .filter(([, part]) => part > 0);
    };
    const [x, y] = places(lanes, width, height);
    const columns = covered(x, lanes.boxWidth[1], longest[0]);
    const expected = covered(y, lanes.boxHeight[1], longest[1]).flatMap(([j, down]) =>
      columns.map(([i, across]) => [texel(i, j), across * down]),
    );
    const input = [lanes.u[1], lanes.v[1], lanes.boxWidth[1], lanes.boxHeight[1], rounding];
    expect([input, tapsOf(new BoxPlan(binding), lanes, number)]).toEqual([input, expected]);
  }
});

it.each(['current', 'vulkan-1.1'] as const)(
  'a kernel has a weight of its phase for each texel under it: %s',
  (text) => {
    const dice = new Dice(0x3e);
    for (let n = 0; n < 80; n++) {
      const { binding, number } = anyBinding(dice);
      const lanes = anyLane(dice);
      const [kernelWidth, kernelHeight] = [dice.integer(1, 5), dice.integer(1, 5)];
      const kernel: TapWeights = {
        width: kernelWidth,
        height: kernelHeight,
        centerX: dice.integer(0, kernelWidth - 1),
        centerY: dice.integer(0, kernelHeight - 1),
        phases: 2 ** dice.integer(0, 3),
        one: 2 ** 20,
        // A number for every place and phase.
        weight: (column, row, phaseX, phaseY) => 1000 * (8 * column + phaseX) + 8 * row + phaseY,
      };
      const { number: texel, width, height } = numberAt(binding, lanes);
      const [x, y] = places(lanes, width, height);
      // floor(frac(u - 0.5) * phases) of texel coordinates; the first text of the extension subtracts nothing.
      const phase = (at: number) => {
        const shifted = at / ONE - (text === 'current' ? 0.5 : 0);
        return Math.floor((shifted - Math.floor(shifted)) * kernel.phases);
      };
      const expected = Array.from({ length: kernelWidth * kernelHeight }, (_, tap) => {
        const [column, row] = [tap % kernelWidth, Math.floor(tap / kernelWidth)];
        const [i, j] = [Math.floor(x / ONE) - kernel.centerX + column, Math.floor(y / ONE) - kernel.centerY + row];
        return [texel(i, j), kernel.weight(column, row, phase(x), phase(y))];
      });
      const plan = new WeightedPlan({ ...binding, design: { ...binding.design, text } }, kernel);
      const input = [lanes.u[1], lanes.v[1], kernel];
      expect([input, tapsOf(plan, lanes, number)]).toEqual([input, expected]);
    }
  },
);
