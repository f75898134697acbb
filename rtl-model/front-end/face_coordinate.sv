`default_nettype none

// u or v on a face of a cube: minor / |r_c| / 2 + 1/2, every step in float32 (coordinatesOnFace of cube-face.ts; Vulkan: Cube
// Map Coordinate Transformation).
//
// minor:      s_c or t_c, float32.
// major:      |r_c|, float32.
// coordinate: float32 in [0, 1], or NaN.
module face_coordinate #(
    parameter int BITS = 21  // of the quotient, 1 to 24
) (
    input  wire logic [31:0] minor,
    input  wire logic [31:0] major,
    output logic      [31:0] coordinate
);

  localparam logic [31:0] HALF = 32'h3f00_0000;

  logic [31:0] quotient, half;
  float_divide #(
      .BITS(BITS)
  ) divide (
      .a(minor),
      .b(major),
      .quotient(quotient)
  );
  float_multiply halve (
      .a(HALF),
      .b(quotient),
      .product(half)
  );
  float_add move (
      .a  (half),
      .b  (HALF),
      .sum(coordinate)
  );

endmodule

`default_nettype wire
