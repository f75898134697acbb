// Quads through DPI and nothing else, of state 0: +requests=FILE.bin, +quads=N.
module rate_bench;
  import texunit_d3d11_3_synthesizable_pkg::*;
  string path;
  int quads = 1000000;
  initial begin
    automatic chandle model;
    automatic quad_t quad = '0;
    automatic colors_t colors, sum = '0;
    void'($value$plusargs("requests=%s", path));
    void'($value$plusargs("quads=%d", quads));
    model = texunit_d3d11_3_synthesizable_dpi_open(path);
    if (model == null) $fatal(1, "there are no states");
    quad.active = 15;
    for (int n = 0; n < quads; n++) begin
      for (int lane = 0; lane < 4; lane++) begin
        quad.s[lane] = 32'h3e800000 + 32'(n % 65536) * 64 + 32'(lane % 2) * 4096;
        quad.t[lane] = 32'h3e800000 + 32'(n % 4096) * 512 + 32'(lane / 2) * 4096;
      end
      texunit_d3d11_3_synthesizable_dpi_sample(model, 0, quad, colors);
      sum ^= colors;
    end
    texunit_d3d11_3_synthesizable_dpi_close(model);
    $display("%0d quads, %x", quads, sum);
    $finish;
  end
endmodule
