`default_nettype none

// The memory below the texel cache without rows (memory.ts): a fixed latency, and a bus that moves one line after the
// other, in the order of the requests.
//
// REQUESTS:       the most that are outstanding at once.
// LATENCY:        0 or more.
// LINE_CYCLES:    of the bus for a line, in whole bursts; at least 1.
// request_valid:  requests of this cycle, in order from the lowest bit on. Every one is taken.
// response_line:  the number of the line that is back in this cycle.
module memory_port #(
    parameter int LINE_BITS = 25,
    parameter int LOOK_UPS = 4,
    parameter int REQUESTS = 32,
    parameter int LATENCY = 200,
    parameter int LINE_CYCLES = 2
) (
    input  wire logic                          clock,
    input  wire logic                          reset,
    input  wire logic [          LOOK_UPS-1:0] request_valid,
    input  wire logic [LOOK_UPS*LINE_BITS-1:0] request_lines,
    output logic                               response_valid,
    output logic      [         LINE_BITS-1:0] response_line
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
  logic [PLACE_BITS-1:0] head, tail, tail_after;
  // The cycle, and the cycles from now on until the bus is free: its last answer is back then.
  logic [TIME_BITS-1:0] now, busy, busy_after;
  logic [LOOK_UPS*TIME_BITS-1:0] backs;
  logic [LOOK_UPS*PLACE_BITS-1:0] places;

  assign response_valid = head != tail && times[head] == now;
  assign response_line  = lines[head];

  always_comb begin
    busy_after = busy;
    tail_after = tail;
    for (int n = 0; n < LOOK_UPS; n++) begin
      if (request_valid[n]) begin
        busy_after = (busy_after > TIME_BITS'(LATENCY) ? busy_after : TIME_BITS'(LATENCY)) + TIME_BITS'(LINE_CYCLES);
      end
      backs[n*TIME_BITS+:TIME_BITS]    = now + busy_after;
      places[n*PLACE_BITS+:PLACE_BITS] = tail_after;
      tail_after += PLACE_BITS'(request_valid[n]);
    end
  end

  always_ff @(posedge clock) begin
    for (int n = 0; n < LOOK_UPS; n++) begin
      if (request_valid[n]) begin
        lines[places[n*PLACE_BITS+:PLACE_BITS]] <= request_lines[n*LINE_BITS+:LINE_BITS];
        times[places[n*PLACE_BITS+:PLACE_BITS]] <= backs[n*TIME_BITS+:TIME_BITS];
      end
    end
    if (reset) begin
      {head, tail, now, busy} <= '0;
    end else begin
      head <= head + PLACE_BITS'(response_valid);
      tail <= tail_after;
      now  <= now + 1'b1;
      busy <= busy_after - TIME_BITS'(busy_after != '0);
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clock) begin
    if (!reset) begin : requests_in_range
      assert (32'(PLACE_BITS'(tail - head)) + $countones(request_valid) <= REQUESTS + 32'(response_valid));
    end
  end
`endif

endmodule

`default_nettype wire
