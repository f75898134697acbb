`default_nettype none

// The front end (front-end.ts): operands, projection, derivatives and the faces of cubes of a quad (Vulkan: Normalized Texel
// Coordinate Operations). Combinational: the registers are the stage's.
//
// quad:    the coordinates, layer and level of a fetch are integers in the place of s, t, layer and lod.
//          Those of a cube are a direction s, t, r. A fetch of a volume has its integer in the place of r, too.
// derived: dudx, dvdx, dudy and dvdy are the instruction's own for LOD_GRADIENT, and differences between lanes otherwise; of
//          a cube those on the lane's face, as u and v are. dwdx and dwdy are 0 but in a volume.
module front_end (
    /* verilator lint_off UNUSEDSIGNAL */  // A unit reads some members of a state.
    input  wire texture_unit_pkg::state_t   state,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire texture_unit_pkg::quad_t    quad,
    output texture_unit_pkg::derived_t      derived
);

  logic gradient;
  logic [3:0][31:0] u, v, u_dx, u_dy, v_dx, v_dy, dudx, dvdx, dudy, dvdy;
  assign gradient = state.lod_source == texture_unit_pkg::LOD_GRADIENT;

  for (genvar lane = 0; lane < 4; lane++) begin : g_lane
    logic [31:0] s_over_q, t_over_q;
    float_divide #(
        .BITS(texture_unit_pkg::FRONT_END_PROJECTION_BITS)
    ) project_s (
        .a(quad.s[lane]),
        .b(quad.q[lane]),
        .quotient(s_over_q)
    );
    float_divide #(
        .BITS(texture_unit_pkg::FRONT_END_PROJECTION_BITS)
    ) project_t (
        .a(quad.t[lane]),
        .b(quad.q[lane]),
        .quotient(t_over_q)
    );
    if (texture_unit_pkg::COMPARISON > 0) begin : g_reference
      logic [31:0] dref_over_q;
      float_divide #(
          .BITS(texture_unit_pkg::FRONT_END_PROJECTION_BITS)
      ) project_dref (
          .a(quad.dref[lane]),
          .b(quad.q[lane]),
          .quotient(dref_over_q)
      );
      assign derived.dref[lane] = state.projected ? dref_over_q : quad.dref[lane];
    end
    assign u[lane] = state.projected ? s_over_q : quad.s[lane];
    assign v[lane] = state.projected ? t_over_q : quad.t[lane];
  end

  quad_derivatives #(
      .FINE(texture_unit_pkg::LOD_FINE)
  ) along_u (
      .value(u),
      .dx(u_dx),
      .dy(u_dy)
  );
  quad_derivatives #(
      .FINE(texture_unit_pkg::LOD_FINE)
  ) along_v (
      .value(v),
      .dx(v_dx),
      .dy(v_dy)
  );

  assign dudx = gradient ? quad.dsdx : u_dx;
  assign dvdx = gradient ? quad.dtdx : v_dx;
  assign dudy = gradient ? quad.dsdy : u_dy;
  assign dvdy = gradient ? quad.dtdy : v_dy;

  // The third axis is that of a volume, or of the direction that the coordinates of a cube are.
  logic [3:0][31:0] w, w_dx, w_dy, dwdx, dwdy;
  if (texture_unit_pkg::CUBES > 0 || texture_unit_pkg::VOLUMES > 0) begin : g_third_axis
    for (genvar lane = 0; lane < 4; lane++) begin : g_lane
      logic [31:0] r_over_q;
      float_divide #(
          .BITS(texture_unit_pkg::FRONT_END_PROJECTION_BITS)
      ) project_r (
          .a(quad.r[lane]),
          .b(quad.q[lane]),
          .quotient(r_over_q)
      );
      assign w[lane] = state.projected ? r_over_q : quad.r[lane];
    end
    quad_derivatives #(
        .FINE(texture_unit_pkg::LOD_FINE)
    ) along_w (
        .value(w),
        .dx(w_dx),
        .dy(w_dy)
    );
    assign dwdx = gradient ? quad.drdx : w_dx;
    assign dwdy = gradient ? quad.drdy : w_dy;
  end else begin : g_two_axes
    logic unused;
    assign {w, w_dx, w_dy, dwdx, dwdy} = '0;
    assign unused = ^{w, w_dx, w_dy, dwdx, dwdy};
  end

  if (texture_unit_pkg::VOLUMES > 0) begin : g_volume
    assign derived.offset_w = quad.offset_w;
    assign derived.w    = w;
    assign derived.dwdx = state.volume ? dwdx : '0;
    assign derived.dwdy = state.volume ? dwdy : '0;
  end

  if (texture_unit_pkg::CUBES > 0) begin : g_cube
    for (genvar lane = 0; lane < 4; lane++) begin : g_face
      logic [2:0] face;
      logic [31:0] face_u, face_v, face_dudx, face_dvdx, face_dudy, face_dvdy;
      on_cube #(
          .BITS(texture_unit_pkg::FRONT_END_CUBE_DIVIDE_BITS)
      ) place (
          .direction({w[lane], v[lane], u[lane]}),
          .dx({dwdx[lane], dvdx[lane], dudx[lane]}),
          .dy({dwdy[lane], dvdy[lane], dudy[lane]}),
          .face(face),
          .u(face_u),
          .v(face_v),
          .dudx(face_dudx),
          .dvdx(face_dvdx),
          .dudy(face_dudy),
          .dvdy(face_dvdy)
      );
      assign derived.face[lane] = state.cube ? face : '0;
      assign derived.u[lane]    = state.cube ? face_u : u[lane];
      assign derived.v[lane]    = state.cube ? face_v : v[lane];
      assign derived.dudx[lane] = state.cube ? face_dudx : dudx[lane];
      assign derived.dvdx[lane] = state.cube ? face_dvdx : dvdx[lane];
      assign derived.dudy[lane] = state.cube ? face_dudy : dudy[lane];
      assign derived.dvdy[lane] = state.cube ? face_dvdy : dvdy[lane];
    end
  end else begin : g_plane
    assign derived.u    = u;
    assign derived.v    = v;
    assign derived.dudx = dudx;
    assign derived.dvdx = dvdx;
    assign derived.dudy = dudy;
    assign derived.dvdy = dvdy;
  end

  assign derived.state       = quad.state;
  assign derived.quad        = quad.quad;
  assign derived.active      = quad.active;
  assign derived.offset_u    = quad.offset_u;
  assign derived.offset_v    = quad.offset_v;
  assign derived.layer       = quad.layer;
  assign derived.lod_operand = quad.lod;
  assign derived.min_lod     = quad.min_lod;

endmodule

`default_nettype wire
