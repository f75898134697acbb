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

  // The taps that are the first of their line, and the lines before that of a tap.
  logic [TAPS-1:0] first;
  logic [TAPS-1:0][NUMBER_BITS-1:0] place;

  always_comb begin
    count = '0;
    for (int tap = 0; tap < TAPS; tap++) begin
      first[tap] = touches[tap];
      for (int n = 0; n < tap; n++) begin
        if (touches[n] && line_of_tap[n*LINE_BITS+:LINE_BITS] == line_of_tap[tap*LINE_BITS+:LINE_BITS]) first[tap] = 1'b0;
      end
      place[tap] = NUMBER_BITS'(count);
      count += COUNT_BITS'(first[tap]);
    end
  end

  // One tap at the most gives a line its address and a tap its number: a disjunction, which needs no priority.
  always_comb begin
    lines  = '0;
    number = '0;
    for (int tap = 0; tap < TAPS; tap++) begin
      for (int n = 0; n <= tap; n++) begin
        if (first[tap] && place[tap] == NUMBER_BITS'(n)) begin
          lines[n*LINE_BITS+:LINE_BITS] |= line_of_tap[tap*LINE_BITS+:LINE_BITS];
        end
        if (touches[tap] && first[n] && line_of_tap[n*LINE_BITS+:LINE_BITS] == line_of_tap[tap*LINE_BITS+:LINE_BITS]) begin
          number[tap*NUMBER_BITS+:NUMBER_BITS] |= place[n];
        end
      end
    end
  end

endmodule

`default_nettype wire
