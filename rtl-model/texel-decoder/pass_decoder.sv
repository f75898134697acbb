`default_nettype none

// The decoders of a pass (texel-decoder.ts): from the words that the cache has read to texels (D3D11.3 3.2.3, 7.18.9.1;
// Vulkan: Texel Reads, Border Replacement). Combinational: the registers are the stage's.
//
// words:  the TAP_BITS of memory that each tap reads.
// place:  the texel's first byte in them; in a unit with blocks the texel of a block above it, four times its row and its
//         column.
// border: the taps that take the border colour.
// texel:  codes as in texels_t, or patterns of floats; r of a depth its lower 16 bits and g its upper ones, if there are any.
//         They have a meaning for taps that read a texel or the border.
module pass_decoder (
    /* verilator lint_off UNUSEDSIGNAL */  // A unit reads some members of a state.
    input  wire texture_unit_pkg::state_t                           state,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire logic [15:0][texture_unit_pkg::TAP_BITS-1:0]        words,
    input  wire logic [15:0][texture_unit_pkg::TAP_PLACE_BITS-1:0]  place,
    input  wire logic [15:0]                                        border,
    output logic      [63:0][texture_unit_pkg::TEXEL_BITS-1:0]      texel
);

  texel_format_pkg::components_e components;
  texel_format_pkg::component_type_e component_type;
  texel_format_pkg::texel_fields_t fields;
  logic [1:0] unused_size;
  assign components = texel_format_pkg::components_e'(state.components);
  assign component_type = texel_format_pkg::component_type_e'(state.component_type);
  texel_fields format (
      .components,
      .fields(fields),
      .texel_size(unused_size)
  );

  logic d16, d32;
  assign d16 = texture_unit_pkg::COMPARISON > 0 && state.components == texel_format_pkg::D16;
  assign d32 = texture_unit_pkg::COMPARISON > 0 && state.components == texel_format_pkg::D32;

  localparam int BYTE_BITS = $clog2(texture_unit_pkg::TAP_BITS / 8);

  for (genvar tap = 0; tap < 16; tap++) begin : g_tap
    logic [31:0] word;
    logic [4*texture_unit_pkg::TEXEL_BITS-1:0] of_word, of_word_or_block, decoded;
    texel_decoder #(
        .SRGB_LINEAR_BITS(texture_unit_pkg::SRGB_BITS),
        .CODE_BITS(texture_unit_pkg::TEXEL_BITS),
        .FILE(texture_unit_pkg::SRGB_FILE)
    ) decoder (
        .word,
        .byte_offset(place[tap][1:0]),
        .border(border[tap]),
        .component_type,
        .fields(fields),
        .border_texel(state.border_texel),
        .texel(of_word)
    );

    if (texture_unit_pkg::TAP_BITS > 32) begin : g_words
      assign word = words[tap][{place[tap][BYTE_BITS-1:2], 5'd0}+:32];
    end else begin : g_word
      assign word = words[tap];
    end

    if (texture_unit_pkg::BLOCK_SRGB_BITS > 0) begin : g_block
      logic [4*texture_unit_pkg::TEXEL_BITS-1:0] of_block;
      block_decoder #(
          .SRGB_LINEAR_BITS(texture_unit_pkg::BLOCK_SRGB_BITS),
          .CODE_BITS(texture_unit_pkg::TEXEL_BITS),
          .LINEAR_FIVE_BITS(texture_unit_pkg::SRGB_5_BITS_FILE),
          .LINEAR_SIX_BITS(texture_unit_pkg::SRGB_6_BITS_FILE)
      ) decoder_of_block (
          .block(words[tap] >> {place[tap][3], 6'd0}),
          .texel(place[tap][7:4]),
          .components,
          .component_type,
          .codes(of_block)
      );
      assign of_word_or_block = texel_format_pkg::is_block(components) && !border[tap] ? of_block : of_word;
    end else begin : g_no_block
      assign of_word_or_block = of_word;
    end

    if (texture_unit_pkg::WIDE_BITS > 0) begin : g_wide
      localparam int WIDE_BITS = 4 * texture_unit_pkg::WIDE_BITS;
      logic [4*texture_unit_pkg::TEXEL_BITS-1:0] of_wide;
      wide_decoder #(
          .CODE_BITS(texture_unit_pkg::TEXEL_BITS),
          .FLOAT_BITS(texture_unit_pkg::FLOAT_BITS)
      ) decoder_of_wide (
          .texel(WIDE_BITS'(words[tap] >> {place[tap][BYTE_BITS-1:0], 3'b000})),
          .components,
          .component_type,
          .codes(of_wide)
      );
      assign decoded = texel_format_pkg::is_wide(components) && !border[tap] ? of_wide : of_word_or_block;
    end else begin : g_narrow
      assign decoded = of_word_or_block;
    end

    // Blue and alpha of a depth are those of a texel without fields.
    logic [31:0] depth;
    assign depth = word >> {place[tap][1:0], 3'b000};
    always_comb begin
      texel[4*tap+:4] = decoded;
      if ((d16 || d32) && !border[tap]) texel[4*tap] = texture_unit_pkg::TEXEL_BITS'(depth[15:0]);
      if (d32 && !border[tap]) texel[4*tap+1] = texture_unit_pkg::TEXEL_BITS'(depth[31:16]);
    end
  end

endmodule

`default_nettype wire
