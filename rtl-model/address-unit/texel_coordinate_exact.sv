`default_nettype none

// The snapped coordinate where the product of coordinate and size is kept whole and narrowed once: snapExact of
// texel-coordinate.ts (design field address.scalePrecision = "exact"). The ports are those of texel_coordinate, after the
// range reduction.
module texel_coordinate_exact #(
    parameter int INTEGER_BITS = 17,
    parameter int FRACTION_BITS = 8,
    parameter fixed_point_pkg::rounding_e ROUNDING = fixed_point_pkg::NEAREST_EVEN,
    parameter fixed_point_pkg::rounding_e GATHER_ROUNDING = ROUNDING,
    parameter bit RANGE_REDUCTION = 1'b1,
    parameter int SIZE_BITS = 15,
    parameter int OFFSET_BITS = 6,
    localparam int WIDTH = INTEGER_BITS + FRACTION_BITS
) (
    input  wire logic        [           31:0] reduced,
    input  wire logic                          next_period,
    input  wire logic        [  SIZE_BITS-1:0] size,
    input  wire logic                          half,
    input  wire logic                          gather,
    input  wire logic signed [OFFSET_BITS-1:0] offset,
    output logic      signed [      WIDTH-1:0] coordinate
);

  localparam int BIAS = 127;
  localparam int WIDEST_SHIFT = SIZE_BITS > OFFSET_BITS ? SIZE_BITS : OFFSET_BITS;
  localparam int WIDEST = INTEGER_BITS > WIDEST_SHIFT ? INTEGER_BITS : WIDEST_SHIFT;

  logic negative, infinite, nan;
  logic [7:0] exponent;
  logic [23:0] significand;
  float_unpack unpack (
      .bits(reduced),
      .negative(negative),
      .exponent(exponent),
      .significand(significand),
      .infinite(infinite),
      .nan(nan)
  );

  localparam int PRODUCT_BITS = 24 + SIZE_BITS;
  logic [PRODUCT_BITS-1:0] product;
  assign product = PRODUCT_BITS'(significand) * PRODUCT_BITS'(size);

  // |u| is below 2^REACH: a reduced one is 10 at most, others saturate whatever their size and offset.
  localparam int REACH = RANGE_REDUCTION ? 4 : WIDEST + 2;
  localparam int MAGNITUDE_BITS = REACH + SIZE_BITS + FRACTION_BITS;
  localparam int HIGHEST = BIAS + REACH - 1;
  localparam int FARTHEST = MAGNITUDE_BITS + 1;
  logic [8:0] shift;
  logic [MAGNITUDE_BITS-1:0] whole;
  logic below_half;
  logic [PRODUCT_BITS:0] lost;
  assign shift = 9'(HIGHEST) - 9'(exponent) > 9'(FARTHEST) ? 9'(FARTHEST) : 9'(HIGHEST) - 9'(exponent);
  assign {whole, below_half, lost} = {product, {(MAGNITUDE_BITS + 2) {1'b0}}} >> shift;

  // Offset, half a texel and a period are integers on the snapped grid; two bits below it decide the rounding.
  localparam int SUM_BITS = (MAGNITUDE_BITS > WIDEST + FRACTION_BITS ? MAGNITUDE_BITS : WIDEST + FRACTION_BITS) + 2;
  logic signed [SUM_BITS+1:0] scaled, shifted;
  logic signed [SUM_BITS-1:0] steps;
  logic signed [SUM_BITS:0] rounded, of_sample, of_gather;
  assign scaled = {{(SUM_BITS - MAGNITUDE_BITS) {1'b0}}, whole, below_half, lost != '0};
  assign steps = (SUM_BITS'(offset) <<< FRACTION_BITS) -
      (half ? SUM_BITS'(1) <<< (FRACTION_BITS - 1) : '0) +
      (next_period ? SUM_BITS'({1'b0, size}) <<< FRACTION_BITS : '0);
  assign shifted = (negative ? -scaled : scaled) + {steps, 2'b0};
  round_shift #(
      .WIDTH(SUM_BITS + 2),
      .BITS(2),
      .ROUNDING(ROUNDING)
  ) round (
      .value(shifted),
      .rounded(of_sample)
  );
  if (GATHER_ROUNDING != ROUNDING) begin : g_gather
    round_shift #(
        .WIDTH(SUM_BITS + 2),
        .BITS(2),
        .ROUNDING(GATHER_ROUNDING)
    ) round_gather (
        .value(shifted),
        .rounded(of_gather)
    );
  end else begin : g_alike
    assign of_gather = of_sample;
  end
  assign rounded = gather ? of_gather : of_sample;

  // NaN counts as 0 and an infinity as the end of the format, both without the half texel.
  localparam logic signed [SUM_BITS:0] LARGEST = (SUM_BITS + 1)'({1'b0, {(WIDTH - 1) {1'b1}}});
  logic beyond;
  logic signed [SUM_BITS:0] unlimited;
  assign beyond = !RANGE_REDUCTION && 9'(exponent) > 9'(HIGHEST) && product != '0;
  always_comb begin
    unlimited = rounded;
    if (nan) unlimited = (SUM_BITS + 1)'(offset) <<< FRACTION_BITS;
    else if (infinite) unlimited = (negative ? ~LARGEST : LARGEST) + ((SUM_BITS + 1)'(offset) <<< FRACTION_BITS);
    else if (beyond) unlimited = negative ? ~LARGEST : LARGEST;
  end
  saturate #(
      .WIDTH(SUM_BITS + 1),
      .SATURATED_WIDTH(WIDTH)
  ) held (
      .value(unlimited),
      .saturated(coordinate)
  );

endmodule

`default_nettype wire
