`default_nettype none

// The memory of the bench behind axi4_read: a subordinate of AXI4 that answers in order, and waits by chance before it
// takes a request and before each beat. The bytes are those of the program, as in texture_unit_bench.
module axi4_memory #(
    parameter int LINE_BITS = 25,
    parameter int LINE_BYTES = 64,
    parameter int DATA_BITS = 64,
    parameter int REQUESTS = 32
) (
    input  wire logic                                    clock,
    input  wire logic                                    reset,
    input  wire logic                                    arvalid,
    output logic                                         arready,
    input  wire logic [LINE_BITS+$clog2(LINE_BYTES)-1:0] araddr,
    input  wire logic [                             7:0] arlen,
    input  wire logic [                             2:0] arsize,
    input  wire logic [                             1:0] arburst,
    output logic                                         rvalid,
    input  wire logic                                    rready,
    output logic      [                   DATA_BITS-1:0] rdata,
    output logic      [                             1:0] rresp,
    output logic                                         rlast,
    output logic      [                            31:0] response_number,
    input  wire logic [                8*LINE_BYTES-1:0] response_line
);

  localparam int COUNT_BITS = $clog2(REQUESTS + 1);

  logic [LINE_BITS-1:0] lines [2 ** COUNT_BITS];
  logic [COUNT_BITS-1:0] count;
  logic [7:0] beat;
  logic [31:0] chance;
  logic taken, given;
  assign taken = arvalid && arready;
  assign given = rvalid && rready && rlast;
  assign rlast = beat == arlen;
  assign rresp = 2'b00;
  assign rdata = DATA_BITS'(response_line >> (DATA_BITS * 32'(beat)));
  assign response_number = 32'(lines[0]);

  always_ff @(posedge clock) begin
    chance <= reset ? 32'd1 : {chance[30:0], chance[31] ^ chance[21] ^ chance[1] ^ chance[0]};
    if (reset) begin
      {count, beat, arready, rvalid} <= '0;
    end else begin
      arready <= chance[0] && 32'(count) + 32'(taken) < REQUESTS;
      rvalid  <= (rvalid && !rready) || (chance[7] && count > COUNT_BITS'(given));
      count   <= count + COUNT_BITS'(taken) - COUNT_BITS'(given);
      if (rvalid && rready) beat <= rlast ? '0 : beat + 1'b1;
      for (int n = 0; n < REQUESTS - 1; n++) if (given) lines[n] <= lines[n+1];
      if (taken) lines[count-COUNT_BITS'(given)] <= araddr[$clog2(LINE_BYTES)+:LINE_BITS];
    end
  end

  // Requests as AXI4 has them: held until they are taken, bursts of whole aligned lines.
  logic waits;
  logic [LINE_BITS+$clog2(LINE_BYTES)-1:0] waiting;
  always_ff @(posedge clock) begin
    waits   <= !reset && arvalid && !arready;
    waiting <= araddr;
    if (!reset) begin
      begin : address_held assert (!waits || (arvalid && araddr == waiting)); end
      begin : burst_of_line
        assert (!arvalid || (arburst == 2'b01 && (32'(arlen) + 1) << arsize == LINE_BYTES
                             && 8 << arsize == DATA_BITS && 32'(araddr) % LINE_BYTES == 0));
      end
    end
  end

endmodule

`default_nettype wire
