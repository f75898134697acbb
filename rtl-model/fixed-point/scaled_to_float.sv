`default_nettype none

// A number of scaled_pkg as float32, rounded to nearest even (Math.fround). Numbers that are too small become denorms,
// too large ones infinity.
module scaled_to_float (
    input  wire scaled_pkg::scaled_t        value,
    output logic                     [31:0] bits
);

  // The biased exponent of the mantissa's highest bit. At 0, a denorm, the mantissa moves to the right by one; below, no
  // bit of it is as much as half of the least normal number.
  localparam int BIAS = 127;
  logic signed [12:0] exponent;
  logic [25:0] magnitude, shifted, lost;
  assign exponent = 13'(value.exponent) + 13'(BIAS + 23);
  assign {shifted, lost} = {value.mantissa, 28'd0} >> (exponent < 1 ? 13'sd1 - exponent : 13'sd0);
  assign magnitude = {shifted[25:1], shifted[0] || lost != '0};

  float_pack #(
      .WIDTH(26)
  ) pack (
      .negative(1'b0),
      .exponent(exponent < 1 ? 10'd1 : exponent > 500 ? 10'd500 : 10'(exponent)),
      .magnitude(magnitude),
      .bits(bits)
  );

endmodule

`default_nettype wire
