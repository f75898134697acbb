`default_nettype none

// Result conversion: value / (one 2^FRACTION_BITS) as a float32 (fixed-arithmetic.ts, color; D3D11.3 3.2.3.3, 3.2.3.5).
// The division is exact, with the remainder as the sticky bit, and the quotient is rounded once, to nearest even.
//
// value: signed, VALUE_WIDTH bits, FRACTION_BITS of them below the code.
// one:   the code of 1, at least 1: 2^n - 1 of UNORM, 2^(n-1) - 1 of SNORM.
// color: float32, never -0 but of what rounds to 0.
module code_to_float32 #(
    parameter int VALUE_WIDTH = 18,
    parameter int ONE_BITS = 12,
    parameter int FRACTION_BITS = 8
) (
    input  wire logic signed [VALUE_WIDTH-1:0] value,
    input  wire logic        [   ONE_BITS-1:0] one,
    output logic             [           31:0] color
);

  // Digits of the quotient: one in front of the point, which may be 0; 24 of the significand; one that rounds.
  localparam int DIGITS = 26;
  localparam int EXPONENT_BIAS = 127;
  localparam int DIVIDEND_BITS = VALUE_WIDTH > ONE_BITS ? VALUE_WIDTH : ONE_BITS;

  logic [VALUE_WIDTH-1:0] magnitude;
  logic [DIVIDEND_BITS-1:0] dividend;
  logic [ONE_BITS-1:0] divisor;
  int value_msb, one_msb;
  assign magnitude = value < 0 ? -value : value;

  // Dividend and divisor with their leading ones at the top: the quotient is between 1/2 and 2.
  always_comb begin
    value_msb = 0;
    for (int k = 0; k < VALUE_WIDTH; k++) if (magnitude[k]) value_msb = k;
    one_msb = 0;
    for (int k = 0; k < ONE_BITS; k++) if (one[k]) one_msb = k;
    dividend = DIVIDEND_BITS'(magnitude) << (DIVIDEND_BITS - 1 - value_msb);
    divisor  = one << (ONE_BITS - 1 - one_msb);
  end

  // Restoring division, a digit a step.
  logic [ONE_BITS:0] remainder;
  logic [DIVIDEND_BITS-1:0] rest;
  logic [DIGITS-1:0] quotient;
  always_comb begin
    {remainder, rest} = {1'b0, dividend, {ONE_BITS{1'b0}}};
    for (int digit = DIGITS - 1; digit >= 0; digit--) begin
      quotient[digit] = remainder >= {1'b0, divisor};
      if (quotient[digit]) remainder = remainder - {1'b0, divisor};
      {remainder, rest} = {remainder[ONE_BITS-1:0], rest, 1'b0};
    end
  end

  // The last bit is 1 if there is a remainder.
  logic [DIGITS:0] digits, magnitude_of_quotient;
  logic [9:0] exponent;
  assign digits = {quotient, remainder != '0 || rest != '0};
  if (FRACTION_BITS + ONE_BITS < EXPONENT_BIAS + 1) begin : g_normal
    assign exponent = 10'(EXPONENT_BIAS - FRACTION_BITS + value_msb - one_msb);
    assign magnitude_of_quotient = digits;
  end else begin : g_denorm
    // A denorm moves to the right. Nothing is left but the last bit of what is far below them.
    int normal;
    logic [4:0] shift;
    logic [DIGITS:0] shifted, lost;
    assign normal = EXPONENT_BIAS - FRACTION_BITS + value_msb - one_msb;
    assign shift = normal > 0 ? 5'd0 : normal < 1 - DIGITS ? 5'(DIGITS) : 5'(1 - normal);
    assign exponent = normal > 0 ? 10'(normal) : 10'd1;
    assign {shifted, lost} = {digits, {(DIGITS + 1) {1'b0}}} >> shift;
    assign magnitude_of_quotient = {shifted[DIGITS:1], shifted[0] || lost != '0};
  end

  float_pack #(
      .WIDTH(DIGITS + 1)
  ) pack (
      .negative(value < 0),
      .exponent,
      .magnitude(magnitude_of_quotient),
      .bits(color)
  );

endmodule

`default_nettype wire
