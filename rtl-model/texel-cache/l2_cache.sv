`default_nettype none

// The L2 between the texel cache and memory (shared-l2.ts, l2-tags.ts, miss-path.ts): it keeps the lines that it misses, whole,
// with LRU. One port looks a request up in a cycle. All lines go over one link, in the order of the requests.
//
// A request that comes in a cycle was looked up in the one before it, as the model counts: the register in front of the L2 is
// the first of LATENCY.
//
// request_valid: a request for a line of the texel cache, which is taken.
// memory_valid:  a line of the L2 that memory is asked for; it stays until `memory_ready` takes it. Memory answers in the order
//                of the requests, and every answer is taken.
// response:      the lines for the requests, in their order.
module l2_cache #(
    // Bits of the number of a line of the texel cache, and of such a line; lines of the texel cache in a line of the L2.
    parameter int LINE_BITS = 25,
    parameter int WIDTH = 512,
    parameter int PARTS = 2,
    parameter int SETS = 64,
    parameter int WAYS = 4,
    parameter bit FOLDED = 1'b0,
    // The most requests that are not answered.
    parameter int REQUESTS = 32,
    // Cycles from a look-up to the request to memory, and those of a hit more; cycles of the link for a line.
    parameter int LATENCY = 20,
    parameter int DATA_LATENCY = 0,
    parameter int LINK_CYCLES = 2,
    localparam int PART_BITS = $clog2(PARTS),
    localparam int MEMORY_LINE_BITS = LINE_BITS - PART_BITS,
    localparam int MEMORY_WIDTH = PARTS * WIDTH
) (
    input  wire logic                        clock,
    input  wire logic                        reset,
    input  wire logic                        request_valid,
    input  wire logic [       LINE_BITS-1:0] request_line,
    output logic                             memory_valid,
    input  wire logic                        memory_ready,
    output logic      [MEMORY_LINE_BITS-1:0] memory_line,
    input  wire logic                        memory_response_valid,
    input  wire logic [    MEMORY_WIDTH-1:0] memory_response_line,
    output logic                             response_valid,
    output logic      [           WIDTH-1:0] response_line
);

  if (PARTS < 1 || 2 ** PART_BITS != PARTS) $error("l2_cache: PARTS should be a power of two");
  if (WAYS < 1) $error("l2_cache: WAYS should be at least 1");
  if (MEMORY_LINE_BITS <= $clog2(SETS)) $error("l2_cache: LINE_BITS should be more than log2(PARTS * SETS)");
  if (LATENCY < 3) $error("l2_cache: LATENCY should be at least 3");
  if (DATA_LATENCY < 0) $error("l2_cache: DATA_LATENCY should be at least 0");
  if (LINK_CYCLES < 1) $error("l2_cache: LINK_CYCLES should be at least 1");

  localparam int INDEX_BITS = $clog2(SETS);
  localparam int SET_BITS = SETS > 1 ? INDEX_BITS : 1;
  localparam int TAG_BITS = MEMORY_LINE_BITS - INDEX_BITS;
  localparam int WAY_BITS = WAYS > 1 ? $clog2(WAYS) : 1;
  localparam int ROWS = SETS * WAYS;
  localparam int ROW_BITS = ROWS > 1 ? $clog2(ROWS) : 1;
  localparam int HELD_BITS = $clog2(REQUESTS + 1);
  localparam int PART_WIDTH = PARTS > 1 ? PART_BITS : 1;

  // ---- Tags: read in the cycle of the request, compared and written in the next one ----

  // A way of a set: its line is filled, its tag and its number. Those of a set stand in the order of their uses, the last one
  // lowest. Ways that have no line follow, the first of them highest.
  localparam int ENTRY_BITS = 1 + TAG_BITS + WAY_BITS;

  logic [MEMORY_LINE_BITS-1:0] requested;
  logic [SET_BITS-1:0] index;
  assign requested = MEMORY_LINE_BITS'(request_line >> PART_BITS);
  set_index #(
      .LINE_BITS(MEMORY_LINE_BITS),
      .SETS(SETS),
      .FOLDED(FOLDED)
  ) set_of_line (
      .line(requested),
      .index
  );

  logic looks_up;
  logic [MEMORY_LINE_BITS-1:0] line;
  logic [PART_WIDTH-1:0] part;
  logic [SET_BITS-1:0] set;
  always_ff @(posedge clock) begin
    looks_up <= !reset && request_valid;
    line     <= requested;
    part     <= PARTS > 1 ? PART_WIDTH'(request_line) : '0;
    set      <= index;
  end

  logic [WAYS*ENTRY_BITS-1:0] entries_read, entries, entries_after;
  forwarding_sram #(
      .WIDTH(WAYS * ENTRY_BITS),
      .WORDS(SETS)
  ) tags (
      .clock,
      .write_enable (looks_up),
      .write_address(set),
      .write_data   (entries_after),
      .read_enable  (request_valid),
      .read_address (index),
      .read_data    (entries_read)
  );

  // A set that has not been used since the reset has no line.
  logic [SETS-1:0] was_used;
  logic [WAYS*ENTRY_BITS-1:0] no_entries;
  for (genvar n = 0; n < WAYS; n++) begin : g_way
    assign no_entries[n*ENTRY_BITS+:ENTRY_BITS] = ENTRY_BITS'(WAYS - 1 - n);
  end
  assign entries = was_used[set] ? entries_read : no_entries;
  // Sets that one assignment resets.
  localparam int RESET_SETS = SETS < 4096 ? SETS : 4096;
  always_ff @(posedge clock) begin
    if (looks_up) was_used[set] <= 1'b1;
    if (reset) for (int first = 0; first < SETS; first += RESET_SETS) was_used[first+:RESET_SETS] <= '0;
  end

  // The entry that has the line, or the last one, moves to the front.
  logic hit;
  logic [WAY_BITS-1:0] way;
  logic [WAYS-1:0] has_line;
  for (genvar n = 0; n < WAYS; n++) begin : g_compare
    assign has_line[n] = entries[n*ENTRY_BITS+WAY_BITS+:TAG_BITS+1] == {1'b1, line[INDEX_BITS+:TAG_BITS]};
  end
  assign hit = has_line != '0;
  always_comb begin
    logic passed;
    passed = 1'b0;
    way    = entries[(WAYS-1)*ENTRY_BITS+:WAY_BITS];
    entries_after = entries;
    for (int n = 0; n < WAYS; n++) begin
      if (n > 0 && !passed) entries_after[n*ENTRY_BITS+:ENTRY_BITS] = entries[(n+WAYS-1)%WAYS*ENTRY_BITS+:ENTRY_BITS];
      if (has_line[n]) way = entries[n*ENTRY_BITS+:WAY_BITS];
      passed |= has_line[n];
    end
    entries_after[ENTRY_BITS-1:0] = {1'b1, line[INDEX_BITS+:TAG_BITS], way};
  end

  // ---- Requests to memory, LATENCY cycles after their look-ups; a register follows, as in front of the L2 ----

  logic miss, asks;
  assign miss = looks_up && !hit;
  pulse_delay #(
      .CYCLES(LATENCY - 2)
  ) to_memory (
      .clock,
      .reset,
      .pulse  (miss),
      .delayed(asks)
  );

  logic [HELD_BITS-1:0] asked;
  logic memory_taken;
  assign memory_valid = asked != '0;
  assign memory_taken = memory_valid && memory_ready;
  always_ff @(posedge clock) asked <= reset ? '0 : asked + HELD_BITS'(asks) - HELD_BITS'(memory_taken);

  lane_queue #(
      .WIDTH (MEMORY_LINE_BITS),
      .PLACES(REQUESTS)
  ) missed (
      .clock,
      .reset,
      .write_count(miss),
      .write_items(line),
      .read_count (memory_taken),
      .items      (memory_line)
  );

  // ---- Lines that memory has given, in order ----

  logic [HELD_BITS-1:0] returned;
  logic [MEMORY_WIDTH-1:0] first_returned, filled_line;
  logic begins, fills, has_filled;
  assign has_filled  = returned != '0 || memory_response_valid;
  assign filled_line = returned != '0 ? first_returned : memory_response_line;
  lane_queue #(
      .WIDTH (MEMORY_WIDTH),
      .PLACES(REQUESTS)
  ) fills_held (
      .clock,
      .reset,
      .write_count(memory_response_valid),
      .write_items(memory_response_line),
      .read_count (fills),
      .items      (first_returned)
  );
  always_ff @(posedge clock) returned <= reset ? '0 : returned + HELD_BITS'(memory_response_valid) - HELD_BITS'(fills);

  // ---- Data and link, in the order of the look-ups ----

  // Look-ups whose data may be read, and those of which hits may be, less those that have been: a miss may go before.
  logic arrives, hit_arrives;
  logic [HELD_BITS-1:0] visible;
  logic signed [HELD_BITS:0] readable;
  pulse_delay #(
      .CYCLES(LATENCY - 3)
  ) to_link (
      .clock,
      .reset,
      .pulse  (looks_up),
      .delayed(arrives)
  );
  pulse_delay #(
      .CYCLES(DATA_LATENCY)
  ) to_data (
      .clock,
      .reset,
      .pulse  (arrives),
      .delayed(hit_arrives)
  );

  logic is_hit;
  logic [PART_WIDTH-1:0] read_part;
  logic [ROW_BITS-1:0] row;
  lane_queue #(
      .WIDTH (1 + PART_WIDTH + ROW_BITS),
      .PLACES(REQUESTS)
  ) looked_up (
      .clock,
      .reset,
      .write_count(looks_up),
      .write_items({hit, part, ROW_BITS'(ROW_BITS'(set) * ROW_BITS'(WAYS) + ROW_BITS'(way))}),
      .read_count (begins),
      .items      ({is_hit, read_part, row})
  );

  // Cycles that the link still moves a line after this one.
  localparam int LEFT_BITS = LINK_CYCLES > 1 ? $clog2(LINK_CYCLES) : 1;
  logic moves;
  logic [LEFT_BITS-1:0] left;
  assign response_valid = moves && left == '0;
  assign begins = (!moves || response_valid) && visible != '0 && (is_hit ? readable > 0 : has_filled);
  assign fills  = begins && !is_hit;

  always_ff @(posedge clock) begin
    visible  <= reset ? '0 : visible + HELD_BITS'(arrives) - HELD_BITS'(begins);
    readable <= reset ? '0 : readable + (HELD_BITS + 1)'(hit_arrives) - (HELD_BITS + 1)'(begins);
    moves    <= !reset && (begins || (moves && !response_valid));
    left     <= begins ? LEFT_BITS'(LINK_CYCLES - 1) : left - 1'b1;
  end

  // A line is written or read in a cycle. What is read is there in the next one, and stays until the link has moved it.
  logic [MEMORY_WIDTH-1:0] read_line;
  sram_1r1w #(
      .WIDTH(MEMORY_WIDTH),
      .WORDS(ROWS)
  ) data (
      .clock,
      .write_enable (fills),
      .write_address(row),
      .write_data   (filled_line),
      .read_enable  (begins && is_hit),
      .read_address (row),
      .read_data    (read_line)
  );

  logic was_read;
  logic [PART_WIDTH-1:0] part_read;
  logic [WIDTH-1:0] held;
  always_ff @(posedge clock) begin
    was_read  <= begins && is_hit;
    part_read <= read_part;
    held      <= response_line;
    if (fills) held <= filled_line[32'(read_part)*WIDTH+:WIDTH];
  end
  assign response_line = was_read ? read_line[32'(part_read)*WIDTH+:WIDTH] : held;

`ifndef SYNTHESIS
  // Requests whose lines the link has not begun to move.
  logic [HELD_BITS:0] unanswered;
  // A request to memory stays until it is taken.
  logic waits;
  logic [MEMORY_LINE_BITS-1:0] waiting_line;
  always_ff @(posedge clock) begin
    unanswered   <= reset ? '0 : unanswered + (HELD_BITS + 1)'(request_valid) - (HELD_BITS + 1)'(begins);
    waits        <= !reset && memory_valid && !memory_ready;
    waiting_line <= memory_line;
    if (!reset) begin
      begin : line_in_one_way assert (!looks_up || (has_line & (has_line - 1'b1)) == '0); end
      begin : way_in_range assert (!looks_up || 32'(way) < WAYS); end
      begin : requests_have_places assert (32'(unanswered) + 32'(request_valid) <= REQUESTS + 32'(begins)); end
      begin : request_held assert (!waits || (memory_valid && memory_line == waiting_line)); end
    end
  end
`endif

endmodule

`default_nettype wire
