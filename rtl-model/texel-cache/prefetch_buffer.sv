`default_nettype none

// The tags of the prefetch buffer beside the texel cache (cache-levels.ts, prefetch), and the slots of all lines that are on
// their way or wait to be written. A miss fetches the line after its own ahead, unless the cache or the buffer has it. The
// buffer is fully associative, and gives up the line that came first. Line 0 is after the last one of all addresses.
//
// A slot has room for a line. One belongs to each line of the buffer and one to each miss that may be outstanding, in turn.
// A miss that finds its line in the buffer exchanges its slot for the line's, so that no line moves.
//
// miss_valid:    misses of this cycle, in order from the lowest bit on. Every one is taken.
// followed:      the cache has the line after that of the miss.
// ahead:         the line of the miss was fetched ahead.
// slots:         the slot into which the line of each miss comes, or has come.
// request_valid: lines that memory is asked for in this cycle: each miss that was not fetched ahead, and behind it the line
//                that it fetches ahead.
module prefetch_buffer #(
    parameter int LINE_BITS = 25,
    // Lines of the buffer.
    parameter int LINES = 8,
    parameter int LOOK_UPS = 4,
    parameter int OUTSTANDING_MISSES = 32,
    localparam int SLOT_BITS = $clog2(LINES + OUTSTANDING_MISSES)
) (
    input  wire logic                            clock,
    input  wire logic                            reset,
    input  wire logic [            LOOK_UPS-1:0] miss_valid,
    input  wire logic [  LOOK_UPS*LINE_BITS-1:0] miss_lines,
    input  wire logic [            LOOK_UPS-1:0] followed,
    output logic      [            LOOK_UPS-1:0] ahead,
    output logic      [  LOOK_UPS*SLOT_BITS-1:0] slots,
    output logic      [          2*LOOK_UPS-1:0] request_valid,
    output logic      [2*LOOK_UPS*LINE_BITS-1:0] request_lines,
    output logic      [2*LOOK_UPS*SLOT_BITS-1:0] request_slots
);

  if (LINES < 1) $error("prefetch_buffer: LINES should be at least 1");

  localparam int COUNT_BITS = $clog2(LINES + 1);
  localparam int TURN_BITS = OUTSTANDING_MISSES > 1 ? $clog2(OUTSTANDING_MISSES) : 1;

  // The buffer from its oldest line on: the first `count` lines count. Slots behind them are free.
  logic [COUNT_BITS-1:0] count, count_after;
  logic [LINES*LINE_BITS-1:0] lines, lines_after;
  logic [LINES*SLOT_BITS-1:0] line_slots, line_slots_after;
  // The slots of misses, and whose turn it is.
  logic [OUTSTANDING_MISSES*SLOT_BITS-1:0] miss_slots, first_slots;
  for (genvar k = 0; k < OUTSTANDING_MISSES; k++) begin : g_first
    assign first_slots[k*SLOT_BITS+:SLOT_BITS] = SLOT_BITS'(LINES + k);
  end
  logic [TURN_BITS-1:0] turn, turn_after;
  // Of each look-up: its turn, and the slot that it leaves to that turn.
  logic [LOOK_UPS*TURN_BITS-1:0] turns;

  function automatic logic [TURN_BITS-1:0] following(input logic [TURN_BITS-1:0] at);
    following = at == TURN_BITS'(OUTSTANDING_MISSES - 1) ? '0 : at + 1'b1;
  endfunction

  always_comb begin
    turn_after = turn;
    for (int n = 0; n < LOOK_UPS; n++) begin
      turns[n*TURN_BITS+:TURN_BITS] = turn_after;
      if (miss_valid[n]) turn_after = following(turn_after);
    end
  end

  always_comb begin
    count_after      = count;
    lines_after      = lines;
    line_slots_after = line_slots;
    for (int n = 0; n < LOOK_UPS; n++) begin
      logic [LINE_BITS-1:0] line, next;
      logic [SLOT_BITS-1:0] own, slot, next_slot, freed;
      // The lines from `from` on move up, and the last place gets the slot that is free then.
      logic is_there, has_next, fetches, moves;
      logic [LINES-1:0] from;
      line      = miss_lines[n*LINE_BITS+:LINE_BITS];
      next      = line + 1'b1;
      own       = miss_slots[32'(turns[n*TURN_BITS+:TURN_BITS])*SLOT_BITS+:SLOT_BITS];
      slot      = own;
      is_there  = 1'b0;
      has_next  = 1'b0;
      from      = '1;
      for (int k = 0; k < LINES; k++) begin
        if (COUNT_BITS'(k) < count_after) begin
          if (lines_after[k*LINE_BITS+:LINE_BITS] == line) begin
            is_there = 1'b1;
            slot     = line_slots_after[k*SLOT_BITS+:SLOT_BITS];
            from     = {LINES{1'b1}} << k;
          end
          if (lines_after[k*LINE_BITS+:LINE_BITS] == next) has_next = 1'b1;
        end
      end
      fetches = miss_valid[n] && !followed[n] && !has_next;
      moves   = miss_valid[n] && (is_there || (fetches && count_after == COUNT_BITS'(LINES)));
      freed   = is_there ? own : line_slots_after[SLOT_BITS-1:0];
      if (moves) begin
        for (int k = 0; k < LINES; k++) begin
          if (from[k]) begin
            if (k + 1 < LINES) begin
              lines_after[k*LINE_BITS+:LINE_BITS]      = lines_after[(k+1)%LINES*LINE_BITS+:LINE_BITS];
              line_slots_after[k*SLOT_BITS+:SLOT_BITS] = line_slots_after[(k+1)%LINES*SLOT_BITS+:SLOT_BITS];
            end else begin
              line_slots_after[k*SLOT_BITS+:SLOT_BITS] = freed;
            end
          end
        end
        count_after -= 1'b1;
      end
      next_slot = '0;
      for (int k = 0; k < LINES; k++) begin
        if (COUNT_BITS'(k) == count_after) begin
          next_slot = line_slots_after[k*SLOT_BITS+:SLOT_BITS];
          if (fetches) lines_after[k*LINE_BITS+:LINE_BITS] = next;
        end
      end
      if (fetches) count_after += 1'b1;

      ahead[n] = miss_valid[n] && is_there;
      slots[n*SLOT_BITS+:SLOT_BITS] = slot;
      request_valid[2*n+:2] = {fetches, miss_valid[n] && !is_there};
      request_lines[2*n*LINE_BITS+:2*LINE_BITS] = {next, line};
      request_slots[2*n*SLOT_BITS+:2*SLOT_BITS] = {next_slot, slot};
    end
  end

  always_ff @(posedge clock) begin
    count      <= reset ? '0 : count_after;
    turn       <= reset ? '0 : turn_after;
    lines      <= lines_after;
    line_slots <= line_slots_after;
    for (int n = 0; n < LOOK_UPS; n++) begin
      if (miss_valid[n]) miss_slots[32'(turns[n*TURN_BITS+:TURN_BITS])*SLOT_BITS+:SLOT_BITS] <= slots[n*SLOT_BITS+:SLOT_BITS];
    end
    if (reset) begin
      for (int k = 0; k < LINES; k++) line_slots[k*SLOT_BITS+:SLOT_BITS] <= SLOT_BITS'(k);
      miss_slots <= first_slots;
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clock) begin
    if (!reset) begin
      begin : count_in_range assert (32'(count) <= LINES); end
    end
  end
`endif

endmodule

`default_nettype wire
