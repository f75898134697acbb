`default_nettype none

// The decoders of a pass (texel-decoder.ts): from the words that the cache has read to texels (D3D11.3 3.2.3, 7.18.9.1;
// Vulkan: Texel Reads, Border Replacement). Combinational: the registers are the stage's.
//
// words, byte_offset: the word of memory that each tap reads, and the texel's first byte in it.
// border:             the taps that take the border colour.
// texel:              codes as in texels_t. They have a meaning for taps that read a texel or the border.
module pass_decoder (
    /* verilator lint_off UNUSEDSIGNAL */  // A unit reads some members of a state.
    input  wire texture_unit_pkg::state_t                     state,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire logic [15:0][31:0]                            words,
    input  wire logic [15:0][1:0]                             byte_offset,
    input  wire logic [15:0]                                  border,
    output logic      [63:0][texture_unit_pkg::CODE_BITS-1:0] texel
);

  texel_format_pkg::texel_fields_t fields;
  logic [1:0] unused_size;
  texel_fields format (
      .components(state.components),
      .fields(fields),
      .texel_size(unused_size)
  );

  for (genvar tap = 0; tap < 16; tap++) begin : g_tap
    texel_decoder #(
        .SRGB_LINEAR_BITS(texture_unit_pkg::SRGB_BITS),
        .CODE_BITS(texture_unit_pkg::CODE_BITS),
        .FILE(texture_unit_pkg::SRGB_FILE)
    ) decoder (
        .word(words[tap]),
        .byte_offset(byte_offset[tap]),
        .border(border[tap]),
        .component_type(state.component_type),
        .fields(fields),
        .border_texel(state.border_texel),
        .texel(texel[4*tap+:4])
    );
  end

endmodule

`default_nettype wire
