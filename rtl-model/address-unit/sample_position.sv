`default_nettype none

// The coordinate of an anisotropic sample along one axis of the image: a step along the major axis away from the lane's
// own, u + axis * position, each operation rounded to float32 (SamplePlan; Vulkan: Texel Anisotropic Filtering).
//
// u, axis:  float32: the lane's coordinate, and the major axis of the footprint in normalized coordinates.
// position: float32, of the sample on the axis, from sample_positions.
// single:   1 for a footprint of one sample, which is at the lane's own coordinate.
module sample_position (
    input  wire logic [31:0] u,
    input  wire logic [31:0] axis,
    input  wire logic [31:0] position,
    input  wire logic        single,
    output logic      [31:0] sample_u
);

  logic [31:0] step, moved;
  float_multiply scale (
      .a(axis),
      .b(position),
      .product(step)
  );
  float_add move (
      .a  (u),
      .b  (step),
      .sum(moved)
  );
  assign sample_u = single ? u : moved;

endmodule

`default_nettype wire
