`default_nettype none

// A bias or a bound of the LOD, brought to the LOD's fraction bits (lod-bounds.ts, toLodFraction).
//
// value:   signed, INTEGER_BITS.FRACTION_BITS.
// aligned: signed, one integer bit more, because rounding up may carry, and LOD_FRACTION_BITS.
module lod_fraction #(
    parameter int INTEGER_BITS = 7,
    parameter int FRACTION_BITS = 8,
    parameter int LOD_FRACTION_BITS = 8,
    parameter fixed_point_pkg::rounding_e ROUNDING = fixed_point_pkg::NEAREST_EVEN,
    localparam int WIDTH = INTEGER_BITS + FRACTION_BITS,
    localparam int ALIGNED_WIDTH = INTEGER_BITS + 1 + LOD_FRACTION_BITS
) (
    input  wire logic signed [        WIDTH-1:0] value,
    output logic      signed [ALIGNED_WIDTH-1:0] aligned
);

  if (FRACTION_BITS <= LOD_FRACTION_BITS) begin : g_widened
    assign aligned = ALIGNED_WIDTH'(value) <<< (LOD_FRACTION_BITS - FRACTION_BITS);
  end else begin : g_narrowed
    round_shift #(
        .WIDTH(WIDTH),
        .BITS(FRACTION_BITS - LOD_FRACTION_BITS),
        .ROUNDING(ROUNDING)
    ) narrowed (
        .value(value),
        .rounded(aligned)
    );
  end

endmodule

`default_nettype wire
