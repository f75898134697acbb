`default_nettype none

// The filter of float texels, one component of one lane (fused-arithmetic.ts; D3D11.3 3.1.3, 7.18.16.2): the exact weighted
// average with one rounding; NaN and infinities of texels that have a weight; -0 where every texel is -0. The least or the
// greatest texel (minNumber, maxNumber), and a texel that is alone, stay as they are. It has the stages of filter_lane.
//
// texel:            of taps 0 to 3: halves, or float32. Denorms of float32 count as 0, but for one that is alone.
// gather, gathered: with `gather`, the component is this texel.
// alpha, beta, linear, reductions[0]: of the pass in the first stage.
// weightless:       1 for a pass in the first stage whose slice of a volume has no weight.
// first, coarser, sampled, reductions[1]: of the sample in the second stage.
// second, gamma:    of that sample, as in exact_average; SLICES is 1 where it may be a slice of a volume.
// sum_samples, level_weight, reductions[2]: of the quad in the third stage.
// color:            float32. Every NaN is 32'h7fc0_0000.
module float_filter #(
    parameter int FLOAT_BITS = 16,  // 16 or 32
    parameter int WEIGHT_BITS = 8,
    parameter int LEVEL_WEIGHT_BITS = 8,  // at least 1
    parameter int LARGEST_RATE = 16,
    parameter bit REDUCES = 1'b0,
    parameter bit SLICES = 1'b0,
    localparam int SAMPLES_BITS = $clog2(LARGEST_RATE + 1)
) (
    input  wire logic                         clock,
    input  wire logic                         enable,
    input  wire logic                         sampled,
    input  wire logic [3:0][FLOAT_BITS-1:0]   texel,
    input  wire logic                         gather,
    input  wire logic [FLOAT_BITS-1:0]        gathered,
    input  wire logic [WEIGHT_BITS:0]         alpha,
    input  wire logic [WEIGHT_BITS:0]         beta,
    input  wire logic                         linear,
    input  wire logic                         weightless,
    input  wire logic                         first,
    input  wire logic                         coarser,
    input  wire logic                         second,
    input  wire logic [WEIGHT_BITS:0]         gamma,
    input  wire logic [SAMPLES_BITS-1:0]      sum_samples,
    input  wire logic [LEVEL_WEIGHT_BITS-1:0] level_weight,
    input  wire logic [2:0][1:0]              reductions,
    output logic      [31:0]                  color
);

  if (FLOAT_BITS != 16 && FLOAT_BITS != 32) $error("float_filter: FLOAT_BITS should be 16 or 32");

  localparam int EXPONENT_BITS = FLOAT_BITS == 16 ? 5 : 8;
  localparam int FRACTION_BITS = FLOAT_BITS - 1 - EXPONENT_BITS;
  localparam int CODE_BITS = FRACTION_BITS + 2 ** EXPONENT_BITS - 1;
  localparam int UNIT_BITS = FRACTION_BITS + 2 ** (EXPONENT_BITS - 1) - 2;
  // A half that is a denorm is a float32 that is none.
  localparam bit FLUSHES = FLOAT_BITS == 32;

  // ---- The exact average, and what it cannot hold ----

  // What is among the texels with a weight: NaN, infinities, and any texel but -0.
  typedef struct packed {
    logic nan;
    logic above;
    logic below;
    logic other;
  } seen_t;

  logic [3:0] of_plane, counts, nan, infinite, negative, negative_zero;
  logic [3:0][CODE_BITS-1:0] code;
  tap_counts #(
      .WEIGHT_BITS(WEIGHT_BITS)
  ) with_weight (
      .alpha,
      .beta,
      .counts(of_plane)
  );
  assign counts = of_plane & {4{!weightless}};
  for (genvar tap = 0; tap < 4; tap++) begin : g_tap
    logic denorm;
    logic [CODE_BITS-1:0] finite;
    assign denorm = FLUSHES && texel[tap][FLOAT_BITS-2-:EXPONENT_BITS] == '0;
    assign negative[tap] = texel[tap][FLOAT_BITS-1];
    float_to_code #(
        .EXPONENT_BITS(EXPONENT_BITS),
        .FRACTION_BITS(FRACTION_BITS)
    ) conversion (
        .bits(texel[tap]),
        .code(finite),
        .infinite(infinite[tap]),
        .nan(nan[tap])
    );
    assign code[tap] = denorm || infinite[tap] || nan[tap] ? '0 : finite;
    assign negative_zero[tap] = negative[tap] && (texel[tap][FLOAT_BITS-2:0] == '0 || denorm);
  end

  logic [31:0] average_color;
  exact_average #(
      .CODE_BITS(CODE_BITS),
      .UNIT_BITS(UNIT_BITS),
      .WEIGHT_BITS(WEIGHT_BITS),
      .LEVEL_WEIGHT_BITS(LEVEL_WEIGHT_BITS),
      .LARGEST_RATE(LARGEST_RATE),
      .SLICES(SLICES)
  ) of_texels (
      .clock,
      .enable,
      .sampled,
      .code,
      .alpha,
      .beta,
      .first,
      .coarser,
      .second,
      .gamma,
      .sum_samples,
      .level_weight,
      .color(average_color)
  );

  seen_t pass_seen, sample_seen, next_seen, seen_hi, seen_lo, seen;
  assign pass_seen.nan = (counts & nan) != '0;
  assign pass_seen.above = (counts & infinite & ~negative) != '0;
  assign pass_seen.below = (counts & infinite & negative) != '0;
  assign pass_seen.other = linear ? (counts & negative_zero) != '1 : !negative_zero[0];
  // Both slices of a sample count together.
  assign next_seen = first && !second ? sample_seen : (coarser ? seen_lo : seen_hi) | sample_seen;
  assign seen = level_weight == '0 ? seen_hi : seen_hi | seen_lo;

  // ---- The rank of a texel: an integer in the order of the floats, -0 below 0 ----

  // A NaN loses against every number.
  function automatic logic signed [FLOAT_BITS-1:0] rank_of(input logic [FLOAT_BITS-1:0] float, input logic greatest);
    rank_of = float ^ {1'b0, {(FLOAT_BITS - 1) {float[FLOAT_BITS-1]}}};
    if (float[FLOAT_BITS-2:0] > {{EXPONENT_BITS{1'b1}}, {FRACTION_BITS{1'b0}}}) begin
      rank_of = {greatest, {(FLOAT_BITS - 1) {!greatest}}};
    end
  endfunction

  function automatic logic signed [FLOAT_BITS-1:0] flushed(input logic [FLOAT_BITS-1:0] rank);
    logic denorm;
    denorm  = rank[FLOAT_BITS-2-:EXPONENT_BITS] == {EXPONENT_BITS{rank[FLOAT_BITS-1]}};
    flushed = FLUSHES && denorm ? {FLOAT_BITS{rank[FLOAT_BITS-1]}} : rank;
  endfunction

  logic signed [FLOAT_BITS-1:0] pass_rank, sample_rank, next_rank, rank_hi, rank_lo, rank;
  logic [3:0][FLOAT_BITS-1:0] ranks;
  logic [FLOAT_BITS-1:0] single;
  logic alone, sample_alone, sum_alone, sample_weightless, is_average;
  assign alone = gather || !linear;
  assign single = gather ? gathered : texel[0];
  assign is_average = !REDUCES || reductions[2] == filter_widths_pkg::WEIGHTED_AVERAGE;

  if (REDUCES) begin : g_reduction
    logic [2:0] greatest;
    logic signed [FLOAT_BITS-1:0] extreme, sum;
    for (genvar stage = 0; stage < 3; stage++) begin : g_stage
      assign greatest[stage] = reductions[stage] == filter_widths_pkg::GREATEST;
    end
    for (genvar tap = 0; tap < 4; tap++) begin : g_tap
      assign ranks[tap] = flushed(rank_of(texel[tap], greatest[0]));
    end
    extreme_texel #(
        .CODE_BITS(FLOAT_BITS),
        .WEIGHT_BITS(WEIGHT_BITS)
    ) of_taps (
        .t00(ranks[0]),
        .t10(ranks[1]),
        .t01(ranks[2]),
        .t11(ranks[3]),
        .alpha,
        .beta,
        .greatest(greatest[0]),
        .value(extreme)
    );
    assign pass_rank = alone ? rank_of(single, greatest[0]) : extreme;
    assign sum = coarser ? rank_lo : rank_hi;
    always_comb begin
      next_rank = sample_rank;
      if (sample_weightless && !(first && !second)) begin
        next_rank = sum;
      end else if (!first || (second && !gamma[WEIGHT_BITS])) begin
        next_rank = (flushed(sum) < flushed(sample_rank)) == greatest[1] ? flushed(sample_rank) : flushed(sum);
      end
      rank = rank_hi;
      if (level_weight != '0) begin
        rank = (flushed(rank_hi) < flushed(rank_lo)) == greatest[2] ? flushed(rank_lo) : flushed(rank_hi);
      end
    end
  end else begin : g_single
    logic unused;
    assign unused = ^{reductions, rank_lo, ranks, sample_weightless};
    assign ranks = '0;
    assign pass_rank = rank_of(single, 1'b0);
    assign next_rank = sample_rank;
    assign rank = rank_hi;
  end

  always_ff @(posedge clock) begin
    if (enable) begin
      sample_seen <= pass_seen;
      sample_rank <= pass_rank;
      {sum_alone, sample_alone} <= {sample_alone, alone};
      sample_weightless <= weightless;
    end
    if (enable && sampled) begin
      if (coarser) {seen_lo, rank_lo} <= {next_seen, next_rank};
      else {seen_hi, rank_hi} <= {next_seen, next_rank};
    end
  end

  // ---- Result ----

  logic [FLOAT_BITS-1:0] texel_bits;
  logic [31:0] texel_color;
  assign texel_bits = rank ^ {1'b0, {(FLOAT_BITS - 1) {rank[FLOAT_BITS-1]}}};
  if (FLOAT_BITS == 16) begin : g_half
    half_to_float conversion (
        .half(texel_bits),
        .bits(texel_color)
    );
  end else begin : g_float
    assign texel_color = texel_bits[30:0] > 31'h7f80_0000 ? 32'h7fc0_0000 : texel_bits;
  end

  always_comb begin
    color = average_color;
    if (average_color[30:23] == '0) color = {average_color[31] || !seen.other, 31'd0};
    if (seen.above) color = 32'h7f80_0000;
    if (seen.below) color = 32'hff80_0000;
    if (seen.nan || (seen.above && seen.below)) color = 32'h7fc0_0000;
    if (!is_average || (sum_alone && sum_samples == SAMPLES_BITS'(1) && level_weight == '0)) color = texel_color;
  end

endmodule

`default_nettype wire
