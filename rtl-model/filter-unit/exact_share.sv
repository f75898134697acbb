`default_nettype none

// The share of the comparisons of a lane that hold, of depths that are floats: the weighted sum of zeros and ones over taps,
// samples and levels, exact but for its one rounding to float32 (fused-arithmetic.ts; D3D11.3 3.1, 7.18.16.2). It has the
// stages of filter_lane: a sample, the sums of levels, the result.
//
// holds, alpha, beta:        of the pass in the first stage. With THIRDS, a texel is 0 to 3 thirds, each of them rounded to
//                            float32: the one that a corner of a cube lacks is the average of three.
// enable, sampled:           with both, the sample in the second stage goes into its level's sum.
// first, coarser:            of that sample, as in filter_lane.
// sum_samples, level_weight: N, at least 1, and the weight of the coarser level, of the quad in the third stage.
// share:                     float32.
module exact_share #(
    parameter int WEIGHT_BITS = 8,
    parameter int LEVEL_WEIGHT_BITS = 8,  // at least 1
    parameter int LARGEST_RATE = 16,
    parameter bit THIRDS = 1'b0,
    localparam int HOLD_BITS = THIRDS ? 2 : 1,
    localparam int SAMPLES_BITS = $clog2(LARGEST_RATE + 1)
) (
    input  wire logic                         clock,
    input  wire logic                         enable,
    input  wire logic                         sampled,
    input  wire logic [3:0][HOLD_BITS-1:0]    holds,
    input  wire logic [WEIGHT_BITS:0]         alpha,
    input  wire logic [WEIGHT_BITS:0]         beta,
    input  wire logic                         first,
    input  wire logic                         coarser,
    input  wire logic [SAMPLES_BITS-1:0]      sum_samples,
    input  wire logic [LEVEL_WEIGHT_BITS-1:0] level_weight,
    output logic      [31:0]                  share
);

  // Nothing is narrowed: a code of one bit and a sign, or the float32 of a third, with the bits of all weights.
  localparam int THIRD_BITS = THIRDS ? 25 : 0;
  localparam int CODE_BITS = 2 + THIRD_BITS;
  localparam int SAMPLE_WIDTH = CODE_BITS + 2 * WEIGHT_BITS;
  localparam int SUM_WIDTH = SAMPLE_WIDTH + SAMPLES_BITS;
  localparam int VALUE_WIDTH = SUM_WIDTH + LEVEL_WEIGHT_BITS;

  logic [SAMPLE_WIDTH-1:0] pass_sample, sample;
  logic [SUM_WIDTH-1:0] sum_hi, sum_lo, next_sum;
  logic [VALUE_WIDTH-1:0] value;

  logic [3:0][CODE_BITS-1:0] codes;
  for (genvar tap = 0; tap < 4; tap++) begin : g_tap
    if (THIRDS) begin : g_third
      always_comb begin
        case (holds[tap])
          2'd0: codes[tap] = '0;
          2'd1: codes[tap] = 27'haa_aaab;
          2'd2: codes[tap] = 27'h155_5556;
          2'd3: codes[tap] = 27'h200_0000;
        endcase
      end
    end else begin : g_whole
      assign codes[tap] = {1'b0, holds[tap]};
    end
  end

  bilinear #(
      .CODE_BITS(CODE_BITS),
      .WEIGHT_BITS(WEIGHT_BITS),
      .GUARD_BITS(2 * WEIGHT_BITS)
  ) interpolation (
      .t00(codes[0]),
      .t10(codes[1]),
      .t01(codes[2]),
      .t11(codes[3]),
      .alpha(alpha),
      .beta(beta),
      .linear(1'b1),
      .value(pass_sample)
  );

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
    if (enable) sample <= pass_sample;
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
      .FRACTION_BITS(THIRD_BITS + 2 * WEIGHT_BITS + LEVEL_WEIGHT_BITS)
  ) conversion (
      .value(value),
      .one(sum_samples),
      .color(share)
  );

endmodule

`default_nettype wire
