`default_nettype none

// Bound of the LOD: a float32 on the design's clamp grid, brought to the LOD's fraction bits (lod-bounds.ts, limit).
//
// bound: float32; negative numbers and NaN give 0, which bounds nothing.
// limit: unsigned, one integer bit more than the clamp's, and LOD_FRACTION_BITS.
module lod_limit #(
    parameter int INTEGER_BITS = 5,
    parameter int FRACTION_BITS = 8,
    parameter int LOD_FRACTION_BITS = 8,
    parameter fixed_point_pkg::rounding_e ROUNDING = fixed_point_pkg::NEAREST_EVEN,
    localparam int LIMIT_WIDTH = INTEGER_BITS + 1 + LOD_FRACTION_BITS
) (
    input  wire logic [           31:0] bound,
    output logic      [LIMIT_WIDTH-1:0] limit
);

  logic [INTEGER_BITS+FRACTION_BITS-1:0] converted;
  float_to_fixed #(
      .INTEGER_BITS(INTEGER_BITS),
      .FRACTION_BITS(FRACTION_BITS),
      .SIGNED(1'b0),
      .ROUNDING(ROUNDING)
  ) conversion (
      .bits(bound),
      .value(converted)
  );

  logic unused_sign;
  lod_fraction #(
      .INTEGER_BITS(INTEGER_BITS + 1),
      .FRACTION_BITS(FRACTION_BITS),
      .LOD_FRACTION_BITS(LOD_FRACTION_BITS),
      .ROUNDING(ROUNDING)
  ) to_lod (
      .value({1'b0, converted}),
      .aligned({unused_sign, limit})
  );

endmodule

`default_nettype wire
