`default_nettype none

// The least or the greatest of a sample's texels that have a weight, of one component (sample-filter.ts, reduce; Vulkan:
// Texel Filtering, VkSamplerReductionMode).
//
// t00, t10, t01, t11, alpha, beta: as those of bilinear.
// value:                           one of the codes.
module extreme_texel #(
    parameter int CODE_BITS = 9,
    parameter int WEIGHT_BITS = 8
) (
    input  wire logic signed [CODE_BITS-1:0] t00,
    input  wire logic signed [CODE_BITS-1:0] t10,
    input  wire logic signed [CODE_BITS-1:0] t01,
    input  wire logic signed [CODE_BITS-1:0] t11,
    input  wire logic        [WEIGHT_BITS:0] alpha,
    input  wire logic        [WEIGHT_BITS:0] beta,
    input  wire logic                        greatest,
    output logic      signed [CODE_BITS-1:0] value
);

  logic [3:0] counts;
  tap_counts #(
      .WEIGHT_BITS(WEIGHT_BITS)
  ) with_weight (
      .alpha,
      .beta,
      .counts
  );

  logic [3:0][CODE_BITS-1:0] texels;
  assign texels = {t11, t01, t10, t00};

  always_comb begin
    logic found;
    found = 1'b0;
    value = t00;
    for (int tap = 0; tap < 4; tap++) begin
      if (counts[tap] && (!found || (value < $signed(texels[tap])) == greatest)) value = texels[tap];
      found |= counts[tap];
    end
  end

endmodule

`default_nettype wire
