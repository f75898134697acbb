`default_nettype none

// The ROM of the positions of the samples on the major axis of an anisotropic footprint (sample-positions.ts; Vulkan:
// Texel Anisotropic Filtering): float32 fractions of its length, for each number of samples.
//
// FILE:     one hexadecimal pattern a line, those of N samples from line (N - 1) * 2^SAMPLE_BITS on.
// last:     N - 1, for N samples.
// sample:   0 to N - 1.
module sample_positions #(
    parameter int SAMPLE_BITS = 4,
    parameter FILE = "sample_position.mem"
) (
    input  wire logic [SAMPLE_BITS-1:0] last,
    input  wire logic [SAMPLE_BITS-1:0] sample,
    output logic      [           31:0] position
);

  if (SAMPLE_BITS < 1) $error("sample_positions: SAMPLE_BITS should be at least 1");

  rom #(
      .ENTRIES(1 << (2 * SAMPLE_BITS)),
      .WIDTH(32),
      .FILE(FILE)
  ) positions (
      .index({last, sample}),
      .entry(position)
  );

endmodule

`default_nettype wire
