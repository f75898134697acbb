`default_nettype none

// Linear interpolation of two integers: a (1 - weight) + b weight, narrowed by DROPPED bits (plain-steps.ts, lerp).
//
// a, b:   signed, WIDTH bits.
// weight: 0 to 2^WEIGHT_BITS, which is 1.
// value:  signed; the weight's fraction bits more than a and b, less the DROPPED ones. It lies between a and b.
module lerp #(
    parameter int WIDTH = 9,
    parameter int WEIGHT_BITS = 8,  // at least 1
    parameter int DROPPED = 0,  // at most WEIGHT_BITS
    parameter fixed_point_pkg::rounding_e ROUNDING = fixed_point_pkg::NEAREST_EVEN,
    localparam int VALUE_WIDTH = WIDTH + WEIGHT_BITS - DROPPED
) (
    input  wire logic signed [      WIDTH-1:0] a,
    input  wire logic signed [      WIDTH-1:0] b,
    input  wire logic        [  WEIGHT_BITS:0] weight,
    output logic      signed [VALUE_WIDTH-1:0] value
);

  if (WEIGHT_BITS < 1) $error("lerp: WEIGHT_BITS should be at least 1");
  if (DROPPED < 0 || DROPPED > WEIGHT_BITS) $error("lerp: DROPPED should be 0 to WEIGHT_BITS");

  // The exact value fits, so that a carry out of the product or the sum means nothing.
  localparam int EXACT_WIDTH = WIDTH + WEIGHT_BITS;
  logic signed [WIDTH:0] difference;
  logic signed [EXACT_WIDTH-1:0] exact;
  logic unused_carry;

  assign difference = (WIDTH + 1)'(b) - (WIDTH + 1)'(a);
  assign exact = (EXACT_WIDTH'(a) <<< WEIGHT_BITS) + EXACT_WIDTH'(difference) * EXACT_WIDTH'(weight);

  round_shift #(
      .WIDTH(EXACT_WIDTH),
      .BITS(DROPPED),
      .ROUNDING(ROUNDING)
  ) narrowed (
      .value(exact),
      .rounded({unused_carry, value})
  );

endmodule

`default_nettype wire
