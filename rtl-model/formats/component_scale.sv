`default_nettype none

// The code of 1 in a component (format-scales.ts): 2^n - 1 of UNORM, 2^(n-1) - 1 of SNORM, and 1 of a
// component that the format lacks. SRGB_ONE of sRGB, which is linear light; alpha is never sRGB.
module component_scale #(
    parameter bit ALPHA = 1'b0,
    parameter int SRGB_ONE = 4095,
    parameter int ONE_BITS = 12  // at least 8, and as many as SRGB_ONE has
) (
    input  wire texel_format_pkg::component_type_e component_type,
    input  wire logic [3:0]                        bits,
    output logic      [ONE_BITS-1:0]               one
);

  always_comb begin
    one = ~('1 << bits);
    if (component_type == texel_format_pkg::SNORM) one = one >> 1;
    if (component_type == texel_format_pkg::SRGB && !ALPHA) one = ONE_BITS'(SRGB_ONE);
    if (bits == '0) one = ONE_BITS'(1);
  end

endmodule

`default_nettype wire
