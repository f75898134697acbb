import { expect, it } from 'vitest';
import { ROUNDING_MODES } from '../../../rtl-model/fixed-point/rounding.ts';
import { sourcesOf } from '../../../src/forms/rtl/rtl-sources.ts';
import { readSources, runScript } from '../../rtl/yosys.ts';

/** Proves the assertions of a module `proof` for every input, with a SAT solver. @throws Error where one fails */
async function prove(text: string, ...modules: readonly string[]): Promise<void> {
  const files = Object.fromEntries([...sourcesOf(...modules), ['proof.sv', text]]);
  const read = readSources(Object.keys(files)).replace('-defer', '-defer -formal');
  const lower = 'hierarchy -check -top proof; proc; flatten; opt; chformal -lower';
  await runScript(`${read}; ${lower}; sat -verify -prove-asserts -set-assumes`, files);
}

/** A lerp by each rounding mode: WIDTH bits with weights of WEIGHT_BITS, of which it drops DROPPED. */
const lerps = (width: number, weightBits: number, dropped: number, most = 'upper') => `
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
      assert (value <= (VALUE'(${most}) <<< ${weightBits - dropped}));
    end
  end
endmodule
`;

it.each([
  [4, 3, 0],
  [5, 4, 3],
])(
  'a lerp of %i bits by %i, less %i, stays between its texels in its own bits, for every input',
  { tags: 'exhaustive' },
  async (...widths) => {
    await prove(lerps(...widths), 'lerp');
  },
);

it('a lerp that should stay at its first texel is refuted', { tags: 'exhaustive' }, async () => {
  await expect(prove(lerps(5, 4, 0, 'a'), 'lerp')).rejects.toThrow('proof did fail');
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

it(
  'a sum of 16 samples of 21 bits in 25 bits is exact after each of them, for every input',
  { tags: 'exhaustive' },
  async () => {
    await prove(sums(21, 25, 16), 'accumulator');
  },
);

it('a sum in one bit less is refuted', { tags: 'exhaustive' }, async () => {
  await expect(prove(sums(21, 24, 16), 'accumulator')).rejects.toThrow('proof did fail');
});
