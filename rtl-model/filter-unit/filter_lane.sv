`default_nettype none

// The filter of one lane (sample-filter.ts, addSample and finish; texel-filter.ts, GatherFilter), in three stages that
// move on together: a bilinear sample, its level's sum, the result. Of a volume, the second stage lerps two of them, one a slice.
//
// enable:  1 if every stage moves on.
// active:  1 if the pass brings taps for the lane; passes of other lanes change no sum.
// pass:    from 0; the first `samples` passes are samples of the finer level.
// texel:   of taps 0 to 3, r, g, b and a of each from the low end on: codes with CORNER_BITS fraction bits, which the texel alone
//          has that a corner of a cube lacks; or patterns of floats, of FLOAT_BITS.
// gather:  1 for a pass whose sample is the four texels' component `source`, each one a component of the result.
// linear:  0 for a nearest filter, which reads tap 0: weights 0.
// volume:  1 for a pass of a volume, whose linear filter has two passes for each sample; it may be 1 where VOLUMES is.
// gamma:   weight of the second one.
// samples: N, 0 to LARGEST_RATE; level_weight: of the coarser level. They stay the same in all passes of a quad.
// one:     the codes of 1 of r, g, b and a; sources: of the view's swizzle. Both belong to the pass in the second stage.
// reductions: what becomes of the texels of the passes in the three stages, the first one lowest. REDUCES is 1 where it may
//          be other than WEIGHTED_AVERAGE.
// share:   1 if the quad in the third stage compares floats: r is the exact share of its ones, or of thirds with THIRDS, and
//          g, b and a are 0, 0, 1.
// floats:  1 if the texels of the quad in the third stage are floats.
// finish:  1 if the quad's last pass is in the second stage: the sums are complete.
// color:   of the last quad that finished, float32.
module filter_lane #(
    parameter int CODE_BITS = 13,
    parameter int WEIGHT_BITS = 8,
    parameter int LEVEL_WEIGHT_BITS = 8,
    parameter int GUARD_BITS = 8,
    parameter int ACCUMULATOR_BITS = 32,
    parameter int RECIPROCAL_BITS = 8,
    parameter int LARGEST_RATE = 16,
    parameter fixed_point_pkg::rounding_e ROUNDING = fixed_point_pkg::NEAREST_UP,
    parameter filter_widths_pkg::weight_scale_e WEIGHT_SCALE = filter_widths_pkg::POWER_OF_TWO,
    parameter bit REDUCES = 1'b0,
    parameter bit SHARES = 1'b0,
    // Bits of floats, 16 or 32; 0 without any.
    parameter int FLOAT_BITS = 0,
    parameter int CORNER_BITS = 0,
    parameter bit THIRDS = 1'b0,
    parameter bit VOLUMES = 1'b0,
    // 1/N with RECIPROCAL_BITS fraction bits, for N to LARGEST_RATE (reciprocalTable); entry 0 is unused.
    parameter FILE = "reciprocal.mem",
    localparam int SAMPLES_BITS = $clog2(LARGEST_RATE + 1),
    localparam int WHOLE_BITS = CODE_BITS + CORNER_BITS,
    localparam int TEXEL_BITS = FLOAT_BITS > WHOLE_BITS ? FLOAT_BITS : WHOLE_BITS
) (
    input  wire logic                                clock,
    input  wire logic                                enable,
    input  wire logic                                active,
    input  wire logic [SAMPLES_BITS:0]               pass,
    input  wire logic [3:0][3:0][TEXEL_BITS-1:0]     texel,
    input  wire logic [WEIGHT_BITS:0]                alpha,
    input  wire logic [WEIGHT_BITS:0]                beta,
    input  wire logic [WEIGHT_BITS:0]                gamma,
    input  wire logic                                linear,
    input  wire logic                                volume,
    input  wire logic                                gather,
    input  wire logic [1:0]                          source,
    input  wire logic [SAMPLES_BITS-1:0]             samples,
    input  wire logic [LEVEL_WEIGHT_BITS-1:0]        level_weight,
    input  wire logic [3:0][CODE_BITS-2:0]           one,
    input  wire logic [3:0][2:0]                     sources,
    input  wire logic [2:0][1:0]                     reductions,
    input  wire logic                                share,
    input  wire logic                                floats,
    input  wire logic                                finish,
    output logic      [3:0][31:0]                    color
);

  if (LARGEST_RATE < 1) $error("filter_lane: LARGEST_RATE should be at least 1");

  // Fraction bits of a corner that samples and their sums have, below those of others.
  localparam int LEFT_BITS = filter_widths_pkg::corner_left(
      CORNER_BITS, WEIGHT_BITS, GUARD_BITS, WEIGHT_SCALE == filter_widths_pkg::POWER_OF_TWO);
  localparam int AFTER_V = filter_widths_pkg::after_v(WEIGHT_BITS, GUARD_BITS);
  localparam int PASS_WIDTH = CODE_BITS + AFTER_V + LEFT_BITS;
  // Those that a volume has below them; samples have room for either.
  localparam int SLICE_BITS = VOLUMES ? filter_widths_pkg::after_slice(WEIGHT_BITS, GUARD_BITS) - AFTER_V : 0;
  localparam int LOW_BITS = SLICE_BITS > LEFT_BITS ? SLICE_BITS : LEFT_BITS;
  localparam int SAMPLE_WIDTH = CODE_BITS + AFTER_V + LOW_BITS;
  localparam int SUM_WIDTH = ACCUMULATOR_BITS + LOW_BITS;

  // The slices of a volume's sample: passes of their own.
  logic sliced, second, weightless;
  logic [SAMPLES_BITS:0] number;
  assign sliced = VOLUMES && volume && linear;
  assign second = sliced && pass[0];
  assign weightless = sliced && (second ? gamma == '0 : gamma[WEIGHT_BITS]);
  assign number = pass >> sliced;

  // A pass with its sample, and the sums with what their result needs.
  logic sampled, first, coarser, sample_second, sample_weightless, sample_volume, sum_volume;
  logic [WEIGHT_BITS:0] sample_gamma;
  logic [3:0][PASS_WIDTH-1:0] pass_sample, of_pass;
  logic [3:0][SAMPLE_WIDTH-1:0] sample;
  logic [3:0][SUM_WIDTH-1:0] sum_hi, sum_lo;
  logic [SAMPLES_BITS-1:0] sample_samples, sum_samples;
  logic [LEVEL_WEIGHT_BITS-1:0] sample_level_weight, sum_level_weight;
  logic [3:0][31:0] filtered_result, result, swizzled;
  logic [RECIPROCAL_BITS:0] reciprocal;

  // The result is one of the texels.
  logic one_value;
  assign one_value = REDUCES && reductions[2] != filter_widths_pkg::WEIGHTED_AVERAGE;

  rom #(
      .ENTRIES(LARGEST_RATE + 1),
      .WIDTH(RECIPROCAL_BITS + 1),
      .FILE(FILE)
  ) reciprocals (
      .index(sum_samples),
      .entry(reciprocal)
  );

  for (genvar component = 0; component < 4; component++) begin : g_component
    logic [PASS_WIDTH-1:0] interpolated, filtered;
    bilinear #(
        .CODE_BITS(CODE_BITS),
        .WEIGHT_BITS(WEIGHT_BITS),
        .GUARD_BITS(GUARD_BITS),
        .ROUNDING(ROUNDING),
        .WEIGHT_SCALE(WEIGHT_SCALE),
        .CORNER_BITS(CORNER_BITS)
    ) interpolation (
        .t00(texel[0][component][WHOLE_BITS-1:0]),
        .t10(texel[1][component][WHOLE_BITS-1:0]),
        .t01(texel[2][component][WHOLE_BITS-1:0]),
        .t11(texel[3][component][WHOLE_BITS-1:0]),
        .alpha(alpha),
        .beta(beta),
        .linear(linear),
        .value(interpolated)
    );

    // A volume has one sample in a level: the sum of the first slice is left for that of both.
    if (VOLUMES) begin : g_slices
      logic [PASS_WIDTH-1:0] slice;
      logic signed [CODE_BITS+AFTER_V+SLICE_BITS-1:0] of_slices;
      always_ff @(posedge clock) if (enable && sampled) slice <= of_pass[component];
      lerp #(
          .WIDTH(PASS_WIDTH),
          .WEIGHT_BITS(WEIGHT_BITS),
          .DROPPED(WEIGHT_BITS - SLICE_BITS),
          .FRACTION_BITS(LEFT_BITS),
          .ROUNDING(ROUNDING),
          .WEIGHT_SCALE(WEIGHT_SCALE)
      ) between_slices (
          .a(slice),
          .b(of_pass[component]),
          .weight(sample_gamma),
          .value(of_slices)
      );
      // The least or the greatest of the two slices needs no lerp.
      assign sample[component] = sample_second && reductions[1] == filter_widths_pkg::WEIGHTED_AVERAGE
          ? SAMPLE_WIDTH'(of_slices) << (LOW_BITS - SLICE_BITS) : SAMPLE_WIDTH'(of_pass[component]) << (LOW_BITS - LEFT_BITS);
    end else begin : g_plane
      logic unused_slice;
      assign unused_slice = ^{sample_second, sample_gamma};
      assign sample[component] = of_pass[component];
    end

    logic sums;
    logic signed [SUM_WIDTH-1:0] sum, added, next_sum, result_hi;
    assign sum = coarser ? sum_lo[component] : sum_hi[component];
    accumulator #(
        .SAMPLE_WIDTH(SAMPLE_WIDTH),
        .ACCUMULATOR_BITS(SUM_WIDTH)
    ) accumulation (
        .sample(sample[component]),
        .first(first),
        .sum(sum),
        .next_sum(added)
    );

    if (REDUCES) begin : g_reduction
      logic signed [WHOLE_BITS-1:0] code;
      logic signed [SUM_WIDTH-1:0] lifted, hi, lo;
      extreme_texel #(
          .CODE_BITS(WHOLE_BITS),
          .WEIGHT_BITS(WEIGHT_BITS)
      ) extreme (
          .t00(texel[0][component][WHOLE_BITS-1:0]),
          .t10(texel[1][component][WHOLE_BITS-1:0]),
          .t01(texel[2][component][WHOLE_BITS-1:0]),
          .t11(texel[3][component][WHOLE_BITS-1:0]),
          .alpha(alpha),
          .beta(beta),
          .greatest(reductions[0] == filter_widths_pkg::GREATEST),
          .value(code)
      );
      assign filtered = reductions[0] == filter_widths_pkg::WEIGHTED_AVERAGE
          ? interpolated : PASS_WIDTH'(code) << (PASS_WIDTH - WHOLE_BITS);
      assign lifted = SUM_WIDTH'($signed(sample[component]));
      assign hi = sum_hi[component];
      assign lo = sum_lo[component];
      always_comb begin
        next_sum  = added;
        result_hi = hi;
        sums      = sampled;
        if (reductions[1] != filter_widths_pkg::WEIGHTED_AVERAGE) begin
          // The second slice begins anew if the first one has no weight.
          sums = sampled && (!sample_weightless || (first && !sample_second));
          if (!first || (sample_second && !sample_gamma[WEIGHT_BITS])) begin
            next_sum = (sum < lifted) == (reductions[1] == filter_widths_pkg::GREATEST) ? lifted : sum;
          end
        end
        if (reductions[2] != filter_widths_pkg::WEIGHTED_AVERAGE && sum_level_weight != '0) begin
          result_hi = (hi < lo) == (reductions[2] == filter_widths_pkg::GREATEST) ? lo : hi;
        end
      end
    end else begin : g_average
      logic unused;
      assign unused = ^{reductions, sample_weightless};
      assign filtered  = interpolated;
      assign sums      = sampled;
      assign next_sum  = added;
      assign result_hi = sum_hi[component];
    end
    assign pass_sample[component] = gather
        ? PASS_WIDTH'(texel[component][source][WHOLE_BITS-1:0]) << (PASS_WIDTH - WHOLE_BITS) : filtered;

    always_ff @(posedge clock) begin
      if (enable && sums) begin
        if (coarser) sum_lo[component] <= next_sum;
        else sum_hi[component] <= next_sum;
      end
    end

    logic [31:0] plane_result;
    filter_result #(
        .CODE_BITS(CODE_BITS),
        .WEIGHT_BITS(WEIGHT_BITS),
        .LEVEL_WEIGHT_BITS(LEVEL_WEIGHT_BITS),
        .GUARD_BITS(GUARD_BITS),
        .ACCUMULATOR_BITS(ACCUMULATOR_BITS),
        .RECIPROCAL_BITS(RECIPROCAL_BITS),
        .CORNER_BITS(LEFT_BITS),
        .ROUNDING(ROUNDING)
    ) conclusion (
        .sum_hi(result_hi[SUM_WIDTH-1:LOW_BITS-LEFT_BITS]),
        .sum_lo(sum_lo[component][SUM_WIDTH-1:LOW_BITS-LEFT_BITS]),
        .reciprocal(one_value ? (RECIPROCAL_BITS + 1)'(2 ** RECIPROCAL_BITS) : reciprocal),
        .level_weight(one_value ? '0 : sum_level_weight),
        .one(one[component]),
        .color(plane_result)
    );
    if (SLICE_BITS > 0) begin : g_volume
      logic [31:0] volume_result;
      filter_result #(
          .CODE_BITS(CODE_BITS),
          .WEIGHT_BITS(WEIGHT_BITS),
          .LEVEL_WEIGHT_BITS(LEVEL_WEIGHT_BITS),
          .GUARD_BITS(GUARD_BITS),
          .ACCUMULATOR_BITS(CODE_BITS + AFTER_V + SLICE_BITS),
          .RECIPROCAL_BITS(RECIPROCAL_BITS),
          .VOLUME(1'b1),
          .ROUNDING(ROUNDING)
      ) conclusion_of_volume (
          .sum_hi(result_hi[LOW_BITS-SLICE_BITS+:CODE_BITS+AFTER_V+SLICE_BITS]),
          .sum_lo(sum_lo[component][LOW_BITS-SLICE_BITS+:CODE_BITS+AFTER_V+SLICE_BITS]),
          .reciprocal((RECIPROCAL_BITS + 1)'(2 ** RECIPROCAL_BITS)),
          .level_weight(one_value ? '0 : sum_level_weight),
          .one(one[component]),
          .color(volume_result)
      );
      assign filtered_result[component] = sum_volume ? volume_result : plane_result;
    end else begin : g_one_width
      logic unused_volume;
      assign unused_volume = sum_volume;
      assign filtered_result[component] = plane_result;
    end
  end

  // Comparisons of floats: a one and a sign, or thirds, each of them rounded to float32, because the texel that a corner of a
  // cube lacks is the average of three.
  localparam int THIRD_BITS = THIRDS ? 25 : 0;
  logic [3:0][THIRD_BITS+1:0] comparisons;
  logic [3:0][31:0] codes_result;
  if (SHARES) begin : g_share
    for (genvar tap = 0; tap < 4; tap++) begin : g_tap
      if (THIRDS) begin : g_third
        logic [1:0] hold;
        assign hold = texel[tap][0][CORNER_BITS+:2];
        always_comb begin
          case (hold)
            2'd0: comparisons[tap] = '0;
            2'd1: comparisons[tap] = 27'haa_aaab;
            2'd2: comparisons[tap] = 27'h155_5556;
            2'd3: comparisons[tap] = 27'h200_0000;
          endcase
        end
      end else begin : g_whole
        assign comparisons[tap] = {1'b0, texel[tap][0][0]};
      end
    end

    logic [31:0] exact;
    exact_average #(
        .CODE_BITS(2 + THIRD_BITS),
        .UNIT_BITS(THIRD_BITS),
        .WEIGHT_BITS(WEIGHT_BITS),
        .LEVEL_WEIGHT_BITS(LEVEL_WEIGHT_BITS),
        .LARGEST_RATE(LARGEST_RATE)
    ) of_comparisons (
        .clock(clock),
        .enable(enable),
        .sampled(sampled),
        .code(comparisons),
        .alpha(alpha),
        .beta(beta),
        .first(first),
        .coarser(coarser),
        .second(1'b0),
        .gamma('0),
        .sum_samples(sum_samples),
        .level_weight(sum_level_weight),
        .color(exact)
    );
    assign codes_result = share ? {32'h3f80_0000, 64'd0, exact} : filtered_result;
  end else begin : g_codes
    logic unused;
    assign unused = ^{share, comparisons};
    assign comparisons = '0;
    assign codes_result = filtered_result;
  end

  logic [3:0][31:0] floats_result;
  if (FLOAT_BITS > 0) begin : g_floats
    for (genvar component = 0; component < 4; component++) begin : g_component
      float_filter #(
          .FLOAT_BITS(FLOAT_BITS),
          .WEIGHT_BITS(WEIGHT_BITS),
          .LEVEL_WEIGHT_BITS(LEVEL_WEIGHT_BITS),
          .LARGEST_RATE(LARGEST_RATE),
          .REDUCES(REDUCES),
          .SLICES(VOLUMES)
      ) of_component (
          .clock(clock),
          .enable(enable),
          .sampled(sampled),
          .texel({
            texel[3][component][FLOAT_BITS-1:0],
            texel[2][component][FLOAT_BITS-1:0],
            texel[1][component][FLOAT_BITS-1:0],
            texel[0][component][FLOAT_BITS-1:0]
          }),
          .gather(gather),
          .gathered(texel[component][source][FLOAT_BITS-1:0]),
          .alpha(alpha),
          .beta(beta),
          .linear(linear),
          .weightless(weightless),
          .first(first),
          .coarser(coarser),
          .second(sample_second),
          .gamma(sample_gamma),
          .sum_samples(sum_samples),
          .level_weight(sum_level_weight),
          .reductions(reductions),
          .color(floats_result[component])
      );
    end
    assign result = floats ? floats_result : codes_result;
  end else begin : g_no_floats
    logic unused;
    assign unused = ^{floats, floats_result};
    assign floats_result = '0;
    assign result = codes_result;
  end

  swizzle view_swizzle (
      .color(result),
      .sources(sources),
      .swizzled(swizzled)
  );

  always_ff @(posedge clock) begin
    if (enable) begin
      sampled <= active;
      first <= number == '0 || number == {1'b0, samples};
      coarser <= number >= {1'b0, samples};
      of_pass <= pass_sample;
      {sample_second, sample_weightless, sample_gamma} <= {second, weightless, gamma};
      {sum_volume, sample_volume} <= {sample_volume, VOLUMES && volume};
      sample_samples <= samples;
      sample_level_weight <= level_weight;

      sum_samples <= sample_samples;
      sum_level_weight <= sample_level_weight;
    end
    if (enable && finish) color <= swizzled;
  end

endmodule

`default_nettype wire
