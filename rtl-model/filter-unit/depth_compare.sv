`default_nettype none

// The comparison of a reference depth with the depths of a lane's four taps (depth-compare.ts; Vulkan: Depth Compare
// Operation; D3D11.3 22.4.19). The product of the reference and 2^16 - 1, the code of 1, is exact. QUANTIZED rounds it to
// a code, ties up (D3D11.3 3.2.3.6), and takes denorms of floats as zero (22.4.3).
//
// is_float:   0 for depths that are UNORM of 16 bits: then the reference is clamped to 0 and 1, and its NaN counts as 0.
// dref:       float32.
// compare_op: VkCompareOp: bit 0 holds where the reference is less than a depth, bit 1 where it is equal, bit 2 where it
//             is greater. With a NaN, `not equal` and `always` hold.
// depth:      float32, or codes.
// passes:     1 for a tap whose comparison holds.
module depth_compare #(
    parameter bit QUANTIZED = 1'b1
) (
    input  wire logic             is_float,
    input  wire logic [31:0]      dref,
    input  wire logic [2:0]       compare_op,
    input  wire logic [3:0][31:0] depth,
    output logic      [3:0]       passes
);

  // A float as an integer of the same order: both zeros, and denorms that count as such, are 0.
  function automatic logic signed [32:0] ordered(input logic [31:0] bits);
    logic signed [32:0] magnitude;
    magnitude = {2'b00, bits[30:0]};
    if (QUANTIZED && bits[30:23] == '0) magnitude = '0;
    ordered = bits[31] ? -magnitude : magnitude;
  endfunction

  function automatic logic is_nan(input logic [30:0] magnitude);
    is_nan = magnitude > 31'h7f80_0000;
  endfunction

  // ---- The reference as a code ----

  localparam int CODE_BITS = 16;
  localparam int PRODUCT_BITS = 24 + CODE_BITS;
  // The biased exponents of 1, and of the numbers from 1/2 on, whose products have all bits of a code in front of the point.
  localparam int EXPONENT_OF_ONE = 127;
  localparam int HIGHEST = EXPONENT_OF_ONE - 1;
  // Nothing is left of a code, nor of the half below it.
  localparam int FARTHEST = CODE_BITS + 1;

  logic negative, infinite, nan;
  logic [7:0] exponent;
  logic [23:0] significand;
  float_unpack unpack (
      .bits(dref),
      .negative(negative),
      .exponent(exponent),
      .significand(significand),
      .infinite(infinite),
      .nan(nan)
  );

  logic none, all, half;
  logic [7:0] shift;
  logic [CODE_BITS-1:0] whole;
  logic [PRODUCT_BITS-1:0] product, lost;
  assign none = negative || nan;
  assign all = infinite || exponent >= 8'(EXPONENT_OF_ONE);
  assign product = {significand, {CODE_BITS{1'b0}}} - PRODUCT_BITS'(significand);
  assign shift = exponent < 8'(HIGHEST - FARTHEST) ? 8'(FARTHEST) : 8'(HIGHEST) - exponent;
  assign {whole, half, lost} = {product, {FARTHEST{1'b0}}} >> shift;

  // The reference is `code`, or between it and the next one where it is `above`.
  logic [CODE_BITS-1:0] code;
  logic above;
  always_comb begin
    code  = QUANTIZED ? whole + CODE_BITS'(half) : whole;
    above = !QUANTIZED && (half || lost != '0);
    if (none || all) begin
      code  = {CODE_BITS{!none}};
      above = 1'b0;
    end
  end

  // ---- Comparisons ----

  logic signed [32:0] reference;
  assign reference = is_float ? ordered(dref) : 33'({code, above});

  for (genvar tap = 0; tap < 4; tap++) begin : g_tap
    logic signed [32:0] texel;
    assign texel = is_float ? ordered(depth[tap]) : 33'({depth[tap][CODE_BITS-1:0], 1'b0});
    always_comb begin
      passes[tap] = reference < texel ? compare_op[0] : reference == texel ? compare_op[1] : compare_op[2];
      if (is_float && (nan || is_nan(depth[tap][30:0]))) passes[tap] = compare_op[0] && compare_op[2];
    end
  end

endmodule

`default_nettype wire
