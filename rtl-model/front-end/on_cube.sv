`default_nettype none

// The place of a lane on a cube (FrontEnd.onCube of front-end.ts; Vulkan: Cube Map Face Selection, Cube Map Coordinate
// Transformation, Cube Map Derivative Transformation). All ports but `face` are float32.
//
// direction:      x, y and z, x at the low end.
// dx, dy:         its derivatives along x and y of the screen.
// u, v:           on the face.
// dudx ... dvdy:  their derivatives.
module on_cube #(
    parameter int BITS = 21  // of the quotients, 1 to 24
) (
    input  wire logic [2:0][31:0] direction,
    input  wire logic [2:0][31:0] dx,
    input  wire logic [2:0][31:0] dy,
    output logic      [2:0]       face,
    output logic      [31:0]      u,
    output logic      [31:0]      v,
    output logic      [31:0]      dudx,
    output logic      [31:0]      dvdx,
    output logic      [31:0]      dudy,
    output logic      [31:0]      dvdy
);

  logic [31:0] sc, tc, rc, major, square;
  cube_face select (
      .x(direction[0]),
      .y(direction[1]),
      .z(direction[2]),
      .face(face)
  );
  along_face turn (
      .face(face),
      .x(direction[0]),
      .y(direction[1]),
      .z(direction[2]),
      .sc(sc),
      .tc(tc),
      .rc(rc)
  );
  logic unused_sign;
  assign {unused_sign, major[30:0]} = rc;
  assign major[31] = 1'b0;
  float_multiply multiply_major (
      .a(major),
      .b(major),
      .product(square)
  );
  face_coordinate #(
      .BITS(BITS)
  ) coordinate_u (
      .minor(sc),
      .major(major),
      .coordinate(u)
  );
  face_coordinate #(
      .BITS(BITS)
  ) coordinate_v (
      .minor(tc),
      .major(major),
      .coordinate(v)
  );

  // |r_c| falls with the component on faces of the other sign, -x, -y and -z.
  logic [31:0] dx_s, dx_t, dx_r, dy_s, dy_t, dy_r;
  along_face turn_dx (
      .face(face),
      .x(dx[0]),
      .y(dx[1]),
      .z(dx[2]),
      .sc(dx_s),
      .tc(dx_t),
      .rc(dx_r)
  );
  along_face turn_dy (
      .face(face),
      .x(dy[0]),
      .y(dy[1]),
      .z(dy[2]),
      .sc(dy_s),
      .tc(dy_t),
      .rc(dy_r)
  );
  face_derivative #(
      .BITS(BITS)
  ) derivative_ux (
      .minor(sc),
      .major(major),
      .d_minor(dx_s),
      .d_major(dx_r ^ {face[0], 31'd0}),
      .square(square),
      .derivative(dudx)
  );
  face_derivative #(
      .BITS(BITS)
  ) derivative_vx (
      .minor(tc),
      .major(major),
      .d_minor(dx_t),
      .d_major(dx_r ^ {face[0], 31'd0}),
      .square(square),
      .derivative(dvdx)
  );
  face_derivative #(
      .BITS(BITS)
  ) derivative_uy (
      .minor(sc),
      .major(major),
      .d_minor(dy_s),
      .d_major(dy_r ^ {face[0], 31'd0}),
      .square(square),
      .derivative(dudy)
  );
  face_derivative #(
      .BITS(BITS)
  ) derivative_vy (
      .minor(tc),
      .major(major),
      .d_minor(dy_t),
      .d_major(dy_r ^ {face[0], 31'd0}),
      .square(square),
      .derivative(dvdy)
  );

endmodule

`default_nettype wire
