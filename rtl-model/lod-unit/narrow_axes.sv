`default_nettype none

// The axes of a footprint from the scaled derivatives of two dimensions, in the widths of the design (narrow-axes.ts;
// D3D11.3 7.18.11; Vulkan: Scale Factor Operation; docs/arithmetic.md, 5 to 10). Every narrowing cuts bits off.
//
// dxu, dxv, dyu, dyv: float32, in texels.
// max_anisotropy:     float32 without its sign, at least 1.
// infinite:           1 if a derivative is infinite or NaN: then the LOD is the largest of its format, and N is 1.
// major:              the longer axis in texels, LENGTH_BITS.
// minor:              the shorter axis, or major / max_anisotropy where that is more. Its log2 is the LOD of an
//                     anisotropic sampler, as that of `major` is of an isotropic one.
// samples:            N, one of the rates.
// along_x, along_y:   the major axis is dX along_x + dY along_y; ELLIPSE_BITS fraction bits.
module narrow_axes #(
    parameter lod_unit_pkg::scale_factor_e METHOD = lod_unit_pkg::ELLIPSE,
    parameter int SCALE_FACTOR_BITS = 12,
    parameter int ELLIPSE_BITS = 12,
    parameter int LENGTH_BITS = 12,
    parameter int MINOR_AXIS_BITS = 12,
    // alpha and beta of alpha-max-beta-min, with ALPHA_BETA_BITS fraction bits.
    parameter int ALPHA_BETA_BITS = 2,
    parameter int ALPHA = 4,
    parameter int BETA = 2,
    // The anisotropic rates in rising order, 8 bits each, the first one, 1, lowest.
    parameter int RATE_COUNT = 5,
    parameter logic [RATE_COUNT*8-1:0] RATES = 40'h10_08_04_02_01
) (
    input  wire logic [31:0] dxu,
    input  wire logic [31:0] dxv,
    input  wire logic [31:0] dyu,
    input  wire logic [31:0] dyv,
    input  wire logic [30:0] max_anisotropy,
    output logic infinite,
    output scaled_pkg::scaled_t major,
    output scaled_pkg::scaled_t minor,
    output logic [7:0] samples,
    output logic signed [ELLIPSE_BITS+1:0] along_x,
    output logic signed [ELLIPSE_BITS+1:0] along_y
);

  if (SCALE_FACTOR_BITS < 2) $error("narrow_axes: SCALE_FACTOR_BITS should be at least 2");
  if (ELLIPSE_BITS < 2) $error("narrow_axes: ELLIPSE_BITS should be at least 2");
  if (LENGTH_BITS < 2) $error("narrow_axes: LENGTH_BITS should be at least 2");
  if (MINOR_AXIS_BITS < 2) $error("narrow_axes: MINOR_AXIS_BITS should be at least 2");
  if (RATE_COUNT < 1 || RATES[7:0] != 8'd1) $error("narrow_axes: RATES should have RATE_COUNT rates, the lowest one 1");

  localparam int P = SCALE_FACTOR_BITS;

  // ---- The common exponent: integers of P bits and a sign, times 2^unit ----

  logic [7:0] largest;
  logic signed [11:0] unit;
  logic signed [P:0] xu, xv, yu, yv;

  function automatic logic [7:0] later(input logic [7:0] a, input logic [7:0] b);
    later = a > b ? a : b;
  endfunction

  function automatic logic signed [P:0] aligned(input logic [31:0] bits, input logic [7:0] exponent);
    logic [P:0] shifted;
    shifted = (P + 1)'({2'b01, bits[22:0]} >> (exponent - bits[30:23]) >> (24 - P));
    // Denormals count as zeros.
    aligned = bits[30:23] == 8'd0 ? '0 : bits[31] ? -shifted : shifted;
  endfunction

  function automatic logic [63:0] magnitude(input logic signed [63:0] value);
    magnitude = value < 0 ? -value : value;
  endfunction

  always_comb begin
    largest = later(later(dxu[30:23], dxv[30:23]), later(dyu[30:23], dyv[30:23]));
    unit = 12'(largest) - 12'(126 + P);
    infinite = largest == 8'd255;
    xu = aligned(dxu, largest);
    xv = aligned(dxv, largest);
    yu = aligned(dyu, largest);
    yv = aligned(dyv, largest);
  end

  // ---- Length and direction of the major axis; the shorter vector's length, or the area of the ellipse ----

  scaled_pkg::scaled_t shorter;
  localparam logic signed [ELLIPSE_BITS+1:0] ONE = (ELLIPSE_BITS + 2)'(1) << ELLIPSE_BITS;

  if (METHOD == lod_unit_pkg::ELLIPSE) begin : g_ellipse
    // An integer of ELLIPSE_BITS over the exponent of X + Y, whose highest bit is `top`.
    function automatic logic [63:0] over(input logic [63:0] value, input logic [5:0] top);
      over = value << (6'd63 - top) >> (64 - ELLIPSE_BITS);
    endfunction

    // a / b, at most 1, with ELLIPSE_BITS fraction bits, digit by digit.
    function automatic logic signed [ELLIPSE_BITS+1:0] part_of(
        input logic [ELLIPSE_BITS+1:0] a, input logic [ELLIPSE_BITS+1:0] b);
      logic [ELLIPSE_BITS+2:0] rest;
      rest = {1'b0, a};
      part_of = '0;
      for (int digit = ELLIPSE_BITS; digit >= 0; digit--) begin
        if (rest >= {1'b0, b}) begin
          rest = rest - {1'b0, b};
          part_of[digit] = 1'b1;
        end
        rest = rest << 1;
      end
    endfunction

    logic signed [63:0] dot, determinant;
    logic [63:0] square_x, square_y, x, y, d, p, t;
    // t + p is less than 2.5 2^ELLIPSE_BITS, the root of its square and d^2 less than 2.7 2^ELLIPSE_BITS.
    logic [ELLIPSE_BITS+1:0] q, length;
    logic [5:0] top;
    logic parallel;
    scaled_pkg::scaled_t square;
    logic signed [ELLIPSE_BITS+1:0] longer, other;

    always_comb begin
      square_x = 64'(xu * 64'(xu) + xv * 64'(xv));
      square_y = 64'(yu * 64'(yu) + yv * 64'(yv));
      dot = xu * 64'(yu) + xv * 64'(yv);
      determinant = xu * 64'(yv) - xv * 64'(yu);
      parallel = magnitude(determinant) <=
          magnitude(64'(xu)) + magnitude(64'(xv)) + magnitude(64'(yu)) + magnitude(64'(yv));

      top = '0;
      for (int bit_number = 0; bit_number < 64; bit_number++) begin
        if (((square_x + square_y) >> bit_number) != 64'd0) top = 6'(bit_number);
      end
      x = over(square_x, top);
      y = over(square_y, top);
      d = parallel ? 64'd0 : over(magnitude(dot) << 1, top);
      p = x > y ? x - y : y - x;
      t = 64'(scaled_pkg::integer_root(p * p + d * d));
      // (X + Y + t) / 2 over 2^(top + 1 - ELLIPSE_BITS).
      square = scaled_pkg::scaled(x + y + t, (unit << 1) + 12'(top) - 12'(ELLIPSE_BITS));
      major = scaled_pkg::root(square, LENGTH_BITS);
      shorter = scaled_pkg::scaled(magnitude(determinant), unit << 1);

      // The axis is the eigenvector of ((X, D/2), (D/2, Y)): (t + p, d) over its length, the longer vector first.
      q = (ELLIPSE_BITS + 2)'(t + p);
      length = (ELLIPSE_BITS + 2)'(scaled_pkg::integer_root(64'(q) * 64'(q) + d * d));
      longer = length == '0 ? ONE : part_of(q, length);
      other = length == '0 ? '0 : part_of((ELLIPSE_BITS + 2)'(d), length);
      if (dot < 0) other = -other;
      {along_x, along_y} = infinite ? {ONE, (ELLIPSE_BITS + 2)'(0)} : x > y ? {longer, other} : {other, longer};
    end
  end else begin : g_vectors
    // The length of a vector by the magnitudes of its components.
    function automatic scaled_pkg::scaled_t length(
        input logic signed [P:0] u, input logic signed [P:0] v, input logic signed [11:0] exponent);
      logic [63:0] mu, mv, larger, smaller, sum;
      mu = magnitude(64'(u));
      mv = magnitude(64'(v));
      larger = mu > mv ? mu : mv;
      smaller = mu > mv ? mv : mu;
      if (METHOD == lod_unit_pkg::EUCLIDEAN) begin
        length = scaled_pkg::root(scaled_pkg::scaled(mu * mu + mv * mv, exponent << 1), LENGTH_BITS);
      end else if (METHOD == lod_unit_pkg::ALPHA_MAX_BETA_MIN) begin
        sum = 64'(ALPHA) * larger + 64'(BETA) * smaller;
        length = scaled_pkg::truncated(scaled_pkg::scaled(sum, exponent - 12'(ALPHA_BETA_BITS)), LENGTH_BITS);
      end else begin
        sum = METHOD == lod_unit_pkg::COMPONENT_SUM ? larger + smaller : larger;
        length = scaled_pkg::truncated(scaled_pkg::scaled(sum, exponent), LENGTH_BITS);
      end
    endfunction

    scaled_pkg::scaled_t length_x, length_y;
    logic x_longer;
    always_comb begin
      length_x = length(xu, xv, unit);
      length_y = length(yu, yv, unit);
      x_longer = scaled_pkg::greater(length_x, length_y);
      major    = x_longer ? length_x : length_y;
      shorter  = x_longer ? length_y : length_x;
      along_x  = x_longer || infinite ? ONE : '0;
      along_y  = x_longer || infinite ? '0 : ONE;
    end
  end

  // ---- Minor axis and N: the clamp to max_anisotropy keeps the area ----

  scaled_pkg::scaled_t most, one, unclamped, least, rate;
  logic clamped, reached;

  always_comb begin
    most = scaled_pkg::from_float32(max_anisotropy);
    one = scaled_pkg::scaled(64'd1, 12'sd0);
    unclamped = METHOD == lod_unit_pkg::ELLIPSE && major.mantissa != 64'd0
        ? scaled_pkg::quotient(shorter, major, MINOR_AXIS_BITS) : shorter;
    clamped = scaled_pkg::greater(major, scaled_pkg::product(most, unclamped));
    minor = clamped ? scaled_pkg::quotient(major, most, MINOR_AXIS_BITS) : unclamped;

    // The least rate that reaches max_anisotropy or major / max(minor, 1), without a divide.
    least = scaled_pkg::greater(one, unclamped) ? one : unclamped;
    samples = RATES[7:0];
    reached = infinite;
    for (int n = 0; n < RATE_COUNT - 1; n++) begin
      rate = scaled_pkg::scaled(64'(RATES[n*8+:8]), 12'sd0);
      reached |= !scaled_pkg::greater(most, rate) || !scaled_pkg::greater(major, scaled_pkg::product(rate, least));
      if (!reached) samples = RATES[(n+1)*8+:8];
    end
  end

endmodule

`default_nettype wire
