`default_nettype none

// A number of scaled_pkg as float32, rounded to nearest even (Math.fround). Numbers that are too small become denorms,
// too large ones infinity.
//
// value: at most 32 significant bits.
module scaled_to_float (
    /* verilator lint_off UNUSEDSIGNAL */  // The lower half of the mantissa is zeros.
    input  wire scaled_pkg::scaled_t        value,
    /* verilator lint_on UNUSEDSIGNAL */
    output logic                     [31:0] bits
);

  // The biased exponent of the mantissa's highest bit. At 0, a denorm, the mantissa moves to the right by one; below, no
  // bit of it is as much as half of the least normal number.
  localparam int BIAS = 127;
  logic signed [12:0] exponent;
  logic [32:0] magnitude, shifted, lost;
  assign exponent = 13'(value.exponent) + 13'(BIAS + 63);
  assign {shifted, lost} = {value.mantissa[63:32], 34'd0} >> (exponent < 1 ? 13'sd1 - exponent : 13'sd0);
  assign magnitude = {shifted[32:1], shifted[0] || lost != '0};

  float_pack #(
      .WIDTH(33)
  ) pack (
      .negative(1'b0),
      .exponent(exponent < 1 ? 10'd1 : exponent > 500 ? 10'd500 : 10'(exponent)),
      .magnitude(magnitude),
      .bits(bits)
  );

endmodule

`default_nettype wire
