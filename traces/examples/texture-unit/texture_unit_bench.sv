`default_nettype none

// The texture unit and its memory, for bench.cpp. The memory's bytes are those of the program: it gives `response_line`
// in the cycle in which `response_number` asks for it.
//
// taken:         the stages that take an item in this cycle: result, filter, decode, data, tag, address, LOD and front
//                end from the lowest bit on.
// request_lines: the first `request_count` are asked for in this cycle, 32 bits each from the low end on.
module texture_unit_bench #(
    localparam int LINE_BITS = texture_unit_pkg::ADDRESS_BITS - $clog2(texture_unit_pkg::CACHE_LINE_BYTES),
    localparam int LOOK_UPS = texture_unit_pkg::CACHE_TAGS_PER_CYCLE
) (
    input  wire logic                                           clock,
    input  wire logic                                           reset,
    input  wire logic                                           state_valid,
    input  wire logic [       texture_unit_pkg::STATE_BITS-1:0] state_number,
    input  wire texture_unit_pkg::state_t                       state,
    input  wire logic                                           quad_valid,
    output logic                                                quad_ready,
    input  wire texture_unit_pkg::quad_t                        quad,
    output logic                                                response_valid,
    output logic      [                                   31:0] response_number,
    input  wire logic [8*texture_unit_pkg::CACHE_LINE_BYTES-1:0] response_line,
    output logic                                                result_valid,
    input  wire logic                                           result_ready,
    output logic      [                                   31:0] result_quad,
    output logic      [                                  511:0] result_color,
    output logic      [                                    7:0] taken,
    output logic      [                                   31:0] request_count,
    output logic      [                        32*LOOK_UPS-1:0] request_lines
);

  // A burst may be longer than a line.
  localparam int BYTES = texture_unit_pkg::PIPELINE_MEMORY_BURST_BYTES > texture_unit_pkg::CACHE_LINE_BYTES
      ? texture_unit_pkg::PIPELINE_MEMORY_BURST_BYTES : texture_unit_pkg::CACHE_LINE_BYTES;
  localparam int PER_CYCLE = texture_unit_pkg::PIPELINE_MEMORY_BYTES_PER_CYCLE;

  logic [LOOK_UPS-1:0] request_valid;
  logic [LOOK_UPS*LINE_BITS-1:0] requests;
  logic [LINE_BITS-1:0] response;
  texture_unit_pkg::result_t result;
  assign response_number = 32'(response);
  assign result_quad     = 32'(result.quad);
  assign result_color    = result.color;

  texture_unit unit (
      .clock,
      .reset,
      .state_valid,
      .state_number,
      .state,
      .quad_valid,
      .quad_ready,
      .quad,
      .request_valid,
      .request_lines(requests),
      .response_valid,
      .response_line,
      .result_valid,
      .result_ready,
      .result
  );

  memory_port #(
      .LINE_BITS  (LINE_BITS),
      .LOOK_UPS   (LOOK_UPS),
      .REQUESTS   (texture_unit_pkg::CACHE_OUTSTANDING_MISSES),
      .LATENCY    (texture_unit_pkg::PIPELINE_MEMORY_LATENCY),
      .LINE_CYCLES((BYTES + PER_CYCLE - 1) / PER_CYCLE)
  ) memory (
      .clock,
      .reset,
      .request_valid,
      .request_lines(requests),
      .response_valid,
      .response_line(response)
  );

  assign taken = {
    quad_valid && quad_ready,
    unit.selected.push,
    unit.address.taken,
    unit.cache.enters,
    unit.cache.begins && unit.cache.fragment_valid,
    unit.decoded.push,
    unit.filter.in_ready,
    unit.returned.push
  };

  always_comb begin
    request_count = '0;
    request_lines = '0;
    for (int n = 0; n < LOOK_UPS; n++) begin
      if (request_valid[n]) begin
        for (int k = 0; k <= n; k++) begin
          if (request_count == 32'(k)) request_lines[32*k+:32] = 32'(requests[n*LINE_BITS+:LINE_BITS]);
        end
        request_count += 1;
      end
    end
  end

endmodule

`default_nettype wire
