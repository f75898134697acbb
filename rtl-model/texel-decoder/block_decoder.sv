`default_nettype none

// A texel of a block of BC1 to BC5 as the filter takes it (bc-codecs.ts, code-table.ts; D3D11.3 3.2.3, 19.5): exact codes,
// linear light of sRGB, whose alpha is UNORM.
//
// block:     a little-endian number. A block of 8 bytes is its low half.
// texel:     four times its row in the block, and its column.
// codes:     of r, g, b, a from the low end on, signed; the constant 0, or 1 of alpha, of a component that the format lacks.
module block_decoder #(
    parameter int SRGB_LINEAR_BITS = 12,
    parameter int CODE_BITS = 15,  // at least 15, and more than SRGB_LINEAR_BITS
    // The linear values of sixths of codes of 5 and of 6 bits, SRGB_LINEAR_BITS bits each (srgbLinearTable).
    parameter LINEAR_FIVE_BITS = "srgb_5_bits.mem",
    parameter LINEAR_SIX_BITS = "srgb_6_bits.mem"
) (
    input  wire logic [127:0]                      block,
    input  wire logic [3:0]                        texel,
    input  wire texel_format_pkg::components_e     components,
    input  wire texel_format_pkg::component_type_e component_type,
    output logic      [3:0][CODE_BITS-1:0]         codes
);

  if (CODE_BITS < 15) $error("block_decoder: CODE_BITS should be at least 15");

  logic is_bc1, is_signed, black;
  assign is_bc1 = components == texel_format_pkg::BC1_RGB || components == texel_format_pkg::BC1_RGBA;
  assign is_signed = component_type == texel_format_pkg::SNORM;

  logic [7:0] r, b;
  logic [8:0] g;
  logic signed [14:0] first, second;
  bc1_bc3 colors (
      .half(is_bc1 ? block[63:0] : block[127:64]),
      .texel,
      .three_colors(is_bc1),
      .r,
      .g,
      .b,
      .black
  );
  bc4_bc5 first_ramp (
      .half(block[63:0]),
      .texel,
      .is_signed,
      .value(first)
  );
  bc4_bc5 second_ramp (
      .half(block[127:64]),
      .texel,
      .is_signed,
      .value(second)
  );

  logic [2:0][SRGB_LINEAR_BITS-1:0] linear;
  rom #(
      .ENTRIES(187),
      .WIDTH(SRGB_LINEAR_BITS),
      .FILE(LINEAR_FIVE_BITS)
  ) linear_r (
      .index(r),
      .entry(linear[0])
  );
  rom #(
      .ENTRIES(379),
      .WIDTH(SRGB_LINEAR_BITS),
      .FILE(LINEAR_SIX_BITS)
  ) linear_g (
      .index(g),
      .entry(linear[1])
  );
  rom #(
      .ENTRIES(187),
      .WIDTH(SRGB_LINEAR_BITS),
      .FILE(LINEAR_FIVE_BITS)
  ) linear_b (
      .index(b),
      .entry(linear[2])
  );

  always_comb begin
    codes = {CODE_BITS'(1), CODE_BITS'(b), CODE_BITS'(g), CODE_BITS'(r)};
    if (component_type == texel_format_pkg::SRGB) begin
      for (int component = 0; component < 3; component++) codes[component] = CODE_BITS'(linear[component]);
    end
    case (components)
      texel_format_pkg::BC1_RGBA: codes[3] = CODE_BITS'(!black);
      texel_format_pkg::BC2: codes[3] = CODE_BITS'(block[{1'b0, texel, 2'b00}+:4]);
      texel_format_pkg::BC3: codes[3] = CODE_BITS'(first);
      texel_format_pkg::BC4, texel_format_pkg::BC5: begin
        codes[2:0] = {CODE_BITS'(0), CODE_BITS'(0), CODE_BITS'(first)};
        if (components == texel_format_pkg::BC5) codes[1] = CODE_BITS'(second);
      end
      default: ;
    endcase
  end

endmodule

`default_nettype wire
