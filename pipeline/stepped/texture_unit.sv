`default_nettype none

// The texture unit of the plain path (stepped-clockwork.ts), for the design that texture_unit_pkg is written for: front
// end, LOD, address, tags, fragment FIFO and data store, decode, filter, result, with ready/valid between them.
//
// A stage calculates without registers in the cycle in which it takes an item in. The FIFO after it begins with the
// registers of the stage's latency, into which synthesis may move the logic.
//
// state_valid:    the state of that number is written. It must be there before a quad uses it.
// request_valid:  a line that memory is asked for; it stays until `request_ready` takes it. Memory answers in the order of
//                 the requests, one line a cycle at the most, and every answer is taken.
// result:         of the quads, in their order; lanes that want none have no meaning.
module texture_unit #(
    // Lines of the L2, or of the texel cache where there is none.
    localparam int REQUEST_BITS = texture_unit_pkg::ADDRESS_BITS - $clog2(texture_unit_pkg::CACHE_REQUEST_BYTES),
    localparam int RESPONSE_BITS = 8 * texture_unit_pkg::CACHE_REQUEST_BYTES
) (
    input  wire logic                                    clock,
    input  wire logic                                    reset,
    input  wire logic                                    state_valid,
    input  wire logic [texture_unit_pkg::STATE_BITS-1:0] state_number,
    input  wire texture_unit_pkg::state_t                state,
    input  wire logic                                    quad_valid,
    output logic                                         quad_ready,
    input  wire texture_unit_pkg::quad_t                 quad,
    output logic                                         request_valid,
    input  wire logic                                    request_ready,
    output logic      [REQUEST_BITS-1:0]                 request_line,
    input  wire logic                                    response_valid,
    input  wire logic [RESPONSE_BITS-1:0]                response_line,
    output logic                                         result_valid,
    input  wire logic                                    result_ready,
    output texture_unit_pkg::result_t                    result
);

  // ---- Texture states ----

  // Vectors: an array of structs is one struct to Yosys.
  logic [$bits(state)-1:0] states [texture_unit_pkg::STATES];
  always_ff @(posedge clock) if (state_valid) states[state_number] <= state;

  // ---- Front end ----

  texture_unit_pkg::derived_t derived_in, derived;
  logic derived_valid, derived_ready;

  front_end front_end_unit (
      .state  (states[quad.state]),
      .quad,
      .derived(derived_in)
  );

  fifo #(
      .WIDTH  ($bits(derived)),
      .LATENCY(texture_unit_pkg::PIPELINE_LATENCY_FRONT_END),
      .DEPTH  (texture_unit_pkg::PIPELINE_FIFO_DEPTH_LOD)
  ) taken (
      .clock,
      .reset,
      .push_valid(quad_valid),
      .push_ready(quad_ready),
      .push_item (derived_in),
      .pop_valid (derived_valid),
      .pop_ready (derived_ready),
      .pop_item  (derived)
  );

  // ---- LOD ----

  texture_unit_pkg::lanes_t lanes_in, lanes;
  logic lanes_valid, lanes_ready;

  logic [texture_unit_pkg::STATE_BITS-1:0] levels_state;
  lod_unit levels (
      .clock,
      .state(states[derived.state]),
      .derived,
      .late_number(levels_state),
      .late_state(states[levels_state]),
      .lanes(lanes_in)
  );

  fifo #(
      .WIDTH  ($bits(lanes)),
      .LATENCY(texture_unit_pkg::PIPELINE_LATENCY_LOD),
      .DEPTH  (texture_unit_pkg::PIPELINE_FIFO_DEPTH_ADDRESS),
      .LATE   (texture_unit_pkg::PIPELINE_LATENCY_LOD - 1)
  ) selected (
      .clock,
      .reset,
      .push_valid(derived_valid),
      .push_ready(derived_ready),
      .push_item (lanes_in),
      .pop_valid (lanes_valid),
      .pop_ready (lanes_ready),
      .pop_item  (lanes)
  );

  // ---- Address ----

  // The stage counts taps; their coordinates come behind it, in front of the registers.
  typedef struct packed {
    texture_unit_pkg::lanes_t lanes;
    logic [texture_unit_pkg::PASS_BITS-1:0] number;
  } numbered_t;

  numbered_t numbered;
  texture_unit_pkg::pass_t pass;
  logic [texture_unit_pkg::PASS_BITS-1:0] pass_number;
  logic pass_valid, pass_ready;
  logic [4:0] taps;

  logic gather, unused;
  logic [3:0] coarser, active;
  logic [3:0][texture_unit_pkg::PASS_BITS-1:0] sample;
  assign unused = ^{gather, coarser, sample, active};
  pass_lanes lanes_of_pass (
      .state(states[lanes.state]),
      .lanes,
      .pass_number,
      .gather,
      .coarser,
      .sample,
      .active,
      .taps
  );

  address_stage #(
      .WIDTH($bits(numbered)),
      .PASS_BITS(texture_unit_pkg::PASS_BITS),
      .TAPS_PER_CYCLE(texture_unit_pkg::ADDRESS_TAPS_PER_CYCLE)
  ) address (
      .clock,
      .reset,
      .in_valid (lanes_valid),
      .in_passes(lanes.passes),
      .in_ready (lanes_ready),
      .pass     (pass_number),
      .pass_taps(taps),
      .pass_item({lanes, pass_number}),
      .out_valid(pass_valid),
      .out_ready(pass_ready),
      .out_item (numbered)
  );

  address_unit footprints (
      .state(states[numbered.lanes.state]),
      .lanes(numbered.lanes),
      .pass_number(numbered.number),
      .pass
  );

  localparam int LINE_BITS = texture_unit_pkg::ADDRESS_BITS - $clog2(texture_unit_pkg::CACHE_LINE_BYTES);
  localparam int LINE_WIDTH = 8 * texture_unit_pkg::CACHE_LINE_BYTES;
  localparam int LINE_WORD_BITS = $clog2(texture_unit_pkg::CACHE_LINE_BYTES / 4);

  // A tap reads the aligned TAP_BITS with its word, in which the texel has a place.
  typedef struct packed {
    logic [15:0][texture_unit_pkg::TAP_PLACE_BITS-1:0] place;
    logic [15:0]                                       border;
    texture_unit_pkg::sample_t                         sample;
  } payload_t;
  // A pass by its lines.
  typedef struct packed {
    logic [4:0]                      count;
    logic [15:0][LINE_BITS-1:0]      lines;
    logic [15:0]                     touches;
    logic [15:0][3:0]                number;
    logic [15:0][LINE_WORD_BITS-1:0] words;
    payload_t                        payload;
  } lined_t;

  lined_t lined_in, lined;
  logic lined_valid, lined_ready;
  logic [15:0][LINE_BITS-1:0] line_of_tap;

  for (genvar tap = 0; tap < 16; tap++) begin : g_tap
    assign {line_of_tap[tap], lined_in.words[tap]} = pass.word[tap];
  end
  assign lined_in.touches = pass.touches;
  assign lined_in.payload.border = pass.border;
  assign lined_in.payload.sample = pass.sample;
  localparam int TAP_WORDS_LOG2 = $clog2(texture_unit_pkg::TAP_BITS / 32);
  if (texture_unit_pkg::BLOCK_SRGB_BITS > 0) begin : g_block
    for (genvar tap = 0; tap < 16; tap++) begin : g_tap
      assign lined_in.payload.place[tap] = {pass.in_block[tap], pass.word[tap][1:0], pass.byte_offset[tap]};
    end
  end else if (texture_unit_pkg::TAP_BITS > 32) begin : g_words
    for (genvar tap = 0; tap < 16; tap++) begin : g_tap
      assign lined_in.payload.place[tap] = {pass.word[tap][TAP_WORDS_LOG2-1:0], pass.byte_offset[tap]};
    end
  end else begin : g_word
    assign lined_in.payload.place = pass.byte_offset;
  end

  // The tags are looked up in the cycle in which a pass leaves the FIFO: its lines are found before.
  pass_lines #(
      .LINE_BITS(LINE_BITS)
  ) lines_of_pass (
      .touches(pass.touches),
      .line_of_tap,
      .count(lined_in.count),
      .lines(lined_in.lines),
      .number(lined_in.number)
  );

  fifo #(
      .WIDTH  ($bits(lined)),
      .LATENCY(texture_unit_pkg::PIPELINE_LATENCY_ADDRESS),
      .DEPTH  (texture_unit_pkg::PIPELINE_FIFO_DEPTH_TAG)
  ) addressed (
      .clock,
      .reset,
      .push_valid(pass_valid),
      .push_ready(pass_ready),
      .push_item (lined_in),
      .pop_valid (lined_valid),
      .pop_ready (lined_ready),
      .pop_item  (lined)
  );

  // ---- Texel cache: tags, fragment FIFO, data ----

  typedef struct packed {
    logic [15:0][texture_unit_pkg::TAP_BITS-1:0] words;
    payload_t                                    payload;
  } fetched_t;

  localparam int LOOK_UPS = texture_unit_pkg::CACHE_TAGS_PER_CYCLE;

  fetched_t fetched_in, fetched;
  logic [LOOK_UPS-1:0] miss_valid;
  logic [LOOK_UPS*LINE_BITS-1:0] miss_lines;
  // The bench alone reads the misses, for its log.
  logic unused_misses;
  assign unused_misses = ^{miss_valid, miss_lines};
  // Lines that memory is asked for: a miss may fetch another one ahead.
  localparam int PREFETCHED = texture_unit_pkg::CACHE_PREFETCHED;
  localparam int CYCLE_REQUESTS = PREFETCHED > 0 ? 2 * LOOK_UPS : LOOK_UPS;
  logic [CYCLE_REQUESTS-1:0] asked_valid;
  logic [CYCLE_REQUESTS*LINE_BITS-1:0] asked_lines;
  // One a cycle, and the lines that come back.
  logic queued_valid, queued_ready, answer_valid;
  logic [LINE_BITS-1:0] queued_line;
  logic [LINE_WIDTH-1:0] answer_line;
  logic fetched_in_valid, fetched_in_ready, fetched_valid, fetched_ready;

  texel_cache #(
      .LINE_BITS(LINE_BITS),
      .WORDS(texture_unit_pkg::CACHE_LINE_BYTES / 4),
      .TAP_BITS(texture_unit_pkg::TAP_BITS),
      .SETS(texture_unit_pkg::CACHE_SETS),
      .WAYS(texture_unit_pkg::CACHE_WAYS),
      .FOLDED(texture_unit_pkg::CACHE_FOLDED),
      .BANKS(texture_unit_pkg::CACHE_BANKS),
      .LOOK_UPS(LOOK_UPS),
      .OUTSTANDING_MISSES(texture_unit_pkg::CACHE_OUTSTANDING_MISSES),
      .PREFETCHED(PREFETCHED),
      .TAG_LATENCY(texture_unit_pkg::PIPELINE_LATENCY_TAG),
      .FRAGMENTS(texture_unit_pkg::PIPELINE_FIFO_DEPTH_FRAGMENT),
      .PAYLOAD_BITS($bits(lined.payload))
  ) cache (
      .clock,
      .reset,
      .pass_valid(lined_valid),
      .pass_ready(lined_ready),
      .pass_count(lined.count),
      .pass_lines(lined.lines),
      .pass_touches(lined.touches),
      .pass_number(lined.number),
      .pass_words(lined.words),
      .pass_payload(lined.payload),
      .miss_valid,
      .miss_lines,
      .request_valid(asked_valid),
      .request_lines(asked_lines),
      .response_valid(answer_valid),
      .response_line(answer_line),
      .read_valid(fetched_in_valid),
      .read_ready(fetched_in_ready),
      .read_words(fetched_in.words),
      .read_payload(fetched_in.payload)
  );

  request_queue #(
      .LINE_BITS(LINE_BITS),
      .LOOK_UPS(CYCLE_REQUESTS),
      .REQUESTS(texture_unit_pkg::CACHE_REQUESTS)
  ) requests (
      .clock,
      .reset,
      .miss_valid(asked_valid),
      .miss_lines(asked_lines),
      .request_valid(queued_valid),
      .request_ready(queued_ready),
      .request_line(queued_line)
  );

  // ---- L2 ----

  if (texture_unit_pkg::CACHE_HAS_L2) begin : g_l2
    assign queued_ready = 1'b1;

    l2_cache #(
        .LINE_BITS(LINE_BITS),
        .WIDTH(LINE_WIDTH),
        .PARTS(RESPONSE_BITS / LINE_WIDTH),
        .SETS(texture_unit_pkg::CACHE_L2_SETS),
        .WAYS(texture_unit_pkg::CACHE_L2_WAYS),
        .FOLDED(texture_unit_pkg::CACHE_L2_FOLDED),
        .REQUESTS(texture_unit_pkg::CACHE_REQUESTS),
        .LATENCY(texture_unit_pkg::CACHE_L2_LATENCY),
        .DATA_LATENCY(texture_unit_pkg::CACHE_L2_DATA_LATENCY),
        .LINK_CYCLES(
            (LINE_WIDTH / 8 + texture_unit_pkg::CACHE_L2_BYTES_PER_CYCLE - 1) / texture_unit_pkg::CACHE_L2_BYTES_PER_CYCLE
        )
    ) l2 (
        .clock,
        .reset,
        .request_valid(queued_valid),
        .request_line(queued_line),
        .memory_valid(request_valid),
        .memory_ready(request_ready),
        .memory_line(request_line),
        .memory_response_valid(response_valid),
        .memory_response_line(response_line),
        .response_valid(answer_valid),
        .response_line(answer_line)
    );
  end else begin : g_memory
    assign request_valid = queued_valid;
    assign queued_ready  = request_ready;
    assign request_line  = queued_line;
    assign answer_valid  = response_valid;
    assign answer_line   = response_line;
  end

  // The data store gives a pass in the cycle after its last read.
  fifo #(
      .WIDTH  ($bits(fetched)),
      .LATENCY(texture_unit_pkg::PIPELINE_LATENCY_DATA),
      .DEPTH  (texture_unit_pkg::PIPELINE_FIFO_DEPTH_DECODE),
      .LATE   (1)
  ) read (
      .clock,
      .reset,
      .push_valid(fetched_in_valid),
      .push_ready(fetched_in_ready),
      .push_item (fetched_in),
      .pop_valid (fetched_valid),
      .pop_ready (fetched_ready),
      .pop_item  (fetched)
  );

  // ---- Decode ----

  texture_unit_pkg::texels_t texels_in, texels;
  logic texels_valid, texels_ready;

  pass_decoder decoder (
      .state(states[fetched.payload.sample.state]),
      .words(fetched.words),
      .place(fetched.payload.place),
      .border(fetched.payload.border),
      .texel(texels_in.texel)
  );
  assign texels_in.sample = fetched.payload.sample;

  fifo #(
      .WIDTH  ($bits(texels)),
      .LATENCY(texture_unit_pkg::PIPELINE_LATENCY_DECODE),
      .DEPTH  (texture_unit_pkg::PIPELINE_FIFO_DEPTH_FILTER)
  ) decoded (
      .clock,
      .reset,
      .push_valid(fetched_valid),
      .push_ready(fetched_ready),
      .push_item (texels_in),
      .pop_valid (texels_valid),
      .pop_ready (texels_ready),
      .pop_item  (texels)
  );

  // ---- Filter ----

  texture_unit_pkg::result_t filtered_in, filtered;
  logic filtered_in_valid, filtered_in_ready, filtered_valid, filtered_ready;

  filter_stage filter (
      .clock,
      .reset,
      .in_valid (texels_valid),
      .in_ready (texels_ready),
      .in_pass  (texels),
      .in_state (states[texels.sample.state]),
      .out_valid(filtered_in_valid),
      .out_ready(filtered_in_ready),
      .out_item (filtered_in)
  );

  // The registers of the filter unit are the first ones of the stage: results come as many cycles after their pass.
  fifo #(
      .WIDTH  ($bits(filtered)),
      .LATENCY(texture_unit_pkg::PIPELINE_LATENCY_FILTER),
      .DEPTH  (texture_unit_pkg::PIPELINE_FIFO_DEPTH_RESULT),
      .LATE   (3)
  ) sums (
      .clock,
      .reset,
      .push_valid(filtered_in_valid),
      .push_ready(filtered_in_ready),
      .push_item (filtered_in),
      .pop_valid (filtered_valid),
      .pop_ready (filtered_ready),
      .pop_item  (filtered)
  );

  // ---- Result ----

  fifo #(
      .WIDTH     ($bits(filtered)),
      .LATENCY   (texture_unit_pkg::PIPELINE_LATENCY_RESULT),
      .DEPTH     (1),
      .CUTS_READY(1'b1)
  ) returned (
      .clock,
      .reset,
      .push_valid(filtered_valid),
      .push_ready(filtered_ready),
      .push_item (filtered),
      .pop_valid (result_valid),
      .pop_ready (result_ready),
      .pop_item  (result)
  );

`ifndef SYNTHESIS
  always_ff @(posedge clock) begin
    if (!reset) begin
      begin : state_in_range
        assert (!state_valid || 32'(state_number) < texture_unit_pkg::STATES);
        assert (!quad_valid || 32'(quad.state) < texture_unit_pkg::STATES);
      end
      begin : words_have_room assert (!fetched_in_valid || fetched_in_ready); end
    end
  end
`endif

endmodule

`default_nettype wire
