`default_nettype none

// One component of the texel that a corner of a cube lacks: the average of the three that meet there (fixed-arithmetic.ts,
// corner; Vulkan: Cube Map Edge Handling), rounded once.
//
// a, b, c: codes, signed.
// bits:    fraction bits that the average is rounded to, at most CORNER_BITS.
// texel:   a code with CORNER_BITS fraction bits, signed.
module corner_texel #(
    parameter int CODE_BITS = 13,
    parameter int CORNER_BITS = 8,
    parameter fixed_point_pkg::rounding_e ROUNDING = fixed_point_pkg::NEAREST_UP
) (
    input  wire logic signed [            CODE_BITS-1:0] a,
    input  wire logic signed [            CODE_BITS-1:0] b,
    input  wire logic signed [            CODE_BITS-1:0] c,
    input  wire logic        [                      4:0] bits,
    output logic      signed [CODE_BITS+CORNER_BITS-1:0] texel
);

  if (CORNER_BITS < 0 || CORNER_BITS > 22) $error("corner_texel: CORNER_BITS should be 0 to 22");

  // Three times the least code more, the sum is positive; so is the quotient by three, which has the least code more.
  localparam int TEXEL_BITS = CODE_BITS + CORNER_BITS;
  localparam int DIVIDEND_BITS = TEXEL_BITS + 2;
  logic [CODE_BITS+1:0] sum;
  logic [DIVIDEND_BITS-1:0] dividend;
  assign sum = (CODE_BITS + 2)'({!a[CODE_BITS-1], a[CODE_BITS-2:0]}) + (CODE_BITS + 2)'({!b[CODE_BITS-1], b[CODE_BITS-2:0]})
      + (CODE_BITS + 2)'({!c[CODE_BITS-1], c[CODE_BITS-2:0]});
  assign dividend = DIVIDEND_BITS'(sum) << bits;

  logic [DIVIDEND_BITS-1:0] quotient;
  logic [2:0] rest;
  always_comb begin
    rest = '0;
    for (int digit = DIVIDEND_BITS - 1; digit >= 0; digit--) begin
      rest = {rest[1:0], dividend[digit]};
      quotient[digit] = rest >= 3'd3;
      if (quotient[digit]) rest = rest - 3'd3;
    end
  end

  // No rest is half of three: one third rounds as one quarter, two thirds as three quarters.
  logic signed [TEXEL_BITS:0] rounded;
  logic signed [TEXEL_BITS-1:0] below;
  logic unused;
  assign unused = ^{quotient[DIVIDEND_BITS-1:TEXEL_BITS], rest[2], rounded[TEXEL_BITS]};
  assign below = TEXEL_BITS'(quotient) - (TEXEL_BITS'(1) << (6'(CODE_BITS - 1) + 6'(bits)));
  round_shift #(
      .WIDTH(TEXEL_BITS + 2),
      .BITS(2),
      .ROUNDING(ROUNDING)
  ) round (
      .value({below, rest[1], rest != '0}),
      .rounded(rounded)
  );
  assign texel = TEXEL_BITS'(rounded) << (5'(CORNER_BITS) - bits);

endmodule

`default_nettype wire
