`default_nettype none

// What happens in a cycle, so many cycles later; a reset forgets what is on its way.
module pulse_delay #(
    parameter int CYCLES = 1
) (
    input  wire logic clock,
    input  wire logic reset,
    input  wire logic pulse,
    output logic      delayed
);

  if (CYCLES < 0) $error("pulse_delay: CYCLES should be at least 0");

  if (CYCLES <= 0) begin : g_none
    logic unused;
    assign unused  = clock ^ reset;
    assign delayed = pulse;
  end else begin : g_some
    logic [CYCLES-1:0] pulses;
    assign delayed = pulses[CYCLES-1];
    always_ff @(posedge clock) pulses <= reset ? '0 : CYCLES'({pulses, pulse});
  end

endmodule

`default_nettype wire
