`default_nettype none

// The front end (front-end.ts): operands, projection and derivatives of a quad (Vulkan: Normalized Texel Coordinate
// Operations). Combinational: the registers are the stage's.
//
// quad:    the coordinates, layer and level of a fetch are integers in the place of s, t, layer and lod.
// derived: dudx, dvdx, dudy and dvdy are the instruction's own for LOD_GRADIENT, and differences between lanes otherwise.
module front_end (
    /* verilator lint_off UNUSEDSIGNAL */  // A unit reads some members of a state.
    input  wire texture_unit_pkg::state_t   state,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire texture_unit_pkg::quad_t    quad,
    output texture_unit_pkg::derived_t      derived
);

  logic gradient;
  logic [3:0][31:0] u, v, u_dx, u_dy, v_dx, v_dy;
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

  assign derived.state       = quad.state;
  assign derived.quad        = quad.quad;
  assign derived.active      = quad.active;
  assign derived.offset_u    = quad.offset_u;
  assign derived.offset_v    = quad.offset_v;
  assign derived.u           = u;
  assign derived.v           = v;
  assign derived.layer       = quad.layer;
  assign derived.dudx        = gradient ? quad.dsdx : u_dx;
  assign derived.dvdx        = gradient ? quad.dtdx : v_dx;
  assign derived.dudy        = gradient ? quad.dsdy : u_dy;
  assign derived.dvdy        = gradient ? quad.dtdy : v_dy;
  assign derived.lod_operand = quad.lod;
  assign derived.min_lod     = quad.min_lod;

endmodule

`default_nettype wire
