// Checks projection, derivatives, and the operands that pass the front end, in float32, lane by lane.
module front_end_tb;
  import golden_pkg::*;
  import bench_pkg::*;
  localparam string UNIT = "front_end";
  localparam bit FINE = LOD_DERIVATIVES == "fine";
  `include "differences.svh"

  `PLAIN_STATES_BEGIN
      front_end_vector_t vectors [FRONT_END_VECTORS];

      task automatic same(input int n, input string what, input logic [31:0] got, input logic [31:0] expected);
        if (!same_float(got, expected)) check(n, what, longint'(got), longint'(expected));
      endtask

      // A coordinate of four lanes and its derivatives (D3D11.3 22.5.2 to 22.5.5).
      task automatic along(
        input int n, input string name, input state_t s, input logic [31:0] x [4], input logic [31:0] q [4],
        input logic [31:0] given_dx [4], input logic [31:0] given_dy [4], input logic [31:0] u [4],
        input logic [31:0] dx [4], input logic [31:0] dy [4]
      );
        for (int l = 0; l < 4; l++) begin
          int row = FINE ? l & 2 : 0;
          int column = FINE ? l & 1 : 0;
          same(n, name, s.projected ? to_float32(from_float32(x[l]) / from_float32(q[l])) : x[l], u[l]);
          if (s.lod == LOD_IMPLICIT) begin
            same(n, {"d", name, "dx"}, to_float32(from_float32(u[row + 1]) - from_float32(u[row])), dx[l]);
            same(n, {"d", name, "dy"}, to_float32(from_float32(u[column + 2]) - from_float32(u[column])), dy[l]);
          end else if (s.lod == LOD_GRADIENT) begin
            same(n, {"d", name, "dx"}, given_dx[l], dx[l]);
            same(n, {"d", name, "dy"}, given_dy[l], dy[l]);
          end
        end
      endtask

      initial begin
        $readmemh("front_end.mem", vectors);
        for (int n = 0; n < FRONT_END_VECTORS; n++) begin
          front_end_vector_t v = vectors[n];
          state_t s = STATES[STATE_INDEX_BITS'(v.state)];
          // A divide of fewer bits is another one.
          if (!s.plain || (s.projected && FRONT_END_PROJECTION_BITS != 0)) begin
            left_out++;
            continue;
          end
          along(n, "u", s, '{v.in_s0, v.in_s1, v.in_s2, v.in_s3}, '{v.in_q0, v.in_q1, v.in_q2, v.in_q3},
            '{v.in_dsdx0, v.in_dsdx1, v.in_dsdx2, v.in_dsdx3}, '{v.in_dsdy0, v.in_dsdy1, v.in_dsdy2, v.in_dsdy3},
            '{v.u0, v.u1, v.u2, v.u3}, '{v.dudx0, v.dudx1, v.dudx2, v.dudx3}, '{v.dudy0, v.dudy1, v.dudy2, v.dudy3});
          along(n, "v", s, '{v.in_t0, v.in_t1, v.in_t2, v.in_t3}, '{v.in_q0, v.in_q1, v.in_q2, v.in_q3},
            '{v.in_dtdx0, v.in_dtdx1, v.in_dtdx2, v.in_dtdx3}, '{v.in_dtdy0, v.in_dtdy1, v.in_dtdy2, v.in_dtdy3},
            '{v.v0, v.v1, v.v2, v.v3}, '{v.dvdx0, v.dvdx1, v.dvdx2, v.dvdx3}, '{v.dvdy0, v.dvdy1, v.dvdy2, v.dvdy3});
          same(n, "lod_operand0", v.in_lod0, v.lod_operand0);
          same(n, "lod_operand3", v.in_lod3, v.lod_operand3);
          same(n, "min_lod0", v.in_min_lod0, v.min_lod0);
          check(n, "offset_u0", longint'(v.in_offset_u), longint'(v.offset_u0));
          check(n, "offset_v3", longint'(v.in_offset_v), longint'(v.offset_v3));
          count();
        end
        report();
      end
  `PLAIN_STATES_END
endmodule
