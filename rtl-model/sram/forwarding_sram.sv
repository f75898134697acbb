`default_nettype none

// A memory whose read finds what the same cycle writes: a register holds the word that is written, and the memory is not
// read for it. Where both ports have one address, the memory never reads and writes in a cycle, and one port will do.
//
// read_data: the word at the address of the last cycle, if it was enabled in it.
module forwarding_sram #(
    parameter int WIDTH = 32,
    parameter int WORDS = 64,
    localparam int ADDRESS_BITS = WORDS > 1 ? $clog2(WORDS) : 1
) (
    input  wire logic                    clock,
    input  wire logic                    write_enable,
    input  wire logic [ADDRESS_BITS-1:0] write_address,
    input  wire logic [       WIDTH-1:0] write_data,
    input  wire logic                    read_enable,
    input  wire logic [ADDRESS_BITS-1:0] read_address,
    output logic      [       WIDTH-1:0] read_data
);

  logic forwards, forwarded;
  logic [WIDTH-1:0] word, written;
  assign forwards  = write_enable && write_address == read_address;
  assign read_data = forwarded ? written : word;

  sram_1r1w #(
      .WIDTH(WIDTH),
      .WORDS(WORDS)
  ) memory (
      .clock,
      .write_enable,
      .write_address,
      .write_data,
      .read_enable(read_enable && !forwards),
      .read_address,
      .read_data(word)
  );

  always_ff @(posedge clock) begin
    forwarded <= forwards;
    written   <= write_data;
  end

endmodule

`default_nettype wire
