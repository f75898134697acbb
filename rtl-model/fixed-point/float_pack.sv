`default_nettype none

// The last step of float arithmetic: normalizes a magnitude, rounds it to nearest even and packs the pattern
// {sign, exponent, fraction}. Values that are too small become denorms (IEEE 754; Math.fround), too large ones infinity.
//
// exponent:  biased, of the top bit of `magnitude`, at least 1. The value is magnitude * 2^(exponent - bias - (WIDTH-1)).
// magnitude: may have leading zeros. Its last bit is 1 if any bit below it was lost.
module float_pack #(
    parameter int EXPONENT_BITS = 8,
    parameter int FRACTION_BITS = 23,
    parameter int WIDTH = 48,
    localparam int FLOAT_WIDTH = 1 + EXPONENT_BITS + FRACTION_BITS
) (
    input  wire logic                     negative,
    input  wire logic [EXPONENT_BITS+1:0] exponent,
    input  wire logic [        WIDTH-1:0] magnitude,
    output logic      [  FLOAT_WIDTH-1:0] bits
);

  if (EXPONENT_BITS < 2) $error("float_pack: EXPONENT_BITS should be at least 2");
  if (FRACTION_BITS < 1) $error("float_pack: FRACTION_BITS should be at least 1");
  if (WIDTH <= FRACTION_BITS) $error("float_pack: WIDTH should be more than FRACTION_BITS");

  localparam int DROPPED_BITS = WIDTH - 1 - FRACTION_BITS;
  localparam int PATTERN_WIDTH = EXPONENT_BITS + 2 + FRACTION_BITS;
  localparam logic [PATTERN_WIDTH-1:0] INFINITY = {2'b00, {EXPONENT_BITS{1'b1}}, {FRACTION_BITS{1'b0}}};

  // A shift to the left by the leading zeros, but by no more than leaves the exponent 1: that is the exponent of denorms.
  localparam int STAGES = $clog2(WIDTH);
  logic [WIDTH-1:0] normalized;
  logic [EXPONENT_BITS+1:0] lowered;
  always_comb begin
    normalized = magnitude;
    lowered = exponent;
    for (int stage = STAGES - 1; stage >= 0; stage--) begin
      if ((normalized >> (WIDTH - (1 << stage))) == '0 && lowered > (1 << stage)) begin
        normalized = normalized << (1 << stage);
        lowered = lowered - (EXPONENT_BITS + 2)'(1 << stage);
      end
    end
  end

  // A carry out of the significand moves into the exponent. The hidden bit adds the 1 that a denorm lacks.
  logic signed [FRACTION_BITS+2:0] significand;
  logic [PATTERN_WIDTH-1:0] pattern;
  round_shift #(
      .WIDTH(WIDTH + 1),
      .BITS(DROPPED_BITS),
      .ROUNDING(fixed_point_pkg::NEAREST_EVEN)
  ) round (
      .value({1'b0, normalized}),
      .rounded(significand)
  );
  assign pattern = {lowered - (EXPONENT_BITS + 2)'(1), {FRACTION_BITS{1'b0}}} + PATTERN_WIDTH'(significand);

  always_comb begin
    bits = {negative, pattern[EXPONENT_BITS+FRACTION_BITS-1:0]};
    if (pattern >= INFINITY) bits = {negative, INFINITY[EXPONENT_BITS+FRACTION_BITS-1:0]};
    if (magnitude == '0) bits = {negative, {(EXPONENT_BITS + FRACTION_BITS) {1'b0}}};
  end

endmodule

`default_nettype wire
