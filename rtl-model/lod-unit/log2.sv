`default_nettype none

// log2 of a float32 (log2.ts): the exponent is the leading one. A table gives the mantissa's part, and the highest bits
// of the mantissa's rest interpolate it to nearest, ties up. The sum is narrowed once, and saturates.
//
// bits: float32. Zero and denorms give the least LOD; negative numbers, +infinity and NaN the greatest.
// lod:  signed, LOD_INTEGER_BITS.LOD_FRACTION_BITS.
module log2 #(
    parameter int LOD_INTEGER_BITS = 8,
    parameter int LOD_FRACTION_BITS = 8,
    parameter int INDEX_BITS = 6,
    parameter int ENTRY_BITS = 14,  // at least LOD_FRACTION_BITS
    parameter int INTERPOLATION_BITS = 17,
    parameter fixed_point_pkg::rounding_e ROUNDING = fixed_point_pkg::NEAREST_EVEN,
    // 2^INDEX_BITS + 1 entries of ENTRY_BITS + 1 bits: log2 from 1 to 2.
    parameter FILE = "log2.mem",
    localparam int LOD_WIDTH = LOD_INTEGER_BITS + LOD_FRACTION_BITS
) (
    input  wire logic        [         31:0] bits,
    output logic      signed [LOD_WIDTH-1:0] lod
);

  if (INDEX_BITS < 0 || INDEX_BITS > 22) $error("log2: INDEX_BITS should be 0 to 22");
  if (ENTRY_BITS < LOD_FRACTION_BITS) $error("log2: ENTRY_BITS should be at least LOD_FRACTION_BITS");
  if (INTERPOLATION_BITS < 0) $error("log2: INTERPOLATION_BITS should be at least 0");

  localparam int MANTISSA_BITS = 23;
  localparam int EXPONENT_BIAS = 127;
  localparam int REST_BITS = MANTISSA_BITS - INDEX_BITS;
  localparam int WEIGHT_BITS = INTERPOLATION_BITS < REST_BITS ? INTERPOLATION_BITS : REST_BITS;
  localparam int ENTRIES = 2 ** INDEX_BITS + 1;

  logic [MANTISSA_BITS-1:0] mantissa;
  logic [8:0] sign_and_exponent;
  assign {sign_and_exponent, mantissa} = bits;

  logic [INDEX_BITS:0] index;
  logic [ENTRY_BITS:0] entry, fraction;
  assign index = (INDEX_BITS + 1)'(mantissa >> REST_BITS);
  rom #(
      .ENTRIES(ENTRIES),
      .WIDTH(ENTRY_BITS + 1),
      .FILE(FILE)
  ) lower (
      .index(index),
      .entry(entry)
  );

  if (WEIGHT_BITS == 0) begin : g_entry
    assign fraction = entry;
  end else begin : g_interpolation
    logic [ENTRY_BITS:0] next;
    rom #(
        .ENTRIES(ENTRIES),
        .WIDTH(ENTRY_BITS + 1),
        .FILE(FILE)
    ) upper (
        .index(index + 1'b1),
        .entry(next)
    );

    localparam int PRODUCT_WIDTH = ENTRY_BITS + 1 + WEIGHT_BITS;
    logic [WEIGHT_BITS-1:0] weight;
    logic [PRODUCT_WIDTH-1:0] product;
    logic [ENTRY_BITS:0] difference, step;
    logic [1:0] unused_sign;
    assign weight = WEIGHT_BITS'(mantissa >> (REST_BITS - WEIGHT_BITS));
    assign difference = next - entry;
    assign product = PRODUCT_WIDTH'(difference) * PRODUCT_WIDTH'(weight);
    round_shift #(
        .WIDTH(PRODUCT_WIDTH + 1),
        .BITS(WEIGHT_BITS),
        .ROUNDING(fixed_point_pkg::NEAREST_UP)
    ) narrowed (
        .value({1'b0, product}),
        .rounded({unused_sign, step})
    );
    assign fraction = entry + step;
  end

  localparam int VALUE_WIDTH = 9 + ENTRY_BITS;
  localparam int DROPPED = ENTRY_BITS - LOD_FRACTION_BITS;
  logic signed [VALUE_WIDTH-1:0] value;
  logic signed [VALUE_WIDTH-DROPPED:0] rounded;
  logic [LOD_WIDTH-1:0] saturated;
  assign value = {sign_and_exponent - 9'(EXPONENT_BIAS), {ENTRY_BITS{1'b0}}} + VALUE_WIDTH'(fraction);
  round_shift #(
      .WIDTH(VALUE_WIDTH),
      .BITS(DROPPED),
      .ROUNDING(ROUNDING)
  ) narrowed (
      .value(value),
      .rounded(rounded)
  );
  saturate #(
      .WIDTH(VALUE_WIDTH - DROPPED + 1),
      .SATURATED_WIDTH(LOD_WIDTH)
  ) held (
      .value(rounded),
      .saturated(saturated)
  );

  always_comb begin
    lod = saturated;
    if (sign_and_exponent > 9'd254) lod = {1'b0, {(LOD_WIDTH - 1) {1'b1}}};
    if (sign_and_exponent == '0 || bits == 32'h8000_0000) lod = {1'b1, {(LOD_WIDTH - 1) {1'b0}}};
  end

endmodule

`default_nettype wire
