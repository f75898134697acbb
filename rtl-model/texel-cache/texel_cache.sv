`default_nettype none

// The prefetching texel cache (Igehy, Eldridge, Proudfoot 1998; cache-stages.ts), with lines of one sector, LRU and no L2.
//
// The tag stage looks the lines of a pass up, LOOK_UPS a cycle, and sends the misses to memory at once. The pass waits in
// the fragment FIFO, which it enters with its first look-up. The data stage takes pass after pass: it writes the lines
// that have come back, reads the words of the taps, each bank once a cycle, and gives the pass on when it has all of them.
//
// Memory takes every request and answers in the order of the requests, one line a cycle at the most.
module texel_cache #(
    parameter int LINE_BITS = 25,
    // 32-bit words of a line, a power of two, at least 2.
    parameter int WORDS = 16,
    parameter int SETS = 64,
    parameter int WAYS = 2,
    parameter bit FOLDED = 1'b0,
    // A power of two.
    parameter int BANKS = 4,
    parameter int LOOK_UPS = 4,
    parameter int OUTSTANDING_MISSES = 32,
    parameter int TAG_LATENCY = 2,
    parameter int FRAGMENTS = 128,
    // Whatever travels with a pass.
    parameter int PAYLOAD_BITS = 8,
    localparam int TAPS = 16,
    localparam int WORD_BITS = $clog2(WORDS)
) (
    input wire logic clock,
    input wire logic reset,

    // A pass: the taps that read a texel, and the 32-bit word of each tap as {line, word in the line}.
    input  wire logic                                  pass_valid,
    output logic                                       pass_ready,
    input  wire logic [                      TAPS-1:0] pass_touches,
    input  wire logic [TAPS*(LINE_BITS+WORD_BITS)-1:0] pass_addresses,
    input  wire logic [              PAYLOAD_BITS-1:0] pass_payload,

    // Requests of this cycle, in order from the lowest bit on.
    output logic [          LOOK_UPS-1:0] request_valid,
    output logic [LOOK_UPS*LINE_BITS-1:0] request_lines,

    input wire logic                response_valid,
    input wire logic [WORDS*32-1:0] response_line,

    // The pass with the words of its taps, 0 for a tap that reads none. `read_ready` is asked when its reading begins.
    output logic                         read_valid,
    input  wire logic                    read_ready,
    output logic      [     TAPS*32-1:0] read_words,
    output logic      [PAYLOAD_BITS-1:0] read_payload
);

  if (WORDS < 2 || 2 ** WORD_BITS != WORDS) $error("texel_cache: WORDS should be a power of two, at least 2");
  if (BANKS < 1 || 2 ** $clog2(BANKS) != BANKS) $error("texel_cache: BANKS should be a power of two");
  if (OUTSTANDING_MISSES < 1) $error("texel_cache: OUTSTANDING_MISSES should be at least 1");

  localparam int COUNT_BITS = $clog2(TAPS + 1);
  localparam int NUMBER_BITS = $clog2(TAPS);
  localparam int SLOT_BITS = SETS * WAYS > 1 ? $clog2(SETS * WAYS) : 1;
  localparam int WAY_BITS = WAYS > 1 ? $clog2(WAYS) : 1;
  localparam int BANK_BITS = BANKS > 1 ? $clog2(BANKS) : 1;
  localparam int MISS_BITS = $clog2(OUTSTANDING_MISSES + 1);
  localparam int MADE_BITS = $clog2(LOOK_UPS + 1);

  // ---- Tag stage ----

  logic [COUNT_BITS-1:0] pass_count;
  logic [TAPS*LINE_BITS-1:0] line_of_tap, pass_lines;
  logic [TAPS*NUMBER_BITS-1:0] pass_number;
  logic [TAPS*WORD_BITS-1:0] word_of_tap;

  always_comb begin
    for (int tap = 0; tap < TAPS; tap++) begin
      {line_of_tap[tap*LINE_BITS+:LINE_BITS], word_of_tap[tap*WORD_BITS+:WORD_BITS]} =
          pass_addresses[tap*(LINE_BITS+WORD_BITS)+:LINE_BITS+WORD_BITS];
    end
  end

  pass_lines #(
      .LINE_BITS(LINE_BITS),
      .TAPS(TAPS)
  ) lines_of_pass (
      .touches(pass_touches),
      .line_of_tap,
      .count(pass_count),
      .lines(pass_lines),
      .number(pass_number)
  );

  // Lines of the pass in the tag stage that have not been looked up; none between passes.
  logic [COUNT_BITS-1:0] left, asked;
  logic [TAPS*LINE_BITS-1:0] lines_left, lines_asked;
  logic enters;

  logic [LOOK_UPS-1:0] look_up, made, hits;
  logic [LOOK_UPS*WAY_BITS-1:0] ways;
  logic [MADE_BITS-1:0] made_count, miss_count;
  logic [MISS_BITS-1:0] outstanding, fill_count;

  logic fragment_ready;
  assign pass_ready  = left == '0 && fragment_ready;
  assign enters      = pass_valid && pass_ready;
  assign asked       = left != '0 ? left : enters ? pass_count : '0;
  assign lines_asked = left != '0 ? lines_left : pass_lines;

  always_comb begin
    for (int n = 0; n < LOOK_UPS; n++) look_up[n] = n < TAPS && COUNT_BITS'(n) < asked;
  end

  tag_store #(
      .LINE_BITS(LINE_BITS),
      .SETS(SETS),
      .WAYS(WAYS),
      .FOLDED(FOLDED),
      .LOOK_UPS(LOOK_UPS),
      .MISS_BITS(MISS_BITS)
  ) looked_up (
      .clock,
      .reset,
      .look_up,
      .lines(lines_asked[LOOK_UPS*LINE_BITS-1:0]),
      // A line that the data stage writes in this cycle is outstanding no longer.
      .misses(MISS_BITS'(OUTSTANDING_MISSES) - outstanding + fill_count),
      .made,
      .hits,
      .ways
  );

  assign request_valid = made & ~hits;
  assign request_lines = lines_asked[LOOK_UPS*LINE_BITS-1:0];

  always_comb begin
    made_count = '0;
    miss_count = '0;
    for (int n = 0; n < LOOK_UPS; n++) begin
      if (made[n]) made_count = MADE_BITS'(n + 1);
      if (request_valid[n]) miss_count += 1'b1;
    end
  end

  always_ff @(posedge clock) begin
    left        <= reset ? '0 : asked - COUNT_BITS'(made_count);
    lines_left  <= lines_asked >> (LINE_BITS * made_count);
    outstanding <= reset ? '0 : outstanding - fill_count + MISS_BITS'(miss_count);
  end

  // ---- Fragment FIFO ----

  localparam int FRAGMENT_BITS = COUNT_BITS + TAPS * (NUMBER_BITS + WORD_BITS + 1) + PAYLOAD_BITS;
  logic [FRAGMENT_BITS-1:0] fragment, fragment_held, fragment_read;
  logic fragment_valid, begins;

  fifo #(
      .WIDTH  (FRAGMENT_BITS),
      .LATENCY(TAG_LATENCY),
      .DEPTH  (FRAGMENTS)
  ) fragments (
      .clock,
      .reset,
      .push_valid(enters),
      .push_ready(fragment_ready),
      .push_item ({pass_count, pass_number, word_of_tap, pass_touches, pass_payload}),
      .pop_valid (fragment_valid),
      .pop_ready (begins),
      .pop_item  (fragment)
  );

  // ---- Outcomes of the look-ups, in order, on their way to the data stage ----

  // Passes in the FIFO, one in the tag stage that has entered it, and one that is read.
  localparam int PLACES = 2 ** $clog2((TAG_LATENCY + FRAGMENTS + 1) * TAPS);
  localparam int PLACE_BITS = $clog2(PLACES);
  localparam int OUTCOME_BITS = 1 + SLOT_BITS + BANK_BITS;

  logic [OUTCOME_BITS-1:0] outcomes [PLACES];
  logic [PLACE_BITS-1:0] outcome_tail, outcome_head;
  // Outcomes that the data stage can see: those of look-ups TAG_LATENCY cycles ago, and not read.
  logic [PLACE_BITS-1:0] visible;
  logic [MADE_BITS-1:0] arriving;

  if (TAG_LATENCY == 1) begin : g_direct
    assign arriving = made_count;
  end else begin : g_delayed
    logic [(TAG_LATENCY-1)*MADE_BITS-1:0] delayed;
    assign arriving = delayed[(TAG_LATENCY-2)*MADE_BITS+:MADE_BITS];
    always_ff @(posedge clock) delayed <= reset ? '0 : ((TAG_LATENCY - 1) * MADE_BITS)'({delayed, made_count});
  end

  logic [LOOK_UPS*OUTCOME_BITS-1:0] outcomes_made;
  for (genvar n = 0; n < LOOK_UPS; n++) begin : g_outcome
    logic [LINE_BITS-1:0] line;
    logic [SLOT_BITS-1:0] slot;
    logic [BANK_BITS-1:0] bank;
    logic [SETS > 1 ? $clog2(SETS) - 1 : 0:0] index;
    assign line = lines_asked[n*LINE_BITS+:LINE_BITS];
    set_index #(
        .LINE_BITS(LINE_BITS),
        .SETS(SETS),
        .FOLDED(FOLDED)
    ) set_of_line (
        .line,
        .index
    );
    assign slot = SLOT_BITS'(index) * SLOT_BITS'(WAYS) + SLOT_BITS'(ways[n*WAY_BITS+:WAY_BITS]);
    assign bank = BANKS > 1 ? BANK_BITS'(line) : '0;
    assign outcomes_made[n*OUTCOME_BITS+:OUTCOME_BITS] = {!hits[n], slot, bank};
  end

  logic [COUNT_BITS-1:0] newly_read;

  always_ff @(posedge clock) begin
    for (int n = 0; n < LOOK_UPS; n++) begin
      if (made[n]) outcomes[outcome_tail+PLACE_BITS'(n)] <= outcomes_made[n*OUTCOME_BITS+:OUTCOME_BITS];
    end
    outcome_tail <= reset ? '0 : outcome_tail + PLACE_BITS'(made_count);
    outcome_head <= reset ? '0 : outcome_head + PLACE_BITS'(newly_read);
    visible      <= reset ? '0 : visible + PLACE_BITS'(arriving) - PLACE_BITS'(newly_read);
  end

  // ---- Lines that have come back, in the order of the requests ----

  localparam int RESPONSE_BITS = OUTSTANDING_MISSES > 1 ? $clog2(OUTSTANDING_MISSES) : 1;
  logic [WORDS*32-1:0] responses [OUTSTANDING_MISSES];
  logic [RESPONSE_BITS-1:0] response_tail, response_head;
  logic [MISS_BITS-1:0] returned;

  function automatic logic [RESPONSE_BITS-1:0] place_after(input logic [RESPONSE_BITS-1:0] place, input int steps);
    place_after = RESPONSE_BITS'((32'(place) + steps) % OUTSTANDING_MISSES);
  endfunction

  always_ff @(posedge clock) begin
    if (response_valid) responses[response_tail] <= response_line;
    if (reset) begin
      response_tail <= '0;
      response_head <= '0;
      returned      <= '0;
    end else begin
      if (response_valid) response_tail <= place_after(response_tail, 1);
      response_head <= place_after(response_head, 32'(fill_count));
      returned      <= returned + MISS_BITS'(response_valid) - fill_count;
    end
  end

  // ---- Data stage ----

  logic [WORDS*32-1:0] data [SETS*WAYS];

  // The pass that is read, the number of its lines that have been read, and the words so far.
  logic reading, active;
  logic [COUNT_BITS-1:0] read, read_before, count;
  logic [TAPS*32-1:0] words, words_before;
  logic [TAPS*NUMBER_BITS-1:0] number;
  logic [TAPS*WORD_BITS-1:0] word;
  logic [TAPS-1:0] touches;

  assign begins        = !reading && read_ready;
  assign active        = reading || (begins && fragment_valid);
  assign fragment_read = reading ? fragment_held : fragment;
  assign read_before   = reading ? read : '0;
  assign words_before  = reading ? words : '0;
  assign {count, number, word, touches, read_payload} = fragment_read;

  // Lines that the cycle reads: their slots, and the lines that it writes.
  logic [TAPS-1:0] fills;
  logic [TAPS*SLOT_BITS-1:0] slots;
  logic [WORDS*32-1:0] lines_read [TAPS];

  always_comb begin
    logic [BANKS-1:0] bank_used;
    logic stopped;
    bank_used  = '0;
    stopped    = !active;
    newly_read = '0;
    fill_count = '0;
    fills      = '0;
    slots      = '0;
    for (int n = 0; n < TAPS; n++) begin
      logic miss;
      logic [SLOT_BITS-1:0] slot;
      logic [BANK_BITS-1:0] bank;
      {miss, slot, bank} = outcomes[outcome_head+PLACE_BITS'(n)];
      lines_read[n] = '0;
      stopped |= read_before + COUNT_BITS'(n) >= count || PLACE_BITS'(n) >= visible;
      stopped |= bank_used[bank] || (miss && fill_count >= returned + MISS_BITS'(response_valid));
      if (!stopped) begin
        newly_read = COUNT_BITS'(n + 1);
        bank_used[bank] = 1'b1;
        fills[n] = miss;
        slots[n*SLOT_BITS+:SLOT_BITS] = slot;
        lines_read[n] =
            !miss ? data[slot]
            : fill_count < returned ? responses[place_after(response_head, 32'(fill_count))]
            : response_line;
        if (miss) fill_count += 1'b1;
      end
    end
  end

  always_comb begin
    read_words = words_before;
    for (int tap = 0; tap < TAPS; tap++) begin
      logic [COUNT_BITS-1:0] line;
      line = COUNT_BITS'(number[tap*NUMBER_BITS+:NUMBER_BITS]) - read_before;
      for (int n = 0; n < TAPS; n++) begin
        if (touches[tap] && line == COUNT_BITS'(n) && COUNT_BITS'(n) < newly_read) begin
          read_words[tap*32+:32] = lines_read[n][{word[tap*WORD_BITS+:WORD_BITS], 5'd0}+:32];
        end
      end
    end
  end

  assign read_valid = active && read_before + newly_read == count;

  always_ff @(posedge clock) begin
    for (int n = 0; n < TAPS; n++) begin
      if (fills[n]) data[slots[n*SLOT_BITS+:SLOT_BITS]] <= lines_read[n];
    end
    reading       <= !reset && active && !read_valid;
    read          <= read_before + newly_read;
    words         <= read_words;
    fragment_held <= fragment_read;
  end

`ifndef SYNTHESIS
  // Outcomes that have not been read.
  logic [PLACE_BITS:0] outcomes_held;
  // The line of the cycle that is in the bank of one before it.
  logic [TAPS-1:0] bank_again;
  always_comb begin
    for (int n = 0; n < TAPS; n++) begin
      bank_again[n] = 1'b0;
      for (int m = 0; m < n; m++) begin
        bank_again[n] |= COUNT_BITS'(n) < newly_read && outcomes[outcome_head+PLACE_BITS'(n)][BANK_BITS-1:0] ==
            outcomes[outcome_head+PLACE_BITS'(m)][BANK_BITS-1:0];
      end
    end
  end
  for (genvar n = 0; n < TAPS; n++) begin : g_assert
    always_ff @(posedge clock) begin
      if (!reset) begin : slot_in_range assert (32'(slots[n*SLOT_BITS+:SLOT_BITS]) < SETS * WAYS); end
    end
  end
  always_ff @(posedge clock) begin
    outcomes_held <= reset ? '0 : outcomes_held + (PLACE_BITS + 1)'(made_count) - (PLACE_BITS + 1)'(newly_read);
    if (!reset) begin
      begin : bank_once assert (bank_again == '0); end
      begin : misses_in_range assert (32'(outstanding) + 32'(miss_count) <= OUTSTANDING_MISSES + 32'(fill_count)); end
      begin : response_asked_for assert (!response_valid || returned < outstanding); end
      begin : fills_have_returned assert (32'(fill_count) <= 32'(returned) + 32'(response_valid)); end
      begin : outcomes_have_places assert (32'(outcomes_held) + 32'(made_count) <= PLACES + 32'(newly_read)); end
      begin : outcomes_are_there assert (32'(newly_read) <= 32'(visible) && 32'(visible) <= 32'(outcomes_held)); end
      begin : lines_of_pass_alone assert (!active || read_before + newly_read <= count); end
    end
  end
`endif

endmodule

`default_nettype wire
