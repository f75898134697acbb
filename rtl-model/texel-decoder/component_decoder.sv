`default_nettype none

// One component of a texel as the filter takes it (code-table.ts; D3D11.3 3.2.3): the stored bits of UNORM, the
// two's-complement value of SNORM with the second -1 made the first, linear light of sRGB, whose alpha is UNORM.
//
// texel: a little-endian number, the component's bits at `field`. SNORM components have 8 bits.
// code:  signed, CODE_BITS bits; the constant 0, or 1 of alpha, of a component that the format lacks.
module component_decoder #(
    parameter bit ALPHA = 1'b0,
    parameter int SRGB_LINEAR_BITS = 12,
    parameter int CODE_BITS = 13,  // more than SRGB_LINEAR_BITS and 8
    // The linear values of the 256 codes, SRGB_LINEAR_BITS bits each (srgbLinearTable).
    parameter FILE = "srgb.mem"
) (
    input  wire logic [31:0]                        texel,
    input  wire texel_format_pkg::component_type_e  component_type,
    input  wire texel_format_pkg::component_field_t field,
    output logic      signed [CODE_BITS-1:0]        code
);

  logic [7:0] stored;
  assign stored = 8'(texel >> field.shift) & ~(8'hff << field.bits);

  logic [SRGB_LINEAR_BITS-1:0] linear;
  if (ALPHA) begin : g_alpha
    assign linear = '0;
  end else begin : g_color
    rom #(
        .ENTRIES(256),
        .WIDTH(SRGB_LINEAR_BITS),
        .FILE(FILE)
    ) srgb_linear (
        .index(stored),
        .entry(linear)
    );
  end

  always_comb begin
    code = CODE_BITS'(stored);
    if (component_type == texel_format_pkg::SNORM) code = CODE_BITS'($signed(stored == 8'h80 ? 8'h81 : stored));
    if (component_type == texel_format_pkg::SRGB && !ALPHA) code = CODE_BITS'(linear);
    if (field.bits == '0) code = CODE_BITS'(ALPHA);
  end

endmodule

`default_nettype wire
