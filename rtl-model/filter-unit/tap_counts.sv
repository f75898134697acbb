`default_nettype none

// The taps of a sample whose weights are not 0 (sample-filter.ts, reduce; D3D11.3 7.18.16.2).
//
// alpha, beta: as in bilinear; 0 for a nearest filter.
// counts:      of the taps (i0, j0), (i1, j0), (i0, j1) and (i1, j1), from the low end on.
module tap_counts #(
    parameter int WEIGHT_BITS = 8
) (
    input  wire logic [WEIGHT_BITS:0] alpha,
    input  wire logic [WEIGHT_BITS:0] beta,
    output logic      [3:0]           counts
);

  logic [1:0] along_u, along_v;
  assign along_u = {alpha != '0, !alpha[WEIGHT_BITS]};
  assign along_v = {beta != '0, !beta[WEIGHT_BITS]};
  assign counts  = {along_u & {2{along_v[1]}}, along_u & {2{along_v[0]}}};

endmodule

`default_nettype wire
