// Checks a bilinear filter against the golden vectors of a texunit run (traces/FORMAT.md, "Golden vectors"):
//
//   texunit simulate --size 64x48 --golden golden
//   iverilog -g2005 -I golden -o filter_tb traces/examples/verilog/filter_tb.v
//   cd golden && vvp ../filter_tb
//
// For designs whose lerps within a level narrow nothing: filter.guardBits at least twice filter.weightBits, and as many
// weight bits as the coordinate has fraction bits. Codes are integers, the first state's texels no floats.

// Four texels and two weights, nothing narrowed: the result has 2 * WEIGHT_BITS fraction bits more than the texels.
module bilinear #(parameter WEIGHT_BITS = 8) (
  input  signed [31:0] t00, t10, t01, t11,
  input  [WEIGHT_BITS-1:0] alpha, beta,
  output signed [63:0] filtered
);
  localparam ONE = 1 << WEIGHT_BITS;
  wire signed [63:0] a = {{(64-WEIGHT_BITS){1'b0}}, alpha};
  wire signed [63:0] b = {{(64-WEIGHT_BITS){1'b0}}, beta};
  wire signed [63:0] top = t00 * (ONE - a) + t10 * a;
  wire signed [63:0] bottom = t01 * (ONE - a) + t11 * a;
  assign filtered = top * (ONE - b) + bottom * b;
endmodule

module filter_tb;
  `include "golden.vh"

  reg [FILTER_WIDTH-1:0] vectors [0:FILTER_VECTORS-1];
  reg [FILTER_WIDTH-1:0] vector;
  integer n, failures;

  localparam TEXEL = FILTER_TEXEL0_R_WIDTH, SUM = FILTER_SUM_HI_R_WIDTH;
  wire [2:0] taps = vector[FILTER_TAP_COUNT_LSB +: FILTER_TAP_COUNT_WIDTH];
  wire [FILTER_ALPHA_WIDTH-1:0] alpha = vector[FILTER_ALPHA_LSB +: FILTER_ALPHA_WIDTH];
  wire [FILTER_BETA_WIDTH-1:0] beta = vector[FILTER_BETA_LSB +: FILTER_BETA_WIDTH];

  genvar c;
  generate
    for (c = 0; c < 4; c = c + 1) begin : component
      // Components of a texel, and of a sum, follow one another from r down to a.
      wire signed [TEXEL-1:0] t00 = vector[FILTER_TEXEL0_R_LSB - TEXEL * c +: TEXEL];
      wire signed [TEXEL-1:0] t10 = vector[FILTER_TEXEL1_R_LSB - TEXEL * c +: TEXEL];
      wire signed [TEXEL-1:0] t01 = vector[FILTER_TEXEL2_R_LSB - TEXEL * c +: TEXEL];
      wire signed [TEXEL-1:0] t11 = vector[FILTER_TEXEL3_R_LSB - TEXEL * c +: TEXEL];
      // The pass adds its sample to the sum of its level, and leaves the sum of the other level alone.
      wire signed [SUM-1:0] earlier_hi = vector[FILTER_BEFORE_SUM_HI_R_LSB - SUM * c +: SUM];
      wire signed [SUM-1:0] earlier_lo = vector[FILTER_BEFORE_SUM_LO_R_LSB - SUM * c +: SUM];
      wire signed [SUM-1:0] expected_hi = vector[FILTER_SUM_HI_R_LSB - SUM * c +: SUM];
      wire signed [SUM-1:0] expected_lo = vector[FILTER_SUM_LO_R_LSB - SUM * c +: SUM];
      wire signed [31:0] w00 = t00, w10 = t10, w01 = t01, w11 = t11;
      wire signed [63:0] lerped;
      bilinear #(.WEIGHT_BITS(FILTER_WEIGHT_BITS)) lerps (w00, w10, w01, w11, alpha, beta, lerped);
      wire signed [63:0] sample = taps == 4 ? lerped : w00 <<< FILTER_AFTER_V_BITS;
      wire signed [SUM-1:0] sum = sample;
      wire ok = expected_hi === earlier_hi + sum && expected_lo === earlier_lo
        || expected_lo === earlier_lo + sum && expected_hi === earlier_hi;
    end
  endgenerate

  initial begin
    $readmemh("filter.mem", vectors);
    failures = 0;
    for (n = 0; n < FILTER_VECTORS; n = n + 1) begin
      vector = vectors[n];
      #1;
      if (!(component[0].ok && component[1].ok && component[2].ok && component[3].ok)) begin
        failures = failures + 1;
        if (failures <= 10) $display("vector %0d: r %0d", n, component[0].sum);
      end
    end
    $display("filter: %0d vectors, %0d failures", FILTER_VECTORS, failures);
    $finish;
  end
endmodule
