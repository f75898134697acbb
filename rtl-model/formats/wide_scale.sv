`default_nettype none

// The codes of 1 of r, g, b and a in a format of 16-bit components, from the low end on (format-scales.ts): 2^16 - 1 of UNORM,
// 2^15 - 1 of SNORM, and 1 of a component that the format lacks. Floats have none.
module wide_scale #(
    parameter int ONE_BITS = 16  // at least 16
) (
    input  wire texel_format_pkg::components_e     components,
    input  wire texel_format_pkg::component_type_e component_type,
    output logic      [3:0][ONE_BITS-1:0]          one
);

  logic [2:0] count;
  assign count = 3'd1 << texel_format_pkg::wide_count_log2(components);
  for (genvar component = 0; component < 4; component++) begin : g_component
    always_comb begin
      one[component] = component_type == texel_format_pkg::SNORM ? ONE_BITS'(16'h7fff) : ONE_BITS'(16'hffff);
      if (3'(component) >= count) one[component] = ONE_BITS'(1);
    end
  end

endmodule

`default_nettype wire
