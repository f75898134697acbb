// N, the anisotropic samples of a level (narrow-axes.ts, anisotropy; D3D11.3 7.18.11; Vulkan: Scale Factor Operation): the
// least supported rate that reaches the ratio of the axes, or maxAnisotropy. Products with the rates stand for a divide. A
// minor axis shorter than a texel counts as one.
//
// major, minor: lengths of the axes in texels, float32, not negative.
// most:         maxAnisotropy, rounded up to an integer.
module sample_count #(
    parameter int RATE_COUNT = 5,
    parameter int RATE_BITS = 5,
    // The supported rates, rising from 1 at the low end.
    parameter logic [RATE_COUNT*RATE_BITS-1:0] RATES = {5'd16, 5'd8, 5'd4, 5'd2, 5'd1}
) (
    input  logic [31:0]          major,
    input  logic [31:0]          minor,
    input  logic [RATE_BITS-1:0] most,
    output logic [RATE_BITS-1:0] samples
);

  localparam logic [31:0] ONE = 32'h3f80_0000;
  localparam int PRODUCT_WIDTH = 24 + RATE_BITS;

  logic [RATE_COUNT-1:0][RATE_BITS-1:0] rates;
  assign rates = RATES;

  logic [31:0] least;
  assign least = minor > ONE ? minor : ONE;

  // The major axis in units of the least one's last bit. If it does not fit there, it is longer than every product.
  logic [8:0] shift;
  logic shorter, longer;
  logic [PRODUCT_WIDTH-1:0] aligned;
  assign shift = {1'b0, major[30:23]} - {1'b0, least[30:23]};
  assign shorter = shift[8];
  assign longer = !shorter && shift > 9'(RATE_BITS);
  assign aligned = PRODUCT_WIDTH'({1'b1, major[22:0]}) << shift;

  logic reached;
  always_comb begin
    samples = rates[0];
    reached = shorter;
    for (int n = 0; n < RATE_COUNT - 1; n++) begin
      if (!longer && PRODUCT_WIDTH'({1'b1, least[22:0]}) * PRODUCT_WIDTH'(rates[n]) >= aligned) reached = 1'b1;
      if (rates[n] >= most) reached = 1'b1;
      if (!reached) samples = rates[n+1];
    end
  end

  logic unused_signs;
  assign unused_signs = major[31] ^ least[31];

endmodule
