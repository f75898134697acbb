`default_nettype none

// a + b, rounded once to nearest even; float32 by default, where it is Math.fround(a + b). A difference is the sum of a
// and b with the other sign. Denorms are kept in inputs and output. Any NaN is the one pattern with the fraction's
// highest bit alone. A sum of 0 is -0 if both are -0.
module float_add #(
    parameter int EXPONENT_BITS = 8,
    parameter int FRACTION_BITS = 23,
    localparam int WIDTH = 1 + EXPONENT_BITS + FRACTION_BITS
) (
    input  wire logic [WIDTH-1:0] a,
    input  wire logic [WIDTH-1:0] b,
    output logic      [WIDTH-1:0] sum
);

  // The summands by magnitude.
  logic [WIDTH-1:0] larger, smaller;
  assign {larger, smaller} = a[WIDTH-2:0] >= b[WIDTH-2:0] ? {a, b} : {b, a};

  logic larger_negative, larger_infinite, larger_nan, smaller_negative, smaller_infinite, smaller_nan;
  logic [EXPONENT_BITS-1:0] larger_exponent, smaller_exponent;
  logic [FRACTION_BITS:0] larger_significand, smaller_significand;
  float_unpack #(
      .EXPONENT_BITS(EXPONENT_BITS),
      .FRACTION_BITS(FRACTION_BITS)
  ) unpack_larger (
      .bits(larger),
      .negative(larger_negative),
      .exponent(larger_exponent),
      .significand(larger_significand),
      .infinite(larger_infinite),
      .nan(larger_nan)
  );
  float_unpack #(
      .EXPONENT_BITS(EXPONENT_BITS),
      .FRACTION_BITS(FRACTION_BITS)
  ) unpack_smaller (
      .bits(smaller),
      .negative(smaller_negative),
      .exponent(smaller_exponent),
      .significand(smaller_significand),
      .infinite(smaller_infinite),
      .nan(smaller_nan)
  );

  // Three bits below the significand make the rounding exact: two that a subtraction may bring up, and one for the rest.
  localparam int ALIGNED_WIDTH = FRACTION_BITS + 4;
  logic [ALIGNED_WIDTH-1:0] kept, lost, aligned;
  assign {kept, lost} = {smaller_significand, {(ALIGNED_WIDTH + 3) {1'b0}}} >> (larger_exponent - smaller_exponent);
  assign aligned = {kept[ALIGNED_WIDTH-1:1], kept[0] || lost != '0};

  // One bit more for the carry: the top bit weighs twice as much as that of the larger summand.
  logic subtract;
  logic [ALIGNED_WIDTH:0] magnitude;
  assign subtract = larger_negative != smaller_negative;
  assign magnitude = subtract ? {1'b0, larger_significand, 3'b0} - {1'b0, aligned} :
      {1'b0, larger_significand, 3'b0} + {1'b0, aligned};

  logic [WIDTH-1:0] finite;
  float_pack #(
      .EXPONENT_BITS(EXPONENT_BITS),
      .FRACTION_BITS(FRACTION_BITS),
      .WIDTH(ALIGNED_WIDTH + 1)
  ) pack (
      .negative(larger_negative && (!subtract || magnitude != '0)),
      .exponent({2'b0, larger_exponent} + (EXPONENT_BITS + 2)'(1)),
      .magnitude(magnitude),
      .bits(finite)
  );

  always_comb begin
    sum = finite;
    if (larger_infinite) sum = larger;
    if (larger_nan || smaller_nan || (smaller_infinite && subtract)) begin
      sum = {1'b0, {(EXPONENT_BITS + 1) {1'b1}}, {(FRACTION_BITS - 1) {1'b0}}};
    end
  end

endmodule

`default_nettype wire
