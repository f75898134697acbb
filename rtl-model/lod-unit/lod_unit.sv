`default_nettype none

// The LOD unit (lod-unit.ts): from the derivatives of a quad to its levels, their weights, filters and samples (D3D11.3
// 7.18.10, 7.18.11; Vulkan: Scale Factor Operation, LOD Operation, Image Level(s) Selection). Lanes without a result go
// through as the others do.
//
// All registers of the stage's latency but the last, which is the FIFO's, stand between the steps: lanes come as many
// cycles after their derivatives.
//
// state:       of `derived`.
// late_number: the number of the state that the steps behind the axes read; late_state is that state.
module lod_unit (
    input  wire logic                                    clock,
    /* verilator lint_off UNUSEDSIGNAL */  // A unit reads some members of a state.
    input  wire texture_unit_pkg::state_t                state,
    input  wire texture_unit_pkg::derived_t              derived,
    output logic      [texture_unit_pkg::STATE_BITS-1:0] late_number,
    input  wire texture_unit_pkg::state_t                late_state,
    /* verilator lint_on UNUSEDSIGNAL */
    output texture_unit_pkg::lanes_t                     lanes
);

  // ---- The registers, by the nanoseconds of the steps in the cells of docs/area.md ----

  localparam int REGISTERS = texture_unit_pkg::PIPELINE_LATENCY_LOD - 1;
  localparam int SCALE_TIME = 16;
  localparam int AXES_TIME = 121;
  localparam int LEVELS_TIME = 31;
  localparam int TIME = SCALE_TIME + AXES_TIME + LEVELS_TIME;
  localparam int UNTIL_SCALE = (REGISTERS * SCALE_TIME + TIME / 2) / TIME;
  localparam int UNTIL_AXES = (REGISTERS * (SCALE_TIME + AXES_TIME) + TIME / 2) / TIME;

  localparam int LOD_WIDTH = texture_unit_pkg::LOD_FORMAT_INTEGER_BITS + texture_unit_pkg::LOD_FORMAT_FRACTION_BITS;
  localparam int BIAS_INTEGER_BITS =
      (texture_unit_pkg::LOD_FORMAT_INTEGER_BITS > texture_unit_pkg::LOD_BIAS_INTEGER_BITS
           ? texture_unit_pkg::LOD_FORMAT_INTEGER_BITS : texture_unit_pkg::LOD_BIAS_INTEGER_BITS) + 1;
  localparam int BIAS_WIDTH = BIAS_INTEGER_BITS + texture_unit_pkg::LOD_FORMAT_FRACTION_BITS;
  localparam logic [30:0] ONE = 31'h3f80_0000;

  logic explicit_lod;
  assign explicit_lod = late_state.lod_source == texture_unit_pkg::LOD_EXPLICIT;

  // Gathers read the view's first level, fetches that of their operand. A state of a unit that only samples has no such
  // member.
  logic selects;
  if (texture_unit_pkg::OPERATION_BITS > 0) begin : g_operation
    assign selects = late_state.operation == operation_pkg::SAMPLE;
  end else begin : g_sample
    assign selects = 1'b1;
  end

  // ---- What the steps in front of the levels read ----

  // The size of the view's first level, by which all derivatives are scaled, in float32.
  typedef struct packed {
    logic [31:0] width, height;
    logic [30:0] max_anisotropy;
    texture_unit_pkg::derived_t derived;
  } scaled_t;

  scaled_t sized, scaled;
  unsigned_to_float #(
      .WIDTH(texture_unit_pkg::SIZE_BITS)
  ) convert_width (
      .value(state.width[state.first_level]),
      .bits (sized.width)
  );
  unsigned_to_float #(
      .WIDTH(texture_unit_pkg::SIZE_BITS)
  ) convert_height (
      .value(state.height[state.first_level]),
      .bits (sized.height)
  );
  assign sized.max_anisotropy = state.max_anisotropy;
  assign sized.derived = derived;
  stage_registers #(
      .WIDTH($bits(sized)),
      .COUNT(UNTIL_SCALE)
  ) before_scale (
      .clock,
      .value  (sized),
      .delayed(scaled)
  );

  // Of a volume alone: derivatives along w are 0 in a plane.
  logic [31:0] depth;
  if (texture_unit_pkg::VOLUMES > 0) begin : g_depth
    logic [31:0] sized_depth;
    unsigned_to_float #(
        .WIDTH(texture_unit_pkg::SIZE_BITS)
    ) convert_depth (
        .value(state.depth[state.first_level]),
        .bits (sized_depth)
    );
    stage_registers #(
        .WIDTH(32),
        .COUNT(UNTIL_SCALE)
    ) before_scale_w (
        .clock,
        .value  (sized_depth),
        .delayed(depth)
    );
  end else begin : g_no_depth
    assign depth = '0;
  end

  texture_unit_pkg::derived_t late;
  stage_registers #(
      .WIDTH($bits(late)),
      .COUNT(REGISTERS - UNTIL_SCALE)
  ) beside_axes (
      .clock,
      .value  (scaled.derived),
      .delayed(late)
  );
  assign late_number = late.state;

  logic [3:0][texture_unit_pkg::SAMPLES_BITS-1:0] samples;
  logic [3:0][texture_unit_pkg::LEVEL_WEIGHT_BITS-1:0] level_weight;

  for (genvar lane = 0; lane < 4; lane++) begin : g_lane
    // ---- Axes of the footprint, and N ----

    logic [31:0] dxu, dxv, dyu, dyv;
    float_multiply scale_dxu (
        .a(scaled.derived.dudx[lane]),
        .b(scaled.width),
        .product(dxu)
    );
    float_multiply scale_dxv (
        .a(scaled.derived.dvdx[lane]),
        .b(scaled.height),
        .product(dxv)
    );
    float_multiply scale_dyu (
        .a(scaled.derived.dudy[lane]),
        .b(scaled.width),
        .product(dyu)
    );
    float_multiply scale_dyv (
        .a(scaled.derived.dvdy[lane]),
        .b(scaled.height),
        .product(dyv)
    );

    logic [31:0] dxw, dyw;
    if (texture_unit_pkg::VOLUMES > 0) begin : g_volume
      float_multiply scale_dxw (
          .a(scaled.derived.dwdx[lane]),
          .b(depth),
          .product(dxw)
      );
      float_multiply scale_dyw (
          .a(scaled.derived.dwdy[lane]),
          .b(depth),
          .product(dyw)
      );
      logic unused_late;
      assign unused_late = ^{late.dwdx[lane], late.dwdy[lane]};
    end else begin : g_plane
      assign {dxw, dyw} = {depth, depth};
    end

    typedef struct packed {
      logic infinite;
      scaled_pkg::scaled_t major, minor;
      logic [texture_unit_pkg::SAMPLES_BITS-1:0] rate;
      logic signed [texture_unit_pkg::LOD_ELLIPSE_BITS+1:0] along_x, along_y;
    } axes_t;

    axes_t measured_axes, of_axes;
    logic [7-texture_unit_pkg::SAMPLES_BITS:0] unused_rates;
    scaled_pkg::scaled_t rho;
    narrow_axes #(
        .METHOD(lod_unit_pkg::scale_factor_e'(texture_unit_pkg::LOD_SCALE_FACTOR)),
        .SCALE_FACTOR_BITS(texture_unit_pkg::LOD_SCALE_FACTOR_BITS),
        .ELLIPSE_BITS(texture_unit_pkg::LOD_ELLIPSE_BITS),
        .LENGTH_BITS(texture_unit_pkg::LOD_LENGTH_BITS),
        .MINOR_AXIS_BITS(texture_unit_pkg::LOD_MINOR_AXIS_BITS),
        .ALPHA_BETA_BITS(texture_unit_pkg::LOD_ALPHA_BETA_BITS),
        .ALPHA(texture_unit_pkg::LOD_ALPHA),
        .BETA(texture_unit_pkg::LOD_BETA),
        .RATE_COUNT(texture_unit_pkg::LOD_RATE_COUNT),
        .RATES(texture_unit_pkg::LOD_RATES),
        .VOLUMES(texture_unit_pkg::VOLUMES > 0),
        .REGISTERS(UNTIL_AXES - UNTIL_SCALE)
    ) axes (
        .clock,
        .dxu(dxu),
        .dxv(dxv),
        .dxw(dxw),
        .dyu(dyu),
        .dyv(dyv),
        .dyw(dyw),
        .max_anisotropy(scaled.max_anisotropy),
        .infinite(measured_axes.infinite),
        .major(measured_axes.major),
        .minor(measured_axes.minor),
        .samples({unused_rates, measured_axes.rate}),
        .along_x(measured_axes.along_x),
        .along_y(measured_axes.along_y)
    );
    stage_registers #(
        .WIDTH($bits(measured_axes)),
        .COUNT(REGISTERS - UNTIL_AXES)
    ) before_levels (
        .clock,
        .value  (measured_axes),
        .delayed(of_axes)
    );

    if (texture_unit_pkg::LARGEST_RATE > 1) begin : g_anisotropic
      major_axis #(
          .FRACTION_BITS(texture_unit_pkg::LOD_ELLIPSE_BITS)
      ) axis_u (
          .dx(late.dudx[lane]),
          .dy(late.dudy[lane]),
          .along_x(of_axes.along_x),
          .along_y(of_axes.along_y),
          .axis(lanes.axis_u[lane])
      );
      major_axis #(
          .FRACTION_BITS(texture_unit_pkg::LOD_ELLIPSE_BITS)
      ) axis_v (
          .dx(late.dvdx[lane]),
          .dy(late.dvdy[lane]),
          .along_x(of_axes.along_x),
          .along_y(of_axes.along_y),
          .axis(lanes.axis_v[lane])
      );
      logic anisotropic;
      assign anisotropic = selects && !explicit_lod && late_state.max_anisotropy > ONE;
      assign rho = anisotropic ? of_axes.minor : of_axes.major;
      assign samples[lane] = anisotropic ? of_axes.rate : texture_unit_pkg::SAMPLES_BITS'(1);
    end else begin : g_isotropic
      logic unused;
      assign unused = ^{of_axes.minor, of_axes.rate, of_axes.along_x, of_axes.along_y,
                        late.dudx[lane], late.dvdx[lane], late.dudy[lane], late.dvdy[lane]};
      assign rho = of_axes.major;
      assign samples[lane] = texture_unit_pkg::SAMPLES_BITS'(1);
    end

    // ---- Base LOD ----

    logic unused_sign;
    logic [30:0] rho_bits;
    logic signed [LOD_WIDTH-1:0] measured, operand, base_lod;
    logic operand_nan;
    scaled_to_float convert_rho (
        .value(rho),
        .bits ({unused_sign, rho_bits})
    );
    log2 #(
        .LOD_INTEGER_BITS(texture_unit_pkg::LOD_FORMAT_INTEGER_BITS),
        .LOD_FRACTION_BITS(texture_unit_pkg::LOD_FORMAT_FRACTION_BITS),
        .INDEX_BITS(texture_unit_pkg::LOD_LOG2_TABLE_INDEX_BITS),
        .ENTRY_BITS(texture_unit_pkg::LOD_LOG2_TABLE_ENTRY_BITS),
        .INTERPOLATION_BITS(texture_unit_pkg::LOD_LOG2_TABLE_INTERPOLATION_BITS),
        .ROUNDING(fixed_point_pkg::rounding_e'(texture_unit_pkg::LOD_ROUNDING)),
        .FILE(texture_unit_pkg::LOG2_FILE)
    ) logarithm (
        .bits({1'b0, of_axes.infinite ? 31'h7f80_0000 : rho_bits}),
        .lod (measured)
    );
    float_to_fixed #(
        .INTEGER_BITS(texture_unit_pkg::LOD_FORMAT_INTEGER_BITS),
        .FRACTION_BITS(texture_unit_pkg::LOD_FORMAT_FRACTION_BITS),
        .ROUNDING(fixed_point_pkg::rounding_e'(texture_unit_pkg::LOD_ROUNDING))
    ) convert_lod (
        .bits (late.lod_operand[lane]),
        .value(operand)
    );
    assign operand_nan = late.lod_operand[lane][30:0] > 31'h7f80_0000;
    assign base_lod = !explicit_lod ? measured : operand_nan ? {1'b0, {(LOD_WIDTH - 1) {1'b1}}} : operand;

    // ---- Bias, clamp, levels ----

    logic signed [BIAS_WIDTH-1:0] bias;
    logic [texture_unit_pkg::LIMIT_BITS-1:0] min_lod;
    logic signed [LOD_WIDTH-1:0] unused_lambda, lod;
    logic magnified;
    lod_bias #(
        .LOD_INTEGER_BITS(texture_unit_pkg::LOD_FORMAT_INTEGER_BITS),
        .LOD_FRACTION_BITS(texture_unit_pkg::LOD_FORMAT_FRACTION_BITS),
        .INTEGER_BITS(texture_unit_pkg::LOD_BIAS_INTEGER_BITS),
        .FRACTION_BITS(texture_unit_pkg::LOD_BIAS_FRACTION_BITS),
        .ROUNDING(fixed_point_pkg::rounding_e'(texture_unit_pkg::LOD_ROUNDING)),
        .LEAST(texture_unit_pkg::LOD_BIAS_LEAST),
        .GREATEST(texture_unit_pkg::LOD_BIAS_GREATEST)
    ) sum_of_biases (
        .sampler_bias(late_state.lod_bias),
        .shader_bias(explicit_lod ? '0 : late.lod_operand[lane]),
        .bias(bias)
    );
    lod_limit #(
        .INTEGER_BITS(texture_unit_pkg::LOD_CLAMP_INTEGER_BITS),
        .FRACTION_BITS(texture_unit_pkg::LOD_CLAMP_FRACTION_BITS),
        .LOD_FRACTION_BITS(texture_unit_pkg::LOD_FORMAT_FRACTION_BITS),
        .ROUNDING(fixed_point_pkg::rounding_e'(texture_unit_pkg::LOD_ROUNDING))
    ) convert_min_lod (
        .bound(late.min_lod[lane]),
        .limit(min_lod)
    );
    lod_clamp #(
        .LOD_WIDTH(LOD_WIDTH),
        .BIAS_WIDTH(BIAS_WIDTH),
        .LIMIT_WIDTH(texture_unit_pkg::LIMIT_BITS)
    ) clamp (
        .base_lod(base_lod),
        .bias(bias),
        .min_lod(min_lod > late_state.min_lod ? min_lod : late_state.min_lod),
        .max_lod(late_state.max_lod),
        .lambda(unused_lambda),
        .lod(lod),
        .magnified(magnified)
    );
    assign lanes.linear[lane] = selects && (magnified ? late_state.mag_linear : late_state.min_linear);

    logic [LOD_WIDTH-1:0] unused_parameter;
    logic [texture_unit_pkg::LEVEL_BITS-1:0] level_hi, level_lo, unselected;
    logic [texture_unit_pkg::LEVEL_WEIGHT_BITS-1:0] weight;
    level_selection #(
        .LOD_INTEGER_BITS(texture_unit_pkg::LOD_FORMAT_INTEGER_BITS),
        .LOD_FRACTION_BITS(texture_unit_pkg::LOD_FORMAT_FRACTION_BITS),
        .LIMIT_WIDTH(texture_unit_pkg::LIMIT_BITS),
        .LEVEL_BITS(texture_unit_pkg::LEVEL_BITS),
        .NEAREST_RULE(fixed_point_pkg::rounding_e'(texture_unit_pkg::LOD_NEAREST_RULE)),
        .CURVED(texture_unit_pkg::LOD_CURVED),
        .FILE(texture_unit_pkg::LEVEL_WEIGHT_FILE)
    ) selection (
        .lod(lod),
        .first_level(late_state.first_level),
        .last_level(late_state.last_level),
        .coarsest_level(late_state.coarsest_level),
        .view_min_lod(late_state.view_min_lod),
        .mip_linear(late_state.mip_linear),
        .level_parameter(unused_parameter),
        .level_hi(level_hi),
        .level_lo(level_lo),
        .level_weight(weight)
    );
    if (texture_unit_pkg::FETCHES > 0) begin : g_fetch
      // The operand of a fetch is an integer: its level, counted from the view's first one.
      logic [31:0] level;
      assign level = late.lod_operand[lane];
      assign lanes.off_view[lane] = late_state.operation == operation_pkg::FETCH && level > 32'(late_state.last_level);
      assign unselected = late_state.operation == operation_pkg::FETCH
          ? late_state.first_level + texture_unit_pkg::LEVEL_BITS'(level) : late_state.first_level;
    end else begin : g_first
      assign unselected = late_state.first_level;
    end
    assign lanes.level_hi[lane] = selects ? level_hi : unselected;
    assign lanes.level_lo[lane] = selects ? level_lo : late_state.first_level;
    assign level_weight[lane]   = selects ? weight : '0;
  end

  // A linear filter reads two slices of a volume, each in a pass.
  logic [3:0] slices;
  if (texture_unit_pkg::VOLUMES > 0) begin : g_volume
    assign slices = lanes.linear & {4{late_state.volume}};
    assign lanes.offset_w = late.offset_w;
    assign lanes.w = late.w;
  end else begin : g_plane
    assign slices = '0;
  end

  // Both levels take N samples. A quad without active lanes has one pass, which is empty.
  logic [texture_unit_pkg::PASS_BITS-1:0] passes, of_lane;
  always_comb begin
    passes = texture_unit_pkg::PASS_BITS'(1);
    for (int lane = 0; lane < 4; lane++) begin
      of_lane = texture_unit_pkg::PASS_BITS'(samples[lane]) << (level_weight[lane] != '0) << slices[lane];
      if (late.active[lane] && of_lane > passes) passes = of_lane;
    end
  end

  assign lanes.state        = late.state;
  assign lanes.quad         = late.quad;
  assign lanes.active       = late.active;
  assign lanes.offset_u     = late.offset_u;
  assign lanes.offset_v     = late.offset_v;
  assign lanes.u            = late.u;
  assign lanes.v            = late.v;
  assign lanes.layer        = late.layer;
  assign lanes.level_weight = level_weight;
  assign lanes.samples      = samples;
  assign lanes.passes       = passes;
  if (texture_unit_pkg::COMPARISON > 0) begin : g_reference
    assign lanes.dref = late.dref;
  end
  if (texture_unit_pkg::CUBES > 0) begin : g_face
    assign lanes.face = late.face;
  end

endmodule

`default_nettype wire
