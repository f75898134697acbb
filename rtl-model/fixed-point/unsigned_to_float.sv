`default_nettype none

// An unsigned integer as float32, rounded to nearest even: exact for up to 24 bits.
module unsigned_to_float #(
    parameter int WIDTH = 18
) (
    input  wire logic [WIDTH-1:0] value,
    output logic      [     31:0] bits
);

  if (WIDTH < 1) $error("unsigned_to_float: WIDTH should be at least 1");

  localparam int BIAS = 127;
  // float_pack rounds off what is below 24 bits.
  localparam int MAGNITUDE_BITS = WIDTH > 25 ? WIDTH : 25;

  float_pack #(
      .WIDTH(MAGNITUDE_BITS)
  ) pack (
      .negative(1'b0),
      .exponent(10'(BIAS + WIDTH - 1)),
      .magnitude({value, {(MAGNITUDE_BITS - WIDTH) {1'b0}}}),
      .bits(bits)
  );

endmodule

`default_nettype wire
