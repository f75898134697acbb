`default_nettype none

// The cycles of a pass in a unit that works on PER_CYCLE taps or samples a cycle, at least 1 (pass-cycles.ts; formats of
// the plain path have 8-bit components, whose samples take no more than one cycle for a batch).
//
// count: of the pass's taps or samples, up to MOST.
module pass_cycles #(
    parameter int MOST = 16,
    parameter int PER_CYCLE = 16,
    localparam int COUNT_BITS = $clog2(MOST + 1)
) (
    input  wire logic [COUNT_BITS-1:0] count,
    output logic      [COUNT_BITS-1:0] cycles
);

  if (PER_CYCLE < 1) $error("pass_cycles: PER_CYCLE should be at least 1");

  always_comb begin
    cycles = COUNT_BITS'(1);
    for (int begun = PER_CYCLE; begun < MOST; begun += PER_CYCLE) if (count > COUNT_BITS'(begun)) cycles += 1'b1;
  end

endmodule

`default_nettype wire
