`default_nettype none

// The tags of a set-associative cache with LRU replacement (tag-array.ts), LOOK_UPS look-ups a cycle in their order. A
// look-up finds the sets as those before it in the same cycle leave them.
//
// look_up: the look-ups that are asked for, from the lowest bit on without a gap.
// lines:   the numbers of their lines, byte address / line bytes, the first one lowest.
// misses:  look-ups that may miss in this cycle. The first one beyond them is not made, and none after it.
// made, hits, ways: of the look-ups, in the same cycle; the state changes at the end of it.
// followed: the line after that of a look-up is there, too, once the look-up is made; 0 unless FOLLOWS.
module tag_store #(
    parameter int LINE_BITS = 25,
    parameter int SETS = 64,
    parameter int WAYS = 2,
    parameter bit FOLDED = 1'b0,
    parameter int LOOK_UPS = 4,
    parameter int MISS_BITS = 7,
    parameter bit FOLLOWS = 1'b0,
    localparam int WAY_BITS = WAYS > 1 ? $clog2(WAYS) : 1
) (
    input  wire logic                          clock,
    input  wire logic                          reset,
    input  wire logic [          LOOK_UPS-1:0] look_up,
    input  wire logic [LOOK_UPS*LINE_BITS-1:0] lines,
    input  wire logic [         MISS_BITS-1:0] misses,
    output logic      [          LOOK_UPS-1:0] made,
    output logic      [          LOOK_UPS-1:0] hits,
    output logic      [ LOOK_UPS*WAY_BITS-1:0] ways,
    output logic      [          LOOK_UPS-1:0] followed
);

  localparam int INDEX_BITS = $clog2(SETS);
  localparam int SET_BITS = SETS > 1 ? INDEX_BITS : 1;
  localparam int TAG_BITS = LINE_BITS - INDEX_BITS;
  // Sets that one assignment resets.
  localparam int RESET_SETS = SETS < 4096 ? SETS : 4096;
  localparam int PAIRS = WAYS > 1 ? WAYS * (WAYS - 1) / 2 : 1;

  if (WAYS < 1) $error("tag_store: WAYS should be at least 1");
  if (LOOK_UPS < 1) $error("tag_store: LOOK_UPS should be at least 1");
  if (LINE_BITS <= INDEX_BITS) $error("tag_store: LINE_BITS should be more than log2(SETS)");

  logic [WAYS*TAG_BITS-1:0] tags [SETS];
  // The ways of a set that has been used since the reset; those of any other are empty.
  logic [WAYS-1:0] filled [SETS];
  logic [SETS-1:0] was_used;
  // A bit for each pair of ways a < b, 1 if a was used later than b: (0, 1), (0, 2), (1, 2), (0, 3), ... from the lowest
  // bit on.
  logic [PAIRS-1:0] orders [SETS];

  function automatic logic [PAIRS-1:0] used(input logic [PAIRS-1:0] order, input logic [WAY_BITS-1:0] way);
    used = order;
    for (int b = 1; b < WAYS; b++) begin
      for (int a = 0; a < b; a++) begin
        if (way == WAY_BITS'(a)) used[b*(b-1)/2+a] = 1'b1;
        if (way == WAY_BITS'(b)) used[b*(b-1)/2+a] = 1'b0;
      end
    end
  endfunction

  // The way whose last use is longest ago, provided that each way has been used.
  function automatic logic [WAY_BITS-1:0] oldest(input logic [PAIRS-1:0] order);
    logic [WAYS-1:0] is_oldest;
    is_oldest = '1;
    for (int b = 1; b < WAYS; b++) begin
      for (int a = 0; a < b; a++) begin
        if (order[b*(b-1)/2+a]) is_oldest[a] = 1'b0;
        else is_oldest[b] = 1'b0;
      end
    end
    oldest = '0;
    for (int a = 0; a < WAYS; a++) if (is_oldest[a]) oldest = WAY_BITS'(a);
  endfunction

  logic [SET_BITS-1:0] sets [LOOK_UPS];
  for (genvar n = 0; n < LOOK_UPS; n++) begin : g_set
    logic [SET_BITS-1:0] index;
    set_index #(
        .LINE_BITS(LINE_BITS),
        .SETS(SETS),
        .FOLDED(FOLDED)
    ) set_of_line (
        .line (lines[n*LINE_BITS+:LINE_BITS]),
        .index(index)
    );
    assign sets[n] = index;
  end

  // The set of each look-up as the look-up leaves it.
  logic [WAYS*TAG_BITS-1:0] tags_after [LOOK_UPS];
  logic [WAYS-1:0] filled_after [LOOK_UPS];
  logic [PAIRS-1:0] orders_after [LOOK_UPS];

  always_comb begin
    logic [MISS_BITS-1:0] allowed;
    logic stopped;
    allowed = misses;
    stopped = 1'b0;
    for (int n = 0; n < LOOK_UPS; n++) begin
      logic [TAG_BITS-1:0] tag;
      logic [WAY_BITS-1:0] way;
      // The bits of the index follow from set and tag, folded or not.
      tag = lines[n*LINE_BITS+INDEX_BITS+:TAG_BITS];
      tags_after[n]   = tags[sets[n]];
      filled_after[n] = was_used[sets[n]] ? filled[sets[n]] : '0;
      orders_after[n] = orders[sets[n]];
      for (int earlier = 0; earlier < n; earlier++) begin
        if (sets[earlier] == sets[n]) begin
          tags_after[n]   = tags_after[earlier];
          filled_after[n] = filled_after[earlier];
          orders_after[n] = orders_after[earlier];
        end
      end

      hits[n] = 1'b0;
      way = oldest(orders_after[n]);
      for (int w = WAYS - 1; w >= 0; w--) if (!filled_after[n][w]) way = WAY_BITS'(w);
      for (int w = 0; w < WAYS; w++) begin
        if (filled_after[n][w] && tags_after[n][w*TAG_BITS+:TAG_BITS] == tag) begin
          hits[n] = 1'b1;
          way = WAY_BITS'(w);
        end
      end
      for (int w = 0; w < WAYS; w++) begin
        if (way == WAY_BITS'(w)) begin
          tags_after[n][w*TAG_BITS+:TAG_BITS] = tag;
          filled_after[n][w] = 1'b1;
        end
      end
      orders_after[n] = used(orders_after[n], way);
      ways[n*WAY_BITS+:WAY_BITS] = way;

      stopped |= !look_up[n] || (!hits[n] && allowed == '0);
      made[n] = !stopped;
      if (!hits[n]) allowed -= 1'b1;
    end
  end

  if (FOLLOWS) begin : g_followed
    for (genvar n = 0; n < LOOK_UPS; n++) begin : g_next
      logic [LINE_BITS-1:0] next;
      logic [SET_BITS-1:0] next_set;
      logic [WAYS*TAG_BITS-1:0] next_tags;
      logic [WAYS-1:0] next_filled;
      assign next = lines[n*LINE_BITS+:LINE_BITS] + 1'b1;
      set_index #(
          .LINE_BITS(LINE_BITS),
          .SETS(SETS),
          .FOLDED(FOLDED)
      ) set_of_next (
          .line (next),
          .index(next_set)
      );

      always_comb begin
        next_tags   = tags[next_set];
        next_filled = was_used[next_set] ? filled[next_set] : '0;
        for (int earlier = 0; earlier <= n; earlier++) begin
          if (sets[earlier] == next_set) begin
            next_tags   = tags_after[earlier];
            next_filled = filled_after[earlier];
          end
        end
        followed[n] = 1'b0;
        for (int w = 0; w < WAYS; w++) begin
          followed[n] |= next_filled[w] && next_tags[w*TAG_BITS+:TAG_BITS] == next[INDEX_BITS+:TAG_BITS];
        end
      end
    end
  end else begin : g_alone
    assign followed = '0;
  end

  always_ff @(posedge clock) begin
    for (int n = 0; n < LOOK_UPS; n++) begin
      if (made[n]) begin
        tags[sets[n]]     <= tags_after[n];
        filled[sets[n]]   <= filled_after[n];
        orders[sets[n]]   <= orders_after[n];
        was_used[sets[n]] <= 1'b1;
      end
    end
    if (reset) for (int first = 0; first < SETS; first += RESET_SETS) was_used[first+:RESET_SETS] <= '0;
  end

`ifndef SYNTHESIS
  // No two ways of a set have the same line.
  function automatic logic distinct(input logic [WAYS*TAG_BITS-1:0] of_set, input logic [WAYS-1:0] are_filled);
    distinct = 1'b1;
    for (int b = 1; b < WAYS; b++) begin
      for (int a = 0; a < b; a++) begin
        distinct &= !are_filled[a] || !are_filled[b] || of_set[a*TAG_BITS+:TAG_BITS] != of_set[b*TAG_BITS+:TAG_BITS];
      end
    end
  endfunction

  always_ff @(posedge clock) begin
    if (!reset) begin
      begin : look_up_without_gap assert ((look_up & (look_up + 1'b1)) == '0); end
      begin : made_without_gap assert ((made & (made + 1'b1)) == '0 && (made & ~look_up) == '0); end
    end
  end
  for (genvar n = 0; n < LOOK_UPS; n++) begin : g_assert
    always_ff @(posedge clock) begin
      if (!reset && made[n]) begin
        begin : way_in_range assert (32'(ways[n*WAY_BITS+:WAY_BITS]) < WAYS); end
        begin : tags_distinct assert (distinct(tags_after[n], filled_after[n])); end
      end
    end
  end
`endif

endmodule

`default_nettype wire
