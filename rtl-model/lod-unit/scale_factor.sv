// The length of the longer of two derivative vectors in explicit widths: the length whose log2 is the base LOD of an
// isotropic sampler (narrow-axes.ts, measure; Vulkan: Scale Factor Operation).
//
// derivatives: xu, xv, yu and yv in texels from the low end on, float32.
// major:       float32; infinite where a derivative is not finite.
module scale_factor #(
    parameter int SCALE_FACTOR_BITS = 16,
    parameter lod_unit_pkg::scale_factor_e METHOD = lod_unit_pkg::EUCLIDEAN,
    parameter int LENGTH_BITS = 15,
    // alpha and beta, 0 to 2, with ALPHA_BETA_BITS fraction bits.
    parameter int ALPHA_BETA_BITS = 1,
    parameter int ALPHA = 2,
    parameter int BETA = 1
) (
    input  logic [3:0][31:0] derivatives,
    output logic [31:0]      major
);

  logic [7:0] exponent;
  logic [3:0][SCALE_FACTOR_BITS-1:0] magnitudes;
  logic infinite;
  aligned_derivatives #(
      .BITS(SCALE_FACTOR_BITS)
  ) alignment (
      .derivatives(derivatives),
      .exponent(exponent),
      .magnitudes(magnitudes),
      .infinite(infinite)
  );

  localparam int FRACTION_BITS = METHOD == lod_unit_pkg::EUCLIDEAN ? LENGTH_BITS - 1 :
      METHOD == lod_unit_pkg::ALPHA_MAX_BETA_MIN ? ALPHA_BETA_BITS : 0;
  localparam int WIDTH = SCALE_FACTOR_BITS + 2 + FRACTION_BITS;
  logic [1:0][WIDTH-1:0] lengths;
  for (genvar n = 0; n < 2; n++) begin : g_vector
    vector_length #(
        .BITS(SCALE_FACTOR_BITS),
        .METHOD(METHOD),
        .LENGTH_BITS(LENGTH_BITS),
        .FRACTION_BITS(FRACTION_BITS),
        .ALPHA(ALPHA),
        .BETA(BETA)
    ) measured (
        .u(magnitudes[2*n]),
        .v(magnitudes[2*n+1]),
        .length(lengths[n])
    );
  end

  // The zeros behind the length leave the packing nothing to round.
  logic [31:0] finite;
  float_pack #(
      .WIDTH(WIDTH + 24)
  ) pack (
      .negative(1'b0),
      .exponent(10'(exponent) + 10'd2),
      .magnitude({lengths[0] > lengths[1] ? lengths[0] : lengths[1], 24'b0}),
      .bits(finite)
  );
  assign major = infinite ? 32'h7f80_0000 : finite;

endmodule
