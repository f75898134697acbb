`default_nettype none

// Bias of the LOD: the sampler's plus the instruction's in float32, held to the limit, narrowed to the bias' format and
// brought to the LOD's fraction bits (lod-bounds.ts, bias; Vulkan: LOD Operation).
//
// sampler_bias, shader_bias: float32.
// bias: signed, LOD_FRACTION_BITS. NaN is twice the greatest LOD, above every bound.
module lod_bias #(
    parameter int LOD_INTEGER_BITS = 8,
    parameter int LOD_FRACTION_BITS = 8,
    parameter int INTEGER_BITS = 7,
    parameter int FRACTION_BITS = 8,
    parameter fixed_point_pkg::rounding_e ROUNDING = fixed_point_pkg::NEAREST_EVEN,
    // -maxSamplerLodBias and maxSamplerLodBias as integers of the bias' format.
    parameter int LEAST = -8192,
    parameter int GREATEST = 8192,
    localparam int BIAS_INTEGER_BITS = (LOD_INTEGER_BITS > INTEGER_BITS ? LOD_INTEGER_BITS : INTEGER_BITS) + 1,
    localparam int BIAS_WIDTH = BIAS_INTEGER_BITS + LOD_FRACTION_BITS
) (
    input  wire logic        [          31:0] sampler_bias,
    input  wire logic        [          31:0] shader_bias,
    output logic      signed [BIAS_WIDTH-1:0] bias
);

  logic [31:0] sum;
  float_add add (
      .a(sampler_bias),
      .b(shader_bias),
      .sum(sum)
  );

  // The conversion is monotonic, so that the limit holds after it as well as before.
  localparam int WIDTH = INTEGER_BITS + FRACTION_BITS;
  logic signed [WIDTH-1:0] converted, limited;
  float_to_fixed #(
      .INTEGER_BITS(INTEGER_BITS),
      .FRACTION_BITS(FRACTION_BITS),
      .ROUNDING(ROUNDING)
  ) conversion (
      .bits(sum),
      .value(converted)
  );
  always_comb begin
    limited = converted;
    if (converted < WIDTH'(LEAST)) limited = WIDTH'(LEAST);
    if (converted > WIDTH'(GREATEST)) limited = WIDTH'(GREATEST);
  end

  logic signed [INTEGER_BITS+LOD_FRACTION_BITS:0] aligned;
  lod_fraction #(
      .INTEGER_BITS(INTEGER_BITS),
      .FRACTION_BITS(FRACTION_BITS),
      .LOD_FRACTION_BITS(LOD_FRACTION_BITS),
      .ROUNDING(ROUNDING)
  ) to_lod (
      .value(limited),
      .aligned(aligned)
  );

  localparam int LOD_WIDTH = LOD_INTEGER_BITS + LOD_FRACTION_BITS;
  localparam logic [BIAS_WIDTH-1:0] NAN_BIAS = {{(BIAS_WIDTH - LOD_WIDTH) {1'b0}}, {(LOD_WIDTH - 1) {1'b1}}, 1'b0};
  logic nan;
  assign nan = sum[30:23] == '1 && sum[22:0] != '0;
  assign bias = nan ? NAN_BIAS : BIAS_WIDTH'(aligned);

endmodule

`default_nettype wire
