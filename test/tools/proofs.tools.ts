import { describe, expect, it } from 'vitest';
import { ROUNDING_MODES } from '../../rtl-model/fixed-point/rounding.ts';
import { Log2Unit } from '../../rtl-model/lod-unit/log2.ts';
import { PRESETS } from '../../src/designs/presets.ts';
import { moduleParameters } from '../../src/forms/parameters/module-parameters.ts';
import { sourcesOf } from '../../src/forms/rtl/rtl-sources.ts';
import { romFile } from '../rtl/rom-file.ts';
import { mutated } from '../rtl/verilated.ts';
import { readSources, runScript } from '../rtl/yosys.ts';

interface Proof {
  /** The module `proof`, whose assertions, and those of the modules in it, hold for every input that is assumed. */
  readonly text: string;
  readonly modules: readonly string[];
  /** Texts of the tables that modules read, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Texts that stand in place of others in the modules: a fault that is to be refuted, or invariants that help. */
  readonly replace?: readonly (readonly [string, string])[];
  /** Cycles from one with `reset` on: an induction over all of them, or its base alone, which is the first twelve. */
  readonly cycles?: 'all' | 'first';
}

const REFUTED = 'proof did fail';

/** Proves assertions for every input with the SAT solver of Yosys. @throws Error where one fails */
async function prove({ text, modules, files = {}, replace = [], cycles }: Proof): Promise<void> {
  const sources = replace.reduce<readonly (readonly [string, string])[]>(
    (texts, pair) => Object.entries(mutated(texts, pair)),
    [...sourcesOf(...modules)],
  );
  const all = { ...Object.fromEntries(sources), 'proof.sv': text };
  const read = readSources(Object.keys(all)).replace('-defer', '-defer -formal');
  const lower = 'hierarchy -check -top proof; proc; flatten; opt; memory; opt; dffunmap; async2sync; chformal -lower';
  const induction = '-tempinduct -seq 1 -set-at 1 reset 1 -maxsteps 12';
  const steps = { all: induction, first: `${induction} -tempinduct-baseonly`, none: '' }[cycles ?? 'none'];
  await runScript(`${read}; ${lower}; sat -verify -prove-asserts -set-assumes ${steps}`, { ...all, ...files });
}

/** A lerp by each rounding mode: WIDTH bits with weights of WEIGHT_BITS, of which it drops DROPPED. */
const lerps = (width: number, weightBits: number, dropped: number) => `
module proof (
    input logic signed [${width - 1}:0] a,
    input logic signed [${width - 1}:0] b,
    input logic [${weightBits}:0] weight
);
  localparam int VALUE = ${width + weightBits - dropped};
  logic signed [${width - 1}:0] lower, upper;
  assign lower = a < b ? a : b;
  assign upper = a < b ? b : a;
  always_comb assume (weight <= ${2 ** weightBits});
  for (genvar mode = 0; mode < ${ROUNDING_MODES.length}; mode++) begin : modes
    logic signed [VALUE-1:0] value;
    lerp #(.WIDTH(${width}), .WEIGHT_BITS(${weightBits}), .DROPPED(${dropped}), .ROUNDING(mode)) of_mode (
      .a(a), .b(b), .weight(weight), .value(value)
    );
    always_comb begin
      assert (value >= (VALUE'(lower) <<< ${weightBits - dropped}));
      assert (value <= (VALUE'(upper) <<< ${weightBits - dropped}));
    end
  end
endmodule
`;

it.each([
  [4, 3, 0],
  [5, 4, 3],
  [13, 4, 0],
  [13, 8, 0],
  [14, 8, 0],
  [15, 6, 0],
  [17, 4, 0],
])('a lerp of %i bits by %i, less %i, stays between its texels in its own bits, for every input', async (...widths) => {
  await prove({ text: lerps(...widths), modules: ['lerp'] });
});

it('a lerp whose difference of texels lacks a bit is refuted', async () => {
  const replace = [['signed [WIDTH:0] difference', 'signed [WIDTH-1:0] difference']] as const;
  await expect(prove({ text: lerps(5, 4, 0), modules: ['lerp'], replace })).rejects.toThrow(REFUTED);
});

/** The next of n samples of so many bits, after the sums that n samples can have. */
const sums = (sample: number, accumulator: number, most: number) => `
module proof (
    input logic signed [${sample - 1}:0] sample,
    input logic first,
    input logic [7:0] n,
    input logic signed [${accumulator - 1}:0] sum
);
  logic signed [${accumulator - 1}:0] next_sum;
  accumulator #(.SAMPLE_WIDTH(${sample}), .ACCUMULATOR_BITS(${accumulator})) next (
    .sample(sample), .first(first), .sum(sum), .next_sum(next_sum)
  );
  localparam signed [63:0] LEAST = -(64'sd1 <<< ${sample - 1}), MOST = (64'sd1 <<< ${sample - 1}) - 1;
  logic signed [63:0] wide, count;
  assign count = first ? 0 : $signed(64'(n));
  assign wide = (first ? 64'sd0 : 64'(sum)) + 64'(sample);
  always_comb begin
    assume (n >= 1 && n < ${most});
    assume (first || (64'(sum) >= count * LEAST && 64'(sum) <= count * MOST));
    assert (64'(next_sum) == wide);
    assert (wide >= (count + 1) * LEAST && wide <= (count + 1) * MOST);
  end
endmodule
`;

it('a sum of 16 samples of 21 bits in 25 bits is exact after each of them, for every input', async () => {
  await prove({ text: sums(21, 25, 16), modules: ['accumulator'] });
});

it('a sum that begins with the one before it, or has a bit less, is refuted', async () => {
  const proof = { text: sums(21, 25, 16), modules: ['accumulator'] };
  await expect(prove({ ...proof, replace: [["first ? '0 : sum", 'sum']] })).rejects.toThrow(REFUTED);
  await expect(prove({ ...proof, text: sums(21, 24, 16) })).rejects.toThrow(REFUTED);
});

/**
 * Assertions that an integer is a number narrowed by a mode: at most half of `one` away from it, or less than one, on the
 * side that the mode selects (rounding.ts).
 *
 * @param error the integer less the number, in units of which the integer's one has `one`
 */
const narrows = (mode: string, result: string, value: string, error: string, one: string) => `
      assert (${error} < ${one} && ${error} > -${one});
      if (${mode} == ${ROUNDING_MODES.indexOf('floor')}) assert (${error} <= 0);
      if (${mode} == ${ROUNDING_MODES.indexOf('ceil')}) assert (${error} >= 0);
      if (${mode} == ${ROUNDING_MODES.indexOf('toward-zero')}) assert (${value} < 0 ? ${error} >= 0 : ${error} <= 0);
      if (${mode} < ${ROUNDING_MODES.indexOf('floor')} || ${mode} == ${ROUNDING_MODES.indexOf('nearest-toward-zero')}) begin
        assert (2 * ${error} <= ${one} && 2 * ${error} >= -${one});
        if (2 * ${error} == ${one} || 2 * ${error} == -${one}) begin
          if (${mode} == ${ROUNDING_MODES.indexOf('nearest-even')}) assert (!${result}[0]);
          if (${mode} == ${ROUNDING_MODES.indexOf('nearest-up')}) assert (${error} > 0);
          if (${mode} == ${ROUNDING_MODES.indexOf('nearest-down')}) assert (${error} < 0);
          if (${mode} == ${ROUNDING_MODES.indexOf('nearest-away')}) assert (${value} < 0 ? ${error} < 0 : ${error} > 0);
          if (${mode} == ${ROUNDING_MODES.indexOf('nearest-toward-zero')}) assert (${value} < 0 ? ${error} > 0 : ${error} < 0);
        end
      end
`;

describe('round_shift', () => {
  const text = (width: number, bits: number) => `
module proof (input logic signed [${width - 1}:0] value);
  localparam int W = ${Math.max(width, bits) + bits + 4};
  localparam logic signed [W-1:0] ONE = W'(1) <<< ${bits};
  for (genvar mode = 0; mode < ${ROUNDING_MODES.length}; mode++) begin : modes
    logic signed [${Math.max(width - bits, 1)}:0] rounded;
    logic signed [W-1:0] exact, error;
    round_shift #(.WIDTH(${width}), .BITS(${bits}), .ROUNDING(mode)) of_mode (.value(value), .rounded(rounded));
    assign exact = value;
    assign error = (W'(rounded) <<< ${bits}) - exact;
    always_comb begin ${narrows('mode', 'rounded', 'exact', 'error', 'ONE')} end
  end
endmodule
`;
  const modules = ['round_shift'];

  it.each([
    [4, 6],
    [16, 8],
    [29, 8],
    [51, 13],
  ])('of %i bits less %i is the neighbour that each mode selects', async (...widths) => {
    await prove({ text: text(...widths), modules });
  });

  it('that rounds ties below 0 up is refuted', async () => {
    const replace = [['below >= 0)', '1)']] as const;
    await expect(prove({ text: text(16, 8), modules, replace })).rejects.toThrow(REFUTED);
  });
});

describe('float_to_fixed, which snaps a coordinate,', () => {
  /** Numbers in units of 2^-40 of the format's; any that is less and not 0 counts as one of them. */
  const text = (integerBits: number, fractionBits: number, mode: number) => `
module proof (input logic [31:0] bits);
  localparam int WIDTH = ${integerBits + fractionBits};
  localparam int W = WIDTH + 44;
  localparam logic signed [W-1:0] ONE = W'(1) <<< 40;
  localparam logic signed [W-1:0] GREATEST = (W'(1) <<< (WIDTH - 1)) - 1;
  logic signed [WIDTH-1:0] value;
  float_to_fixed #(.INTEGER_BITS(${integerBits}), .FRACTION_BITS(${fractionBits}), .ROUNDING(${mode})) proved (
    .bits(bits), .value(value)
  );
  logic signed [W-1:0] magnitude, exact, error;
  logic signed [9:0] shift;
  logic beyond;
  assign beyond = bits[30:23] > 127 + ${integerBits};
  assign shift = $signed({2'b0, bits[30:23]}) - 150 + ${fractionBits} + 40;
  assign magnitude = shift >= 0 ? W'({1'b1, bits[22:0]}) << shift : W'(bits[30:0] != 0);
  assign exact = bits[31] ? -magnitude : magnitude;
  assign error = (W'(value) <<< 40) - exact;
  always_comb begin
    if (bits[30:0] > 31'h7f80_0000) assert (value == 0);
    else if (beyond) assert (value == (bits[31] ? ~GREATEST : GREATEST));
    else if (exact > (GREATEST <<< 40)) assert (value == GREATEST);
    else if (exact < (~GREATEST <<< 40)) assert (value == ~GREATEST);
    else begin ${narrows(String(mode), 'value', 'exact', 'error', 'ONE')} end
  end
endmodule
`;
  const modules = ['float_to_fixed'];

  it.each([0, 1, 4, 6].map((mode) => [ROUNDING_MODES[mode], mode] as const))(
    'gives every float32 in 16.8 bits, %s, NaN as 0 and the ends of the format beyond them',
    async (_, mode) => {
      await prove({ text: text(16, 8, mode), modules });
    },
  );

  it('that loses what is below the half is refuted', async () => {
    const replace = [["half, lost != '0}", "half, 1'b0}"]] as const;
    await expect(prove({ text: text(16, 8, 0), modules, replace })).rejects.toThrow(REFUTED);
  });
});

describe('wrap', () => {
  const text = (indexBits: number, sizeBits: number, isFormula: boolean) => `
module proof (input logic signed [${indexBits - 1}:0] i, input logic [${sizeBits - 1}:0] size);
  localparam int W = ${Math.max(indexBits, sizeBits) + 2};
  logic signed [W-1:0] n, index, in_size, in_two, mirrored, expected [5];
  assign n = {1'b0, size};
  assign index = i;
  assign in_size = index % n < 0 ? index % n + n : index % n;
  assign in_two = index % (2 * n) < 0 ? index % (2 * n) + 2 * n : index % (2 * n);
  assign mirrored = index < 0 ? -1 - index : index;
  assign expected[0] = in_size;
  assign expected[1] = in_two < n ? in_two : 2 * n - 1 - in_two;
  assign expected[2] = index < 0 ? 0 : index < n ? index : n - 1;
  assign expected[3] = index < 0 || index >= n ? 0 : index;
  assign expected[4] = mirrored < n ? mirrored : n - 1;
  always_comb assume (size != 0);
  for (genvar mode = 0; mode < 5; mode++) begin : modes
    logic [${sizeBits - 1}:0] texel;
    logic border;
    wrap #(.INDEX_BITS(${indexBits}), .SIZE_BITS(${sizeBits})) of_mode (
      .i(i), .size(size), .address_mode(3'(mode)), .texel(texel), .border(border)
    );
    always_comb begin
      assert (texel < size);
      assert (border == (mode == 3 && (index < 0 || index >= n)));
      ${isFormula ? 'assert (texel == expected[mode]);' : ''}
    end
  end
endmodule
`;
  const modules = ['wrap'];

  it('of 8 bits in any size of 5 is the formula of the specification, by each address mode', async () => {
    await prove({ text: text(8, 5, true), modules });
  });

  it.each([
    [17, 14],
    [17, 15],
  ])('of %i bits in any size of %i stays in the image, by each address mode', async (...widths) => {
    await prove({ text: text(...widths, false), modules });
  });

  it('that mirrors no period is refuted by the formula, and one that keeps a whole period by the range', async () => {
    const formula = { text: text(6, 4, true), modules, replace: [['odd ? last - rest', 'odd ? rest']] as const };
    await expect(prove(formula)).rejects.toThrow(REFUTED);
    const range = { text: text(17, 15, false), modules, replace: [['partial >= {1', 'partial > {1']] as const };
    await expect(prove(range)).rejects.toThrow(REFUTED);
  });
});

describe('log2', () => {
  /** A length and the next float32. An LOD is between the exponent and the next one, where the format has both. */
  const proof = (name: string): Proof => {
    const design = PRESETS.get(name)!;
    const { FILE, ...parameters } = moduleParameters(design).log2;
    const connected = Object.entries(parameters).map(([parameter, value]) => `.${parameter}(${value})`);
    const width = parameters.LOD_INTEGER_BITS + parameters.LOD_FRACTION_BITS;
    const text = `
module proof (input logic [30:0] length);
  logic signed [${width - 1}:0] lod, next;
  log2 #(${connected.join(', ')}) of_length (.bits({1'b0, length}), .lod(lod));
  log2 #(${connected.join(', ')}) of_next (.bits({1'b0, length + 31'd1}), .lod(next));
  logic signed [${width + 9}:0] least, most, wide;
  assign least = ($signed({2'b0, length[30:23]}) - 10'sd127) <<< ${parameters.LOD_FRACTION_BITS};
  assign most = least + ${2 ** parameters.LOD_FRACTION_BITS};
  assign wide = lod;
  always_comb begin
    assume (length >= 31'h0080_0000 && length < 31'h7f7f_ffff);
    assert (next >= lod);
    if (least >= -${2 ** (width - 1)}) assert (wide >= least || lod == ${2 ** (width - 1) - 1});
    if (most < ${2 ** (width - 1)}) assert (wide <= most || lod == -${2 ** (width - 1)});
  end
endmodule
`;
    return { text, modules: ['log2'], files: { [FILE]: romFile(new Log2Unit(design.lod).table) } };
  };

  it.each(['d3d11.3-synthesizable', 'vulkan-1.4-synthesizable', 'vulkan-1.0-minimum'])(
    'of %s rises with the length, and is between the exponent and the next one, for every normal float32',
    async (name) => {
      await prove(proof(name));
    },
  );

  it('that takes the difference to the next entry the other way round is refuted', async () => {
    const replace = [['next - entry', 'entry - next']] as const;
    await expect(prove({ ...proof('vulkan-1.4-synthesizable'), replace })).rejects.toThrow(REFUTED);
  });
});

describe('fifo', () => {
  const proof = (latency: number, depth: number, late: number): Proof => ({
    text: `
module proof (
  input logic clock, input logic reset, input logic push_valid, input logic [1:0] push_item, input logic pop_ready
);
  logic push_ready, pop_valid;
  logic [1:0] pop_item;
  fifo #(.WIDTH(2), .LATENCY(${latency}), .DEPTH(${depth}), .LATE(${late})) proved (
    .clock, .reset, .push_valid, .push_ready, .push_item, .pop_valid, .pop_ready, .pop_item
  );
endmodule
`,
    modules: ['fifo'],
    replace: [['// An item stays at the head until it is popped.', INVARIANTS]],
    cycles: 'all',
  });
  /**
   * Every item is in a register or in the memory, between head and tail: the induction needs to know. These are registers
   * of the memory, to which Yosys joins wires of their names: a row, and a lane that is 0.
   */
  const INVARIANTS = `
  localparam int ROW_BITS = $clog2(CAPACITY);
  (* hierconn *) wire [ROW_BITS:0] \\memory.head ;
  (* hierconn *) wire [ROW_BITS:0] \\memory.tail ;
  logic [COUNT_BITS:0] on_the_way;
  // An item that has arrived and is written in this cycle.
  logic coming;
  if (LATE == LATENCY) begin : g_coming
    assign coming = g_late.comes;
  end else begin : g_written
    assign coming = 1'b0;
  end
  if (LATENCY == 1) begin : g_none
    assign on_the_way = '0;
  end else begin : g_way
    always_comb begin
      on_the_way = '0;
      for (int n = 0; n < LATENCY - 1; n++) on_the_way += g_registers.valid[n];
    end
  end
  always_ff @(posedge clock) begin
    if (!reset) begin
      assert (held == arrived + on_the_way && held <= CAPACITY);
      assert (\\memory.head [0] == 0 && \\memory.tail [0] == 0);
      assert (arrived >= coming);
      assert ((\\memory.head [ROW_BITS:1] + arrived - coming) % CAPACITY == \\memory.tail [ROW_BITS:1]);
    end
  end
`;

  it.each([
    [1, 2, 0],
    [2, 3, 0],
    [5, 2, 3],
    [1, 2, 1],
    [3, 2, 3],
  ])('of latency %i with %i entries, %i late, keeps its assertions whatever is pushed and popped', async (...sizes) => {
    await prove(proof(...sizes));
  });

  it.each([
    ['takes an item more than it holds', ' || (pop && !CUTS_READY);', ' || 1;'],
    ['gives what has not arrived', "assign pop_valid  = arrived != '0;", "assign pop_valid  = held != '0;"],
    ['wraps a row late', "ROW_BITS'(ROWS - 1) ?", "ROW_BITS'(ROWS) ?"],
  ])('that %s breaks an assertion in its first cycles', async (_, ...replace) => {
    const first: Proof = { ...proof(2, 3, 0), cycles: 'first' };
    await prove({ ...first, replace: [] });
    await expect(prove({ ...first, replace: [replace] })).rejects.toThrow(REFUTED);
  });
});
