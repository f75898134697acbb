`default_nettype none

// Float to fixed point (float-to-fixed.ts; D3D11.3 3.2.4.1): NaN gives 0, infinities and overflow saturate, any other
// number becomes n * 2^FRACTION_BITS, narrowed once by ROUNDING. Denorms count as what they are.
//
// bits:  float32.
// value: INTEGER_BITS + FRACTION_BITS bits, two's complement if SIGNED. FRACTION_BITS is at most 100.
module float_to_fixed #(
    parameter int INTEGER_BITS = 16,
    parameter int FRACTION_BITS = 8,
    parameter bit SIGNED = 1'b1,
    parameter fixed_point_pkg::rounding_e ROUNDING = fixed_point_pkg::NEAREST_EVEN,
    localparam int WIDTH = INTEGER_BITS + FRACTION_BITS
) (
    input  wire logic [     31:0] bits,
    output logic      [WIDTH-1:0] value
);

  if (INTEGER_BITS < 0) $error("float_to_fixed: INTEGER_BITS should be at least 0");
  if (FRACTION_BITS < 0 || FRACTION_BITS > 100) $error("float_to_fixed: FRACTION_BITS should be 0 to 100");

  localparam int SIGNIFICAND_BITS = 24;
  localparam int BIAS = 127;

  logic negative, infinite, nan;
  logic [7:0] exponent;
  logic [SIGNIFICAND_BITS-1:0] significand;
  float_unpack unpack (.*);

  // The magnitude has its highest bit where the significand's hidden bit weighs 2^(WIDTH-1) of the result. Lower
  // exponents shift it to the right, by no more than brings it below one half.
  localparam int HIGHEST = BIAS + INTEGER_BITS - 1;
  localparam int FARTHEST = WIDTH + 1;
  localparam int LOST_BITS = SIGNIFICAND_BITS + 1;
  logic [8:0] shift;
  logic overflow;
  logic [WIDTH-1:0] whole;
  logic half;
  logic [LOST_BITS-1:0] lost;
  assign overflow = infinite || 9'(exponent) > 9'(HIGHEST);
  assign shift = 9'(HIGHEST) - 9'(exponent) > 9'(FARTHEST) ? 9'(FARTHEST) : 9'(HIGHEST) - 9'(exponent);
  assign {whole, half, lost} = {significand, {(WIDTH + 2) {1'b0}}} >> shift;

  // A half and a bit for all that is below it decide every rounding.
  logic signed [WIDTH+2:0] magnitude;
  logic signed [WIDTH+1:0] rounded;
  assign magnitude = overflow ? {1'b0, {(WIDTH + 2) {1'b1}}} : {1'b0, whole, half, lost != '0};
  round_shift #(
      .WIDTH(WIDTH + 3),
      .BITS(2),
      .ROUNDING(ROUNDING)
  ) round (
      .value(negative ? -magnitude : magnitude),
      .rounded(rounded)
  );

  logic [WIDTH-1:0] saturated;
  saturate #(
      .WIDTH(WIDTH + 2),
      .SATURATED_WIDTH(WIDTH),
      .SIGNED(SIGNED)
  ) held (
      .value(rounded),
      .saturated(saturated)
  );
  assign value = nan ? '0 : saturated;

endmodule

`default_nettype wire
