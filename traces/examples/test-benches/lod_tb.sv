// Checks the LOD unit after the scale factor: log2, bias, clamp, the choice of levels and of N.
module lod_tb;
  import golden_pkg::*;
  import bench_pkg::*;
  localparam string UNIT = "lod";
  localparam int BITS = LOD_FORMAT_INTEGER_BITS + LOD_FORMAT_FRACTION_BITS;
  localparam longint ONE = 64'sd1 <<< LOD_FORMAT_FRACTION_BITS;
  localparam longint MOST = (64'sd1 <<< (BITS - 1)) - 64'sd1;
  localparam int REST_BITS = 23 - LOD_LOG2_TABLE_INDEX_BITS;
  localparam int WEIGHT_BITS = LOD_LOG2_TABLE_INTERPOLATION_BITS < REST_BITS ? LOD_LOG2_TABLE_INTERPOLATION_BITS : REST_BITS;
  localparam string NEAREST = LOD_NEAREST_RULE == "ceil-minus-one" ? "nearest-down" : "nearest-up";
  localparam int LOG2_INDEX = $clog2(LOG2_VECTORS);
  localparam int WEIGHT_INDEX = LEVEL_WEIGHT_VECTORS > 1 ? $clog2(LEVEL_WEIGHT_VECTORS) : 1;
  localparam logic [31:0] FLOAT_ONE = 32'h3f800000;
  `include "differences.svh"

  `PLAIN_STATES_BEGIN
      lod_vector_t vectors [LOD_VECTORS];
      log2_vector_t log2 [LOG2_VECTORS];
      level_weight_vector_t level_weight [LEVEL_WEIGHT_VECTORS];

      // The exponent, and the mantissa's part from a table with linear interpolation.
      function automatic longint log2_of(input logic [31:0] length);
        int index = int'(length[22:0]) >> REST_BITS;
        longint entry = longint'(log2[LOG2_INDEX'(index)].entry);
        longint weight = (longint'(length[22:0]) & ((64'sd1 <<< REST_BITS) - 64'sd1)) >>> (REST_BITS - WEIGHT_BITS);
        longint step;
        if (length == 32'h80000000 || length[31:23] == 9'd0) return -MOST - 64'sd1;
        if (length[31:23] > 9'd254) return MOST;
        step = round_shift((longint'(log2[LOG2_INDEX'(index + 1)].entry) - entry) * weight, WEIGHT_BITS, "nearest-up");
        return saturated(scaled(((longint'(length[30:23]) - 64'sd127) <<< LOD_LOG2_TABLE_ENTRY_BITS) + entry + step,
          LOD_LOG2_TABLE_ENTRY_BITS), BITS);
      endfunction

      // From so many fraction bits to those of the LOD.
      function automatic longint scaled(input longint value, input int bits);
        if (bits <= LOD_FORMAT_FRACTION_BITS) return value <<< (LOD_FORMAT_FRACTION_BITS - bits);
        return round_shift(value, bits - LOD_FORMAT_FRACTION_BITS, LOD_ROUNDING);
      endfunction

      function automatic longint explicit_lod(input logic [31:0] operand);
        return is_nan(operand) ? MOST
          : float_to_fixed(operand, LOD_FORMAT_FRACTION_BITS, -MOST - 64'sd1, MOST, LOD_ROUNDING);
      endfunction

      function automatic longint bias_of(input logic [31:0] sampler, input logic [31:0] operand);
        logic [31:0] sum = to_float32(from_float32(sampler) + from_float32(operand));
        real bias = from_float32(sum);
        longint most = (64'sd1 <<< (LOD_BIAS_INTEGER_BITS + LOD_BIAS_FRACTION_BITS - 1)) - 64'sd1;
        if (is_nan(sum)) return 2 * MOST;
        if (bias > real'(LIMITS_MAX_SAMPLER_LOD_BIAS)) sum = to_float32(real'(LIMITS_MAX_SAMPLER_LOD_BIAS));
        if (bias < -real'(LIMITS_MAX_SAMPLER_LOD_BIAS)) sum = to_float32(-real'(LIMITS_MAX_SAMPLER_LOD_BIAS));
        return scaled(float_to_fixed(sum, LOD_BIAS_FRACTION_BITS, -most - 64'sd1, most, LOD_ROUNDING),
          LOD_BIAS_FRACTION_BITS);
      endfunction

      function automatic longint bound(input logic [31:0] limit);
        longint most = (64'sd1 <<< (LOD_CLAMP_INTEGER_BITS + LOD_CLAMP_FRACTION_BITS)) - 64'sd1;
        return scaled(float_to_fixed(limit, LOD_CLAMP_FRACTION_BITS, 64'sd0, most, LOD_ROUNDING), LOD_CLAMP_FRACTION_BITS);
      endfunction

      // N: the smallest rate that is not less than the ratio.
      function automatic int samples_of(input logic [31:0] ratio);
        int n = LOD_ANISOTROPIC_RATES[$high(LOD_ANISOTROPIC_RATES)];
        if (is_nan(ratio)) return 1;
        for (int r = $high(LOD_ANISOTROPIC_RATES); r >= 0; r--) begin
          if (real'(LOD_ANISOTROPIC_RATES[r]) >= from_float32(ratio)) n = LOD_ANISOTROPIC_RATES[r];
        end
        return n;
      endfunction

      function automatic longint least(input longint a, input longint b);
        return a < b ? a : b;
      endfunction

      function automatic longint greatest(input longint a, input longint b);
        return a > b ? a : b;
      endfunction

      // Levels, weight and filter of a LOD after bias and clamp (D3D11.3 7.18.10).
      task automatic levels(input int n, input lod_vector_t v, input state_t s, input longint lod);
        longint last = longint'(s.last_level) - longint'(s.first_level);
        longint level = least(greatest(lod, 64'sd0), last * ONE);
        longint hi, lo, weight;
        level = least(greatest(level, longint'(s.view_min_lod)), last * ONE);
        weight = 64'sd0;
        if (s.mipmap_mode == MIPMAP_NEAREST) begin
          hi = round_shift(level, LOD_FORMAT_FRACTION_BITS, NEAREST);
          lo = hi;
          level = hi * ONE;
        end else begin
          hi = level >>> LOD_FORMAT_FRACTION_BITS;
          lo = least(hi + 64'sd1, last);
          weight = longint'(level_weight[WEIGHT_INDEX'(level - hi * ONE)].entry);
          if (weight == ONE) begin
            hi = lo;
            weight = 64'sd0;
          end
        end
        check(n, "level_parameter", level, longint'(v.level_parameter));
        check(n, "level_hi", hi + longint'(s.first_level), longint'(v.level_hi));
        check(n, "level_lo", lo + longint'(s.first_level), longint'(v.level_lo));
        check(n, "level_weight", weight, longint'(v.level_weight));
        check(n, "filter", lod <= 0 ? longint'(s.mag_filter) : longint'(s.min_filter), longint'(v.filter));
      endtask

      initial begin
        $readmemh("log2.mem", log2);
        $readmemh("level_weight.mem", level_weight);
        $readmemh("lod.mem", vectors);
        for (int n = 0; n < LOD_VECTORS; n++) begin
          lod_vector_t v = vectors[n];
          state_t s = STATES[STATE_INDEX_BITS'(v.state)];
          longint base, bias, lower, lod;
          if (!s.plain) begin
            left_out++;
            continue;
          end
          base = s.lod == LOD_EXPLICIT ? explicit_lod(v.lod_operand) : log2_of(v.rho);
          bias = bias_of(s.mip_lod_bias, s.lod == LOD_EXPLICIT ? 32'd0 : v.lod_operand);
          lower = bound(from_float32(v.min_lod) > from_float32(s.min_lod) ? v.min_lod : s.min_lod);
          lod = saturated(greatest(lower, least(longint'(s.max_lod), base + bias)), BITS);
          check(n, "base_lod", base, longint'(v.base_lod));
          check(n, "bias", bias, longint'(v.bias));
          check(n, "lambda", saturated(base + bias, BITS), longint'(v.lambda));
          check(n, "least_lod", lower, longint'(v.least_lod));
          check(n, "lod", lod, longint'(v.lod));
          levels(n, v, s, lod);
          if (s.max_anisotropy == FLOAT_ONE || s.lod == LOD_EXPLICIT) check(n, "samples", 64'sd1, longint'(v.samples));
          else check(n, "samples", longint'(samples_of(v.ratio)), longint'(v.samples));
          check(n, "passes", longint'(v.samples) * (v.level_weight == 0 ? 64'sd1 : 64'sd2), longint'(v.passes));
          count();
        end
        report();
      end
  `PLAIN_STATES_END
endmodule
