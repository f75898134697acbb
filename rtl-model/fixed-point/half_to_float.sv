`default_nettype none

// A half as float32: exact (float16.ts, halfToFloat; D3D11.3 3.1.5). Every NaN is 32'h7fc0_0000.
module half_to_float (
    input  wire logic [15:0] half,
    output logic      [31:0] bits
);

  // The bias of a float32 less that of a half.
  localparam int REBIAS = 127 - 15;

  logic negative, infinite, nan;
  logic [4:0] exponent;
  logic [10:0] significand;
  logic [31:0] finite;
  float_unpack #(
      .EXPONENT_BITS(5),
      .FRACTION_BITS(10)
  ) unpack (
      .bits(half),
      .negative,
      .exponent,
      .significand,
      .infinite,
      .nan
  );
  float_pack #(
      .WIDTH(24)
  ) pack (
      .negative,
      .exponent(10'(exponent) + 10'(REBIAS)),
      .magnitude({significand, 13'd0}),
      .bits(finite)
  );

  always_comb begin
    bits = finite;
    if (infinite) bits = {negative, 31'h7f80_0000};
    if (nan) bits = 32'h7fc0_0000;
  end

endmodule

`default_nettype wire
