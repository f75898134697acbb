`default_nettype none

// The memory port of the texture unit as a manager of AXI4 that reads (AMBA AXI, ARM IHI 0022): a line is an aligned INCR
// burst. All bursts have the identifier 0, so that their data come in the order of the requests.
//
// araddr:         byte address of the line, as the unit counts them from 0; the base of the texel memory is added outside.
// response_valid: the line, in the cycle after its last beat.
// failed:         a beat had a response other than OKAY since the last reset; its line is given as it came.
module axi4_read #(
    parameter int LINE_BITS = 25,
    // A power of two, at most 4096: no burst crosses a boundary of 4 KB.
    parameter int LINE_BYTES = 64,
    // Of a beat: a power of two of 8 to 1024, and LINE_BYTES are 1 to 256 beats.
    parameter int DATA_BITS = 64,
    localparam int OFFSET_BITS = $clog2(LINE_BYTES)
) (
    input  wire logic                             clock,
    input  wire logic                             reset,
    input  wire logic                             request_valid,
    output logic                                  request_ready,
    input  wire logic [            LINE_BITS-1:0] request_line,
    output logic                                  response_valid,
    output logic      [         8*LINE_BYTES-1:0] response_line,
    output logic                                  failed,
    output logic                                  arvalid,
    input  wire logic                             arready,
    output logic      [LINE_BITS+OFFSET_BITS-1:0] araddr,
    output logic      [                      7:0] arlen,
    output logic      [                      2:0] arsize,
    output logic      [                      1:0] arburst,
    input  wire logic                             rvalid,
    output logic                                  rready,
    input  wire logic [            DATA_BITS-1:0] rdata,
    input  wire logic [                      1:0] rresp,
    input  wire logic                             rlast
);

  localparam int BEATS = 8 * LINE_BYTES / DATA_BITS;

  if (LINE_BYTES > 4096 || 2 ** OFFSET_BITS != LINE_BYTES) begin : g_line_bytes
    $error("axi4_read: LINE_BYTES should be a power of two, at most 4096");
  end
  if (DATA_BITS < 8 || DATA_BITS > 1024 || 2 ** $clog2(DATA_BITS) != DATA_BITS) begin : g_data_bits
    $error("axi4_read: DATA_BITS should be a power of two, 8 to 1024");
  end
  if (BEATS < 1 || BEATS > 256) $error("axi4_read: a line should have 1 to 256 beats");

  assign arvalid       = request_valid;
  assign request_ready = arready;
  assign araddr        = {request_line, OFFSET_BITS'(0)};
  assign arlen         = 8'(BEATS - 1);
  assign arsize        = 3'($clog2(DATA_BITS / 8));
  assign arburst       = 2'b01;
  // The unit has a place for every line that it asks for.
  assign rready = 1'b1;

  always_ff @(posedge clock) begin
    // The beat of the lowest addresses comes first.
    if (rvalid) response_line <= (8 * LINE_BYTES)'({rdata, response_line} >> DATA_BITS);
    response_valid <= !reset && rvalid && rlast;
    failed         <= !reset && (failed || (rvalid && rresp != '0));
  end

`ifndef SYNTHESIS
  // Beats of the line that have come.
  logic [7:0] beats;
  always_ff @(posedge clock) begin
    beats <= reset || (rvalid && rlast) ? '0 : beats + 8'(rvalid);
    if (!reset) begin : last_beat_alone assert (!rvalid || rlast == (32'(beats) == BEATS - 1)); end
  end
`endif

endmodule

`default_nettype wire
