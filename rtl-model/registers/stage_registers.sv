`default_nettype none

// Registers of a stage's latency that stand between steps of its logic. They shift in every cycle, without a reset: the FIFO
// after the stage knows what is valid.
//
// value:   of a cycle.
// delayed: the value COUNT cycles before.
module stage_registers #(
    parameter int WIDTH = 32,
    parameter int COUNT = 1
) (
    input  wire logic             clock,
    input  wire logic [WIDTH-1:0] value,
    output logic      [WIDTH-1:0] delayed
);

  if (COUNT == 0) begin : g_none
    logic unused;
    assign unused  = clock;
    assign delayed = value;
  end else begin : g_some
    // The newest value is at the low end.
    logic [COUNT*WIDTH-1:0] values;
    assign delayed = values[COUNT*WIDTH-1-:WIDTH];
    always_ff @(posedge clock) values <= (COUNT * WIDTH)'({values, value});
  end

endmodule

`default_nettype wire
