`default_nettype none

// The registers of a stage and the FIFO after it (fifo.ts). An item that is pushed arrives at the head LATENCY cycles
// later at the earliest. Registers and FIFO hold LATENCY + DEPTH items together, and a slot that is popped can be filled
// in the same cycle.
//
// The registers shift freely into a memory that has room for all items; the count of all items holds the stage back.
//
// LATE: the first registers of the stage that are its own, at most LATENCY. An item comes as many cycles after its push,
//       whatever `push_valid` is then.
// CUTS_READY: no path leads from `pop_ready` to `push_ready`. A slot that is popped can be filled in the next cycle; where
//       every item is popped at once, no cycle is another one.
module fifo #(
    parameter int WIDTH = 32,
    parameter int LATENCY = 1,
    parameter int DEPTH = 4,
    parameter int LATE = 0,
    parameter bit CUTS_READY = 1'b0,
    localparam int CAPACITY = LATENCY + DEPTH
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

  if (LATENCY < 1) $error("fifo: LATENCY should be at least 1");
  if (DEPTH < 1) $error("fifo: DEPTH should be at least 1");
  if (LATE < 0 || LATE > LATENCY) $error("fifo: LATE should be 0 to LATENCY");

  localparam int COUNT_BITS = $clog2(CAPACITY + 1);

  // Items in registers and memory, and those that have arrived at the head's end.
  logic [COUNT_BITS-1:0] held, arrived;
  logic push, pop, arrives, write_valid;
  logic [WIDTH-1:0] write_item, oldest;

  assign pop_valid  = arrived != '0;
  assign pop        = pop_valid && pop_ready;
  assign push_ready = held != COUNT_BITS'(CAPACITY) || (pop && !CUTS_READY);
  assign push       = push_valid && push_ready;

  if (LATENCY == 1) begin : g_direct
    assign arrives = push;
  end else begin : g_registers
    logic [LATENCY-2:0] valid;
    assign arrives = valid[LATENCY-2];
    always_ff @(posedge clock) valid <= reset ? '0 : (LATENCY - 1)'({valid, push});
  end

  if (LATE == LATENCY) begin : g_late
    // The item comes in the cycle in which it can be popped.
    logic comes;
    always_ff @(posedge clock) comes <= !reset && arrives;
    assign write_valid = comes;
    assign write_item  = push_item;
    assign pop_item    = comes && arrived == COUNT_BITS'(1) ? push_item : oldest;
  end else begin : g_stage
    localparam int REGISTERS = LATENCY - 1 - LATE;
    assign write_valid = arrives;
    assign pop_item    = oldest;
    if (REGISTERS == 0) begin : g_none
      assign write_item = push_item;
    end else begin : g_some
      // The newest item is at the low end.
      logic [REGISTERS*WIDTH-1:0] items;
      assign write_item = items[REGISTERS*WIDTH-1-:WIDTH];
      always_ff @(posedge clock) items <= (REGISTERS * WIDTH)'({items, push_item});
    end
  end

  lane_queue #(
      .WIDTH (WIDTH),
      .PLACES(CAPACITY)
  ) memory (
      .clock,
      .reset,
      .write_count(write_valid),
      .write_items(write_item),
      .read_count (pop),
      .items      (oldest)
  );

  always_ff @(posedge clock) begin
    held    <= reset ? '0 : held + COUNT_BITS'(push) - COUNT_BITS'(pop);
    arrived <= reset ? '0 : arrived + COUNT_BITS'(arrives) - COUNT_BITS'(pop);
  end

`ifndef SYNTHESIS
  // An item stays at the head until it is popped.
  logic waits;
  logic [WIDTH-1:0] waiting_item;
  always_ff @(posedge clock) begin
    waits        <= !reset && pop_valid && !pop_ready;
    waiting_item <= pop_item;
    if (!reset) begin
      begin : push_has_room assert (!push || 32'(held) < CAPACITY || pop); end
      begin : counts_in_range assert (arrived <= held); end
      begin : pop_valid_held assert (!waits || pop_valid); end
      begin : pop_item_stable assert (!waits || pop_item == waiting_item); end
    end
  end
`endif

endmodule

`default_nettype wire
