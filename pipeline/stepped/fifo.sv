`default_nettype none

// The registers of a stage and the FIFO after it (fifo.ts). An item that is pushed arrives at the head LATENCY cycles
// later at the earliest. Registers and FIFO hold LATENCY + DEPTH items together, and a slot that is popped can be filled
// in the same cycle.
//
// The registers shift freely into a memory that has room for all items; the count of all items holds the stage back.
//
// LATE: the first registers of the stage that are its own, at most LATENCY - 1. An item comes as many cycles after its
//       push, whatever `push_valid` is then.
module fifo #(
    parameter int WIDTH = 32,
    parameter int LATENCY = 1,
    parameter int DEPTH = 4,
    parameter int LATE = 0,
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
  if (LATE < 0 || LATE > LATENCY - 1) $error("fifo: LATE should be 0 to LATENCY - 1");

  localparam int COUNT_BITS = $clog2(CAPACITY + 1);
  localparam int PLACE_BITS = $clog2(CAPACITY);

  logic [WIDTH-1:0] items [CAPACITY];
  logic [PLACE_BITS-1:0] head, tail;
  // Items in registers and memory, and those in the memory alone.
  logic [COUNT_BITS-1:0] held, arrived;
  logic push, pop, write_valid;
  logic [WIDTH-1:0] write_item;

  assign pop_valid  = arrived != '0;
  assign pop_item   = items[head];
  assign pop        = pop_valid && pop_ready;
  assign push_ready = held != COUNT_BITS'(CAPACITY) || pop;
  assign push       = push_valid && push_ready;

  if (LATENCY == 1) begin : g_direct
    assign write_valid = push;
  end else begin : g_registers
    logic [LATENCY-2:0] valid;
    assign write_valid = valid[LATENCY-2];
    always_ff @(posedge clock) valid <= reset ? '0 : (LATENCY - 1)'({valid, push});
  end

  localparam int REGISTERS = LATENCY - 1 - LATE;
  if (REGISTERS == 0) begin : g_direct_item
    assign write_item = push_item;
  end else begin : g_item_registers
    // One item more than registers: the first one is not registered.
    logic [WIDTH-1:0] stages [REGISTERS+1];
    assign stages[0] = push_item;
    assign write_item = stages[REGISTERS];
    for (genvar stage = 0; stage < REGISTERS; stage++) begin : g_stage
      always_ff @(posedge clock) stages[stage+1] <= stages[stage];
    end
  end

  function automatic logic [PLACE_BITS-1:0] following(input logic [PLACE_BITS-1:0] place);
    following = place == PLACE_BITS'(CAPACITY - 1) ? '0 : place + 1'b1;
  endfunction

  always_ff @(posedge clock) begin
    if (write_valid) items[tail] <= write_item;
    if (reset) begin
      head    <= '0;
      tail    <= '0;
      held    <= '0;
      arrived <= '0;
    end else begin
      if (pop) head <= following(head);
      if (write_valid) tail <= following(tail);
      held    <= held + COUNT_BITS'(push) - COUNT_BITS'(pop);
      arrived <= arrived + COUNT_BITS'(write_valid) - COUNT_BITS'(pop);
    end
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
      begin : places_in_range assert (32'(head) < CAPACITY && 32'(tail) < CAPACITY); end
      begin : pop_valid_held assert (!waits || pop_valid); end
      begin : pop_item_stable assert (!waits || pop_item == waiting_item); end
    end
  end
`endif

endmodule

`default_nettype wire
