`default_nettype none

// The distinct lines that the taps of a pass touch, in the order of the taps (pass-sectors.ts, list; a line is a sector).
//
// touches:     the taps that read a texel; the others lie on the border, or are none.
// line_of_tap: the line of each tap, tap 0 lowest.
// lines:       the first `count` of them count.
// number:      the place of each tap's line in `lines`.
module pass_lines #(
    parameter int LINE_BITS = 25,
    parameter int TAPS = 16,
    localparam int COUNT_BITS = $clog2(TAPS + 1),
    localparam int NUMBER_BITS = $clog2(TAPS)
) (
    input  wire logic [            TAPS-1:0] touches,
    input  wire logic [  TAPS*LINE_BITS-1:0] line_of_tap,
    output logic      [      COUNT_BITS-1:0] count,
    output logic      [  TAPS*LINE_BITS-1:0] lines,
    output logic      [TAPS*NUMBER_BITS-1:0] number
);

  always_comb begin
    count  = '0;
    lines  = '0;
    number = '0;
    for (int tap = 0; tap < TAPS; tap++) begin
      logic [LINE_BITS-1:0] line;
      logic found;
      line  = line_of_tap[tap*LINE_BITS+:LINE_BITS];
      found = 1'b0;
      for (int n = 0; n < tap; n++) begin
        if (touches[tap] && COUNT_BITS'(n) < count && lines[n*LINE_BITS+:LINE_BITS] == line) begin
          found = 1'b1;
          number[tap*NUMBER_BITS+:NUMBER_BITS] = NUMBER_BITS'(n);
        end
      end
      if (touches[tap] && !found) begin
        for (int n = 0; n <= tap; n++) if (COUNT_BITS'(n) == count) lines[n*LINE_BITS+:LINE_BITS] = line;
        number[tap*NUMBER_BITS+:NUMBER_BITS] = NUMBER_BITS'(count);
        count += 1'b1;
      end
    end
  end

endmodule

`default_nettype wire
