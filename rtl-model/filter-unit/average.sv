`default_nettype none

// Average of the samples of one level: sum / N as the product with a rounded reciprocal (plain-steps.ts, average).
//
// sum:        signed, ACCUMULATOR_BITS bits, and FRACTION_BITS below them, which a single sample keeps.
// reciprocal: 1/N with RECIPROCAL_BITS fraction bits, 0 to 1; the entry N of reciprocalTable.
// value:      signed, one integer bit more than a sample: the average by a rounded-up reciprocal is less than twice as
//             large as the largest sample.
module average #(
    parameter int SAMPLE_WIDTH = 17,
    parameter int ACCUMULATOR_BITS = 32,
    parameter int RECIPROCAL_BITS = 8,
    parameter int FRACTION_BITS = 0,
    parameter fixed_point_pkg::rounding_e ROUNDING = fixed_point_pkg::NEAREST_UP
) (
    input  wire logic signed [ACCUMULATOR_BITS+FRACTION_BITS-1:0] sum,
    input  wire logic        [                 RECIPROCAL_BITS:0] reciprocal,
    output logic      signed [      SAMPLE_WIDTH+FRACTION_BITS:0] value
);

  localparam int PRODUCT_WIDTH = ACCUMULATOR_BITS + FRACTION_BITS + RECIPROCAL_BITS;
  logic signed [ACCUMULATOR_BITS:0] rounded;
  logic unused_sign;
  assign unused_sign = &{1'b0, rounded};
  if (FRACTION_BITS > 0) begin : g_single
    // The reciprocal of 1 alone is 1.
    assign value = reciprocal[RECIPROCAL_BITS]
        ? (SAMPLE_WIDTH + FRACTION_BITS + 1)'(sum) : {(SAMPLE_WIDTH + 1)'(rounded), FRACTION_BITS'(0)};
  end else begin : g_narrowed
    assign value = (SAMPLE_WIDTH + 1)'(rounded);
  end

  round_shift #(
      .WIDTH(PRODUCT_WIDTH),
      .BITS(RECIPROCAL_BITS + FRACTION_BITS),
      .ROUNDING(ROUNDING)
  ) narrowed (
      .value(PRODUCT_WIDTH'(sum) * $signed(PRODUCT_WIDTH'(reciprocal))),
      .rounded(rounded)
  );

endmodule

`default_nettype wire
