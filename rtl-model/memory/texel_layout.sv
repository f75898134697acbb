`default_nettype none

// The position of a texel in its level, in texels from the level's start (texel-layout.ts). The layout is the design's
// (cache.layout); tiles have sides of 2^TILE_WIDTH_LOG2 and 2^TILE_HEIGHT_LOG2 texels.
//
// i, j:        texel indices within the level.
// pitch:       a constant of the level: texels of a row (linear) or of a row of tiles (tiled). Not used by morton.
// square_bits: a constant of the level: log2 of the side of its Z-ordered squares (morton alone), at most SIZE_BITS.
module texel_layout #(
    parameter memory_pkg::texel_layout_e LAYOUT = memory_pkg::MORTON,
    parameter int TILE_WIDTH_LOG2 = 2,
    parameter int TILE_HEIGHT_LOG2 = 2,
    parameter int SIZE_BITS = 15,
    parameter int PITCH_BITS = 20,
    parameter int POSITION_BITS = 28,
    localparam int SHIFT_BITS = $clog2(SIZE_BITS + 1)
) (
    input  wire logic [    SIZE_BITS-1:0] i,
    input  wire logic [    SIZE_BITS-1:0] j,
    input  wire logic [   PITCH_BITS-1:0] pitch,
    input  wire logic [   SHIFT_BITS-1:0] square_bits,
    output logic      [POSITION_BITS-1:0] position
);

  if (TILE_WIDTH_LOG2 < 0) $error("texel_layout: TILE_WIDTH_LOG2 should be at least 0");
  if (TILE_HEIGHT_LOG2 < 0) $error("texel_layout: TILE_HEIGHT_LOG2 should be at least 0");

  if (LAYOUT == memory_pkg::MORTON) begin : g_morton
    // Squares follow each other along the longer side: one of the two indices has no bits above them.
    logic [SIZE_BITS-1:0] square_index;
    localparam int WIDTH = POSITION_BITS > 2 * SIZE_BITS ? POSITION_BITS : 2 * SIZE_BITS;
    logic [WIDTH-1:0] interleaved, within_square, square;
    logic unused;
    always_comb begin
      interleaved = '0;
      for (int k = 0; k < SIZE_BITS; k++) begin
        interleaved[2*k]   = i[k];
        interleaved[2*k+1] = j[k];
      end
    end
    assign within_square = interleaved & ~({WIDTH{1'b1}} << {square_bits, 1'b0});
    assign square_index = (i | j) >> square_bits;
    assign square = WIDTH'(square_index) << {square_bits, 1'b0};
    assign position = POSITION_BITS'(square | within_square);
    assign unused = ^pitch;
  end else begin : g_rows
    localparam int WIDTH_LOG2 = LAYOUT == memory_pkg::TILED ? TILE_WIDTH_LOG2 : 0;
    localparam int HEIGHT_LOG2 = LAYOUT == memory_pkg::TILED ? TILE_HEIGHT_LOG2 : 0;
    // A linear level has tiles of one texel.
    logic [SIZE_BITS-1:0] tile_column, tile_row, column, row;
    logic unused;
    assign tile_column = i >> WIDTH_LOG2;
    assign tile_row = j >> HEIGHT_LOG2;
    assign column = i & SIZE_BITS'((1 << WIDTH_LOG2) - 1);
    assign row = j & SIZE_BITS'((1 << HEIGHT_LOG2) - 1);
    assign position = POSITION_BITS'(tile_row) * POSITION_BITS'(pitch) +
        (POSITION_BITS'(tile_column) << (WIDTH_LOG2 + HEIGHT_LOG2)) + (POSITION_BITS'(row) << WIDTH_LOG2) +
        POSITION_BITS'(column);
    assign unused = ^square_bits;
  end

endmodule

`default_nettype wire
