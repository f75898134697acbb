`default_nettype none

// The weighted average of a lane's texels, which are codes, over taps, samples and levels, exact but for its one rounding to
// float32 (fused-arithmetic.ts; D3D11.3 3.1, 7.18.16.2). It has the stages of filter_lane: a sample, the sums of levels, the
// result.
//
// code, alpha, beta:         of the pass in the first stage: signed numbers of 2^-UNIT_BITS.
// enable, sampled:           with both, the sample in the second stage goes into its level's sum.
// second, gamma:             of that sample: the second slice of a volume, which has one sample in a level, and its weight; SLICES
//                            is 1 where it may be one.
// first, coarser:            of that sample, as in filter_lane.
// sum_samples, level_weight: N, at least 1, and the weight of the coarser level, of the quad in the third stage.
// color:                     float32, never -0.
module exact_average #(
    parameter int CODE_BITS = 2,
    parameter int UNIT_BITS = 0,
    parameter int WEIGHT_BITS = 8,
    parameter int LEVEL_WEIGHT_BITS = 8,  // at least 1
    parameter int LARGEST_RATE = 16,
    parameter bit SLICES = 1'b0,
    localparam int SAMPLES_BITS = $clog2(LARGEST_RATE + 1)
) (
    input  wire logic                           clock,
    input  wire logic                           enable,
    input  wire logic                           sampled,
    input  wire logic [3:0][CODE_BITS-1:0]      code,
    input  wire logic [WEIGHT_BITS:0]           alpha,
    input  wire logic [WEIGHT_BITS:0]           beta,
    input  wire logic                           first,
    input  wire logic                           coarser,
    input  wire logic                           second,
    input  wire logic [WEIGHT_BITS:0]           gamma,
    input  wire logic [SAMPLES_BITS-1:0]        sum_samples,
    input  wire logic [LEVEL_WEIGHT_BITS-1:0]   level_weight,
    output logic      [31:0]                    color
);

  // Nothing is narrowed: a code with the bits of all weights.
  localparam int PASS_WIDTH = CODE_BITS + 2 * WEIGHT_BITS;
  localparam int SLICE_BITS = SLICES ? WEIGHT_BITS : 0;
  localparam int SAMPLE_WIDTH = PASS_WIDTH + SLICE_BITS;
  localparam int SUM_WIDTH = SAMPLE_WIDTH + SAMPLES_BITS;
  localparam int VALUE_WIDTH = SUM_WIDTH + LEVEL_WEIGHT_BITS;

  logic [PASS_WIDTH-1:0] pass_sample, of_pass;
  logic [SAMPLE_WIDTH-1:0] sample;
  logic [SUM_WIDTH-1:0] sum_hi, sum_lo, next_sum;
  logic [VALUE_WIDTH-1:0] value;

  bilinear #(
      .CODE_BITS(CODE_BITS),
      .WEIGHT_BITS(WEIGHT_BITS),
      .GUARD_BITS(2 * WEIGHT_BITS)
  ) interpolation (
      .t00(code[0]),
      .t10(code[1]),
      .t01(code[2]),
      .t11(code[3]),
      .alpha(alpha),
      .beta(beta),
      .linear(1'b1),
      .value(pass_sample)
  );

  if (SLICES) begin : g_slices
    logic [PASS_WIDTH-1:0] slice;
    logic [SAMPLE_WIDTH-1:0] of_slices;
    always_ff @(posedge clock) if (enable && sampled) slice <= of_pass;
    lerp #(
        .WIDTH(PASS_WIDTH),
        .WEIGHT_BITS(WEIGHT_BITS),
        .DROPPED(0)
    ) between_slices (
        .a(slice),
        .b(of_pass),
        .weight(gamma),
        .value(of_slices)
    );
    assign sample = second ? of_slices : {of_pass, SLICE_BITS'(0)};
  end else begin : g_plane
    logic unused;
    assign unused = ^{second, gamma};
    assign sample = of_pass;
  end

  accumulator #(
      .SAMPLE_WIDTH(SAMPLE_WIDTH),
      .ACCUMULATOR_BITS(SUM_WIDTH)
  ) accumulation (
      .sample(sample),
      .first(first),
      .sum(coarser ? sum_lo : sum_hi),
      .next_sum(next_sum)
  );

  always_ff @(posedge clock) begin
    if (enable) of_pass <= pass_sample;
    if (enable && sampled) begin
      if (coarser) sum_lo <= next_sum;
      else sum_hi <= next_sum;
    end
  end

  lerp #(
      .WIDTH(SUM_WIDTH),
      .WEIGHT_BITS(LEVEL_WEIGHT_BITS),
      .DROPPED(0)
  ) between_levels (
      .a(sum_hi),
      .b(sum_lo),
      .weight({1'b0, level_weight}),
      .value(value)
  );

  code_to_float32 #(
      .VALUE_WIDTH(VALUE_WIDTH),
      .ONE_BITS(SAMPLES_BITS),
      .FRACTION_BITS(UNIT_BITS + 2 * WEIGHT_BITS + SLICE_BITS + LEVEL_WEIGHT_BITS)
  ) conversion (
      .value(value),
      .one(sum_samples),
      .color(color)
  );

endmodule

`default_nettype wire
