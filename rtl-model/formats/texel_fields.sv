`default_nettype none

// The places of a texel's components (format-record.ts, storedComponents; Vulkan: Byte Mappings for Non-Packed Color
// Formats, Bit Mappings for Packed Formats).
//
// texel_size: bytes of a texel as a power of two, 0 to 2.
module texel_fields (
    input  wire texel_format_pkg::components_e   components,
    output texel_format_pkg::texel_fields_t      fields,
    output logic      [1:0]                      texel_size
);

  localparam logic [8:0] NONE = '0;

  // {shift, bits} of r, g, b and a.
  always_comb begin
    unique case (components)
      texel_format_pkg::R8:       fields = {{5'd0, 4'd8}, NONE, NONE, NONE};
      texel_format_pkg::R8G8:     fields = {{5'd0, 4'd8}, {5'd8, 4'd8}, NONE, NONE};
      texel_format_pkg::R8G8B8A8: fields = {{5'd0, 4'd8}, {5'd8, 4'd8}, {5'd16, 4'd8}, {5'd24, 4'd8}};
      texel_format_pkg::B8G8R8A8: fields = {{5'd16, 4'd8}, {5'd8, 4'd8}, {5'd0, 4'd8}, {5'd24, 4'd8}};
      texel_format_pkg::B8G8R8X8: fields = {{5'd16, 4'd8}, {5'd8, 4'd8}, {5'd0, 4'd8}, NONE};
      texel_format_pkg::A8:       fields = {NONE, NONE, NONE, {5'd0, 4'd8}};
      texel_format_pkg::R4G4:     fields = {{5'd4, 4'd4}, {5'd0, 4'd4}, NONE, NONE};
      texel_format_pkg::R4G4B4A4: fields = {{5'd12, 4'd4}, {5'd8, 4'd4}, {5'd4, 4'd4}, {5'd0, 4'd4}};
      texel_format_pkg::B4G4R4A4: fields = {{5'd4, 4'd4}, {5'd8, 4'd4}, {5'd12, 4'd4}, {5'd0, 4'd4}};
      texel_format_pkg::A4R4G4B4: fields = {{5'd8, 4'd4}, {5'd4, 4'd4}, {5'd0, 4'd4}, {5'd12, 4'd4}};
      texel_format_pkg::A4B4G4R4: fields = {{5'd0, 4'd4}, {5'd4, 4'd4}, {5'd8, 4'd4}, {5'd12, 4'd4}};
      texel_format_pkg::R5G6B5:   fields = {{5'd11, 4'd5}, {5'd5, 4'd6}, {5'd0, 4'd5}, NONE};
      texel_format_pkg::B5G6R5:   fields = {{5'd0, 4'd5}, {5'd5, 4'd6}, {5'd11, 4'd5}, NONE};
      texel_format_pkg::R5G5B5A1: fields = {{5'd11, 4'd5}, {5'd6, 4'd5}, {5'd1, 4'd5}, {5'd0, 4'd1}};
      texel_format_pkg::B5G5R5A1: fields = {{5'd1, 4'd5}, {5'd6, 4'd5}, {5'd11, 4'd5}, {5'd0, 4'd1}};
      texel_format_pkg::A1R5G5B5: fields = {{5'd10, 4'd5}, {5'd5, 4'd5}, {5'd0, 4'd5}, {5'd15, 4'd1}};
      texel_format_pkg::A1B5G5R5: fields = {{5'd0, 4'd5}, {5'd5, 4'd5}, {5'd10, 4'd5}, {5'd15, 4'd1}};
      default:                    fields = '0;
    endcase
    unique case (components)
      texel_format_pkg::R8, texel_format_pkg::A8, texel_format_pkg::R4G4: texel_size = 2'd0;
      texel_format_pkg::R8G8B8A8, texel_format_pkg::B8G8R8A8, texel_format_pkg::B8G8R8X8, texel_format_pkg::D32: texel_size = 2'd2;
      default: texel_size = 2'd1;
    endcase
  end

endmodule

`default_nettype wire
