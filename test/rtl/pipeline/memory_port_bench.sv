`default_nettype none

// A memory port behind its queue of requests. Outputs that mean nothing are 0, and all of them while the clock is high.
module memory_port_bench #(
    parameter int LINE_BITS = 10,
    parameter int LOOK_UPS = 4,
    parameter int REQUESTS = 32,
    parameter int LATENCY = 200,
    parameter int LINE_CYCLES = 2
) (
    input  wire logic                          clock,
    input  wire logic                          reset,
    input  wire logic [          LOOK_UPS-1:0] miss_valid,
    input  wire logic [LOOK_UPS*LINE_BITS-1:0] miss_lines,
    output logic                               response_valid,
    output logic      [         LINE_BITS-1:0] response_line
);

  logic valid, request_valid;
  logic [LINE_BITS-1:0] line, request_line;
  assign response_valid = !clock && valid;
  assign response_line  = response_valid ? line : '0;

  request_queue #(
      .LINE_BITS(LINE_BITS),
      .LOOK_UPS(LOOK_UPS),
      .REQUESTS(REQUESTS)
  ) queue (
      .clock,
      .reset,
      .miss_valid,
      .miss_lines,
      .request_valid,
      .request_ready(1'b1),
      .request_line
  );

  memory_port #(
      .LINE_BITS  (LINE_BITS),
      .REQUESTS   (REQUESTS),
      .LATENCY    (LATENCY),
      .LINE_CYCLES(LINE_CYCLES)
  ) compared (
      .clock,
      .reset,
      .request_valid,
      .request_line,
      .response_valid(valid),
      .response_line(line)
  );

endmodule

`default_nettype wire
