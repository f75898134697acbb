// The derivatives as integers with a common exponent, whose lower bits are cut off (narrow-axes.ts, measure).
//
// derivatives: in texels, float32. Denorms count as zeros.
// exponent:    that of the largest one, biased; 0 if all are zeros.
// magnitudes:  BITS bits each; the largest has its leading one at the top.
// infinite:    1 if any is infinite or NaN; the magnitudes then mean nothing.
module aligned_derivatives #(
    parameter int BITS = 16  // 2 to 24
) (
    input  logic [3:0][31:0]     derivatives,
    output logic [7:0]           exponent,
    output logic [3:0][BITS-1:0] magnitudes,
    output logic                 infinite
);

  always_comb begin
    exponent = '0;
    for (int n = 0; n < 4; n++) begin
      if (derivatives[n][30:23] > exponent) exponent = derivatives[n][30:23];
    end
  end
  assign infinite = exponent == '1;

  for (genvar n = 0; n < 4; n++) begin : g_derivative
    logic normal;
    logic [23:0] significand;
    logic unused_sign;
    assign unused_sign = derivatives[n][31];
    assign normal = derivatives[n][30:23] != '0;
    assign significand = normal ? {1'b1, derivatives[n][22:0]} : '0;
    assign magnitudes[n] = BITS'(significand >> (24 - BITS) >> (exponent - derivatives[n][30:23]));
  end

endmodule
