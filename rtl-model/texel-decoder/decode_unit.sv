// The decode unit (texel-decoder.ts): from the words that the cache has read to the texels of a pass (D3D11.3 3.2.3,
// 7.18.9.1; Vulkan: Texel Reads, Border Replacement). Combinational: the registers are the stage's.
//
// words:  of memory, each with the texel of its tap, at the tap's byte_offset.
// texels: have a meaning for taps that read a texel or the border.
module decode_unit (
    /* verilator lint_off UNUSEDSIGNAL */  // A unit reads some members of a state, and of a pass.
    input  texture_unit_pkg::state_t         state,
    input  texture_unit_pkg::pass_t          footprints,
    /* verilator lint_on UNUSEDSIGNAL */
    input  logic                     [15:0][31:0] words,
    output texture_unit_pkg::texels_t        texels
);

  localparam int CODE_BITS = texture_unit_pkg::CODE_BITS;

  texel_format_pkg::texel_fields_t fields;
  logic [1:0] unused_size;
  texel_fields format (
      .components(state.components),
      .fields(fields),
      .texel_size(unused_size)
  );

  for (genvar tap = 0; tap < 16; tap++) begin : g_tap
    texel_decoder #(
        .SRGB_LINEAR_BITS(texture_unit_pkg::FILTER_SRGB_LINEAR_BITS),
        .CODE_BITS(CODE_BITS),
        .FILE(texture_unit_pkg::SRGB_FILE)
    ) decoder (
        .word(words[tap]),
        .byte_offset(footprints.byte_offset[tap]),
        .border(footprints.border[tap]),
        .component_type(state.component_type),
        .fields(fields),
        .border_texel(state.border_texel),
        .texel(texels.texel[4*tap+:4])
    );
  end

  assign texels.sample = footprints.sample;

endmodule
