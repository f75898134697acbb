// Checks the end of the filter: the averages of anisotropic samples, the lerp between levels, and the result.
module result_tb;
  import golden_pkg::*;
  import bench_pkg::*;
  localparam string UNIT = "result";
  localparam int LEVEL_BITS = LOD_FORMAT_FRACTION_BITS;
  localparam int DROPPED = FILTER_AFTER_V_BITS + LEVEL_BITS - FILTER_AFTER_LEVEL_BITS;
  localparam logic [31:0] ONE = 32'h3f800000;
  `include "differences.svh"

  `PLAIN_STATES_BEGIN
      result_vector_t vectors [RESULT_VECTORS];
      result_vector_t v;
      logic [31:0] texel [4];

      // 1/N: a table; a design without reciprocals divides.
      function automatic longint average(input longint sum, input int samples);
        longint below;
        if (samples == 1) return sum;
        if (FILTER_RECIPROCAL_BITS != 0) return round_shift(sum * reciprocal[samples], FILTER_RECIPROCAL_BITS, FILTER_ROUNDING);
        below = (sum - (sum < 0 ? longint'(samples) - 64'sd1 : 64'sd0)) / longint'(samples);
        return carried(below, real'(sum - below * longint'(samples)) / real'(samples), FILTER_ROUNDING);
      endfunction

      task automatic component(
        input int n, input int c, input longint sum_hi, input longint sum_lo, input longint average_hi,
        input longint average_lo, input longint filtered, input logic [31:0] one
      );
        longint hi = average(sum_hi, int'(v.samples));
        longint lo = average(sum_lo, int'(v.samples));
        longint value = hi <<< (FILTER_AFTER_LEVEL_BITS - FILTER_AFTER_V_BITS);
        check(n, $sformatf("average_hi of component %0d", c), hi, average_hi);
        if (v.level_weight != 0) begin
          check(n, $sformatf("average_lo of component %0d", c), lo, average_lo);
          value = lerp(hi, lo, longint'(v.level_weight), LEVEL_BITS, DROPPED, FILTER_ROUNDING);
        end
        check(n, $sformatf("filtered of component %0d", c), value, filtered);
        texel[c] = to_float32(real'(value) / (real'(one) * 2.0 ** real'(FILTER_AFTER_LEVEL_BITS)));
      endtask

      task automatic result(input int n, input string name, input logic [2:0] source, input logic [31:0] color);
        logic [31:0] value = source == 3'd4 ? 32'd0 : source == 3'd5 ? ONE : texel[source[1:0]];
        check(n, name, longint'(value), longint'(color));
      endtask

      longint reciprocal [256];
      initial begin
        if (FILTER_RECIPROCAL_BITS != 0) $readmemh("reciprocal.mem", reciprocal);
        $readmemh("result.mem", vectors);
        for (int n = 0; n < RESULT_VECTORS; n++) begin
          state_t s;
          v = vectors[n];
          s = STATES[STATE_INDEX_BITS'(v.state)];
          if (!s.plain) begin
            left_out++;
            continue;
          end
          component(n, 0, longint'(v.sum_hi_r), longint'(v.sum_lo_r), longint'(v.average_hi_r),
            longint'(v.average_lo_r), longint'(v.filtered_r), s.r.one);
          component(n, 1, longint'(v.sum_hi_g), longint'(v.sum_lo_g), longint'(v.average_hi_g),
            longint'(v.average_lo_g), longint'(v.filtered_g), s.g.one);
          component(n, 2, longint'(v.sum_hi_b), longint'(v.sum_lo_b), longint'(v.average_hi_b),
            longint'(v.average_lo_b), longint'(v.filtered_b), s.b.one);
          component(n, 3, longint'(v.sum_hi_a), longint'(v.sum_lo_a), longint'(v.average_hi_a),
            longint'(v.average_lo_a), longint'(v.filtered_a), s.a.one);
          result(n, "color_r", s.source_r, v.color_r);
          result(n, "color_g", s.source_g, v.color_g);
          result(n, "color_b", s.source_b, v.color_b);
          result(n, "color_a", s.source_a, v.color_a);
          count();
        end
        report();
      end
  `PLAIN_STATES_END
endmodule
