`default_nettype none

// The snapped coordinate where every step gives a float32: snapFloat32 of texel-coordinate.ts (design field
// address.scalePrecision = "float32"). The ports are those of texel_coordinate, after the range reduction.
module texel_coordinate_float32 #(
    parameter int INTEGER_BITS = 16,
    parameter int FRACTION_BITS = 8,
    parameter fixed_point_pkg::rounding_e ROUNDING = fixed_point_pkg::NEAREST_EVEN,
    parameter fixed_point_pkg::rounding_e GATHER_ROUNDING = ROUNDING,
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

  localparam logic [31:0] ONE = 32'h3f80_0000;
  localparam logic [31:0] MINUS_HALF = 32'hbf00_0000;

  // The size is a constant of the state: a unit may store it as this float.
  logic [31:0] in_period, factor, scaled, shifted;
  unsigned_to_float #(
      .WIDTH(SIZE_BITS)
  ) convert_size (
      .value(size),
      .bits (factor)
  );
  float_add period (
      .a  (reduced),
      .b  (next_period ? ONE : '0),
      .sum(in_period)
  );
  float_multiply scale (
      .a(in_period),
      .b(factor),
      .product(scaled)
  );
  float_add centre (
      .a  (scaled),
      .b  (half ? MINUS_HALF : '0),
      .sum(shifted)
  );

  logic signed [WIDTH-1:0] snapped, of_sample, of_gather;
  float_to_fixed #(
      .INTEGER_BITS(INTEGER_BITS),
      .FRACTION_BITS(FRACTION_BITS),
      .ROUNDING(ROUNDING)
  ) snap (
      .bits (shifted),
      .value(of_sample)
  );
  if (GATHER_ROUNDING != ROUNDING) begin : g_gather
    float_to_fixed #(
        .INTEGER_BITS(INTEGER_BITS),
        .FRACTION_BITS(FRACTION_BITS),
        .ROUNDING(GATHER_ROUNDING)
    ) snap_gather (
        .bits (shifted),
        .value(of_gather)
    );
  end else begin : g_alike
    assign of_gather = of_sample;
  end
  assign snapped = gather ? of_gather : of_sample;

  localparam int SUM_BITS = (INTEGER_BITS > OFFSET_BITS ? INTEGER_BITS : OFFSET_BITS) + 1 + FRACTION_BITS;
  logic signed [SUM_BITS-1:0] sum;
  assign sum = SUM_BITS'(snapped) + (SUM_BITS'(offset) <<< FRACTION_BITS);
  saturate #(
      .WIDTH(SUM_BITS),
      .SATURATED_WIDTH(WIDTH)
  ) held (
      .value(sum),
      .saturated(coordinate)
  );

endmodule

`default_nettype wire
