`default_nettype none

// The prefetching texel cache (Igehy, Eldridge, Proudfoot 1998; cache-stages.ts), with lines of one sector and LRU.
//
// The tag stage looks the lines of a pass up, LOOK_UPS a cycle, and gives its misses to the memory's port at once. The
// pass waits in the fragment FIFO, which it enters with its first look-up. The data stage takes pass after pass: it
// writes the lines that have come back, reads the words of the taps, each bank once a cycle, and gives the pass on when
// it has all of them.
//
// With PREFETCHED, a miss fetches the line after its own ahead, into a buffer of so many lines (prefetch_buffer). A miss that
// finds its line there is read a cycle later than a hit at the earliest.
//
// Every request is taken, and lines come back in their order, one a cycle at the most.
module texel_cache #(
    parameter int LINE_BITS = 25,
    // 32-bit words of a line, a power of two, at least 2.
    parameter int WORDS = 16,
    // Bits that a tap reads, an aligned part of a line: 32 times a power of two.
    parameter int TAP_BITS = 32,
    parameter int SETS = 64,
    parameter int WAYS = 2,
    parameter bit FOLDED = 1'b0,
    // A power of two.
    parameter int BANKS = 4,
    parameter int LOOK_UPS = 4,
    parameter int OUTSTANDING_MISSES = 32,
    // Lines of the prefetch buffer, 0 for none.
    parameter int PREFETCHED = 0,
    parameter int TAG_LATENCY = 2,
    parameter int FRAGMENTS = 128,
    // Whatever travels with a pass.
    parameter int PAYLOAD_BITS = 8,
    localparam int TAPS = 16,
    localparam int COUNT_BITS = $clog2(TAPS + 1),
    localparam int NUMBER_BITS = $clog2(TAPS),
    localparam int WORD_BITS = $clog2(WORDS),
    localparam int REQUESTS = PREFETCHED > 0 ? 2 * LOOK_UPS : LOOK_UPS
) (
    input wire logic clock,
    input wire logic reset,

    // A pass: its distinct lines (pass_lines), the taps that read a texel, and of each tap the place of its line and the
    // 32-bit word in the line.
    input  wire logic                        pass_valid,
    output logic                             pass_ready,
    input  wire logic [      COUNT_BITS-1:0] pass_count,
    input  wire logic [  TAPS*LINE_BITS-1:0] pass_lines,
    input  wire logic [            TAPS-1:0] pass_touches,
    input  wire logic [TAPS*NUMBER_BITS-1:0] pass_number,
    input  wire logic [  TAPS*WORD_BITS-1:0] pass_words,
    input  wire logic [    PAYLOAD_BITS-1:0] pass_payload,

    // Misses of this cycle, in order from the lowest bit on.
    output logic [          LOOK_UPS-1:0] miss_valid,
    output logic [LOOK_UPS*LINE_BITS-1:0] miss_lines,

    // Lines that memory is asked for in this cycle, in order: the misses, and behind each the line that it fetches ahead.
    output logic [          REQUESTS-1:0] request_valid,
    output logic [REQUESTS*LINE_BITS-1:0] request_lines,

    input wire logic                response_valid,
    input wire logic [WORDS*32-1:0] response_line,

    // The last line of a pass is read. `read_ready` is asked when its reading begins. In the next cycle are there the
    // words of its taps, TAP_BITS each, 0 for a tap that reads none, and what travels with it.
    output logic                         read_valid,
    input  wire logic                    read_ready,
    output logic      [TAPS*TAP_BITS-1:0] read_words,
    output logic      [PAYLOAD_BITS-1:0] read_payload
);

  if (WORDS < 2 || 2 ** WORD_BITS != WORDS) $error("texel_cache: WORDS should be a power of two, at least 2");
  if (TAP_BITS < 32 || 32 * 2 ** $clog2(TAP_BITS / 32) != TAP_BITS || TAP_BITS > 32 * WORDS) begin : g_tap_bits
    $error("texel_cache: TAP_BITS should be 32 times a power of two, and at most a line");
  end
  if (BANKS < 1 || 2 ** $clog2(BANKS) != BANKS) $error("texel_cache: BANKS should be a power of two");
  if (OUTSTANDING_MISSES < 1) $error("texel_cache: OUTSTANDING_MISSES should be at least 1");
  if (PREFETCHED < 0) $error("texel_cache: PREFETCHED should be at least 0");

  localparam int WAY_BITS = WAYS > 1 ? $clog2(WAYS) : 1;
  localparam int BANK_BITS = BANKS > 1 ? $clog2(BANKS) : 1;
  // The lines of this many consecutive sets lie in as many banks. Folded, a set has lines of every bank, and each bank has
  // a row for every line of the cache.
  localparam int BANK_SETS = FOLDED ? 1 : BANKS < SETS ? BANKS : SETS;
  localparam int ROWS = SETS / BANK_SETS * WAYS;
  localparam int ROW_BITS = ROWS > 1 ? $clog2(ROWS) : 1;
  // Lines that are read in a cycle, at most.
  localparam int READS = BANKS < TAPS ? BANKS : TAPS;
  localparam int MISS_BITS = $clog2(OUTSTANDING_MISSES + 1);
  localparam int MADE_BITS = $clog2(LOOK_UPS + 1);
  // Bits of the place of a line that comes back, where lines may be fetched ahead.
  localparam int SLOT_BITS = PREFETCHED > 0 ? $clog2(PREFETCHED + OUTSTANDING_MISSES) : 1;

  // The words of a line that are the first of what a tap reads.
  localparam logic [WORD_BITS-1:0] FIRST_WORDS = {WORD_BITS{1'b1}} << $clog2(TAP_BITS / 32);

  // ---- Tag stage ----

  // Lines of the pass in the tag stage that have not been looked up; none between passes.
  logic [COUNT_BITS-1:0] left, asked;
  logic [TAPS*LINE_BITS-1:0] lines_left, lines_asked;
  logic enters;

  logic [LOOK_UPS-1:0] look_up, made, hits;
  logic [LOOK_UPS*WAY_BITS-1:0] ways;
  // The cache has the line after that of the look-up; the line of a miss was fetched ahead, and its slot.
  logic [LOOK_UPS-1:0] followed, ahead;
  logic [LOOK_UPS*SLOT_BITS-1:0] slots;
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
      .MISS_BITS(MISS_BITS),
      .FOLLOWS(PREFETCHED > 0)
  ) looked_up (
      .clock,
      .reset,
      .look_up,
      .lines(lines_asked[LOOK_UPS*LINE_BITS-1:0]),
      // A line that the data stage writes in this cycle is outstanding no longer.
      .misses(MISS_BITS'(OUTSTANDING_MISSES) - outstanding + fill_count),
      .made,
      .hits,
      .ways,
      .followed
  );

  assign miss_valid = made & ~hits;
  assign miss_lines = lines_asked[LOOK_UPS*LINE_BITS-1:0];

  always_comb begin
    made_count = '0;
    miss_count = '0;
    for (int n = 0; n < LOOK_UPS; n++) begin
      if (made[n]) made_count = MADE_BITS'(n + 1);
      if (miss_valid[n]) miss_count += 1'b1;
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
      .push_item ({pass_count, pass_number, pass_touches, pass_words, pass_payload}),
      .pop_valid (fragment_valid),
      .pop_ready (begins),
      .pop_item  (fragment)
  );

  // ---- Outcomes of the look-ups, in order, on their way to the data stage ----

  // Passes in the FIFO, one in the tag stage that has entered it, and one that is read.
  localparam int PLACES = (TAG_LATENCY + FRAGMENTS + 1) * TAPS;
  localparam int PLACE_BITS = $clog2(PLACES + 1);

  // Whether a look-up misses, and where it finds its line or puts it. Of a miss that may be fetched ahead, also whether it
  // was, and its slot.
  localparam int PLACE_OF_LINE_BITS = 1 + BANK_BITS + ROW_BITS;
  localparam int OUTCOME_BITS = PLACE_OF_LINE_BITS + (PREFETCHED > 0 ? 1 + SLOT_BITS : 0);
  // Lines that may be fetched ahead are read before their cycle, whichever that is.
  localparam int SHOWN = PREFETCHED > 0 ? 2 * READS : READS;
  logic [LOOK_UPS*OUTCOME_BITS-1:0] outcomes_made;
  // Those that are read next.
  logic [SHOWN*OUTCOME_BITS-1:0] outcomes;
  logic [READS-1:0] misses;
  logic [READS-1:0][BANK_BITS-1:0] banks;
  logic [READS-1:0][ROW_BITS-1:0] rows;
  for (genvar n = 0; n < READS; n++) begin : g_next
    assign {misses[n], banks[n], rows[n]} = outcomes[n*OUTCOME_BITS+:PLACE_OF_LINE_BITS];
  end

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

  for (genvar n = 0; n < LOOK_UPS; n++) begin : g_outcome
    logic [LINE_BITS-1:0] line;
    logic [SETS > 1 ? $clog2(SETS) - 1 : 0:0] index;
    logic [BANK_BITS-1:0] bank;
    logic [ROW_BITS-1:0] row;
    assign line = lines_asked[n*LINE_BITS+:LINE_BITS];
    set_index #(
        .LINE_BITS(LINE_BITS),
        .SETS(SETS),
        .FOLDED(FOLDED)
    ) set_of_line (
        .line,
        .index
    );
    assign bank = BANKS > 1 ? BANK_BITS'(line) : '0;
    assign row  = ROW_BITS'(32'(index) / BANK_SETS) * ROW_BITS'(WAYS) + ROW_BITS'(ways[n*WAY_BITS+:WAY_BITS]);
    assign outcomes_made[n*OUTCOME_BITS+:OUTCOME_BITS] = OUTCOME_BITS'({ahead[n], slots[n*SLOT_BITS+:SLOT_BITS], !hits[n], bank, row});
  end

  logic [COUNT_BITS-1:0] newly_read;

  localparam int OUTCOME_COUNT_BITS = $clog2(LOOK_UPS > SHOWN ? LOOK_UPS : SHOWN) + 1;
  lane_queue #(
      .WIDTH (OUTCOME_BITS),
      .PLACES(PLACES),
      .WRITES(LOOK_UPS),
      .READS (SHOWN)
  ) outcomes_held (
      .clock,
      .reset,
      .write_count(OUTCOME_COUNT_BITS'(made_count)),
      .write_items(outcomes_made),
      .read_count (OUTCOME_COUNT_BITS'(newly_read)),
      .items      (outcomes)
  );

  always_ff @(posedge clock) visible <= reset ? '0 : visible + PLACE_BITS'(arriving) - PLACE_BITS'(newly_read);

  // ---- Lines that have come back ----

  // Lines that the cycle reads or, after a miss, writes: no more than banks. `fill_of` counts those that it writes.
  logic [READS-1:0] fills;
  logic [READS-1:0][MISS_BITS-1:0] fill_of;
  // Without a prefetch buffer, lines come in the order of the misses: the first ones, and how many have come back.
  logic [READS-1:0][WORDS*32-1:0] responses;
  logic [MISS_BITS-1:0] returned;
  // With one, of each look-up: its line is back, the line, and whether a line that was fetched ahead can be read later alone.
  logic [READS-1:0] is_back, is_later;
  logic [READS-1:0][WORDS*32-1:0] fetched_lines;

  if (PREFETCHED == 0) begin : g_in_order
    localparam int FILL_BITS = $clog2(READS) + 1;
    lane_queue #(
        .WIDTH (WORDS * 32),
        .PLACES(OUTSTANDING_MISSES),
        .READS (READS)
    ) responses_held (
        .clock,
        .reset,
        .write_count(FILL_BITS'(response_valid)),
        .write_items(response_line),
        .read_count (FILL_BITS'(fill_count)),
        .items      (responses)
    );

    always_ff @(posedge clock) returned <= reset ? '0 : returned + MISS_BITS'(response_valid) - fill_count;

    assign request_valid = miss_valid;
    assign request_lines = miss_lines;
    assign {ahead, slots, is_back, is_later} = '0;
    for (genvar n = 0; n < READS; n++) begin : g_none
      assign fetched_lines[n] = '0;
    end
    logic unused;
    assign unused = ^{followed, is_back, is_later, fetched_lines};
  end else begin : g_any_order
    logic [REQUESTS*SLOT_BITS-1:0] request_slots;
    prefetch_buffer #(
        .LINE_BITS(LINE_BITS),
        .LINES(PREFETCHED),
        .LOOK_UPS(LOOK_UPS),
        .OUTSTANDING_MISSES(OUTSTANDING_MISSES)
    ) fetched_ahead (
        .clock,
        .reset,
        .miss_valid,
        .miss_lines,
        .followed,
        .ahead,
        .slots,
        .request_valid,
        .request_lines,
        .request_slots
    );

    // Outcomes that could be seen in the last cycle, and were not read.
    logic [PLACE_BITS-1:0] seen_before;
    // The slots of the look-ups that are read next, and of those behind them.
    logic [SHOWN*SLOT_BITS-1:0] shown_slots;
    logic [READS*SLOT_BITS-1:0] next_slots;
    logic [READS-1:0] next_valid, was_ahead;
    // Those that can be seen in the next cycle and have been made.
    logic [PLACE_BITS-1:0] next_visible;
    assign next_visible = visible + (TAG_LATENCY > 1 ? PLACE_BITS'(arriving) : '0) - PLACE_BITS'(newly_read);
    for (genvar n = 0; n < SHOWN; n++) begin : g_slot
      assign shown_slots[n*SLOT_BITS+:SLOT_BITS] = outcomes[n*OUTCOME_BITS+PLACE_OF_LINE_BITS+:SLOT_BITS];
    end
    for (genvar n = 0; n < READS; n++) begin : g_ahead
      assign was_ahead[n] = outcomes[(n+1)*OUTCOME_BITS-1];
      assign is_later[n]  = was_ahead[n] && PLACE_BITS'(n) >= seen_before;
      logic [SLOT_BITS-1:0] next_slot;
      assign next_slots[n*SLOT_BITS+:SLOT_BITS] = next_slot;
      assign next_valid[n] = PLACE_BITS'(n) < next_visible;
      always_comb begin
        next_slot = shown_slots[n*SLOT_BITS+:SLOT_BITS];
        for (int k = 1; k <= READS; k++) begin
          if (newly_read == COUNT_BITS'(k)) next_slot = shown_slots[(n+k)*SLOT_BITS+:SLOT_BITS];
        end
      end
    end

    line_slots #(
        .WIDTH(WORDS * 32),
        .SLOTS(PREFETCHED + OUTSTANDING_MISSES),
        // A prefetch that loses its place before it is back does so for a miss behind it.
        .REQUESTS(PREFETCHED + 2 * OUTSTANDING_MISSES),
        .WRITES(REQUESTS),
        .READS(READS)
    ) fetched (
        .clock,
        .reset,
        .request_valid,
        .request_slots,
        .response_valid,
        .response_line,
        .next_valid,
        .next_slots,
        .slots(shown_slots[READS*SLOT_BITS-1:0]),
        .is_there(is_back),
        .lines(fetched_lines)
    );

    always_ff @(posedge clock) seen_before <= visible - PLACE_BITS'(newly_read);
    assign returned  = '0;
    for (genvar n = 0; n < READS; n++) begin : g_none
      assign responses[n] = '0;
    end
    logic unused;
    assign unused = ^{fill_of, returned, responses};
  end

  // ---- Data stage ----

  // The pass that is read, and the number of its lines that have been read.
  logic reading, active;
  logic [COUNT_BITS-1:0] read, read_before, count;
  logic [TAPS*NUMBER_BITS-1:0] number;
  logic [TAPS-1:0] touches;

  assign begins        = !reading && read_ready;
  assign active        = reading || (begins && fragment_valid);
  assign fragment_read = reading ? fragment_held : fragment;
  assign read_before   = reading ? read : '0;
  assign {count, number, touches} = fragment_read[FRAGMENT_BITS-1-:COUNT_BITS+TAPS*(NUMBER_BITS+1)];

  always_comb begin
    logic [BANKS-1:0] bank_used;
    logic stopped;
    bank_used  = '0;
    stopped    = !active;
    newly_read = '0;
    fill_count = '0;
    fills      = '0;
    for (int n = 0; n < READS; n++) begin
      fill_of[n] = fill_count;
      stopped |= read_before + COUNT_BITS'(n) >= count || PLACE_BITS'(n) >= visible;
      stopped |= bank_used[banks[n]];
      if (PREFETCHED > 0) stopped |= misses[n] && (!is_back[n] || is_later[n]);
      else stopped |= misses[n] && (fill_count >= returned + MISS_BITS'(response_valid));
      if (!stopped) begin
        newly_read = COUNT_BITS'(n + 1);
        bank_used[banks[n]] = 1'b1;
        fills[n] = misses[n];
        if (misses[n]) fill_count += 1'b1;
      end
    end
  end

  assign read_valid = active && read_before + newly_read == count;

  // A bank is read or written in a cycle, and its line is there in the next one, in either case.
  logic [BANKS-1:0][WORDS*32-1:0] lines;
  for (genvar bank = 0; bank < BANKS; bank++) begin : g_bank
    logic is_used, is_filled;
    logic [ROW_BITS-1:0] row;
    logic [WORDS*32-1:0] line, line_after;
    assign lines[bank] = line_after;

    always_comb begin
      is_used   = 1'b0;
      is_filled = 1'b0;
      row       = '0;
      line      = response_line;
      for (int n = 0; n < READS; n++) begin
        if (COUNT_BITS'(n) < newly_read && banks[n] == BANK_BITS'(bank)) begin
          is_used   = 1'b1;
          is_filled = fills[n];
          row       = rows[n];
          if (PREFETCHED > 0) begin
            line = fetched_lines[n];
          end else begin
            for (int fill = 0; fill <= n; fill++) begin
              if (fill_of[n] == MISS_BITS'(fill) && fill_of[n] != returned) line = responses[fill];
            end
          end
        end
      end
    end

    forwarding_sram #(
        .WIDTH(WORDS * 32),
        .WORDS(ROWS)
    ) data (
        .clock,
        .write_enable (is_filled),
        .write_address(row),
        .write_data   (line),
        .read_enable  (is_used),
        .read_address (row),
        .read_data    (line_after)
    );
  end

  // Taps whose line is there in this cycle, the banks that have it, and the words so far.
  logic [TAPS-1:0] is_there, is_read;
  logic [TAPS-1:0][BANK_BITS-1:0] bank_there, bank_read;
  logic [TAPS*WORD_BITS-1:0] word;
  logic [TAPS*TAP_BITS-1:0] words;
  // A tap that reads a whole line has no word in it.
  logic unused;
  assign unused = ^word;
  assign {word, read_payload} = fragment_held[TAPS*WORD_BITS+PAYLOAD_BITS-1:0];

  always_comb begin
    is_read   = '0;
    bank_read = '0;
    for (int tap = 0; tap < TAPS; tap++) begin
      logic [COUNT_BITS-1:0] line;
      line = COUNT_BITS'(number[tap*NUMBER_BITS+:NUMBER_BITS]) - read_before;
      for (int n = 0; n < READS; n++) begin
        if (touches[tap] && line == COUNT_BITS'(n) && COUNT_BITS'(n) < newly_read) begin
          is_read[tap]   = 1'b1;
          bank_read[tap] = banks[n];
        end
      end
    end
  end

  always_comb begin
    read_words = words;
    for (int tap = 0; tap < TAPS; tap++) begin
      for (int bank = 0; bank < BANKS; bank++) begin
        logic [WORDS*32-1:0] line;
        line = lines[bank];
        if (is_there[tap] && bank_there[tap] == BANK_BITS'(bank)) begin
          read_words[tap*TAP_BITS+:TAP_BITS] =
              line[{word[tap*WORD_BITS+:WORD_BITS] & FIRST_WORDS, 5'd0}+:TAP_BITS];
        end
      end
    end
  end

  always_ff @(posedge clock) begin
    reading       <= !reset && active && !read_valid;
    read          <= read_before + newly_read;
    fragment_held <= fragment_read;
    is_there      <= is_read;
    bank_there    <= bank_read;
    words         <= reading ? read_words : '0;
  end

`ifndef SYNTHESIS
  // Outcomes that have not been read.
  logic [PLACE_BITS:0] unread;
  // The line of the cycle that is in the bank of one before it.
  logic [READS-1:0] bank_again;
  always_comb begin
    for (int n = 0; n < READS; n++) begin
      bank_again[n] = 1'b0;
      for (int m = 0; m < n; m++) bank_again[n] |= COUNT_BITS'(n) < newly_read && banks[n] == banks[m];
    end
  end
  for (genvar n = 0; n < READS; n++) begin : g_assert
    always_ff @(posedge clock) begin
      if (!reset) begin : row_in_range assert (COUNT_BITS'(n) >= newly_read || 32'(rows[n]) < ROWS); end
    end
  end
  always_ff @(posedge clock) begin
    unread <= reset ? '0 : unread + (PLACE_BITS + 1)'(made_count) - (PLACE_BITS + 1)'(newly_read);
    if (!reset) begin
      begin : bank_once assert (bank_again == '0); end
      begin : misses_in_range assert (32'(outstanding) + 32'(miss_count) <= OUTSTANDING_MISSES + 32'(fill_count)); end
      begin : response_asked_for assert (!response_valid || returned < outstanding || PREFETCHED > 0); end
      begin : fills_have_returned
        assert (32'(fill_count) <= 32'(returned) + 32'(response_valid) || PREFETCHED > 0);
      end
      begin : outcomes_have_places assert (32'(unread) + 32'(made_count) <= PLACES + 32'(newly_read)); end
      begin : outcomes_are_there assert (32'(newly_read) <= 32'(visible) && 32'(visible) <= 32'(unread)); end
      begin : lines_of_pass_alone assert (!active || read_before + newly_read <= count); end
    end
  end
`endif

endmodule

`default_nettype wire
