`default_nettype none

// The memory below the texel cache without rows (memory.ts): a fixed latency, and a bus that moves one line after the
// other, in the order of the requests.
//
// REQUESTS:       the most that are outstanding at once.
// LATENCY:        0 or more, from the miss on, which was in the cycle before its request.
// LINE_CYCLES:    of the bus for a line, in whole bursts; at least 1.
// request_valid:  a request, which is taken. Its line may be back in the same cycle.
// response_line:  the number of the line that is back in this cycle.
module memory_port #(
    parameter int LINE_BITS = 25,
    parameter int REQUESTS = 32,
    parameter int LATENCY = 200,
    parameter int LINE_CYCLES = 2
) (
    input  wire logic                 clock,
    input  wire logic                 reset,
    input  wire logic                 request_valid,
    input  wire logic [LINE_BITS-1:0] request_line,
    output logic                      response_valid,
    output logic      [LINE_BITS-1:0] response_line
);

  if (REQUESTS < 1) $error("memory_port: REQUESTS should be at least 1");
  if (LATENCY < 0) $error("memory_port: LATENCY should be at least 0");
  if (LINE_CYCLES < 1) $error("memory_port: LINE_CYCLES should be at least 1");

  // No answer is further away than TIME_BITS can count.
  localparam int TIME_BITS = $clog2(LATENCY + REQUESTS * LINE_CYCLES + 1);
  localparam int PLACES = 2 ** $clog2(REQUESTS + 1);
  localparam int PLACE_BITS = $clog2(PLACES);

  logic [LINE_BITS-1:0] lines [PLACES];
  logic [TIME_BITS-1:0] times [PLACES];
  logic [PLACE_BITS-1:0] head, tail;
  // The cycle, and the cycles from the one before it until the bus is free: its last answer is back then.
  logic [TIME_BITS-1:0] now, busy, free, back;
  logic waits;

  assign free = (busy > TIME_BITS'(LATENCY) ? busy : TIME_BITS'(LATENCY)) + TIME_BITS'(LINE_CYCLES);
  assign back = now + free - 1'b1;
  // Without a request that waits, one of this cycle may be answered at once.
  assign waits          = head != tail;
  assign response_valid = waits ? times[head] == now : request_valid && back == now;
  assign response_line  = waits ? lines[head] : request_line;

  always_ff @(posedge clock) begin
    if (request_valid) begin
      lines[tail] <= request_line;
      times[tail] <= back;
    end
    if (reset) begin
      {head, tail, now, busy} <= '0;
    end else begin
      head <= head + PLACE_BITS'(response_valid);
      tail <= tail + PLACE_BITS'(request_valid);
      now  <= now + 1'b1;
      busy <= request_valid ? free - 1'b1 : busy - TIME_BITS'(busy != '0);
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clock) begin
    if (!reset) begin : requests_in_range
      assert (32'(PLACE_BITS'(tail - head)) + 32'(request_valid) <= REQUESTS + 32'(response_valid));
    end
  end
`endif

endmodule

`default_nettype wire
