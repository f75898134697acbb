`default_nettype none

// The axes of a footprint with the members of its lengths as ports: both are 0 for a length of 0.
module narrow_axes_bench #(
    parameter lod_unit_pkg::scale_factor_e METHOD = lod_unit_pkg::ELLIPSE,
    parameter int SCALE_FACTOR_BITS = 12,
    parameter int ELLIPSE_BITS = 12,
    parameter int LENGTH_BITS = 12,
    parameter int MINOR_AXIS_BITS = 12,
    parameter int ALPHA_BETA_BITS = 2,
    parameter int ALPHA = 4,
    parameter int BETA = 2,
    parameter int RATE_COUNT = 5,
    parameter logic [RATE_COUNT*8-1:0] RATES = 40'h10_08_04_02_01,
    parameter bit VOLUMES = 1'b0
) (
    input  wire logic [31:0] dxu,
    input  wire logic [31:0] dxv,
    input  wire logic [31:0] dyu,
    input  wire logic [31:0] dyv,
    input  wire logic [31:0] dxw,
    input  wire logic [31:0] dyw,
    input  wire logic [30:0] max_anisotropy,
    output logic infinite,
    output logic [23:0] major_mantissa,
    output logic [11:0] major_exponent,
    output logic [23:0] minor_mantissa,
    output logic [11:0] minor_exponent,
    output logic [7:0] samples,
    output logic [ELLIPSE_BITS+1:0] along_x,
    output logic [ELLIPSE_BITS+1:0] along_y
);

  scaled_pkg::scaled_t major, minor;

  narrow_axes #(
      .METHOD(METHOD),
      .SCALE_FACTOR_BITS(SCALE_FACTOR_BITS),
      .ELLIPSE_BITS(ELLIPSE_BITS),
      .LENGTH_BITS(LENGTH_BITS),
      .MINOR_AXIS_BITS(MINOR_AXIS_BITS),
      .ALPHA_BETA_BITS(ALPHA_BETA_BITS),
      .ALPHA(ALPHA),
      .BETA(BETA),
      .RATE_COUNT(RATE_COUNT),
      .RATES(RATES),
      .VOLUMES(VOLUMES)
  ) compared (
      .clock(1'b0),
      .dxu,
      .dxv,
      .dxw,
      .dyu,
      .dyv,
      .dyw,
      .max_anisotropy,
      .infinite,
      .major,
      .minor,
      .samples,
      .along_x,
      .along_y
  );

  always_comb begin
    {major_mantissa, major_exponent} = infinite ? '0 : {major.mantissa, major.exponent};
    {minor_mantissa, minor_exponent} = infinite ? '0 : {minor.mantissa, minor.exponent};
    if (major_mantissa == '0) major_exponent = '0;
    if (minor_mantissa == '0) minor_exponent = '0;
  end

endmodule

`default_nettype wire
