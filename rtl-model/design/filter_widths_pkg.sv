`default_nettype none

// Choices of the filter, and the fraction bits of a filtered value, below the texel's own codes (filter-widths.ts). A
// lerp adds its weight's bits; the design keeps at most its guard bits of what has accumulated.
package filter_widths_pkg;

  // The weight of n bits that is 1, and what the sum of its products is divided by (filter.weightScale): 2^n for both,
  // 2^n - 1 for both, or 2^n - 1 over 2^n.
  typedef enum logic [1:0] {
    POWER_OF_TWO,
    ALL_ONES,
    ALL_ONES_OVER_POWER_OF_TWO
  } weight_scale_e;

  // What becomes of the texels of a sample (VkSamplerReductionMode).
  typedef enum logic [1:0] {
    WEIGHTED_AVERAGE,
    LEAST,
    GREATEST
  } reduction_e;

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

  // Between the slices of a volume.
  function automatic int after_slice(int weight_bits, int guard_bits);
    after_slice = after_lerp(after_v(weight_bits, guard_bits), weight_bits, guard_bits);
  endfunction

  // Fraction bits of the texel that a corner of a cube lacks which are left below a sample: lerps that narrow drop all of them.
  function automatic int corner_left(int corner_bits, int weight_bits, int guard_bits, bit power_of_two);
    corner_left = power_of_two && guard_bits >= 2 * weight_bits ? corner_bits : 0;
  endfunction

  function automatic int after_level(int weight_bits, int level_weight_bits, int guard_bits);
    after_level = after_lerp(after_v(weight_bits, guard_bits), level_weight_bits, guard_bits);
  endfunction

endpackage

`default_nettype wire
