import { describe, expect, it } from 'vitest';
import type { Design } from '../../../rtl-model/design/design.ts';
import { withValue } from '../../../rtl-model/design/field.ts';
import { FrontEnd } from '../../../rtl-model/front-end/front-end.ts';
import { LodUnit } from '../../../rtl-model/lod-unit/lod-unit.ts';
import { mostPasses } from '../../../rtl-model/path/unit-path.ts';
import { LaneRegisters } from '../../../rtl-model/registers/lane-registers.ts';
import { QUAD_LANES, QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { Binding } from '../../../rtl-model/state/binding.ts';
import { PLAIN_SAMPLING } from '../../../src/forms/parameters/unit-widths.ts';
import { operandBits } from '../../../src/forms/rtl/unit-state.ts';
import { Dice } from '../../oracle/dice.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { CUBE_SAMPLING, MIXED_SAMPLING, UNIT_DESIGNS, VOLUME_SAMPLING } from '../units/unit-designs.ts';
import { structPort, unitLeaf } from '../units/unit-leaf.ts';
import { drawQuad, floatPatterns, portWriter } from '../units/unit-quads.ts';
import { anyBindings, firstLevels, offView, planOf } from '../units/unit-states.ts';
import { RANDOM } from '../vectors.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';

const STATES = 96;
const OF_LANES = ['level_hi', 'level_lo', 'level_weight', 'linear', 'samples', 'axis_u', 'axis_v'];

/** The unit without registers between its steps, whose ports for late steps have the state of the first ones. */
function leaf(design: Design, sampling = PLAIN_SAMPLING): Leaf {
  const unit = unitLeaf(
    'lod_unit',
    withValue(design, 'pipeline.latency.lod', 1),
    anyBindings(design, STATES, sampling),
    [structPort(design, STATES, 'derived', 'derived_t', [], sampling)],
    [structPort(design, STATES, 'lanes', 'lanes_t', OF_LANES, sampling)],
    sampling,
  );
  const [state, ...inputs] = unit.inputs;
  return {
    ...unit,
    inputs: [{ name: 'clock', width: 1 }, state, { ...state, name: 'late_state' }, ...inputs],
    outputs: [{ name: 'late_number', width: state.width }, ...unit.outputs],
  };
}

/**
 * The derivatives are there for every operation and every source of the LOD; those other than samples, and an explicit one,
 * must not depend on them.
 */
function deriving(binding: Binding): Binding {
  const { instruction } = binding;
  return {
    ...binding,
    op: 'sample',
    instruction: { ...instruction, lod: instruction.lod === 'explicit' ? 'implicit' : instruction.lod },
  };
}

/** Random quads of random states. Levels have a meaning in active lanes, axes under anisotropic samplers. */
function vectors(design: Design, sampling = PLAIN_SAMPLING): Vectors {
  const dice = new Dice(2);
  const bindings = anyBindings(design, STATES, sampling);
  const frontEnds = bindings.map((binding) => new FrontEnd(deriving(binding)));
  const units = bindings.map((binding) => new LodUnit(binding, planOf(binding)));
  const hasAxis = Math.max(...design.lod.anisotropicRates) > 1;
  const batch = new QuadBatch(1);
  const lanes = new LaneRegisters(QUAD_LANES);
  return {
    count: RANDOM / 25,
    fill: (n, values) => {
      const state = n % STATES;
      const unit = units[state];
      drawQuad(batch, bindings[state], dice);
      frontEnds[state].load(batch, 0, 1, lanes, 0);
      const put = portWriter(values);
      const active = batch.active[0];
      const quad = [state, n, active, batch.offsetU[0], batch.offsetV[0]];
      if (sampling.volumes) quad.push(batch.offsetW[0]);
      const { u, v, dudx, dvdx, dudy, dvdy, lodOperand, minLod } = lanes;
      const { op, dimensions } = bindings[state];
      const fetched = op === 'fetch';
      // Derivatives along w are 0 in a plane.
      const alongW = (array: Float32Array) => (dimensions === 3 ? floatPatterns(array) : [0, 0, 0, 0]);
      const w = fetched ? batch.k : alongW(lanes.w);
      const place = fetched ? [batch.i, batch.j] : [u, v].map(floatPatterns);
      put(
        [0, state, state],
        quad,
        ...place,
        operandBits(batch, 'layer', op),
        ...[dudx, dvdx, dudy, dvdy].map(floatPatterns),
      );
      put(fetched ? batch.level : floatPatterns(lodOperand), floatPatterns(minLod));
      if (sampling.volumes) put(w, ...[lanes.dwdx, lanes.dwdy].map(alongW));
      if (sampling.comparison) put(floatPatterns(lanes.dref));
      const face = bindings[state].cube ? lanes.face : [0, 0, 0, 0];
      if (sampling.cubes) put(face);
      unit.select(lanes, 0, QUAD_LANES);
      const ofActive = (array: ArrayLike<number>) =>
        Array.from(array, (value, lane) => (((active >> lane) & 1) === 1 ? value : NaN));
      put([state], quad, ...place, operandBits(batch, 'layer', op));
      const outside = offView(batch, bindings[state]);
      const first = firstLevels(batch, bindings[state], lanes);
      put(ofActive(first).map((level, lane) => (outside[lane] ? NaN : level)));
      put(...[lanes.levelLo, lanes.levelWeight, lanes.filter, lanes.samples].map(ofActive));
      if (sampling.fetches) put(outside.map(Number));
      const measured = op === 'sample' && unit.maxAnisotropy > 1 && unit.source !== 'explicit';
      const axis = (array: Float32Array) => (measured ? ofActive(floatPatterns(array)) : [NaN, NaN, NaN, NaN]);
      if (hasAxis) put(axis(lanes.axisU), axis(lanes.axisV));
      if (sampling.volumes) put(w);
      if (sampling.comparison) put(floatPatterns(lanes.dref));
      if (sampling.cubes) put(face);
      put([Math.max(1, mostPasses(lanes, 0, QUAD_LANES))]);
    },
  };
}

describe('lod_unit', () => {
  it.each(UNIT_DESIGNS)('of $name selects the levels and samples of the LOD unit', async (design) => {
    expect(await firstDifference(leaf(design), vectors(design))).toBeNull();
    expect(await firstDifference(leaf(design, MIXED_SAMPLING), vectors(design, MIXED_SAMPLING))).toBeNull();
    const sampling = { ...VOLUME_SAMPLING, cubes: true, fetches: true };
    expect(await firstDifference(leaf(design, sampling), vectors(design, sampling))).toBeNull();
  });

  it('has cubes without volumes, and volumes without cubes', async () => {
    const [, design] = UNIT_DESIGNS;
    expect(await firstDifference(leaf(design, CUBE_SAMPLING), vectors(design, CUBE_SAMPLING))).toBeNull();
    expect(await firstDifference(leaf(design, VOLUME_SAMPLING), vectors(design, VOLUME_SAMPLING))).toBeNull();
  });

  itIsSynthesized(() => {
    const [, design] = UNIT_DESIGNS;
    return [leaf(design), vectors(design)];
  });
  itIsSynthesized(() => {
    const [, design] = UNIT_DESIGNS;
    return [leaf(design, MIXED_SAMPLING), vectors(design, MIXED_SAMPLING)];
  }, ' with all operations');

  const [ANISOTROPIC, ISOTROPIC] = UNIT_DESIGNS;
  const mutants: readonly Mutant<[Design]>[] = [
    [
      'both axes are scaled by the width',
      ISOTROPIC,
      ['.value(state.height[state.first_level])', '.value(state.width[state.first_level])'],
    ],
    [
      'an explicit LOD is biased by itself',
      ISOTROPIC,
      ["explicit_lod ? '0 : late.lod_operand[lane]", 'late.lod_operand[lane]'],
    ],
    [
      'the filters are exchanged',
      ISOTROPIC,
      ['magnified ? late_state.mag_linear', '!magnified ? late_state.mag_linear'],
    ],
    ['an inactive lane asks for passes', ISOTROPIC, ['late.active[lane] && of_lane', 'of_lane']],
    [
      'the axis is that of u',
      ANISOTROPIC,
      ['.dx(late.dvdx[lane]),\n          .dy(late.dvdy', '.dx(late.dudx[lane]),\n          .dy(late.dvdy'],
    ],
  ];
  itFinds(mutants, (design) => [leaf(design), vectors(design)]);

  const ofVolumes: readonly Mutant[] = [
    [
      'w is scaled by the height',
      ['.value(state.depth[state.first_level])', '.value(state.height[state.first_level])'],
    ],
    ['dX has no part along w', ['.dxw(dxw)', ".dxw('0 & dxw)"]],
    ['a nearest filter reads two slices', ['lanes.linear & {4{late_state.volume}}', '{4{late_state.volume}}']],
    ['every view has slices', ['lanes.linear & {4{late_state.volume}}', 'lanes.linear']],
  ];
  itFinds(ofVolumes, () => [leaf(ISOTROPIC, VOLUME_SAMPLING), vectors(ISOTROPIC, VOLUME_SAMPLING)]);

  const mixed: readonly Mutant<[Design]>[] = [
    ['a gather is anisotropic', ANISOTROPIC, ['anisotropic = selects && ', 'anisotropic = ']],
    ['a gather has a filter', ISOTROPIC, ['selects && (magnified', "1'b1 && (magnified"]],
    ['a gather reads the level of its LOD', ISOTROPIC, ['selects ? level_hi', "1'b1 ? level_hi"]],
    ['a gather has a second level', ISOTROPIC, ['selects ? level_lo', "1'b1 ? level_lo"]],
    ['a gather blends levels', ISOTROPIC, ['selects ? weight', "1'b1 ? weight"]],
    [
      'a fetch reads the first level',
      ISOTROPIC,
      ['late_state.first_level + texture_unit_pkg', 'late_state.first_level & texture_unit_pkg'],
    ],
    [
      'a fetch may read the level after the last',
      ISOTROPIC,
      ["level > 32'(late_state.last_level)", "level - 1 > 32'(late_state.last_level)"],
    ],
    ['a gather may be off its view', ISOTROPIC, ['operation_pkg::FETCH && level >', 'operation_pkg::FETCH || level >']],
    ['every state is a gather', ISOTROPIC, ['== operation_pkg::SAMPLE', '!= operation_pkg::SAMPLE']],
  ];
  itFinds(mixed, (design) => [leaf(design, MIXED_SAMPLING), vectors(design, MIXED_SAMPLING)]);
});
