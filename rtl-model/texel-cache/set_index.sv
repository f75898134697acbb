`default_nettype none

// The set of a line (set-index.ts): its number modulo SETS or, FOLDED, the exclusive or of all groups of log2(SETS) bits
// of it, from the lowest on; the highest group is filled up with zeros.
//
// SETS: a power of two. A cache of one set has one bit of index, 0.
module set_index #(
    parameter int LINE_BITS = 25,
    parameter int SETS = 64,
    parameter bit FOLDED = 1'b0,
    localparam int INDEX_BITS = $clog2(SETS),
    localparam int SET_BITS = SETS > 1 ? INDEX_BITS : 1
) (
    input  wire logic [LINE_BITS-1:0] line,
    output logic      [ SET_BITS-1:0] index
);

  if (SETS < 1 || 2 ** $clog2(SETS) != SETS) $error("set_index: SETS should be a power of two");

  if (SETS == 1) begin : g_one
    logic unused;
    assign unused = &{1'b0, line};
    assign index = '0;
  end else if (FOLDED) begin : g_folded
    localparam int GROUPS = (LINE_BITS + INDEX_BITS - 1) / INDEX_BITS;
    logic [GROUPS*INDEX_BITS-1:0] groups;
    assign groups = (GROUPS * INDEX_BITS)'(line);

    always_comb begin
      index = '0;
      for (int group = 0; group < GROUPS; group++) index ^= groups[group*INDEX_BITS+:INDEX_BITS];
    end
  end else begin : g_modulo
    logic unused;
    assign unused = &{1'b0, line};
    assign index = SET_BITS'(line);
  end

endmodule

`default_nettype wire
