import { describe, expect, it } from 'vitest';
import type { Design } from '../../../rtl-model/design/design.ts';
import { withValue } from '../../../rtl-model/design/field.ts';
import { PRESETS } from '../../../src/designs/presets.ts';
import { PLAIN_SAMPLING, type UnitSampling } from '../../../src/forms/parameters/unit-widths.ts';
import { fieldsWithoutRtl } from '../../../src/forms/rtl/without-rtl.ts';
import { Dice } from '../../oracle/dice.ts';
import {
  BLOCK_SAMPLING,
  CUBE_SAMPLING,
  MIXED_SAMPLING,
  UNIT_DESIGNS,
  UNIT_L2,
  VOLUME_SAMPLING,
  WHOLE_SAMPLING,
  WIDE_SAMPLING,
} from '../units/unit-designs.ts';
import { DEEP } from '../programs.ts';
import { unitDifference } from './unit-bench.ts';
import { randomTrace, sceneTrace } from './unit-traces.ts';

const SCENE = DEEP ? { width: 320, height: 240 } : { width: 32, height: 24 };
const QUADS = DEEP ? 100_000 : 600;

const D3D11 = PRESETS.get('d3d11.3-synthesizable')!;
const VULKAN = PRESETS.get('vulkan-1.4-synthesizable')!;

function changed(design: Design, fields: Readonly<Record<string, unknown>>): Design {
  return Object.entries(fields).reduce((to, [path, value]) => withValue(to, path, value), design);
}

const ANY = new Dice(38);
/** Parts of a run after which a unit is reset. */
const RESETS = Array.from({ length: DEEP ? 1000 : 100 }, () => ANY.real(0, 1));

const withLatency = (design: Design, latency: number) => changed(design, { 'pipeline.memory.latency': latency });

/** Everything as small and as slow as it gets: each stage waits for others. */
const SMALLEST = changed(UNIT_DESIGNS[2], {
  'address.tapsPerCycle': 3,
  'filter.samplesPerCycle': 1,
  'cache.lineBytes': 16,
  'cache.sectorBytes': 16,
  'cache.sets': 4,
  'cache.ways': 3,
  'cache.setIndex': 'xor-folded',
  'cache.banks': 2,
  'cache.tagsPerCycle': 1,
  'cache.outstandingMisses': 1,
  ...Object.fromEntries(Object.keys(D3D11.pipeline.fifoDepth).map((name) => [`pipeline.fifoDepth.${name}`, 1])),
  ...Object.fromEntries(Object.keys(D3D11.pipeline.latency).map((name) => [`pipeline.latency.${name}`, 1])),
  'pipeline.latency.filter': 4,
  'pipeline.memory.latency': 3,
  'pipeline.memory.bytesPerCycle': 24,
  'pipeline.memory.burstBytes': 64,
});

/** Designs that fetch lines ahead: into a buffer of some lines, and into one of a line, which gives up lines on their way. */
const PREFETCHING = [
  changed(VULKAN, { 'cache.prefetch': { next: 'line', sectors: 6 }, 'pipeline.memory.latency': 60 }),
  changed(SMALLEST, { 'cache.prefetch': { next: 'line', sectors: 1 }, 'cache.outstandingMisses': 3 }),
];

/** Designs with an L2: behind a prefetch buffer, and the fastest one, of the texel cache's lines. */
const WITH_L2 = [
  changed(PREFETCHING[0], { 'cache.l2': UNIT_L2 }),
  changed(D3D11, {
    'cache.l2': {
      ...UNIT_L2,
      lineBytes: 64,
      setIndex: 'modulo',
      sets: 32,
      dataLatency: 0,
      latency: 3,
      bytesPerCycle: 64,
    },
  }),
  changed(SMALLEST, {
    'cache.outstandingMisses': 2,
    'cache.l2': { ...UNIT_L2, lineBytes: 32, sets: 1, ways: 4, latency: 5, dataLatency: 40, bytesPerCycle: 5 },
  }),
];

/** A design whose widths narrow and whose rates, FIFOs, cache and memory are drawn by chance. */
function anyPipeline(seed: number): Design {
  const dice = new Dice(seed);
  const each = (of: object, path: string, least: number, most: number) =>
    Object.fromEntries(Object.keys(of).map((name) => [`${path}.${name}`, dice.integer(least, most)]));
  const lineBytes = dice.pick([16, 32, 128]);
  return changed(dice.pick(UNIT_DESIGNS), {
    'address.tapsPerCycle': dice.integer(1, 16),
    'filter.samplesPerCycle': dice.integer(1, 4),
    'cache.lineBytes': lineBytes,
    'cache.sectorBytes': lineBytes,
    'cache.sets': 2 ** dice.integer(0, 6),
    'cache.ways': dice.integer(1, 5),
    'cache.replacement': 'lru',
    'cache.setIndex': dice.pick(['modulo', 'xor-folded']),
    'cache.banks': 2 ** dice.integer(0, 4),
    'cache.tagsPerCycle': dice.integer(1, 5),
    'cache.outstandingMisses': dice.integer(1, 40),
    'cache.prefetch': dice.chance(0.5) ? null : { next: 'line', sectors: dice.integer(1, 20) },
    ...each(D3D11.pipeline.fifoDepth, 'pipeline.fifoDepth', 1, 20),
    ...each(D3D11.pipeline.latency, 'pipeline.latency', 1, 9),
    'pipeline.latency.filter': dice.integer(4, 12),
    'pipeline.memory.latency': dice.pick([0, 1, 50, 300]),
    'pipeline.memory.bytesPerCycle': dice.integer(1, 256),
    'pipeline.memory.burstBytes': dice.pick([1, 32, 256]),
  });
}

describe.each([
  { preset: D3D11, name: D3D11.name, latencies: DEEP ? [0, 200, 1000] : [0, 1000], scenes: ['plane', 'globe'] },
  { preset: VULKAN, name: VULKAN.name, latencies: DEEP ? [0, 200, 1000] : [200], scenes: ['tunnel'] },
])('texture_unit of $name', ({ preset, latencies, scenes }) => {
  it.each(latencies)(
    'takes, requests and gives results in the cycles of the stepped clock, memory %i',
    async (latency) => {
      const design = withLatency(preset, latency);
      // Each latency has another scene in a short run.
      for (const scene of DEEP ? ['plane', 'tunnel', 'globe'] : [scenes[latencies.indexOf(latency)]]) {
        expect(await unitDifference(design, sceneTrace(design, scene, SCENE.width, SCENE.height)), scene).toBeNull();
      }
      expect(await unitDifference(design, randomTrace(design, 1 + latency, QUADS))).toBeNull();
    },
  );

  it('gives the same results whenever quads come, requests and results are taken', async () => {
    const design = withLatency(preset, latencies[0]);
    for (const chance of [2, 5, 40]) {
      expect(await unitDifference(design, randomTrace(design, chance, QUADS / 4), { chance })).toBeNull();
    }
  });
});

it('texture_unit takes one thing at a time in the cycles of the stepped clock where everything is small', async () => {
  expect(fieldsWithoutRtl(SMALLEST)).toEqual([]);
  expect(await unitDifference(SMALLEST, randomTrace(SMALLEST, 3, QUADS / 2))).toBeNull();
  expect(await unitDifference(SMALLEST, sceneTrace(SMALLEST, 'tunnel', SCENE.width, SCENE.height))).toBeNull();
});

it.each(DEEP ? PREFETCHING : PREFETCHING.slice(1))(
  'texture_unit fetches lines ahead as the stepped clock does, $cache.prefetch.sectors of $name',
  async (design) => {
    expect(fieldsWithoutRtl(design)).toEqual([]);
    expect(await unitDifference(design, randomTrace(design, 3, QUADS / 2))).toBeNull();
    expect(await unitDifference(design, sceneTrace(design, 'globe', SCENE.width, SCENE.height))).toBeNull();
    expect(await unitDifference(design, randomTrace(design, 5, QUADS / 10), { resets: RESETS })).toBeNull();
    expect(await unitDifference(design, randomTrace(design, 4, QUADS / 4), { chance: 3 })).toBeNull();
  },
);

it.each(DEEP ? WITH_L2 : WITH_L2.slice(0, 1))(
  'texture_unit asks its L2 as the stepped clock does, $cache.l2.sets sets of $name',
  async (design) => {
    expect(fieldsWithoutRtl(design)).toEqual([]);
    expect(await unitDifference(design, randomTrace(design, 3, QUADS / 2))).toBeNull();
    expect(await unitDifference(design, sceneTrace(design, 'globe', SCENE.width, SCENE.height))).toBeNull();
    expect(await unitDifference(design, randomTrace(design, 5, QUADS / 10), { resets: RESETS })).toBeNull();
    expect(await unitDifference(design, randomTrace(design, 4, QUADS / 4), { chance: 3 })).toBeNull();
  },
);

/** Designs of units with every option, with comparisons, wide components, cubes and volumes alone; in a long run also with each other option alone. */
const MIXES: readonly (readonly [name: string, Design, UnitSampling])[] = [
  ...[D3D11, VULKAN, SMALLEST].map((design) => ['all options', design, WHOLE_SAMPLING] as const),
  ...(DEEP ? Object.keys(PLAIN_SAMPLING) : ['comparison', 'wide', 'cubes', 'volumes']).map(
    (option) => [`--${option}`, VULKAN, { ...PLAIN_SAMPLING, [option]: true }] as const,
  ),
];
it.each(MIXES)('texture_unit with %s does all in the cycles of the stepped clock', async (_, design, sampling) => {
  // A trace has few states: five traces together have every kind.
  for (const seed of [4, 8, 11, 12, 13]) {
    const trace = randomTrace(design, seed, QUADS / 2, false, sampling);
    expect(await unitDifference(design, trace, { sampling })).toBeNull();
  }
  const trace = randomTrace(design, 6, QUADS / 4, false, sampling);
  expect(await unitDifference(design, trace, { sampling, chance: 3 })).toBeNull();
});

it.each([32, 64])(
  'texture_unit gives the same results behind an AXI4 of %i bits that waits by chance',
  async (bits) => {
    const design = changed(SMALLEST, { 'cache.outstandingMisses': 4 });
    const bench = ['AXI_BITS = 0', `AXI_BITS = ${bits}`] as const;
    expect(await unitDifference(design, randomTrace(design, 4, QUADS / 2), { bench, chance: 2 })).toBeNull();
  },
);

it.each([D3D11, VULKAN, SMALLEST])(
  'texture_unit of design $name begins anew after a reset in any cycle',
  async (design) => {
    const trace = randomTrace(design, 5, QUADS / 10);
    expect(await unitDifference(design, trace, { resets: RESETS })).toBeNull();
  },
);

it('texture_unit reads nothing beyond its memory where the indices of its largest FIFO begin with all bits set', async () => {
  const deep = changed(SMALLEST, { 'pipeline.fifoDepth.filter': 65_536 });
  const trace = randomTrace(deep, 3, 1);
  for (let run = 0; run < 5; run++)
    expect(await unitDifference(deep, trace, { bench: ['randReset(2)', 'randReset(1)'] })).toBeNull();
});

it.runIf(DEEP).each([SMALLEST, VULKAN])(
  'the netlist that Yosys makes of texture_unit does the same in the same cycles, of design $name',
  async (design) => {
    for (const sampling of [PLAIN_SAMPLING, MIXED_SAMPLING]) {
      const trace = randomTrace(design, 7, 600, false, sampling);
      expect(await unitDifference(design, trace, { netlist: true, sampling })).toBeNull();
    }
  },
);

it.runIf(DEEP).each([
  ['blocks', BLOCK_SAMPLING],
  ['wide components', WIDE_SAMPLING],
])('so does the netlist of a unit with %s', async (_, sampling) => {
  const trace = randomTrace(SMALLEST, 7, 600, false, sampling);
  expect(await unitDifference(SMALLEST, trace, { netlist: true, sampling })).toBeNull();
});

it.runIf(DEEP).each(Array.from({ length: 12 }, (_, n) => 1 + n))(
  'texture_unit of design %i by chance does all in the cycles of the stepped clock',
  async (seed) => {
    const design = anyPipeline(seed);
    expect(fieldsWithoutRtl(design)).toEqual([]);
    expect(await unitDifference(design, randomTrace(design, seed, QUADS / 10))).toBeNull();
    expect(await unitDifference(design, randomTrace(design, 100 + seed, QUADS / 10), { chance: 3 })).toBeNull();
    const sampling = { ...BLOCK_SAMPLING, wide: true };
    const blocks = randomTrace(design, 200 + seed, QUADS / 10, false, sampling);
    expect(await unitDifference(design, blocks, { sampling })).toBeNull();
  },
);

// filter_stage has no test of its own: the first two mutants are in it.
describe('texture_unit is found where', () => {
  const mutants: [string, [string, string]][] = [
    ['the filter is a guard bit narrower', ['GUARD_BITS(texture_unit_pkg::FILTER_GUARD_BITS)', 'GUARD_BITS(0)']],
    [
      'the filter rounds down',
      ['texture_unit_pkg::FILTER_ROUNDING)),\n      .REDUCES', 'fixed_point_pkg::FLOOR)),\n      .REDUCES'],
    ],
    ['a FIFO holds an item fewer', ['DEPTH  (texture_unit_pkg::PIPELINE_FIFO_DEPTH_ADDRESS)', 'DEPTH  (3)']],
    ['a stage loses a cycle', ['LATENCY(texture_unit_pkg::PIPELINE_LATENCY_DECODE)', 'LATENCY(4)']],
    ['results are those of the quad before', ['.LATE   (3)', '.LATE   (2)']],
    ['the filter reads the state of the pass behind', ['states[texels.sample', 'states[fetched.payload.sample']],
  ];
  // The stage has valid bits of its own beside those of filter_unit.
  const resets: [string, [string, string]][] = [
    ['a FIFO keeps its items at a reset', ['arrived <= reset ?', "arrived <= 1'b0 ?"]],
    ['a FIFO keeps what is on its way', ['valid <= reset ?', "valid <= 1'b0 ?"]],
    ['the cache keeps lines', ['end\n    if (reset) for (int first', "end\n    if (1'b0) for (int first"]],
    ['the cache keeps look-ups that are left', ['left        <= reset ?', "left        <= 1'b0 ?"]],
    ['the cache keeps misses', ['outstanding <= reset ?', "outstanding <= 1'b0 ?"]],
    ['a FIFO keeps its places', ['held    <= reset ?', "held    <= 1'b0 ?"]],
    ['a FIFO keeps an item that comes late', ['comes <= !reset &&', 'comes <=']],
    ['a queue keeps its head', ['head <= reset ?', "head <= 1'b0 ?"]],
    ['a queue keeps its tail', ['tail <= reset ?', "tail <= 1'b0 ?"]],
    ['the cache keeps outcomes', ['visible <= reset ?', "visible <= 1'b0 ?"]],
    [
      'the cache keeps responses',
      ["returned <= reset ? '0 : returned + MISS", "returned <= 1'b0 ? '0 : returned + MISS"],
    ],
    ['the cache keeps what it reads', ['reading       <= !reset &&', 'reading       <=']],
    ['the address unit keeps its pass', ['if (reset || in_ready) pass', 'if (in_ready) pass']],
    ['a stage keeps its cycles', ['left       <= reset ?', "left       <= 1'b0 ?"]],
  ];
  // The assertions that fail in the modules that assertions.rtl.ts has not.
  const asserted: [string, [string, string]][] = [
    ['state_in_range', ['localparam int STATES = 8;', 'localparam int STATES = 7;']],
    ['words_have_room', ['assign begins        = !reading && read_ready;', 'assign begins        = !reading;']],
    ['filter_never_waits', [".ready_out(1'b1)", ".ready_out(1'b0)"]],
  ];
  it.runIf(DEEP).each(asserted)('%s fails', async (name, replace) => {
    // No cycle is compared, so that none differs first.
    const run = { replace, isShort: true, chance: 3 };
    const difference = await unitDifference(SMALLEST, randomTrace(SMALLEST, 1, QUADS / 10), run);
    expect(difference).toMatch(new RegExp(`Assertion failed in .*\\.${name}\\b`));
  });
  it.each(DEEP ? resets : resets.slice(0, 4))('%s', async (_, replace) => {
    const difference = (design: Design) =>
      unitDifference(design, randomTrace(design, 1, QUADS / 10), { replace, resets: RESETS });
    expect((await difference(SMALLEST)) ?? (await difference(D3D11))).not.toBeNull();
  });
  const depths = { ...PLAIN_SAMPLING, comparison: true };
  const cubes = { ...CUBE_SAMPLING, gathers: true };
  const ofOptions: [string, [string, string], UnitSampling, Design?][] = [
    ['volumes are planes to the filter', ['assign volume = in_state.volume', "assign volume = 1'b0"], VOLUME_SAMPLING],
    ['a gather is filtered', ['in_state.operation == operation_pkg::GATHER', "1'b0"], MIXED_SAMPLING],
    ['a fetch wraps', ['fetch ? off_view', "1'b0 ? off_view"], MIXED_SAMPLING],
    ['taps of a line read its first block', ["& FIRST_WORDS, 5'd0}", "& '0, 5'd0}"], BLOCK_SAMPLING],
    ['texels of a block are one', ['{pass.in_block[tap], ', "{4'd0, "], BLOCK_SAMPLING],
    ['a comparison of codes takes the cycles of colors', ['has_16_bits ? CYCLES_16', "1'b0 ? CYCLES_16"], depths],
    ['comparisons of floats are filtered as codes', ['.share(d32)', ".share(1'b0)"], depths],
    [
      'halves are codes',
      ['floats = texture_unit_pkg::FLOAT_BITS > 0', 'floats = texture_unit_pkg::FLOAT_BITS > 32'],
      WIDE_SAMPLING,
    ],
    ['wide components take the cycles of 8 bits', ['(is_wide && !has_32_bits)', "1'b0"], WIDE_SAMPLING],
    ['codes of 16 bits have the 1 of words', ['is_wide ? one_of_wide', "1'b0 ? one_of_wide"], WIDE_SAMPLING],
    [
      'wide texels begin in the low word',
      ['{pass.word[tap][TAP_WORDS_LOG2-1:0], pass', "{pass.word[tap][TAP_WORDS_LOG2-1:0] & 1'b0, pass"],
      WIDE_SAMPLING,
    ],
    ['a gather takes the time of a tap', ['|| gather ? 5', "|| (gather && 1'b0) ? 5"], MIXED_SAMPLING, SMALLEST],
    ['the texel that a corner lacks is one of the others', ['missing[tap]\n', "missing[tap] && 1'b0\n"], cubes],
    [
      'every slice has the weight of lane 0',
      ['in_pass.sample.gamma[lane]', 'in_pass.sample.gamma[0]'],
      VOLUME_SAMPLING,
    ],
    ['a gather looks up as a sample', ['gather ? n < 2 : n >= 2', 'gather ? n >= 2 : n >= 2'], MIXED_SAMPLING],
    [
      'codes of blocks have the 1 of words',
      ['is_block(components) ? one_of_block :', "is_block(components) && 1'b0 ? one_of_block :"],
      BLOCK_SAMPLING,
    ],
    [
      'blocks of 8 bytes are those beside',
      ['pass.word[tap][1:0], pass.byte_offset', '~pass.word[tap][1:0], pass.byte_offset'],
      BLOCK_SAMPLING,
    ],
    ['a comparison of floats takes the cycles of colors', ['has_32_bits ? CYCLES_32', "1'b0 ? CYCLES_32"], depths],
    ['a quad without lanes takes the cycles of depths', ["samples == '0 ? 1", "1'b0 ? 1"], depths],
    ['all lanes have one reference', ['in_pass.sample.dref[lane]', 'in_pass.sample.dref[0]'], depths],
    ['every texel is compared', ['if (d16 || d32) texel', 'if (1) texel'], depths],
    ['the reference is rounded', ['texture_unit_pkg::FILTER_DEPTH_QUANTIZED', "1'b1"], depths],
    ['what passes is 1', ["d16 ? ONE_BITS'(16'hffff)", "1'b0 ? ONE_BITS'(16'hffff)"], depths],
    ['the upper half of a depth is green', ['if (d32) texel[G', "if (1'b0) texel[G"], depths],
    [
      'depths of 32 bits have 16',
      ['texel_format_pkg::B8G8R8X8, texel_format_pkg::D32: texel_size', 'texel_format_pkg::B8G8R8X8: texel_size'],
      depths,
    ],
  ];
  it.each(DEEP ? ofOptions : ofOptions.slice(0, 9))('%s', async (_, replace, of, design = VULKAN) => {
    const difference = (sampling: UnitSampling) =>
      unitDifference(design, randomTrace(design, 1, QUADS, false, sampling), { replace, sampling });
    const found = (await difference(of)) ?? (await difference({ ...of, reductions: true }));
    expect(found).toMatch(/^line .*\n.*got .*\n.*expected|Assertion failed/);
  });
  it.each(mutants)('%s', async (_, replace) => {
    const trace = randomTrace(VULKAN, 1, QUADS);
    expect(await unitDifference(VULKAN, trace, { replace })).toMatch(/^line .*\n.*got .*\n.*expected|Assertion failed/);
  });
});
