`default_nettype none

// The time of a stage between two FIFOs (stepped-stage.ts). It takes an item when it is free and the FIFO after it has
// room, works on it for some cycles, and gives it on in the last of them. An item that the stage keeps, because a later
// one brings its result, needs no room.
//
// in_gives:  1 if the item goes on.
// in_cycles: the cycles of the item's work, at least 1.
// in_ready:  the item is taken in this cycle, which is the first of its work.
module stepped_stage #(
    parameter int WIDTH = 32,
    parameter int CYCLE_BITS = 4
) (
    input  wire logic                  clock,
    input  wire logic                  reset,
    input  wire logic                  in_valid,
    input  wire logic [     WIDTH-1:0] in_item,
    input  wire logic                  in_gives,
    input  wire logic [CYCLE_BITS-1:0] in_cycles,
    output logic                       in_ready,
    output logic                       out_valid,
    input  wire logic                  out_ready,
    output logic      [     WIDTH-1:0] out_item
);

  // Cycles of work that are left after this one, and the item that they are for.
  logic [CYCLE_BITS-1:0] left, left_after;
  logic [WIDTH-1:0] held;
  logic held_gives, gives;

  // Nothing but this stage fills the FIFO after it: room that was there at the first cycle is there at the last.
  assign in_ready   = left == '0 && in_valid && (out_ready || !in_gives);
  assign left_after = in_ready ? in_cycles - 1'b1 : left - CYCLE_BITS'(left != '0);
  assign gives      = in_ready ? in_gives : held_gives;
  assign out_item   = in_ready ? in_item : held;
  assign out_valid  = (in_ready || left != '0) && left_after == '0 && gives;

  always_ff @(posedge clock) begin
    left       <= reset ? '0 : left_after;
    held       <= out_item;
    held_gives <= gives;
  end

`ifndef SYNTHESIS
  always_ff @(posedge clock) begin
    if (!reset) begin
      begin : cycles_in_range assert (!in_ready || in_cycles != '0); end
      begin : room_held assert (!out_valid || out_ready); end
    end
  end
`endif

endmodule

`default_nettype wire
