/** Connections of a module to its ports, in SystemVerilog. `bits` are random in every cycle. */
export type Ports = Readonly<Record<string, string>>;

/** A module with small parameters, and what drives it as its contract says. */
export interface Driven {
  readonly parameters: Readonly<Record<string, number>>;
  readonly ports: Ports;
  /** Further text: the wires that ports name. */
  readonly text?: string;
  /** True for a module that nothing resets: what drives it keeps the contract in reset. */
  readonly unreset?: boolean;
}

/** The memory of a texel cache that sends so many requests in a cycle, at most. */
const responses = (requests: number) => `
  wire logic asked, back;
  wire logic [3:0] asked_line, back_line;
  wire logic [${requests - 1}:0] requested;
  wire logic [${4 * requests - 1}:0] requested_lines;
  request_queue #(.LINE_BITS(4), .LOOK_UPS(${requests}), .REQUESTS(64)) queue (
    .clock, .reset, .miss_valid(requested), .miss_lines(requested_lines),
    .request_valid(asked), .request_ready(1'b1), .request_line(asked_line)
  );
  memory_port #(.LINE_BITS(4), .REQUESTS(64), .LATENCY(3), .LINE_CYCLES(2)) memory (
    .clock, .reset, .request_valid(asked), .request_line(asked_line), .response_valid(back), .response_line(back_line)
  );`;

/** The requests that a queue holds, as its driver counts them. */
const QUEUED = `
  wire logic offered, has_room;
  logic [3:0] waiting;
  assign has_room = waiting != 4'd8;
  always_ff @(posedge clock) waiting <= reset ? '0 : waiting + 4'(has_room) - 4'(offered && bits[8]);`;

const BEATS = `
  logic second_beat;
  always_ff @(posedge clock) second_beat <= !reset && !second_beat;`;

/** The lines that slots wait for, as their driver counts them. */
const ASKED_SLOTS = `
  logic [3:0] coming;
  wire logic asks, gives;
  assign asks = bits[0] && coming != 4'd8;
  assign gives = bits[1] && coming != '0;
  always_ff @(posedge clock) coming <= reset ? '0 : coming + 4'(asks) - 4'(gives);`;

/** The requests of an L2 that wait for their lines, as its driver counts them, and a memory that gives its lines at once. */
const UNANSWERED = `
  logic [3:0] unanswered, from_memory;
  wire logic asks, answered, asked, gives;
  assign asks = bits[0] && unanswered != 4'd8;
  assign gives = bits[1] && from_memory != '0;
  always_ff @(posedge clock) begin
    unanswered <= reset ? '0 : unanswered + 4'(asks) - 4'(answered);
    from_memory <= reset ? '0 : from_memory + 4'(asked && bits[2]) - 4'(gives);
  end`;

export const DRIVEN = {
  sram_1r1w: {
    parameters: { WIDTH: 4, WORDS: 3 },
    unreset: true,
    ports: {
      write_enable: '!reset && bits[0]',
      write_address: "2'd1",
      write_data: 'bits[7:4]',
      read_enable: "1'b1",
      read_address: "2'd2",
      read_data: '',
    },
  },
  lane_queue: {
    parameters: { WIDTH: 4, PLACES: 9, WRITES: 2, READS: 4 },
    ports: {
      write_count: "3'd1",
      write_items: 'bits[7:0]',
      read_count: "3'd1",
      items: '',
    },
  },
  fifo: {
    parameters: { WIDTH: 4, LATENCY: 1, DEPTH: 4 },
    ports: {
      push_valid: 'bits[0]',
      push_ready: '',
      push_item: 'bits[7:4]',
      pop_valid: '',
      pop_ready: 'bits[1]',
      pop_item: '',
    },
  },
  stepped_stage: {
    parameters: { WIDTH: 4, CYCLE_BITS: 2 },
    ports: {
      in_valid: 'bits[0]',
      in_item: 'bits[7:4]',
      in_gives: 'bits[1]',
      in_cycles: "{1'b1, bits[2]}",
      in_ready: '',
      out_valid: '',
      out_ready: "1'b1",
      out_item: '',
    },
  },
  address_stage: {
    parameters: { WIDTH: 4, PASS_BITS: 3, TAPS_PER_CYCLE: 4 },
    ports: {
      in_valid: "1'b1",
      in_passes: "3'd3",
      in_ready: '',
      pass: '',
      pass_taps: "{1'b0, bits[3:0]}",
      pass_item: 'bits[7:4]',
      out_valid: '',
      out_ready: "1'b1",
      out_item: '',
    },
  },
  memory_port: {
    parameters: { LINE_BITS: 4, REQUESTS: 8, LATENCY: 9, LINE_CYCLES: 2 },
    ports: { request_valid: "1'b0", request_line: 'bits[3:0]', response_valid: '', response_line: '' },
  },
  request_queue: {
    parameters: { LINE_BITS: 4, LOOK_UPS: 2, REQUESTS: 8 },
    ports: {
      miss_valid: "2'b10 & {2{has_room}}",
      miss_lines: 'bits[7:0]',
      request_valid: 'offered',
      request_ready: 'bits[8]',
      request_line: '',
    },
    text: QUEUED,
  },
  axi4_read: {
    parameters: { LINE_BITS: 4, LINE_BYTES: 8, DATA_BITS: 32 },
    text: BEATS,
    ports: {
      request_valid: 'bits[0]',
      request_ready: '',
      request_line: 'bits[7:4]',
      response_valid: '',
      response_line: '',
      failed: '',
      arvalid: '',
      arready: 'bits[1]',
      araddr: '',
      arlen: '',
      arsize: '',
      arburst: '',
      rvalid: "1'b1",
      rready: '',
      rdata: 'bits[63:32]',
      rresp: "2'b00",
      rlast: 'second_beat',
    },
  },
  tag_store: {
    parameters: { LINE_BITS: 4, SETS: 2, WAYS: 3, LOOK_UPS: 3, MISS_BITS: 2 },
    ports: {
      look_up: "{&bits[1:0], bits[0], 1'b1}",
      lines: 'bits[15:4]',
      misses: 'bits[17:16]',
      made: '',
      hits: '',
      ways: '',
      followed: '',
    },
  },
  texel_cache: {
    parameters: {
      LINE_BITS: 4,
      WORDS: 2,
      SETS: 2,
      WAYS: 3,
      BANKS: 4,
      LOOK_UPS: 2,
      OUTSTANDING_MISSES: 4,
      TAG_LATENCY: 2,
      FRAGMENTS: 4,
      PAYLOAD_BITS: 1,
    },
    text: responses(2),
    ports: {
      pass_valid: "1'b1",
      pass_ready: '',
      pass_count: "5'd1 + 5'(bits[7:4])",
      pass_lines: "64'hfb73_ea62_d951_c840 ^ {16{bits[3:0]}}",
      pass_touches: "16'hffff",
      pass_number: "64'd0",
      pass_words: 'bits[79:64]',
      pass_payload: "1'b0",
      miss_valid: '',
      miss_lines: '',
      request_valid: 'requested',
      request_lines: 'requested_lines',
      response_valid: 'back',
      response_line: 'bits[143:80]',
      read_valid: '',
      read_ready: 'bits[144]',
      read_words: '',
      read_payload: '',
    },
  },
  prefetch_buffer: {
    parameters: { LINE_BITS: 4, LINES: 2, LOOK_UPS: 2, OUTSTANDING_MISSES: 4 },
    ports: {
      miss_valid: 'bits[1:0]',
      miss_lines: 'bits[9:2]',
      followed: 'bits[11:10]',
      ahead: '',
      slots: '',
      request_valid: '',
      request_lines: '',
      request_slots: '',
    },
  },
  line_slots: {
    parameters: { WIDTH: 4, SLOTS: 3, REQUESTS: 8, WRITES: 2, READS: 2 },
    text: ASKED_SLOTS,
    ports: {
      request_valid: "{asks, 1'b0}",
      request_slots: "{2'(bits[3]), 2'd0}",
      response_valid: 'gives',
      response_line: 'bits[7:4]',
      next_valid: "2'b11",
      next_slots: "4'b0001",
      slots: "4'b0001",
      is_there: '',
      lines: '',
    },
  },
  l2_cache: {
    parameters: {
      LINE_BITS: 6,
      WIDTH: 4,
      PARTS: 2,
      SETS: 2,
      WAYS: 3,
      REQUESTS: 8,
      LATENCY: 4,
      DATA_LATENCY: 1,
      LINK_CYCLES: 2,
    },
    text: UNANSWERED,
    ports: {
      request_valid: 'asks',
      request_line: "6'(bits[7:4])",
      memory_valid: 'asked',
      memory_ready: 'bits[2]',
      memory_line: '',
      memory_response_valid: 'gives',
      memory_response_line: 'bits[15:8]',
      response_valid: 'answered',
      response_line: '',
    },
  },
  filter_unit: {
    parameters: {
      CODE_BITS: 3,
      WEIGHT_BITS: 2,
      LEVEL_WEIGHT_BITS: 2,
      GUARD_BITS: 2,
      ACCUMULATOR_BITS: 8,
      RECIPROCAL_BITS: 2,
      LARGEST_RATE: 2,
    },
    ports: {
      valid_in: 'bits[0]',
      ready_in: '',
      last: 'bits[1]',
      pass: "3'd0",
      active: "4'b1111",
      texel: '{bits[191:0]}',
      alpha: "{4{3'd1}}",
      beta: "{4{3'd2}}",
      gamma: "{4{3'd3}}",
      linear: "4'b1111",
      volume: "1'b0",
      samples: "{4{2'd2}}",
      level_weight: "8'd0",
      one: "{4{2'd3}}",
      sources: "12'o3210",
      reduction: 'filter_widths_pkg::WEIGHTED_AVERAGE',
      valid_out: '',
      ready_out: 'bits[2]',
      color: '',
    },
  },
} satisfies Readonly<Record<string, Driven>>;

/** A texel cache that fetches lines ahead. */
export const PREFETCHING_CACHE: Driven = {
  ...DRIVEN.texel_cache,
  parameters: { ...DRIVEN.texel_cache.parameters, PREFETCHED: 2 },
  text: responses(4),
};
