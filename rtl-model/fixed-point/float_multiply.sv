`default_nettype none

// a * b, rounded once to nearest even; float32 by default, where it is Math.fround(a * b). Denorms are kept in inputs and
// output. Any NaN is the one pattern with the fraction's highest bit alone.
module float_multiply #(
    parameter int EXPONENT_BITS = 8,
    parameter int FRACTION_BITS = 23,
    localparam int WIDTH = 1 + EXPONENT_BITS + FRACTION_BITS
) (
    input  wire logic [WIDTH-1:0] a,
    input  wire logic [WIDTH-1:0] b,
    output logic      [WIDTH-1:0] product
);

  localparam int BIAS = (1 << (EXPONENT_BITS - 1)) - 1;
  localparam int PRODUCT_WIDTH = 2 * (FRACTION_BITS + 1);

  logic a_negative, a_infinite, a_nan, b_negative, b_infinite, b_nan;
  logic [EXPONENT_BITS-1:0] a_exponent, b_exponent;
  logic [FRACTION_BITS:0] a_significand, b_significand;
  float_unpack #(
      .EXPONENT_BITS(EXPONENT_BITS),
      .FRACTION_BITS(FRACTION_BITS)
  ) unpack_a (
      .bits(a),
      .negative(a_negative),
      .exponent(a_exponent),
      .significand(a_significand),
      .infinite(a_infinite),
      .nan(a_nan)
  );
  float_unpack #(
      .EXPONENT_BITS(EXPONENT_BITS),
      .FRACTION_BITS(FRACTION_BITS)
  ) unpack_b (
      .bits(b),
      .negative(b_negative),
      .exponent(b_exponent),
      .significand(b_significand),
      .infinite(b_infinite),
      .nan(b_nan)
  );

  // The product of two significands is in [0, 4): its top bit weighs 2.
  logic signed [EXPONENT_BITS+1:0] exponent, below;
  logic [PRODUCT_WIDTH-1:0] exact, kept, lost;
  assign exponent = (EXPONENT_BITS + 2)'({2'b0, a_exponent}) + (EXPONENT_BITS + 2)'({2'b0, b_exponent}) -
      (EXPONENT_BITS + 2)'(BIAS - 1);
  assign exact = PRODUCT_WIDTH'(a_significand) * PRODUCT_WIDTH'(b_significand);

  // Exponents below 1: the product moves to the right until its top bit weighs as much as exponent 1 does.
  assign below = exponent < 1 ? 1 - exponent : '0;
  assign {kept, lost} = {exact, {PRODUCT_WIDTH{1'b0}}} >> below;

  logic negative;
  logic [WIDTH-1:0] finite;
  assign negative = a_negative ^ b_negative;
  float_pack #(
      .EXPONENT_BITS(EXPONENT_BITS),
      .FRACTION_BITS(FRACTION_BITS),
      .WIDTH(PRODUCT_WIDTH)
  ) pack (
      .negative(negative),
      .exponent(exponent < 1 ? (EXPONENT_BITS + 2)'(1) : exponent),
      .magnitude({kept[PRODUCT_WIDTH-1:1], kept[0] || lost != '0}),
      .bits(finite)
  );

  always_comb begin
    product = finite;
    if (a_infinite || b_infinite) product = {negative, {EXPONENT_BITS{1'b1}}, {FRACTION_BITS{1'b0}}};
    if (a_nan || b_nan || (a_infinite && b_significand == '0) || (b_infinite && a_significand == '0)) begin
      product = {1'b0, {(EXPONENT_BITS + 1) {1'b1}}, {(FRACTION_BITS - 1) {1'b0}}};
    end
  end

endmodule

`default_nettype wire
