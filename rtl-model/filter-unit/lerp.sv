`default_nettype none

// Linear interpolation of two integers: a (1 - weight) + b weight, narrowed by DROPPED bits (plain-steps.ts, lerp). Of
// numbers with fraction bits it drops these as well, in the same rounding.
//
// a, b:   signed, WIDTH bits.
// weight: 0 to 2^WEIGHT_BITS, which is 1; with a scale of all ones, 2^WEIGHT_BITS counts as 2^WEIGHT_BITS - 1.
// value:  signed; the weight's fraction bits more than a and b, less the DROPPED ones and FRACTION_BITS. It lies between a
//         and b.
module lerp #(
    parameter int WIDTH = 9,
    parameter int WEIGHT_BITS = 8,  // at least 1
    parameter int DROPPED = 0,  // at most WEIGHT_BITS
    parameter int FRACTION_BITS = 0,  // of a and b, less than WIDTH
    parameter fixed_point_pkg::rounding_e ROUNDING = fixed_point_pkg::NEAREST_EVEN,
    parameter filter_widths_pkg::weight_scale_e WEIGHT_SCALE = filter_widths_pkg::POWER_OF_TWO,
    localparam int VALUE_WIDTH = WIDTH + WEIGHT_BITS - DROPPED - FRACTION_BITS
) (
    input  wire logic signed [      WIDTH-1:0] a,
    input  wire logic signed [      WIDTH-1:0] b,
    input  wire logic        [  WEIGHT_BITS:0] weight,
    output logic      signed [VALUE_WIDTH-1:0] value
);

  if (WEIGHT_BITS < 1) $error("lerp: WEIGHT_BITS should be at least 1");
  if (DROPPED < 0 || DROPPED > WEIGHT_BITS) $error("lerp: DROPPED should be 0 to WEIGHT_BITS");
  if (FRACTION_BITS < 0 || FRACTION_BITS >= WIDTH) $error("lerp: FRACTION_BITS should be 0 to less than WIDTH");

  // The exact value fits, so that a carry out of the product or the sum means nothing.
  localparam int EXACT_WIDTH = WIDTH + WEIGHT_BITS;
  logic signed [WIDTH:0] difference;
  logic signed [EXACT_WIDTH-1:0] whole, exact;
  logic [WEIGHT_BITS:0] held;
  logic unused_carry;

  if (WEIGHT_SCALE == filter_widths_pkg::POWER_OF_TWO) begin : g_power_of_two
    assign held  = weight;
    assign whole = EXACT_WIDTH'(a) <<< WEIGHT_BITS;
  end else begin : g_ones
    assign held  = {1'b0, weight[WEIGHT_BITS] ? {WEIGHT_BITS{1'b1}} : weight[WEIGHT_BITS-1:0]};
    assign whole = (EXACT_WIDTH'(a) <<< WEIGHT_BITS) - EXACT_WIDTH'(a);
  end

  assign difference = (WIDTH + 1)'(b) - (WIDTH + 1)'(a);
  assign exact = whole + EXACT_WIDTH'(difference) * EXACT_WIDTH'(held);

  if (WEIGHT_SCALE == filter_widths_pkg::ALL_ONES) begin : g_quotient
    // x = q (2^n - 1) + (q + r), where q and r are its bits above and below n: each step makes x shorter by n bits.
    localparam int QUOTIENT_WIDTH = VALUE_WIDTH + FRACTION_BITS;
    localparam int STEPS = (QUOTIENT_WIDTH + WEIGHT_BITS) / WEIGHT_BITS + 2;
    logic signed [QUOTIENT_WIDTH+WEIGHT_BITS-1:0] rest;
    logic signed [QUOTIENT_WIDTH-1:0] quotient;
    always_comb begin
      quotient = '0;
      rest = (QUOTIENT_WIDTH + WEIGHT_BITS)'(exact) <<< (WEIGHT_BITS - DROPPED);
      for (int step = 0; step < STEPS; step++) begin
        quotient += QUOTIENT_WIDTH'(rest >>> WEIGHT_BITS);
        rest = (rest >>> WEIGHT_BITS) + $signed((QUOTIENT_WIDTH + WEIGHT_BITS)'({1'b0, rest[WEIGHT_BITS-1:0]}));
      end
      if (&rest[WEIGHT_BITS-1:0]) begin
        quotient += 1'b1;
        rest = '0;
      end
    end

    // No rest is half of an odd divisor.
    round_shift #(
        .WIDTH(QUOTIENT_WIDTH + 2),
        .BITS(2 + FRACTION_BITS),
        .ROUNDING(ROUNDING)
    ) narrowed (
        .value({quotient, rest[WEIGHT_BITS-1], rest != '0}),
        .rounded({unused_carry, value})
    );
  end else begin : g_shift
    round_shift #(
        .WIDTH(EXACT_WIDTH),
        .BITS(DROPPED + FRACTION_BITS),
        .ROUNDING(ROUNDING)
    ) narrowed (
        .value(exact),
        .rounded({unused_carry, value})
    );
  end

endmodule

`default_nettype wire
