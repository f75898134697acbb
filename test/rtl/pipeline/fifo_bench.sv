// A FIFO whose item is 0 where none has arrived, so that it can be compared in every cycle.
module fifo_bench #(
    parameter int WIDTH = 32,
    parameter int LATENCY = 1,
    parameter int DEPTH = 4
) (
    input  logic             clock,
    input  logic             reset,
    input  logic             push_valid,
    output logic             push_ready,
    input  logic [WIDTH-1:0] push_item,
    output logic             pop_valid,
    input  logic             pop_ready,
    output logic [WIDTH-1:0] pop_item
);

  logic [WIDTH-1:0] item;
  assign pop_item = pop_valid ? item : '0;

  fifo #(
      .WIDTH  (WIDTH),
      .LATENCY(LATENCY),
      .DEPTH  (DEPTH)
  ) compared (
      .clock,
      .reset,
      .push_valid,
      .push_ready,
      .push_item,
      .pop_valid,
      .pop_ready,
      .pop_item(item)
  );

endmodule
