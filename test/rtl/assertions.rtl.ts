import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sourcesOf } from '../../src/forms/rtl/rtl-sources.ts';
import { DRIVEN, type Driven, type Ports } from './driven-modules.ts';
import { newFolder, verilate } from './library.ts';
import { built } from './programs.ts';
import { romFile } from './rom-file.ts';
import { failedAssertion } from './verilated.ts';
import { readSources, runScript } from './yosys.ts';

/**
 * The cause of a failing assertion: a fault of its module, the expression in [[brackets]] and another one in its place, or
 * ports that are driven against the contract.
 */
type Fault = readonly [
  module: keyof typeof DRIVEN,
  assertion: string,
  fault: readonly [text: string, wrong: string] | null,
  ports?: Ports,
];

const FAULTS: readonly Fault[] = [
  ['sram_1r1w', 'no_read_of_write', null, { read_address: "2'd1" }],
  ['lane_queue', 'places_in_range', ["following = [[row == ROW_BITS'(ROWS - 1)]] ?", "1'b0"]],
  ['fifo', 'push_has_room', ["push_ready = [[held != COUNT_BITS'(CAPACITY) || (pop && !CUTS_READY)]];", "1'b1"]],
  ['fifo', 'counts_in_range', ["held + COUNT_BITS'([[push]])", 'push && !pop']],
  ['fifo', 'pop_valid_held', ["COUNT_BITS'(arrives) - COUNT_BITS'([[pop]])", 'pop_valid']],
  ['fifo', 'pop_item_stable', ['.read_count ([[pop]])', 'pop_valid']],
  ['stepped_stage', 'cycles_in_range', null, { in_cycles: "2'd0" }],
  ['stepped_stage', 'room_held', null, { out_ready: 'bits[3]' }],
  ['address_stage', 'quad_valid_held', null, { in_valid: 'bits[8]' }],
  ['address_stage', 'passes_stable', null, { in_passes: "{2'd1, bits[8]}" }],
  ['address_stage', 'pass_in_range', null, { in_passes: "3'd0" }],
  ['address_stage', 'taps_in_range', null, { pass_taps: "5'd17" }],
  ['memory_port', 'requests_in_range', null, { request_valid: "1'b1" }],
  ['request_queue', 'misses_have_room', null, { miss_valid: "2'b11" }],
  ['request_queue', 'request_held', ["HELD_BITS'(count) - HELD_BITS'([[taken]])", 'request_valid']],
  ['request_queue', 'line_stable', [".read_count (COUNT_BITS'([[taken]]))", 'request_valid']],
  ['axi4_read', 'last_beat_alone', null, { rlast: 'bits[2]' }],
  ['tag_store', 'look_up_without_gap', null, { look_up: 'bits[2:0]' }],
  ['tag_store', 'made_without_gap', ['made[n] = [[!stopped]];', 'hits[n]']],
  ['tag_store', 'way_in_range', ["if (is_oldest[a]) oldest = [[WAY_BITS'(a)]];", "WAY_BITS'(a + 1)"]],
  ['tag_store', 'tags_distinct', ['if ([[filled_after[n][w] && tags_after[n][w*TAG_BITS+:TAG_BITS] == tag]])', "1'b0"]],
  ['texel_cache', 'row_in_range', ["ROW_BITS'(WAYS) + [[ROW_BITS'(ways[n*WAY_BITS+:WAY_BITS])]];", "ROW_BITS'(3)"]],
  ['texel_cache', 'bank_once', ["bank_used[banks[n]] = [[1'b1]];", "1'b0"]],
  [
    'texel_cache',
    'misses_in_range',
    [".misses([[MISS_BITS'(OUTSTANDING_MISSES) - outstanding + fill_count]])", "3'd7"],
  ],
  ['texel_cache', 'response_asked_for', null, { response_valid: "1'b1" }],
  [
    'texel_cache',
    'fills_have_returned',
    ["misses[n] && ([[fill_count >= returned + MISS_BITS'(response_valid)]])", "1'b0"],
  ],
  [
    'texel_cache',
    'outcomes_have_places',
    ["left == '0 && [[fragment_ready]];", "1'b1"],
    { pass_count: "5'd1", pass_lines: "64'd0", read_ready: "1'b0" },
  ],
  [
    'texel_cache',
    'outcomes_are_there',
    ["[[PLACE_BITS'(n) >= visible]]", "1'b0"],
    { pass_count: "5'd4", pass_lines: "64'h3210 ^ {16{2'b00, bits[1:0]}}" },
  ],
  ['texel_cache', 'lines_of_pass_alone', ["[[read_before + COUNT_BITS'(n) >= count]]", "1'b0"]],
  [
    'prefetch_buffer',
    'count_in_range',
    ["moves   = miss_valid[n] && ([[is_there || (fetches && count_after == COUNT_BITS'(LINES))]])", 'is_there'],
  ],
  ['line_slots', 'response_asked_for', null, { response_valid: "1'b1" }],
  ['l2_cache', 'line_in_one_way', ['if (n > 0 && [[!passed]]) entries_after', "1'b1"]],
  ['l2_cache', 'way_in_range', ['way = [[entries[n*ENTRY_BITS+:WAY_BITS]]];', "WAY_BITS'(3)"]],
  ['l2_cache', 'requests_have_places', null, { request_valid: "1'b1" }],
  ['l2_cache', 'request_held', ['read_count ([[memory_taken]])', 'memory_valid']],
  ['filter_unit', 'valid_held', ['if ([[reset]]) begin', 'reset || !valid_in']],
  ['filter_unit', 'color_stable', ['.enable([[ready_in]])', "1'b1"]],
  ['filter_unit', 'samples_in_range', null, { samples: "{4{2'd3}}" }],
  ['filter_unit', 'pass_in_range', null, { pass: "3'd4" }],
  ['filter_unit', 'alpha_in_range', null, { alpha: "{4{3'd5}}" }],
  ['filter_unit', 'beta_in_range', null, { beta: "{4{3'd5}}" }],
  ['filter_unit', 'gamma_in_range', null, { gamma: "{4{3'd5}}" }],
];

/** Runs until an assertion fails, or for some cycles. The first word is `selected`. */
const MAIN = `#include "Vassertion_bench.h"
int main(int, char** words) {
  Vassertion_bench top;
  uint32_t random = 1;
  top.selected = atoi(words[1]);
  for (int cycle = 0; cycle < 2000; cycle++) {
    for (int n = 0; n < 6; n++) {
      random ^= random << 13;
      random ^= random >> 17;
      random ^= random << 5;
      top.bits[n] = random;
    }
    top.all_reset = cycle == 0;
    for (int clock = 0; clock < 2; clock++) {
      top.clock = clock;
      top.eval();
    }
  }
  return 0;
}
`;

const MODULES = Object.keys(DRIVEN) as (keyof typeof DRIVEN)[];

/** @returns what is printed with a fault, or with the contract of a module kept: its number is FAULTS.length or more */
async function bench(): Promise<(selected: number) => string> {
  const sources = new Map(sourcesOf(...MODULES));
  const instances = MODULES.map((module, number) => {
    const { parameters, ports, text = '', unreset = false }: Driven = DRIVEN[module];
    const driven = new Map(Object.entries(ports));
    const numbers = [FAULTS.length + number];
    for (const [n, [of, , fault, wrongPorts = {}]] of FAULTS.entries()) {
      if (of !== module) continue;
      numbers.push(n);
      const choice = (wrong: string, right: string) => `(assertion_bench.selected == ${n} ? ${wrong} : ${right})`;
      for (const [port, wrong] of Object.entries(wrongPorts)) driven.set(port, choice(wrong, driven.get(port)!));
      if (fault === null) continue;
      const [before, right, after] = fault[0].split(/\[\[(.*)\]\]/);
      const file = `${module}.sv`;
      const pieces = sources.get(file)!.split(before + right + after);
      if (pieces.length !== 2)
        throw new Error(`the text of a fault stands ${pieces.length - 1} times in ${file}: ${fault[0]}`);
      sources.set(file, pieces.join(before + choice(fault[1], right) + after));
    }
    const connected = (values: Iterable<readonly [string, string | number]>) =>
      Array.from(values, ([name, value]) => `.${name}(${value})`).join(', ');
    return `  if (1) begin : g_${module}
    wire logic reset;
    assign reset = all_reset || !(${numbers.map((n) => `selected == ${n}`).join(' || ')});${text}
    ${module} #(${connected(Object.entries(parameters))}) driven (.clock, ${unreset ? '' : '.reset, '}${connected(driven)});
  end
`;
  });
  const top = `module assertion_bench (
  input wire logic clock, input wire logic all_reset, input wire logic [31:0] selected, input wire logic [191:0] bits
);
${instances.join('')}endmodule
`;
  const { folder } = await built('assertions', {
    top: 'assertion_bench',
    modules: { ...Object.fromEntries(sources), 'assertion_bench.sv': top },
    files: { 'main.cpp': MAIN, 'reciprocal.mem': romFile([0, 4, 2]) },
    main: 'main.cpp',
    lint: false,
    isShort: true,
  });
  return (selected) => spawnSync(join(folder, 'bench'), [String(selected)], { cwd: folder, encoding: 'utf8' }).stdout;
}

describe('assertions', () => {
  const outputs = bench();

  it.each(MODULES.map((module, n) => [module, n] as const))('of %s hold by its contract', async (_, n) => {
    expect((await outputs)(FAULTS.length + n)).toBe('');
  });

  it.each(FAULTS.map(([module, assertion], n) => [module, assertion, n] as const))(
    'of %s: %s fails where it is broken',
    async (module, assertion, n) => {
      const failed = failedAssertion((await outputs)(n)) ?? 'none failed';
      expect(failed).toMatch(new RegExp(`^${module}\\.sv:\\d+: .*\\.${assertion}: 'assert' failed`));
    },
  );

  it('are all among those that have failed', () => {
    const written = MODULES.flatMap((module) =>
      Array.from(
        sourcesOf(module)
          .get(`${module}.sv`)!
          .matchAll(/: (\w+)\s+assert /g),
        ([, name]) => [module, name],
      ),
    );
    expect(FAULTS.map(([module, assertion]) => [module, assertion])).toEqual(written);
  });
});

/** Parameters out of their range, each of which its module refuses. */
const OUT_OF_RANGE: Readonly<Record<string, Readonly<Record<string, number>>[]>> = {
  float_unpack: [{ EXPONENT_BITS: 1 }, { FRACTION_BITS: 0 }],
  float_pack: [{ EXPONENT_BITS: 1 }, { FRACTION_BITS: 0 }, { WIDTH: 23 }],
  float_divide: [{ BITS: 25 }],
  float_to_fixed: [{ INTEGER_BITS: -1 }, { FRACTION_BITS: 101 }],
  unsigned_to_float: [{ WIDTH: 0 }],
  rom: [{ ENTRIES: 1 }],
  round_shift: [{ WIDTH: 0 }, { BITS: -1 }],
  saturate: [{ WIDTH: 0 }, { SATURATED_WIDTH: 0 }],
  lerp: [{ WEIGHT_BITS: 0 }, { DROPPED: 9 }, { FRACTION_BITS: 9 }],
  bilinear: [{ CORNER_BITS: 9 }],
  corner_texel: [{ CORNER_BITS: 23 }],
  accumulator: [{ ACCUMULATOR_BITS: 20 }],
  float_filter: [{ FLOAT_BITS: 24 }],
  filter_lane: [{ LARGEST_RATE: 0 }],
  axis_taps: [{ WEIGHT_BITS: 9 }],
  texel_coordinate: [{ FRACTION_BITS: 0 }],
  face_hold: [{ FRACTION_BITS: 0 }],
  cube_edge: [{ SIZE_BITS: 0 }],
  sample_positions: [{ SAMPLE_BITS: 0 }],
  wrap: [{ INDEX_BITS: 1 }, { SIZE_BITS: 0 }],
  level_selection: [{ LOD_FRACTION_BITS: 0, CURVED: 1 }, { LEVEL_BITS: 9 }],
  log2: [{ INDEX_BITS: 23 }, { ENTRY_BITS: 7 }, { INTERPOLATION_BITS: -1 }],
  major_axis: [{ FRACTION_BITS: 25 }],
  narrow_axes: [
    { SCALE_FACTOR_BITS: 1 },
    { ELLIPSE_BITS: 1 },
    { LENGTH_BITS: 1 },
    { MINOR_AXIS_BITS: 1 },
    { RATE_COUNT: 0 },
    { ELLIPSE_BITS: 25 },
  ],
  set_index: [{ SETS: 6 }],
  tag_store: [{ WAYS: 0 }, { LOOK_UPS: 0 }, { LINE_BITS: 6 }],
  block_decoder: [{ CODE_BITS: 14 }],
  wide_decoder: [{ CODE_BITS: 16 }],
  texel_cache: [{ WORDS: 12 }, { TAP_BITS: 96 }, { BANKS: 3 }, { OUTSTANDING_MISSES: 0 }, { PREFETCHED: -1 }],
  prefetch_buffer: [{ LINES: 0 }],
  pulse_delay: [{ CYCLES: -1 }],
  l2_cache: [{ PARTS: 3 }, { WAYS: 0 }, { LINE_BITS: 7 }, { LATENCY: 2 }, { DATA_LATENCY: -1 }, { LINK_CYCLES: 0 }],
  texel_layout: [{ TILE_WIDTH_LOG2: -1 }, { TILE_HEIGHT_LOG2: -1 }],
  memory_port: [{ REQUESTS: 0 }, { LATENCY: -1 }, { LINE_CYCLES: 0 }],
  axi4_read: [{ LINE_BYTES: 12 }, { DATA_BITS: 4 }, { DATA_BITS: 1024 }],
  pass_cycles: [{ PER_CYCLE: 0 }],
  lane_queue: [{ WRITES: 0 }, { READS: 0 }],
  fifo: [{ LATENCY: 0 }, { DEPTH: 0 }, { LATE: 2 }],
};

/** The messages of a module on parameters out of their range, in the order of its checks. */
function checksIn(module: string): readonly string[] {
  const text = sourcesOf(module).get(`${module}.sv`)!;
  return Array.from(text.matchAll(/\$error\("(.*)"\)/g), ([, words]) => words);
}

describe('parameters', () => {
  const sources = sourcesOf(...Object.keys(OUT_OF_RANGE));
  const folder = newFolder(Object.fromEntries(sources));
  afterAll(() => rmSync(folder, { recursive: true }));
  const packages = [...sources.keys()].filter((file) => file.endsWith('_pkg.sv'));
  const cases = Object.entries(OUT_OF_RANGE).flatMap(([module, all]) =>
    all.map((parameters, n) => [module, parameters, checksIn(module)[n]] as const),
  );
  it.each(cases)('%s refuses %o: %s', (module, parameters, words) => {
    const given = Object.entries(parameters).map(([name, value]) => `-G${name}=${value}`);
    const args = ['--lint-only', '-Wno-lint', '-I.', ...given, ...packages, '--top-module', module];
    expect(() => verilate([...args, `${module}.sv`], folder)).toThrow(words);
  });

  it('are refused by Yosys, too', async () => {
    const read = readSources([...sourcesOf('set_index').keys()]);
    const set = 'hierarchy -check -top set_index -chparam SETS 6';
    await expect(runScript(`${read}; ${set}`, Object.fromEntries(sources))).rejects.toThrow(checksIn('set_index')[0]);
  });

  it('that are refused are all in the list', () => {
    const written = [...sourcesOf('texture_unit', 'memory_port', 'axi4_read').keys()].map((file) =>
      file.replace('.sv', ''),
    );
    for (const module of written) expect(checksIn(module), module).toHaveLength(OUT_OF_RANGE[module]?.length ?? 0);
  });
});
