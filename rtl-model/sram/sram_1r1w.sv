`default_nettype none

// A memory with a synchronous write port and a synchronous read port: the file in whose place a macro or a block RAM
// comes. Nothing resets its words, and no cycle reads the address that it writes.
//
// read_data: the word at the address of the last cycle, if it was enabled in it; it has no meaning otherwise.
module sram_1r1w #(
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

  (* no_rw_check *)  // Yosys adds no logic for a read of what is written.
  logic [WIDTH-1:0] words [WORDS];

  always_ff @(posedge clock) begin
    if (write_enable) words[write_address] <= write_data;
    if (read_enable) read_data <= words[read_address];
  end

`ifndef SYNTHESIS
  always_ff @(posedge clock) begin : no_read_of_write
    assert (!read_enable || !write_enable || read_address != write_address);
  end
`endif

endmodule

`default_nettype wire
