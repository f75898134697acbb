`default_nettype none

// The texels that a filter reads along one axis, and the weight of the second one (axis-taps.ts; Vulkan: (u,v,w,a) to
// (i,j,k,l,n) Transformation). Nearest filtering reads the first texel alone.
//
// coordinate: signed INTEGER_BITS.FRACTION_BITS in texels, half a texel off for linear filtering.
// i0, i1:     texel indices before the address mode.
// weight:     of i1, 0 to 2^WEIGHT_BITS: the coordinate's fraction, narrowed by ROUNDING; 0 for nearest filtering.
module axis_taps #(
    parameter int INTEGER_BITS = 17,
    parameter int FRACTION_BITS = 8,
    parameter int WEIGHT_BITS = 8,
    parameter fixed_point_pkg::rounding_e ROUNDING = fixed_point_pkg::NEAREST_EVEN
) (
    input  wire logic signed [INTEGER_BITS+FRACTION_BITS-1:0] coordinate,
    input  wire logic                                         linear,
    output logic      signed [                INTEGER_BITS:0] i0,
    output logic      signed [                INTEGER_BITS:0] i1,
    output logic             [                 WEIGHT_BITS:0] weight
);

  if (WEIGHT_BITS < 1 || WEIGHT_BITS > FRACTION_BITS) $error("axis_taps: WEIGHT_BITS should be 1 to FRACTION_BITS");

  assign i0 = (INTEGER_BITS + 1)'(coordinate >>> FRACTION_BITS);
  assign i1 = i0 + (INTEGER_BITS + 1)'(1);

  logic [WEIGHT_BITS+1:0] narrowed;
  logic sign_unused;
  round_shift #(
      .WIDTH(FRACTION_BITS + 1),
      .BITS(FRACTION_BITS - WEIGHT_BITS),
      .ROUNDING(ROUNDING)
  ) narrow (
      .value({1'b0, coordinate[FRACTION_BITS-1:0]}),
      .rounded(narrowed)
  );
  assign {sign_unused, weight} = linear ? narrowed : '0;

endmodule

`default_nettype wire
