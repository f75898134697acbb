`default_nettype none

// The filter unit (sample-filter.ts, texel-filter.ts): a pass of a quad comes in each cycle, the quad's result leaves
// three cycles after its last pass. Backpressure stops all stages.
//
// ready_in, valid_in:   with both, a pass is taken: the lanes' ports as in filter_lane, lane 0 at the low end.
// last:                 1 for the last pass of a quad.
// volume:               1 for a pass of a volume, whose linear filter has two passes for each sample, one a slice; it may be 1
//                       where VOLUMES is. gamma: weight of the second one.
// one, sources:         the codes of 1 of r, g, b and a, and the view's swizzle, of a gather the source of its component
//                       four times.
// gather:               1 for a pass whose four texels are the result; it may be 1 where GATHERS is.
// share:                1 for a pass whose r are ones and zeros of comparisons of floats; it may be 1 where SHARES is. With
//                       THIRDS, 3 is 1, and the texel that a corner of a cube lacks may be 1 or 2.
// floats:               1 for a pass whose texels are floats; it may be 1 where FLOAT_BITS is 16 or 32.
// reduction:            of the sampler; REDUCES is 1 where it may be other than WEIGHTED_AVERAGE.
// ready_out, valid_out: with both, the result is taken: color, r, g, b and a of lanes 0 to 3. Lanes that had no pass
//                       have no meaning.
module filter_unit #(
    parameter int CODE_BITS = 13,
    parameter int WEIGHT_BITS = 8,
    parameter int LEVEL_WEIGHT_BITS = 8,  // at least 1
    parameter int GUARD_BITS = 8,
    parameter int ACCUMULATOR_BITS = 32,
    parameter int RECIPROCAL_BITS = 8,
    parameter int LARGEST_RATE = 16,
    parameter fixed_point_pkg::rounding_e ROUNDING = fixed_point_pkg::NEAREST_UP,
    parameter filter_widths_pkg::weight_scale_e WEIGHT_SCALE = filter_widths_pkg::POWER_OF_TWO,
    parameter bit REDUCES = 1'b0,
    parameter bit GATHERS = 1'b0,
    parameter bit SHARES = 1'b0,
    parameter int FLOAT_BITS = 0,
    parameter int CORNER_BITS = 0,
    parameter bit THIRDS = 1'b0,
    parameter bit VOLUMES = 1'b0,
    parameter FILE = "reciprocal.mem",
    localparam int SAMPLES_BITS = $clog2(LARGEST_RATE + 1),
    localparam int WHOLE_BITS = CODE_BITS + CORNER_BITS,
    localparam int TEXEL_BITS = FLOAT_BITS > WHOLE_BITS ? FLOAT_BITS : WHOLE_BITS
) (
    input  wire logic                                     clock,
    input  wire logic                                     reset,
    input  wire logic                                     valid_in,
    output logic                                          ready_in,
    input  wire logic                                     last,
    input  wire logic [SAMPLES_BITS:0]                    pass,
    input  wire logic [3:0]                               active,
    input  wire logic [3:0][3:0][3:0][TEXEL_BITS-1:0]     texel,
    input  wire logic [3:0][WEIGHT_BITS:0]                alpha,
    input  wire logic [3:0][WEIGHT_BITS:0]                beta,
    input  wire logic [3:0][WEIGHT_BITS:0]                gamma,
    input  wire logic [3:0]                               linear,
    input  wire logic                                     volume,
    input  wire logic [3:0][SAMPLES_BITS-1:0]             samples,
    input  wire logic [3:0][LEVEL_WEIGHT_BITS-1:0]        level_weight,
    input  wire logic [3:0][CODE_BITS-2:0]                one,
    input  wire logic [3:0][2:0]                          sources,
    input  wire filter_widths_pkg::reduction_e            reduction,
    input  wire logic                                     gather,
    input  wire logic                                     share,
    input  wire logic                                     floats,
    output logic                                          valid_out,
    input  wire logic                                     ready_out,
    output logic      [3:0][3:0][31:0]                    color
);

  // The quad's last pass in the first and the second stage.
  logic last_sampled, last_summed;
  assign ready_in = !valid_out || ready_out;

  always_ff @(posedge clock) begin
    if (reset) begin
      {last_sampled, last_summed, valid_out} <= '0;
    end else if (ready_in) begin
      last_sampled <= valid_in && last;
      last_summed <= last_sampled;
      valid_out <= last_summed;
    end
  end

  // The texels of a gather have the scale of their component, and are in the result's order.
  logic gathered;
  logic [3:0][CODE_BITS-2:0] pass_one;
  logic [3:0][2:0] pass_sources;
  assign gathered = GATHERS && gather;
  for (genvar component = 0; component < 4; component++) begin : g_source
    assign pass_one[component] = gathered ? one[sources[component][1:0]] : one[component];
    assign pass_sources[component] = gathered && !sources[component][2] ? 3'(component) : sources[component];
  end

  // What the result needs of the state: the quads in the stages may have different ones.
  logic [3:0][CODE_BITS-2:0] sampled_one, summed_one;
  logic [3:0][2:0] sampled_sources, summed_sources;
  logic [1:0][1:0] reductions;
  logic shared, sampled_share, summed_share, sampled_floats, summed_floats;
  // A texel that is alone, or the least or the greatest, is 0 or 1 on the way of codes.
  assign shared = SHARES && share && !gathered && reduction == filter_widths_pkg::WEIGHTED_AVERAGE;
  always_ff @(posedge clock) begin
    if (ready_in) begin
      {sampled_one, summed_one} <= {pass_one, sampled_one};
      {sampled_sources, summed_sources} <= {pass_sources, sampled_sources};
      reductions <= {reductions[0], reduction};
      {sampled_share, summed_share} <= {shared, sampled_share};
      {sampled_floats, summed_floats} <= {floats, sampled_floats};
    end
  end

  for (genvar lane = 0; lane < 4; lane++) begin : g_lane
    filter_lane #(
        .CODE_BITS(CODE_BITS),
        .WEIGHT_BITS(WEIGHT_BITS),
        .LEVEL_WEIGHT_BITS(LEVEL_WEIGHT_BITS),
        .GUARD_BITS(GUARD_BITS),
        .ACCUMULATOR_BITS(ACCUMULATOR_BITS),
        .RECIPROCAL_BITS(RECIPROCAL_BITS),
        .LARGEST_RATE(LARGEST_RATE),
        .ROUNDING(ROUNDING),
        .WEIGHT_SCALE(WEIGHT_SCALE),
        .REDUCES(REDUCES),
        .SHARES(SHARES),
        .FLOAT_BITS(FLOAT_BITS),
        .CORNER_BITS(CORNER_BITS),
        .THIRDS(THIRDS),
        .VOLUMES(VOLUMES),
        .FILE(FILE)
    ) filter (
        .clock(clock),
        .enable(ready_in),
        .active(valid_in && active[lane]),
        .pass(pass),
        .texel(texel[lane]),
        .alpha(alpha[lane]),
        .beta(beta[lane]),
        .gamma(gamma[lane]),
        .linear(linear[lane]),
        .volume(volume),
        .gather(gathered),
        .source(sources[0][1:0]),
        .samples(samples[lane]),
        .level_weight(level_weight[lane]),
        .one(summed_one),
        .sources(summed_sources),
        .reductions({reductions, reduction}),
        .share(summed_share),
        .floats(summed_floats),
        .finish(last_summed),
        .color(color[lane])
    );
  end

`ifndef SYNTHESIS
  // A result stays until it is taken.
  logic waits;
  logic [3:0][3:0][31:0] waiting_color;
  always_ff @(posedge clock) begin
    waits         <= !reset && valid_out && !ready_out;
    waiting_color <= color;
    if (!reset) begin
      begin : valid_held assert (!waits || valid_out); end
      begin : color_stable assert (!waits || color == waiting_color); end
    end
  end
  for (genvar lane = 0; lane < 4; lane++) begin : g_assert
    always_ff @(posedge clock) begin
      if (!reset && valid_in && ready_in && active[lane]) begin
        begin : samples_in_range assert (samples[lane] != '0 && 32'(samples[lane]) < LARGEST_RATE + 1); end
        begin : pass_in_range
          assert (32'(pass) < (VOLUMES && volume && linear[lane] ? 4 : 2) * 32'(samples[lane]));
        end
        begin : alpha_in_range assert (32'(alpha[lane]) <= 2 ** WEIGHT_BITS); end
        begin : beta_in_range assert (32'(beta[lane]) <= 2 ** WEIGHT_BITS); end
        begin : gamma_in_range assert (32'(gamma[lane]) <= 2 ** WEIGHT_BITS); end
      end
    end
  end
`endif

endmodule

`default_nettype wire
