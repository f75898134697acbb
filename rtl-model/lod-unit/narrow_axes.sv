`default_nettype none

// The axes of a footprint from the scaled derivatives of two or three dimensions, in the widths of the design (narrow-axes.ts;
// D3D11.3 7.18.11; Vulkan: Scale Factor Operation; docs/arithmetic.md, 5 to 10). Every narrowing cuts bits off.
//
// dxu ... dyw:        float32, in texels; those along w are 0 in a plane, and where VOLUMES is 0.
// max_anisotropy:     float32 without its sign, at least 1.
// infinite:           1 if a derivative is infinite or NaN: then the LOD is the largest of its format, and N is 1.
// major:              the longer axis in texels, LENGTH_BITS.
// minor:              the shorter axis, or major / max_anisotropy where that is more. Its log2 is the LOD of an
//                     anisotropic sampler, as that of `major` is of an isotropic one. It is that of a plane.
// samples:            N, one of the rates.
// along_x, along_y:   the major axis is dX along_x + dY along_y; ELLIPSE_BITS fraction bits.
//
// REGISTERS: of the stage's latency, that stand between the steps: outputs come as many cycles after their inputs.
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
    parameter logic [RATE_COUNT*8-1:0] RATES = 40'h10_08_04_02_01,
    parameter bit VOLUMES = 1'b0,
    parameter int REGISTERS = 0
) (
    input  wire logic clock,
    input  wire logic [31:0] dxu,
    input  wire logic [31:0] dxv,
    input  wire logic [31:0] dxw,
    input  wire logic [31:0] dyu,
    input  wire logic [31:0] dyv,
    input  wire logic [31:0] dyw,
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

  // ---- Numbers of any exponent: mantissa * 2^exponent, the highest bit of the mantissa set unless the number is 0 ----

  function automatic int largest(input int a, input int b);
    largest = a > b ? a : b;
  endfunction

  localparam int WIDEST = largest(largest(P, ELLIPSE_BITS), largest(LENGTH_BITS, MINOR_AXIS_BITS));
  if (WIDEST > 24) $error("narrow_axes: no width should be more than 24");

  // Bits of the shorter axis: of an ellipse it is a quotient, else the length of a vector.
  localparam int SHORTER_BITS = METHOD == lod_unit_pkg::ELLIPSE ? MINOR_AXIS_BITS : LENGTH_BITS;
  // Digits of a root: of a major axis, or of the length of (t + p, d).
  localparam int ROOT_BITS = largest(LENGTH_BITS, ELLIPSE_BITS + 2);
  // Bits of the widest mantissa: a sum of squares, one of alpha and beta times components, a product with a float32.
  localparam int SQUARE_BITS = 2 * P + (VOLUMES ? 2 : 1);
  localparam int WEIGHTED_BITS = P + $clog2(ALPHA + (VOLUMES ? 2 : 1) * BETA + 1);
  localparam int BITS = largest(largest(SQUARE_BITS, WEIGHTED_BITS), largest(24 + SHORTER_BITS, ROOT_BITS));

  typedef struct packed {
    logic signed [11:0] exponent;
    logic [BITS-1:0] mantissa;
  } number_t;

  function automatic number_t number(input logic [BITS-1:0] value, input logic signed [11:0] exponent);
    logic [BITS-1:0] mantissa;
    logic signed [11:0] place;
    mantissa = value;
    place    = exponent;
    for (int step = 1 << ($clog2(BITS) - 1); step > 0; step = step / 2) begin
      if (mantissa >> (BITS - step) == '0) begin
        mantissa = mantissa << step;
        place    = place - 12'(step);
      end
    end
    number = {place, mantissa};
  endfunction

  // A positive, finite float32 that is no denormal, without its sign.
  function automatic number_t from_float32(input logic [30:0] bits);
    from_float32 = number(BITS'({1'b1, bits[22:0]}), 12'(bits[30:23]) - 12'sd150);
  endfunction

  function automatic logic greater(input number_t a, input number_t b);
    greater = a.mantissa != '0 &&
        (b.mantissa == '0 || a.exponent > b.exponent || (a.exponent == b.exponent && a.mantissa > b.mantissa));
  endfunction

  // The number with its highest `bits`.
  function automatic number_t truncated(input number_t x, input int bits);
    truncated = {x.exponent, x.mantissa & ~({BITS{1'b1}} >> bits)};
  endfunction

  // The product of a number of at most 24 bits and one of at most SHORTER_BITS.
  function automatic number_t product(input number_t a, input number_t b);
    product = number(BITS'(a.mantissa[BITS-1-:24]) * BITS'(b.mantissa[BITS-1-:SHORTER_BITS]),
                     a.exponent + b.exponent + 12'(2 * BITS - 24 - SHORTER_BITS));
  endfunction

  // floor(sqrt(n)), digit by digit.
  function automatic logic [ROOT_BITS-1:0] integer_root(input logic [2*ROOT_BITS-1:0] n);
    logic [ROOT_BITS+1:0] rest;
    logic [ROOT_BITS-1:0] digits;
    rest   = '0;
    digits = '0;
    for (int digit = ROOT_BITS - 1; digit >= 0; digit--) begin
      rest = {rest[ROOT_BITS-1:0], n[2*digit+:2]};
      if (rest >= {digits, 2'b01}) begin
        rest   = rest - {digits, 2'b01};
        digits = {digits[ROOT_BITS-2:0], 1'b1};
      end else begin
        digits = {digits[ROOT_BITS-2:0], 1'b0};
      end
    end
    integer_root = digits;
  endfunction

  // The square root, of LENGTH_BITS.
  function automatic number_t root(input number_t x);
    logic [2*ROOT_BITS-1:0] n;
    logic signed [11:0] even;
    logic odd;
    // Of an even exponent: the highest digit of the root is 1.
    odd = x.exponent[0] ^ 1'(BITS);
    even = x.exponent + 12'(BITS) + 12'(odd);
    n = (2 * ROOT_BITS)'({x.mantissa, {(2 * ROOT_BITS) {1'b0}}} >> odd >> BITS);
    root = truncated({(even >>> 1) - 12'(BITS), BITS'(integer_root(n)) << (BITS - ROOT_BITS)}, LENGTH_BITS);
  endfunction

  // a / b, of MINOR_AXIS_BITS, digit by digit. b is not 0.
  function automatic number_t quotient(input number_t a, input number_t b);
    logic [BITS:0] rest;
    logic [MINOR_AXIS_BITS:0] digits;
    rest   = {1'b0, a.mantissa};
    digits = '0;
    for (int digit = MINOR_AXIS_BITS; digit >= 0; digit--) begin
      if (rest >= {1'b0, b.mantissa}) begin
        rest = rest - {1'b0, b.mantissa};
        digits[digit] = 1'b1;
      end
      rest = rest << 1;
    end
    // Between 1/2 and 2, because the highest bits of a and b are 1: the lowest digit is one more than the width, or a 0.
    quotient = digits[MINOR_AXIS_BITS]
        ? {a.exponent - b.exponent - 12'(BITS - 1), BITS'(digits[MINOR_AXIS_BITS:1]) << (BITS - MINOR_AXIS_BITS)}
        : {a.exponent - b.exponent - 12'(BITS), BITS'(digits[MINOR_AXIS_BITS-1:0]) << (BITS - MINOR_AXIS_BITS)};
  endfunction

  // A number of at most 24 bits.
  function automatic scaled_pkg::scaled_t narrowed(input number_t x);
    narrowed = {x.exponent + 12'(BITS - 24), x.mantissa[BITS-1-:24]};
  endfunction

  // ---- The registers in front of the steps, by the time that each of them takes ----

  typedef enum int {
    ALIGNMENT,
    ROOT,  // of an ellipse; other methods have none
    LENGTHS,
    QUOTIENTS,
    CLAMP
  } step_e;

  // Nanoseconds until the end of a step, in the cells of docs/area.md.
  function automatic int time_until(input int step);
    unique case (step)
      ALIGNMENT: time_until = 19;
      ROOT: time_until = METHOD == lod_unit_pkg::ELLIPSE ? 47 : 19;
      LENGTHS: time_until = METHOD == lod_unit_pkg::ELLIPSE ? 77 : 49;
      QUOTIENTS: time_until = METHOD == lod_unit_pkg::ELLIPSE ? 108 : 80;
      default: time_until = METHOD == lod_unit_pkg::ELLIPSE ? 121 : 93;
    endcase
  endfunction

  function automatic int registers_until(input int step);
    registers_until = (REGISTERS * time_until(step) + time_until(CLAMP) / 2) / time_until(CLAMP);
  endfunction

  typedef struct packed {
    logic [31:0] xu, xv, xw, yu, yv, yw;
    logic [30:0] most;
  } derivatives_t;

  derivatives_t derivatives;
  stage_registers #(
      .WIDTH($bits(derivatives)),
      .COUNT(registers_until(ALIGNMENT))
  ) before_alignment (
      .clock,
      .value({dxu, dxv, VOLUMES ? dxw : 32'd0, dyu, dyv, VOLUMES ? dyw : 32'd0, max_anisotropy}),
      .delayed(derivatives)
  );

  // ---- The common exponent: integers of P bits and a sign, times 2^unit ----

  logic [7:0] highest;
  logic signed [11:0] unit;
  logic signed [P:0] xu, xv, xw, yu, yv, yw;

  function automatic logic [7:0] later(input logic [7:0] a, input logic [7:0] b);
    later = a > b ? a : b;
  endfunction

  function automatic logic signed [P:0] aligned(input logic [31:0] bits, input logic [7:0] exponent);
    logic [P:0] shifted;
    shifted = (P + 1)'({2'b01, bits[22:0]} >> (exponent - bits[30:23]) >> (24 - P));
    // Denormals count as zeros.
    aligned = bits[30:23] == 8'd0 ? '0 : bits[31] ? -shifted : shifted;
  endfunction

  function automatic logic [P-1:0] magnitude(input logic signed [P:0] value);
    magnitude = P'(value < 0 ? -value : value);
  endfunction

  function automatic logic [SQUARE_BITS-1:0] square_sum(
      input logic [P-1:0] u, input logic [P-1:0] v, input logic [P-1:0] w);
    square_sum = SQUARE_BITS'(u) * SQUARE_BITS'(u) + SQUARE_BITS'(v) * SQUARE_BITS'(v);
    if (VOLUMES) square_sum += SQUARE_BITS'(w) * SQUARE_BITS'(w);
  endfunction

  always_comb begin
    highest = later(later(derivatives.xu[30:23], derivatives.xv[30:23]),
                    later(derivatives.yu[30:23], derivatives.yv[30:23]));
    highest = later(highest, later(derivatives.xw[30:23], derivatives.yw[30:23]));
    unit = 12'(highest) - 12'(126 + P);
    xu = aligned(derivatives.xu, highest);
    xv = aligned(derivatives.xv, highest);
    yu = aligned(derivatives.yu, highest);
    yv = aligned(derivatives.yv, highest);
    xw = aligned(derivatives.xw, highest);
    yw = aligned(derivatives.yw, highest);
  end

  // ---- Length and direction of the major axis; the shorter vector's length, or the area of the ellipse ----

  localparam logic signed [ELLIPSE_BITS+1:0] ONE = (ELLIPSE_BITS + 2)'(1) << ELLIPSE_BITS;

  typedef struct packed {
    logic infinite;
    logic [30:0] most;
    number_t longest, shorter;
  } lengths_t;

  lengths_t found, lengths;
  logic signed [ELLIPSE_BITS+1:0] axis_x, axis_y;

  if (METHOD == lod_unit_pkg::ELLIPSE) begin : g_ellipse
    // A sum of X and Y, and a product of components, which has a sign.
    localparam int SUM_BITS = SQUARE_BITS + 1;

    // The area that two vectors span, and whether it is no more than the bits that are cut off can make of 0.
    function automatic logic [SUM_BITS-1:0] area_of(
        input logic signed [P:0] xa, input logic signed [P:0] xb, input logic signed [P:0] ya, input logic signed [P:0] yb);
      logic signed [SUM_BITS-1:0] determinant;
      determinant = SUM_BITS'(xa) * SUM_BITS'(yb) - SUM_BITS'(xb) * SUM_BITS'(ya);
      area_of = determinant < 0 ? -determinant : determinant;
    endfunction

    function automatic logic are_parallel(
        input logic signed [P:0] xa, input logic signed [P:0] xb, input logic signed [P:0] ya, input logic signed [P:0] yb);
      are_parallel = area_of(xa, xb, ya, yb) <= SUM_BITS'(magnitude(xa)) + SUM_BITS'(magnitude(xb)) +
          SUM_BITS'(magnitude(ya)) + SUM_BITS'(magnitude(yb));
    endfunction

    // An integer of ELLIPSE_BITS over the exponent of X + Y, whose highest bit is `top`.
    function automatic logic [ROOT_BITS-1:0] over(input logic [SUM_BITS-1:0] value, input logic [5:0] top);
      over = ROOT_BITS'({value, {ELLIPSE_BITS{1'b0}}} >> top >> 1);
    endfunction

    function automatic logic [2*ROOT_BITS-1:0] squares(input logic [ROOT_BITS-1:0] a, input logic [ROOT_BITS-1:0] b);
      squares = (2 * ROOT_BITS)'(a) * (2 * ROOT_BITS)'(a) + (2 * ROOT_BITS)'(b) * (2 * ROOT_BITS)'(b);
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

    // X, Y and D of the ellipse, with the place of their highest bit, and what later steps need of the derivatives.
    typedef struct packed {
      logic infinite;
      logic [30:0] most;
      logic signed [11:0] unit;
      logic [5:0] top;
      logic opposite;  // dX and dY are more than a right angle apart.
      logic [SUM_BITS-1:0] area;
      logic [ROOT_BITS-1:0] x, y, d;
    } ellipse_t;

    // t + p is less than 2.5 2^ELLIPSE_BITS, the root of its square and d^2 less than 2.7 2^ELLIPSE_BITS.
    typedef struct packed {
      ellipse_t ellipse;
      logic [ROOT_BITS-1:0] t, q;
    } rooted_t;

    typedef struct packed {
      logic opposite, x_longer;
      logic [ELLIPSE_BITS+1:0] d, q, length;
    } axes_t;

    ellipse_t ellipse, of_ellipse;
    rooted_t rooted, of_root;
    axes_t measured, of_axes;

    logic signed [SUM_BITS-1:0] dot;
    logic [SUM_BITS-1:0] square_x, square_y, sum, size;
    logic parallel;
    always_comb begin
      square_x = SUM_BITS'(square_sum(magnitude(xu), magnitude(xv), magnitude(xw)));
      square_y = SUM_BITS'(square_sum(magnitude(yu), magnitude(yv), magnitude(yw)));
      sum = square_x + square_y;
      dot = SUM_BITS'(xu) * SUM_BITS'(yu) + SUM_BITS'(xv) * SUM_BITS'(yv);
      if (VOLUMES) dot += SUM_BITS'(xw) * SUM_BITS'(yw);
      size = dot < 0 ? -dot : dot;
      ellipse.infinite = highest == 8'd255;
      ellipse.most = derivatives.most;
      ellipse.unit = unit;
      ellipse.opposite = dot < 0;
      ellipse.area = area_of(xu, xv, yu, yv);
      parallel = are_parallel(xu, xv, yu, yv);
      if (VOLUMES) parallel &= are_parallel(xv, xw, yv, yw) && are_parallel(xw, xu, yw, yu);

      ellipse.top = '0;
      for (int bit_number = 0; bit_number < SUM_BITS; bit_number++) begin
        if ((sum >> bit_number) != '0) ellipse.top = 6'(bit_number);
      end
      ellipse.x = over(square_x, ellipse.top);
      ellipse.y = over(square_y, ellipse.top);
      ellipse.d = parallel ? '0 : over(size << 1, ellipse.top);
    end
    stage_registers #(
        .WIDTH($bits(ellipse)),
        .COUNT(registers_until(ROOT) - registers_until(ALIGNMENT))
    ) before_root (
        .clock,
        .value  (ellipse),
        .delayed(of_ellipse)
    );

    logic [ROOT_BITS-1:0] p;
    always_comb begin
      p = of_ellipse.x > of_ellipse.y ? of_ellipse.x - of_ellipse.y : of_ellipse.y - of_ellipse.x;
      rooted.ellipse = of_ellipse;
      rooted.t = integer_root(squares(p, of_ellipse.d));
      rooted.q = rooted.t + p;
    end
    stage_registers #(
        .WIDTH($bits(rooted)),
        .COUNT(registers_until(LENGTHS) - registers_until(ROOT))
    ) before_lengths (
        .clock,
        .value  (rooted),
        .delayed(of_root)
    );

    logic [ROOT_BITS-1:0] twice;
    always_comb begin
      // The square of the major axis is (X + Y + t) / 2 over 2^(top + 1 - ELLIPSE_BITS).
      twice = of_root.ellipse.x + of_root.ellipse.y + of_root.t;
      found.infinite = of_root.ellipse.infinite;
      found.most = of_root.ellipse.most;
      found.longest =
          root(number(BITS'(twice), (of_root.ellipse.unit << 1) + 12'(of_root.ellipse.top) - 12'(ELLIPSE_BITS)));
      found.shorter = number(BITS'(of_root.ellipse.area), of_root.ellipse.unit << 1);

      // The axis is the eigenvector of ((X, D/2), (D/2, Y)): (t + p, d) over its length, the longer vector first.
      measured.opposite = of_root.ellipse.opposite;
      measured.x_longer = of_root.ellipse.x > of_root.ellipse.y;
      measured.d = (ELLIPSE_BITS + 2)'(of_root.ellipse.d);
      measured.q = (ELLIPSE_BITS + 2)'(of_root.q);
      measured.length = (ELLIPSE_BITS + 2)'(integer_root(squares(of_root.q, of_root.ellipse.d)));
    end
    stage_registers #(
        .WIDTH($bits(found) + $bits(measured)),
        .COUNT(registers_until(QUOTIENTS) - registers_until(LENGTHS))
    ) before_quotients (
        .clock,
        .value  ({found, measured}),
        .delayed({lengths, of_axes})
    );

    logic signed [ELLIPSE_BITS+1:0] longer, other;
    always_comb begin
      longer = of_axes.length == '0 ? ONE : part_of(of_axes.q, of_axes.length);
      other = of_axes.length == '0 ? '0 : part_of(of_axes.d, of_axes.length);
      if (of_axes.opposite) other = -other;
      {axis_x, axis_y} = lengths.infinite ? {ONE, (ELLIPSE_BITS + 2)'(0)}
          : of_axes.x_longer ? {longer, other} : {other, longer};
    end
  end else begin : g_vectors
    // The length of a vector by the magnitudes of its components, or the square of its length, which has a root.
    function automatic number_t size_of(
        input logic [P-1:0] u, input logic [P-1:0] v, input logic [P-1:0] w, input logic signed [11:0] exponent);
      logic [BITS-1:0] larger, smaller, sum;
      larger  = u > v ? BITS'(u) : BITS'(v);
      smaller = u > v ? BITS'(v) : BITS'(u);
      if (VOLUMES) begin
        // The two smaller components count together.
        smaller += larger > BITS'(w) ? BITS'(w) : larger;
        larger = larger > BITS'(w) ? larger : BITS'(w);
      end
      if (METHOD == lod_unit_pkg::EUCLIDEAN) begin
        size_of = number(BITS'(square_sum(u, v, w)), exponent << 1);
      end else if (METHOD == lod_unit_pkg::ALPHA_MAX_BETA_MIN) begin
        sum = BITS'(ALPHA) * larger + BITS'(BETA) * smaller;
        size_of = truncated(number(sum, exponent - 12'(ALPHA_BETA_BITS)), LENGTH_BITS);
      end else begin
        sum = METHOD == lod_unit_pkg::COMPONENT_SUM ? larger + smaller : larger;
        size_of = truncated(number(sum, exponent), LENGTH_BITS);
      end
    endfunction

    typedef struct packed {
      logic infinite;
      logic [30:0] most;
      number_t x, y;
    } vectors_t;

    vectors_t vectors, of_vectors;
    always_comb begin
      vectors.infinite = highest == 8'd255;
      vectors.most = derivatives.most;
      vectors.x = size_of(magnitude(xu), magnitude(xv), magnitude(xw), unit);
      vectors.y = size_of(magnitude(yu), magnitude(yv), magnitude(yw), unit);
    end
    stage_registers #(
        .WIDTH($bits(vectors)),
        .COUNT(registers_until(LENGTHS) - registers_until(ALIGNMENT))
    ) before_lengths (
        .clock,
        .value  (vectors),
        .delayed(of_vectors)
    );

    logic longer_x, x_longer;
    number_t length_x, length_y;
    always_comb begin
      length_x = METHOD == lod_unit_pkg::EUCLIDEAN ? root(of_vectors.x) : of_vectors.x;
      length_y = METHOD == lod_unit_pkg::EUCLIDEAN ? root(of_vectors.y) : of_vectors.y;
      longer_x = greater(length_x, length_y);
      found.infinite = of_vectors.infinite;
      found.most = of_vectors.most;
      found.longest = longer_x ? length_x : length_y;
      found.shorter = longer_x ? length_y : length_x;
    end
    stage_registers #(
        .WIDTH($bits(found) + 1),
        .COUNT(registers_until(QUOTIENTS) - registers_until(LENGTHS))
    ) before_quotients (
        .clock,
        .value  ({found, longer_x}),
        .delayed({lengths, x_longer})
    );

    assign axis_x = x_longer || lengths.infinite ? ONE : '0;
    assign axis_y = x_longer || lengths.infinite ? '0 : ONE;
  end

  // ---- Minor axis and N: the clamp to max_anisotropy keeps the area ----

  typedef struct packed {
    logic infinite;
    number_t longest, most, unclamped, kept;
    logic signed [ELLIPSE_BITS+1:0] axis_x, axis_y;
  } ratios_t;

  ratios_t ratios, of_ratios;
  always_comb begin
    ratios.infinite = lengths.infinite;
    ratios.longest = lengths.longest;
    ratios.most = from_float32(lengths.most);
    ratios.unclamped = METHOD == lod_unit_pkg::ELLIPSE && lengths.longest.mantissa != '0
        ? quotient(lengths.shorter, lengths.longest) : lengths.shorter;
    ratios.kept = quotient(lengths.longest, ratios.most);
    ratios.axis_x = axis_x;
    ratios.axis_y = axis_y;
  end
  stage_registers #(
      .WIDTH($bits(ratios)),
      .COUNT(registers_until(CLAMP) - registers_until(QUOTIENTS))
  ) before_clamp (
      .clock,
      .value  (ratios),
      .delayed(of_ratios)
  );

  number_t one, least, rate;
  logic clamped, reached;
  always_comb begin
    infinite = of_ratios.infinite;
    along_x = of_ratios.axis_x;
    along_y = of_ratios.axis_y;
    one = number(BITS'(1), 12'sd0);
    clamped = greater(of_ratios.longest, product(of_ratios.most, of_ratios.unclamped));
    major = narrowed(of_ratios.longest);
    minor = narrowed(clamped ? of_ratios.kept : of_ratios.unclamped);

    // The least rate that reaches max_anisotropy or major / max(minor, 1), without a divide.
    least = greater(one, of_ratios.unclamped) ? one : of_ratios.unclamped;
    samples = RATES[7:0];
    reached = infinite;
    for (int n = 0; n < RATE_COUNT - 1; n++) begin
      rate = number(BITS'(RATES[n*8+:8]), 12'sd0);
      reached |= !greater(of_ratios.most, rate) || !greater(of_ratios.longest, product(rate, least));
      if (!reached) samples = RATES[(n+1)*8+:8];
    end
  end

endmodule

`default_nettype wire
