`default_nettype none

// The texture unit and its memory, for bench.cpp. The memory's bytes are those of the program: it gives `response_line`
// in the cycle in which `response_number` asks for it.
//
// taken:         the stages that take an item in this cycle: result, filter, decode, data, tag, address, LOD and front
//                end from the lowest bit on.
// request_lines: the first `request_count` miss in this cycle, 32 bits each from the low end on.
// AXI_BITS:      data bits of an AXI4 between the unit and its memory, 32 or more; 0 for none. Its times are its own.
module texture_unit_bench #(
    parameter int AXI_BITS = 0,
    localparam int LINE_BITS = texture_unit_pkg::ADDRESS_BITS - $clog2(texture_unit_pkg::CACHE_LINE_BYTES),
    localparam int REQUEST_BYTES = texture_unit_pkg::CACHE_REQUEST_BYTES,
    localparam int REQUEST_BITS = texture_unit_pkg::ADDRESS_BITS - $clog2(REQUEST_BYTES),
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
    input  wire logic                                           request_ready,
    output logic                                                response_valid,
    output logic      [                                   31:0] response_number,
    input  wire logic [                    8*REQUEST_BYTES-1:0] response_line,
    output logic                                                result_valid,
    input  wire logic                                           result_ready,
    output logic      [                                   31:0] result_quad,
    output logic      [                                  511:0] result_color,
    output logic      [                                    7:0] taken,
    output logic      [                                   31:0] request_count,
    output logic      [                        32*LOOK_UPS-1:0] request_lines
);

  localparam int REQUESTS = texture_unit_pkg::CACHE_REQUESTS;

  logic request_valid, request_taken, line_valid;
  logic [REQUEST_BITS-1:0] request_line;
  logic [8*REQUEST_BYTES-1:0] line;
  texture_unit_pkg::result_t result;
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
      .request_ready(request_taken),
      .request_line,
      .response_valid(line_valid),
      .response_line(line),
      .result_valid,
      .result_ready,
      .result
  );

  if (AXI_BITS == 0) begin : g_port
    // A burst may be longer than a line, of the L2 if there is one.
    localparam int BURST = texture_unit_pkg::PIPELINE_MEMORY_BURST_BYTES;
    localparam int PER_CYCLE = texture_unit_pkg::PIPELINE_MEMORY_BYTES_PER_CYCLE;
    logic [REQUEST_BITS-1:0] response;
    assign request_taken   = request_ready;
    assign line_valid      = response_valid;
    assign line            = response_line;
    assign response_number = 32'(response);

    memory_port #(
        .LINE_BITS  (REQUEST_BITS),
        .REQUESTS   (REQUESTS),
        .LATENCY    (texture_unit_pkg::PIPELINE_MEMORY_LATENCY),
        .LINE_CYCLES(((BURST > REQUEST_BYTES ? BURST : REQUEST_BYTES) + PER_CYCLE - 1) / PER_CYCLE)
    ) memory (
        .clock,
        .reset,
        .request_valid(request_valid && request_ready),
        .request_line,
        .response_valid,
        .response_line(response)
    );
  end else begin : g_axi
    logic arvalid, arready, rvalid, rready, rlast, failed;
    logic [REQUEST_BITS+$clog2(REQUEST_BYTES)-1:0] araddr;
    logic [7:0] arlen;
    logic [2:0] arsize;
    logic [1:0] arburst, rresp;
    logic [AXI_BITS-1:0] rdata;
    assign response_valid = rvalid;

    axi4_read #(
        .LINE_BITS(REQUEST_BITS),
        .LINE_BYTES(REQUEST_BYTES),
        .DATA_BITS(AXI_BITS)
    ) adapter (
        .request_ready(request_taken),
        .response_valid(line_valid),
        .response_line(line),
        .*
    );
    axi4_memory #(
        .LINE_BITS(REQUEST_BITS),
        .LINE_BYTES(REQUEST_BYTES),
        .DATA_BITS(AXI_BITS),
        .REQUESTS(REQUESTS)
    ) memory (
        .*
    );
    // The memory waits by a chance of its own.
    logic unused;
    assign unused = request_ready;
    always_ff @(posedge clock) if (!reset) begin : no_error assert (!failed); end
  end

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
      if (unit.miss_valid[n]) begin
        for (int k = 0; k <= n; k++) begin
          if (request_count == 32'(k)) request_lines[32*k+:32] = 32'(unit.miss_lines[n*LINE_BITS+:LINE_BITS]);
        end
        request_count += 1;
      end
    end
  end

endmodule

`default_nettype wire
