`default_nettype none

// The colour of a texel in the 8-byte half of BC1, BC2 and BC3 that has colours (bc1-bc3.ts, exactColor; D3D11.3 19.5.6
// to 19.5.8; Khronos data format: S3TC).
//
// half:         color_0 and color_1 of 5:6:5 bits from the low end on, then a code of 2 bits for each texel.
// texel:        four times its row in the block, and its column.
// three_colors: 1 if a block with color_0 <= color_1 has three colours and black, as those of BC1 have.
// r, g, b:      sixths of the stored codes: 186, 378 and 186 represent 1.
// black:        the texel has the black of three colours.
module bc1_bc3 (
    input  wire logic [63:0] half,
    input  wire logic [ 3:0] texel,
    input  wire logic        three_colors,
    output logic      [ 7:0] r,
    output logic      [ 8:0] g,
    output logic      [ 7:0] b,
    output logic             black
);

  logic [15:0] color_0, color_1;
  logic [1:0] code;
  logic three;
  assign {color_1, color_0} = half[31:0];
  assign code = half[{1'b1, texel, 1'b0}+:2];
  assign three = three_colors && color_0 <= color_1;
  assign black = three && code == 2'd3;

  // Sixths of color_0 and of color_1.
  logic [2:0] weight_0, weight_1;
  always_comb begin
    unique case ({three, code})
      3'b0_00, 3'b1_00: {weight_0, weight_1} = {3'd6, 3'd0};
      3'b0_01, 3'b1_01: {weight_0, weight_1} = {3'd0, 3'd6};
      3'b0_10: {weight_0, weight_1} = {3'd4, 3'd2};
      3'b0_11: {weight_0, weight_1} = {3'd2, 3'd4};
      3'b1_10: {weight_0, weight_1} = {3'd3, 3'd3};
      default: {weight_0, weight_1} = '0;
    endcase
  end

  assign r = 8'(weight_0) * 8'(color_0[15:11]) + 8'(weight_1) * 8'(color_1[15:11]);
  assign g = 9'(weight_0) * 9'(color_0[10:5]) + 9'(weight_1) * 9'(color_1[10:5]);
  assign b = 8'(weight_0) * 8'(color_0[4:0]) + 8'(weight_1) * 8'(color_1[4:0]);

endmodule

`default_nettype wire
