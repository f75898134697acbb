// Arithmetic that the example benches share: float32 as bits, and the roundings of a design.
/* verilator lint_off UNUSEDSIGNAL */ // The sign of NaN.
// The functions with no_inline_task are called often: copies at every call would double the C++ that Verilator makes.
package bench_pkg;
  // The value of a float32. Exact.
  function automatic real from_float32(input logic [31:0] bits);
    /* verilator no_inline_task */
    real magnitude;
    if (bits[30:23] == 8'd255) return $bitstoreal({bits[31], 11'h7ff, bits[22:0], 29'd0});
    if (bits[30:23] == 8'd0) begin
      magnitude = real'(bits[22:0]) * 2.0 ** -149.0;
      return bits[31] ? -magnitude : magnitude;
    end
    return $bitstoreal({bits[31], 11'(bits[30:23]) + 11'd896, bits[22:0], 29'd0});
  endfunction

  // The float32 nearest to a value, ties to even (D3D11.3 3.2.2). NaN has one form.
  function automatic logic [31:0] to_float32(input real value);
    /* verilator no_inline_task */
    logic [63:0] bits = $realtobits(value);
    logic [10:0] exponent = bits[62:52];
    logic [31:0] magnitude;
    if (exponent == 11'h7ff) return bits[51:0] == 52'd0 ? {bits[63], 8'd255, 23'd0} : 32'h7fc00000;
    if (exponent < 11'd897) magnitude = 32'(rounded((value < 0.0 ? -value : value) * 2.0 ** 149.0, "nearest-even"));
    else begin
      magnitude = {1'b0, 8'(exponent - 11'd896), bits[51:29]};
      if (bits[28] && (bits[27:0] != 28'd0 || bits[29])) magnitude++;
      if (magnitude > 32'h7f800000 || exponent > 11'd1150) magnitude = 32'h7f800000;
    end
    return {bits[63], magnitude[30:0]};
  endfunction

  // Equal float32 values; all NaNs are.
  function automatic bit same_float(input logic [31:0] a, input logic [31:0] b);
    return a == b || (a[30:0] > 31'h7f800000 && b[30:0] > 31'h7f800000);
  endfunction

  function automatic bit is_nan(input logic [31:0] bits);
    return bits[30:0] > 31'h7f800000;
  endfunction

  // below + fraction / whole, 0 <= fraction < whole, as an integer.
  function automatic longint carried(input longint below, input real fraction, input string mode);
    /* verilator no_inline_task */
    bit up;
    case (mode)
      "nearest-even": up = fraction > 0.5 || (fraction == 0.5 && below[0]);
      "nearest-up": up = fraction >= 0.5;
      "nearest-down": up = fraction > 0.5;
      "nearest-away": up = fraction > 0.5 || (fraction == 0.5 && below >= 0);
      "ceil": up = fraction > 0.0;
      "toward-zero": up = fraction > 0.0 && below < 0;
      "nearest-toward-zero": up = fraction > 0.5 || (fraction == 0.5 && below < 0);
      default: up = 1'b0; // floor
    endcase
    return up ? below + 64'd1 : below;
  endfunction

  function automatic longint rounded(input real value, input string mode);
    real below = $floor(value);
    return carried(longint'(below), value - below, mode);
  endfunction


  // value / 2^bits, narrowed.
  function automatic longint round_shift(input longint value, input int bits, input string mode);
    longint below = value >>> bits;
    return carried(below, real'(value - (below <<< bits)) / 2.0 ** real'(bits), mode);
  endfunction

  // Held to the range of a signed number of so many bits.
  function automatic longint saturated(input longint value, input int bits);
    longint most = (64'sd1 <<< (bits - 1)) - 64'sd1;
    if (value > most) return most;
    return value < -most - 64'sd1 ? -most - 64'sd1 : value;
  endfunction

  // Float to fixed point between two bounds (D3D11.3 3.2.4.1): NaN is 0.
  function automatic longint float_to_fixed(
    input logic [31:0] bits, input int fraction_bits, input longint least, input longint most, input string mode
  );
    real scaled = from_float32(bits) * 2.0 ** real'(fraction_bits);
    if (is_nan(bits)) return 64'd0;
    if (scaled >= real'(most)) return most;
    return scaled <= real'(least) ? least : rounded(scaled, mode);
  endfunction

  // a (1 - weight) + b weight, of which `dropped` bits are narrowed away.
  function automatic longint lerp(
    input longint a, input longint b, input longint weight, input int weight_bits, input int dropped, input string mode
  );
    return round_shift((a <<< weight_bits) + (b - a) * weight, dropped, mode);
  endfunction
endpackage
