import { describe, expect, it } from 'vitest';
import { BlockMap } from '../../../pipeline/cache/block-map.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { FrontEnd } from '../../../rtl-model/front-end/front-end.ts';
import { LodUnit } from '../../../rtl-model/lod-unit/lod-unit.ts';
import { mostPasses } from '../../../rtl-model/path/unit-path.ts';
import { BORDER_ADDRESS, CORNER_ADDRESS, Footprints, ZERO_ADDRESS } from '../../../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../../../rtl-model/registers/lane-registers.ts';
import { QUAD_LANES, QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { Binding } from '../../../rtl-model/state/binding.ts';
import { LANE_TAPS } from '../../../rtl-model/state/sample-shape.ts';
import { PLAIN_SAMPLING, unitWidths } from '../../../src/forms/parameters/unit-widths.ts';
import { operandBits } from '../../../src/forms/rtl/unit-state.ts';
import { Dice } from '../../oracle/dice.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import {
  CUBE_SAMPLING,
  MIXED_SAMPLING,
  UNIT_DESIGNS,
  VOLUME_SAMPLING,
  WHOLE_SAMPLING,
  WIDE_SAMPLING,
} from '../units/unit-designs.ts';
import { structPort, unitLeaf } from '../units/unit-leaf.ts';
import { drawQuad, floatPatterns, portWriter } from '../units/unit-quads.ts';
import { anyBindings, firstLevels, offView, planOf } from '../units/unit-states.ts';
import { RANDOM } from '../vectors.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';

const STATES = 96;

function leaf(design: Design, sampling = PLAIN_SAMPLING): Leaf {
  const sometimes = ['word', 'byte_offset', 'in_block'];
  return unitLeaf(
    'address_unit',
    design,
    anyBindings(design, STATES, sampling),
    [
      structPort(design, STATES, 'lanes', 'lanes_t', [], sampling),
      { name: 'pass_number', width: unitWidths(design, STATES, sampling).passBits },
    ],
    [structPort(design, STATES, 'pass', 'pass_t', sometimes, sampling)],
    sampling,
  );
}

/**
 * Random passes of random quads under random states. Addresses have a meaning for taps that read a texel. Those of blocks
 * are the blocks' own.
 */
function vectors(design: Design, sampling = PLAIN_SAMPLING): Vectors {
  const dice = new Dice(2);
  const bindings = anyBindings(design, STATES, sampling);
  const maps = bindings.map(({ image }) => BlockMap.of([image], design.cache));
  const units = bindings.map((binding) => {
    const plan = planOf(binding);
    return { frontEnd: new FrontEnd(binding), lodUnit: new LodUnit(binding, plan), plan };
  });
  const hasAxis = Math.max(...design.lod.anisotropicRates) > 1;
  const tellsLinear = unitWidths(design, STATES, sampling).linearBits > 0;
  const batch = new QuadBatch(1);
  const lanes = new LaneRegisters(QUAD_LANES);
  const foot = new Footprints(QUAD_LANES);
  return {
    count: RANDOM / 25,
    fill: (n, values) => {
      const state = n % STATES;
      const { frontEnd, lodUnit, plan } = units[state];
      drawQuad(batch, bindings[state], dice);
      frontEnd.load(batch, 0, 1, lanes, 0);
      lodUnit.select(lanes, 0, QUAD_LANES);
      const passes = Math.max(1, mostPasses(lanes, 0, QUAD_LANES));
      const pass = dice.integer(0, passes - 1);
      plan.footprints(lanes, 0, foot, 0, QUAD_LANES, pass);
      const put = portWriter(values);
      put([state, state, n, batch.active[0], batch.offsetU[0], batch.offsetV[0]]);
      if (sampling.volumes) put([batch.offsetW[0]]);
      const { op, dimensions } = bindings[state];
      put(...(op === 'fetch' ? [batch.i, batch.j] : [lanes.u, lanes.v].map(floatPatterns)));
      put(operandBits(batch, 'layer', op), firstLevels(batch, bindings[state], lanes));
      put(lanes.levelLo, lanes.levelWeight, lanes.filter, lanes.samples);
      if (sampling.fetches) put(offView(batch, bindings[state]).map(Number));
      if (hasAxis) put(floatPatterns(lanes.axisU), floatPatterns(lanes.axisV));
      if (sampling.volumes) put(dimensions < 3 ? [0, 0, 0, 0] : op === 'fetch' ? batch.k : floatPatterns(lanes.w));
      if (sampling.comparison) put(floatPatterns(lanes.dref));
      if (sampling.cubes) put(bindings[state].cube ? lanes.face : [0, 0, 0, 0]);
      put([passes, pass]);

      const taps = Array.from(foot.address, (address, tap) =>
        tap % LANE_TAPS < foot.tapCount[Math.floor(tap / LANE_TAPS)] ? address : NaN,
      );
      put(taps.map((address) => Number(address >= 0)));
      const places = taps.map((address) => (address >= 0 ? (maps[state]?.cacheAddress(address) ?? address) : NaN));
      put(places.map((place) => Math.floor(place / 4)));
      put(places.map((place) => place % 4));
      if (sampling.blocks) {
        put(taps.map((address) => (maps[state] === null ? NaN : texelInBlock(bindings[state], address))));
      }
      // A tap out of bounds lies on the border: the border of its state is the texel out of bounds.
      put(taps.map((address) => Number(address === BORDER_ADDRESS || address === ZERO_ADDRESS)));
      const mask = foot.tapCount.reduce((bits, count, lane) => bits + (count > 0 ? 2 ** lane : 0), 0);
      put([state, n, pass, Number(pass === passes - 1), mask], foot.alpha, foot.beta);
      if (sampling.volumes) put(foot.gamma);
      if (tellsLinear) put(lanes.filter);
      put(lanes.samples, lanes.levelWeight);
      if (sampling.comparison) put(floatPatterns(lanes.dref));
      if (sampling.cubes) put(taps.map((address) => Number(address === CORNER_ADDRESS)));
    },
  };
}

/** Connections of the coordinate along u. */
const HALVES = '.half(linear || gather),\n        .gather(gather),\n        .offset(lanes.offset_u)';
const ROUNDINGS = `.GATHER_ROUNDING(fixed_point_pkg::rounding_e'(texture_unit_pkg::ADDRESS_GATHER_ROUNDING)),
        .SCALE_EXACT(texture_unit_pkg::ADDRESS_SCALE_EXACT),
        .RANGE_REDUCTION(texture_unit_pkg::ADDRESS_RANGE_REDUCTION),
        .SIZE_BITS(SIZE_BITS),
        .OFFSET_BITS(texture_unit_pkg::OFFSET_BITS)
    ) coordinate_u`;

/** The number of the texel at an address in its block, row by row; NaN where there is no texel. */
function texelInBlock({ image: { compressed, texelStride } }: Binding, address: number): number {
  const level = compressed!.find(({ decodedBase, decodedEnd }) => address >= decodedBase && address < decodedEnd);
  return level === undefined ? NaN : ((address - level.decodedBase) % level.decodedBytes) / texelStride;
}

describe('address_unit', () => {
  it.each(UNIT_DESIGNS)('of $name gives the footprints of the plan of each operation', async (design) => {
    expect(await firstDifference(leaf(design), vectors(design))).toBeNull();
    expect(await firstDifference(leaf(design, MIXED_SAMPLING), vectors(design, MIXED_SAMPLING))).toBeNull();
  });

  itIsSynthesized(() => {
    const [, design] = UNIT_DESIGNS;
    return [leaf(design), vectors(design)];
  });
  itIsSynthesized(() => {
    const [, design] = UNIT_DESIGNS;
    return [leaf(design, MIXED_SAMPLING), vectors(design, MIXED_SAMPLING)];
  }, ' with all operations');

  const mutants: readonly Mutant[] = [
    ['every pass reads the finer level', ['coarser[lane] ? lanes.level_lo[lane]', "1'b0 ? lanes.level_lo[lane]"]],
    ['the coarser level begins a pass late', ['coarser[lane] = number >=', 'coarser[lane] = number >']],
    ['samples of the coarser level go on', ['coarser[lane] ? number -', "1'b0 ? number -"]],
    [
      'both axes wrap alike',
      ['.address_mode(address_v),\n          .texel(j', '.address_mode(address_u),\n          .texel(j'],
    ],
    [
      'the layer is that of the view',
      ['state.base_layer + (!state.arrayed', '(state.base_layer & 0) + (!state.arrayed'],
    ],
    ['the border along v is read', ['outside_u[second_i] || outside_v[second_j]', 'outside_u[second_i]']],
  ];
  itFinds(mutants, () => {
    const [design] = UNIT_DESIGNS;
    return [leaf(design), vectors(design)];
  });

  const mixed: readonly Mutant[] = [
    ['a gather reads one texel', ['n == 0 || linear || gather)', 'n == 0 || linear)']],
    ['a gather begins at the nearest texel', [HALVES, HALVES.replace('.half(linear || gather)', '.half(linear)')]],
    ['taps of a gather are in the order of a sample along u', ['gather ? n == 1 || n == 2', "1'b0 ? n == 1 || n == 2"]],
    ['taps of a gather are in the order of a sample along v', ['gather ? n < 2', "1'b0 ? n < 2"]],
    ['a fetch is of any level', ['off_view = lanes.off_view[lane] ||', 'off_view =']],
    ['a fetch reads the column after the last', ["$unsigned(i) >= 33'(width)", "$unsigned(i) > 33'(width)"]],
    ['a fetch reads rows below 0', ["$unsigned(j) >= 33'(height)", "j >= $signed(33'(height))"]],
    [
      'a fetch reads the layer after the last',
      ["lanes.layer[lane] >= 32'(state.layers)", "lanes.layer[lane] > 32'(state.layers)"],
    ],
    ['the layer of a fetch is rounded', ['fetch ? fetched_layer', "1'b0 ? fetched_layer"]],
    ['a fetch wraps', ['fetch ? off_view', "1'b0 ? off_view"]],
    ['a fetch is of its coordinate as a float', ['plane_j  = fetch ? fetched_j :', "plane_j  = 1'b0 ? fetched_j :"]],
    ['a fetch has no offset', ["+ 33'(lanes.offset_v)", "+ (33'(lanes.offset_v) & '0)"]],
    ['levels that are clamped off are read', ['level < state.least_level', "1'b0 && level < state.least_level"]],
    ['a gather is rounded as a sample', [ROUNDINGS, ROUNDINGS.replace('_GATHER_ROUNDING', '_ROUNDING')]],
  ];
  itFinds(mixed, () => {
    const design = UNIT_DESIGNS.find(({ address }) => !['same', address.rounding].includes(address.gatherRounding))!;
    return [leaf(design, MIXED_SAMPLING), vectors(design, MIXED_SAMPLING)];
  });

  const scaled: readonly Mutant[] = [['every lane is linear', ['linear[lane] = linear', "linear[lane] = 1'b1"]]];
  itFinds(scaled, () => {
    const design = UNIT_DESIGNS.find(({ filter }) => filter.weightScale === 'all-ones-over-power-of-two')!;
    return [leaf(design), vectors(design)];
  });
});

it('address_unit of wide texels without blocks gives their places', async () => {
  const [design] = UNIT_DESIGNS;
  expect(await firstDifference(leaf(design, WIDE_SAMPLING), vectors(design, WIDE_SAMPLING))).toBeNull();
});

describe('address_unit with cubes', () => {
  it.each(UNIT_DESIGNS)('of $name gives the taps on the faces of cubes', async (design) => {
    expect(await firstDifference(leaf(design, CUBE_SAMPLING), vectors(design, CUBE_SAMPLING))).toBeNull();
  });

  itIsSynthesized(() => {
    const [, design] = UNIT_DESIGNS;
    return [leaf(design, CUBE_SAMPLING), vectors(design, CUBE_SAMPLING)];
  });

  const mutants: readonly Mutant[] = [
    [
      'a seamless cube repeats',
      [
        "state.seamless ? address_unit_pkg::CLAMP_TO_EDGE : address_unit_pkg::address_mode_e'(state.address_u)",
        "address_unit_pkg::address_mode_e'(state.address_u)",
      ],
    ],
    ['samples leave their face', ['assign x = state.seamless ? held_x :', 'assign x =']],
    ['edges are those of every filter', ['state.seamless && (linear || gather)', 'state.seamless']],
    ['edges are those of every cube', ['state.seamless && (linear || gather)', '(linear || gather)']],
    [
      'cubes are layers',
      ["state.cube ? texture_unit_pkg::LAYER_BITS'(6) *", "1'b0 ? texture_unit_pkg::LAYER_BITS'(6) *"],
    ],
    ['faces are layers', ['crosses ? face : lanes.face[lane]', "crosses ? face : 3'd0"]],
    ['a corner is read', ['taken && !border && !corner', 'taken && !border']],
  ];
  itFinds(mutants, () => {
    const [design] = UNIT_DESIGNS;
    return [leaf(design, CUBE_SAMPLING), vectors(design, CUBE_SAMPLING)];
  });
});

describe('address_unit with volumes', () => {
  const sampling = { ...VOLUME_SAMPLING, fetches: true };
  it('gives the taps in the slices of volumes', async () => {
    const [, design] = UNIT_DESIGNS;
    expect(await firstDifference(leaf(design, VOLUME_SAMPLING), vectors(design, VOLUME_SAMPLING))).toBeNull();
  });

  const mutants: readonly Mutant[] = [
    ['both passes read the first slice', ['linear && pass_number[0] ? k1 : k0', 'k0']],
    ['a nearest filter has slices', ['lanes.linear & {4{state.volume}}', '{4{state.volume}}']],
    ['the border along w is read', ['outside_w = state.volume && border_w', "outside_w = 1'b0 && border_w"]],
    [
      'w wraps as v',
      [
        "address_mode_e'(state.address_w)),\n          .texel(k)",
        "address_mode_e'(state.address_v)),\n          .texel(k)",
      ],
    ],
    ['the offset along w is that along v', ['.offset(lanes.offset_w)', '.offset(lanes.offset_v)']],
    [
      'a fetch reads the slice after the last',
      ["$unsigned(fetched_k) >= 33'(depth)", "$unsigned(fetched_k) > 33'(depth)"],
    ],
    ['a fetch has no offset along w', ["+ 33'(lanes.offset_w)", "+ (33'(lanes.offset_w) & '0)"]],
    ['planes have a weight along w', ['active[lane] && state.volume ? texture', 'active[lane] ? texture']],
    ['slices are of the level before', ['depth = state.depth[level]', 'depth = state.depth[state.first_level]']],
  ];
  itFinds(mutants, () => {
    const [, design] = UNIT_DESIGNS;
    return [leaf(design, sampling), vectors(design, sampling)];
  });
});

describe('address_unit with blocks and wide texels', () => {
  it.each(UNIT_DESIGNS)('of $name gives the places of blocks, and of texels in them', async (design) => {
    expect(await firstDifference(leaf(design, WHOLE_SAMPLING), vectors(design, WHOLE_SAMPLING))).toBeNull();
  });

  itIsSynthesized(() => {
    const [, design] = UNIT_DESIGNS;
    return [leaf(design, WHOLE_SAMPLING), vectors(design, WHOLE_SAMPLING)];
  });

  const mutants: readonly Mutant[] = [
    ['blocks have two columns', ['is_block ? texel_i >> 2', 'is_block ? texel_i >> 1']],
    ['every block has 16 bytes', ["is_block_of_8(components) ? 3'd3", "is_block_of_8(components) ? 3'd4"]],
    ['texels lie as blocks', ['.j(is_block ? texel_j >> 2 : texel_j)', '.j(texel_j >> 2)']],
    ['columns are rows', ["{2'(texel_j), 2'(texel_i)}", "{2'(texel_i), 2'(texel_j)}"]],
    ['wide texels lie as packed ones', ['is_wide(components)) begin', "is_wide(components) && 1'b0) begin"]],
    ['float32 lie as halves', [" + 3'(texel_format_pkg::is_of_32_bits(components))", '']],
  ];
  itFinds(mutants, () => {
    const [design] = UNIT_DESIGNS;
    return [leaf(design, WHOLE_SAMPLING), vectors(design, WHOLE_SAMPLING)];
  });
});
