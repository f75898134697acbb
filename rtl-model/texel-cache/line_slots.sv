`default_nettype none

// Lines that memory was asked for, each in the slot that its request named, where they are read in any order. Lines come back
// in the order of the requests. A slot may be asked for again before its line is back: the line of the last request stays.
//
// request_valid: the lines that memory is asked for in this cycle, in order from the lowest bit on.
// next_slots:    what `slots` will be in the next cycle, where `next_valid` is 1. Other lines are those of this cycle alone.
// is_there:      the line that was asked for last, for each of `slots`, is back or comes in this cycle.
module line_slots #(
    // Bits of a line.
    parameter int WIDTH = 512,
    parameter int SLOTS = 40,
    // The most that are asked for and not back.
    parameter int REQUESTS = 72,
    parameter int WRITES = 8,
    parameter int READS = 4,
    localparam int SLOT_BITS = SLOTS > 1 ? $clog2(SLOTS) : 1
) (
    input  wire logic                        clock,
    input  wire logic                        reset,
    input  wire logic [          WRITES-1:0] request_valid,
    input  wire logic [WRITES*SLOT_BITS-1:0] request_slots,
    input  wire logic                        response_valid,
    input  wire logic [           WIDTH-1:0] response_line,
    input  wire logic [           READS-1:0] next_valid,
    input  wire logic [ READS*SLOT_BITS-1:0] next_slots,
    input  wire logic [ READS*SLOT_BITS-1:0] slots,
    output logic      [           READS-1:0] is_there,
    output logic      [     READS*WIDTH-1:0] lines
);

  localparam int REQUEST_BITS = $clog2(REQUESTS + 1);

  logic is_asked_for;
  logic [SLOT_BITS-1:0] response_slot;
  request_queue #(
      .LINE_BITS(SLOT_BITS),
      .LOOK_UPS (WRITES),
      .REQUESTS (REQUESTS)
  ) asked_for (
      .clock,
      .reset,
      .miss_valid(request_valid),
      .miss_lines(request_slots),
      .request_valid(is_asked_for),
      .request_ready(response_valid),
      .request_line(response_slot)
  );

  // Requests for each slot whose lines are not back.
  logic [SLOTS*REQUEST_BITS-1:0] coming;
  for (genvar slot = 0; slot < SLOTS; slot++) begin : g_slot
    logic [REQUEST_BITS-1:0] now, afterwards;
    assign now = coming[slot*REQUEST_BITS+:REQUEST_BITS];
    always_comb begin
      afterwards = now - REQUEST_BITS'(response_valid && response_slot == SLOT_BITS'(slot));
      for (int n = 0; n < WRITES; n++) begin
        afterwards += REQUEST_BITS'(request_valid[n] && request_slots[n*SLOT_BITS+:SLOT_BITS] == SLOT_BITS'(slot));
      end
    end
    always_ff @(posedge clock) coming[slot*REQUEST_BITS+:REQUEST_BITS] <= reset ? '0 : afterwards;
  end

  for (genvar n = 0; n < READS; n++) begin : g_read
    logic comes;
    logic [SLOT_BITS-1:0] slot;
    logic [REQUEST_BITS-1:0] coming_here;
    logic [WIDTH-1:0] line;
    assign slot        = slots[n*SLOT_BITS+:SLOT_BITS];
    assign comes       = response_valid && response_slot == slot;
    assign coming_here = coming[slot*REQUEST_BITS+:REQUEST_BITS];
    assign is_there[n] = coming_here == REQUEST_BITS'(comes);
    assign lines[n*WIDTH+:WIDTH] = comes ? response_line : line;

    forwarding_sram #(
        .WIDTH(WIDTH),
        .WORDS(SLOTS)
    ) held (
        .clock,
        .write_enable (response_valid),
        .write_address(response_slot),
        .write_data   (response_line),
        .read_enable  (next_valid[n]),
        .read_address (next_slots[n*SLOT_BITS+:SLOT_BITS]),
        .read_data    (line)
    );
  end

  logic unused;
  assign unused = is_asked_for;

`ifndef SYNTHESIS
  always_ff @(posedge clock) begin
    if (!reset) begin : response_asked_for assert (!response_valid || is_asked_for); end
  end
`endif

endmodule

`default_nettype wire
