`default_nettype none

// Bilinear interpolation of one component of four taps (plain-values.ts, bilinear; D3D11.3 7.18.8): two lerps along
// u, then one along v. Each keeps GUARD_BITS fraction bits at most.
//
// t00, t10, t01, t11: codes of the taps (i0, j0), (i1, j0), (i0, j1) and (i1, j1), signed, CODE_BITS bits, and CORNER_BITS
//                     fraction bits of the texel that a corner of a cube lacks.
// alpha, beta:        weights of i1 and of j1, 0 to 2^WEIGHT_BITS, as in lerp.
// linear:             0 for the sample of a nearest filter, which is t00 (lift); its weights are 0.
// value:              signed, FRACTION_BITS fraction bits below the code. Where no lerp narrows, CORNER_BITS are among them.
module bilinear #(
    parameter int CODE_BITS = 9,
    parameter int WEIGHT_BITS = 8,
    parameter int GUARD_BITS = 8,
    parameter fixed_point_pkg::rounding_e ROUNDING = fixed_point_pkg::NEAREST_UP,
    parameter filter_widths_pkg::weight_scale_e WEIGHT_SCALE = filter_widths_pkg::POWER_OF_TWO,
    parameter int CORNER_BITS = 0,  // at most those after the lerps
    localparam int LEFT_BITS = filter_widths_pkg::corner_left(
        CORNER_BITS, WEIGHT_BITS, GUARD_BITS, WEIGHT_SCALE == filter_widths_pkg::POWER_OF_TWO),
    localparam int FRACTION_BITS = filter_widths_pkg::after_v(WEIGHT_BITS, GUARD_BITS) + LEFT_BITS
) (
    input  wire logic signed [  CODE_BITS+CORNER_BITS-1:0] t00,
    input  wire logic signed [  CODE_BITS+CORNER_BITS-1:0] t10,
    input  wire logic signed [  CODE_BITS+CORNER_BITS-1:0] t01,
    input  wire logic signed [  CODE_BITS+CORNER_BITS-1:0] t11,
    input  wire logic        [              WEIGHT_BITS:0] alpha,
    input  wire logic        [              WEIGHT_BITS:0] beta,
    input  wire logic                                      linear,
    output logic      signed [CODE_BITS+FRACTION_BITS-1:0] value
);

  if (CORNER_BITS < 0 || CORNER_BITS > filter_widths_pkg::after_v(WEIGHT_BITS, GUARD_BITS))
    $error("bilinear: CORNER_BITS should be 0 to those after the lerps");

  localparam int AFTER_U = filter_widths_pkg::after_u(WEIGHT_BITS, GUARD_BITS);
  localparam int AFTER_V = filter_widths_pkg::after_v(WEIGHT_BITS, GUARD_BITS);
  // Fraction bits of a corner that the first lerps leave.
  localparam int LEFT_U =
      WEIGHT_SCALE == filter_widths_pkg::POWER_OF_TWO && AFTER_U == WEIGHT_BITS ? CORNER_BITS : 0;
  logic signed [CODE_BITS+AFTER_U+LEFT_U-1:0] row0, row1;
  logic signed [CODE_BITS+FRACTION_BITS-1:0] interpolated;

  lerp #(
      .WIDTH(CODE_BITS + CORNER_BITS),
      .WEIGHT_BITS(WEIGHT_BITS),
      .DROPPED(WEIGHT_BITS - AFTER_U),
      .FRACTION_BITS(CORNER_BITS - LEFT_U),
      .ROUNDING(ROUNDING),
      .WEIGHT_SCALE(WEIGHT_SCALE)
  ) along_u0 (
      .a(t00),
      .b(t10),
      .weight(alpha),
      .value(row0)
  );

  lerp #(
      .WIDTH(CODE_BITS + CORNER_BITS),
      .WEIGHT_BITS(WEIGHT_BITS),
      .DROPPED(WEIGHT_BITS - AFTER_U),
      .FRACTION_BITS(CORNER_BITS - LEFT_U),
      .ROUNDING(ROUNDING),
      .WEIGHT_SCALE(WEIGHT_SCALE)
  ) along_u1 (
      .a(t01),
      .b(t11),
      .weight(alpha),
      .value(row1)
  );

  lerp #(
      .WIDTH(CODE_BITS + AFTER_U + LEFT_U),
      .WEIGHT_BITS(WEIGHT_BITS),
      .DROPPED(AFTER_U + WEIGHT_BITS - AFTER_V),
      .FRACTION_BITS(LEFT_U - LEFT_BITS),
      .ROUNDING(ROUNDING),
      .WEIGHT_SCALE(WEIGHT_SCALE)
  ) along_v (
      .a(row0),
      .b(row1),
      .weight(beta),
      .value(interpolated)
  );

  if (WEIGHT_SCALE == filter_widths_pkg::ALL_ONES_OVER_POWER_OF_TWO) begin : g_less_than_one
    // All weights together are less than 1, and would scale a texel that is alone.
    assign value = linear ? interpolated : (CODE_BITS + FRACTION_BITS)'(t00) <<< (FRACTION_BITS - CORNER_BITS);
  end else begin : g_one
    logic unused;
    assign unused = linear;
    assign value  = interpolated;
  end

endmodule

`default_nettype wire
