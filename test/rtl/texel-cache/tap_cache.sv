`default_nettype none

// A texel cache of another shape than texel_cache.sv: requests wait in a queue, taps are looked up one by one, and each
// tap that misses has an MSHR of its own, also where its line is on its way for another tap. Tags are replaced in turn in
// each set. The memory behind it answers every request after LATENCY + 1 cycles, with the number of its MSHR.
//
// A tap is read in its turn, one a cycle. With REPLAYS, one that had an MSHR takes the tags from a look-up then. A request leaves the queue with the read of its last tap.
module tap_cache #(
    parameter int LINE_BITS = 9,
    parameter int SETS = 8,
    parameter int WAYS = 2,
    parameter int REQUESTS = 2,
    parameter int MSHRS = 16,
    parameter bit REPLAYS = 1'b0,
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
    // Asked when the read of a request begins.
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

  // The tap of the lowest bit that is set.
  function automatic logic [TAP_BITS-1:0] first_of(input logic [TAPS-1:0] mask);
    first_of = '0;
    for (int tap = TAPS - 1; tap >= 0; tap--) if (mask[tap]) first_of = TAP_BITS'(tap);
  endfunction

  function automatic logic [PLACE_BITS-1:0] place_after(input logic [PLACE_BITS-1:0] place);
    place_after = 32'(place) == REQUESTS - 1 ? '0 : place + 1'b1;
  endfunction

  function automatic logic [MSHR_BITS-1:0] mshr_after(input logic [MSHR_BITS-1:0] mshr);
    mshr_after = 32'(mshr) == MSHRS - 1 ? '0 : mshr + 1'b1;
  endfunction

  // ---- The queue of requests ----

  logic [TAPS-1:0] touches [REQUESTS];
  logic [TAPS*ADDRESS_BITS-1:0] addresses [REQUESTS];
  logic [PAYLOAD_BITS-1:0] payloads [REQUESTS];
  // Taps that the reader knows of; a request is known with its entry.
  logic [TAPS-1:0] known [REQUESTS];
  logic [REQUESTS-1:0] entered;
  // Of each tap: the slot of its line, whether it has an MSHR, whether it has sent a request, and the MSHR.
  logic [SLOT_BITS-1:0] slot_of [REQUESTS][TAPS];
  logic waits_of [REQUESTS][TAPS];
  logic sends_of [REQUESTS][TAPS];
  logic [MSHR_BITS-1:0] mshr_of [REQUESTS][TAPS];
  logic [PLACE_BITS-1:0] newest, oldest;
  logic [COUNT_BITS-1:0] queued;

  // ---- MSHRs, taken and left in turn, and the lines that have come for them ----

  logic [MSHR_BITS-1:0] next_mshr;
  logic [COUNT_BITS-1:0] mshrs_taken;
  logic [MSHRS-1:0] returned;
  logic [LINE_BITS-1:0] returned_line [MSHRS];

  // ---- Memory: a delay line ----

  typedef struct packed {
    logic valid;
    logic [MSHR_BITS-1:0] mshr;
    logic [SLOT_BITS-1:0] slot;
    logic [LINE_BITS-1:0] line;
  } fetch_t;
  fetch_t [LATENCY:0] fetches;
  fetch_t sent, back;
  assign back = fetches[LATENCY];

  function automatic logic [31:0] word_at(input logic [LINE_BITS-1:0] line, input logic [WORD_BITS-1:0] word);
    word_at = (32'({line, word}) + 32'd1) * 32'h9e37_79b1;
  endfunction

  // ---- The reader: the oldest request, tap after tap ----

  logic reading, reads_on, finishes, leaves;
  logic [TAPS-1:0] unread, unread_now;
  logic [TAPS*32-1:0] words, words_now;
  logic [TAP_BITS-1:0] tap_read;
  logic [WORD_BITS-1:0] word_read;
  logic [MSHR_BITS-1:0] mshr_read;
  logic [SLOT_BITS-1:0] slot_read;
  logic can_read, has_come;
  logic [LINE_BITS-1:0] data_line;
  logic [LINE_BITS-1:0] data [SLOTS];

  assign reads_on     = reading || (queued != '0 && entered[oldest] && response_ready);
  assign unread_now   = reading ? unread : touches[oldest];
  assign tap_read     = first_of(unread_now);
  assign word_read    = addresses[oldest][32'(tap_read)*ADDRESS_BITS+:WORD_BITS];
  assign mshr_read    = mshr_of[oldest][tap_read];
  assign slot_read    = slot_of[oldest][tap_read];
  assign has_come     = returned[mshr_read] || (back.valid && back.mshr == mshr_read);
  assign can_read     = reads_on && unread_now != '0 && known[oldest][tap_read]
                        && (!sends_of[oldest][tap_read] || has_come);
  assign leaves       = can_read && waits_of[oldest][tap_read];
  assign finishes     = reads_on && (unread_now == '0 || (can_read && (unread_now & (unread_now - 1'b1)) == '0));
  // A tap that has sent its request takes the line that came for its MSHR, others that of the data store.
  assign data_line =
      !sends_of[oldest][tap_read] ? data[slot_read]
      : returned[mshr_read] ? returned_line[mshr_read]
      : back.line;

  always_comb begin
    words_now = reading ? words : '0;
    if (can_read) words_now[32'(tap_read)*32+:32] = word_at(data_line, word_read);
  end

  // ---- The tags: the newest request, tap after tap ----

  logic [LINE_BITS-1:0] lines [SLOTS];
  logic [SLOTS-1:0] filled, pending;
  logic [MSHR_BITS-1:0] owner [SLOTS];
  logic [WAY_BITS-1:0] turn [SETS];

  logic looking, has_room, hit, on_its_way, wants;
  logic [TAPS-1:0] left, left_now, touches_now;
  logic [TAPS*ADDRESS_BITS-1:0] addresses_now;
  logic [PLACE_BITS-1:0] place;
  logic [TAP_BITS-1:0] tap;
  logic [LINE_BITS-1:0] line;
  logic [31:0] set;
  logic [SLOT_BITS-1:0] slot;

  logic takes, replays;
  assign replays       = REPLAYS && leaves;
  assign takes         = !looking && !replays && queued - COUNT_BITS'(finishes) < REQUESTS;
  assign touches_now   = looking ? touches[newest] : request_touches;
  assign addresses_now = looking ? addresses[newest]
      : {request_addresses3, request_addresses2, request_addresses1, request_addresses0};
  assign left_now      = looking ? left : request_valid && takes ? touches_now : '0;
  assign place         = looking ? newest : place_after(newest);
  assign tap           = first_of(left_now);
  assign line          = addresses_now[32'(tap)*ADDRESS_BITS+WORD_BITS+:LINE_BITS];
  assign set           = 32'(line) % SETS;

  always_comb begin
    hit  = 1'b0;
    slot = SLOT_BITS'(set * WAYS + 32'(turn[set]));
    for (int way = 0; way < WAYS; way++) begin
      if (filled[set*WAYS+way] && lines[set*WAYS+way] == line) begin
        hit  = 1'b1;
        slot = SLOT_BITS'(set * WAYS + way);
      end
    end
  end

  // The line of a hit is on its way until the answer for the MSHR of its request is there.
  assign on_its_way    = hit && pending[slot] && !(back.valid && back.mshr == owner[slot]);
  assign wants         = !hit || on_its_way;
  assign has_room      = mshrs_taken - COUNT_BITS'(leaves) < MSHRS;
  logic makes;
  assign makes         = left_now != '0 && !replays && (!wants || has_room);
  assign sent          = '{valid: makes && !hit, mshr: next_mshr, slot: slot, line: line};

  // ---- What the reader sees of a look-up, TAG_LATENCY cycles later ----

  typedef struct packed {
    logic enters;
    logic makes;
    logic [PLACE_BITS-1:0] place;
    logic [TAP_BITS-1:0] tap;
  } seen_t;
  seen_t made, shown;
  assign made = '{enters: request_valid && takes, makes: makes, place: place, tap: tap};
  if (TAG_LATENCY == 1) begin : g_direct
    assign shown = made;
  end else begin : g_delayed
    seen_t [TAG_LATENCY-2:0] seen;
    assign shown = seen[TAG_LATENCY-2];
    always_ff @(posedge clock) seen <= reset ? '0 : ((TAG_LATENCY - 1) * $bits(seen_t))'({seen, made});
  end

  always_ff @(posedge clock) begin
    fetches <= reset ? '0 : {fetches[LATENCY-1:0], sent};
    if (request_valid && takes) begin
      touches[place]   <= request_touches;
      addresses[place] <= addresses_now;
      payloads[place]  <= request_payload;
      known[place]     <= '0;
      entered[place]   <= 1'b0;
      newest           <= place;
    end
    if (shown.enters) entered[shown.place] <= 1'b1;
    if (shown.makes) known[shown.place][shown.tap] <= 1'b1;
    if (makes) begin
      slot_of[place][tap]  <= slot;
      waits_of[place][tap] <= wants;
      sends_of[place][tap] <= !hit;
      mshr_of[place][tap]  <= next_mshr;
      if (wants) next_mshr <= mshr_after(next_mshr);
    end
    if (back.valid) begin
      returned[back.mshr]      <= 1'b1;
      returned_line[back.mshr] <= back.line;
      if (owner[back.slot] == back.mshr) pending[back.slot] <= 1'b0;
    end
    if (sent.valid) begin
      lines[slot]         <= line;
      filled[slot]        <= 1'b1;
      pending[slot]       <= 1'b1;
      owner[slot]         <= next_mshr;
      returned[next_mshr] <= 1'b0;
      turn[set]           <= 32'(turn[set]) == WAYS - 1 ? '0 : turn[set] + 1'b1;
    end
    if (can_read && sends_of[oldest][tap_read]) data[slot_read] <= data_line;
    looking     <= !reset && left_now != '0 && !(makes && (left_now & (left_now - 1'b1)) == '0);
    left        <= makes ? left_now & (left_now - 1'b1) : left_now;
    mshrs_taken <= reset ? '0 : mshrs_taken + COUNT_BITS'(makes && wants) - COUNT_BITS'(leaves);
    queued      <= reset ? '0 : queued + COUNT_BITS'(request_valid && takes) - COUNT_BITS'(finishes);
    reading     <= !reset && reads_on && !finishes;
    unread      <= can_read ? unread_now & (unread_now - 1'b1) : unread_now;
    words       <= words_now;
    if (finishes) oldest <= place_after(oldest);
    if (reset) begin
      newest    <= PLACE_BITS'(REQUESTS - 1);
      oldest    <= '0;
      entered   <= '0;
      next_mshr <= '0;
      returned  <= '0;
      filled    <= '0;
      pending   <= '0;
      for (int n = 0; n < SETS; n++) turn[n] <= '0;
    end
  end

  // Outputs that mean nothing in a cycle are 0, and all of them while the clock is high.
  assign request_taken    = !clock && !reset && request_valid && takes;
  assign look_up_made     = !clock && !reset && makes;
  assign look_up_line     = look_up_made ? line : '0;
  assign look_up_sends    = look_up_made && !hit;
  assign look_up_waits    = look_up_made && wants;
  assign response_valid   = !clock && !reset && finishes;
  assign response_payload = response_valid ? payloads[oldest] : '0;
  assign {word15, word14, word13, word12, word11, word10, word9, word8, word7, word6, word5, word4, word3, word2, word1,
          word0} = response_valid ? words_now : '0;

endmodule

`default_nettype wire
