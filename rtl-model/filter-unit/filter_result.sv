`default_nettype none

// From the sums of two levels to one component of the result: average, lerp between the levels, float32
// (plain-values.ts, finish; D3D11.3 7.18.10, 7.18.16).
//
// sum_hi, sum_lo: of the finer and the coarser level's samples, signed, after_v fraction bits below the code, and CORNER_BITS
//                 of the texel that a corner of a cube lacks below them. Those of a volume have after_slice fraction bits.
// reciprocal:     1/N with RECIPROCAL_BITS fraction bits, 0 to 1.
// level_weight:   of the coarser level, in the LOD's fraction bits; 0 leaves the finer one alone.
// one:            the code of 1.
// color:          float32.
module filter_result #(
    parameter int CODE_BITS = 13,
    parameter int WEIGHT_BITS = 8,
    parameter int LEVEL_WEIGHT_BITS = 8,  // at least 1
    parameter int GUARD_BITS = 8,
    parameter int ACCUMULATOR_BITS = 32,
    parameter int RECIPROCAL_BITS = 8,
    parameter int CORNER_BITS = 0,
    parameter bit VOLUME = 1'b0,
    parameter fixed_point_pkg::rounding_e ROUNDING = fixed_point_pkg::NEAREST_UP
) (
    input  wire logic signed [ACCUMULATOR_BITS+CORNER_BITS-1:0] sum_hi,
    input  wire logic signed [ACCUMULATOR_BITS+CORNER_BITS-1:0] sum_lo,
    input  wire logic        [               RECIPROCAL_BITS:0] reciprocal,
    input  wire logic        [           LEVEL_WEIGHT_BITS-1:0] level_weight,
    input  wire logic        [                   CODE_BITS-2:0] one,
    output logic             [                            31:0] color
);

  localparam int AFTER_SAMPLE = VOLUME
      ? filter_widths_pkg::after_slice(WEIGHT_BITS, GUARD_BITS) : filter_widths_pkg::after_v(WEIGHT_BITS, GUARD_BITS);
  localparam int AFTER_LEVEL = filter_widths_pkg::after_lerp(AFTER_SAMPLE, LEVEL_WEIGHT_BITS, GUARD_BITS);
  localparam int SAMPLE_WIDTH = CODE_BITS + AFTER_SAMPLE;
  localparam int VALUE_WIDTH = CODE_BITS + 1 + AFTER_LEVEL;
  logic signed [SAMPLE_WIDTH+CORNER_BITS:0] hi, lo;
  logic signed [VALUE_WIDTH+CORNER_BITS-1:0] value;

  average #(
      .SAMPLE_WIDTH(SAMPLE_WIDTH),
      .ACCUMULATOR_BITS(ACCUMULATOR_BITS),
      .RECIPROCAL_BITS(RECIPROCAL_BITS),
      .FRACTION_BITS(CORNER_BITS),
      .ROUNDING(ROUNDING)
  ) average_hi (
      .sum(sum_hi),
      .reciprocal(reciprocal),
      .value(hi)
  );

  average #(
      .SAMPLE_WIDTH(SAMPLE_WIDTH),
      .ACCUMULATOR_BITS(ACCUMULATOR_BITS),
      .RECIPROCAL_BITS(RECIPROCAL_BITS),
      .FRACTION_BITS(CORNER_BITS),
      .ROUNDING(ROUNDING)
  ) average_lo (
      .sum(sum_lo),
      .reciprocal(reciprocal),
      .value(lo)
  );

  // A lerp that narrows drops the bits of a corner.
  localparam int DROPPED = AFTER_SAMPLE + LEVEL_WEIGHT_BITS - AFTER_LEVEL;
  localparam int CORNER_DROPPED = DROPPED > 0 ? CORNER_BITS : 0;
  logic signed [VALUE_WIDTH+CORNER_BITS-CORNER_DROPPED-1:0] blended;
  lerp #(
      .WIDTH(SAMPLE_WIDTH + CORNER_BITS + 1),
      .WEIGHT_BITS(LEVEL_WEIGHT_BITS),
      .DROPPED(DROPPED),
      .FRACTION_BITS(CORNER_DROPPED),
      .ROUNDING(ROUNDING)
  ) between_levels (
      .a(hi),
      .b(lo),
      .weight({1'b0, level_weight}),
      .value(blended)
  );
  if (CORNER_DROPPED > 0) begin : g_alone
    // A level alone is not narrowed.
    assign value = level_weight == '0
        ? (VALUE_WIDTH + CORNER_BITS)'(hi) <<< (AFTER_LEVEL - AFTER_SAMPLE) : {blended, CORNER_DROPPED'(0)};
  end else begin : g_blended
    assign value = blended;
  end

  code_to_float32 #(
      .VALUE_WIDTH(VALUE_WIDTH + CORNER_BITS),
      .ONE_BITS(CODE_BITS - 1),
      .FRACTION_BITS(AFTER_LEVEL + CORNER_BITS)
  ) conversion (
      .value(value),
      .one(one),
      .color(color)
  );

endmodule

`default_nettype wire
