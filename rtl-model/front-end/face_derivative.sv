`default_nettype none

// The derivative of u or v on a face of a cube by the quotient rule, every step in float32 (derivativesOnFace of cube-face.ts;
// Vulkan: Cube Map Derivative Transformation): (|r_c| dminor - minor d|r_c|) / |r_c|^2 / 2.
//
// minor, major:     s_c or t_c, and |r_c|, float32.
// d_minor, d_major: their derivatives.
// square:           |r_c|^2 in float32.
// derivative:       float32.
module face_derivative #(
    parameter int BITS = 21  // of the quotient, 1 to 24
) (
    input  wire logic [31:0] minor,
    input  wire logic [31:0] major,
    input  wire logic [31:0] d_minor,
    input  wire logic [31:0] d_major,
    input  wire logic [31:0] square,
    output logic      [31:0] derivative
);

  localparam logic [31:0] HALF = 32'h3f00_0000;

  logic [31:0] of_minor, of_major, change, quotient;
  float_multiply multiply_minor (
      .a(major),
      .b(d_minor),
      .product(of_minor)
  );
  float_multiply multiply_major (
      .a(minor),
      .b(d_major),
      .product(of_major)
  );
  float_add difference (
      .a  (of_minor),
      .b  (of_major ^ 32'h8000_0000),
      .sum(change)
  );
  float_divide #(
      .BITS(BITS)
  ) divide (
      .a(change),
      .b(square),
      .quotient(quotient)
  );
  float_multiply halve (
      .a(HALF),
      .b(quotient),
      .product(derivative)
  );

endmodule

`default_nettype wire
