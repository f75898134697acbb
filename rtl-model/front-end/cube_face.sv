`default_nettype none

// The face of a cube that a direction points at (cubeFace of cube-face.ts; Vulkan: Cube Map Face Selection; D3D11.3
// 7.18.11). Of equal magnitudes z wins over y, and y over x. A NaN counts as +0, -0 as +0.
//
// x, y, z: float32.
// face:    0 to 5 for +x, -x, +y, -y, +z, -z.
module cube_face (
    input  wire logic [31:0] x,
    input  wire logic [31:0] y,
    input  wire logic [31:0] z,
    output logic      [ 2:0] face
);

  localparam logic [30:0] INFINITY = 31'h7f80_0000;

  logic [30:0] magnitude_x, magnitude_y, magnitude_z;
  assign magnitude_x = x[30:0] > INFINITY ? '0 : x[30:0];
  assign magnitude_y = y[30:0] > INFINITY ? '0 : y[30:0];
  assign magnitude_z = z[30:0] > INFINITY ? '0 : z[30:0];

  always_comb begin
    if (magnitude_z >= magnitude_y && magnitude_z >= magnitude_x) face = {2'd2, z[31] && magnitude_z != '0};
    else if (magnitude_y < magnitude_x) face = {2'd0, x[31]};
    else face = {2'd1, y[31]};
  end

endmodule

`default_nettype wire
