import { describe, expect, it } from 'vitest';
import type { Design } from '../../../rtl-model/design/design.ts';
import { FrontEnd } from '../../../rtl-model/front-end/front-end.ts';
import { LaneRegisters } from '../../../rtl-model/registers/lane-registers.ts';
import { QUAD_LANES } from '../../../rtl-model/registers/quad-batch.ts';
import type { Binding } from '../../../rtl-model/state/binding.ts';
import { Dice } from '../../oracle/dice.ts';
import { UNIT_DESIGNS } from '../units/unit-designs.ts';
import { structPort, unitLeaf } from '../units/unit-leaf.ts';
import { drawQuad, newQuad } from '../units/unit-quads.ts';
import { anyBindings, anyImages } from '../units/unit-states.ts';
import { float32Pattern, RANDOM } from '../vectors.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';

const STATES = 32;

function bindingsOf(design: Design): readonly Binding[] {
  const dice = new Dice(1);
  return anyBindings(design, anyImages(design, dice), dice, STATES);
}

function leaf(design: Design): Leaf {
  const derivatives = ['dudx', 'dvdx', 'dudy', 'dvdy'];
  return unitLeaf(
    'front_end',
    design,
    bindingsOf(design),
    [structPort(design, STATES, 'quad', 'quad_t')],
    [structPort(design, STATES, 'derived', 'derived_t', derivatives)],
  );
}

/** Random quads of random states. Derivatives have a meaning where the LOD is not an operand. */
function vectors(design: Design): Vectors {
  const dice = new Dice(2);
  const bindings = bindingsOf(design);
  const frontEnds = bindings.map((binding) => new FrontEnd(binding));
  const batch = newQuad();
  const lanes = new LaneRegisters(QUAD_LANES);
  return {
    count: RANDOM / 10,
    fill: (n, values) => {
      const state = n % STATES;
      const { instruction } = bindings[state];
      drawQuad(batch, bindings[state], dice);
      frontEnds[state].load(batch, 0, 1, lanes, 0);
      let at = 0;
      const put = (...ports: readonly ArrayLike<number>[]) => {
        for (const port of ports) for (let k = 0; k < port.length; k++) values[at++] = port[k];
      };
      const floats = (array: Float32Array) => Array.from(array, float32Pattern);
      const quad = [state, n, batch.active[0], batch.offsetU[0], batch.offsetV[0]];
      const { s, t, q, layer, lod, minLod, dsdx, dtdx, dsdy, dtdy } = batch;
      put([state], quad, ...[s, t, q, layer, lod, minLod, dsdx, dtdx, dsdy, dtdy].map(floats));
      const derived = (array: Float32Array) => (instruction.lod === 'explicit' ? array.map(() => NaN) : floats(array));
      put(quad, floats(lanes.u), floats(lanes.v), floats(layer));
      put(...[lanes.dudx, lanes.dvdx, lanes.dudy, lanes.dvdy].map(derived));
      put(floats(lanes.lodOperand), floats(lanes.minLod));
    },
  };
}

describe('front_end', () => {
  it.each(UNIT_DESIGNS)('of $name gives the registers of the front end', async (design) => {
    expect(await firstDifference(leaf(design), vectors(design))).toBeNull();
  });

  it('computes the same in the netlist that Yosys makes of it', async () => {
    const [design] = UNIT_DESIGNS;
    expect(await firstDifference({ ...leaf(design), netlist: true }, vectors(design))).toBeNull();
  });

  const mutants: [string, [string, string]][] = [
    ['t is not divided', ['state.projected ? t_over_q', "1'b0 ? t_over_q"]],
    ['every coordinate is divided', ['state.projected ? s_over_q', "1'b1 ? s_over_q"]],
    ['gradients are differences', ['== texture_unit_pkg::LOD_GRADIENT', '== texture_unit_pkg::LOD_EXPLICIT']],
    ['dvdy is that along x', ['gradient ? quad.dtdy : v_dy', 'gradient ? quad.dtdy : v_dx']],
  ];
  it.each(mutants)('is found where %s', async (_, replace) => {
    const [design] = UNIT_DESIGNS;
    expect(await firstDifference({ ...leaf(design), replace }, vectors(design))).toMatch(/got .*\n.*expected/);
  });
});
