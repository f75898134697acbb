`default_nettype none

// Level selection (lod-unit.ts, selectLevels; Vulkan: Image Level(s) Selection; D3D11.3 7.18.10): the LOD within the
// view, then the nearest level, or two levels and the weight of the coarser one.
//
// lod:             signed, LOD_INTEGER_BITS.LOD_FRACTION_BITS, after the clamp.
// first_level:     the view's first level, as a level of the image.
// last_level:      the view's last level, counted from its first.
// coarsest_level:  the bound of d_lo, as a level of the image.
// view_min_lod:    the view's minimum LOD, counted from its first level, LOD_FRACTION_BITS.
// mip_linear:      1 for the sampler's mipmapMode linear.
// level_parameter: d_l, counted from the view's first level.
// level_hi, level_lo: d_hi and d_lo, as levels of the image.
// level_weight:    of the coarser level, in the LOD's fraction bits, or one bit where it has none; 0 if there is one level.
module level_selection #(
    parameter int LOD_INTEGER_BITS = 8,
    parameter int LOD_FRACTION_BITS = 8,
    parameter int LIMIT_WIDTH = 14,
    parameter int LEVEL_BITS = 4,  // at most LOD_INTEGER_BITS
    // NEAREST_UP for floor-plus-half, NEAREST_DOWN for ceil-minus-one.
    parameter fixed_point_pkg::rounding_e NEAREST_RULE = fixed_point_pkg::NEAREST_UP,
    // 1 if a table of 2^LOD_FRACTION_BITS weights bends the LOD's fraction, 0 if the fraction is the weight.
    parameter bit CURVED = 1'b0,
    parameter FILE = "level_weight.mem",
    localparam int LOD_WIDTH = LOD_INTEGER_BITS + LOD_FRACTION_BITS,
    localparam int WEIGHT_BITS = LOD_FRACTION_BITS < 1 ? 1 : LOD_FRACTION_BITS
) (
    input  wire logic signed [        LOD_WIDTH-1:0] lod,
    input  wire logic        [       LEVEL_BITS-1:0] first_level,
    input  wire logic        [       LEVEL_BITS-1:0] last_level,
    input  wire logic        [       LEVEL_BITS-1:0] coarsest_level,
    input  wire logic        [      LIMIT_WIDTH-1:0] view_min_lod,
    input  wire logic                                mip_linear,
    output logic             [        LOD_WIDTH-1:0] level_parameter,
    output logic             [       LEVEL_BITS-1:0] level_hi,
    output logic             [       LEVEL_BITS-1:0] level_lo,
    output logic             [      WEIGHT_BITS-1:0] level_weight
);

  if (LOD_FRACTION_BITS < int'(CURVED)) $error("level_selection: LOD_FRACTION_BITS should be at least CURVED");
  if (LEVEL_BITS > LOD_INTEGER_BITS) $error("level_selection: LEVEL_BITS should be at most LOD_INTEGER_BITS");

  localparam int WIDTH = (LOD_WIDTH > LIMIT_WIDTH ? LOD_WIDTH : LIMIT_WIDTH) + 1;
  logic signed [WIDTH-1:0] least, greatest, bounded;
  assign least    = WIDTH'(view_min_lod);
  assign greatest = WIDTH'(last_level) << LOD_FRACTION_BITS;
  always_comb begin
    bounded = WIDTH'(lod);
    if (bounded < least) bounded = least;
    if (bounded > greatest) bounded = greatest;
  end

  logic [LEVEL_BITS-1:0] whole;
  logic [LEVEL_BITS+LOD_FRACTION_BITS-1:0] held;
  logic [WEIGHT_BITS-1:0] fraction;
  assign held = (LEVEL_BITS + LOD_FRACTION_BITS)'(bounded);
  assign whole = LEVEL_BITS'(held >> LOD_FRACTION_BITS);
  assign fraction = LOD_FRACTION_BITS < 1 ? '0 : WEIGHT_BITS'(held);

  logic [LEVEL_BITS-1:0] nearest;
  logic [1:0] unused_sign;
  round_shift #(
      .WIDTH(LEVEL_BITS + LOD_FRACTION_BITS + 1),
      .BITS(LOD_FRACTION_BITS),
      .ROUNDING(NEAREST_RULE)
  ) to_level (
      .value({1'b0, held}),
      .rounded({unused_sign, nearest})
  );

  // The weight 1, which a curve may reach, is the coarser level alone.
  logic [WEIGHT_BITS:0] weight;
  if (CURVED) begin : g_curve
    rom #(
        .ENTRIES(2 ** WEIGHT_BITS),
        .WIDTH(WEIGHT_BITS + 1),
        .FILE(FILE)
    ) weights (
        .index(fraction),
        .entry(weight)
    );
  end else begin : g_fraction
    assign weight = {1'b0, fraction};
  end

  logic [LEVEL_BITS:0] next;
  logic [LEVEL_BITS-1:0] coarser;
  assign next = {1'b0, first_level} + {1'b0, whole} + 1'b1;
  assign coarser = next < {1'b0, coarsest_level} ? next[LEVEL_BITS-1:0] : coarsest_level;

  always_comb begin
    if (mip_linear) begin
      level_parameter = LOD_WIDTH'(held);
      level_hi = weight[WEIGHT_BITS] ? coarser : first_level + whole;
      level_lo = coarser;
      level_weight = weight[WEIGHT_BITS-1:0];
    end else begin
      level_parameter = LOD_WIDTH'(nearest) << LOD_FRACTION_BITS;
      level_hi = first_level + nearest;
      level_lo = level_hi;
      level_weight = '0;
    end
  end

endmodule

`default_nettype wire
