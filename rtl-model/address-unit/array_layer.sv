`default_nettype none

// The layer of an array image, clamp(round(a), 0, layers - 1) (array-layer.ts; Vulkan: Array Layer Selection; D3D11.3
// 22.4.15).
//
// a:      float32; NaN selects layer 0.
// layers: of the view, at least 1 and below 2^LAYER_BITS.
module array_layer #(
    parameter int LAYER_BITS = 12,
    parameter fixed_point_pkg::rounding_e ROUNDING = fixed_point_pkg::NEAREST_EVEN
) (
    input  wire logic [          31:0] a,
    input  wire logic [LAYER_BITS-1:0] layers,
    output logic      [LAYER_BITS-1:0] layer
);

  logic [LAYER_BITS-1:0] rounded;
  float_to_fixed #(
      .INTEGER_BITS(LAYER_BITS),
      .FRACTION_BITS(0),
      .SIGNED(1'b0),
      .ROUNDING(ROUNDING)
  ) convert (
      .bits (a),
      .value(rounded)
  );
  assign layer = rounded < layers ? rounded : layers - LAYER_BITS'(1);

endmodule

`default_nettype wire
