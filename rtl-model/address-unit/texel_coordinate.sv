`default_nettype none

// From a normalized coordinate to a snapped one in texels (texel-coordinate.ts; D3D11.3 7.18.6-7.18.8; Vulkan:
// (s,t,r,q,a) to (u,v,w,a) Transformation): range reduction, scale, half a texel off for linear filtering, conversion to
// fixed point, offset, saturation. One of these serves one axis.
//
// u:          float32. NaN gives 0, infinities saturate, or give 0 in repeating modes that are reduced.
// size:       of the level along the axis in texels, at least 1.
// half:       1 for linear filtering.
// gather:     1 for a gather, whose coordinate GATHER_ROUNDING rounds.
// offset:     texel offset.
// coordinate: signed INTEGER_BITS.FRACTION_BITS; at least one fraction bit.
module texel_coordinate #(
    parameter int INTEGER_BITS = 17,
    parameter int FRACTION_BITS = 8,
    parameter fixed_point_pkg::rounding_e ROUNDING = fixed_point_pkg::NEAREST_EVEN,
    parameter fixed_point_pkg::rounding_e GATHER_ROUNDING = ROUNDING,
    parameter bit SCALE_EXACT = 1'b1,
    parameter bit RANGE_REDUCTION = 1'b1,
    parameter int SIZE_BITS = 15,
    parameter int OFFSET_BITS = 6,
    localparam int WIDTH = INTEGER_BITS + FRACTION_BITS
) (
    input  wire logic                            [           31:0] u,
    input  wire address_unit_pkg::address_mode_e                   address_mode,
    input  wire logic                            [  SIZE_BITS-1:0] size,
    input  wire logic                                              half,
    input  wire logic                                              gather,
    input  wire logic signed                     [OFFSET_BITS-1:0] offset,
    output logic      signed                     [      WIDTH-1:0] coordinate
);

  if (FRACTION_BITS < 1) $error("texel_coordinate: FRACTION_BITS should be at least 1");

  logic [31:0] reduced;
  logic next_period;
  if (RANGE_REDUCTION) begin : g_reduced
    range_reduction reduction (
        .u(u),
        .address_mode(address_mode),
        .reduced(reduced),
        .next_period(next_period)
    );
  end else begin : g_unreduced
    logic unused;
    assign unused = ^address_mode;
    assign reduced = u;
    assign next_period = 1'b0;
  end

  if (SCALE_EXACT) begin : g_exact
    texel_coordinate_exact #(
        .INTEGER_BITS(INTEGER_BITS),
        .FRACTION_BITS(FRACTION_BITS),
        .ROUNDING(ROUNDING),
        .GATHER_ROUNDING(GATHER_ROUNDING),
        .RANGE_REDUCTION(RANGE_REDUCTION),
        .SIZE_BITS(SIZE_BITS),
        .OFFSET_BITS(OFFSET_BITS)
    ) snap (
        .*
    );
  end else begin : g_float32
    texel_coordinate_float32 #(
        .INTEGER_BITS(INTEGER_BITS),
        .FRACTION_BITS(FRACTION_BITS),
        .ROUNDING(ROUNDING),
        .GATHER_ROUNDING(GATHER_ROUNDING),
        .SIZE_BITS(SIZE_BITS),
        .OFFSET_BITS(OFFSET_BITS)
    ) snap (
        .*
    );
  end

endmodule

`default_nettype wire
