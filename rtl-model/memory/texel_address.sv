`default_nettype none

// The byte address of a texel (Surface): base + layer * layer_bytes + position * 2^stride_log2.
//
// base, layer_bytes: constants of the level: the address of the image's first layer, and the bytes from layer to layer.
// layer:             of the image: that of the view plus the view's first layer.
// position:          from texel_layout.
// stride_log2:       a constant of the state: log2 of the bytes from texel to texel.
module texel_address #(
    parameter int ADDRESS_BITS = 31,
    parameter int LAYER_BITS = 12,
    parameter int POSITION_BITS = 28,
    parameter int STRIDE_LOG2_BITS = 3
) (
    input  wire logic [    ADDRESS_BITS-1:0] base,
    input  wire logic [    ADDRESS_BITS-1:0] layer_bytes,
    input  wire logic [      LAYER_BITS-1:0] layer,
    input  wire logic [   POSITION_BITS-1:0] position,
    input  wire logic [STRIDE_LOG2_BITS-1:0] stride_log2,
    output logic      [    ADDRESS_BITS-1:0] address
);

  assign address = base + ADDRESS_BITS'(layer) * layer_bytes + (ADDRESS_BITS'(position) << stride_log2);

endmodule

`default_nettype wire
