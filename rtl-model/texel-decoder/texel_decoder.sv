`default_nettype none

// From the bytes of one tap to its components (texel-decoder.ts; D3D11.3 7.18.9.1, 19.1.3.3; Vulkan: Texel Reads, Border
// Replacement, Conversion to RGBA).
//
// word:         the 32-bit word of memory that holds the texel, from byte `byte_offset` on.
// border:       1 for a tap outside of the image, which takes border_texel.
// texel, border_texel: codes of r, g, b, a from the low end on, signed.
module texel_decoder #(
    parameter int SRGB_LINEAR_BITS = 12,
    parameter int CODE_BITS = 13,  // more than SRGB_LINEAR_BITS and 8
    parameter FILE = "srgb.mem"
) (
    input  wire logic [31:0]                       word,
    input  wire logic [1:0]                        byte_offset,
    input  wire logic                              border,
    input  wire texel_format_pkg::component_type_e component_type,
    input  wire texel_format_pkg::texel_fields_t   fields,
    input  wire logic [3:0][CODE_BITS-1:0]         border_texel,
    output logic      [3:0][CODE_BITS-1:0]         texel
);

  logic [31:0] stored;
  logic [3:0][8:0] field;
  logic [3:0][CODE_BITS-1:0] decoded;
  assign stored = word >> {byte_offset, 3'b000};
  assign field = {fields.a, fields.b, fields.g, fields.r};

  for (genvar component = 0; component < 4; component++) begin : g_component
    component_decoder #(
        .ALPHA(component == 3),
        .SRGB_LINEAR_BITS(SRGB_LINEAR_BITS),
        .CODE_BITS(CODE_BITS),
        .FILE(FILE)
    ) decoder (
        .texel(stored),
        .component_type(component_type),
        .field(field[component]),
        .code(decoded[component])
    );
  end
  assign texel = border ? border_texel : decoded;

endmodule

`default_nettype wire
