// The design under test: bilinear filtering of a 4x4 image of 8-bit texels that repeats.
//
// u, v: coordinates in texels, half a texel taken off, 8.8 in two's complement. texels: texel (i, j) in byte 4j + i.
// filtered: the code of the result with 16 fraction bits; nothing is narrowed.
module bilinear (
  input logic [15:0] u,
  input logic [15:0] v,
  input logic [127:0] texels,
  output logic [23:0] filtered
);
  // The texel before the coordinate and the one after it, modulo the size (D3D11.3 7.18.9, wrap).
  logic [1:0] i0, i1, j0, j1;
  assign i0 = u[9:8];
  assign j0 = v[9:8];
  assign i1 = i0 + 2'd1;
  assign j1 = j0 + 2'd1;

  function automatic logic [7:0] texel(input logic [1:0] i, input logic [1:0] j);
    return texels[{j, i, 3'd0} +: 8];
  endfunction

  // a (1 - weight) + b weight, with eight fraction bits more.
  function automatic logic [23:0] lerp(input logic [15:0] a, input logic [15:0] b, input logic [7:0] weight);
    return 24'(a) * (24'd256 - 24'(weight)) + 24'(b) * 24'(weight);
  endfunction

  logic [15:0] top, bottom;
  assign top = 16'(lerp(16'(texel(i0, j0)), 16'(texel(i1, j0)), u[7:0]));
  assign bottom = 16'(lerp(16'(texel(i0, j1)), 16'(texel(i1, j1)), u[7:0]));
  assign filtered = lerp(top, bottom, v[7:0]);

  // The integer bits above the image's size are a whole number of repetitions.
  logic unused;
  assign unused = &{u[15:10], v[15:10]};
endmodule
