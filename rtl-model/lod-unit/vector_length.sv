// Length of a derivative vector from the magnitudes of its components, with LENGTH_BITS significant bits: the lower ones
// are cut off (narrow-axes.ts, scale-factor.ts; Vulkan: Scale Factor Operation).
//
// u, v:   integers of one scale.
// length: in that scale, FRACTION_BITS below the point.
module vector_length #(
    parameter int BITS = 16,
    parameter lod_unit_pkg::scale_factor_e METHOD = lod_unit_pkg::EUCLIDEAN,
    parameter int LENGTH_BITS = 15,
    // LENGTH_BITS - 1 of EUCLIDEAN: the root of an integer then has its significant bits.
    parameter int FRACTION_BITS = 14,
    // alpha and beta, 0 to 2, with FRACTION_BITS fraction bits.
    parameter int ALPHA = 2,
    parameter int BETA = 1,
    localparam int WIDTH = BITS + 2 + FRACTION_BITS
) (
    input  logic [ BITS-1:0] u,
    input  logic [ BITS-1:0] v,
    output logic [WIDTH-1:0] length
);

  logic [WIDTH-1:0] exact;
  if (METHOD == lod_unit_pkg::EUCLIDEAN) begin : g_euclidean
    localparam int RADICAND_WIDTH = 2 * WIDTH;
    logic [RADICAND_WIDTH-1:0] sum;
    assign sum = RADICAND_WIDTH'(u) * RADICAND_WIDTH'(u) + RADICAND_WIDTH'(v) * RADICAND_WIDTH'(v);
    square_root #(
        .ROOT_WIDTH(WIDTH)
    ) length_root (
        .radicand(sum << (2 * FRACTION_BITS)),
        .root(exact)
    );
  end else begin : g_linear
    logic [WIDTH-1:0] larger, smaller;
    assign {larger, smaller} = u > v ? {WIDTH'(u), WIDTH'(v)} : {WIDTH'(v), WIDTH'(u)};
    always_comb begin
      unique case (METHOD)
        lod_unit_pkg::COMPONENT_SUM:      exact = larger + smaller;
        lod_unit_pkg::ALPHA_MAX_BETA_MIN: exact = WIDTH'(ALPHA) * larger + WIDTH'(BETA) * smaller;
        default:                          exact = larger;  // MAX_COMPONENT
      endcase
    end
  end

  // A bit is kept if no bit LENGTH_BITS or more above it is set.
  always_comb begin
    length = exact;
    for (int k = 0; k < WIDTH - LENGTH_BITS; k++) begin
      if ((exact >> (k + LENGTH_BITS)) != '0) length[k] = 1'b0;
    end
  end

endmodule
