// The unit of `texunit rtl` beside the model, on random quads of states that both have: +run=FOLDER and +requests=FILE.bin
// of the same requests, +quads=N.
module rtl_bench #(
    parameter int MEMORY_BYTES = 1 << 22
);
  import {FILE}_pkg::*;
  localparam int LINE = texture_unit_pkg::CACHE_LINE_BYTES;

  bit clock, reset = 1, state_valid, quad_valid, taken;
  bit [texture_unit_pkg::STATE_BITS-1:0] state_number;
  texture_unit_pkg::state_t state, unit_states[texture_unit_pkg::STATES];
  texture_unit_pkg::quad_t quad;
  logic quad_ready, response_valid, result_valid;
  logic [31:0] response_number, result_quad;
  logic [8*LINE-1:0] response_line;
  logic [511:0] result_color;
  texture_unit_bench unit (.*, .result_ready(1'b1), .request_ready(1'b1), .taken(), .request_count(), .request_lines());

  byte unsigned memory[MEMORY_BYTES];
  always_comb for (int n = 0; n < LINE; n++) response_line[8*n+:8] = memory[(response_number*LINE+n)%MEMORY_BYTES];

  // Lanes are near each other. Floats are near 1, or of any bits.
  function automatic quad_t random_quad();
    automatic bit [88:0][31:0] words = '0;
    automatic bit [31:0] offset[2];
    for (int operand = 0; operand < 14; operand++) begin
      automatic bit [31:0] at = $urandom, near = (32'd1 << ($urandom % 23)) - 1;
      if ($urandom % 16 != 0) at[30:23] = 8'd119 + 8'($urandom % 12);
      for (int n = 0; n < 4; n++) words[4*operand+n] = at ^ ($urandom & near);
    end
    random_quad = words;
    for (int n = 0; n < 2; n++) offset[n] = $urandom % 4 != 0 ? 0 : 32'($urandom % 16) - 8;
    random_quad.offset_u = {4{offset[0]}};
    random_quad.offset_v = {4{offset[1]}};
    random_quad.active = $urandom % 4 != 0 ? 15 : $urandom % 15 + 1;
  endfunction

  string run, requests;
  int quads = 100000, returned = 0, states, file;
  chandle model;
  colors_t expected[$];
  bit [3:0] active[$];

  always #1 clock = !clock;

  initial begin
    void'($value$plusargs("run=%s", run));
    void'($value$plusargs("requests=%s", requests));
    void'($value$plusargs("quads=%d", quads));
    model = {PREFIX}_dpi_open(requests);
    if (model == null) $fatal(1, "there are no states");
    states = {PREFIX}_dpi_states(model);
    $readmemh({run, "/states.mem"}, unit_states, 0, states - 1);
    file = $fopen({run, "/memory.bin"}, "rb");
    void'($fread(memory, file));
    state_valid = 1;
    for (int n = 0; n < states; n++) begin
      state_number = texture_unit_pkg::STATE_BITS'(n);
      state = unit_states[n];
      @(negedge clock);
    end
    state_valid = 0;
    reset = 0;
    for (int n = 0; n < quads; n++) begin
      automatic int unsigned number = $urandom % states;
      automatic quad_t q = random_quad();
      automatic colors_t colors;
      {PREFIX}_dpi_sample(model, number, q, colors);
      expected.push_back(colors);
      active.push_back(q.active[3:0]);
      quad = '{texture_unit_pkg::STATE_BITS'(number), n, q.active[3:0], q.offset_u[0][3:0], q.offset_v[0][3:0],
          q.s, q.t, q.q, q.layer, q.lod, q.min_lod, q.dsdx, q.dtdx, q.dsdy, q.dtdy};
      quad_valid = 1;
      do @(negedge clock); while (!taken);
      quad_valid = 0;
    end
    wait (returned == quads);
    {PREFIX}_dpi_close(model);
    $display("%0d quads agree", returned);
    $finish;
  end

  always @(posedge clock) begin
    taken <= quad_valid && quad_ready;
    if (result_valid && !reset) begin
      automatic colors_t want = expected.pop_front();
      automatic bit [3:0] lanes = active.pop_front();
      for (int n = 0; n < 4; n++) begin
        if (lanes[n] && result_color[128*n+:128] != want[n])
          $fatal(1, "quad %0d, lane %0d: the unit has %x, the model %x", result_quad, n, result_color[128*n+:128], want[n]);
      end
      returned <= returned + 1;
    end
  end
endmodule
