`default_nettype none

// A FIFO whose item is 0 where none has arrived, so that it can be compared in every cycle. LATE registers stand before it.
module fifo_bench #(
    parameter int WIDTH = 32,
    parameter int LATENCY = 1,
    parameter int DEPTH = 4,
    parameter int LATE = 0,
    parameter bit CUTS_READY = 1'b0
) (
    input  wire logic             clock,
    input  wire logic             reset,
    input  wire logic             push_valid,
    output logic                  push_ready,
    input  wire logic [WIDTH-1:0] push_item,
    output logic                  pop_valid,
    input  wire logic             pop_ready,
    output logic      [WIDTH-1:0] pop_item
);

  logic [WIDTH-1:0] item;
  assign pop_item = pop_valid ? item : '0;

  logic [WIDTH-1:0] late_item [LATE+1];
  assign late_item[0] = push_item;
  for (genvar n = 0; n < LATE; n++) begin : g_late
    always_ff @(posedge clock) late_item[n+1] <= late_item[n];
  end

  fifo #(
      .WIDTH     (WIDTH),
      .LATENCY   (LATENCY),
      .DEPTH     (DEPTH),
      .LATE      (LATE),
      .CUTS_READY(CUTS_READY)
  ) compared (
      .clock,
      .reset,
      .push_valid,
      .push_ready,
      .push_item(late_item[LATE]),
      .pop_valid,
      .pop_ready,
      .pop_item(item)
  );

endmodule

`default_nettype wire
