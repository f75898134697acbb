// A table of constants, read from a file of hexadecimal numbers, one entry a line.
module rom #(
    parameter int ENTRIES = 256,
    parameter int WIDTH = 12,
    parameter FILE = "rom.mem"
) (
    input  logic [$clog2(ENTRIES)-1:0] index,
    output logic [          WIDTH-1:0] entry
);
  logic [WIDTH-1:0] entries[ENTRIES];
  initial $readmemh(FILE, entries);
  assign entry = entries[index];
endmodule
