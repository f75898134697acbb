`default_nettype none

// Numbers of any exponent without a sign.
package scaled_pkg;

  // mantissa * 2^exponent. The highest bit of the mantissa is set, unless the number is 0. No width of a design is more
  // than the 24 bits of a float32.
  typedef struct packed {
    logic signed [11:0] exponent;
    logic [23:0] mantissa;
  } scaled_t;

endpackage

`default_nettype wire
