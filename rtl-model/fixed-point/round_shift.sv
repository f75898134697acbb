`default_nettype none

// The rounding primitive: value / 2^BITS, narrowed by ROUNDING (rounding.ts, roundShift).
//
// value:   signed, WIDTH bits. An unsigned value has a zero in front.
// rounded: signed, one bit wider than the bits that remain: rounding up may carry.
module round_shift #(
    parameter int WIDTH = 16,
    parameter int BITS = 8,
    parameter fixed_point_pkg::rounding_e ROUNDING = fixed_point_pkg::NEAREST_EVEN,
    localparam int ROUNDED_WIDTH = (WIDTH > BITS ? WIDTH - BITS : 1) + 1
) (
    input  wire logic signed [        WIDTH-1:0] value,
    output logic      signed [ROUNDED_WIDTH-1:0] rounded
);

  if (WIDTH < 1) $error("round_shift: WIDTH should be at least 1");
  if (BITS < 0) $error("round_shift: BITS should be at least 0");

  if (BITS == 0) begin : g_whole
    assign rounded = ROUNDED_WIDTH'(value);
  end else begin : g_narrowed
    localparam int EXTENDED_WIDTH = BITS + ROUNDED_WIDTH;
    logic signed [EXTENDED_WIDTH-1:0] extended;
    logic signed [ROUNDED_WIDTH-1:0] below;
    logic [BITS-1:0] fraction, under_half;
    logic half, rest, carry;

    assign extended   = EXTENDED_WIDTH'(value);
    assign below      = extended[EXTENDED_WIDTH-1:BITS];
    assign fraction   = extended[BITS-1:0];
    assign under_half = fraction << 1;
    assign half       = fraction[BITS-1];
    assign rest       = |under_half;

    always_comb begin
      unique case (ROUNDING)
        fixed_point_pkg::NEAREST_EVEN:        carry = half && (rest || below[0]);
        fixed_point_pkg::NEAREST_UP:          carry = half;
        fixed_point_pkg::NEAREST_DOWN:        carry = half && rest;
        fixed_point_pkg::NEAREST_AWAY:        carry = half && (rest || below >= 0);
        fixed_point_pkg::CEIL:                carry = half || rest;
        fixed_point_pkg::TOWARD_ZERO:         carry = (half || rest) && below < 0;
        fixed_point_pkg::NEAREST_TOWARD_ZERO: carry = half && (rest || below < 0);
        default:                              carry = 1'b0;  // FLOOR
      endcase
    end

    assign rounded = below + ROUNDED_WIDTH'({1'b0, carry});
  end

endmodule

`default_nettype wire
