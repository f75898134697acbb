`default_nettype none

// Component swizzle of a float32 color (swizzle.ts; Vulkan: Component Swizzle).
//
// color, swizzled: r, g, b and a from the low end on.
// sources:         of r, g, b and a of the result: 0 to 3 for a component of the color, 4 for 0 and 5 for 1.
module swizzle (
    input  wire logic [3:0][31:0] color,
    input  wire logic [3:0][2:0]  sources,
    output logic      [3:0][31:0] swizzled
);

  for (genvar component = 0; component < 4; component++) begin : g_component
    always_comb begin
      unique case (sources[component])
        3'd0: swizzled[component] = color[0];
        3'd1: swizzled[component] = color[1];
        3'd2: swizzled[component] = color[2];
        3'd3: swizzled[component] = color[3];
        3'd4: swizzled[component] = 32'h0000_0000;
        default: swizzled[component] = 32'h3f80_0000;
      endcase
    end
  end

endmodule

`default_nettype wire
