// Checks a bilinear filter with the design's widths: both lerps along u, the lerp along v, and the sum of the level.
module filter_tb;
  import golden_pkg::*;
  import bench_pkg::*;
  localparam string UNIT = "filter";
  localparam int DROPPED_U = FILTER_WEIGHT_BITS - FILTER_AFTER_U_BITS;
  localparam int DROPPED_V = FILTER_AFTER_U_BITS + FILTER_WEIGHT_BITS - FILTER_AFTER_V_BITS;
  `include "differences.svh"

  `PLAIN_STATES_BEGIN
      filter_vector_t vectors [FILTER_VECTORS];
      filter_vector_t v;

      // One component of the vector: four texels, and the registers that they lead to.
      task automatic component(
        input int n, input string name, input longint t00, input longint t10, input longint t01, input longint t11,
        input longint earlier_hi, input longint earlier_lo, input longint sum_hi, input longint sum_lo,
        input longint lerp_u0, input longint lerp_u1, input longint lerp_v, input longint pass_sample
      );
        // The finer level's samples come first.
        bit hi = v.pass < 31'(v.samples);
        longint top, bottom, sample;
        sample = t00 <<< FILTER_AFTER_V_BITS;
        if (v.tap_count == 3'd4) begin
          top = lerp(t00, t10, longint'(v.alpha), FILTER_WEIGHT_BITS, DROPPED_U, FILTER_ROUNDING);
          bottom = lerp(t01, t11, longint'(v.alpha), FILTER_WEIGHT_BITS, DROPPED_U, FILTER_ROUNDING);
          sample = lerp(top, bottom, longint'(v.beta), FILTER_WEIGHT_BITS, DROPPED_V, FILTER_ROUNDING);
          check(n, {"lerp_u0_", name}, top, lerp_u0);
          check(n, {"lerp_u1_", name}, bottom, lerp_u1);
          check(n, {"lerp_v_", name}, sample, lerp_v);
        end
        check(n, {"pass_sample_", name}, sample, pass_sample);
        check(n, {"sum_hi_", name}, hi ? earlier_hi + sample : earlier_hi, sum_hi);
        check(n, {"sum_lo_", name}, hi ? earlier_lo : earlier_lo + sample, sum_lo);
      endtask

      initial begin
        $readmemh("filter.mem", vectors);
        for (int n = 0; n < FILTER_VECTORS; n++) begin
          v = vectors[n];
          if (!STATES[STATE_INDEX_BITS'(v.state)].plain) begin
            left_out++;
            continue;
          end
          component(n, "r", longint'(v.texel0_r), longint'(v.texel1_r), longint'(v.texel2_r), longint'(v.texel3_r),
            longint'(v.before_sum_hi_r), longint'(v.before_sum_lo_r), longint'(v.sum_hi_r), longint'(v.sum_lo_r),
            longint'(v.lerp_u0_r), longint'(v.lerp_u1_r), longint'(v.lerp_v_r), longint'(v.pass_sample_r));
          component(n, "g", longint'(v.texel0_g), longint'(v.texel1_g), longint'(v.texel2_g), longint'(v.texel3_g),
            longint'(v.before_sum_hi_g), longint'(v.before_sum_lo_g), longint'(v.sum_hi_g), longint'(v.sum_lo_g),
            longint'(v.lerp_u0_g), longint'(v.lerp_u1_g), longint'(v.lerp_v_g), longint'(v.pass_sample_g));
          component(n, "b", longint'(v.texel0_b), longint'(v.texel1_b), longint'(v.texel2_b), longint'(v.texel3_b),
            longint'(v.before_sum_hi_b), longint'(v.before_sum_lo_b), longint'(v.sum_hi_b), longint'(v.sum_lo_b),
            longint'(v.lerp_u0_b), longint'(v.lerp_u1_b), longint'(v.lerp_v_b), longint'(v.pass_sample_b));
          component(n, "a", longint'(v.texel0_a), longint'(v.texel1_a), longint'(v.texel2_a), longint'(v.texel3_a),
            longint'(v.before_sum_hi_a), longint'(v.before_sum_lo_a), longint'(v.sum_hi_a), longint'(v.sum_lo_a),
            longint'(v.lerp_u0_a), longint'(v.lerp_u1_a), longint'(v.lerp_v_a), longint'(v.pass_sample_a));
          count();
        end
        report();
      end
  `PLAIN_STATES_END
endmodule
