`default_nettype none

// The step that brings a normalized coordinate near the image before it is scaled (range-reduction.ts; D3D11.3 7.18.6):
// repeating modes drop the whole periods, 1 or 2 for the mirrored one, and the clamping modes stop at -10 and 10.
//
// u:           float32.
// reduced:     float32, exact: u modulo the period with the sign of u, or u within [-10, 10]. NaN stays NaN, infinities of
//              repeating modes become NaN.
// next_period: 1 where frac(u) is reduced + 1: repeat of a negative u.
module range_reduction (
    input  wire logic                                   [31:0] u,
    input  wire address_unit_pkg::address_mode_e               address_mode,
    output logic                                        [31:0] reduced,
    output logic                                               next_period
);

  localparam int BIAS = 127;
  localparam logic [30:0] LIMIT = 31'h4120_0000;
  localparam logic [31:0] NAN = 32'h7fc0_0000;

  logic negative, infinite, nan;
  logic [7:0] exponent;
  logic [23:0] significand;
  float_unpack unpack (
      .bits(u),
      .negative(negative),
      .exponent(exponent),
      .significand(significand),
      .infinite(infinite),
      .nan(nan)
  );

  // The bits below the period move up until the first of them weighs half a period. A shift by 24 or more leaves none.
  logic repeats, mirrors;
  logic [7:0] first;
  logic [23:0] fraction;
  assign mirrors  = address_mode == address_unit_pkg::MIRRORED_REPEAT;
  assign repeats  = address_mode == address_unit_pkg::REPEAT;
  assign first    = mirrors ? 8'(BIAS) : 8'(BIAS - 1);
  assign fraction = exponent > first ? significand << (exponent - first) : significand;

  logic [31:0] rest;
  float_pack #(
      .WIDTH(24)
  ) pack (
      .negative(negative),
      .exponent({2'b0, exponent > first ? first : exponent}),
      .magnitude(fraction),
      .bits(rest)
  );

  always_comb begin
    if (nan) reduced = NAN;
    else if (!repeats && !mirrors) reduced = u[30:0] > LIMIT ? {negative, LIMIT} : u;
    else reduced = infinite ? NAN : rest;
  end
  assign next_period = repeats && negative && fraction != '0 && !infinite && !nan;

endmodule

`default_nettype wire
