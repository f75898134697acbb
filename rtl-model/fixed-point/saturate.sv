`default_nettype none

// The value of a narrower format that is nearest to `value` (format.ts, saturate).
//
// value:     signed, WIDTH bits.
// saturated: SATURATED_WIDTH bits, two's complement if SIGNED, not negative otherwise.
module saturate #(
    parameter int WIDTH = 24,
    parameter int SATURATED_WIDTH = 16,
    parameter bit SIGNED = 1'b1
) (
    input  wire logic signed [          WIDTH-1:0] value,
    output logic             [SATURATED_WIDTH-1:0] saturated
);

  if (WIDTH < 1) $error("saturate: WIDTH should be at least 1");
  if (SATURATED_WIDTH < 1) $error("saturate: SATURATED_WIDTH should be at least 1");

  // The bits of a value in the range, without those that are copies of its sign.
  localparam int MAGNITUDE_BITS = SIGNED ? SATURATED_WIDTH - 1 : SATURATED_WIDTH;

  if (MAGNITUDE_BITS >= WIDTH - 1) begin : g_wide
    // Too large is no value; too small is every negative value of an unsigned format.
    assign saturated = !SIGNED && value < 0 ? '0 : SATURATED_WIDTH'(value);
  end else begin : g_narrow
    logic negative, outside;
    assign negative = value < 0;
    assign outside  = SIGNED ? value[WIDTH-1:MAGNITUDE_BITS] != {(WIDTH - MAGNITUDE_BITS) {negative}}
                             : value[WIDTH-1:MAGNITUDE_BITS] != '0;

    always_comb begin
      if (!outside) saturated = value[SATURATED_WIDTH-1:0];
      else if (SIGNED) saturated = {negative, {(SATURATED_WIDTH - 1) {!negative}}};
      else saturated = {SATURATED_WIDTH{!negative}};
    end
  end

endmodule

`default_nettype wire
