`default_nettype none

// The items of a queue, several of which come and go in a cycle. They lie in lanes, one after the other: consecutive items
// are in different memories, each of which has a port for one write and one for one read.
//
// An item can be seen in the cycle after its write. Whoever writes and reads counts the items.
//
// write_count: items that come in this cycle, the first one lowest in write_items.
// read_count:  items that go at the end of this cycle.
// items:       the first ones of the queue, the oldest one lowest; those that are not there have no meaning.
module lane_queue #(
    parameter int WIDTH = 32,
    parameter int PLACES = 16,
    parameter int WRITES = 1,
    parameter int READS = 1,
    // Lanes of fewer rows are flip-flops.
    parameter int SRAM_ROWS = 8,
    localparam int LANE_BITS = $clog2(WRITES > READS ? WRITES : READS),
    localparam int LANES = 2 ** LANE_BITS,
    localparam int COUNT_BITS = LANE_BITS + 1
) (
    input  wire logic                    clock,
    input  wire logic                    reset,
    input  wire logic [  COUNT_BITS-1:0] write_count,
    input  wire logic [WRITES*WIDTH-1:0] write_items,
    input  wire logic [  COUNT_BITS-1:0] read_count,
    output logic      [ READS*WIDTH-1:0] items
);

  if (WRITES < 1) $error("lane_queue: WRITES should be at least 1");
  if (READS < 1) $error("lane_queue: READS should be at least 1");

  localparam int ROWS = (PLACES + LANES - 1) / LANES;
  localparam int ROW_BITS = ROWS > 1 ? $clog2(ROWS) : 1;

  // The place of an item: its lane is below LANES.
  typedef struct packed {
    logic [ROW_BITS-1:0]   row;
    logic [COUNT_BITS-1:0] lane;
  } place_t;
  place_t head, tail, head_after;

  function automatic logic [ROW_BITS-1:0] following(input logic [ROW_BITS-1:0] row);
    following = row == ROW_BITS'(ROWS - 1) ? '0 : row + 1'b1;
  endfunction

  function automatic place_t after(input place_t place, input logic [COUNT_BITS-1:0] steps);
    logic [COUNT_BITS:0] sum;
    logic [COUNT_BITS-1:0] lane;
    logic [ROW_BITS-1:0] row;
    sum   = (COUNT_BITS + 1)'(place.lane) + (COUNT_BITS + 1)'(steps);
    lane  = COUNT_BITS'(sum) & COUNT_BITS'(LANES - 1);
    row   = sum < (COUNT_BITS + 1)'(LANES) ? place.row : following(place.row);
    after = {row, lane};
  endfunction

  // The row in which a lane has the first item from a place on.
  function automatic logic [ROW_BITS-1:0] row_from(input place_t place, input logic [COUNT_BITS-1:0] lane);
    row_from = lane < place.lane ? following(place.row) : place.row;
  endfunction

  assign head_after = after(head, read_count);

  always_ff @(posedge clock) begin
    head <= reset ? '0 : head_after;
    tail <= reset ? '0 : after(tail, write_count);
  end

  logic [LANES*WIDTH-1:0] lane_items;
  for (genvar lane = 0; lane < LANES; lane++) begin : g_lane
    logic [COUNT_BITS-1:0] number;
    logic [ROW_BITS-1:0] write_row;
    logic [WIDTH-1:0] write_item, item;
    logic write_enable;
    assign number = (COUNT_BITS'(lane) - tail.lane) & COUNT_BITS'(LANES - 1);
    assign write_enable = number < write_count;
    assign write_row = row_from(tail, COUNT_BITS'(lane));
    assign lane_items[lane*WIDTH+:WIDTH] = item;

    always_comb begin
      write_item = write_items[WIDTH-1:0];
      for (int n = 1; n < WRITES; n++) begin
        if (number == COUNT_BITS'(n)) write_item = write_items[n*WIDTH+:WIDTH];
      end
    end

    if (ROWS < SRAM_ROWS) begin : g_registers
      logic [WIDTH-1:0] rows [ROWS];
      assign item = rows[row_from(head, COUNT_BITS'(lane))];
      always_ff @(posedge clock) if (write_enable) rows[write_row] <= write_item;
    end else begin : g_sram
      forwarding_sram #(
          .WIDTH(WIDTH),
          .WORDS(ROWS)
      ) rows (
          .clock,
          .write_enable,
          .write_address(write_row),
          .write_data(write_item),
          .read_enable(1'b1),
          .read_address(row_from(head_after, COUNT_BITS'(lane))),
          .read_data(item)
      );
    end
  end

  always_comb begin
    items = lane_items[READS*WIDTH-1:0];
    for (int n = 0; n < READS; n++) begin
      for (int lane = 0; lane < LANES; lane++) begin
        if (COUNT_BITS'(lane) == ((head.lane + COUNT_BITS'(n)) & COUNT_BITS'(LANES - 1))) begin
          items[n*WIDTH+:WIDTH] = lane_items[lane*WIDTH+:WIDTH];
        end
      end
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clock) begin
    if (!reset) begin
      begin : places_in_range
        assert (32'(head.row) < ROWS && 32'(tail.row) < ROWS && 32'(head.lane) < LANES && 32'(tail.lane) < LANES);
      end
    end
  end
`endif

endmodule

`default_nettype wire
