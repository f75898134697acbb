// Checks a set-associative tag store that replaces the line least recently used: every look-up must hit where the
// model's did, and in the same way. The vectors must be those of a whole run: the store starts empty.
module tag_tb;
  import golden_pkg::*;
  localparam string UNIT = "tag";
  `include "differences.svh"

  generate
    // With one way no policy has a choice.
    if (CACHE_REPLACEMENT != "lru" && CACHE_WAYS > 1 || CACHE_VICTIM_LINES != 0 || CACHE_SECTOR_BYTES != CACHE_LINE_BYTES)
    begin : refused
      initial #1 $fatal(1, "tag: the bench is for cache.replacement lru or one way, without victim lines and sectors");
    end else begin : bench
      tag_vector_t vectors [TAG_VECTORS];
      longint lines [CACHE_SETS][CACHE_WAYS];
      int used [CACHE_SETS][CACHE_WAYS];

      function automatic int set_of(input logic [30:0] line);
        int number = int'(line) / CACHE_LINE_BYTES;
        logic [63:0] address = 64'(line);
        int folded = 0;
        if (CACHE_SETS == 1) return 0;
        if (CACHE_INDEX_BITS[0] != 0) begin
          for (int k = 0; k < $size(CACHE_INDEX_BITS); k++) begin
            folded[k % $clog2(CACHE_SETS)] ^= address[CACHE_INDEX_BITS[k]];
          end
          return folded;
        end
        if (CACHE_SET_INDEX == "modulo") return number % CACHE_SETS;
        for (int rest = number; rest != 0; rest = rest / CACHE_SETS) folded ^= rest % CACHE_SETS;
        return folded;
      endfunction

      initial begin
        $readmemh("tag.mem", vectors);
        for (int s = 0; s < CACHE_SETS; s++) begin
          for (int w = 0; w < CACHE_WAYS; w++) begin
            lines[s][w] = -64'sd1;
            used[s][w] = -1;
          end
        end
        for (int n = 0; n < TAG_VECTORS; n++) begin
          tag_vector_t v = vectors[n];
          int set_index = set_of(v.line);
          int found = -1;
          int oldest = 0;
          for (int way = 0; way < CACHE_WAYS; way++) begin
            if (lines[set_index][way] == longint'(v.line)) found = way;
            if (used[set_index][way] < used[set_index][oldest]) oldest = way;
          end
          check(n, "set_index", longint'(set_index), longint'(v.set_index));
          check(n, "hit", found >= 0 ? 64'sd1 : 64'sd0, longint'(v.hit));
          if (found < 0) found = oldest;
          check(n, "way", longint'(found), longint'(v.way));
          lines[set_index][found] = longint'(v.line);
          used[set_index][found] = n;
          count();
        end
        report();
      end
    end
  endgenerate
endmodule
