`default_nettype none

// A stage and the FIFO after it. Outputs that mean nothing are 0, and all of them while the clock is high.
module stepped_stage_bench #(
    parameter int WIDTH = 16,
    parameter int LATENCY = 1,
    parameter int DEPTH = 4,
    localparam int CYCLE_BITS = 4
) (
    input  wire logic                  clock,
    input  wire logic                  reset,
    input  wire logic                  in_valid,
    input  wire logic [     WIDTH-1:0] in_item,
    input  wire logic                  in_gives,
    input  wire logic [CYCLE_BITS-1:0] in_cycles,
    input  wire logic                  pop_ready,
    output logic                       taken,
    output logic                       pop_valid,
    output logic      [     WIDTH-1:0] pop_item
);

  logic in_ready, out_valid, out_ready, valid;
  logic [WIDTH-1:0] out_item, item;

  stepped_stage #(
      .WIDTH(WIDTH),
      .CYCLE_BITS(CYCLE_BITS)
  ) compared (
      .clock,
      .reset,
      .in_valid,
      .in_item,
      .in_gives,
      .in_cycles,
      .in_ready,
      .out_valid,
      .out_ready,
      .out_item
  );

  fifo #(
      .WIDTH  (WIDTH),
      .LATENCY(LATENCY),
      .DEPTH  (DEPTH)
  ) behind (
      .clock,
      .reset,
      .push_valid(out_valid),
      .push_ready(out_ready),
      .push_item(out_item),
      .pop_valid(valid),
      .pop_ready,
      .pop_item(item)
  );

  assign taken     = !clock && in_ready;
  assign pop_valid = !clock && valid;
  assign pop_item  = pop_valid ? item : '0;

endmodule

`default_nettype wire
