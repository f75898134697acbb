`default_nettype none

// The passes of a quad, one after the other, at the rate of the address unit (address-stage.ts). The unit itself stands
// behind the stage, so that registers can be moved into it.
//
// in_passes:  of the quad, at least 1.
// in_ready:   the last pass is taken, and the quad with it.
// pass:       number of the pass that the address unit works on, from 0.
// pass_taps:  its taps, in all lanes.
module address_stage #(
    parameter int WIDTH = 32,
    parameter int PASS_BITS = 6,
    parameter int TAPS_PER_CYCLE = 16
) (
    input  wire logic                 clock,
    input  wire logic                 reset,
    input  wire logic                 in_valid,
    input  wire logic [PASS_BITS-1:0] in_passes,
    output logic                      in_ready,
    output logic      [PASS_BITS-1:0] pass,
    input  wire logic [          4:0] pass_taps,
    input  wire logic [    WIDTH-1:0] pass_item,
    output logic                      out_valid,
    input  wire logic                 out_ready,
    output logic      [    WIDTH-1:0] out_item
);

  logic [4:0] cycles;
  // The pass is taken in this cycle, which is the first of its work.
  logic taken;
  assign in_ready = taken && pass == in_passes - 1'b1;

  always_ff @(posedge clock) begin
    if (reset || in_ready) pass <= '0;
    else if (taken) pass <= pass + 1'b1;
  end

  pass_cycles #(
      .MOST(16),
      .PER_CYCLE(TAPS_PER_CYCLE)
  ) cycles_of_taps (
      .count(pass_taps),
      .cycles
  );

  stepped_stage #(
      .WIDTH(WIDTH),
      .CYCLE_BITS(5)
  ) stage (
      .clock,
      .reset,
      .in_valid,
      .in_item(pass_item),
      .in_gives(1'b1),
      .in_cycles(cycles),
      .in_ready(taken),
      .out_valid,
      .out_ready,
      .out_item
  );

`ifndef SYNTHESIS
  // A quad stays until its last pass is taken.
  logic begun;
  logic [PASS_BITS-1:0] begun_passes;
  always_ff @(posedge clock) begin
    begun        <= !reset && in_valid && !in_ready;
    begun_passes <= in_passes;
    if (!reset) begin
      begin : quad_valid_held assert (!begun || in_valid); end
      begin : passes_stable assert (!begun || in_passes == begun_passes); end
      begin : pass_in_range assert (!in_valid || pass < in_passes); end
      begin : taps_in_range assert (!in_valid || pass_taps <= 5'd16); end
    end
  end
`endif

endmodule

`default_nettype wire
