`default_nettype none

// The filter unit at its rate (filter-stage.ts). The last pass of a quad brings the result; a pass that is not the last
// one needs no room after the stage.
//
// in_ready: the pass is taken in this cycle, which is the first of its work.
// out_item: of the quad that `out_valid` announced three cycles ago, the registers of the filter unit.
module filter_stage (
    input  wire logic                      clock,
    input  wire logic                      reset,
    input  wire logic                      in_valid,
    output logic                           in_ready,
    /* verilator lint_off UNUSEDSIGNAL */  // The filter reads some members.
    input  wire texture_unit_pkg::texels_t in_pass,
    input  wire texture_unit_pkg::state_t  in_state,
    /* verilator lint_on UNUSEDSIGNAL */
    output logic                           out_valid,
    input  wire logic                      out_ready,
    output texture_unit_pkg::result_t      out_item
);

  // ---- Time ----

  // A batch of depths, or of wide components, takes several cycles (filter.rate).
  localparam bit HAS_16 = texture_unit_pkg::COMPARISON > 0 || texture_unit_pkg::WIDE_BITS > 0;
  localparam bit HAS_32 = texture_unit_pkg::COMPARISON > 0 || texture_unit_pkg::WIDE_BITS > 16;
  localparam int CYCLES_16 = HAS_16 ? texture_unit_pkg::FILTER_RATE_BITS16 : 1;
  localparam int CYCLES_32 = HAS_32 ? texture_unit_pkg::FILTER_RATE_BITS32 : 1;
  localparam int CYCLE_BITS = $clog2(4 * (CYCLES_16 > CYCLES_32 ? CYCLES_16 : CYCLES_32) + 1);

  texel_format_pkg::components_e components;
  texel_format_pkg::component_type_e component_type;
  assign components = texel_format_pkg::components_e'(in_state.components);
  assign component_type = texel_format_pkg::component_type_e'(in_state.component_type);

  logic d16, d32, is_wide, has_16_bits, has_32_bits;
  logic [2:0] samples, batches;
  logic [CYCLE_BITS-1:0] cycles;
  logic [texture_unit_pkg::QUAD_BITS-1:0] quad;
  logic [2:0][texture_unit_pkg::QUAD_BITS-1:0] quads;
  always_comb begin
    samples = '0;
    for (int lane = 0; lane < 4; lane++) samples += 3'(in_pass.sample.active[lane]);
  end
  assign d16 = texture_unit_pkg::COMPARISON > 0 && in_state.components == texel_format_pkg::D16;
  assign d32 = texture_unit_pkg::COMPARISON > 0 && in_state.components == texel_format_pkg::D32;
  assign is_wide = texture_unit_pkg::WIDE_BITS > 0 && texel_format_pkg::is_wide(components);
  assign has_32_bits = d32 || (is_wide && texel_format_pkg::is_of_32_bits(components));
  assign has_16_bits = d16 || (is_wide && !has_32_bits);
  // A pass without samples takes one cycle whatever it reads.
  assign cycles = CYCLE_BITS'(batches) * CYCLE_BITS'(samples == '0 ? 1 : has_16_bits ? CYCLES_16 : has_32_bits ? CYCLES_32 : 1);
  assign out_item.quad = quads[2];
  always_ff @(posedge clock) quads <= {quads[1:0], quad};

  pass_cycles #(
      .MOST(4),
      .PER_CYCLE(texture_unit_pkg::FILTER_SAMPLES_PER_CYCLE)
  ) cycles_of_samples (
      .count (samples),
      .cycles(batches)
  );

  stepped_stage #(
      .WIDTH(texture_unit_pkg::QUAD_BITS),
      .CYCLE_BITS(CYCLE_BITS)
  ) stage (
      .clock,
      .reset,
      .in_valid,
      .in_item(in_pass.sample.quad),
      .in_gives(in_pass.sample.last),
      .in_cycles(cycles),
      .in_ready,
      .out_valid,
      .out_ready,
      .out_item(quad)
  );

  // ---- Values ----

  // The code of 1 has no sign.
  localparam int ONE_BITS = texture_unit_pkg::CODE_BITS - 1;

  texel_format_pkg::texel_fields_t fields;
  logic [3:0][3:0] bits;
  logic [3:0][ONE_BITS-1:0] one_of_word, one_of_word_or_block, one_of_texel, one;
  logic [63:0][texture_unit_pkg::TEXEL_BITS-1:0] texel;
  logic [3:0][texture_unit_pkg::FILTER_WEIGHT_BITS:0] alpha, beta, gamma;
  logic [1:0] texel_size;
  logic ready, valid, unused;
  assign bits = {fields.a.bits, fields.b.bits, fields.g.bits, fields.r.bits};
  // Room is kept for every result, so that the unit need not wait. It holds a result until the next one.
  assign unused = &{1'b0, ready, valid, texel_size};

  texel_fields stored (
      .components,
      .fields,
      .texel_size
  );

  for (genvar component = 0; component < 4; component++) begin : g_one
    component_scale #(
        .ALPHA(component == 3),
        .SRGB_ONE(texture_unit_pkg::SRGB_ONE),
        .ONE_BITS(ONE_BITS)
    ) scale (
        .component_type,
        .bits(bits[component]),
        .one(one_of_word[component])
    );
  end

  if (texture_unit_pkg::BLOCK_SRGB_BITS > 0) begin : g_block
    logic [4*ONE_BITS-1:0] one_of_block;
    block_scale #(
        .SRGB_ONE(2 ** texture_unit_pkg::BLOCK_SRGB_BITS - 1),
        .ONE_BITS(ONE_BITS)
    ) scale_of_block (
        .components,
        .component_type,
        .one(one_of_block)
    );
    assign one_of_word_or_block = texel_format_pkg::is_block(components) ? one_of_block : one_of_word;
  end else begin : g_word
    assign one_of_word_or_block = one_of_word;
  end

  if (texture_unit_pkg::WIDE_BITS > 0) begin : g_wide
    logic [4*ONE_BITS-1:0] one_of_wide;
    wide_scale #(
        .ONE_BITS(ONE_BITS)
    ) scale_of_wide (
        .components,
        .component_type,
        .one(one_of_wide)
    );
    assign one_of_texel = is_wide ? one_of_wide : one_of_word_or_block;
  end else begin : g_narrow
    assign one_of_texel = one_of_word_or_block;
  end

  // A comparison is all of the depth's code or nothing. That of a float is 1 or 0, of a unit with cubes 3 or 0: the texel that
  // a corner lacks has thirds.
  if (texture_unit_pkg::COMPARISON > 0) begin : g_comparison
    localparam logic [ONE_BITS-1:0] ONE_OF_FLOAT = texture_unit_pkg::CUBES > 0 ? ONE_BITS'(3) : ONE_BITS'(1);
    assign one = {one_of_texel[3:1], d16 ? ONE_BITS'(16'hffff) : d32 ? ONE_OF_FLOAT : one_of_texel[0]};
    for (genvar lane = 0; lane < 4; lane++) begin : g_lane
      // The upper half of a tap's depth is in its g, the lower one in its r.
      localparam int G = 16 * lane + 1, R = 16 * lane;
      logic [3:0] passes;
      depth_compare #(
          .QUANTIZED(texture_unit_pkg::FILTER_DEPTH_QUANTIZED)
      ) comparison (
          .is_float(d32),
          .dref(in_pass.sample.dref[lane]),
          .compare_op(in_state.compare_op),
          .depth({
            in_pass.texel[G+12][15:0],
            in_pass.texel[R+12][15:0],
            in_pass.texel[G+8][15:0],
            in_pass.texel[R+8][15:0],
            in_pass.texel[G+4][15:0],
            in_pass.texel[R+4][15:0],
            in_pass.texel[G][15:0],
            in_pass.texel[R][15:0]
          }),
          .passes(passes)
      );
      for (genvar tap = 0; tap < 4; tap++) begin : g_tap
        always_comb begin
          texel[R+4*tap+:4] = in_pass.texel[R+4*tap+:4];
          if (d16 || d32) texel[R+4*tap] = passes[tap] ? texture_unit_pkg::TEXEL_BITS'(one[0]) : '0;
          if (d32) texel[G+4*tap] = '0;
        end
      end
    end
  end else begin : g_codes
    assign texel = in_pass.texel;
    assign one   = one_of_texel;
  end

  // The texel that a corner of a cube lacks is the average of the lane's other three.
  // Codes have fraction bits for it, floats none.
  localparam int WHOLE_BITS = texture_unit_pkg::CODE_BITS + texture_unit_pkg::CORNER_BITS;
  localparam int TEXEL_BITS = texture_unit_pkg::FLOAT_BITS > WHOLE_BITS ? texture_unit_pkg::FLOAT_BITS : WHOLE_BITS;
  logic [63:0][TEXEL_BITS-1:0] whole_texel;
  logic floats;
  assign floats = texture_unit_pkg::FLOAT_BITS > 0 && component_type == texel_format_pkg::SFLOAT;
  if (texture_unit_pkg::CUBES > 0) begin : g_corner
    for (genvar lane = 0; lane < 4; lane++) begin : g_lane
      logic [3:0] missing;
      assign missing = in_pass.sample.corner[4*lane+:4];
      for (genvar component = 0; component < 4; component++) begin : g_component
        localparam int TAP0 = 16 * lane + component;
        logic [texture_unit_pkg::CODE_BITS-1:0] code0, code1, code2, code3;
        logic signed [WHOLE_BITS-1:0] of_others;
        assign code0 = texel[TAP0][texture_unit_pkg::CODE_BITS-1:0];
        assign code1 = texel[TAP0+4][texture_unit_pkg::CODE_BITS-1:0];
        assign code2 = texel[TAP0+8][texture_unit_pkg::CODE_BITS-1:0];
        assign code3 = texel[TAP0+12][texture_unit_pkg::CODE_BITS-1:0];
        // The fourth texel takes the place of the one that is lacking.
        corner_texel #(
            .CODE_BITS(texture_unit_pkg::CODE_BITS),
            .CORNER_BITS(texture_unit_pkg::CORNER_BITS),
            .ROUNDING(fixed_point_pkg::rounding_e'(texture_unit_pkg::FILTER_ROUNDING))
        ) of_three (
            .a(missing[0] ? code3 : code0),
            .b(missing[1] ? code3 : code1),
            .c(missing[2] ? code3 : code2),
            .bits(in_state.corner_bits),
            .texel(of_others)
        );
        for (genvar tap = 0; tap < 4; tap++) begin : g_tap
          assign whole_texel[TAP0+4*tap] = missing[tap]
              ? TEXEL_BITS'(of_others) : TEXEL_BITS'(texel[TAP0+4*tap]) << (floats ? 0 : texture_unit_pkg::CORNER_BITS);
        end
      end
    end
  end else begin : g_no_corner
    assign whole_texel = texel;
  end

  // A state without reductions has no such member.
  filter_widths_pkg::reduction_e reduction;
  if (texture_unit_pkg::REDUCTION_BITS > 0) begin : g_reduction
    assign reduction = filter_widths_pkg::reduction_e'(in_state.reduction);
  end else begin : g_average
    assign reduction = filter_widths_pkg::WEIGHTED_AVERAGE;
  end

  logic gather;
  if (texture_unit_pkg::GATHERS > 0) begin : g_gather
    assign gather = in_state.operation == operation_pkg::GATHER;
  end else begin : g_sample
    assign gather = 1'b0;
  end

  // Where weights are 1 together, a nearest filter is a linear one with the weights 0, and a pass has no such member.
  logic [3:0] linear;
  if (texture_unit_pkg::LINEAR_BITS > 0) begin : g_linear
    assign linear = in_pass.sample.linear;
  end else begin : g_weights
    assign linear = '1;
  end

  for (genvar lane = 0; lane < 4; lane++) begin : g_weight
    assign alpha[lane] = (texture_unit_pkg::FILTER_WEIGHT_BITS + 1)'(in_pass.sample.alpha[lane]);
    assign beta[lane]  = (texture_unit_pkg::FILTER_WEIGHT_BITS + 1)'(in_pass.sample.beta[lane]);
  end

  // A state of a unit without volumes has no such member.
  logic volume;
  if (texture_unit_pkg::VOLUMES > 0) begin : g_volume
    assign volume = in_state.volume;
    for (genvar lane = 0; lane < 4; lane++) begin : g_weight
      assign gamma[lane] = (texture_unit_pkg::FILTER_WEIGHT_BITS + 1)'(in_pass.sample.gamma[lane]);
    end
  end else begin : g_plane
    assign volume = 1'b0;
    assign gamma  = '0;
  end

  filter_unit #(
      .CODE_BITS(texture_unit_pkg::CODE_BITS),
      .WEIGHT_BITS(texture_unit_pkg::FILTER_WEIGHT_BITS),
      .LEVEL_WEIGHT_BITS(texture_unit_pkg::LEVEL_WEIGHT_BITS),
      .GUARD_BITS(texture_unit_pkg::FILTER_GUARD_BITS),
      .ACCUMULATOR_BITS(texture_unit_pkg::FILTER_ACCUMULATOR_BITS),
      .RECIPROCAL_BITS(texture_unit_pkg::FILTER_RECIPROCAL_BITS),
      .LARGEST_RATE(texture_unit_pkg::LARGEST_RATE),
      .ROUNDING(fixed_point_pkg::rounding_e'(texture_unit_pkg::FILTER_ROUNDING)),
      .REDUCES(texture_unit_pkg::REDUCTION_BITS > 0),
      .GATHERS(texture_unit_pkg::GATHERS > 0),
      .SHARES(texture_unit_pkg::COMPARISON > 0),
      .FLOAT_BITS(texture_unit_pkg::FLOAT_BITS),
      .CORNER_BITS(texture_unit_pkg::CORNER_BITS),
      .THIRDS(texture_unit_pkg::CUBES > 0),
      .VOLUMES(texture_unit_pkg::VOLUMES > 0),
      .WEIGHT_SCALE(filter_widths_pkg::weight_scale_e'(texture_unit_pkg::FILTER_WEIGHT_SCALE)),
      .FILE(texture_unit_pkg::RECIPROCAL_FILE)
  ) unit (
      .clock,
      .reset,
      .valid_in(in_ready),
      .ready_in(ready),
      .last(in_pass.sample.last),
      .pass((texture_unit_pkg::SAMPLES_BITS + 1)'(in_pass.sample.pass)),
      .active(in_pass.sample.active),
      .texel(whole_texel),
      .alpha,
      .beta,
      .gamma,
      .linear,
      .volume,
      .samples(in_pass.sample.samples),
      .level_weight(in_pass.sample.level_weight),
      .one,
      .sources(in_state.sources),
      .reduction,
      .gather,
      .share(d32),
      .floats,
      .valid_out(valid),
      .ready_out(1'b1),
      .color(out_item.color)
  );

`ifndef SYNTHESIS
  always_ff @(posedge clock) begin
    if (!reset) begin : filter_never_waits assert (ready); end
  end
`endif

endmodule

`default_nettype wire
