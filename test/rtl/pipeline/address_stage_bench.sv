`default_nettype none

// An address stage and the FIFO after it. Outputs that mean nothing are 0, and all of them while the clock is high.
module address_stage_bench #(
    parameter int WIDTH = 16,
    parameter int PASS_BITS = 6,
    parameter int TAPS_PER_CYCLE = 16,
    parameter int LATENCY = 6,
    parameter int DEPTH = 4
) (
    input  wire logic                 clock,
    input  wire logic                 reset,
    input  wire logic                 in_valid,
    input  wire logic [PASS_BITS-1:0] in_passes,
    input  wire logic [          4:0] pass_taps,
    input  wire logic [    WIDTH-1:0] pass_item,
    input  wire logic                 pop_ready,
    output logic      [PASS_BITS-1:0] pass,
    output logic                      pass_taken,
    output logic                      quad_taken,
    output logic                      pop_valid,
    output logic      [    WIDTH-1:0] pop_item
);

  logic in_ready, out_valid, out_ready, valid;
  logic [PASS_BITS-1:0] number;
  logic [WIDTH-1:0] out_item, item;

  address_stage #(
      .WIDTH(WIDTH),
      .PASS_BITS(PASS_BITS),
      .TAPS_PER_CYCLE(TAPS_PER_CYCLE)
  ) compared (
      .clock,
      .reset,
      .in_valid,
      .in_passes,
      .in_ready,
      .pass(number),
      .pass_taps,
      .pass_item,
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

  assign pass       = clock || reset ? '0 : number;
  assign pass_taken = !clock && compared.taken;
  assign quad_taken = !clock && in_ready;
  assign pop_valid  = !clock && valid;
  assign pop_item   = pop_valid ? item : '0;

endmodule

`default_nettype wire
