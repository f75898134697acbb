`default_nettype none

// A texel of wide components as the filter takes it (code-table.ts, wide-decoder.ts; D3D11.3 3.1.3, 3.2.3; Vulkan: Byte Mappings
// for Non-Packed Color Formats): components of 16 bits, and floats of 32 bits where FLOAT_BITS is 32.
//
// texel: a little-endian number, r at its low end.
// codes: of r, g, b, a from the low end on: signed codes of UNORM and SNORM, the second -1 made the first; patterns of floats. A
//        component that the format lacks is the constant 0, or 1 of alpha.
module wide_decoder #(
    parameter int CODE_BITS = 17,  // at least 17, and FLOAT_BITS
    parameter int FLOAT_BITS = 16,  // of the patterns: 16, or 32; 0 without floats
    localparam int TEXEL_BITS = FLOAT_BITS == 32 ? 128 : 64
) (
    input  wire logic [TEXEL_BITS-1:0]             texel,
    input  wire texel_format_pkg::components_e     components,
    input  wire texel_format_pkg::component_type_e component_type,
    output logic      [3:0][CODE_BITS-1:0]         codes
);

  if (CODE_BITS < 17 || CODE_BITS < FLOAT_BITS) $error("wide_decoder: CODE_BITS should be at least 17 and FLOAT_BITS");

  localparam logic [CODE_BITS-1:0] FLOAT_ONE = FLOAT_BITS == 32 ? CODE_BITS'(32'h3f80_0000) : CODE_BITS'(16'h3c00);
  logic is_float;
  logic [2:0] count;
  assign is_float = FLOAT_BITS > 0 && component_type == texel_format_pkg::SFLOAT;
  assign count = 3'd1 << texel_format_pkg::wide_count_log2(components);

  for (genvar component = 0; component < 4; component++) begin : g_component
    logic [15:0] stored;
    logic [CODE_BITS-1:0] pattern;
    assign stored = texel[16*component+:16];

    if (FLOAT_BITS == 32) begin : g_float
      logic [31:0] of_half;
      half_to_float conversion (
          .half(stored),
          .bits(of_half)
      );
      assign pattern = CODE_BITS'(texel_format_pkg::is_of_32_bits(components) ? texel[32*component+:32] : of_half);
    end else begin : g_half
      assign pattern = CODE_BITS'(stored);
    end

    always_comb begin
      codes[component] = CODE_BITS'(stored);
      if (component_type == texel_format_pkg::SNORM) begin
        codes[component] = CODE_BITS'($signed(stored == 16'h8000 ? 16'h8001 : stored));
      end
      if (is_float) codes[component] = pattern;
      if (3'(component) >= count) codes[component] = component < 3 ? '0 : is_float ? FLOAT_ONE : CODE_BITS'(1);
    end
  end

endmodule

`default_nettype wire
