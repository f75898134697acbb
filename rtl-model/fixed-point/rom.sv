`default_nettype none

// A table of constants, read from a file of hexadecimal numbers, one entry a line.
module rom #(
    parameter int ENTRIES = 256,
    parameter int WIDTH = 12,
    parameter FILE = "rom.mem"
) (
    input  wire logic [$clog2(ENTRIES)-1:0] index,
    output logic      [          WIDTH-1:0] entry
);

  if (ENTRIES < 2) $error("rom: ENTRIES should be at least 2");

  logic [WIDTH-1:0] entries[ENTRIES];
  initial $readmemh(FILE, entries);
  assign entry = entries[index];
endmodule

`default_nettype wire
