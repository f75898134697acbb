// Checks a set-associative LRU tag store against the golden vectors of a whole texunit run (traces/FORMAT.md, "Golden
// vectors"): every look-up must hit where the model's did, and in the same way.
//
//   texunit simulate --size 64x48 --golden golden
//   iverilog -g2005 -I golden -o tag_tb traces/examples/verilog/tag_tb.v
//   cd golden && vvp ../tag_tb
//
// For designs with cache.replacement lru, without sectors and victim lines.
module tag_tb;
  `include "golden.vh"

  reg [TAG_WIDTH-1:0] vectors [0:TAG_VECTORS-1];
  reg [TAG_WIDTH-1:0] vector;
  reg [TAG_LINE_WIDTH-1:0] line;
  reg [TAG_LINE_WIDTH:0] tags [0:CACHE_SETS*CACHE_WAYS-1];
  integer used [0:CACHE_SETS*CACHE_WAYS-1];
  reg hit;
  integer n, way, base, oldest, found, failures;

  initial begin
    $readmemh("tag.mem", vectors);
    for (n = 0; n < CACHE_SETS * CACHE_WAYS; n = n + 1) begin
      tags[n] = {1'b1, {TAG_LINE_WIDTH{1'b0}}};
      used[n] = -1;
    end
    failures = 0;
    for (n = 0; n < TAG_VECTORS; n = n + 1) begin
      vector = vectors[n];
      line = vector[TAG_LINE_LSB +: TAG_LINE_WIDTH];
      base = vector[TAG_SET_LSB +: TAG_SET_WIDTH] * CACHE_WAYS;
      found = -1;
      oldest = base;
      for (way = base; way < base + CACHE_WAYS; way = way + 1) begin
        if (tags[way] == {1'b0, line}) found = way;
        if (used[way] < used[oldest]) oldest = way;
      end
      hit = found >= 0;
      if (!hit) begin
        found = oldest;
        tags[found] = {1'b0, line};
      end
      if (hit !== vector[TAG_HIT_LSB] || found - base !== vector[TAG_WAY_LSB +: TAG_WAY_WIDTH]) failures = failures + 1;
      used[found] = n;
    end
    $display("tag: %0d vectors, %0d failures", TAG_VECTORS, failures);
    $finish;
  end
endmodule
