`default_nettype none

// s_c, t_c and r_c of a vector on a face of a cube (alongFace of cube-face.ts; Vulkan: Cube Map Face Selection, both tables).
//
// face:       0 to 5 for +x, -x, +y, -y, +z, -z.
// x, y, z:    float32.
// sc, tc, rc: one of x, y and z each, some of them with the other sign.
module along_face (
    input  wire logic [ 2:0] face,
    input  wire logic [31:0] x,
    input  wire logic [31:0] y,
    input  wire logic [31:0] z,
    output logic      [31:0] sc,
    output logic      [31:0] tc,
    output logic      [31:0] rc
);

  logic is_x, is_z, odd, negates_s, negates_t;
  assign is_x = face[2:1] == 2'd0;
  assign is_z = face[2:1] == 2'd2;
  assign odd  = face[0];
  assign negates_s = is_x ? !odd : is_z && odd;
  assign negates_t = is_x || is_z || odd;
  assign sc = (is_x ? z : x) ^ {negates_s, 31'd0};
  assign tc = (is_x || is_z ? y : z) ^ {negates_t, 31'd0};
  assign rc = is_x ? x : is_z ? z : y;

endmodule

`default_nettype wire
