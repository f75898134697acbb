`default_nettype none

// The codes of 1 of r, g, b and a in a format of BC1 to BC5, from the low end on (format-scales.ts, bc-codecs.ts): sixths of
// colours, 35ths of ramps, and 1 of a component that the format lacks. SRGB_ONE of sRGB, which is linear light; alpha is
// never sRGB.
module block_scale #(
    parameter int SRGB_ONE = 4095,
    parameter int ONE_BITS = 14  // at least 14, and as many as SRGB_ONE has
) (
    input  wire texel_format_pkg::components_e     components,
    input  wire texel_format_pkg::component_type_e component_type,
    output logic      [3:0][ONE_BITS-1:0]          one
);

  localparam logic [ONE_BITS-1:0] LACKING = ONE_BITS'(1);
  localparam logic [ONE_BITS-1:0] FIVE_BITS = ONE_BITS'(6 * 31), SIX_BITS = ONE_BITS'(6 * 63);
  logic [ONE_BITS-1:0] ramp;

  always_comb begin
    ramp = component_type == texel_format_pkg::SNORM ? ONE_BITS'(35 * 127) : ONE_BITS'(35 * 255);
    one = {LACKING, FIVE_BITS, SIX_BITS, FIVE_BITS};
    if (component_type == texel_format_pkg::SRGB) one[2:0] = {3{ONE_BITS'(SRGB_ONE)}};
    case (components)
      texel_format_pkg::BC2: one[3] = ONE_BITS'(15);
      texel_format_pkg::BC3: one[3] = ramp;
      texel_format_pkg::BC4: one[2:0] = {LACKING, LACKING, ramp};
      texel_format_pkg::BC5: one[2:0] = {LACKING, ramp, ramp};
      default: ;
    endcase
  end

endmodule

`default_nettype wire
