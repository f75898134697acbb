import { describe, expect, it } from 'vitest';
import type { Design } from '../../../rtl-model/design/design.ts';
import { FrontEnd } from '../../../rtl-model/front-end/front-end.ts';
import { LaneRegisters } from '../../../rtl-model/registers/lane-registers.ts';
import { QUAD_LANES, QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { PLAIN_SAMPLING } from '../../../src/forms/parameters/unit-widths.ts';
import { operandBits, unitOperands } from '../../../src/forms/rtl/unit-state.ts';
import { Dice } from '../../oracle/dice.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { CUBE_SAMPLING, MIXED_SAMPLING, UNIT_DESIGNS, VOLUME_SAMPLING } from '../units/unit-designs.ts';
import { structPort, unitLeaf } from '../units/unit-leaf.ts';
import { drawQuad, floatPatterns, portWriter } from '../units/unit-quads.ts';
import { anyBindings } from '../units/unit-states.ts';
import { RANDOM } from '../vectors.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';

const STATES = 32;
/** Samples and fetches of volumes. */
const OF_VOLUMES = { ...VOLUME_SAMPLING, fetches: true };

function leaf(design: Design, sampling = PLAIN_SAMPLING): Leaf {
  const ofLod = ['dudx', 'dvdx', 'dudy', 'dvdy', 'lod_operand', 'min_lod', 'w', 'dwdx', 'dwdy', 'dref'];
  return unitLeaf(
    'front_end',
    design,
    anyBindings(design, STATES, sampling),
    [structPort(design, STATES, 'quad', 'quad_t', [], sampling)],
    [structPort(design, STATES, 'derived', 'derived_t', ofLod, sampling)],
    sampling,
  );
}

/** Random quads of random states. Derivatives have a meaning for samples whose LOD is not an operand. */
function vectors(design: Design, sampling = PLAIN_SAMPLING): Vectors {
  const dice = new Dice(2);
  const bindings = anyBindings(design, STATES, sampling);
  const frontEnds = bindings.map((binding) => new FrontEnd(binding));
  const batch = new QuadBatch(1);
  const lanes = new LaneRegisters(QUAD_LANES);
  return {
    count: RANDOM / 25,
    fill: (n, values) => {
      const state = n % STATES;
      const { op, instruction, dimensions } = bindings[state];
      drawQuad(batch, bindings[state], dice);
      frontEnds[state].load(batch, 0, 1, lanes, 0);
      const put = portWriter(values);
      const quad = [state, n, batch.active[0], batch.offsetU[0], batch.offsetV[0]];
      if (sampling.volumes) quad.push(batch.offsetW[0]);
      put([state], quad, ...unitOperands(sampling).map((operand) => operandBits(batch, operand, op, sampling)));
      const ofSamples = (array: Float32Array) => (op === 'sample' ? floatPatterns(array) : array.map(() => NaN));
      const derived = (array: Float32Array) =>
        instruction.lod === 'explicit' ? array.map(() => NaN) : ofSamples(array);
      const fetched = op === 'fetch';
      put(quad, fetched ? lanes.i : floatPatterns(lanes.u), fetched ? lanes.j : floatPatterns(lanes.v));
      put(operandBits(batch, 'layer', op));
      put(...[lanes.dudx, lanes.dvdx, lanes.dudy, lanes.dvdy].map(derived));
      put(fetched ? lanes.level : ofSamples(lanes.lodOperand), ofSamples(lanes.minLod));
      if (sampling.volumes) {
        const isVolume = dimensions === 3;
        put(!isVolume ? lanes.w.map(() => NaN) : fetched ? lanes.k : floatPatterns(lanes.w));
        put(...[lanes.dwdx, lanes.dwdy].map((array) => (isVolume ? derived(array) : array.map(() => 0))));
      }
      if (sampling.comparison) put(instruction.dref === true ? floatPatterns(lanes.dref) : lanes.dref.map(() => NaN));
      if (sampling.cubes) put(bindings[state].cube ? lanes.face : [0, 0, 0, 0]);
    },
  };
}

describe('front_end', () => {
  it.each(UNIT_DESIGNS)('of $name gives the registers of the front end', async (design) => {
    expect(await firstDifference(leaf(design), vectors(design))).toBeNull();
    expect(await firstDifference(leaf(design, MIXED_SAMPLING), vectors(design, MIXED_SAMPLING))).toBeNull();
    const sampling = { ...OF_VOLUMES, cubes: true };
    expect(await firstDifference(leaf(design, sampling), vectors(design, sampling))).toBeNull();
  });

  it('gives the third axis of volumes without cubes', async () => {
    const [, design] = UNIT_DESIGNS;
    expect(await firstDifference(leaf(design, OF_VOLUMES), vectors(design, OF_VOLUMES))).toBeNull();
  });

  itIsSynthesized(() => {
    const [design] = UNIT_DESIGNS;
    return [leaf(design), vectors(design)];
  });

  itIsSynthesized(() => {
    const [design] = UNIT_DESIGNS;
    return [leaf(design, CUBE_SAMPLING), vectors(design, CUBE_SAMPLING)];
  }, ' with cubes');

  const ofCubes: readonly Mutant[] = [
    ['r is not divided', ['state.projected ? r_over_q', "1'b0 ? r_over_q"]],
    ['every view has faces', ['state.cube ? face_v :', "1'b1 ? face_v :"]],
    ['derivatives are those of the direction', ['state.cube ? face_dvdy :', "1'b0 ? face_dvdy :"]],
    ['the axes are exchanged', ['.direction({w[lane], v[lane], u[lane]})', '.direction({w[lane], u[lane], v[lane]})']],
  ];
  itFinds(ofCubes, () => {
    const [design] = UNIT_DESIGNS;
    return [leaf(design, CUBE_SAMPLING), vectors(design, CUBE_SAMPLING)];
  });

  const ofVolumes: readonly Mutant[] = [
    ['r is not divided', ['state.projected ? r_over_q', "1'b0 ? r_over_q"]],
    ['planes have derivatives along w', ['state.volume ? dwdx', "1'b1 ? dwdx"]],
    ['dwdy is that along x', ['gradient ? quad.drdy : w_dy', 'gradient ? quad.drdy : w_dx']],
    ['the offset along w is that along v', ['= quad.offset_w', '= quad.offset_v']],
  ];
  itFinds(ofVolumes, () => {
    const [design] = UNIT_DESIGNS;
    return [leaf(design, VOLUME_SAMPLING), vectors(design, VOLUME_SAMPLING)];
  });

  const mutants: readonly Mutant[] = [
    ['t is not divided', ['state.projected ? t_over_q', "1'b0 ? t_over_q"]],
    ['every coordinate is divided', ['state.projected ? s_over_q', "1'b1 ? s_over_q"]],
    ['gradients are differences', ['== texture_unit_pkg::LOD_GRADIENT', '== texture_unit_pkg::LOD_EXPLICIT']],
    ['dvdy is that along x', ['gradient ? quad.dtdy : v_dy', 'gradient ? quad.dtdy : v_dx']],
  ];
  itFinds(mutants, () => {
    const [design] = UNIT_DESIGNS;
    return [leaf(design), vectors(design)];
  });
});
