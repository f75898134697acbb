`default_nettype none

// The component of a texel in 8 bytes of BC3, BC4 or BC5 (bc4-bc5.ts, exactRamp; D3D11.3 19.5.9, 19.5.10; Khronos data
// format: RGTC).
//
// half:      two ends of 8 bits from the low end on, then a code of 3 bits for each texel.
// texel:     four times its row in the block, and its column.
// is_signed: 1 for ends in two's complement, of which -128 is a second -127.
// value:     35ths of the ends: 35 * 255 represents 1, or 35 * 127 if they are signed.
module bc4_bc5 (
    input  wire logic        [63:0] half,
    input  wire logic        [ 3:0] texel,
    input  wire logic               is_signed,
    output logic      signed [14:0] value
);

  localparam logic signed [14:0] ONE = 15'd8925, SIGNED_ONE = 15'd4445;

  logic signed [8:0] stored_0, stored_1;
  logic signed [12:0] end_0, end_1;
  assign stored_0 = {is_signed && half[7], half[7:0]};
  assign stored_1 = {is_signed && half[15], half[15:8]};
  assign end_0 = stored_0 == -9'sd128 ? -13'sd127 : 13'(stored_0);
  assign end_1 = stored_1 == -9'sd128 ? -13'sd127 : 13'(stored_1);

  // Steps from one end to the other, and those to the texel: sevenths or fifths. The order is that of the stored ends.
  logic eight;
  logic [2:0] code, steps, step, left;
  assign eight = stored_1 < stored_0;
  assign code = half[6'd16+6'd3*6'(texel)+:3];
  assign steps = eight ? 3'd7 : 3'd5;
  assign step = code == 3'd0 ? 3'd0 : code == 3'd1 ? steps : code - 3'd1;

  assign left = steps - step;

  logic signed [12:0] sum;
  assign sum = $signed(13'(left)) * end_0 + $signed(13'(step)) * end_1;

  always_comb begin
    value = (eight ? 15'sd5 : 15'sd7) * 15'(sum);
    if (!eight && code == 3'd6) value = is_signed ? -SIGNED_ONE : '0;
    if (!eight && code == 3'd7) value = is_signed ? SIGNED_ONE : ONE;
  end

endmodule

`default_nettype wire
