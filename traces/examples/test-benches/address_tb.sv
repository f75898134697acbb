// Checks the address unit: the sample's place, the snap to texels, weights, the wrap, and the byte address.
module address_tb;
  import golden_pkg::*;
  import bench_pkg::*;
  localparam string UNIT = "address";
  localparam int FRACTION_BITS = ADDRESS_COORDINATE_FRACTION_BITS;
  localparam int BITS = ADDRESS_COORDINATE_INTEGER_BITS + FRACTION_BITS;
  localparam longint ONE = 64'sd1 <<< FRACTION_BITS;
  localparam int POSITION_INDEX = SAMPLE_POSITION_VECTORS > 1 ? $clog2(SAMPLE_POSITION_VECTORS) : 1;
  localparam int MOST_SAMPLES = 1 << $clog2(LOD_ANISOTROPIC_RATES[$high(LOD_ANISOTROPIC_RATES)]);
  `include "differences.svh"

  `PLAIN_STATES_BEGIN
      address_vector_t vectors [ADDRESS_VECTORS];
      sample_position_vector_t position [SAMPLE_POSITION_VECTORS];

      // A sample on the major axis, or the lane's own place.
      function automatic logic [31:0] place(
        input logic [31:0] u, input logic [31:0] axis, input int samples, input int sample
      );
        real step;
        if (samples == 1) return u;
        step = from_float32(position[POSITION_INDEX'(MOST_SAMPLES * (samples - 1) + sample)].entry);
        return to_float32(from_float32(u) + from_float32(to_float32(from_float32(axis) * step)));
      endfunction

      // Whole periods that the range reduction takes off (D3D11.3 7.18.6). The mode is the reduction's.
      function automatic real periods(input real u, input address_mode_t mode);
        case (mode)
          ADDRESS_REPEAT: return $floor(u);
          ADDRESS_MIRRORED_REPEAT: return 2.0 * (u < 0.0 ? $ceil(u / 2.0) : $floor(u / 2.0));
          default: return 0.0;
        endcase
      endfunction

      // Scale, half a texel off, offset, fixed point.
      function automatic longint snapped(
        input logic [31:0] coordinate, input longint size, input bit linear, input longint offset, input address_mode_t mode
      );
        real u = from_float32(coordinate);
        real half = linear ? 0.5 : 0.0;
        real whole, scaled, below;
        bit clamps = mode != ADDRESS_REPEAT && mode != ADDRESS_MIRRORED_REPEAT;
        longint shift = offset * ONE;
        if (is_nan(coordinate)) return saturated(shift, BITS);
        if (ADDRESS_RANGE_REDUCTION && clamps) u = u > 10.0 ? 10.0 : u < -10.0 ? -10.0 : u;
        if (u > 1.0e39 || u < -1.0e39) begin
          // frac() of an infinity is NaN, which is 0.
          if (ADDRESS_RANGE_REDUCTION) return saturated(shift, BITS);
          return saturated(saturated(u > 0.0 ? 64'sh3fffffffffff : -64'sh3fffffffffff, BITS) + shift, BITS);
        end
        whole = 0.0;
        if (ADDRESS_RANGE_REDUCTION && !clamps) begin
          if (u >= 1024.0 || u <= -1024.0) u = u - 2.0 * (u < 0.0 ? $ceil(u / 2.0) : $floor(u / 2.0));
          whole = periods(u, mode);
        end
        if (ADDRESS_SCALE_PRECISION == "exact") begin
          scaled = u * real'(size * ONE);
          if (scaled > 2.0 ** 50.0) scaled = 2.0 ** 50.0;
          if (scaled < -(2.0 ** 50.0)) scaled = -(2.0 ** 50.0);
          below = $floor(scaled);
          shift = shift - longint'((half + whole * real'(size)) * real'(ONE));
          return saturated(carried(longint'(below) + shift, scaled - below, ADDRESS_ROUNDING), BITS);
        end
        scaled = from_float32(to_float32(from_float32(to_float32(u - whole)) * real'(size)));
        return saturated(float_to_fixed(to_float32(scaled - half), FRACTION_BITS, -(64'sd1 <<< (BITS - 1)),
          (64'sd1 <<< (BITS - 1)) - 64'sd1, ADDRESS_ROUNDING) + shift, BITS);
      endfunction

      function automatic longint modulo(input longint value, input longint size);
        longint rest = value % size;
        return rest < 0 ? rest + size : rest;
      endfunction

      // The texel of an index, or -1 on the border (D3D11.3 7.18.9).
      function automatic longint wrapped(input longint i, input longint size, input address_mode_t mode);
        longint folded;
        case (mode)
          ADDRESS_REPEAT: return modulo(i, size);
          ADDRESS_MIRRORED_REPEAT: begin
            folded = modulo(i, 2 * size);
            return folded < size ? folded : 2 * size - 1 - folded;
          end
          ADDRESS_CLAMP_TO_EDGE: return i < 0 ? 64'sd0 : i >= size ? size - 1 : i;
          ADDRESS_CLAMP_TO_BORDER: return i < 0 || i >= size ? -64'sd1 : i;
          default: begin
            folded = i < 0 ? -1 - i : i;
            return folded >= size ? size - 1 : folded;
          end
        endcase
      endfunction

      // Bits of i and j, from the lowest on, one after the other.
      function automatic longint interleaved(input longint i, input longint j, input int bits);
        longint both = 64'sd0;
        for (int bit_index = 0; bit_index < bits; bit_index++) begin
          both |= ((i >>> bit_index) & 64'sd1) <<< (2 * bit_index);
          both |= ((j >>> bit_index) & 64'sd1) <<< (2 * bit_index + 1);
        end
        return both;
      endfunction

      // The place of a texel in its level, in texels: tiles in rows, or in Morton order.
      function automatic longint texel_of(input level_t level, input longint i, input longint j);
        longint across = longint'(CACHE_TILE_WIDTH);
        longint down = longint'(CACHE_TILE_HEIGHT);
        int bits = $clog2(level.width < level.height ? level.width : level.height);
        longint side = 64'sd1 <<< bits;
        if (CACHE_LAYOUT == "morton")
          return interleaved(i & (side - 1), j & (side - 1), bits) + ((i >>> bits) + (j >>> bits)) * side * side;
        return (j / down) * longint'(level.pitch) + (i / across) * across * down + (j % down) * across + i % across;
      endfunction

      // The layer of the view, rounded and clamped (D3D11.3 22.4.15).
      function automatic longint layer_of(input state_t s, input logic [31:0] layer);
        string mode = ADDRESS_LAYER_ROUNDING == "nearest-even" ? "nearest-even" : "nearest-up";
        if (!s.arrayed) return 64'sd0;
        return float_to_fixed(layer, 0, 64'sd0, longint'(s.layers) - 64'sd1, mode);
      endfunction

      task automatic tap(
        input int n, input string name, input state_t s, input level_t level, input longint layer, input longint i,
        input longint j, input longint expected
      );
        longint texel = longint'(s.base_layer) + layer;
        if (i < 0 || j < 0) check(n, name, -64'sd1, expected);
        else check(n, name, longint'(level.base) + texel * longint'(level.layer_bytes)
          + texel_of(level, i, j) * longint'(s.texel_bytes), expected);
      endtask

      // Coordinate, texels and weight along an axis.
      task automatic along(
        input int n, input string name, input logic [31:0] coordinate, input longint size, input bit linear,
        input longint offset, input address_mode_t mode, input longint fixed, input longint first,
        input longint second, input longint weight
      );
        longint x = snapped(coordinate, size, linear, offset, mode);
        longint i = x >>> FRACTION_BITS;
        check(n, {"fixed_", name}, x, fixed);
        check(n, {"first texel along ", name}, wrapped(i, size, mode), first);
        if (!linear) return;
        check(n, {"second texel along ", name}, wrapped(i + 1, size, mode), second);
        check(n, {"weight along ", name}, round_shift(x - i * ONE, FRACTION_BITS - FILTER_WEIGHT_BITS, FILTER_ROUNDING),
          weight);
      endtask

      initial begin
        $readmemh("sample_position.mem", position);
        $readmemh("address.mem", vectors);
        for (int n = 0; n < ADDRESS_VECTORS; n++) begin
          address_vector_t v = vectors[n];
          state_t s = STATES[STATE_INDEX_BITS'(v.state)];
          level_t level;
          bit linear;
          longint layer;
          int sample;
          if (!s.plain) begin
            left_out++;
            continue;
          end
          sample = int'(v.pass) % int'(v.samples);
          linear = v.filter == SAMPLER_LINEAR;
          layer = layer_of(s, v.layer);
          check(n, "level_index", v.pass < 31'(v.samples) ? longint'(v.level_hi) : longint'(v.level_lo), longint'(v.level_index));
          if (s.arrayed) check(n, "layer_index", longint'(s.base_layer) + layer, longint'(v.layer_index));
          level = LEVELS[LEVEL_INDEX_BITS'(s.levels + 16'(v.level_index))];
          if (!same_float(place(v.u, v.axis_u, int'(v.samples), sample), v.sample_u)) check(n, "sample_u is not exact", 0, 1);
          if (!same_float(place(v.v, v.axis_v, int'(v.samples), sample), v.sample_v)) check(n, "sample_v is not exact", 0, 1);
          along(n, "u", v.sample_u, longint'(level.width), linear, longint'(v.offset_u), s.address_u,
            longint'(v.fixed_u), longint'(v.i0), longint'(v.i1), longint'(v.alpha));
          along(n, "v", v.sample_v, longint'(level.height), linear, longint'(v.offset_v), s.address_v,
            longint'(v.fixed_v), longint'(v.j0), longint'(v.j1), longint'(v.beta));
          check(n, "tap_count", linear ? 64'sd4 : 64'sd1, longint'(v.tap_count));
          tap(n, "address0", s, level, layer, longint'(v.i0), longint'(v.j0), longint'(v.address0));
          if (linear) begin
            tap(n, "address1", s, level, layer, longint'(v.i1), longint'(v.j0), longint'(v.address1));
            tap(n, "address2", s, level, layer, longint'(v.i0), longint'(v.j1), longint'(v.address2));
            tap(n, "address3", s, level, layer, longint'(v.i1), longint'(v.j1), longint'(v.address3));
          end
          count();
        end
        report();
      end
  `PLAIN_STATES_END
endmodule
