`default_nettype none

// The cache of tap_cache.sv with tags that are replaced when a line comes. A tap that hits is read at its look-up. One that
// misses has an MSHR, and is looked up again once its line is there. Of a cycle, these reads go first, then the write of
// the next tag, which takes TAG_CYCLES cycles, then look-ups. A request leaves the queue when all its taps are read.
module late_tap_cache #(
    parameter int LINE_BITS = 9,
    parameter int SETS = 8,
    parameter int WAYS = 2,
    parameter int REQUESTS = 2,
    parameter int MSHRS = 16,
    parameter int TAG_CYCLES = 1,
    // From the look-up of a tap to its read at the earliest: at most LATENCY + 1.
    parameter int TAG_LATENCY = 2,
    parameter int LATENCY = 20,
    localparam int TAPS = 16,
    localparam int WORD_BITS = 4,
    localparam int ADDRESS_BITS = LINE_BITS + WORD_BITS,
    localparam int PAYLOAD_BITS = 16
) (
    input  wire logic                      clock,
    input  wire logic                      reset,
    input  wire logic                      request_valid,
    input  wire logic [          TAPS-1:0] request_touches,
    input  wire logic [4*ADDRESS_BITS-1:0] request_addresses0,
    input  wire logic [4*ADDRESS_BITS-1:0] request_addresses1,
    input  wire logic [4*ADDRESS_BITS-1:0] request_addresses2,
    input  wire logic [4*ADDRESS_BITS-1:0] request_addresses3,
    input  wire logic [  PAYLOAD_BITS-1:0] request_payload,
    // Asked when a request begins to wait for its taps.
    input  wire logic                      response_ready,
    output logic                           request_taken,
    // The look-up of the cycle: its line, whether it sends a request to memory, and whether it takes an MSHR.
    output logic                           look_up_made,
    output logic      [     LINE_BITS-1:0] look_up_line,
    output logic                           look_up_sends,
    output logic                           look_up_waits,
    output logic                           response_valid,
    output logic      [  PAYLOAD_BITS-1:0] response_payload,
    output logic      [31:0] word0, word1, word2, word3, word4, word5, word6, word7,
    output logic      [31:0] word8, word9, word10, word11, word12, word13, word14, word15
);

  localparam int SLOTS = SETS * WAYS;
  localparam int SLOT_BITS = SLOTS > 1 ? $clog2(SLOTS) : 1;
  localparam int WAY_BITS = WAYS > 1 ? $clog2(WAYS) : 1;
  localparam int MSHR_BITS = MSHRS > 1 ? $clog2(MSHRS) : 1;
  localparam int PLACE_BITS = REQUESTS > 1 ? $clog2(REQUESTS) : 1;
  localparam int TAP_BITS = $clog2(TAPS);
  localparam int COUNT_BITS = 32;

  function automatic logic [TAP_BITS-1:0] first_of(input logic [TAPS-1:0] mask);
    first_of = '0;
    for (int tap = TAPS - 1; tap >= 0; tap--) if (mask[tap]) first_of = TAP_BITS'(tap);
  endfunction

  function automatic logic [PLACE_BITS-1:0] place_after(input logic [PLACE_BITS-1:0] place);
    place_after = 32'(place) == REQUESTS - 1 ? '0 : place + 1'b1;
  endfunction

  function automatic logic [31:0] word_at(input logic [LINE_BITS-1:0] line, input logic [WORD_BITS-1:0] word);
    word_at = (32'({line, word}) + 32'd1) * 32'h9e37_79b1;
  endfunction

  // ---- The queue of requests ----

  logic [TAPS-1:0] touches [REQUESTS];
  logic [TAPS*ADDRESS_BITS-1:0] addresses [REQUESTS];
  logic [PAYLOAD_BITS-1:0] payloads [REQUESTS];
  logic [TAPS*32-1:0] words [REQUESTS];
  logic [TAPS-1:0] has_word [REQUESTS];
  logic [REQUESTS-1:0] entered;
  logic [PLACE_BITS-1:0] newest, oldest;
  logic [COUNT_BITS-1:0] queued;

  // ---- MSHRs: one for each tap that waits, oldest first ----

  typedef struct packed {
    logic [LINE_BITS-1:0] line;
    logic [PLACE_BITS-1:0] place;
    logic [TAP_BITS-1:0] tap;
    // The line has its tag, and the tap can be looked up again.
    logic filled;
  } mshr_t;
  mshr_t [MSHRS-1:0] mshrs, mshrs_next;
  logic [COUNT_BITS-1:0] taken, taken_next;

  // ---- Memory: a delay line, and the lines that have come and have no tag yet, oldest first ----

  typedef struct packed {
    logic valid;
    logic [LINE_BITS-1:0] line;
  } fetch_t;
  fetch_t [LATENCY:0] fetches;
  fetch_t sent, back;
  assign back = fetches[LATENCY];
  logic [MSHRS-1:0][LINE_BITS-1:0] come, come_next;
  logic [COUNT_BITS-1:0] waiting, waiting_next;

  // ---- Reads of taps whose lines have come: in the order of the tags' writes, and of the look-ups in a line ----

  logic [MSHRS-1:0][MSHR_BITS-1:0] replay_queue, replay_queue_next;
  logic [COUNT_BITS-1:0] replay_count, replay_count_next;
  logic replays;
  mshr_t replayed;
  logic [MSHR_BITS-1:0] freed;
  assign replays  = replay_count != '0 && replayed.filled;
  assign freed    = replay_queue[0];
  assign replayed = mshrs[freed];

  // ---- Writes of tags ----

  logic writing, begins_write, ends_write;
  logic [COUNT_BITS-1:0] write_left;
  logic [LINE_BITS-1:0] line_written, next_line, line_in_write;
  // The taps that wait for a line are found in the cycle after the write of its tag.
  logic was_written;
  logic [LINE_BITS-1:0] line_was_written;
  assign next_line    = waiting != '0 ? come[0] : back.line;
  assign begins_write = !replays && !writing && (waiting != '0 || back.valid);
  assign ends_write   = writing ? write_left == 1 : begins_write && TAG_CYCLES == 1;
  assign line_written = writing ? line_in_write : next_line;

  // ---- Look-ups ----

  logic [LINE_BITS-1:0] lines [SLOTS];
  logic [LINE_BITS-1:0] data [SLOTS];
  logic [SLOTS-1:0] filled;
  logic [WAY_BITS-1:0] turn [SETS];

  logic looking, takes, hit, joins, makes, finishes;
  logic [TAPS-1:0] left, left_now, touches_now;
  logic [TAPS*ADDRESS_BITS-1:0] addresses_now;
  logic [PLACE_BITS-1:0] place;
  logic [TAP_BITS-1:0] tap;
  logic [LINE_BITS-1:0] line, line_read;
  logic [WORD_BITS-1:0] word;
  logic [31:0] set, set_written;
  logic [SLOT_BITS-1:0] slot_written;

  logic ports;
  assign ports         = !replays && !writing && !begins_write;
  assign takes         = ports && !looking && queued - COUNT_BITS'(finishes) < REQUESTS;
  assign touches_now   = looking ? touches[newest] : request_touches;
  assign addresses_now = looking ? addresses[newest]
      : {request_addresses3, request_addresses2, request_addresses1, request_addresses0};
  assign left_now      = looking ? left : request_valid && takes ? touches_now : '0;
  assign place         = looking ? newest : place_after(newest);
  assign tap           = first_of(left_now);
  assign line          = addresses_now[32'(tap)*ADDRESS_BITS+WORD_BITS+:LINE_BITS];
  assign word          = addresses_now[32'(tap)*ADDRESS_BITS+:WORD_BITS];
  assign set           = 32'(line) % SETS;
  assign set_written   = 32'(line_written) % SETS;
  assign slot_written  = SLOT_BITS'(set_written * WAYS + 32'(turn[set_written]));

  always_comb begin
    hit       = 1'b0;
    joins     = 1'b0;
    line_read = '0;
    for (int way = 0; way < WAYS; way++) begin
      if (filled[set*WAYS+way] && lines[set*WAYS+way] == line) begin
        hit       = 1'b1;
        line_read = data[set*WAYS+way];
      end
    end
    for (int n = 0; n < MSHRS; n++) if (n < taken && !mshrs[n].filled && mshrs[n].line == line) joins = 1'b1;
  end

  assign makes = ports && left_now != '0 && (hit || taken < MSHRS);
  assign sent  = '{valid: makes && !hit && !joins, line: line};

  // ---- What is known of a look-up TAG_LATENCY cycles later ----

  typedef struct packed {
    logic enters;
    logic reads;
    logic [PLACE_BITS-1:0] place;
    logic [TAP_BITS-1:0] tap;
    logic [31:0] word;
  } seen_t;
  seen_t made, shown;
  assign made = '{enters: request_valid && takes, reads: makes && hit, place: place, tap: tap,
                  word: word_at(line_read, word)};
  if (TAG_LATENCY == 1) begin : g_direct
    assign shown = made;
  end else begin : g_delayed
    seen_t [TAG_LATENCY-2:0] seen;
    assign shown = seen[TAG_LATENCY-2];
    always_ff @(posedge clock) seen <= reset ? '0 : ((TAG_LATENCY - 1) * $bits(seen_t))'({seen, made});
  end

  // ---- The oldest request waits for its last tap ----

  logic reading, reads_on;
  logic [TAPS-1:0] has_now;
  logic [TAPS*32-1:0] words_now;
  logic [31:0] replayed_word;
  // The line that came for the tap, also where another one has taken its place since.
  assign replayed_word =
      word_at(replayed.line, addresses[replayed.place][32'(replayed.tap)*ADDRESS_BITS+:WORD_BITS]);
  always_comb begin
    has_now   = has_word[oldest];
    words_now = words[oldest];
    if (replays && replayed.place == oldest) begin
      has_now[replayed.tap] = 1'b1;
      words_now[32'(replayed.tap)*32+:32] = replayed_word;
    end
  end
  assign reads_on = reading || (queued != '0 && entered[oldest] && response_ready);
  assign finishes = reads_on && (touches[oldest] & ~has_now) == '0;

  // A replayed tap leaves its MSHR, and younger ones move up. The taps that wait for a line can be read once its tag is
  // written. Lines that have come wait for the write of their tags.
  always_comb begin
    mshrs_next        = mshrs;
    taken_next        = taken;
    replay_queue_next = replay_queue;
    replay_count_next = replay_count;
    come_next         = come;
    waiting_next      = waiting;
    if (replays) begin
      for (int n = 0; n + 1 < MSHRS; n++) begin
        if (n >= 32'(freed)) mshrs_next[n] = mshrs[n+1];
        replay_queue_next[n] = replay_queue[n+1] - MSHR_BITS'(replay_queue[n+1] > freed);
      end
      replay_count_next = replay_count - 1'b1;
      taken_next        = taken - 1'b1;
    end
    if (was_written) begin
      for (int n = 0; n < MSHRS; n++) begin
        if (n < taken_next && !mshrs_next[n].filled && mshrs_next[n].line == line_was_written) begin
          mshrs_next[n].filled = 1'b1;
          replay_queue_next[replay_count_next[MSHR_BITS-1:0]] = MSHR_BITS'(n);
          replay_count_next = replay_count_next + 1'b1;
        end
      end
    end
    if (makes && !hit) begin
      mshrs_next[taken_next[MSHR_BITS-1:0]] = '{line: line, place: place, tap: tap, filled: 1'b0};
      taken_next = taken_next + 1'b1;
    end
    if (begins_write && waiting != '0) begin
      for (int n = 0; n + 1 < MSHRS; n++) come_next[n] = come[n+1];
      waiting_next = waiting - 1'b1;
    end
    if (back.valid && !(begins_write && waiting == '0)) begin
      come_next[waiting_next[MSHR_BITS-1:0]] = back.line;
      waiting_next = waiting_next + 1'b1;
    end
  end

  always_ff @(posedge clock) begin
    mshrs        <= mshrs_next;
    replay_queue <= replay_queue_next;
    come         <= come_next;
    fetches <= reset ? '0 : {fetches[LATENCY-1:0], sent};
    if (request_valid && takes) begin
      touches[place]   <= request_touches;
      addresses[place] <= addresses_now;
      payloads[place]  <= request_payload;
      has_word[place]  <= '0;
      words[place]     <= '0;
      entered[place]   <= 1'b0;
      newest           <= place;
    end
    if (shown.enters) entered[shown.place] <= 1'b1;
    if (shown.reads) begin
      has_word[shown.place][shown.tap]            <= 1'b1;
      words[shown.place][32'(shown.tap)*32+:32] <= shown.word;
    end
    if (replays) begin
      has_word[replayed.place][replayed.tap]          <= 1'b1;
      words[replayed.place][32'(replayed.tap)*32+:32] <= replayed_word;
    end
    if (ends_write) begin
      lines[slot_written]  <= line_written;
      data[slot_written]   <= line_written;
      filled[slot_written] <= 1'b1;
      turn[set_written]    <= 32'(turn[set_written]) == WAYS - 1 ? '0 : turn[set_written] + 1'b1;
    end
    if (begins_write) line_in_write <= next_line;
    was_written      <= !reset && ends_write;
    line_was_written <= line_written;
    writing      <= !reset && (writing || begins_write) && !ends_write;
    write_left   <= begins_write ? COUNT_BITS'(TAG_CYCLES - 1) : write_left - 1'b1;
    waiting      <= reset ? '0 : waiting_next;
    replay_count <= reset ? '0 : replay_count_next;
    taken        <= reset ? '0 : taken_next;
    looking      <= !reset && left_now != '0 && !(makes && (left_now & (left_now - 1'b1)) == '0);
    left         <= makes ? left_now & (left_now - 1'b1) : left_now;
    queued       <= reset ? '0 : queued + COUNT_BITS'(request_valid && takes) - COUNT_BITS'(finishes);
    reading      <= !reset && reads_on && !finishes;
    if (finishes) oldest <= place_after(oldest);
    if (reset) begin
      newest  <= PLACE_BITS'(REQUESTS - 1);
      oldest  <= '0;
      entered <= '0;
      filled  <= '0;
      for (int n = 0; n < SETS; n++) turn[n] <= '0;
    end
  end

  // Outputs that mean nothing in a cycle are 0, and all of them while the clock is high.
  assign request_taken    = !clock && !reset && request_valid && takes;
  assign look_up_made     = !clock && !reset && makes;
  assign look_up_line     = look_up_made ? line : '0;
  assign look_up_sends    = look_up_made && !hit && !joins;
  assign look_up_waits    = look_up_made && !hit;
  assign response_valid   = !clock && !reset && finishes;
  assign response_payload = response_valid ? payloads[oldest] : '0;
  assign {word15, word14, word13, word12, word11, word10, word9, word8, word7, word6, word5, word4, word3, word2, word1,
          word0} = response_valid ? words_now : '0;

endmodule

`default_nettype wire
