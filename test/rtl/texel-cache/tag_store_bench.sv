`default_nettype none

// A tag store whose outputs are 0 for look-ups that are not made, and while the clock is high: behind the edge the same
// look-ups would find what they left.
module tag_store_bench #(
    parameter int LINE_BITS = 25,
    parameter int SETS = 64,
    parameter int WAYS = 2,
    parameter bit FOLDED = 1'b0,
    parameter int LOOK_UPS = 4,
    parameter int MISS_BITS = 7,
    localparam int WAY_BITS = WAYS > 1 ? $clog2(WAYS) : 1
) (
    input  wire logic                          clock,
    input  wire logic                          reset,
    input  wire logic [          LOOK_UPS-1:0] look_up,
    input  wire logic [LOOK_UPS*LINE_BITS-1:0] lines,
    input  wire logic [         MISS_BITS-1:0] misses,
    output logic      [          LOOK_UPS-1:0] made,
    output logic      [          LOOK_UPS-1:0] hits,
    output logic      [ LOOK_UPS*WAY_BITS-1:0] ways,
    output logic      [          LOOK_UPS-1:0] followed
);

  logic [LOOK_UPS-1:0] all_made, all_hits, all_followed;
  logic [LOOK_UPS*WAY_BITS-1:0] all_ways;

  tag_store #(
      .LINE_BITS(LINE_BITS),
      .SETS(SETS),
      .WAYS(WAYS),
      .FOLDED(FOLDED),
      .LOOK_UPS(LOOK_UPS),
      .MISS_BITS(MISS_BITS),
      .FOLLOWS(1'b1)
  ) compared (
      .clock,
      .reset,
      .look_up,
      .lines,
      .misses,
      .made(all_made),
      .hits(all_hits),
      .ways(all_ways),
      .followed(all_followed)
  );

  always_comb begin
    made = clock ? '0 : all_made;
    hits = all_hits & made;
    followed = all_followed & made;
    for (int n = 0; n < LOOK_UPS; n++) begin
      ways[n*WAY_BITS+:WAY_BITS] = made[n] ? all_ways[n*WAY_BITS+:WAY_BITS] : '0;
    end
  end

endmodule

`default_nettype wire
