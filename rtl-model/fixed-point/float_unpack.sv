`default_nettype none

// The parts of a float pattern {sign, exponent, fraction}, laid out as float-format.ts says; float32 by default.
//
// exponent:    biased, at least 1: denorms share the weight of exponent 1. Unused for infinities and NaN.
// significand: the fraction with its hidden bit in front, which denorms and zero lack.
module float_unpack #(
    parameter int EXPONENT_BITS = 8,
    parameter int FRACTION_BITS = 23,
    localparam int WIDTH = 1 + EXPONENT_BITS + FRACTION_BITS
) (
    input  wire logic [        WIDTH-1:0] bits,
    output logic                          negative,
    output logic      [EXPONENT_BITS-1:0] exponent,
    output logic      [  FRACTION_BITS:0] significand,
    output logic                          infinite,
    output logic                          nan
);

  if (EXPONENT_BITS < 2) $error("float_unpack: EXPONENT_BITS should be at least 2");
  if (FRACTION_BITS < 1) $error("float_unpack: FRACTION_BITS should be at least 1");

  logic [EXPONENT_BITS-1:0] field;
  logic [FRACTION_BITS-1:0] fraction;
  logic normal;

  assign {negative, field, fraction} = bits;
  assign normal = field != '0;
  assign exponent = normal ? field : EXPONENT_BITS'(1);
  assign significand = {normal, fraction};
  assign infinite = &field && fraction == '0;
  assign nan = &field && fraction != '0;

endmodule

`default_nettype wire
