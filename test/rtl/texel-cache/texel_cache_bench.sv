`default_nettype none

// A texel cache behind pass_lines, of lines of two words, with ports of at most 64 bits. Outputs that mean nothing in a cycle are 0, and all
// of them while the clock is high.
module texel_cache_bench #(
    parameter int LINE_BITS = 10,
    parameter int SETS = 8,
    parameter int WAYS = 2,
    parameter bit FOLDED = 1'b0,
    parameter int BANKS = 4,
    parameter int LOOK_UPS = 4,
    parameter int OUTSTANDING_MISSES = 8,
    parameter int PREFETCHED = 0,
    parameter int TAG_LATENCY = 2,
    parameter int FRAGMENTS = 16,
    localparam int PAYLOAD_BITS = 16,
    localparam int ADDRESS_BITS = LINE_BITS + 1,
    localparam int REQUESTS = PREFETCHED > 0 ? 2 * LOOK_UPS : LOOK_UPS
) (
    input  wire logic                          clock,
    input  wire logic                          reset,
    input  wire logic                          pass_valid,
    input  wire logic [                  15:0] pass_touches,
    input  wire logic [4*ADDRESS_BITS-1:0]     pass_addresses0,
    input  wire logic [4*ADDRESS_BITS-1:0]     pass_addresses1,
    input  wire logic [4*ADDRESS_BITS-1:0]     pass_addresses2,
    input  wire logic [4*ADDRESS_BITS-1:0]     pass_addresses3,
    input  wire logic [      PAYLOAD_BITS-1:0] pass_payload,
    input  wire logic                          response_valid,
    input  wire logic [                  63:0] response_line,
    input  wire logic                          read_ready,
    output logic                               pass_taken,
    output logic      [          LOOK_UPS-1:0] miss_valid,
    output logic      [LOOK_UPS*LINE_BITS-1:0] miss_lines,
    // Misses that memory is asked for, and lines that are fetched ahead.
    output logic      [          LOOK_UPS-1:0] missed_valid,
    output logic      [          LOOK_UPS-1:0] ahead_valid,
    output logic      [LOOK_UPS*LINE_BITS-1:0] ahead_lines,
    output logic                               read_valid,
    output logic      [      PAYLOAD_BITS-1:0] read_payload,
    output logic      [31:0] word0, word1, word2, word3, word4, word5, word6, word7,
    output logic      [31:0] word8, word9, word10, word11, word12, word13, word14, word15
);

  // The pass whose words are there in this cycle was read in the one before.
  logic pass_ready, valid, given;
  always_ff @(posedge clock) given <= !reset && valid;
  logic [LOOK_UPS-1:0] misses;
  logic [LOOK_UPS*LINE_BITS-1:0] lines;
  logic [REQUESTS-1:0] requests;
  logic [REQUESTS*LINE_BITS-1:0] lines_requested;
  logic [16*32-1:0] words;
  logic [PAYLOAD_BITS-1:0] payload;

  logic [16*ADDRESS_BITS-1:0] addresses;
  assign addresses = {pass_addresses3, pass_addresses2, pass_addresses1, pass_addresses0};
  logic [4:0] pass_count;
  logic [16*LINE_BITS-1:0] line_of_tap, pass_lines;
  logic [16*4-1:0] pass_number;
  logic [15:0] pass_words;
  for (genvar tap = 0; tap < 16; tap++) begin : g_tap
    assign {line_of_tap[tap*LINE_BITS+:LINE_BITS], pass_words[tap]} = addresses[tap*ADDRESS_BITS+:ADDRESS_BITS];
  end

  pass_lines #(
      .LINE_BITS(LINE_BITS)
  ) lines_of_pass (
      .touches(pass_touches),
      .line_of_tap,
      .count(pass_count),
      .lines(pass_lines),
      .number(pass_number)
  );

  texel_cache #(
      .LINE_BITS(LINE_BITS),
      .WORDS(2),
      .SETS(SETS),
      .WAYS(WAYS),
      .FOLDED(FOLDED),
      .BANKS(BANKS),
      .LOOK_UPS(LOOK_UPS),
      .OUTSTANDING_MISSES(OUTSTANDING_MISSES),
      .PREFETCHED(PREFETCHED),
      .TAG_LATENCY(TAG_LATENCY),
      .FRAGMENTS(FRAGMENTS),
      .PAYLOAD_BITS(PAYLOAD_BITS)
  ) compared (
      .clock,
      .reset,
      .pass_valid,
      .pass_ready,
      .pass_count,
      .pass_lines,
      .pass_touches,
      .pass_number,
      .pass_words,
      .pass_payload,
      .miss_valid(misses),
      .miss_lines(lines),
      .request_valid(requests),
      .request_lines(lines_requested),
      .response_valid,
      .response_line,
      .read_valid(valid),
      .read_ready,
      .read_words(words),
      .read_payload(payload)
  );

  assign pass_taken    = !clock && pass_valid && pass_ready;
  assign miss_valid    = clock ? '0 : misses;
  assign read_valid    = !clock && valid;
  assign read_payload  = !clock && given ? payload : '0;
  assign {word15, word14, word13, word12, word11, word10, word9, word8, word7, word6, word5, word4, word3, word2, word1,
          word0} = !clock && given ? words : '0;

  for (genvar n = 0; n < LOOK_UPS; n++) begin : g_line
    assign miss_lines[n*LINE_BITS+:LINE_BITS] = miss_valid[n] ? lines[n*LINE_BITS+:LINE_BITS] : '0;
  end
  if (PREFETCHED > 0) begin : g_ahead
    for (genvar n = 0; n < LOOK_UPS; n++) begin : g_look_up
      assign {ahead_valid[n], missed_valid[n]} = clock ? '0 : requests[2*n+:2];
      assign ahead_lines[n*LINE_BITS+:LINE_BITS] =
          ahead_valid[n] ? lines_requested[(2*n+1)*LINE_BITS+:LINE_BITS] : '0;
      always_ff @(posedge clock) begin
        if (missed_valid[n]) begin : line_of_miss
          assert (lines_requested[2*n*LINE_BITS+:LINE_BITS] == lines[n*LINE_BITS+:LINE_BITS]);
        end
      end
    end
  end else begin : g_misses
    assign missed_valid = clock ? '0 : requests;
    assign {ahead_valid, ahead_lines} = '0;
    always_ff @(posedge clock) begin : lines_of_misses
      assert (lines_requested == lines);
    end
  end

endmodule

`default_nettype wire
