`default_nettype none

// A finite float as the number of its format's least steps, those of its denorms: exact (float-format.ts).
//
// bits: a float pattern, as in float_unpack; infinities and NaN have no code.
// code: signed.
module float_to_code #(
    parameter int EXPONENT_BITS = 5,
    parameter int FRACTION_BITS = 10,
    localparam int WIDTH = 1 + EXPONENT_BITS + FRACTION_BITS,
    localparam int CODE_BITS = FRACTION_BITS + 2 ** EXPONENT_BITS - 1
) (
    input  wire logic        [    WIDTH-1:0] bits,
    output logic signed      [CODE_BITS-1:0] code,
    output logic                             infinite,
    output logic                             nan
);

  logic negative;
  logic [EXPONENT_BITS-1:0] exponent;
  logic [FRACTION_BITS:0] significand;
  logic [CODE_BITS-1:0] magnitude;
  float_unpack #(
      .EXPONENT_BITS(EXPONENT_BITS),
      .FRACTION_BITS(FRACTION_BITS)
  ) unpack (
      .bits,
      .negative,
      .exponent,
      .significand,
      .infinite,
      .nan
  );

  assign magnitude = CODE_BITS'(significand) << (exponent - EXPONENT_BITS'(1));
  assign code = negative ? -magnitude : magnitude;

endmodule

`default_nettype wire
