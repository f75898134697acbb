`default_nettype none

// Numbers of any exponent without a sign, whose narrowing cuts bits off (truncation.ts). Mantissas that a width leaves
// short have zeros below: synthesis drops them.
package scaled_pkg;

  // mantissa * 2^exponent. The highest bit of the mantissa is set, unless the number is 0.
  typedef struct packed {
    logic signed [11:0] exponent;
    logic [63:0] mantissa;
  } scaled_t;

  function automatic scaled_t scaled(input logic [63:0] value, input logic signed [11:0] exponent);
    logic [63:0] mantissa;
    logic signed [11:0] place;
    mantissa = value;
    place    = exponent;
    for (int step = 32; step > 0; step = step / 2) begin
      if (mantissa >> (64 - step) == 64'd0) begin
        mantissa = mantissa << step;
        place    = place - 12'(step);
      end
    end
    scaled = {place, mantissa};
  endfunction

  // A positive, finite float32 that is no denormal, without its sign.
  function automatic scaled_t from_float32(input logic [30:0] bits);
    from_float32 = scaled({40'd0, 1'b1, bits[22:0]}, 12'(bits[30:23]) - 12'sd150);
  endfunction

  function automatic logic greater(input scaled_t a, input scaled_t b);
    greater = a.mantissa != 64'd0 &&
        (b.mantissa == 64'd0 || a.exponent > b.exponent || (a.exponent == b.exponent && a.mantissa > b.mantissa));
  endfunction

  // The number with its highest `bits`.
  function automatic scaled_t truncated(input scaled_t x, input int bits);
    truncated = {x.exponent, x.mantissa & ~(64'hffff_ffff_ffff_ffff >> bits)};
  endfunction

  // The product of two numbers of at most 32 bits.
  function automatic scaled_t product(input scaled_t a, input scaled_t b);
    product = scaled(64'(a.mantissa[63:32]) * 64'(b.mantissa[63:32]), a.exponent + b.exponent + 12'sd64);
  endfunction

  // floor(sqrt(n)), digit by digit.
  function automatic logic [31:0] integer_root(input logic [63:0] n);
    logic [33:0] rest;
    logic [31:0] digits;
    rest   = '0;
    digits = '0;
    for (int digit = 31; digit >= 0; digit--) begin
      rest = {rest[31:0], n[2*digit+:2]};
      if (rest >= {digits, 2'b01}) begin
        rest   = rest - {digits, 2'b01};
        digits = {digits[30:0], 1'b1};
      end else begin
        digits = {digits[30:0], 1'b0};
      end
    end
    integer_root = digits;
  endfunction

  // The square root, of 1 to 32 bits.
  function automatic scaled_t root(input scaled_t x, input int bits);
    logic signed [11:0] even;
    // Of an even exponent: the highest digit of the root is 1.
    even = x.exponent + 12'(x.exponent[0]);
    root = truncated({(even >>> 1) - 12'sd32, integer_root(x.mantissa >> x.exponent[0]), 32'd0}, bits);
  endfunction

  // a / b, of 1 to 32 bits, digit by digit. b is not 0.
  function automatic scaled_t quotient(input scaled_t a, input scaled_t b, input int bits);
    logic [64:0] rest;
    logic [32:0] digits;
    rest   = 65'(a.mantissa);
    digits = '0;
    for (int digit = 32; digit >= 0; digit--) begin
      if (rest >= 65'(b.mantissa)) begin
        rest = rest - 65'(b.mantissa);
        digits[digit] = 1'b1;
      end
      rest = rest << 1;
    end
    // Between 1/2 and 2, because the highest bits of a and b are 1.
    quotient = truncated(digits[32] ? {a.exponent - b.exponent - 12'sd63, digits, 31'd0} :
        {a.exponent - b.exponent - 12'sd64, digits[31:0], 32'd0}, bits);
  endfunction

endpackage

`default_nettype wire
