`default_nettype none

// The address unit (plans/sample-plan.ts, gather-plan.ts, fetch-plan.ts): the footprints of one pass of a quad, which the
// pass number selects (D3D11.3 7.18.5-7.18.9; Vulkan: Texel Anisotropic Filtering, Wrapping Operation, Array Layer
// Selection, Texel Gathering, Integer Texel Coordinate Operations). Passes 0 to N - 1 of a lane are samples of d_hi, those
// from N to 2 N - 1 samples of d_lo. Taps beyond the edge of a seamless cube's face are on its neighbour (Vulkan: Cube Map Edge
// Handling). A linear filter of a volume reads a slice in each of two passes. Combinational: the registers are the stage's.
//
// pass_number: 0 to lanes.passes - 1.
// pass:        taps (i0, j0), (i1, j0), (i0, j1), (i1, j1) of each lane; a nearest filter has the first one alone. A gather
//              has (i0, j1), (i1, j1), (i1, j0), (i0, j0), a fetch one texel. Addresses have a meaning where `touches` is 1.
module address_unit (
    /* verilator lint_off UNUSEDSIGNAL */  // A unit reads some members of a state.
    input  wire texture_unit_pkg::state_t               state,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire texture_unit_pkg::lanes_t               lanes,
    input  wire logic [texture_unit_pkg::PASS_BITS-1:0] pass_number,
    output texture_unit_pkg::pass_t                     pass
);

  localparam int INTEGER_BITS = texture_unit_pkg::ADDRESS_COORDINATE_INTEGER_BITS;
  localparam int FRACTION_BITS = texture_unit_pkg::ADDRESS_COORDINATE_FRACTION_BITS;
  localparam int SIZE_BITS = texture_unit_pkg::SIZE_BITS;
  localparam int ADDRESS_BITS = texture_unit_pkg::ADDRESS_BITS;

  texel_format_pkg::texel_fields_t unused_fields;
  logic [1:0] texel_size;
  texel_fields format (
      .components(state.components),
      .fields(unused_fields),
      .texel_size(texel_size)
  );

  logic gather;
  logic [3:0] coarser, active;
  logic [3:0][texture_unit_pkg::PASS_BITS-1:0] sample;
  logic [4:0] unused_taps;
  pass_lanes lanes_of_pass (
      .state,
      .lanes,
      .pass_number,
      .gather,
      .coarser,
      .sample,
      .active,
      .taps(unused_taps)
  );

  // A seamless cube has no address mode.
  address_unit_pkg::address_mode_e address_u, address_v;
  if (texture_unit_pkg::CUBES > 0) begin : g_cube
    assign address_u =
        state.seamless ? address_unit_pkg::CLAMP_TO_EDGE : address_unit_pkg::address_mode_e'(state.address_u);
    assign address_v =
        state.seamless ? address_unit_pkg::CLAMP_TO_EDGE : address_unit_pkg::address_mode_e'(state.address_v);
  end else begin : g_plane
    assign address_u = address_unit_pkg::address_mode_e'(state.address_u);
    assign address_v = address_unit_pkg::address_mode_e'(state.address_v);
  end

  // The texels that an address is of: single ones, wide ones among them, or blocks of 4x4.
  localparam int STRIDE_BITS = texture_unit_pkg::TAP_BITS > 32 ? 3 : 2;
  logic is_block;
  logic [STRIDE_BITS-1:0] stride_log2;
  if (texture_unit_pkg::TAP_BITS > 32) begin : g_block
    texel_format_pkg::components_e components;
    assign components = texel_format_pkg::components_e'(state.components);
    assign is_block = texture_unit_pkg::BLOCK_SRGB_BITS > 0 && texel_format_pkg::is_block(components);
    always_comb begin
      stride_log2 = STRIDE_BITS'(texel_size);
      if (is_block) stride_log2 = texel_format_pkg::is_block_of_8(components) ? 3'd3 : 3'd4;
      if (texture_unit_pkg::WIDE_BITS > 0 && texel_format_pkg::is_wide(components)) begin
        stride_log2 = texel_format_pkg::wide_size_log2(components);
      end
    end
  end else begin : g_texel
    assign is_block = 1'b0;
    assign stride_log2 = texel_size;
  end

  for (genvar lane = 0; lane < 4; lane++) begin : g_lane
    // ---- The sample and its level ----


    logic [31:0] sample_u, sample_v;
    if (texture_unit_pkg::LARGEST_RATE > 1) begin : g_anisotropic
      localparam int SAMPLE_BITS = $clog2(texture_unit_pkg::LARGEST_RATE);
      logic [texture_unit_pkg::PASS_BITS-1:0] samples;
      logic [31:0] position;
      assign samples = texture_unit_pkg::PASS_BITS'(lanes.samples[lane]);
      sample_positions #(
          .SAMPLE_BITS(SAMPLE_BITS),
          .FILE(texture_unit_pkg::SAMPLE_POSITION_FILE)
      ) positions (
          .last(SAMPLE_BITS'(samples - 1'b1)),
          .sample(SAMPLE_BITS'(sample[lane])),
          .position(position)
      );
      sample_position along_u (
          .u(lanes.u[lane]),
          .axis(lanes.axis_u[lane]),
          .position(position),
          .single(samples == texture_unit_pkg::PASS_BITS'(1)),
          .sample_u(sample_u)
      );
      sample_position along_v (
          .u(lanes.v[lane]),
          .axis(lanes.axis_v[lane]),
          .position(position),
          .single(samples == texture_unit_pkg::PASS_BITS'(1)),
          .sample_u(sample_v)
      );
    end else begin : g_isotropic
      logic unused_sample;
      assign unused_sample = ^sample[lane];
      assign sample_u = lanes.u[lane];
      assign sample_v = lanes.v[lane];
    end

    logic [texture_unit_pkg::LEVEL_BITS-1:0] level;
    logic [SIZE_BITS-1:0] width, height;
    assign level  = coarser[lane] ? lanes.level_lo[lane] : lanes.level_hi[lane];
    assign width  = state.width[level];
    assign height = state.height[level];

    // Texels of levels that the view's minimum LOD takes off are out of bounds.
    logic clamped_off;
    if (texture_unit_pkg::OPERATION_BITS > 0) begin : g_clamped
      assign clamped_off = level < state.least_level;
    end else begin : g_whole
      assign clamped_off = 1'b0;
    end

    // ---- Integer coordinates of a fetch ----

    logic fetch, off_view;
    logic [SIZE_BITS-1:0] fetched_i, fetched_j;
    logic [texture_unit_pkg::LAYER_BITS-1:0] fetched_layer;
    if (texture_unit_pkg::FETCHES > 0) begin : g_fetch
      logic signed [32:0] i, j;
      assign fetch = state.operation == operation_pkg::FETCH;
      assign i = 33'($signed(lanes.u[lane])) + 33'(lanes.offset_u);
      assign j = 33'($signed(lanes.v[lane])) + 33'(lanes.offset_v);
      assign fetched_i = SIZE_BITS'(i);
      assign fetched_j = SIZE_BITS'(j);
      assign fetched_layer = texture_unit_pkg::LAYER_BITS'(lanes.layer[lane]);
      // Numbers below 0 are beyond every size.
      assign off_view = lanes.off_view[lane] || $unsigned(i) >= 33'(width) || $unsigned(j) >= 33'(height)
          || (state.arrayed && lanes.layer[lane] >= 32'(state.layers));
    end else begin : g_float
      assign fetch = 1'b0;
      assign off_view = 1'b0;
      assign {fetched_i, fetched_j, fetched_layer} = '0;
    end

    // ---- Texels and weights along each axis ----

    logic linear;
    logic signed [INTEGER_BITS+FRACTION_BITS-1:0] snapped_x, snapped_y, x, y;
    logic signed [INTEGER_BITS:0] i0, i1, j0, j1;
    logic [texture_unit_pkg::FILTER_WEIGHT_BITS:0] alpha, beta;
    assign linear = lanes.linear[lane];
    texel_coordinate #(
        .INTEGER_BITS(INTEGER_BITS),
        .FRACTION_BITS(FRACTION_BITS),
        .ROUNDING(fixed_point_pkg::rounding_e'(texture_unit_pkg::ADDRESS_ROUNDING)),
        .GATHER_ROUNDING(fixed_point_pkg::rounding_e'(texture_unit_pkg::ADDRESS_GATHER_ROUNDING)),
        .SCALE_EXACT(texture_unit_pkg::ADDRESS_SCALE_EXACT),
        .RANGE_REDUCTION(texture_unit_pkg::ADDRESS_RANGE_REDUCTION),
        .SIZE_BITS(SIZE_BITS),
        .OFFSET_BITS(texture_unit_pkg::OFFSET_BITS)
    ) coordinate_u (
        .u(sample_u),
        .address_mode(address_u),
        .size(width),
        .half(linear || gather),
        .gather(gather),
        .offset(lanes.offset_u),
        .coordinate(snapped_x)
    );
    texel_coordinate #(
        .INTEGER_BITS(INTEGER_BITS),
        .FRACTION_BITS(FRACTION_BITS),
        .ROUNDING(fixed_point_pkg::rounding_e'(texture_unit_pkg::ADDRESS_ROUNDING)),
        .GATHER_ROUNDING(fixed_point_pkg::rounding_e'(texture_unit_pkg::ADDRESS_GATHER_ROUNDING)),
        .SCALE_EXACT(texture_unit_pkg::ADDRESS_SCALE_EXACT),
        .RANGE_REDUCTION(texture_unit_pkg::ADDRESS_RANGE_REDUCTION),
        .SIZE_BITS(SIZE_BITS),
        .OFFSET_BITS(texture_unit_pkg::OFFSET_BITS)
    ) coordinate_v (
        .u(sample_v),
        .address_mode(address_v),
        .size(height),
        .half(linear || gather),
        .gather(gather),
        .offset(lanes.offset_v),
        .coordinate(snapped_y)
    );
    if (texture_unit_pkg::CUBES > 0) begin : g_held
      logic signed [INTEGER_BITS+FRACTION_BITS-1:0] held_x, held_y;
      face_hold #(
          .INTEGER_BITS(INTEGER_BITS),
          .FRACTION_BITS(FRACTION_BITS),
          .SIZE_BITS(SIZE_BITS)
      ) hold_x (
          .coordinate(snapped_x),
          .size(width),
          .held(held_x)
      );
      face_hold #(
          .INTEGER_BITS(INTEGER_BITS),
          .FRACTION_BITS(FRACTION_BITS),
          .SIZE_BITS(SIZE_BITS)
      ) hold_y (
          .coordinate(snapped_y),
          .size(height),
          .held(held_y)
      );
      assign x = state.seamless ? held_x : snapped_x;
      assign y = state.seamless ? held_y : snapped_y;
    end else begin : g_unheld
      assign x = snapped_x;
      assign y = snapped_y;
    end
    axis_taps #(
        .INTEGER_BITS(INTEGER_BITS),
        .FRACTION_BITS(FRACTION_BITS),
        .WEIGHT_BITS(texture_unit_pkg::FILTER_WEIGHT_BITS),
        .ROUNDING(fixed_point_pkg::rounding_e'(texture_unit_pkg::FILTER_ROUNDING))
    ) taps_u (
        .coordinate(x),
        .linear(linear),
        .i0(i0),
        .i1(i1),
        .weight(alpha)
    );
    axis_taps #(
        .INTEGER_BITS(INTEGER_BITS),
        .FRACTION_BITS(FRACTION_BITS),
        .WEIGHT_BITS(texture_unit_pkg::FILTER_WEIGHT_BITS),
        .ROUNDING(fixed_point_pkg::rounding_e'(texture_unit_pkg::FILTER_ROUNDING))
    ) taps_v (
        .coordinate(y),
        .linear(linear),
        .i0(j0),
        .i1(j1),
        .weight(beta)
    );
    // A weight that is not narrowed has no integer bit.
    logic unused;
    assign unused = alpha[texture_unit_pkg::FILTER_WEIGHT_BITS] ^ beta[texture_unit_pkg::FILTER_WEIGHT_BITS];
    assign pass.sample.alpha[lane] = active[lane] ? texture_unit_pkg::WEIGHT_BITS'(alpha) : '0;
    assign pass.sample.beta[lane]  = active[lane] ? texture_unit_pkg::WEIGHT_BITS'(beta) : '0;
    if (texture_unit_pkg::LINEAR_BITS > 0) begin : g_linear
      assign pass.sample.linear[lane] = linear;
    end

    // ---- The slice of a volume ----

    logic outside_w, off_depth;
    logic [texture_unit_pkg::LAYER_BITS-1:0] slice;
    if (texture_unit_pkg::VOLUMES > 0) begin : g_volume
      logic signed [INTEGER_BITS+FRACTION_BITS-1:0] z;
      logic signed [INTEGER_BITS:0] k0, k1;
      logic [texture_unit_pkg::FILTER_WEIGHT_BITS:0] gamma;
      logic [SIZE_BITS-1:0] depth, k;
      logic border_w, unused_bits;
      assign depth = state.depth[level];
      texel_coordinate #(
          .INTEGER_BITS(INTEGER_BITS),
          .FRACTION_BITS(FRACTION_BITS),
          .ROUNDING(fixed_point_pkg::rounding_e'(texture_unit_pkg::ADDRESS_ROUNDING)),
          .SCALE_EXACT(texture_unit_pkg::ADDRESS_SCALE_EXACT),
          .RANGE_REDUCTION(texture_unit_pkg::ADDRESS_RANGE_REDUCTION),
          .SIZE_BITS(SIZE_BITS),
          .OFFSET_BITS(texture_unit_pkg::OFFSET_BITS)
      ) coordinate_w (
          .u(lanes.w[lane]),
          .address_mode(address_unit_pkg::address_mode_e'(state.address_w)),
          .size(depth),
          .half(linear),
          .gather(1'b0),
          .offset(lanes.offset_w),
          .coordinate(z)
      );
      axis_taps #(
          .INTEGER_BITS(INTEGER_BITS),
          .FRACTION_BITS(FRACTION_BITS),
          .WEIGHT_BITS(texture_unit_pkg::FILTER_WEIGHT_BITS),
          .ROUNDING(fixed_point_pkg::rounding_e'(texture_unit_pkg::FILTER_ROUNDING))
      ) taps_w (
          .coordinate(z),
          .linear(linear),
          .i0(k0),
          .i1(k1),
          .weight(gamma)
      );
      wrap #(
          .INDEX_BITS(INTEGER_BITS + 1),
          .SIZE_BITS(SIZE_BITS)
      ) wrap_w (
          .i(linear && pass_number[0] ? k1 : k0),
          .size(depth),
          .address_mode(address_unit_pkg::address_mode_e'(state.address_w)),
          .texel(k),
          .border(border_w)
      );
      assign outside_w = state.volume && border_w;
      // An image has fewer slices than columns.
      assign unused_bits = ^{gamma[texture_unit_pkg::FILTER_WEIGHT_BITS], k};
      assign pass.sample.gamma[lane] = active[lane] && state.volume ? texture_unit_pkg::WEIGHT_BITS'(gamma) : '0;

      if (texture_unit_pkg::FETCHES > 0) begin : g_fetch
        logic signed [32:0] fetched_k;
        assign fetched_k = 33'($signed(lanes.w[lane])) + 33'(lanes.offset_w);
        assign off_depth = state.volume && $unsigned(fetched_k) >= 33'(depth);
        assign slice = !state.volume ? '0 : texture_unit_pkg::LAYER_BITS'(fetch ? SIZE_BITS'(fetched_k) : k);
      end else begin : g_float
        assign off_depth = 1'b0;
        assign slice = !state.volume ? '0 : texture_unit_pkg::LAYER_BITS'(k);
      end
    end else begin : g_plane
      assign {outside_w, off_depth, slice} = '0;
    end

    // Texels of the first and the second index.
    logic [2*SIZE_BITS-1:0] i, j;
    logic [1:0] outside_u, outside_v;
    for (genvar n = 0; n < 2; n++) begin : g_wrap
      wrap #(
          .INDEX_BITS(INTEGER_BITS + 1),
          .SIZE_BITS(SIZE_BITS)
      ) wrap_u (
          .i(n == 0 ? i0 : i1),
          .size(width),
          .address_mode(address_u),
          .texel(i[n*SIZE_BITS+:SIZE_BITS]),
          .border(outside_u[n])
      );
      wrap #(
          .INDEX_BITS(INTEGER_BITS + 1),
          .SIZE_BITS(SIZE_BITS)
      ) wrap_v (
          .i(n == 0 ? j0 : j1),
          .size(height),
          .address_mode(address_v),
          .texel(j[n*SIZE_BITS+:SIZE_BITS]),
          .border(outside_v[n])
      );
    end

    // ---- Addresses ----

    logic [texture_unit_pkg::LAYER_BITS-1:0] selected_layer, layer_of_view, layer;
    array_layer #(
        .LAYER_BITS(texture_unit_pkg::LAYER_BITS),
        .ROUNDING(fixed_point_pkg::rounding_e'(texture_unit_pkg::ADDRESS_LAYER_ROUNDING))
    ) select_layer (
        .a(lanes.layer[lane]),
        .layers(state.layers),
        .layer(selected_layer)
    );
    if (texture_unit_pkg::CUBES > 0) begin : g_cubes
      // The first face of a cube: +x, -x, +y, -y, +z and -z are layers of their own.
      assign layer_of_view = state.cube ? texture_unit_pkg::LAYER_BITS'(6) * selected_layer : selected_layer;
    end else begin : g_layers
      assign layer_of_view = selected_layer;
    end
    // A volume has a single layer, and its slices lie as layers do.
    assign layer = state.base_layer + (!state.arrayed ? slice : fetch ? fetched_layer : layer_of_view);

    for (genvar n = 0; n < 4; n++) begin : g_tap
      localparam int TAP = 4 * lane + n;
      logic taken, border, second_i, second_j;
      logic [SIZE_BITS-1:0] plane_i, plane_j, texel_i, texel_j;
      logic [texture_unit_pkg::LAYER_BITS-1:0] texel_layer;
      logic corner;
      logic [texture_unit_pkg::POSITION_BITS-1:0] position;
      assign taken    = active[lane] && (n == 0 || linear || gather);
      assign second_i = gather ? n == 1 || n == 2 : n % 2 == 1;
      assign second_j = gather ? n < 2 : n >= 2;
      assign plane_i  = fetch ? fetched_i : second_i ? i[SIZE_BITS+:SIZE_BITS] : i[0+:SIZE_BITS];
      assign plane_j  = fetch ? fetched_j : second_j ? j[SIZE_BITS+:SIZE_BITS] : j[0+:SIZE_BITS];
      assign border   = clamped_off || (fetch ? off_view || off_depth : outside_u[second_i] || outside_v[second_j] || outside_w);
      if (texture_unit_pkg::CUBES > 0) begin : g_seam
        // A nearest texel stays on its face.
        logic crosses, at_corner;
        logic [2:0] face, texel_face;
        logic [SIZE_BITS-1:0] face_i, face_j;
        assign crosses = state.seamless && (linear || gather);
        cube_edge #(
            .SIZE_BITS(SIZE_BITS)
        ) continued (
            .face(lanes.face[lane]),
            .i((SIZE_BITS + 1)'(second_i ? i1 : i0)),
            .j((SIZE_BITS + 1)'(second_j ? j1 : j0)),
            .size(width),
            .texel_face(face),
            .texel_i(face_i),
            .texel_j(face_j),
            .corner(at_corner)
        );
        assign texel_i     = crosses ? face_i : plane_i;
        assign texel_j     = crosses ? face_j : plane_j;
        assign texel_face  = crosses ? face : lanes.face[lane];
        assign texel_layer = layer + texture_unit_pkg::LAYER_BITS'(texel_face);
        assign corner      = crosses && at_corner && !clamped_off;
        assign pass.sample.corner[TAP] = taken && corner;
      end else begin : g_plane
        assign {texel_i, texel_j, texel_layer, corner} = {plane_i, plane_j, layer, 1'b0};
      end
      texel_layout #(
          .LAYOUT(memory_pkg::texel_layout_e'(texture_unit_pkg::CACHE_LAYOUT)),
          .TILE_WIDTH_LOG2(texture_unit_pkg::CACHE_TILE_WIDTH_LOG2),
          .TILE_HEIGHT_LOG2(texture_unit_pkg::CACHE_TILE_HEIGHT_LOG2),
          .SIZE_BITS(SIZE_BITS),
          .PITCH_BITS(texture_unit_pkg::PITCH_BITS),
          .POSITION_BITS(texture_unit_pkg::POSITION_BITS)
      ) place (
          .i(is_block ? texel_i >> 2 : texel_i),
          .j(is_block ? texel_j >> 2 : texel_j),
          .pitch(state.pitch[level]),
          .square_bits(state.square_bits[level]),
          .position(position)
      );
      texel_address #(
          .ADDRESS_BITS(ADDRESS_BITS),
          .LAYER_BITS(texture_unit_pkg::LAYER_BITS),
          .POSITION_BITS(texture_unit_pkg::POSITION_BITS),
          .STRIDE_LOG2_BITS(STRIDE_BITS)
      ) sum (
          .base(state.base[level]),
          .layer_bytes(state.layer_bytes[level]),
          .layer(texel_layer),
          .position(position),
          .stride_log2,
          .address({pass.word[TAP], pass.byte_offset[TAP]})
      );
      if (texture_unit_pkg::BLOCK_SRGB_BITS > 0) begin : g_in_block
        assign pass.in_block[TAP] = {2'(texel_j), 2'(texel_i)};
      end
      assign pass.touches[TAP] = taken && !border && !corner;
      assign pass.border[TAP]  = taken && border;
    end
  end

  assign pass.sample.state        = lanes.state;
  assign pass.sample.quad         = lanes.quad;
  assign pass.sample.pass         = pass_number;
  assign pass.sample.last         = pass_number == lanes.passes - 1'b1;
  assign pass.sample.active       = active;
  assign pass.sample.samples      = lanes.samples;
  assign pass.sample.level_weight = lanes.level_weight;
  if (texture_unit_pkg::COMPARISON > 0) begin : g_reference
    assign pass.sample.dref = lanes.dref;
  end

endmodule

`default_nettype wire
