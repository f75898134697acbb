`default_nettype none

// Bias and clamp of a LOD, and the choice of the filter (lod-unit.ts, selectLevels; Vulkan: LOD Operation; D3D11.3
// 7.18.11). The minimum wins over the maximum.
//
// base_lod:         signed, LOD_WIDTH bits. All values have the LOD's fraction bits.
// bias:             signed, BIAS_WIDTH bits.
// min_lod, max_lod: unsigned, LIMIT_WIDTH bits.
// lambda, lod:      the LOD after the bias, and after the clamp, as LODs.
// magnified:        1 if the filter is the sampler's magFilter.
module lod_clamp #(
    parameter int LOD_WIDTH = 16,
    parameter int BIAS_WIDTH = 17,
    parameter int LIMIT_WIDTH = 14
) (
    input  wire logic signed [  LOD_WIDTH-1:0] base_lod,
    input  wire logic signed [ BIAS_WIDTH-1:0] bias,
    input  wire logic        [LIMIT_WIDTH-1:0] min_lod,
    input  wire logic        [LIMIT_WIDTH-1:0] max_lod,
    output logic      signed [  LOD_WIDTH-1:0] lambda,
    output logic      signed [  LOD_WIDTH-1:0] lod,
    output logic                               magnified
);

  // The bias has at least as many bits as the LOD.
  localparam int WIDTH = (BIAS_WIDTH > LIMIT_WIDTH ? BIAS_WIDTH : LIMIT_WIDTH) + 1;
  logic signed [WIDTH-1:0] biased, least, greatest, clamped;
  assign biased   = WIDTH'(base_lod) + WIDTH'(bias);
  assign least    = WIDTH'(min_lod);
  assign greatest = WIDTH'(max_lod);

  always_comb begin
    clamped = biased;
    if (clamped > greatest) clamped = greatest;
    if (clamped < least) clamped = least;
  end

  saturate #(
      .WIDTH(WIDTH),
      .SATURATED_WIDTH(LOD_WIDTH)
  ) held_lambda (
      .value(biased),
      .saturated(lambda)
  );
  saturate #(
      .WIDTH(WIDTH),
      .SATURATED_WIDTH(LOD_WIDTH)
  ) held_lod (
      .value(clamped),
      .saturated(lod)
  );
  assign magnified = lod <= 0;

endmodule

`default_nettype wire
