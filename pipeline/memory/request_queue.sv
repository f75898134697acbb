`default_nettype none

// The misses of a cycle on their way to memory, one a cycle, in their order. It has a place for every outstanding miss, so
// that no look-up waits for it. A bus moves a line a cycle at the most: lines come back in the same cycles as if all misses
// of a cycle were asked for at once.
//
// miss_valid:    misses of this cycle, in order from the lowest bit on. Every one is taken.
// request_valid: a line that memory is asked for, in the cycle after its miss at the earliest. It stays until it is taken.
module request_queue #(
    parameter int LINE_BITS = 25,
    parameter int LOOK_UPS = 4,
    parameter int REQUESTS = 32
) (
    input  wire logic                          clock,
    input  wire logic                          reset,
    input  wire logic [          LOOK_UPS-1:0] miss_valid,
    input  wire logic [LOOK_UPS*LINE_BITS-1:0] miss_lines,
    output logic                               request_valid,
    input  wire logic                          request_ready,
    output logic      [         LINE_BITS-1:0] request_line
);

  localparam int HELD_BITS = $clog2(REQUESTS + 1);
  localparam int COUNT_BITS = $clog2(LOOK_UPS) + 1;

  logic [HELD_BITS-1:0] held;
  logic [COUNT_BITS-1:0] count;
  logic [LOOK_UPS*LINE_BITS-1:0] lines;
  logic taken;
  assign request_valid = held != '0;
  assign taken         = request_valid && request_ready;

  // The misses without the look-ups between them.
  always_comb begin
    count = '0;
    lines = miss_lines;
    for (int n = 0; n < LOOK_UPS; n++) begin
      if (miss_valid[n]) begin
        for (int k = 0; k <= n; k++) begin
          if (COUNT_BITS'(k) == count) lines[k*LINE_BITS+:LINE_BITS] = miss_lines[n*LINE_BITS+:LINE_BITS];
        end
        count += 1'b1;
      end
    end
  end

  lane_queue #(
      .WIDTH (LINE_BITS),
      .PLACES(REQUESTS),
      .WRITES(LOOK_UPS)
  ) queued (
      .clock,
      .reset,
      .write_count(count),
      .write_items(lines),
      .read_count (COUNT_BITS'(taken)),
      .items      (request_line)
  );

  always_ff @(posedge clock) held <= reset ? '0 : held + HELD_BITS'(count) - HELD_BITS'(taken);

`ifndef SYNTHESIS
  // A request stays until it is taken.
  logic waits;
  logic [LINE_BITS-1:0] waiting_line;
  always_ff @(posedge clock) begin
    waits        <= !reset && request_valid && !request_ready;
    waiting_line <= request_line;
    if (!reset) begin
      begin : misses_have_room assert (32'(held) + 32'(count) <= REQUESTS + 32'(taken)); end
      begin : request_held assert (!waits || request_valid); end
      begin : line_stable assert (!waits || request_line == waiting_line); end
    end
  end
`endif

endmodule

`default_nettype wire
