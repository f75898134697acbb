`default_nettype none

// a / b with BITS significant bits by digit recurrence (quotient of truncation.ts; D3D11.3 3.1.3): bits below are cut
// off. Denorms in a and b count as zeros; a quotient below 2^-126 is a zero, and one from 2^128 on is infinite, both with
// its sign. Zeros, infinities and NaN divide as IEEE 754 says; any NaN is the one pattern 32'h7fc0_0000.
//
// a, b, quotient: float32.
module float_divide #(
    parameter int BITS = 24  // 1 to 24
) (
    input  wire logic [31:0] a,
    input  wire logic [31:0] b,
    output logic      [31:0] quotient
);

  if (BITS < 1 || BITS > 24) $error("float_divide: BITS should be 1 to 24");

  localparam int BIAS = 127;

  logic a_negative, a_infinite, a_nan, b_negative, b_infinite, b_nan;
  logic [7:0] a_exponent, b_exponent;
  logic [23:0] a_significand, b_significand;
  float_unpack unpack_a (
      .bits(a),
      .negative(a_negative),
      .exponent(a_exponent),
      .significand(a_significand),
      .infinite(a_infinite),
      .nan(a_nan)
  );
  float_unpack unpack_b (
      .bits(b),
      .negative(b_negative),
      .exponent(b_exponent),
      .significand(b_significand),
      .infinite(b_infinite),
      .nan(b_nan)
  );

  // The quotient of the significands is between 1/2 and 2: its first digit may be 0.
  logic [BITS:0] digits;
  logic [24:0] rest;
  always_comb begin
    rest = {1'b0, a_significand};
    for (int digit = BITS; digit >= 0; digit--) begin
      digits[digit] = rest >= {1'b0, b_significand};
      if (digits[digit]) rest = rest - {1'b0, b_significand};
      rest = rest << 1;
    end
  end

  // The digits from the leading one on, which the pattern leaves out.
  logic [BITS:0] normalized;
  logic [22:0] fraction;
  logic signed [9:0] exponent;
  logic unused;
  assign normalized = digits[BITS] ? digits : digits << 1;
  assign fraction = 23'({normalized[BITS:1], 23'd0} >> (BITS - 1));
  assign exponent = 10'(a_exponent) - 10'(b_exponent) + 10'(BIAS) - 10'(!digits[BITS]);
  assign unused = normalized[0];

  logic negative, a_zero, b_zero;
  assign negative = a_negative ^ b_negative;
  assign a_zero   = !a_significand[23];
  assign b_zero   = !b_significand[23];
  always_comb begin
    quotient = {negative, exponent[7:0], fraction};
    if (a_zero || b_infinite || exponent < 1) quotient = {negative, 31'd0};
    if (!a_zero && !b_infinite && (b_zero || a_infinite || exponent > 254)) quotient = {negative, 8'hff, 23'd0};
    if (a_nan || b_nan || (a_zero && b_zero) || (a_infinite && b_infinite)) quotient = 32'h7fc0_0000;
  end

endmodule

`default_nettype wire
