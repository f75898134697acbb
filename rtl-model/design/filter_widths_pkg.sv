`default_nettype none

// Fraction bits of a filtered value, below the texel's own codes (filter-widths.ts). A lerp adds its weight's bits; the
// design keeps at most its guard bits of what has accumulated.
package filter_widths_pkg;

  function automatic int after_lerp(int fraction_bits, int weight_bits, int guard_bits);
    after_lerp = fraction_bits + weight_bits < guard_bits ? fraction_bits + weight_bits : guard_bits;
  endfunction

  // After the lerp along u, along v, and between levels.
  function automatic int after_u(int weight_bits, int guard_bits);
    after_u = after_lerp(0, weight_bits, guard_bits);
  endfunction

  function automatic int after_v(int weight_bits, int guard_bits);
    after_v = after_lerp(after_u(weight_bits, guard_bits), weight_bits, guard_bits);
  endfunction

  function automatic int after_level(int weight_bits, int level_weight_bits, int guard_bits);
    after_level = after_lerp(after_v(weight_bits, guard_bits), level_weight_bits, guard_bits);
  endfunction

endpackage

`default_nettype wire
