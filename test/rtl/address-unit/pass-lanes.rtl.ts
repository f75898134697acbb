import { describe, expect, it } from 'vitest';
import type { Design } from '../../../rtl-model/design/design.ts';
import { unitWidths } from '../../../src/forms/parameters/unit-widths.ts';
import { Dice } from '../../oracle/dice.ts';
import { itFinds, type Mutant } from '../module-tests.ts';
import { MIXED_SAMPLING, UNIT_DESIGNS } from '../units/unit-designs.ts';
import { structPort, unitLeaf } from '../units/unit-leaf.ts';
import { anyBindings } from '../units/unit-states.ts';
import { RANDOM } from '../vectors.ts';
import { elements, firstDifference, type Leaf, type Vectors } from '../verilated.ts';

const STATES = 16;
const LANES = [0, 1, 2, 3];

function leaf(design: Design, sampling = MIXED_SAMPLING): Leaf {
  const { passBits: width } = unitWidths(design, STATES, sampling);
  return unitLeaf(
    'pass_lanes',
    design,
    anyBindings(design, STATES, sampling),
    [structPort(design, STATES, 'lanes', 'lanes_t', [], sampling), { name: 'pass_number', width }],
    [
      { name: 'gather', width: 1 },
      { name: 'coarser', width: 4 },
      { name: 'sample', width, count: 4 },
      { name: 'active', width: 4 },
      { name: 'taps', width: 5 },
    ],
    sampling,
  );
}

/**
 * Lanes by chance in passes of the one with the most samples, each sample of a lane in the pass of its number; in two of them
 * where it has two slices.
 */
function vectors(design: Design, sampling = MIXED_SAMPLING): Vectors {
  const dice = new Dice(1);
  const bindings = anyBindings(design, STATES, sampling);
  const ports = leaf(design, sampling).inputs.flatMap(elements);
  const placeOf = (name: string) => ports.findIndex((port) => port.name === name);
  const places = (name: string) => LANES.map((lane) => placeOf(`lanes_${name}_${lane}`));
  const [samples, weights, linear] = ['samples', 'level_weight', 'linear'].map(places);
  const active = placeOf('lanes_active');
  return {
    count: RANDOM / 10,
    fill: (n, values) => {
      values.fill(0);
      const state = n % STATES;
      const gathers = bindings[state].op === 'gather';
      const isVolume = bindings[state].dimensions === 3;
      const lanes = LANES.map(() => {
        const linear = !gathers && dice.chance(0.5);
        return {
          samples: isVolume ? 1 : dice.pick(design.lod.anisotropicRates),
          weight: Number(dice.chance(0.5)),
          active: dice.chance(0.7),
          linear,
          slices: linear && isVolume ? 2 : 1,
        };
      });
      values[0] = state;
      lanes.forEach((lane, k) => {
        values[samples[k]] = lane.samples;
        values[weights[k]] = lane.weight;
        values[active] += Number(lane.active) * 2 ** k;
        values[linear[k]] = Number(lane.linear);
      });
      const levels = lanes.map(({ samples: count, slices }) =>
        [0, 1].flatMap((coarser) =>
          Array.from({ length: count * slices }, (_, n) => ({ coarser, sample: Math.floor(n / slices) })),
        ),
      );
      const pass = dice.integer(0, Math.max(...levels.map(({ length }) => length)) - 1);
      values[ports.length - 1] = pass;
      // A lane that has no more samples goes on to count in the coarser level, and is not active.
      const at = levels.map(
        (all, k) => all[pass] ?? { coarser: 1, sample: Math.floor(pass / lanes[k].slices) - lanes[k].samples },
      );
      const works = lanes.map(
        (lane, k) => lane.active && pass < levels[k].length && (at[k].coarser === 0 || lane.weight > 0),
      );
      const bits = (flags: readonly boolean[]) => flags.reduce((sum, flag, k) => sum + Number(flag) * 2 ** k, 0);
      values.set(
        [
          Number(gathers),
          bits(at.map(({ coarser }) => coarser === 1)),
          ...at.map(({ sample }) => sample),
          bits(works),
          works.reduce((sum, is, k) => sum + (is ? (lanes[k].linear || gathers ? 4 : 1) : 0), 0),
        ],
        ports.length,
      );
    },
  };
}

describe('pass_lanes', () => {
  it.each(UNIT_DESIGNS)('of $name counts the samples of each level, and their taps', async (design) => {
    expect(await firstDifference(leaf(design), vectors(design))).toBeNull();
  });

  const WITH_VOLUMES = { ...MIXED_SAMPLING, volumes: true };
  it('has two passes for the samples of a linear filter in volumes', async () => {
    const [, design] = UNIT_DESIGNS;
    expect(await firstDifference(leaf(design, WITH_VOLUMES), vectors(design, WITH_VOLUMES))).toBeNull();
  });

  const ofVolumes: readonly Mutant[] = [
    ['a slice is a sample', ['number = pass_number >> slices[lane]', 'number = pass_number']],
    ['planes have slices', ['lanes.linear & {4{state.volume}}', 'lanes.linear']],
  ];
  itFinds(ofVolumes, () => [leaf(UNIT_DESIGNS[1], WITH_VOLUMES), vectors(UNIT_DESIGNS[1], WITH_VOLUMES)]);

  const mutants: readonly Mutant[] = [
    ['a gather has one tap', ['|| gather ?', "|| 1'b0 ?"]],
    ['a level without a weight is sampled', ["level_weight[lane] != '0", "level_weight[lane] == '0 || 1'b1"]],
    ['lanes without samples go on', ['&& sample[lane] <', '&& sample[lane] <=']],
  ];
  itFinds(mutants, () => [leaf(UNIT_DESIGNS[0]), vectors(UNIT_DESIGNS[0])]);
});
